// Breaking a fragment into numbered cells by halving: the cells are parted into two sets of neighbours, then each set
// again. Every split works on one piece, so n cells cost about log₂ n passes over the nodes; peeling cells off one by
// one would cost n/2. The first cracks run right through, later ones end on them.

import { splitBlocks } from './blocks.ts';
import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import { readMost, type SplitOptions, splitFragment } from './split.ts';

/** Cells that fill space. */
export interface CellField {
  readonly count: number;
  /** Writes φ at the given nodes: a distance, positive in the cells [from, mid), negative in [mid, to). */
  setPhi(phi: Float64Array, node: Uint32Array, from: number, mid: number, to: number): void;
  /** Writes the cell of the given nodes: the one that the signs of φ lead to. Optional; it makes breaking faster. */
  setCells?(cell: Int32Array, node: Uint32Array): void;
}

/** A fragment and the cell it fills, or what is left of it; the first of several where no more could be parted. */
export interface CellPiece {
  readonly fragment: number;
  readonly cell: number;
}

/** Splits a fragment into cells [0, count) and returns its pieces. A cell may come in several, or in none. */
export function splitCells(
  changes: Changes,
  family: Family,
  fragment: number,
  field: CellField,
  options?: SplitOptions,
): CellPiece[] {
  return (
    splitBlocks(changes, family, fragment, field, options) ??
    splitInTurn(changes, family, fragment, field, options)
  );
}

/**
 * The same, split by split: the plain form, which also merges small pieces. Where their number is bounded, the largest
 * is split first.
 */
export function splitInTurn(
  changes: Changes,
  family: Family,
  fragment: number,
  field: CellField,
  options?: SplitOptions,
): CellPiece[] {
  const { node, fragments } = family;
  const { phi } = changes.work;
  const most = readMost(options) + fragments.count - 1;
  const done: CellPiece[] = [];
  const open = [{ fragment, from: 0, to: field.count }];
  while (open.length > 0) {
    const [piece] = open.splice(most < Infinity ? findLargest(open, family) : open.length - 1, 1);
    const { from, to } = piece;
    const maxPieces = most - fragments.count + 1;
    if (to - from < 2 || maxPieces < 2) {
      done.push({ fragment: piece.fragment, cell: from });
      continue;
    }
    const mid = (from + to) >> 1;
    const start = fragments.start[piece.fragment];
    const own = node.subarray(start, start + fragments.nodeCount[piece.fragment]);
    field.setPhi(phi, own, from, mid, to);
    splitFragment(changes, family, piece.fragment, phi, { ...options, maxPieces });
    for (let k = 0; k < changes.pieceCount; k++) {
      const inFirst = changes.side[k] > 0;
      open.push({ fragment: changes.piece[k], from: inFirst ? from : mid, to: inFirst ? mid : to });
    }
  }
  return done;
}

/** The place of the piece with the most nodes, of equals the first. */
function findLargest(open: readonly { fragment: number }[], { fragments: { nodeCount } }: Family): number {
  let best = 0;
  for (let k = 1; k < open.length; k++) {
    if (nodeCount[open[k].fragment] > nodeCount[open[best].fragment]) best = k;
  }
  return best;
}
