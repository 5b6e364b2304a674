// GLB out through @gltf-transform/core: a node and a mesh for each given mesh, an indexed primitive and a material
// for each group, in the order of their numbers. glTF shares a vertex only when all its attributes agree, so seams
// split; readMesh merges them again. Positions become floats, the format's only precision.

import { checkRecord, isText } from '../src/job/check.ts';
import { InputError } from '../src/job/error.ts';
import { checkMesh as checkMeshRecord } from '../src/mesh/check.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { createPrimitive } from './gltf-primitive.ts';

/** A mesh and the name of its node. */
export interface NamedMesh {
  /** Of its node. */
  readonly name: string;
  /** What it looks like. */
  readonly mesh: TriangleMesh;
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
  for (const one of meshes) checkRecord('an entry of the list', one, ['name', 'mesh'], '{ name, mesh }');
  for (const { name, mesh } of meshes) {
    isText('name', name);
    checkMeshRecord(name, mesh);
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
