// The solids that three makes differ at their seams by rounding: sin(2π) is not 0. Taken as open they were meshed anew,
// with thirty times the tets.

import * as three from 'three';
import { describe, expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { inspectMesh } from '../../src/mesh/inspect.ts';
import { repairMesh, weldMesh } from '../../src/mesh/repair.ts';
import { chooseWeld } from '../../src/mesh/repair-weld.ts';
import type { MeshInput } from '../../src/mesh/triangle-mesh.ts';
import { signed, torus } from '../support/shapes.ts';

const vase = Array.from(
  { length: 13 },
  (_, i) => new three.Vector2(Math.sin((i / 12) * Math.PI) * (0.3 + 0.1 * Math.sin(i)), i / 12),
);

const solids: [string, three.BufferGeometry][] = [
  ['sphere', new three.SphereGeometry(0.5, 16, 12)],
  ['cylinder', new three.CylinderGeometry(0.3, 0.4, 1, 24, 4)],
  ['cone', new three.ConeGeometry(0.4, 1, 20, 3)],
  ['torus', new three.TorusGeometry(0.5, 0.2, 14, 32)],
  ['capsule', new three.CapsuleGeometry(0.3, 0.6, 6, 18)],
  ['lathe', new three.LatheGeometry(vase, 20)],
];

/** A geometry with its UVs at corners, turned, moved and scaled, so that coordinates at seams round in every way. */
function toInput(geometry: three.BufferGeometry, scale: number, turn: number): MeshInput {
  const moved = geometry
    .clone()
    .scale(scale, scale, scale)
    .rotateX(turn)
    .rotateZ(2 * turn);
  moved.translate(scale * turn, -scale * turn, 0.3 * scale * turn);
  const { position, uv } = moved.attributes;
  const indices = [...moved.index!.array];
  const uvs = indices.flatMap((v) => [uv.getX(v), uv.getY(v)]);
  return { positions: position.array, indices, uvs };
}

describe('seams that rounding parted', () => {
  for (const [name, geometry] of solids) {
    it(`${name}: closed once welded, at every scale and turn`, () => {
      for (const scale of [1e-3, 1, 1e3]) {
        for (const turn of [0, 0.3, 1.7]) {
          const input = toInput(geometry, scale, turn);
          const parted = !inspectMesh(repairMesh(input, { weld: 0 }).mesh).closed;
          if (turn === 0) expect(parted).toBe(true); // moved, some seams round to equal floats
          const { mesh, changes } = repairMesh(input);
          expect(inspectMesh(mesh).defects, `scale ${scale}, turn ${turn}`).toEqual([]);
          if (parted) expect(changes[0].message).toMatch(/were joined with others up to \S+ m away/);
        }
      }
    });
  }

  it('loose triangles whose corners were shaken by up to 2e-7 of the size, seed 9', () => {
    const random = createRandom(9);
    const { positions, indices } = torus(24, 12);
    for (const shake of [1e-15, 1e-10, 1e-7, 2e-7]) {
      const loose = Float64Array.from({ length: 3 * indices.length }, (_, k) => {
        const x = positions[3 * indices[Math.floor(k / 3)] + (k % 3)];
        return x + 2.6 * shake * signed(random); // the torus is 2.6 wide
      });
      const { mesh } = repairMesh({ positions: loose, indices: indices.map((_, i) => i) });
      expect(inspectMesh(mesh)).toMatchObject({ vertices: 288, triangles: 576, genus: 1, defects: [] });
    }
  });

  it('a cylinder keeps its triangles and both sides of its texture seam', async () => {
    const input = toInput(new three.CylinderGeometry(0.3, 0.3, 1, 16, 2), 1, 0);
    const welded = await bake(input, { resolution: 8 });
    const parted = await bake(input, { resolution: 8, weld: 0 });
    expect([welded.mesher, parted.mesher]).toEqual(['delaunay', 'stuffing']);
    expect(welded.notes[0]).toMatch(/joined with others up to/);
    expect(welded.mass.volume).toBeCloseTo(1 * 8 * Math.sin(Math.PI / 8) * 0.09, 6);
    // Along the side's seam u is 0 on one side and 1 on the other.
    const { positions, indices, uvs } = welded.surface;
    const seen = new Set<number>();
    for (let c = 0; c < indices.length; c++) {
      const [x, y, z] = positions.subarray(3 * indices[c], 3 * indices[c] + 3);
      if (Math.abs(x) < 1e-6 && z > 0.29 && Math.abs(y) < 0.49) seen.add(uvs![2 * c]);
    }
    expect([...seen].sort()).toEqual([0, 1]);
  });
});

describe('weldMesh', () => {
  for (const [name, geometry] of solids) {
    it(`${name}: joins the vertices that a repair does, and changes nothing else`, () => {
      const input = toInput(geometry, 1, 0.7);
      const { mesh, changes } = weldMesh(input);
      expect(changes.map(({ kind }) => kind)).toEqual(['welded']);
      expect(mesh.indices.length).toBe(input.indices.length);
      expect(inspectMesh(mesh).closed).toBe(true);
      expect(weldMesh(mesh).changes).toEqual([]);
      expect(repairMesh(mesh).mesh).toEqual(repairMesh(input).mesh);
    });
  }

  it('keeps vertices that nothing used, and takes those without a place', () => {
    const input = toInput(solids[1][1], 1, 0.3);
    const positions = [...Array.from(input.positions), 9, 9, 9, Number.NaN, 0, 0];
    const { mesh, changes } = weldMesh({ ...input, positions });
    expect(changes).toEqual(weldMesh(input).changes);
    expect(mesh.positions.length / 3).toBe(weldMesh(input).mesh.positions.length / 3 + 2);
    const broken = { ...input, positions: positions.map((x, i) => (i === 0 ? Infinity : x)) };
    expect(weldMesh(broken).mesh.indices.length).toBe(input.indices.length);
    expect(() => weldMesh(input, { weld: -1 })).toThrow('weld is -1');
  });
});

describe('what welding leaves apart', () => {
  it('two open boxes beside each other, by more than a millionth', () => {
    const open = new three.BoxGeometry(1, 1, 1).toNonIndexed().attributes.position.array.slice(0, 90);
    const both = [...open, ...open.map((x, i) => (i % 3 === 0 ? x + 1 + 1e-5 : x))];
    const { mesh } = repairMesh({
      positions: both,
      indices: Array.from({ length: both.length / 3 }, (_, i) => i),
    });
    expect(inspectMesh(mesh).components).toBe(2);
  });

  it('details a few times as large as rounding, seed 7', () => {
    // A sheet of loose triangles whose smallest edges are 1e-6 to 4e-7 of its size: every triangle stays.
    const random = createRandom(7);
    for (let round = 0; round < 20; round++) {
      const size = 4e-7 + 6e-7 * nextFloat(random);
      const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
      for (let k = 0; k < 10; k++) {
        const [x, y] = [nextFloat(random), nextFloat(random)];
        positions.push(x, y, 0, x + size, y, 0, x, y + size, 0);
      }
      const indices = Array.from({ length: positions.length / 3 }, (_, i) => i);
      expect(chooseWeld(Float64Array.from(positions), Uint32Array.from(indices))).toBeLessThan(size);
      const { mesh, changes } = repairMesh({ positions, indices });
      expect(mesh.indices.length).toBe(33);
      expect(changes.filter(({ kind }) => kind !== 'turned')).toEqual([]);
    }
  });

  it('and refuses a distance that is none', async () => {
    const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] };
    await expect(bake(mesh, { weld: -1 })).rejects.toThrow('weld is -1: give a distance in metres');
    for (const weld of [true, false, '1'] as never[])
      await expect(bake(mesh, { weld })).rejects.toThrow(
        `weld is ${typeof weld === 'string' ? `'${weld}'` : weld}: give a distance in metres; 0 joins only`,
      );
  });
});
