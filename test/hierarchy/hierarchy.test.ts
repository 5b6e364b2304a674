import { describe, expect, it } from 'vitest';
import { buildHierarchy, type Hierarchy, STACK_SIZE } from '../../src/hierarchy/hierarchy.ts';
import { corner } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, joined, moved, SOUPS, shape, soup, sphere } from '../support/shapes.ts';

/** Checks every promise the type makes; returns the depth. */
function validate(hierarchy: Hierarchy, mesh: Shape): number {
  const { count, box, second, first, size, triangle, slot, frame } = hierarchy;
  const n = mesh.indices.length / 3;
  expect(triangle.length).toBe(n);
  for (let t = 0; t < n; t++) expect(triangle[slot[t]]).toBe(t);
  for (const column of [second, first, size]) expect(column.length).toBe(count);
  let slots = 0;
  let next = 0; // nodes come depth-first, so a walk meets them in order
  const walk = (node: number, depth: number): number => {
    expect(node).toBe(next++);
    if (second[node] < 0) {
      expect(first[node]).toBe(slots);
      expect(size[node]).toBeGreaterThan(0);
      slots += size[node];
      for (let s = first[node]; s < slots; s++) {
        for (let i = 0; i < 3; i++) {
          const p = corner(mesh, triangle[s], i);
          for (let d = 0; d < 3; d++) {
            if (!(p[d] >= box[6 * node + d] && p[d] <= box[6 * node + 3 + d]))
              throw new Error(`leaf ${node}`);
          }
        }
      }
      return depth;
    }
    expect(size[node]).toBe(0);
    for (const child of [node + 1, second[node]]) {
      for (let d = 0; d < 3; d++) {
        expect(box[6 * child + d]).toBeGreaterThanOrEqual(box[6 * node + d]);
        expect(box[6 * child + 3 + d]).toBeLessThanOrEqual(box[6 * node + 3 + d]);
      }
    }
    return Math.max(walk(node + 1, depth + 1), walk(second[node], depth + 1));
  };
  const depth = walk(0, 0);
  expect(next).toBe(count);
  expect(slots).toBe(n);
  for (let t = 0; t < n; t++) {
    const o = 12 * slot[t];
    const [a, b, c] = [corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)];
    for (let d = 0; d < 3; d++) {
      expect(frame[o + d]).toBe(a[d]);
      expect(frame[o + 3 + d]).toBe(b[d] - a[d]);
      expect(frame[o + 6 + d]).toBe(c[d] - a[d]);
    }
  }
  expect(depth).toBeLessThan(STACK_SIZE);
  return depth;
}

describe('buildHierarchy keeps its promises', () => {
  for (const kind of SOUPS) {
    for (const scale of [1, 1e-6, 1e6]) {
      it(`soup of ${kind} at scale ${scale}, seed 3`, () => {
        for (const count of [1, 2, 5, 9, 300]) {
          const mesh = soup(kind, count, 3, scale);
          validate(buildHierarchy(mesh.positions, mesh.indices), mesh);
        }
      });
    }
  }

  it('closed shapes, to a depth near log2(n)', () => {
    const mesh = sphere(24);
    const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
    expect(validate(hierarchy, mesh)).toBeLessThan(20);
    expect(buildHierarchy(mesh.positions, mesh.indices)).toEqual(hierarchy);
  });

  it('no triangles: one empty leaf', () => {
    const { count, size } = buildHierarchy(new Float64Array(0), new Uint32Array(0));
    expect([count, size[0]]).toEqual([1, 0]);
  });

  it('a thousand equal triangles', () => {
    const mesh = shape(
      [0, 0, 0, 1, 0, 0, 0, 1, 0],
      Array.from({ length: 3000 }, (_, i) => i % 3),
    );
    expect(validate(buildHierarchy(mesh.positions, mesh.indices), mesh)).toBeLessThan(10);
  });

  it('sizes that shrink by half, for which the cheapest split peels one triangle at a time', () => {
    const parts = Array.from({ length: 900 }, (_, i) => moved(box(), [2 ** -i, 0, 0], 2 ** -i / 4));
    const mesh = joined(...parts);
    const depth = validate(buildHierarchy(mesh.positions, mesh.indices), mesh);
    expect(depth).toBeGreaterThan(32); // so this did reach the median splits
  });

  it('coordinates so close that one over their extent overflows', () => {
    const mesh = shape(
      soup('small', 200, 5).positions.map((x) => x * 1e-310),
      [...Array(600).keys()],
    );
    validate(buildHierarchy(mesh.positions, mesh.indices), mesh);
  });

  it('coordinates so large that areas overflow', () => {
    const mesh = shape(
      soup('small', 200, 6).positions.map((x) => x * 1e300),
      [...Array(600).keys()],
    );
    validate(buildHierarchy(mesh.positions, mesh.indices), mesh);
  });
});
