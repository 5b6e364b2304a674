// glTF and GLB through @gltf-transform/core: every node of the scene adds its mesh in world space, every
// primitive becomes a group, strips and fans become triangles, instances become copies. Skins, morph targets and
// materials are not read.

import type { Accessor, Document, Primitive } from '@gltf-transform/core';
import { InputError } from '../src/job/error.ts';
import type { MeshInput } from '../src/mesh/triangle-mesh.ts';
import { messageOf, notA, type Resolve } from './bytes.ts';
import { type CheckedGltf, checkGltf, type Instances } from './gltf-check.ts';
import { loadBuffer, openContainer } from './gltf-container.ts';
import { composeMatrix, IDENTITY, multiplyMatrices, placeNodes } from './gltf-nodes.ts';
import { addTriangles, createGroups, listGroups } from './groups.ts';

const MAX_TRIANGLES = 2 ** 25; // a few instances of a few instances multiply quickly

/** One primitive where a node puts it. */
interface Part {
  readonly key: string; // mesh and primitive
  readonly primitive: Primitive;
  readonly matrix: ArrayLike<number>; // to the world, by columns
  readonly corner: Uint32Array; // the vertex of each corner
}

/** Reads a glTF's default scene, else its first, else all its nodes, else its meshes as they stand. */
export async function readGltf(
  bytes: Uint8Array,
  name: string,
  resolve?: Resolve,
  onNote?: (note: string) => void,
): Promise<MeshInput> {
  try {
    const read = await readDocument(bytes, name, resolve);
    const mesh = joinParts(listParts(read, name), name);
    for (const note of read.notes) onNote?.(note);
    return mesh;
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw notA(name, 'a glTF file', messageOf(error)); // JSON of some other shape: null for a list, text for a number
  }
}

/** The meshes of a glTF, and where its JSON puts them. */
type Read = { readonly document: Document } & Pick<CheckedGltf, 'json' | 'instances' | 'notes'>;

async function readDocument(bytes: Uint8Array, name: string, resolve: Resolve | undefined): Promise<Read> {
  const container = openContainer(bytes, name);
  const { json, buffers, instances, notes } = checkGltf(container.json, name);
  const { GLB_BUFFER, Logger, WebIO } = await import('@gltf-transform/core');
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const index of buffers) {
    const uri = json.buffers![index].uri ?? GLB_BUFFER;
    resources[uri] = (await loadBuffer(container, index, name, resolve)) as Uint8Array<ArrayBuffer>;
  }
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
  // Nodes are placed by us: the library would take seconds to tie a hundred thousand to each other.
  const meshes = { ...json, nodes: undefined, scenes: undefined, scene: undefined };
  return { document: await io.readJSON({ json: meshes, resources }), json, instances, notes };
}

function listParts({ document, json, instances }: Read, name: string): Part[] {
  const root = document.getRoot();
  const meshes = root.listMeshes();
  const parts: Part[] = [];
  const cornersOf = new Map<Primitive, Uint32Array>(); // shared by instances
  let triangles = 0; // at most
  const addMesh = (m: number, matrix: ArrayLike<number>) => {
    const primitives = meshes[m].listPrimitives();
    for (let p = 0; p < primitives.length; p++) {
      const primitive = primitives[p];
      const count = (primitive.getIndices() ?? primitive.getAttribute('POSITION')!).getCount();
      triangles += primitive.getMode() === 4 ? count / 3 : count;
      if (triangles > MAX_TRIANGLES) {
        throw new InputError(
          'too-large',
          `${name} may have more than ${MAX_TRIANGLES} triangles with all its instances: give fewer`,
        );
      }
      let corner = cornersOf.get(primitive);
      if (!corner) {
        corner = listCorners(primitive, `primitive ${p} of mesh ${m}`, name);
        cornersOf.set(primitive, corner);
      }
      if (corner.length === 0) continue;
      parts.push({ key: `${m} ${p}`, primitive, matrix, corner });
    }
  };
  for (const { node, mesh, matrix } of placeNodes(json, name)) {
    const copies = instances.get(node);
    if (copies === undefined) addMesh(mesh, matrix);
    else
      for (const own of placeInstances(root.listAccessors(), copies))
        addMesh(mesh, multiplyMatrices(matrix, own));
  }
  if (json.scenes === undefined && json.nodes === undefined) {
    for (let m = 0; m < meshes.length; m++) addMesh(m, IDENTITY);
  }
  return parts;
}

/** The matrix of each instance, by columns. */
function* placeInstances(accessors: Accessor[], instances: Instances): Generator<Float64Array> {
  const t = [0, 0, 0];
  const q = [0, 0, 0, 1];
  const s = [1, 1, 1];
  const read = (accessor: number | undefined, i: number, out: number[]) => {
    if (accessor !== undefined) accessors[accessor].getElement(i, out);
  };
  for (let i = 0; i < instances.count; i++) {
    read(instances.translation, i, t);
    read(instances.rotation, i, q);
    read(instances.scale, i, s);
    yield composeMatrix(t, q, s);
  }
}

/** The vertices of a primitive's triangles; none for points and lines. */
function listCorners(primitive: Primitive, part: string, name: string): Uint32Array {
  const mode = primitive.getMode();
  const indices = primitive.getIndices()?.getArray() ?? null;
  const vertexCount = primitive.getAttribute('POSITION')!.getCount();
  const count = indices ? indices.length : vertexCount;
  const at = (i: number) => (indices ? indices[i] : i);
  for (let i = 0; i < count; i++) {
    if (at(i) >= vertexCount) {
      throw new InputError(
        'index-out-of-range',
        `${name}: index ${i} of ${part} names vertex ${at(i)}, but there are ${vertexCount}; the file is damaged: export it again`,
      );
    }
  }
  if (mode === 4) {
    if (count % 3 !== 0) throw notA(name, 'a glTF file', `${part} has ${count} corners, not a multiple of 3`);
    return Uint32Array.from({ length: count }, (_, i) => at(i));
  }
  const corner: number[] = [];
  for (let i = 2; i < count && (mode === 5 || mode === 6); i++) {
    const odd = mode === 5 && i % 2 === 1;
    const a = at(mode === 6 ? 0 : odd ? i - 1 : i - 2);
    const b = at(mode === 6 ? i - 1 : odd ? i - 2 : i - 1);
    const c = at(i);
    if (a !== b && b !== c && c !== a) corner.push(a, b, c); // strips repeat vertices to jump
  }
  return Uint32Array.from(corner);
}

function joinParts(parts: Part[], name: string): MeshInput {
  let cornerCount = 0;
  for (const part of parts) cornerCount += part.corner.length;
  const has = (semantic: string) => parts.some((part) => part.primitive.getAttribute(semantic));
  const positions = new Float64Array(3 * cornerCount);
  const normals = has('NORMAL') ? new Float32Array(3 * cornerCount) : null;
  const uvs = has('TEXCOORD_0') ? new Float32Array(2 * cornerCount) : null;
  const colors = has('COLOR_0') ? new Float32Array(3 * cornerCount).fill(1) : null;
  const groups = createGroups();
  let first = 0; // the part's first corner
  for (const part of parts) {
    const { primitive, matrix } = part;
    const m = (row: number, column: number) => matrix[4 * column + row];
    const normalMatrix = cofactors(m);
    const flipped = m(0, 0) * normalMatrix[0] + m(0, 1) * normalMatrix[1] + m(0, 2) * normalMatrix[2] < 0;
    const corner = flipped ? turnOver(part.corner) : part.corner;
    copyPoints(positions, 3 * first, primitive.getAttribute('POSITION')!, corner, m);
    const normal = primitive.getAttribute('NORMAL');
    if (normals && normal) copyNormals(normals, 3 * first, normal, corner, normalMatrix, flipped ? -1 : 1);
    else if (normals) addFlatNormals(normals, positions, 3 * first, 3 * (first + corner.length));
    copyPlain(uvs, 2 * first, primitive.getAttribute('TEXCOORD_0'), corner, 2);
    copyPlain(colors, 3 * first, primitive.getAttribute('COLOR_0'), corner, 3);
    addTriangles(groups, part.key, corner.length / 3, name);
    first += corner.length;
  }
  const indices = new Uint32Array(cornerCount);
  for (let c = 0; c < cornerCount; c++) indices[c] = c;
  return { positions, indices, normals, uvs, colors, groups: listGroups(groups) };
}

/** A copy with two corners of every triangle swapped: a mirrored mesh stays counter-clockwise from outside. */
function turnOver(corner: Uint32Array): Uint32Array {
  const out = corner.slice();
  for (let c = 0; c < corner.length; c += 3) {
    out[c + 1] = corner[c + 2];
    out[c + 2] = corner[c + 1];
  }
  return out;
}

/** The cofactors of a matrix's 3×3 part by rows: its inverse transpose but for a factor, and never singular. */
function cofactors(m: (row: number, column: number) => number): Float64Array {
  const out = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      const [r1, r2, c1, c2] = [(r + 1) % 3, (r + 2) % 3, (c + 1) % 3, (c + 2) % 3];
      out[3 * r + c] = m(r1, c1) * m(r2, c2) - m(r1, c2) * m(r2, c1);
    }
  }
  return out;
}

type Vector = [number, number, number];

function copyPoints(
  out: Float64Array,
  at: number,
  from: Accessor,
  corner: Uint32Array,
  m: (row: number, column: number) => number,
): void {
  const p: Vector = [0, 0, 0];
  for (let c = 0; c < corner.length; c++) {
    from.getElement(corner[c], p);
    for (let r = 0; r < 3; r++)
      out[at + 3 * c + r] = m(r, 0) * p[0] + m(r, 1) * p[1] + m(r, 2) * p[2] + m(r, 3);
  }
}

function copyNormals(
  out: Float32Array,
  at: number,
  from: Accessor,
  corner: Uint32Array,
  m: Float64Array,
  sign: number,
): void {
  const n: Vector = [0, 0, 0];
  const w: Vector = [0, 0, 0];
  for (let c = 0; c < corner.length; c++) {
    from.getElement(corner[c], n);
    for (let r = 0; r < 3; r++) w[r] = m[3 * r] * n[0] + m[3 * r + 1] * n[1] + m[3 * r + 2] * n[2];
    const scale = sign / (Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) || 1);
    for (let r = 0; r < 3; r++) out[at + 3 * c + r] = w[r] * scale;
  }
}

/** Normals of the triangles themselves, where a primitive has none but another has. */
function addFlatNormals(out: Float32Array, positions: Float64Array, from: number, to: number): void {
  const edge = (i: number, j: number) => positions[j] - positions[i];
  for (let t = from; t < to; t += 9) {
    const [ux, uy, uz] = [edge(t, t + 3), edge(t + 1, t + 4), edge(t + 2, t + 5)];
    const [vx, vy, vz] = [edge(t, t + 6), edge(t + 1, t + 7), edge(t + 2, t + 8)];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) || 1;
    for (let k = 0; k < 9; k++) out[t + k] = n[k % 3] / length;
  }
}

function copyPlain(
  out: Float32Array | null,
  at: number,
  from: Accessor | null,
  corner: Uint32Array,
  width: number,
): void {
  if (!out || !from) return;
  const value = [0, 0, 0, 0];
  for (let c = 0; c < corner.length; c++) {
    from.getElement(corner[c], value);
    for (let k = 0; k < width; k++) out[at + width * c + k] = value[k];
  }
}
