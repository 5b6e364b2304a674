// From what three loads or makes to solids that break.

import type { BufferGeometry, Material, Mesh, Object3D } from 'three';
import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import type { BakeOptions, BakeStage } from '../src/bake/options.ts';
import { checkRecord } from '../src/job/check.ts';
import { InputError } from '../src/job/error.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { Look } from './looks.ts';
import { readGeometry } from './read.ts';
import { isWarm, warm } from './warm.ts';

const BAKING = 0.8; // share of the progress that a bake has where a warm-up comes after it

/** What bakeGeometry can be told: what `bake` can, and whether to warm up. */
export interface BakeGeometryOptions extends Omit<BakeOptions, 'onProgress'> {
  /** Told what is done and how far all of it is, 0 to 1. */
  readonly onProgress?: (stage: BakeStage | 'warm-up', fraction: number) => void;
  /**
   * Lets the engine compile breaking after the first bake of a program, in a second or two, so that the first break does
   * not freeze the page; default true.
   */
  readonly warmUp?: boolean;
}

/**
 * Bakes a Mesh or a BufferGeometry: see readGeometry for what is taken over. Texture coordinates, normals, colours and
 * groups stay with the surface when it breaks; cracks get a group of their own, one above the others. The name of the
 * asset is that of the mesh, or of the geometry, unless `name` is given.
 */
export async function bakeGeometry(
  source: Mesh | BufferGeometry,
  options: BakeGeometryOptions = {},
): Promise<Asset> {
  checkRecord('options', options, [], 'an object such as { resolution: 24 }');
  const mesh = readGeometry(source);
  return bakeRead(mesh, { name: source.name || undefined, ...options });
}

async function bakeRead(mesh: TriangleMesh, options: BakeGeometryOptions): Promise<Asset> {
  const { onProgress, warmUp = true, name, ...rest } = options;
  const warms = warmUp && !isWarm();
  const share = warms ? BAKING : 1;
  const asset = await bake(mesh, {
    ...rest,
    ...(name === undefined ? {} : { name }),
    onProgress: onProgress && ((stage, fraction) => onProgress(stage, share * fraction)),
  });
  if (warms) await warm((fraction) => onProgress?.('warm-up', share + (1 - share) * fraction), [asset]);
  return asset;
}

/** What bakeObject can be told. */
export interface BakeObjectOptions extends BakeGeometryOptions {
  /** Makes a solid of each mesh; default one of all together. */
  readonly each?: boolean;
}

/** A model as solids, and what they look like. */
export interface BakedObject {
  /** One, or one a mesh, in the frame of the world: add them at [0, 0, 0] and they are where the model was. */
  readonly assets: readonly Asset[];
  /** The materials of the model by the name of the asset, for WorldView. */
  readonly looks: Readonly<Record<string, Look>>;
}

/**
 * Bakes a loaded model, such as `gltf.scene`: all meshes in it that are visible, as one solid with a group for each
 * material, or as one solid a mesh. Meshes that lie in each other become one.
 */
export async function bakeObject(object: Object3D, options: BakeObjectOptions = {}): Promise<BakedObject> {
  checkRecord('options', options, [], 'an object such as { each: true }');
  const { each = false, onProgress, ...rest } = options;
  if ((object as Object3D | undefined)?.isObject3D !== true) {
    throw new InputError(
      'bad-argument',
      'object is no Object3D of three: give what a loader made, such as gltf.scene',
    );
  }
  const meshes: Mesh[] = [];
  object.traverseVisible((child) => {
    if ((child as Mesh).isMesh === true) meshes.push(child as Mesh);
  });
  if (meshes.length === 0) {
    throw new InputError('empty-mesh', 'the object holds no mesh that is visible: give a model with one');
  }
  const parts = (each ? meshes.map((mesh) => [mesh]) : [meshes]).map(joinMeshes);
  const assets: Asset[] = [];
  const looks: Record<string, Look> = {};
  for (const [k, { mesh, materials }] of parts.entries()) {
    const name = nameApart(each ? meshes[k].name : object.name, looks);
    const told: BakeGeometryOptions['onProgress'] =
      onProgress && ((stage, fraction) => onProgress(stage, (k + fraction) / parts.length));
    assets.push(await bakeRead(mesh, { ...rest, name, onProgress: told }));
    looks[name] = { surface: materials };
  }
  return { assets, looks };
}

/** A name that none has yet. */
function nameApart(name: string, taken: Readonly<Record<string, Look>>): string {
  const stem = name || 'model';
  let apart = stem;
  for (let k = 2; Object.hasOwn(taken, apart); k++) apart = `${stem} ${k}`;
  return apart;
}

/** Several meshes as one, with a group for each of their materials. */
function joinMeshes(meshes: readonly Mesh[]): { mesh: TriangleMesh; materials: Material[] } {
  const materials: Material[] = [];
  const parts = meshes.map((mesh) => {
    const read = readGeometry(mesh);
    const own = [mesh.material].flat();
    const number = own.map((material) => {
      const known = materials.indexOf(material);
      return known >= 0 ? known : materials.push(material) - 1;
    });
    const count = read.indices.length / 3;
    const groups = Uint16Array.from({ length: count }, (_, t) => number[read.groups?.[t] ?? 0] ?? 0);
    return { ...read, groups };
  });
  const corners = parts.reduce((sum, { indices }) => sum + indices.length, 0);
  const positions = new Float64Array(parts.reduce((sum, part) => sum + part.positions.length, 0));
  const indices = new Uint32Array(corners);
  const groups = new Uint16Array(corners / 3);
  const uvs = parts.some((part) => part.uvs !== null) ? new Float32Array(2 * corners) : null;
  const colors = parts.some((part) => part.colors !== null) ? new Float32Array(3 * corners).fill(1) : null;
  const normals = parts.every((part) => part.normals !== null) ? new Float32Array(3 * corners) : null;
  let vertex = 0;
  let corner = 0;
  for (const part of parts) {
    positions.set(part.positions, 3 * vertex);
    for (let c = 0; c < part.indices.length; c++) indices[corner + c] = vertex + part.indices[c];
    groups.set(part.groups, corner / 3);
    if (part.uvs !== null) uvs?.set(part.uvs, 2 * corner);
    if (part.colors !== null) colors?.set(part.colors, 3 * corner);
    if (part.normals !== null) normals?.set(part.normals, 3 * corner);
    vertex += part.positions.length / 3;
    corner += part.indices.length;
  }
  return { mesh: { positions, indices, uvs, normals, colors, groups }, materials };
}
