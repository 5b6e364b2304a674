// A box of nodes whose centre is closest to a vertex took the side from an edge that ends there, by a rounding error:
// between sharp spikes whole boxes of nodes were on the wrong side.

import { expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import { BRICK, BRICK_NODES, SIDE } from '../../src/field/grid-field.ts';
import { buildHierarchy } from '../../src/hierarchy/hierarchy.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createSphere } from '../../src/mesh/shapes/index.ts';
import { buildWinding, windingNumber } from '../../src/mesh/winding.ts';

/** A ball of spikes: every vertex at a distance of its own from the middle, so that nothing crosses. */
function createSpikes(seed: number) {
  const random = createRandom(seed);
  const { positions, indices } = createSphere({ frequency: 6 });
  for (let v = 0; v < positions.length; v += 3) {
    const share = 0.15 + 0.85 * nextFloat(random);
    for (let d = v; d < v + 3; d++) positions[d] *= share;
  }
  return { positions, indices };
}

/** How many nodes of the grid are on another side than the winding number says. */
function countWrong(mesh: { positions: Float64Array; indices: Uint32Array }, embedded: boolean): number {
  const { origin, cell, nx, ny, brick, base, node, step } = finishWork(
    buildGridField(mesh, { cells: 32, embedded }),
  );
  const winding = buildWinding(buildHierarchy(mesh.positions, mesh.indices));
  const p = new Float64Array(3);
  const turns = new Float64Array(1);
  let wrong = 0;
  for (let c = 0; c < brick.length; c++) {
    const b = brick[c];
    if (b < 0) continue;
    const first = [c % (nx / BRICK), Math.floor((BRICK * c) / nx) % (ny / BRICK), 0];
    first[2] = Math.floor((BRICK * BRICK * c) / (nx * ny));
    for (let n = 0; n < BRICK_NODES; n++) {
      const at = [n % SIDE, Math.floor(n / SIDE) % SIDE, Math.floor(n / (SIDE * SIDE))];
      for (let d = 0; d < 3; d++) p[d] = origin[d] + (BRICK * first[d] + at[d]) * cell;
      const distance = (base[b] + node[BRICK_NODES * b + n]) * step;
      if (Math.abs(distance) < 0.01 * cell) continue;
      windingNumber(turns, winding, p, 0);
      if (distance < 0 !== turns[0] > 0.5) wrong++;
    }
  }
  return wrong;
}

for (const seed of [1, 2]) {
  it(`nodes between spikes are on the side that the winding number tells, seed ${seed}`, () => {
    expect(countWrong(createSpikes(seed), false)).toBe(0);
  });
}

it('where a surface touches itself in points and edges, normals tell the side away from there', () => {
  // Balls of spikes in a row, each at the tip of the one before; and two boxes that share an edge.
  const spikes = createSpikes(4);
  const count = spikes.positions.length / 3;
  const tip = (side: number) => {
    let best = 0;
    for (let v = 0; v < count; v++)
      if (side * spikes.positions[3 * v] > side * spikes.positions[3 * best]) best = v;
    return best;
  };
  const [low, high] = [tip(-1), tip(1)];
  const positions = [...spikes.positions];
  const indices = [...spikes.indices];
  for (let v = 0; v < count; v++) {
    for (let d = 0; d < 3; d++) {
      const shift = spikes.positions[3 * high + d] - spikes.positions[3 * low + d];
      positions.push(v === low ? spikes.positions[3 * high + d] : spikes.positions[3 * v + d] + shift);
    }
  }
  for (const v of spikes.indices) indices.push(v + count);
  const box = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1, (k >> 1) & 1, k >> 2]);
  const faces = [
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7,
    5,
  ];
  for (const [x, y] of [
    [0, 0],
    [1, 1],
  ]) {
    const first = positions.length / 3;
    for (const p of box) positions.push(3 + (p[0] + x) / 2, (p[1] + y) / 2, p[2] / 2);
    for (const v of faces) indices.push(first + v);
  }
  const mesh = { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
  expect(countWrong(mesh, true)).toBe(0);
});
