// The baseline of [Glondu12] does what its section 5.3 says: enough contacts first, then only what is deeper than ε.

import { beforeAll, describe, expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { type Collider, createCollider } from '../../src/contact/collider.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createShape } from '../../src/contact/shape.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { NEAR } from '../../src/field/answer.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, movePoint, setFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/index.ts';
import { splitEarlier } from '../tree/glondu12.ts';
import { type EarlierTrees, flattenEarlier, queryEarlier } from './glondu12.ts';

const TOLERANCE = 0.001;
const EPSILON = 0.002;
const FEW = 8;

const ground = createShape('plane');
let box: Collider;
let trees: EarlierTrees;

beforeAll(async () => {
  const solid = buildSolid(await bake(createBox({ size: [0.2, 0.1, 0.15], edge: 0.02 }), { spacing: 0.02 }));
  box = createCollider(solid);
  const whole = new Int32Array(solid.topology.nodeCount);
  const forest = splitEarlier(solid.tree, box.position, whole, new Uint32Array(0));
  trees = flattenEarlier(forest, box.forest?.pointCount ?? 0);
});

const p = new Float64Array(3);
const found = new Float64Array(4);
const reach = Float64Array.of(1, 1);

function depthOf(point: number, frame: Float64Array): number {
  movePoint(p, 0, frame, box.position, 3 * point);
  expect(measureCollider(found, ground, 0, p, 0, reach, false)).toBe(NEAR);
  return -found[0];
}

/** A box that lies about flat on the ground, up to 4 mm in it. */
function place(seed: number): Float64Array {
  const random = createRandom(seed);
  const tilt = () => 0.02 * (nextFloat(random) - 0.5);
  const frame = createFrame();
  setFrame(frame, Float64Array.of(0, 0.05 - 0.004 * nextFloat(random), 0, tilt(), 0, tilt(), 1), 0);
  return frame;
}

describe('the query of [Glondu12]', () => {
  it('goes on after its share, and adds exactly what is deeper than ε (seeds 1 to 30)', () => {
    let added = 0;
    let left = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const frame = place(seed);
      const first: number[] = [];
      const all: number[] = [];
      queryEarlier(first, trees, box, 0, ground, 0, frame, TOLERANCE, FEW);
      queryEarlier(all, trees, box, 0, ground, 0, frame, TOLERANCE, FEW, EPSILON);
      expect(all.slice(0, first.length)).toEqual(first);
      for (let point = 0; point < box.surfaceCount; point++) {
        const depth = depthOf(point, frame);
        const at = all.indexOf(point);
        if (depth > EPSILON) expect(at).toBeGreaterThanOrEqual(0);
        else if (at >= 0) expect(at).toBeLessThan(FEW);
        else if (depth > -TOLERANCE) left++;
      }
      added += all.length - first.length;
    }
    expect(added).toBeGreaterThan(30);
    expect(left).toBeGreaterThan(30);
  });
});
