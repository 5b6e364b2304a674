// The slow, obvious broad phase: every box against every other. Also boxes to try, plain and degenerate.

import type { BroadPhase } from '../../src/dynamics/broad-phase.ts';
import type { PairList } from '../../src/dynamics/broad-phase-pairs.ts';
import { nextFloat, nextUint, type Random } from '../../src/math/random.ts';

/** A body's box and what it meets. */
export interface Plain {
  box: number[]; // min xyz, max xyz
  group: number;
  mask: number;
  awake: boolean;
}

export function meets(p: number[], q: number[]): boolean {
  return [0, 1, 2].every((d) => p[d] <= q[d + 3] && q[d] <= p[d + 3]);
}

/** All pairs 'a b' in order. */
export function pairsByBrute(bodies: Map<number, Plain>): string[] {
  const rows = [...bodies.keys()].sort((a, b) => a - b);
  const pairs: string[] = [];
  for (const a of rows) {
    for (const b of rows) {
      const A = bodies.get(a) as Plain;
      const B = bodies.get(b) as Plain;
      if (a >= b || !(A.awake || B.awake) || !meets(A.box, B.box)) continue;
      if ((A.group & B.mask) !== 0 && (B.group & A.mask) !== 0) pairs.push(`${a} ${b}`);
    }
  }
  return pairs;
}

export function listPairs({ count, a, b }: PairList): string[] {
  return Array.from({ length: count }, (_, k) => `${a[k]} ${b[k]}`);
}

/** Throws unless every inner node has exactly the box of what is below it, and every row one leaf. */
export function validateTree({ nodeCount, nodeBox, skip, parent, leafRow, place, box }: BroadPhase): void {
  for (let i = 0; i < nodeCount; i++) {
    const leaf = skip[i] === i + 1;
    const row = leafRow[i];
    if (leaf && row >= 0 && place[row] !== i) throw new Error(`row ${row} has another leaf than ${i}`);
    if (!leaf && (parent[i + 1] !== i || parent[skip[i + 1]] !== i))
      throw new Error(`node ${i} lost a child`);
    for (let k = 0; k < 6; k++) {
      const low = k < 3;
      const none = low ? Infinity : -Infinity;
      const [a, b] = leaf
        ? [row < 0 ? none : box[6 * row + k], none]
        : [nodeBox[6 * i + 6 + k], nodeBox[6 * skip[i + 1] + k]];
      if (nodeBox[6 * i + k] !== (low ? Math.min(a, b) : Math.max(a, b))) throw new Error(`box of node ${i}`);
    }
  }
}

export const BOXES = ['scattered', 'lattice', 'points', 'equal', 'flat', 'mixed', 'line', 'endless'] as const;
export type BoxKind = (typeof BOXES)[number];

/** A box of a kind that breaks careless code. */
export function randomBox(kind: BoxKind, random: Random): number[] {
  const r = (scale: number) => scale * nextFloat(random);
  if (kind === 'equal') return [0, 0, 0, 1, 1, 1];
  const low = [r(5), r(5), r(5)];
  let size = [r(1), r(1), r(1)];
  if (kind === 'lattice') {
    for (let d = 0; d < 3; d++) low[d] = Math.floor(low[d]); // neighbours touch
    size = [1, 1, 1];
  }
  if (kind === 'points') {
    for (let d = 0; d < 3; d++) low[d] = Math.floor(low[d] / 2);
    size = [0, 0, 0];
  }
  if (kind === 'flat') size[nextUint(random) % 3] = 0;
  if (kind === 'mixed' && nextUint(random) % 10 === 0) size = size.map((s) => 100 * s);
  if (kind === 'line') {
    low[0] *= 1e-200; // as good as none
    low[1] = 0;
    low[2] = Math.floor(low[2]) * 1e200;
    size[2] *= 1e200;
  }
  const box = [...low, ...low.map((l, d) => l + size[d])];
  if (kind === 'endless') {
    for (let k = 0; k < 6; k++) if (nextUint(random) % 20 === 0) box[k] = k < 3 ? -Infinity : Infinity;
  }
  return box;
}

/** Bodies that come, move, go, sleep and wake; calls `change` for each. */
export function liveOn(
  bodies: Map<number, Plain>,
  kind: BoxKind,
  random: Random,
  change: (row: number, body: Plain | null) => void,
): void {
  const rows = 60;
  for (let k = 0; k < 20; k++) {
    const row = nextUint(random) % rows;
    const body = bodies.get(row);
    if (body && nextUint(random) % 4 === 0) {
      bodies.delete(row);
      change(row, null);
      continue;
    }
    const filtered = nextUint(random) % 3 === 0;
    const next: Plain = {
      box: randomBox(kind, random),
      group: body ? body.group : filtered ? nextUint(random) : 1,
      mask: body ? body.mask : filtered ? nextUint(random) : 0xffffffff,
      awake: nextUint(random) % 3 > 0,
    };
    bodies.set(row, next);
    change(row, next);
  }
}
