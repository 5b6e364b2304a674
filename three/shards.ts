// Debris: many small pieces that are drawn by one call for each material. A BatchedMesh holds room for some; when it is
// full, one with twice the room takes over what is still there. Only calls that BatchedMesh has had since r160 are used.

import { BatchedMesh, BufferAttribute, BufferGeometry, type Group, type Material, type Matrix4 } from 'three';
import type { Dress } from './looks.ts';

const ROOM = { parts: 64, vertices: 4096, indices: 12288 }; // of the first batch of a material

/** The triangles of one material of a piece. */
interface Part {
  readonly geometry: BufferGeometry;
  readonly body: number;
  readonly batch: Batch;
  id: number; // in the batch
}

/** A piece as debris. */
export interface Shard {
  readonly parts: readonly Part[];
}

/** The pieces of one material. */
interface Batch {
  readonly material: Material;
  readonly key: string;
  readonly dress: Dress;
  mesh: BatchedMesh;
  room: typeof ROOM;
  used: { parts: number; vertices: number; indices: number };
  readonly parts: Map<number, Part>; // by id
}

/** Made by createShards alone. */
export interface Shards {
  readonly group: Group; // where batches are drawn
  readonly batches: Map<string, Batch>;
}

export function createShards(group: Group): Shards {
  return { group, batches: new Map() };
}

/** Takes a piece in. Its geometry is copied. */
export function addShard(shards: Shards, geometry: BufferGeometry, dress: Dress, body: number): Shard {
  const crack = geometry.userData.crackGroup as number;
  const runs = new Map<Material, { start: number; count: number }[]>();
  for (const { start, count, materialIndex = 0 } of geometry.groups) {
    const surface = dress.surface[materialIndex] ?? dress.surface[0];
    const material = materialIndex === crack ? dress.crack : surface;
    const list = runs.get(material);
    if (list === undefined) runs.set(material, [{ start, count }]);
    else list.push({ start, count });
  }
  const parts: Part[] = [];
  for (const [material, list] of runs) {
    const piece = takeRuns(geometry, list);
    const batch = batchOf(shards, material, piece, dress);
    const part: Part = { geometry: piece, body, batch, id: -1 };
    enter(shards, batch, part);
    parts.push(part);
  }
  return { parts };
}

/** Puts a piece where it is. */
export function placeShard({ parts }: Shard, matrix: Matrix4): void {
  for (const { batch, id } of parts) batch.mesh.setMatrixAt(id, matrix);
}

/** Takes a piece out. Its room is used again when the batch moves to another. */
export function removeShard(shards: Shards, { parts }: Shard): void {
  for (const { batch, id, geometry } of parts) {
    batch.mesh.setVisibleAt(id, false);
    batch.parts.delete(id);
    geometry.dispose();
    if (batch.parts.size > 0) continue;
    drop(shards, batch);
  }
}

/** The body of what a ray hit in a batch; −1 if it is none of these. */
export function bodyOfShard({ batches }: Shards, object: unknown, id: number | undefined): number {
  for (const { mesh, parts } of batches.values()) {
    if (mesh === object && id !== undefined) return parts.get(id)?.body ?? -1;
  }
  return -1;
}

export function disposeShards(shards: Shards): void {
  for (const batch of [...shards.batches.values()]) drop(shards, batch);
}

/** A geometry of some runs of indices alone. */
function takeRuns(
  from: BufferGeometry,
  runs: readonly { readonly start: number; readonly count: number }[],
): BufferGeometry {
  const index = from.index as BufferAttribute;
  const number = new Int32Array(from.getAttribute('position').count).fill(-1);
  const indices = new Uint32Array(runs.reduce((sum, { count }) => sum + count, 0));
  const source: number[] = [];
  let at = 0;
  for (const { start, count } of runs) {
    for (let i = start; i < start + count; i++) {
      const v = index.getX(i);
      if (number[v] < 0) number[v] = source.push(v) - 1;
      indices[at++] = number[v];
    }
  }
  const geometry = new BufferGeometry();
  for (const [name, attribute] of Object.entries(from.attributes)) {
    const { array, itemSize } = attribute as BufferAttribute;
    const out = new Float32Array(itemSize * source.length);
    for (let v = 0; v < source.length; v++) {
      for (let k = 0; k < itemSize; k++) out[itemSize * v + k] = array[itemSize * source[v] + k];
    }
    geometry.setAttribute(name, new BufferAttribute(out, itemSize));
  }
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

/** The batch of a material; geometries with other attributes, and other shadows, have another. */
function batchOf(shards: Shards, material: Material, geometry: BufferGeometry, dress: Dress): Batch {
  const names = Object.keys(geometry.attributes).join(' ');
  const key = `${material.uuid} ${names} ${dress.castShadow} ${dress.receiveShadow}`;
  let batch = shards.batches.get(key);
  if (batch === undefined) {
    const room = { ...ROOM };
    const used = { parts: 0, vertices: 0, indices: 0 };
    const mesh = createMesh(material, room, dress);
    batch = { material, key, dress, mesh, room, used, parts: new Map() };
    shards.batches.set(key, batch);
    shards.group.add(mesh);
  }
  return batch;
}

function createMesh(material: Material, room: typeof ROOM, dress: Dress): BatchedMesh {
  const mesh = new BatchedMesh(room.parts, room.vertices, room.indices, material);
  mesh.frustumCulled = false; // its pieces move: a box around them would be wrong
  mesh.perObjectFrustumCulled = false; // asking for each costs more than drawing what is small
  mesh.sortObjects = material.transparent;
  mesh.castShadow = dress.castShadow;
  mesh.receiveShadow = dress.receiveShadow;
  mesh.name = 'debris';
  return mesh;
}

function enter(shards: Shards, batch: Batch, part: Part): void {
  const { room, used } = batch;
  const vertices = part.geometry.getAttribute('position').count;
  const indices = (part.geometry.index as BufferAttribute).count;
  const fits =
    used.parts + 1 <= room.parts &&
    used.vertices + vertices <= room.vertices &&
    used.indices + indices <= room.indices;
  if (!fits) move(shards, batch, vertices, indices);
  put(batch, part);
}

function put({ mesh, used, parts }: Batch, part: Part): void {
  const geometry = mesh.addGeometry(part.geometry);
  // Before r166 a geometry is its own instance.
  part.id = typeof mesh.addInstance === 'function' ? mesh.addInstance(geometry) : geometry;
  used.parts++;
  used.vertices += part.geometry.getAttribute('position').count;
  used.indices += (part.geometry.index as BufferAttribute).count;
  parts.set(part.id, part);
}

const matrices = new Map<Part, Matrix4>(); // scratch: where pieces are

/** Moves what is left of a batch to a mesh with room for that, twice, and for a part of such a size. */
function move(shards: Shards, batch: Batch, vertices: number, indices: number): void {
  const old = batch.mesh;
  const left = [...batch.parts.values()];
  const need = { parts: 1, vertices, indices };
  for (const part of left) {
    need.parts++;
    need.vertices += part.geometry.getAttribute('position').count;
    need.indices += (part.geometry.index as BufferAttribute).count;
    matrices.set(part, readMatrix(old, part));
  }
  const room = { ...batch.room };
  for (const name of ['parts', 'vertices', 'indices'] as const) {
    while (room[name] < 1.5 * need[name]) room[name] *= 2;
  }
  batch.room = room;
  batch.used = { parts: 0, vertices: 0, indices: 0 };
  batch.parts.clear();
  batch.mesh = createMesh(batch.material, room, batch.dress);
  for (const part of left) {
    put(batch, part);
    batch.mesh.setMatrixAt(part.id, matrices.get(part) as Matrix4);
  }
  matrices.clear();
  shards.group.add(batch.mesh);
  shards.group.remove(old);
  old.dispose();
}

function readMatrix(mesh: BatchedMesh, { id }: Part): Matrix4 {
  const out = mesh.matrix.clone();
  mesh.getMatrixAt(id, out);
  return out;
}

function drop({ group, batches }: Shards, batch: Batch): void {
  for (const { geometry } of batch.parts.values()) geometry.dispose();
  group.remove(batch.mesh);
  batch.mesh.dispose();
  batches.delete(batch.key);
}
