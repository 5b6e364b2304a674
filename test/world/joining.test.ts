import { expect, it } from 'vitest';
import { measureCollider } from '../../src/contact/measure.ts';
import { holdsId, rowOf } from '../../src/dynamics/slots.ts';
import { NEAR } from '../../src/field/answer.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { addSource } from '../../src/world/add.ts';
import { joinBodies } from '../../src/world/joining.ts';
import { splitBody } from '../../src/world/split.ts';
import { createState } from '../../src/world/state.ts';
import { createWarmAsset } from '../../src/world/warm-asset.ts';

it('a joint goes with the piece that is closest to its anchor, inside, outside and on the surface (seed 1)', () => {
  const asset = createWarmAsset(4);
  const state = createState({});
  const body = addSource(state, asset, {});
  const random = createRandom(1);
  const anchors = Array.from({ length: 60 }, (_, k) => {
    if (k % 3 === 0) return [...asset.tets.positions.subarray(3 * k, 3 * k + 3)]; // a corner
    return [0, 0, 0].map(() => (k % 3 === 1 ? 1 : 3) * (nextFloat(random) - 0.5));
  });
  const joints = anchors.map((anchor) => joinBodies(state, { kind: 'ball', bodyA: body, anchor }));
  const seeds = Array.from({ length: 24 }, () => 0.9 * (nextFloat(random) - 0.5));
  splitBody(state, 0, { kind: 'voronoi', seeds }, {});
  const { bodies, instance, label } = state;
  const pieces = Array.from({ length: bodies.slots.count }, (_, row) => row);
  expect(pieces.length).toBeGreaterThan(5);
  const distanceOf = (row: number, anchor: number[]) => {
    const of = instance[row];
    const out = new Float64Array(4);
    const reach = new Float64Array(2).fill(100);
    if (of === null) throw new Error('a body without a copy');
    const answer = measureCollider(out, of.collider, label[row], Float64Array.from(anchor), 0, reach, false);
    expect(answer).toBe(NEAR);
    return out[0];
  };
  const held = new Set<number>();
  anchors.forEach((anchor, k) => {
    const least = Math.min(...pieces.map((piece) => distanceOf(piece, anchor)));
    if (!holdsId(state.joints.slots, joints[k])) {
      expect(least).toBeGreaterThan(2 * Math.min(...bodies.radius.subarray(0, pieces.length))); // it let go
      return;
    }
    const row = rowOf(state.joints.slots, joints[k], 'joint');
    const chosen = state.joints.bodyA[row];
    expect(distanceOf(chosen, anchor)).toBeLessThanOrEqual(Math.max(0, least) + 1e-12);
    held.add(chosen);
  });
  expect(held.size).toBeGreaterThan(4);
});
