// GLB out through @gltf-transform/core: a node and a mesh for each given mesh, an indexed primitive and a material
// for each group, in the order of their numbers. glTF shares a vertex only when all its attributes agree, so seams
// split; readMesh merges them again. Positions become floats, the format's only precision.

import type { Buffer, Document } from '@gltf-transform/core';
import { InputError } from '../src/job/error.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';

/** A mesh and the name of its node. */
export interface NamedMesh {
  /** Of its node. */
  readonly name: string;
  /** What it looks like. */
  readonly mesh: TriangleMesh;
}

/** One attribute of a primitive, gathered corner by corner. */
interface Column {
  readonly semantic: string;
  readonly width: number;
  readonly corner: (c: number, k: number) => number; // component k at corner c
  readonly bits: Uint32Array | null; // a corner attribute's values as bits: quicker to compare than decimals
}

/** The bytes of a GLB with one mesh, or several under their names. */
export async function writeGlb(input: TriangleMesh | readonly NamedMesh[]): Promise<Uint8Array> {
  const meshes = Array.isArray(input)
    ? (input as NamedMesh[])
    : [{ name: 'mesh', mesh: input as TriangleMesh }];
  if (meshes.length === 0)
    throw new InputError('bad-argument', 'the list of meshes is empty: give at least one');
  const { Document, WebIO, Logger } = await import('@gltf-transform/core');
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const scene = document.createScene();
  const buffer = document.createBuffer();
  for (const { name, mesh } of meshes) {
    checkMesh(mesh, name);
    const target = document.createMesh(name);
    for (const group of listGroupNumbers(mesh)) {
      const material = document.createMaterial(`group${group}`);
      target.addPrimitive(createPrimitive(document, buffer, mesh, group).setMaterial(material));
    }
    scene.addChild(document.createNode(name).setMesh(target));
  }
  return new WebIO().setLogger(document.getLogger()).writeBinary(document);
}

function checkMesh(mesh: TriangleMesh, name: string): void {
  if (mesh.indices.length === 0)
    throw new InputError('empty-mesh', `${name} has no triangles: there is nothing to write`);
  for (let i = 0; i < mesh.positions.length; i++) {
    if (!Number.isFinite(Math.fround(mesh.positions[i]))) {
      throw new InputError(
        'non-finite',
        `${name}: vertex ${Math.floor(i / 3)} has the coordinate ${mesh.positions[i]}, which glTF cannot hold: repair the mesh first`,
      );
    }
  }
}

function listGroupNumbers(mesh: TriangleMesh): number[] {
  return mesh.groups ? [...new Set(mesh.groups)].sort((a, b) => a - b) : [0];
}

/** An indexed primitive of the triangles of one group. */
export function createPrimitive(document: Document, buffer: Buffer, mesh: TriangleMesh, group: number) {
  const { positions, indices, uvs, normals, colors, groups } = mesh;
  const columns: Column[] = [
    { semantic: 'POSITION', width: 3, corner: (c, k) => positions[3 * indices[c] + k], bits: null },
  ];
  const add = (semantic: string, width: number, values: Float32Array | null) => {
    if (!values) return;
    const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
    columns.push({ semantic, width, corner: (c, k) => values[width * c + k], bits });
  };
  add('NORMAL', 3, normals);
  add('TEXCOORD_0', 2, uvs);
  add('COLOR_0', 3, colors);

  const vertexOf = new Map<string, number>();
  const data: number[][] = columns.map(() => []);
  const vertex: number[] = [];
  for (let c = 0; c < indices.length; c++) {
    if (groups && groups[Math.floor(c / 3)] !== group) continue;
    let key = String(indices[c]);
    for (const { bits, width } of columns) {
      for (let k = 0; bits && k < width; k++) key += ` ${bits[width * c + k]}`;
    }
    let v = vertexOf.get(key);
    if (v === undefined) {
      v = vertexOf.size;
      vertexOf.set(key, v);
      for (let a = 0; a < columns.length; a++) {
        for (let k = 0; k < columns[a].width; k++) data[a].push(columns[a].corner(c, k));
      }
    }
    vertex.push(v);
  }
  const small = vertexOf.size < 0xffff; // 65,535 itself is kept for restarting a strip
  const array = small ? Uint16Array.from(vertex) : Uint32Array.from(vertex);
  const primitive = document.createPrimitive();
  primitive.setIndices(document.createAccessor().setType('SCALAR').setArray(array).setBuffer(buffer));
  for (let a = 0; a < columns.length; a++) {
    const { semantic, width } = columns[a];
    const values = Float32Array.from(data[a]);
    primitive.setAttribute(
      semantic,
      document
        .createAccessor()
        .setType(width === 2 ? 'VEC2' : 'VEC3')
        .setArray(values)
        .setBuffer(buffer),
    );
  }
  return primitive;
}
