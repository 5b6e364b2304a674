import { describe, expect, it } from 'vitest';
import { validateSphereTree } from '../../src/contact/index.ts';
import {
  type Asset,
  bake,
  bakeTets,
  decodeAsset,
  encodeAsset,
  type InputError,
  type MeshInput,
} from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { buildTetAdjacency, extractBoundary, tetVolume } from '../../src/mesh/tet-mesh.ts';
import { box, joinMeshes, withoutTriangles } from './meshes.ts';

/** Everything an asset promises, checked from outside. */
function checkAsset(asset: Asset): void {
  const { tets, surface, surfaceCount, nodes, tree, field, edges } = asset;
  const nodeCount = tets.positions.length / 3;
  for (let t = 0; t < tets.indices.length; t += 4)
    expect(tetVolume(tets.positions, tets.indices, t)).toBeGreaterThan(0);
  const boundary = extractBoundary(tets.indices, buildTetAdjacency(tets.indices, nodeCount));
  const key = (list: Uint32Array) => {
    const faces: string[] = [];
    for (let t = 0; t < list.length; t += 3) {
      const [a, b, c] = list.subarray(t, t + 3);
      const turn = a < b && a < c ? [a, b, c] : b < c ? [b, c, a] : [c, a, b];
      faces.push(turn.join(' '));
    }
    return faces.sort();
  };
  expect(key(surface.indices)).toEqual(key(boundary.indices));
  expect(new Set(surface.indices).size).toBe(surfaceCount);
  expect(Math.max(...surface.indices)).toBe(surfaceCount - 1);
  expect(asset.thickness.length).toBe(surfaceCount);
  expect(asset.thickness.every((t) => t > 0 && Number.isFinite(t))).toBe(true);
  expect(nodes.distance.subarray(0, surfaceCount).every((d) => d === 0)).toBe(true);
  expect(nodes.distance.subarray(surfaceCount).every((d) => d > 0)).toBe(true);
  validateSphereTree(tree, tets.positions);
  expect([...asset.order].sort((a, b) => a - b)).toEqual(Array.from({ length: nodeCount }, (_, i) => i));
  expect(field.cell).toBeLessThanOrEqual(asset.wall / 4 + 1e-12);
  for (let i = 0; i < edges.vertex.length; i++) expect(edges.vertex[i]).toBeLessThan(surfaceCount);
  let volume = 0;
  for (let t = 0; t < tets.indices.length; t += 4) volume += tetVolume(tets.positions, tets.indices, t);
  expect(asset.mass.volume / volume).toBeCloseTo(1, 10);
}

async function codeOf(mesh: MeshInput, options = {}): Promise<string> {
  try {
    await bake(mesh, options);
    return 'baked';
  } catch (error) {
    return (error as InputError).code ?? String(error);
  }
}

describe('bake', () => {
  it('makes a box collide on its faces, not at its corners alone', async () => {
    const asset = await bake(box(), { name: 'box', resolution: 6 });
    checkAsset(asset);
    expect(asset.mesher).toBe('delaunay');
    expect(asset.mass.volume).toBeCloseTo(1, 12);
    expect(asset.surfaceCount).toBeGreaterThan(6 * 25);
    expect(asset.wall).toBeCloseTo(1, 6);
    expect(asset.edges.count).toBeGreaterThanOrEqual(12 * 6);
    expect(asset.notes).toEqual([]);
  });

  it('survives storage bit for bit', async () => {
    const asset = await bake(shapes.createBrick(), { name: 'brick', resolution: 8 });
    const bytes = encodeAsset(asset);
    const again = decodeAsset(bytes);
    expect(again).toEqual(asset);
    expect(encodeAsset(again)).toEqual(bytes);
    expect(again.hash).toBe(asset.hash);
  });

  it('gives the same bits twice, and other bits for other options', async () => {
    const one = await bake(shapes.createTorus(), { resolution: 10 });
    const two = await bake(shapes.createTorus(), { resolution: 10 });
    const other = await bake(shapes.createTorus(), { resolution: 11 });
    expect(two.hash).toBe(one.hash);
    expect(other.hash).not.toBe(one.hash);
  });

  it('keeps UVs, colours, normals and groups through storage', async () => {
    const mesh = box();
    const corners = mesh.indices.length;
    const uvs = Array.from({ length: 2 * corners }, (_, i) => (i % 7) / 7);
    const colors = Array.from({ length: 3 * corners }, (_, i) => (i % 5) / 5);
    const normals = Array.from({ length: 3 * corners }, (_, i) => (i % 3 === 0 ? 1 : 0));
    const groups = Array.from({ length: corners / 3 }, (_, i) => i >> 1);
    const asset = decodeAsset(
      encodeAsset(await bake({ ...mesh, uvs, colors, normals, groups }, { resolution: 4 })),
    );
    const triangles = asset.surface.indices.length / 3;
    expect(asset.surface.uvs?.length).toBe(6 * triangles);
    expect(asset.surface.colors?.length).toBe(9 * triangles);
    expect(asset.surface.normals?.length).toBe(9 * triangles);
    expect(new Set(asset.surface.groups)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
    // Groups followed the faces: the box lists its sides as z low, z high, y low, y high, x low, x high.
    for (let t = 0; t < triangles; t++) {
      const group = asset.surface.groups![t];
      const axis = 2 - (group >> 1);
      for (let k = 0; k < 3; k++) {
        expect(asset.tets.positions[3 * asset.surface.indices[3 * t + k] + axis]).toBe(group & 1);
      }
    }
  });

  it('takes two disjoint solids as one asset', async () => {
    const asset = await bake(joinMeshes(box(), box([3, 0, 0])), { resolution: 12 });
    checkAsset(asset);
    expect(asset.mass.volume).toBeCloseTo(2, 12);
  });

  it('keeps a cavity hollow', async () => {
    const inner = box([0.25, 0.25, 0.25], 0.5);
    const asset = await bake(joinMeshes(box(), { ...inner, indices: [...inner.indices].reverse() }), {
      resolution: 8,
    });
    checkAsset(asset);
    expect(asset.mass.volume).toBeCloseTo(1 - 0.125, 12);
  });

  it('bakes a plate of one tet thickness', async () => {
    const asset = await bake(box([0, 0, 0], [1, 0.02, 1]), { resolution: 20 });
    checkAsset(asset);
    expect(asset.mesher).toBe('delaunay');
    expect(asset.wall).toBeCloseTo(0.02, 7);
  });

  it('turns a solid that is inside out, and says so', async () => {
    const mesh = box();
    const asset = await bake({ ...mesh, indices: [...mesh.indices].reverse() }, { resolution: 6 });
    expect(asset.mass.volume).toBeCloseTo(1, 12);
    expect(asset.notes.length).toBeGreaterThan(0);
  });

  it('re-meshes a surface with holes and embeds the input', async () => {
    const sphere = shapes.createSphere({ frequency: 8 });
    const asset = await bake(withoutTriangles(sphere, 12), { resolution: 10 });
    checkAsset(asset);
    expect(asset.mesher).toBe('stuffing');
    expect(asset.render?.mesh.indices.length).toBe(sphere.indices.length - 36);
    expect(asset.notes.join()).toMatch(/36 edges are open/);
    expect(decodeAsset(encodeAsset(asset))).toEqual(asset);
  });

  it('cuts a surface where it crosses itself, with progress that only rises', async () => {
    let last = 0;
    const asset = await bake(joinMeshes(box(), box([0.5, 0.4, 0.3])), {
      resolution: 10,
      onProgress(_, fraction) {
        expect(fraction).toBeGreaterThanOrEqual(last);
        last = fraction;
      },
    });
    checkAsset(asset);
    expect(asset.mesher).toBe('delaunay');
    expect(asset.mass.volume).toBeCloseTo(2 - 0.5 * 0.6 * 0.7, 12); // the union
    expect(asset.notes.join()).toMatch(/triangles were cut where they cross/);
    expect(asset.report.deviation!.result).toBeLessThan(1e-12);
  });

  it('bakes tets that were made elsewhere', async () => {
    const made = await bake(shapes.createSphere({ frequency: 5 }), { resolution: 8 });
    const asset = await bakeTets(made.tets, { name: 'given' });
    checkAsset(asset);
    expect(asset.mesher).toBe('given');
    expect(asset.mass.volume).toBeCloseTo(made.mass.volume, 12);
    await expect(bakeTets({ positions: made.tets.positions, indices: new Uint32Array(0) })).rejects.toThrow(
      /no tets/,
    );
  });

  it('reports every stage in order with a rising fraction', async () => {
    const stages: string[] = [];
    let last = 0;
    await bake(box(), {
      resolution: 5,
      onProgress(stage, fraction) {
        if (stages[stages.length - 1] !== stage) stages.push(stage);
        expect(fraction).toBeGreaterThanOrEqual(last);
        last = fraction;
      },
    });
    expect(stages).toEqual([
      'repair',
      'inspect',
      'refine',
      'tetrahedra',
      'thickness',
      'field',
      'nodes',
      'tree',
    ]);
    expect(last).toBe(1);
  });

  it('stops when cancelled', async () => {
    const controller = new AbortController();
    const work = bake(box(), {
      resolution: 5,
      signal: controller.signal,
      onProgress: (stage) => stage === 'field' && controller.abort(),
    });
    await expect(work).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    await expect(bake(box(), { signal: AbortSignal.abort() })).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
  });

  it('names what is wrong with bad input', async () => {
    const sheet = shapes.createSheet({ columns: 4, rows: 4 });
    const bad = { ...box(), positions: [...box().positions] };
    bad.positions[4] = Number.NaN;
    expect(await codeOf({ positions: [], indices: [] })).toBe('empty-mesh');
    expect(await codeOf(bad)).toBe('non-finite');
    await expect(bake(bad)).rejects.toThrow(/coordinate y of vertex 1 is NaN/);
    expect(await codeOf({ positions: [0, 0, 0], indices: [0, 0, 1] })).toBe('index-out-of-range');
    expect(await codeOf({ positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] })).toBe('open-surface');
    expect(await codeOf({ positions: [0, 0, 0, 1, 0, 0, 2, 0, 0], indices: [0, 1, 2] })).toBe('empty-mesh');
    expect(await codeOf({ positions: [0, 0, 0, 0, 0, 0, 0, 0, 0], indices: [0, 1, 2] })).toBe('empty-mesh');
    expect(await codeOf(sheet)).toBe('open-surface');
  });

  it('names what is wrong with options', async () => {
    expect(await codeOf(box(), { resolution: 0 })).toBe('bad-argument');
    expect(await codeOf(box(), { resolution: Number.NaN })).toBe('bad-argument');
    expect(await codeOf(box(), { spacing: -1 })).toBe('bad-argument');
    expect(await codeOf(box(), { cells: 1 })).toBe('bad-argument');
    expect(await codeOf(box(), { mesher: 'magic' })).toBe('bad-argument');
    expect(await codeOf(box(), { resolution: 1e6 })).toBe('too-large');
    await expect(bake(box(), { resolution: 1e6 })).rejects.toThrow(
      /1000000.*would need about [\d.]+ [MGTPE]B/,
    );
  });
});
