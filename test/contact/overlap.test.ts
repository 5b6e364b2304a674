import { describe, expect, it } from 'vitest';
import { createFragmentMesh, extractShape } from '../../src/fragment/extract.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { cutAtRandom, topologyOf } from '../fragment/solids.ts';
import { createShift, createTurned } from './brute.ts';
import { createOverlapMesh, moveVertices, overlapBrute, overlapMeshes } from './overlap.ts';

const cube = createOverlapMesh(createBox({ size: [1, 1, 1] }));
const small = createOverlapMesh(createBox({ size: [0.2, 0.2, 0.2], edge: 0.1 }));
const plank = createOverlapMesh(createBox({ size: [2, 0.1, 0.3], edge: 0.2 }));

function turned(random: Random, width: number): Float64Array {
  const frame = createTurned(random);
  for (let d = 9; d < 12; d++) frame[d] = width * (2 * nextFloat(random) - 1);
  return frame;
}

/** Two boxes overlap unless one of fifteen directions parts them. */
function boxesOverlap(half: number[], other: number[], frame: Float64Array): boolean {
  const axes: number[][] = [];
  const column = (k: number) => [frame[k], frame[3 + k], frame[6 + k]];
  const unit = (k: number) => [0, 1, 2].map((d) => (d === k ? 1 : 0));
  for (let k = 0; k < 3; k++) axes.push(column(k), unit(k));
  for (let j = 0; j < 3; j++) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [column(j), unit(k)];
      axes.push([a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]);
    }
  }
  return axes.every((n) => {
    const dot = (v: number[]) => n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
    let reach = 0;
    for (let k = 0; k < 3; k++) reach += half[k] * Math.abs(dot(column(k))) + other[k] * Math.abs(n[k]);
    return Math.abs(dot([frame[9], frame[10], frame[11]])) <= reach;
  });
}

describe('the judge of overlap', () => {
  it('tells boxes apart as the separating axes do (seed 1)', () => {
    const random = createRandom(1);
    let yes = 0;
    for (let n = 0; n < 600; n++) {
      const frame = turned(random, 1.3);
      const truth = boxesOverlap([1, 0.05, 0.15], [0.5, 0.5, 0.5], frame);
      expect(overlapMeshes(plank, cube, frame)).toBe(truth);
      if (truth) yes++;
    }
    expect(yes).toBeGreaterThan(100);
    expect(yes).toBeLessThan(500);
  });

  it('counts touching, and one within the other', () => {
    expect(overlapMeshes(cube, cube, createShift(1, 0, 0))).toBe(true);
    expect(overlapMeshes(cube, cube, createShift(1.001, 0, 0))).toBe(false);
    expect(overlapMeshes(small, cube, createShift(0.1, 0.2, 0))).toBe(true);
    expect(overlapMeshes(cube, small, createShift(0.1, 0.2, 0))).toBe(true);
    expect(overlapMeshes(small, cube, createShift(0.7, 0, 0))).toBe(false);
    expect(overlapMeshes(cube, cube, createShift(0, 0, 0))).toBe(true);
  });

  it('agrees with all pairs on fragments (seed 2)', () => {
    const random = createRandom(2);
    const family = cutAtRandom(topologyOf('crate'), 6, 2);
    const buffer = createFragmentMesh();
    const pieces = Array.from({ length: family.fragments.count }, (_, label) => {
      extractShape(buffer, family, label);
      return createOverlapMesh(buffer);
    });
    let yes = 0;
    for (let n = 0; n < 36; n++) {
      const [a, b] = [0, 1].map(() => pieces[Math.floor(nextFloat(random) * pieces.length)]);
      const frame = turned(random, 0.5);
      const brute = overlapBrute(a, b, frame);
      expect(overlapMeshes(a, b, frame)).toBe(brute);
      if (brute) yes++;
    }
    expect(yes).toBeGreaterThan(6);
    expect(yes).toBeLessThan(30);
    expect(moveVertices(pieces[0], createShift(0, 0, 0))).toEqual(pieces[0].positions);
  });
});
