import { describe, expect, it } from 'vitest';
import {
  buildTetAdjacency,
  createTetMesh,
  extractBoundary,
  TET_FACES,
  tetVolume,
} from '../../src/mesh/tet-mesh.ts';

const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1];

describe('tet meshes', () => {
  it('turns negative tets over and measures volume', () => {
    const mesh = createTetMesh(corners, [0, 2, 1, 3]);
    expect(tetVolume(mesh.positions, mesh.indices, 0)).toBeCloseTo(1 / 6, 15);
  });

  it('has faces that look outward, face i opposite corner i', () => {
    const { positions, indices } = createTetMesh(corners, [0, 1, 2, 3]);
    for (let f = 0; f < 4; f++) {
      const [a, b, c] = [0, 1, 2].map((k) => indices[TET_FACES[3 * f + k]]);
      expect([a, b, c]).not.toContain(indices[f]);
      expect(tetVolume(positions, [a, b, c, indices[f]], 0)).toBeLessThan(0);
    }
  });

  it('finds neighbours and boundary of two tets that share a face', () => {
    const { indices } = createTetMesh(corners, [0, 1, 2, 3, 1, 2, 3, 4]);
    const neighbor = buildTetAdjacency(indices, 5);
    expect([...neighbor].filter((n) => n >= 0).sort()).toEqual([0, 1]);
    const boundary = extractBoundary(indices, neighbor);
    expect(boundary.indices.length / 3).toBe(6);
    const directed = new Set<string>();
    for (let h = 0; h < boundary.indices.length; h++) {
      const next = h % 3 === 2 ? h - 2 : h + 1;
      directed.add(`${boundary.indices[h]} ${boundary.indices[next]}`);
    }
    expect(directed.size).toBe(18);
    for (const edge of directed) expect(directed.has(edge.split(' ').reverse().join(' '))).toBe(true);
  });

  it('refuses indices without a node and lengths that do not fit', () => {
    expect(() => createTetMesh(corners, [0, 1, 2, 5])).toThrow(/tet 0 names node 5/);
    expect(() => createTetMesh(corners, [0, 1, 2])).toThrow(/4 a tet/);
    expect(() => createTetMesh([0, 1], [])).toThrow(/3 numbers a node/);
  });
});
