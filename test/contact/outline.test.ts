// What is far outside of a few chosen contacts, against the hull drawn by the book.

import { expect, it } from 'vitest';
import { PATCH_MOST, PATCH_OUTSIDE } from '../../src/contact/constants.ts';
import { takeOutside } from '../../src/contact/outline.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';

type Place = readonly [number, number];

/** The convex hull, by turning left along places sorted across. */
function drawHull(places: readonly Place[]): Place[] {
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const side = (list: readonly Place[]): Place[] => {
    const chain: Place[] = [];
    for (const c of list) {
      for (;;) {
        const [a, b] = chain.slice(-2);
        if (b === undefined || (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(c);
    }
    return chain.slice(0, -1);
  };
  return [...side(sorted), ...side(sorted.reverse())];
}

/** The same choice, slow and obvious: the farthest outside of any edge of the hull, as long as it is far. */
function choose(places: readonly Place[], chosen: readonly number[]): number[] {
  const list = [...chosen];
  while (list.length < PATCH_MOST) {
    const hull = drawHull(list.map((i) => places[i]));
    let reach = 0;
    for (const a of list)
      for (const b of list)
        reach = Math.max(reach, Math.hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]));
    let best = -1;
    let most = PATCH_OUTSIDE * reach;
    places.forEach((p, i) => {
      hull.forEach((a, k) => {
        const b = hull[(k + 1) % hull.length];
        const turn = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
        const off = -turn / Math.hypot(b[0] - a[0], b[1] - a[1]);
        if (off > most * (1 + 1e-12)) {
          most = off;
          best = i;
        }
      });
    });
    if (best < 0) break;
    list.push(best);
  }
  return list;
}

/** Runs takeOutside on places in a plane, with the first `count` chosen. */
function take(
  places: readonly Place[],
  count: number,
  most: number = PATCH_MOST,
  least: number = PATCH_OUTSIDE,
): number[] {
  const spot = new Float64Array(3 * places.length);
  places.forEach(([x, z], i) => {
    spot.set([x, 0, z], 3 * i);
  });
  const chosen = new Int32Array(PATCH_MOST);
  for (let i = 0; i < count; i++) chosen[i] = i;
  const free = new Uint8Array(places.length).fill(1);
  const all = takeOutside(chosen, count, spot, Float64Array.of(0, 1, 0), free, places.length, most, least);
  return [...chosen.subarray(0, all)];
}

it.each([1, 2, 3])('random places are chosen as by the book, seed %i', (seed) => {
  const random = createRandom(seed);
  for (let trial = 0; trial < 300; trial++) {
    const count = 5 + Math.floor(20 * nextFloat(random));
    const places = Array.from({ length: count }, (): Place => [nextFloat(random), nextFloat(random)]);
    expect(take(places, 4)).toEqual(choose(places, [0, 1, 2, 3]));
  }
});

it('the fifth tip of a star is taken; squares, places in a line and all in one place are left as they are', () => {
  const tip = (k: number, of: number): Place => [
    Math.cos((2 * Math.PI * k) / of),
    Math.sin((2 * Math.PI * k) / of),
  ];
  expect(
    take(
      [0, 1, 2, 3, 4].map((k) => tip(k, 5)),
      4,
    ),
  ).toEqual([0, 1, 2, 3, 4]);
  expect(
    take(
      [0, 1, 2, 3, 0.5].map((k) => tip(k, 4)),
      4,
    ),
  ).toEqual([0, 1, 2, 3]); // on a circle: a rim is no tip
  const line = Array.from({ length: 6 }, (_, k): Place => [k, 0]);
  expect(take(line, 4)).toEqual([0, 1, 2, 3]);
  const heap = Array.from({ length: 6 }, (): Place => [1, 1]);
  expect(take(heap, 4)).toEqual([0, 1, 2, 3]);
});

it('the fourth corner of a parallelogram is taken, on whichever side of the longest way it is, and nothing twice', () => {
  const corners: Place[] = [
    [-424.7, -676.9],
    [-399.0, -642.5],
    [-412.1, -680.3],
    [-392.3, -653.8],
  ];
  for (let turn = 0; turn < 4; turn++) {
    const places = corners.map((_, i) => corners[(i + turn) % 4]);
    expect(take(places, 3, 4, 0.03)).toEqual([0, 1, 2, 3]);
    expect(take(places.slice(0, 3), 3, 4, 0.03)).toEqual([0, 1, 2]);
  }
});
