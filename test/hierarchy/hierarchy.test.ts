import { describe, expect, it } from 'vitest';
import { buildHierarchy, type Hierarchy, STACK_SIZE } from '../../src/hierarchy/hierarchy.ts';
import { corner } from '../support/brute.ts';
import type { Shape } from '../support/data.ts';
import { box, joined, moved, SOUPS, shape, soup, sphere } from '../support/shapes.ts';

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Checks every promise the type makes; returns the depth. */
function validate(hierarchy: Hierarchy, mesh: Shape): number {
  const { count, box, second, first, size, triangle, slot, frame } = hierarchy;
  const n = mesh.indices.length / 3;
  demand(triangle.length === n && slot.length === n, 'a slot for every triangle');
  for (let t = 0; t < n; t++) demand(triangle[slot[t]] === t, `slot of triangle ${t}`);
  for (const column of [second, first, size]) demand(column.length === count, 'columns of one length');
  const holds = (node: number, d: number, low: number, high: number) =>
    low >= box[6 * node + d] && high <= box[6 * node + 3 + d];
  let slots = 0;
  let next = 0; // nodes come depth-first, so a walk meets them in order
  const walk = (node: number, depth: number): number => {
    demand(node === next++, `node ${node} out of order`);
    if (second[node] < 0) {
      demand(first[node] === slots && size[node] > 0, `leaf ${node} out of order or empty`);
      slots += size[node];
      for (let s = first[node]; s < slots; s++) {
        for (let i = 0; i < 3; i++) {
          const p = corner(mesh, triangle[s], i);
          for (let d = 0; d < 3; d++) demand(holds(node, d, p[d], p[d]), `leaf ${node} leaves out a corner`);
        }
      }
      return depth;
    }
    demand(size[node] === 0, `inner node ${node} with triangles`);
    for (const child of [node + 1, second[node]]) {
      for (let d = 0; d < 3; d++) {
        demand(holds(node, d, box[6 * child + d], box[6 * child + 3 + d]), `node ${node} leaves out a child`);
      }
    }
    return Math.max(walk(node + 1, depth + 1), walk(second[node], depth + 1));
  };
  const depth = walk(0, 0);
  demand(next === count && slots === n, 'nodes and slots are all reached');
  for (let t = 0; t < n; t++) {
    const o = 12 * slot[t];
    const [a, b, c] = [corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)];
    for (let d = 0; d < 3; d++) {
      demand(frame[o + d] === a[d], `frame of triangle ${t}`);
      demand(frame[o + 3 + d] === b[d] - a[d] && frame[o + 6 + d] === c[d] - a[d], `frame of triangle ${t}`);
    }
  }
  demand(depth < STACK_SIZE, 'no deeper than the stacks are long');
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
