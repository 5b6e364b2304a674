// Geometries of three as they come: with seams, in any layout, with groups. They are baked to solids that keep their
// triangles and their texture coordinates: by what was built, and in the long form by what the tarball installed.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as THREE from 'three';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/site.ts';
import type * as Entry from '../../three/index.ts';
import { DATA, DATA_ROOT, diagonal, readShape } from '../support/data.ts';
import { createProject, createWorkshop, packFracas, removeWorkshop } from './project.ts';

const isLong = process.env.FRACAS_PACK === 'all';
const workshop = isLong ? createWorkshop() : undefined;
afterAll(() => removeWorkshop(workshop));
let home = root;
if (workshop !== undefined) {
  const folder = await createProject(workshop, await packFracas(workshop), 'geometry', ['three']);
  home = join(folder, 'node_modules/fracas');
}
const { bakeGeometry, bakeObject, readGeometry } = (await import(
  pathToFileURL(join(home, 'dist/three/index.js')).href
)) as typeof Entry;
/** Of bakes that are looked at for their triangles alone: a coarse grid takes half the time. */
const QUICK = { cells: 16, warmUp: false };

const profile = [0, 0, 0.5, 0, 0.6, 0.5, 0.3, 1, 0.2, 1, 0.45, 0.5, 0, 0.1];
const points = [0, 2, 4, 6, 8, 10, 12].map((k) => new THREE.Vector2(profile[k], profile[k + 1]));
const star = new THREE.Shape(
  Array.from({ length: 10 }, (_, k) => {
    const [angle, radius] = [(Math.PI * k) / 5, k % 2 === 0 ? 1 : 0.45];
    return new THREE.Vector2(radius * Math.cos(angle), radius * Math.sin(angle));
  }),
);
const PRIMITIVES: Readonly<Record<string, THREE.BufferGeometry>> = {
  box: new THREE.BoxGeometry(1, 0.5, 2, 3, 2, 4),
  capsule: new THREE.CapsuleGeometry(0.4, 1, 8, 20),
  cone: new THREE.ConeGeometry(0.5, 1, 24),
  cylinder: new THREE.CylinderGeometry(0.5, 0.4, 1, 24),
  dodecahedron: new THREE.DodecahedronGeometry(0.6),
  extrude: new THREE.ExtrudeGeometry(star, {
    depth: 0.4,
    bevelEnabled: true,
    bevelSize: 0.05,
    bevelThickness: 0.05,
  }),
  icosahedron: new THREE.IcosahedronGeometry(0.6, 2),
  lathe: new THREE.LatheGeometry(points, 24),
  octahedron: new THREE.OctahedronGeometry(0.6, 1),
  sphere: new THREE.SphereGeometry(0.6, 24, 16),
  tetrahedron: new THREE.TetrahedronGeometry(0.7),
  torus: new THREE.TorusGeometry(0.5, 0.2, 12, 32),
  knot: new THREE.TorusKnotGeometry(0.5, 0.15, 96, 12),
};

/** Triangles of a geometry that have an area. */
function countTriangles(geometry: THREE.BufferGeometry): number {
  const { positions, indices } = readGeometry(geometry);
  let count = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => new THREE.Vector3().fromArray(positions, 3 * indices[t + k]));
    if (b.sub(a).cross(c.sub(a)).length() > 1e-9) count++;
  }
  return count;
}

describe('closed primitives of three', () => {
  it.each(Object.entries(PRIMITIVES))(
    '%s keeps its triangles and texture coordinates',
    async (_, geometry) => {
      const triangles = countTriangles(geometry);
      const asset = await bakeGeometry(geometry, { resolution: 6, ...QUICK });
      expect(asset.mesher).toBe('delaunay');
      expect(asset.surface.uvs).not.toBeNull();
      const surface = asset.surface.indices.length / 3;
      const tets = asset.tets.indices.length / 4;
      expect(surface).toBeGreaterThanOrEqual(triangles);
      expect(surface).toBeLessThan(triangles + 1500);
      expect(tets).toBeGreaterThan(surface / 3);
      expect(tets).toBeLessThan(4 * surface);
    },
  );
});

const SMALL = 100_000; // bytes; larger files take long: npm run pack-test
const FOLDERS = ['meshes', 'self-intersections', 'sdf', 'fracture/wall', 'fracture/cube', 'fracture/erleben'];
const listFiles = (folder: string): string[] =>
  readdirSync(join(DATA_ROOT, folder))
    .filter((name) => /\.(obj|ply|ply\.gz)$|npm.*\.json$/.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((path) => isLong || statSync(join(DATA_ROOT, path)).size < SMALL);
const files = !DATA ? [] : isLong ? FOLDERS.flatMap(listFiles) : listFiles('meshes');
/** Scans with holes and open boxes: what had to be changed is told. */
const OPEN = /open|NotManifold|vrip/;
const FLAT = 'fracture/wall/plane.obj'; // no solid at all

describe.skipIf(!DATA)('models of the shared data, every corner a vertex of its own', () => {
  it.each(files)('%s', async (path) => {
    const mesh = readShape(path);
    const triangles = mesh.indices.length / 3;
    // Brought to a metre, with texture coordinates that say where a corner lies.
    const scale = 1 / diagonal(mesh.positions);
    const position = new Float32Array(9 * triangles);
    const uv = new Float32Array(6 * triangles);
    for (let c = 0; c < 3 * triangles; c++) {
      for (let d = 0; d < 3; d++) position[3 * c + d] = scale * mesh.positions[3 * mesh.indices[c] + d];
      for (let d = 0; d < 2; d++) uv[2 * c + d] = position[3 * c + d];
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(position, 3));
    geometry.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
    const baked = bakeGeometry(geometry, { resolution: 8, ...QUICK });
    if (path === FLAT) {
      await expect(baked).rejects.toThrow('encloses no solid');
      return;
    }
    const asset = await baked;
    const surface = asset.surface.indices.length / 3;
    const tets = asset.tets.indices.length / 4;
    expect(tets).toBeGreaterThan(surface / 4);
    expect(tets).toBeLessThan(5 * surface);
    if (OPEN.test(path)) {
      expect(asset.notes.join()).toMatch(/edges are open|non-manifold|more than two/);
      expect(asset.surface.uvs).not.toBeNull();
      return;
    }
    expect(asset.mesher).toBe('delaunay');
    expect(surface).toBeGreaterThanOrEqual(0.98 * triangles);
    expect(surface).toBeLessThan(1.5 * triangles + 2000);
    const { uvs, indices, positions } = asset.surface;
    let worst = 0;
    for (let c = 0; c < indices.length; c++) {
      for (let d = 0; d < 2; d++)
        worst = Math.max(worst, Math.abs((uvs?.[2 * c + d] ?? Infinity) - positions[3 * indices[c] + d]));
    }
    expect(worst).toBeLessThan(5e-3); // where triangles had to be replaced
  });
});

describe('readGeometry', () => {
  it('reads interleaved, quantised, cut and mirrored geometries alike', () => {
    const box = new THREE.BoxGeometry(1, 2, 3);
    const wanted = readGeometry(box);
    expect(wanted.groups).toEqual(Uint16Array.from({ length: 12 }, (_, t) => Math.floor(t / 2)));
    const buffer = new THREE.InterleavedBuffer(new Float32Array(8 * 24), 8);
    const woven = new THREE.BufferGeometry().setIndex(box.index);
    const columns = { position: [0, 3], normal: [3, 3], uv: [6, 2] } as const;
    for (const [name, [offset, width]] of Object.entries(columns)) {
      const attribute = new THREE.InterleavedBufferAttribute(buffer, width, offset);
      const from = box.getAttribute(name);
      for (let v = 0; v < 24; v++)
        for (let k = 0; k < width; k++) attribute.setComponent(v, k, from.getComponent(v, k));
      woven.setAttribute(name, attribute);
    }
    for (const { start, count, materialIndex } of box.groups) woven.addGroup(start, count, materialIndex);
    expect(readGeometry(woven)).toEqual(wanted);
    const loose = box.toNonIndexed();
    expect(readGeometry(loose).uvs).toEqual(wanted.uvs);
    const part = box.clone();
    part.setDrawRange(6, 12);
    expect(readGeometry(part).indices).toEqual(wanted.indices.slice(6, 18));
    expect(readGeometry(part).groups).toEqual(Uint16Array.of(1, 1, 2, 2));
    const mesh = new THREE.Mesh(box);
    mesh.scale.set(-1, 1, 1);
    mesh.position.set(5, 0, 0);
    const mirrored = readGeometry(mesh);
    expect(mirrored.positions[0]).toBeCloseTo(5 - wanted.positions[0]);
    expect(volume(mirrored)).toBeCloseTo(6);
    expect(volume(wanted)).toBeCloseTo(6);
  });

  it('poses what has a skeleton or morphs', () => {
    const box = new THREE.BoxGeometry(1, 1, 1);
    box.morphAttributes.position = [
      new THREE.BufferAttribute(
        box.getAttribute('position').array.map((x) => 2 * x),
        3,
      ),
    ];
    const mesh = new THREE.Mesh(box);
    mesh.updateMorphTargets();
    (mesh.morphTargetInfluences as number[])[0] = 1;
    expect(volume(readGeometry(mesh))).toBeCloseTo(8);
  });

  it('names what it cannot read', () => {
    expect(() => readGeometry(new THREE.BufferGeometry())).toThrow('no positions');
    expect(() => readGeometry(new THREE.Group() as unknown as THREE.Mesh)).toThrow('bakeObject');
    expect(() => readGeometry(new THREE.InstancedMesh(new THREE.BoxGeometry(), undefined, 2))).toThrow(
      'InstancedMesh',
    );
    expect(() => readGeometry({} as THREE.Mesh)).toThrow('neither a Mesh nor a BufferGeometry');
  });
});

describe('bakeObject', () => {
  const [wood, iron] = [new THREE.MeshStandardMaterial(), new THREE.MeshStandardMaterial()];
  const model = new THREE.Group();
  const head = new THREE.Mesh(new THREE.BoxGeometry(0.4, 0.2, 0.2), iron);
  head.position.y = 0.5;
  head.name = 'head';
  const handle = new THREE.Mesh(new THREE.CylinderGeometry(0.05, 0.05, 1, 12), wood);
  handle.name = 'handle';
  const hidden = new THREE.Mesh(new THREE.BoxGeometry(9, 9, 9), wood);
  hidden.visible = false;
  model.add(head, handle, hidden);
  model.name = 'hammer';
  model.scale.setScalar(0.5);

  it('makes one solid of a model, with a group for each material', async () => {
    const { assets, looks } = await bakeObject(model, { resolution: 8, ...QUICK });
    expect(assets.map(({ name }) => name)).toEqual(['hammer']);
    expect(looks.hammer.surface).toEqual([iron, wood]);
    expect([...new Set(assets[0].surface.groups)].sort()).toEqual([0, 1]);
    expect(assets[0].mass.volume).toBeLessThan(0.125 * (0.016 + Math.PI * 0.0025));
  });

  it('makes one solid a mesh', async () => {
    const { assets, looks } = await bakeObject(model, { each: true, resolution: 6, ...QUICK });
    expect(assets.map(({ name }) => name)).toEqual(['head', 'handle']);
    expect(looks.handle.surface).toEqual([wood]);
    await expect(bakeObject(new THREE.Group())).rejects.toThrow('no mesh that is visible');
  });
});

function volume({ positions, indices }: { positions: Float64Array; indices: Uint32Array }): number {
  let sum = 0;
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => new THREE.Vector3().fromArray(positions, 3 * indices[t + k]));
    sum += a.dot(b.cross(c)) / 6;
  }
  return sum;
}
