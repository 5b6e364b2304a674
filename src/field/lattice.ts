// Exact distances at the nodes of a lattice, block by block: the beams of the surface's features are sorted into blocks,
// then each block takes the least distance of those that reach it.

import { type Work, within } from '../job/work.ts';
import { type Beams, buildBeams } from './beams.ts';
import { type Asks, buildBins, type Lattice } from './bins.ts';
import { type Block, createBlock, measureBlock } from './evaluate.ts';
import type { Features } from './features.ts';
import { type Side, signBlock } from './side.ts';

/** A surface made ready for lattices. */
export interface Source {
  readonly features: Features;
  readonly beams: Beams;
  readonly side: Side;
}

export function createSource(features: Features, side: Side): Source {
  return { features, beams: buildBeams(features), side };
}

/** Takes block (i, j, k), with the distances of its nodes. */
export type TakeBlock = (block: Block, i: number, j: number, k: number) => void;

/** Computes what is asked of a lattice and hands it to `take`, block by block. Yields after each; the order is fixed. */
export function* buildLattice(
  { features, beams, side }: Source,
  lattice: Lattice,
  asks: Asks,
  take: TakeBlock,
): Work<void> {
  const bins = yield* within(0, 0.3, buildBins(features, beams, lattice, asks));
  const block = createBlock(features, beams, lattice);
  const { range } = block;
  const count = asks.reach.length;
  for (let b = 0; b < count; b++) {
    if (asks.reach[b] < 0) continue;
    for (let d = 0; d < 6; d++) range[d] = asks.range[6 * b + d];
    measureBlock(block, bins, b, asks.reach[b]);
    signBlock(side, block);
    take(block, range[0] >> 3, range[1] >> 3, range[2] >> 3);
    yield 0.3 + (0.7 * (b + 1)) / count;
  }
}
