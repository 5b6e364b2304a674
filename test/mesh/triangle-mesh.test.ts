import { describe, expect, it } from 'vitest';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';

const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];

describe('createTriangleMesh', () => {
  it('copies its input', () => {
    const given = Float64Array.from(positions);
    const mesh = createTriangleMesh({
      positions: given,
      indices: [0, 1, 2],
      uvs: [0, 0, 1, 0, 0, 1],
      groups: [3],
    });
    given[0] = 9;
    expect(mesh.positions[0]).toBe(0);
    expect(mesh.uvs).toEqual(Float32Array.of(0, 0, 1, 0, 0, 1));
    expect(mesh.normals).toBeNull();
    expect(mesh.groups).toEqual(Uint16Array.of(3));
  });

  it.each([
    [{ positions, indices: [0, 1, 3] }, /triangle 0 names vertex 3, but there are 3 vertices/],
    [{ positions, indices: [0, 1, -1] }, /names vertex -1/],
    [{ positions, indices: [0, 1, 0.5] }, /names vertex 0.5/],
    [{ positions, indices: [0, 1] }, /indices has 2 numbers/],
    [{ positions: [0, 0], indices: [] }, /positions has 2 numbers/],
    [{ positions, indices: [0, 1, 2], uvs: [0, 0] }, /uvs has 2 numbers, not 6/],
    [{ positions, indices: [0, 1, 2], groups: [0, 0] }, /groups has 2 numbers, not 1/],
  ])('refuses what does not fit: %j', (input, message) => {
    expect(() => createTriangleMesh(input)).toThrow(message);
  });
});
