import { describe, expect, it } from 'vitest';
import { readMesh, readTetMesh, writeGlb, writeMedit, writeObj } from '../../io/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createTetMesh } from '../../src/mesh/tet-mesh.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { box, sphere } from '../support/shapes.ts';
import { encode, expectError, soup } from './files.ts';
import { NODES, TETS } from './tets.ts';

/** A mesh with every attribute, random to the last bit; `round` keeps positions to floats. */
function randomMesh(seed: number, round: boolean): TriangleMesh {
  const random = createRandom(seed);
  const shape = sphere(4);
  const value = () => (nextFloat(random) - 0.5) * 10 ** Math.floor(nextFloat(random) * 40 - 20);
  const triangles = shape.indices.length / 3;
  return createTriangleMesh({
    positions: shape.positions.map(() => (round ? Math.fround(value()) : value() / 3)),
    indices: shape.indices,
    uvs: Float32Array.from({ length: 6 * triangles }, value),
    normals: Float32Array.from({ length: 9 * triangles }, value),
    colors: Float32Array.from({ length: 9 * triangles }, () => nextFloat(random)),
    groups: Uint16Array.from({ length: triangles }, () => Math.floor(nextFloat(random) * 4)),
  });
}

/** Groups renumbered by first appearance, as reading does. */
function renumber(groups: ArrayLike<number>): number[] {
  const order = [...new Set(Array.from(groups))];
  return Array.from(groups, (g) => order.indexOf(g));
}

describe('writeObj', () => {
  it('comes back bit for bit: doubles, UVs, normals and groups (seeds 1 to 5)', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const mesh = randomMesh(seed, seed % 2 === 0);
      const back = await readMesh(encode(writeObj(mesh)), { format: 'obj' });
      expect(back.positions).toEqual(mesh.positions);
      expect(back.indices).toEqual(mesh.indices);
      expect(back.uvs).toEqual(mesh.uvs);
      expect(Array.from(back.groups!)).toEqual(renumber(mesh.groups!));
      expect(back.colors).toBe(null);
      expect(back.normals).toEqual(mesh.normals);
    }
  });

  it('writes the plain text of a plain mesh', () => {
    const mesh = createTriangleMesh({ positions: [0, 0, 0, 0.1, 0, 0, 0, 1e-7, 0], indices: [0, 1, 2] });
    expect(writeObj(mesh)).toBe('# fracas\nv 0 0 0\nv 0.1 0 0\nv 0 1e-7 0\nf 1 2 3\n');
    const uvs = [0, 0, 0.1, 0, 0, 0];
    expect(writeObj(createTriangleMesh({ ...mesh, uvs }))).toContain('vt 0 0\nvt 0.1 0\nf 1/1 2/2 3/1\n');
    const normals = [0, 0, 1, 0, 0, 1, 0, 0, 1];
    expect(writeObj(createTriangleMesh({ ...mesh, normals }))).toContain('vn 0 0 1\nf 1//1 2//1 3//1\n');
  });

  it('keeps coordinates that are not finite', async () => {
    const mesh = createTriangleMesh({
      positions: [Number.NaN, -Infinity, 0, 1, 0, 0, 0, 1, 0],
      indices: [0, 1, 2],
    });
    expect((await readMesh(encode(writeObj(mesh)))).positions).toEqual(mesh.positions);
  });

  it('refuses an empty mesh', () => {
    expect(() => writeObj(createTriangleMesh({ positions: [], indices: [] }))).toThrow(/no triangles/);
  });
});

describe('writeGlb', () => {
  it('comes back as floats, one primitive a group, in the order of groups (seeds 6 to 9)', async () => {
    for (let seed = 6; seed <= 9; seed++) {
      const mesh = { ...randomMesh(seed, true), normals: null };
      const back = await readMesh(await writeGlb(mesh), { format: 'glb' });
      const triangles = mesh.groups!.length;
      const order = Array.from({ length: triangles }, (_, t) => t).sort(
        (a, b) => mesh.groups![a] - mesh.groups![b] || a - b,
      );
      const reorder = (values: ArrayLike<number>, width: number) =>
        order.flatMap((t) => Array.from({ length: width }, (_, k) => values[width * t + k]));
      expect(soup(back)).toEqual(reorder(soup(mesh), 9));
      expect(back.positions.length).toBe(mesh.positions.length); // seams are closed again
      expect(Array.from(back.uvs!)).toEqual(reorder(mesh.uvs!, 6));
      expect(Array.from(back.colors!)).toEqual(reorder(mesh.colors!, 9));
      expect(Array.from(back.groups!)).toEqual(renumber(reorder(mesh.groups!, 1)));
    }
  });

  it('keeps unit normals, and shares vertices where all attributes agree', async () => {
    const shape = box();
    const normals = new Float32Array(9 * 12).map((_, i) => (i % 3 === 2 ? 1 : 0));
    const bytes = await writeGlb(createTriangleMesh({ ...shape, normals }));
    const back = await readMesh(bytes);
    expect(Array.from(back.normals!)).toEqual(Array.from(normals));
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
    const { attributes, indices } = json.meshes[0].primitives[0];
    expect(json.accessors[attributes.POSITION]).toMatchObject({ count: 8, min: [0, 0, 0], max: [1, 1, 1] });
    expect(json.accessors[indices].count).toBe(36);
  });

  it('writes several meshes under their names', async () => {
    const low = createTriangleMesh(box());
    const high = createTriangleMesh({ ...low, positions: low.positions.map((x) => x + 5) });
    const bytes = await writeGlb([
      { name: 'low', mesh: low },
      { name: 'high', mesh: high },
    ]);
    const back = await readMesh(bytes);
    expect(soup(back)).toEqual([...soup(low), ...soup(high)]);
    expect(Array.from(back.groups!)).toEqual([...new Array(12).fill(0), ...new Array(12).fill(1)]);
    const text = new TextDecoder().decode(bytes);
    expect(text).toContain('"name":"low"');
    expect(text).toContain('"name":"high"');
  });

  it('uses wide indices for more than 65,534 vertices, and gives the same bytes again', async () => {
    const mesh = createTriangleMesh(sphere(130));
    expect(mesh.positions.length / 3).toBeGreaterThan(65535);
    const bytes = await writeGlb(mesh);
    const back = await readMesh(bytes);
    expect(back.positions.length).toBe(mesh.positions.length);
    const wanted = soup({ positions: mesh.positions.map(Math.fround), indices: mesh.indices });
    expect(soup(back).findIndex((x, i) => x !== wanted[i])).toBe(-1); // toEqual would take half a minute
    expect(Buffer.compare(await writeGlb(mesh), bytes)).toBe(0);
  });

  it('refuses what glTF cannot hold', async () => {
    const mesh = createTriangleMesh({ positions: [0, 0, 0, 1, Number.NaN, 0, 0, 1, 0], indices: [0, 1, 2] });
    await expectError(writeGlb(mesh), 'non-finite', /vertex 1 has the coordinate NaN/);
    const far = createTriangleMesh({ positions: [0, 0, 1e39, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] });
    await expectError(writeGlb(far), 'non-finite', /vertex 0 has the coordinate 1e\+39/);
    await expectError(writeGlb([]), 'bad-argument', /the list of meshes is empty/);
    const empty = createTriangleMesh({ positions: [], indices: [] });
    await expectError(writeGlb([{ name: 'dust', mesh: empty }]), 'empty-mesh', /dust has no triangles/);
  });
});

describe('writeMedit', () => {
  const mesh = createTetMesh(
    NODES.slice(0, 24).map((x, i) => x + i / 7),
    TETS,
  );

  it('comes back bit for bit', async () => {
    const { mesh: back, inverted, droppedNodes } = await readTetMesh(encode(writeMedit(mesh)));
    expect(back).toEqual(mesh);
    expect([inverted, droppedNodes]).toEqual([0, 0]);
  });

  it('writes the boundary, or the triangles it is given', () => {
    const text = writeMedit(mesh);
    expect(text).toMatch(/^MeshVersionFormatted 2\nDimension 3\nVertices\n8\n0 /);
    expect(text).toMatch(
      /\nTriangles\n12\n(\d+ \d+ \d+ 0\n){12}Tetrahedra\n5\n(\d+ \d+ \d+ \d+ 0\n){5}End\n$/,
    );
    expect(writeMedit(mesh, { indices: [0, 1, 2] })).toContain('\nTriangles\n1\n1 2 3 0\nTetrahedra\n');
    expect(() => writeMedit(mesh, { indices: [0, 1, 8] })).toThrow(/boundary triangle 0 names node 8/);
    expect(() => writeMedit(createTetMesh([], []))).toThrow(/no tets/);
  });
});
