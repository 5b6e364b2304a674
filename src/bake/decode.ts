// An asset from bytes. The checksum has caught accidents before anything here runs; what is checked here is that
// the columns exist and fit each other, so that even a forged file gives an error and not a broken asset.

import { createGridField } from '../field/grid-field.ts';
import { checkMaterial, type Material } from '../fracture/material.ts';
import { countNodes, type Modes } from '../fracture/modal/modes.ts';
import { refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { finishWork } from '../job/work.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import { type TriangleMesh, wrapTriangleMesh } from '../mesh/triangle-mesh.ts';
import { type Asset, type AssetParts, assembleAsset, fitsParts } from './asset.ts';
import { type Container, decodeContainer, readHash } from './container.ts';
import { joinBytes, sumDifferences } from './encode.ts';

/** Reads an asset that encodeAsset wrote. Throws 'bad-file' or 'corrupt-asset'; never returns a damaged asset. */
export function decodeAsset(bytes: Uint8Array | ArrayBuffer): Asset {
  if (!(bytes instanceof Uint8Array || bytes instanceof ArrayBuffer))
    throw refuse('bytes', bytes, 'the Uint8Array that encodeAsset made, or an ArrayBuffer');
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  try {
    return finishWork(assembleAsset(readParts(decodeContainer(view)), readHash(view)));
  } catch (error) {
    if (error instanceof InputError && (error.code === 'bad-file' || error.code === 'corrupt-asset'))
      throw error;
    throw new InputError(
      'corrupt-asset',
      `its parts make no asset (${(error as Error).message}): bake it again`,
    );
  }
}

interface Meta
  extends Pick<
    AssetParts,
    'name' | 'mesher' | 'spacing' | 'sharpAngle' | 'surfaceCount' | 'wall' | 'report' | 'notes'
  > {
  readonly render: { outsideCount: number; farthest: number } | null;
  readonly modes?: { poisson: number };
  readonly material?: Omit<Material, 'strength'> & { readonly strength: number | null };
  readonly field: { cell: number; nx: number; ny: number; nz: number; band: number; step: number };
}

function readParts(container: Container): AssetParts {
  const meta = container.meta as unknown as Meta;
  const f64 = (name: string) => take(container, name, Float64Array);
  const f32 = (name: string) => take(container, name, Float32Array);
  const positions = f64('nodes');
  const tets: TetMesh = { positions, indices: index(container, 'tets') };
  const surface = readMesh(container, 'surface', positions);
  const nodeFace = index(container, 'nodeFace');
  const order = index(container, 'order');
  const thickness = f32('thickness');
  const field = createGridField({
    ...meta.field,
    origin: f64('field.origin'),
    brick: take(container, 'field.brick', Int32Array),
    corner: f32('field.corner'),
    base: take(container, 'field.base', Int32Array),
    node: sumDifferences(take(container, 'field.node', Uint8Array)),
  });
  const render = container.columns.has('render.positions')
    ? {
        mesh: readMesh(container, 'render', f64('render.positions')),
        tet: index(container, 'render.tet'),
        weight: f64('render.weight'),
        outsideCount: meta.render?.outsideCount ?? 0,
        farthest: meta.render?.farthest ?? 0,
      }
    : null;
  const { name, mesher, spacing, sharpAngle, surfaceCount, wall, report, notes } = meta;
  const parts: AssetParts = {
    name,
    mesher,
    spacing,
    sharpAngle,
    material: readMaterial(meta),
    tets,
    surfaceCount,
    surface,
    render,
    thickness,
    wall,
    field,
    nodeFace,
    order,
    modes: readModes(container, meta),
    report,
    notes,
  };
  if (!fitsParts(parts))
    throw new InputError('corrupt-asset', 'its columns do not fit each other: bake it again');
  return parts;
}

function readModes(container: Container, { modes }: Meta): Modes | null {
  if (!modes) return null;
  const positions = take(container, 'modes.nodes', Float64Array);
  const indices = index(container, 'modes.tets');
  const square = take(container, 'modes.square', Float64Array);
  const step = take(container, 'modes.step', Float64Array);
  const shape = joinBytes(take(container, 'modes.shape', Uint8Array));
  const tets = { positions, indices };
  const read = { count: square.length, poisson: modes.poisson, tets, square, step, shape };
  const fits =
    positions.length % 3 === 0 &&
    positions.every(Number.isFinite) &&
    indices.length % 4 === 0 &&
    indices.every((node) => node < positions.length / 3) &&
    square.every((x) => x > 0) &&
    step.length === square.length &&
    shape.length === square.length * 3 * countNodes(tets);
  if (!fits) throw new InputError('corrupt-asset', 'its modes do not fit each other: bake it again');
  return read;
}

function readMaterial({ material }: Meta): Material | null {
  if (!material) return null;
  const read = { ...material, strength: material.strength ?? Infinity };
  checkMaterial(read);
  return read;
}

function readMesh(container: Container, name: string, positions: Float64Array): TriangleMesh {
  const has = (part: string) => container.columns.has(`${name}.${part}`);
  return wrapTriangleMesh(
    positions,
    index(container, `${name}.indices`),
    has('uvs') ? take(container, `${name}.uvs`, Float32Array) : null,
    has('normals') ? take(container, `${name}.normals`, Float32Array) : null,
    has('colors') ? take(container, `${name}.colors`, Float32Array) : null,
    has('groups') ? take(container, `${name}.groups`, Uint16Array) : null,
  );
}

function take<T>(container: Container, name: string, Type: new (...args: never[]) => T): T {
  const column = container.columns.get(name);
  if (!(column instanceof Type))
    throw new InputError('corrupt-asset', `it lacks the column ${name}: bake it again`);
  return column;
}

/** A column of indices, widened to 32 bits. */
function index(container: Container, name: string): Uint32Array {
  const column = container.columns.get(name);
  return column instanceof Uint16Array ? Uint32Array.from(column) : take(container, name, Uint32Array);
}
