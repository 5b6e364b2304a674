// Whether faces of a fragment come close to an edge, against places along it and every triangle of the fragment's surface.

import { describe, expect, test } from 'vitest';
import { passesFaces } from '../../src/fragment/edge-faces.ts';
import { closestPointTriangleTo } from '../../src/geometry/point-triangle.ts';
import { writeFrame } from '../../src/geometry/triangle.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { breakSolid, drawInside, readyOf, type Shape, shapeOf } from './field-oracle.ts';

const PLACES = 200;

/** The least distance of so many places along an edge to the triangles of a surface. */
function leastAlong({ positions, indices }: Shape, ends: Float64Array): number {
  const p = new Float64Array(3);
  const out = new Float64Array(4);
  const frames = new Float64Array(4 * indices.length);
  const points = Float64Array.from(positions);
  for (let t = 0; 3 * t < indices.length; t++)
    writeFrame(frames, 12 * t, points, Uint32Array.from(indices), t);
  let least = Infinity;
  for (let k = 0; k <= PLACES; k++) {
    for (let d = 0; d < 3; d++) p[d] = ends[d] + (k / PLACES) * (ends[3 + d] - ends[d]);
    for (let t = 0; t < indices.length; t += 3) {
      closestPointTriangleTo(out, frames, 4 * t, p, 0);
      least = Math.min(least, out[0]);
    }
  }
  return Math.sqrt(least);
}

describe.each(['ball', 'crate', 'slab'] as const)('a %s broken twice, seed 7', (name) => {
  const { field, family, ready } = breakSolid(readyOf(name), 8, 7, 5);
  const { meanScale } = ready.topology;

  test('edges pass faces as places along them say; points and edges along faces too', () => {
    const random = createRandom(8);
    const draw = drawInside(family, random);
    const ends = new Float64Array(6);
    const met = { close: 0, far: 0 };
    for (let label = 0; label < family.fragments.count; label += 2) {
      const shape = shapeOf(family, label);
      if (shape.indices.length === 0) continue;
      for (let k = 0; k < 24; k++) {
        draw(ends);
        for (let d = 0; d < 3; d++) ends[3 + d] = ends[d] + (2 * nextFloat(random) - 1) * meanScale;
        if (k % 6 === 0) for (let d = 0; d < 3; d++) ends[3 + d] = ends[d];
        if (k % 6 === 1)
          for (let c = 0; c < 6; c++) ends[c] = shape.positions[3 * shape.indices[c < 3 ? 0 : 1] + (c % 3)];
        const least = leastAlong(shape, ends);
        const step = (0.5 * Math.hypot(ends[3] - ends[0], ends[4] - ends[1], ends[5] - ends[2])) / PLACES;
        const room = Float64Array.of(meanScale * (0.001 + 0.3 * nextFloat(random) ** 2));
        const passes = passesFaces(field, label, ends, 0, room);
        if (least < room[0] * (1 - 1e-9)) expect(passes).toBe(true);
        // A triangle that several fragments share counts whole.
        if (passes && least > room[0] + step) expect(least).toBeLessThan(room[0] + 1.5 * meanScale);
        met[passes ? 'close' : 'far']++;
      }
    }
    expect(met.close).toBeGreaterThan(20);
    expect(met.far).toBeGreaterThan(5);
  });
});
