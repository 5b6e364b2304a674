import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { findNodeFaces, measureNodes } from '../../src/mesh/node-distance.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createSurfaceQuery } from '../../src/mesh/surface-distance.ts';

describe('node distances', () => {
  it('are those of a box in closed form (seed 3)', () => {
    const box = createBox({ edge: 0.5 });
    const surfaceCount = box.positions.length / 3;
    const random = createRandom(3);
    const inner = Float64Array.from({ length: 3 * 500 }, () => 0.98 * (nextFloat(random) - 0.5));
    const positions = new Float64Array(box.positions.length + inner.length);
    positions.set(box.positions);
    positions.set(inner, box.positions.length);
    const center = [0, 1, 2].map((d) => {
      const column = [...box.positions].filter((_, i) => i % 3 === d);
      return (Math.min(...column) + Math.max(...column)) / 2;
    });
    for (let i = 3 * surfaceCount; i < positions.length; i++) positions[i] += center[i % 3];
    const surface = { positions, indices: box.indices };
    const query = createSurfaceQuery(surface);
    const face = finishWork(findNodeFaces(positions, surfaceCount, query));
    const nodes = measureNodes(positions, box.indices, surfaceCount, face);
    for (let i = 0; i < positions.length / 3; i++) {
      const p = [0, 1, 2].map((d) => positions[3 * i + d] - center[d]);
      const depth = 0.5 - Math.max(...p.map(Math.abs));
      expect(nodes.distance[i]).toBeCloseTo(i < surfaceCount ? 0 : depth, 14);
      const n = nodes.direction.subarray(3 * i, 3 * i + 3);
      expect(Math.hypot(...n)).toBeCloseTo(1, 12);
      // Towards the surface: outward along the largest coordinate.
      const axis = p.map(Math.abs).indexOf(Math.max(...p.map(Math.abs)));
      if (i >= surfaceCount) expect(n[axis] * Math.sign(p[axis])).toBeCloseTo(1, 9);
      else expect(n[0] * p[0] + n[1] * p[1] + n[2] * p[2]).toBeGreaterThan(0);
      expect(face[i]).toBeLessThan(box.indices.length / 3);
    }
  });
});
