// Proves, before @gltf-transform/core builds its document, that the parts of a glTF we read are whole: indices
// name things that exist, accessors lie within their buffers, nodes form trees. The library trusts all of this
// and would read short arrays or loop. What we do not read (materials, images, skins, animations) is left out.

import type { GLTF } from '@gltf-transform/core';
import { InputError } from '../src/job/error.ts';
import { cutShort, notA } from './bytes.ts';

/** The vertex attributes that become a mesh's own, and the types each may have. */
export const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  POSITION: ['VEC3'],
  NORMAL: ['VEC3'],
  TEXCOORD_0: ['VEC2'],
  COLOR_0: ['VEC3', 'VEC4'],
};

const COMPONENT_SIZE: Readonly<Record<number, number>> = {
  5120: 1,
  5121: 1,
  5122: 2,
  5123: 2,
  5125: 4,
  5126: 4,
};
const TYPE_WIDTH: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };
const MAX_COUNT = 2 ** 27; // elements of an accessor without data, which costs a file nothing to claim

/** Required extensions that are read, or leave positions and triangles as they are. */
const HARMLESS =
  /^(EXT_mesh_gpu_instancing|KHR_mesh_quantization|KHR_materials_\w+|KHR_texture_\w+|EXT_texture_\w+|KHR_lights_punctual|KHR_xmp_json_ld)$/;

const DRACO = 'KHR_draco_mesh_compression';
const INSTANCING = 'EXT_mesh_gpu_instancing';
const MAX_INSTANCES = 2 ** 20; // of one node: their data may be left out of the file
const GLTF_FILE = 'a glTF file';
type Index = number | undefined;

/** The accessors of a node's instances: how each is scaled, turned and moved, before the node itself is. */
export interface Instances {
  readonly count: number;
  readonly translation: number | undefined;
  readonly rotation: number | undefined; // quaternions
  readonly scale: number | undefined;
}

/** What the check leaves to read, and the buffers it needs. */
export interface CheckedGltf {
  readonly json: GLTF.IGLTF;
  readonly buffers: readonly number[];
  readonly instances: ReadonlyMap<number, Instances>; // of nodes
  readonly notes: readonly string[]; // what is left out
}

/** Checks a glTF's JSON and cuts it down to its geometry. */
export function checkGltf(json: GLTF.IGLTF, name: string): CheckedGltf {
  const fail = (why: string) => notA(name, GLTF_FILE, why);
  for (const extension of list(json.extensionsRequired)) {
    if (!HARMLESS.test(String(extension))) throw unsupported(name, String(extension));
  }
  const nodes = list(json.nodes);
  const meshes = list(json.meshes);
  const accessors = list(json.accessors);
  const views = list(json.bufferViews);
  checkNodes(json, meshes.length, fail);

  const usedAccessors = new Set<number>();
  const instances = new Map<number, Instances>();
  for (let n = 0; n < nodes.length; n++) {
    const given = nodes[n]?.extensions?.[INSTANCING];
    if (given === undefined) continue;
    const found = checkInstances(given, accessors, n, name, fail);
    instances.set(n, found);
    for (const index of [found.translation, found.rotation, found.scale])
      if (index !== undefined) usedAccessors.add(index);
  }
  let morphed = 0; // primitives with morph targets
  for (let m = 0; m < meshes.length; m++) {
    const primitives = list(meshes[m]?.primitives);
    for (let p = 0; p < primitives.length; p++) {
      const part = `primitive ${p} of mesh ${m}`;
      const draco = primitives[p]?.extensions?.[DRACO];
      const fallback = accessors[primitives[p]?.attributes?.POSITION]?.bufferView;
      if (draco && fallback === undefined) throw unsupported(name, DRACO);
      if (list(primitives[p]?.targets).length > 0) morphed++;
      for (const index of checkPrimitive(primitives[p], accessors, part, fail)) usedAccessors.add(index);
    }
  }
  const usedViews = new Set<number>();
  for (const a of usedAccessors) {
    for (const view of checkAccessor(accessors[a], a, views, name, fail)) usedViews.add(view);
  }
  const usedBuffers = new Set<number>();
  for (const v of usedViews) {
    const { buffer, byteOffset = 0, byteLength } = views[v];
    const total = list(json.buffers)[buffer]?.byteLength;
    if (!(isCount(byteOffset) && isCount(byteLength) && isCount(total)))
      throw fail(`bufferView ${v} is incomplete`);
    if (byteOffset + byteLength > total)
      throw cutShort(name, `bufferView ${v} ends past the end of buffer ${buffer}`);
    usedBuffers.add(buffer);
  }
  const rest = 'left out, and the mesh is in its rest shape';
  const notes: string[] = [];
  if (morphed > 0) notes.push(`${name} has morph targets (primitives: ${morphed}): they are ${rest}`);
  if (nodes.some((node) => node?.skin !== undefined)) notes.push(`${name} has skins: they are ${rest}`);
  return { json: cutDown(json, usedAccessors, usedViews), buffers: [...usedBuffers], instances, notes };
}

/** The geometry of a glTF alone; what is unused keeps its index but holds nothing. */
function cutDown(json: GLTF.IGLTF, usedAccessors: Set<number>, usedViews: Set<number>): GLTF.IGLTF {
  return {
    asset: { version: '2.0' },
    scene: json.scene,
    scenes: json.scenes?.map(({ nodes }) => ({ nodes })),
    nodes: json.nodes?.map(({ mesh, children, matrix, translation, rotation, scale }) => ({
      mesh,
      children,
      matrix,
      translation,
      rotation,
      scale,
    })),
    meshes: json.meshes?.map(({ primitives }) => ({
      primitives: primitives.map(({ attributes, indices, mode }) => ({
        attributes: Object.fromEntries(
          Object.entries(attributes).filter(([semantic]) => semantic in ATTRIBUTES),
        ),
        indices,
        mode,
      })),
    })),
    accessors: json.accessors?.map((accessor, i) => (usedAccessors.has(i) ? ownOffsets(accessor) : EMPTY)),
    bufferViews: json.bufferViews?.map((view, i) => (usedViews.has(i) ? view : { buffer: 0, byteLength: 0 })),
    buffers: json.buffers?.map(({ byteLength, uri }) => ({ byteLength, uri })),
  };
}

const EMPTY = { componentType: 5126, type: 'SCALAR', count: 0 } as GLTF.IAccessor;

/** Spells out sparse offsets of 0: core 4.5 takes the accessor's own offset where they are left out. */
function ownOffsets(accessor: GLTF.IAccessor): GLTF.IAccessor {
  const { sparse } = accessor;
  if (!sparse) return accessor;
  const { indices, values } = sparse;
  return {
    ...accessor,
    sparse: { ...sparse, indices: { byteOffset: 0, ...indices }, values: { byteOffset: 0, ...values } },
  };
}

function checkNodes(json: GLTF.IGLTF, meshCount: number, fail: (why: string) => InputError): void {
  const nodes = list(json.nodes);
  const parent = new Int32Array(nodes.length).fill(-1);
  for (let n = 0; n < nodes.length; n++) {
    const { mesh, children } = nodes[n] ?? {};
    if (mesh !== undefined && !isIndex(mesh, meshCount)) throw fail(`node ${n} names mesh ${mesh}`);
    for (const child of list(children)) {
      if (!isIndex(child, nodes.length)) throw fail(`node ${n} names node ${child}`);
      if (parent[child] >= 0) throw fail(`node ${child} has two parents`);
      parent[child] = n;
    }
  }
  // with one parent at most, a node that is not below a root is part of a ring
  const order = [...nodes.keys()].filter((n) => parent[n] < 0);
  for (let i = 0; i < order.length; i++)
    for (const child of list(nodes[order[i]].children)) order.push(child);
  if (order.length < nodes.length) throw fail('its nodes form a ring');
  const scenes = list(json.scenes);
  if (json.scene !== undefined && !isIndex(json.scene, scenes.length))
    throw fail(`scene ${json.scene} is missing`);
  for (const scene of scenes) {
    for (const n of list(scene?.nodes)) if (!isIndex(n, nodes.length)) throw fail(`a scene names node ${n}`);
  }
}

/** Checks what the instances of a node name. */
function checkInstances(
  given: unknown,
  accessors: GLTF.IAccessor[],
  node: number,
  name: string,
  fail: (why: string) => InputError,
): Instances {
  const attributes = (given as { attributes?: Record<string, Index> } | null)?.attributes ?? {};
  let count = -1;
  const get = (semantic: string, type: string, components: readonly number[]): Index => {
    const index = attributes[semantic];
    if (index === undefined) return undefined;
    const part = `${semantic} of the instances of node ${node}`;
    if (!isIndex(index, accessors.length)) throw fail(`the ${part} names accessor ${index}`);
    const accessor = accessors[index];
    if (accessor?.type !== type || !components.includes(accessor.componentType))
      throw fail(`the ${part} is of type ${accessor?.type}, ${accessor?.componentType}`);
    if (count >= 0 && accessor.count !== count)
      throw fail(`the ${part} has ${accessor.count} elements, and others of it ${count}`);
    count = accessor.count;
    return index;
  };
  const instances = {
    translation: get('TRANSLATION', 'VEC3', [5126]),
    rotation: get('ROTATION', 'VEC4', [5126, 5120, 5122]),
    scale: get('SCALE', 'VEC3', [5126]),
  };
  if (count < 0) throw fail(`the instances of node ${node} have no TRANSLATION, ROTATION or SCALE`);
  if (count > MAX_INSTANCES) {
    throw new InputError(
      'too-large',
      `${name} has ${count} instances at node ${node}: give at most ${MAX_INSTANCES}`,
    );
  }
  return { count, ...instances };
}

/** Checks what a primitive names; returns the accessors we will read. */
function checkPrimitive(
  primitive: GLTF.IMeshPrimitive,
  accessors: GLTF.IAccessor[],
  part: string,
  fail: (why: string) => InputError,
): number[] {
  const used: number[] = [];
  const attributes = primitive?.attributes ?? {};
  const get = (index: Index, what: string, types: readonly string[]): GLTF.IAccessor => {
    if (!isIndex(index, accessors.length)) throw fail(`${part} names accessor ${index} for its ${what}`);
    const accessor = accessors[index];
    if (!types.includes(accessor?.type)) throw fail(`${part} has ${what} of type ${accessor?.type}`);
    used.push(index);
    return accessor;
  };
  const count = get(attributes.POSITION, 'POSITION', ATTRIBUTES.POSITION).count;
  for (const semantic of ['NORMAL', 'TEXCOORD_0', 'COLOR_0']) {
    if (attributes[semantic] === undefined) continue;
    const accessor = get(attributes[semantic], semantic, ATTRIBUTES[semantic]);
    if (accessor.count !== count)
      throw fail(`${part} has ${count} positions but ${accessor.count} of ${semantic}`);
  }
  if (primitive.indices !== undefined) {
    const { componentType } = get(primitive.indices, 'indices', ['SCALAR']);
    if (![5121, 5123, 5125].includes(componentType))
      throw fail(`${part} has indices of type ${componentType}`);
  }
  return used;
}

/** Checks that an accessor's data lie within its views; returns those. */
function checkAccessor(
  accessor: GLTF.IAccessor,
  index: number,
  views: GLTF.IBufferView[],
  name: string,
  fail: (why: string) => InputError,
): number[] {
  const { count, componentType, type, bufferView, byteOffset, sparse } = accessor;
  const size = COMPONENT_SIZE[componentType] * TYPE_WIDTH[type];
  if (!isCount(count) || !(size > 0)) throw fail(`accessor ${index} has a bad count or type`);
  const used: number[] = [];
  const check = (view: Index, offset: number, rows: number, rowSize: number) => {
    if (!isIndex(view, views.length)) throw fail(`accessor ${index} names bufferView ${view}`);
    const stride = views[view].byteStride ?? rowSize;
    if (!isCount(offset) || !isCount(stride) || stride < rowSize)
      throw fail(`accessor ${index} has a bad offset or stride`);
    if (rows > 0 && offset + (rows - 1) * stride + rowSize > views[view].byteLength) {
      throw cutShort(name, `accessor ${index} ends past the end of bufferView ${view}`);
    }
    used.push(view);
  };
  if (bufferView !== undefined) check(bufferView, byteOffset ?? 0, count, size);
  else if (count > MAX_COUNT)
    throw new InputError('too-large', `${name}: accessor ${index} claims ${count} elements`);
  if (sparse) {
    const indexSize = COMPONENT_SIZE[sparse.indices?.componentType];
    if (!(isCount(sparse.count) && sparse.count <= count && indexSize > 0))
      throw fail(`accessor ${index} has a bad sparse part`);
    check(sparse.indices.bufferView, sparse.indices.byteOffset ?? 0, sparse.count, indexSize);
    check(sparse.values?.bufferView, sparse.values?.byteOffset ?? 0, sparse.count, size);
  }
  return used;
}

function unsupported(name: string, extension: string): InputError {
  return new InputError(
    'unsupported',
    `${name} needs the glTF extension ${extension}, which fracas does not read: export it without compression`,
  );
}

function list<T>(value: T[] | undefined): T[] {
  return Array.isArray(value) ? value : [];
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isIndex(value: unknown, count: number): value is number {
  return isCount(value) && value < count;
}
