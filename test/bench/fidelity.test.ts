// A sample of bench/fidelity: meshes that cross themselves and clean ones, judged as there.

import { describe, expect, it } from 'vitest';
import { crossingMeshes, crumple } from '../../bench/crossing-meshes.ts';
import { judgeMesh, listPrimitives } from '../../bench/fidelity.ts';
import { createGlass, createTriceratops } from '../../src/mesh/shapes/index.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

const RESOLUTION = 10; // few tets: the surfaces are what counts

const find = (name: string) => crossingMeshes.find((m) => m.name === name)!.make();
const primitive = (name: string) =>
  listPrimitives()
    .find((m) => m.name === `three's ${name}`)!
    .make();

const crossing: [string, () => TriangleMesh][] = [
  ['two balls', () => find('two balls')],
  ['ball in a ball', () => find('ball in a ball')],
  ['pile of 12 boxes', () => find('pile of 12 boxes')],
  ['wing nut', () => find('wing nut')],
  ['tube folded into itself', () => find('tube folded into itself')],
  ['shaken triceratops', () => crumple(createTriceratops(), 1, 0.01)],
];

describe('fidelity', () => {
  for (const [name, make] of crossing) {
    it(`keeps a mesh that crosses itself: ${name}`, async () => {
      const { kind, outcome, result, input, volume, told } = await judgeMesh(make(), RESOLUTION);
      expect([kind, outcome]).toEqual(['crossing', 'delaunay']);
      expect(Math.max(result, input)).toBeLessThan(1); // % of the diagonal
      expect(volume).toBeLessThan(0.5); // %
      expect(Math.abs(volume - Math.abs(told))).toBeLessThan(0.1);
    });
  }

  it('keeps clean meshes', async () => {
    for (const mesh of [createGlass(), await primitive('box'), await primitive('icosahedron')]) {
      const { kind, result, input, volume, told } = await judgeMesh(mesh, RESOLUTION);
      expect(kind).toBe('clean');
      expect(Math.max(result, input)).toBeLessThan(0.1);
      expect(Math.max(volume, Math.abs(told))).toBeLessThan(0.01);
    }
  });

  it('tells the truth about a mesh with holes', async () => {
    const ball = await primitive('icosahedron');
    const holed = { ...ball, indices: ball.indices.slice(9) };
    const { kind, outcome, volume, told, why } = await judgeMesh(holed, RESOLUTION);
    expect([kind, outcome]).toEqual(['open', 'stuffing']);
    expect(Math.abs(volume - Math.abs(told))).toBeLessThan(0.1);
    expect(why).toMatch(/edges are open/);
  });
});
