// What bench `peers` gives to engines and how it judges them, on boxes.

import { expect, test } from 'vitest';
import { energyOf, judge } from '../../bench/peers-judge.ts';
import { DENSITY, partsOf, placePart, STATE_SIZE, turnBy } from '../../bench/peers-parts.ts';
import { boxAsset } from '../world/things.ts';

const pose = [0.3, 2, -0.1, 0.6, 0, 0, 0.8];

test('parts are what the asset breaks into, in principal frames that lie where they broke', async () => {
  const asset = await boxAsset(0.4, 0.2, 0.3, 0.1);
  const [whole] = partsOf(asset);
  expect(whole.mass).toBeCloseTo(DENSITY * 0.4 * 0.2 * 0.3, 6);
  const sides = [0.4, 0.2, 0.3].map((x) => x * x);
  const moments = [sides[1] + sides[2], sides[0] + sides[2], sides[0] + sides[1]].map(
    (s) => (whole.mass * s) / 12,
  );
  const sort = (list: readonly number[]) => [...list].sort((a, b) => a - b);
  for (const [k, moment] of sort(whole.inertia).entries()) expect(moment).toBeCloseTo(sort(moments)[k], 9);
  const pieces = partsOf(asset, 4);
  expect(pieces.length).toBeGreaterThanOrEqual(4);
  expect(pieces.reduce((sum, { mass }) => sum + mass, 0)).toBeCloseTo(whole.mass, 6);
  // The corners of all of them, put where the asset is, span the asset's box there.
  const span = [whole, ...pieces].map((part) => {
    const state = new Float64Array(STATE_SIZE);
    placePart(state, part, pose);
    let high = -Infinity;
    for (let k = 0; k < part.positions.length; k += 3) {
      const at = turnBy(state.subarray(3, 7), part.positions.subarray(k, k + 3));
      high = Math.max(high, state[0] + at[0]); // the pose turns about x
    }
    return high;
  });
  expect(span[0]).toBeCloseTo(0.5, 9);
  expect(Math.max(...span.slice(1))).toBeCloseTo(0.5, 9);
});

test('overlaps, gaps and energies are those of boxes', async () => {
  const [part] = partsOf(await boxAsset(0.2, 0.2, 0.2, 0.1));
  const place = (x: number, y: number) => {
    const state = new Float64Array(STATE_SIZE);
    placePart(state, part, [x, y, 0, 0, 0, 0, 1]);
    return { part, fixed: false, state };
  };
  const apart = judge([place(0, 0.1), place(0.5, 0.104)]);
  expect(apart.deepest).toBeCloseTo(0, 9);
  expect(apart.gap).toBeCloseTo(0.004, 9); // of 0 and 4 mm, the upper one
  expect(apart.resting).toBe(2);
  expect(judge([place(0, 0.1), place(0, 0.29)]).deepest).toBeCloseTo(0.01, 9);
  expect(judge([place(0, 0.08)]).deepest).toBeCloseTo(0.02, 9);
  const moving = place(0, 1);
  moving.state.set([3, 0, 4, 0, 2, 0], 7);
  const turning = (0.5 * part.mass * 0.2 ** 2 * 4) / 6;
  expect(energyOf([moving])).toBeCloseTo(part.mass * (9.81 + 12.5) + turning, 6);
});
