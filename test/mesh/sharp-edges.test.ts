import { describe, expect, it } from 'vitest';
import { measureNormal } from '../../src/geometry/triangle.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { findSharpEdges } from '../../src/mesh/sharp-edges.ts';

describe('findSharpEdges', () => {
  it('finds the twelve edges of a box, all convex, however finely it is cut', () => {
    const box = createBox({ edge: 1 / 3 });
    const edges = findSharpEdges(box.positions, box.indices, 30);
    expect(edges.count).toBe(12 * 3);
    expect([...edges.convex].every((c) => c === 1)).toBe(true);
    for (let e = 0; e < edges.count; e++) {
      const [a, b] = [edges.vertex[2 * e], edges.vertex[2 * e + 1]];
      expect(a).toBeLessThan(b);
      for (let k = 0; k < 2; k++) {
        const t = 3 * edges.face[2 * e + k];
        const corners = [...box.indices.subarray(t, t + 3)];
        expect(corners).toContain(a);
        expect(corners).toContain(b);
      }
    }
  });

  it('finds concave edges in a box turned inside out', () => {
    const box = createBox();
    const edges = findSharpEdges(box.positions, box.indices.slice().reverse(), 30);
    expect(edges.count).toBe(12);
    expect([...edges.convex].every((c) => c === 0)).toBe(true);
  });

  it('finds none on a fine sphere and all on a tetrahedron', () => {
    const sphere = createSphere({ frequency: 16 });
    expect(findSharpEdges(sphere.positions, sphere.indices, 30).count).toBe(0);
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
    const indices = Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3);
    expect(findSharpEdges(positions, indices, 30).count).toBe(6);
  });

  it('finds blunt edges that may be crossed by more than a dip', () => {
    const { positions, indices } = createSphere({ frequency: 4 });
    const blunt = findSharpEdges(positions, indices, 0);
    const dips = Array.from({ length: blunt.count }, (_, e) => {
      const [a, b] = [0, 1].map((k) => positions.subarray(3 * blunt.vertex[2 * e + k]));
      const [n, m] = [0, 1].map((k) => {
        const out = new Float64Array(4);
        measureNormal(out, positions, indices, blunt.face[2 * e + k]);
        return out;
      });
      const length = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      const angle = Math.acos(n[0] * m[0] + n[1] * m[1] + n[2] * m[2]);
      return 0.5 * length * Math.tan(0.5 * angle);
    });
    const dip = 0.5 * (Math.min(...dips) + Math.max(...dips));
    const expected = dips.flatMap((x, e) => (x > dip ? [blunt.vertex[2 * e], blunt.vertex[2 * e + 1]] : []));
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(blunt.vertex.length);
    expect([...findSharpEdges(positions, indices, 30, dip).vertex]).toEqual(expected);
    expect(() => findSharpEdges(positions, indices, 30, Number.NaN)).toThrow('dip');
  });

  it('leaves out open edges and degenerate triangles', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0);
    expect(findSharpEdges(positions, Uint32Array.of(0, 1, 2), 30).count).toBe(0);
    expect(findSharpEdges(positions, Uint32Array.of(0, 1, 2, 1, 0, 3), 30).count).toBe(0);
  });
});
