// An asset from bytes. The checksum has caught accidents before anything here runs; what is checked here is that
// the columns exist and fit each other, so that even a forged file gives an error and not a broken asset.

import { createGridField } from '../field/grid-field.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import { type TriangleMesh, wrapTriangleMesh } from '../mesh/triangle-mesh.ts';
import { InputError } from '../work/error.ts';
import { finishWork } from '../work/work.ts';
import { type Asset, type AssetParts, assembleAsset } from './asset.ts';
import { type Container, decodeContainer, readHash } from './container.ts';
import { sumDifferences } from './encode.ts';

/** Reads an asset that encodeAsset wrote. Throws 'bad-file' or 'corrupt-asset'; never returns a damaged asset. */
export function decodeAsset(bytes: Uint8Array | ArrayBuffer): Asset {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  return finishWork(assembleAsset(readParts(decodeContainer(view)), readHash(view)));
}

interface Meta
  extends Pick<
    AssetParts,
    'name' | 'mesher' | 'spacing' | 'sharpAngle' | 'surfaceCount' | 'wall' | 'report' | 'notes'
  > {
  readonly render: { outsideCount: number; farthest: number } | null;
  readonly field: { cell: number; nx: number; ny: number; nz: number; band: number; step: number };
}

function readParts(container: Container): AssetParts {
  const meta = container.meta as unknown as Meta;
  const f64 = (name: string) => take(container, name, Float64Array);
  const f32 = (name: string) => take(container, name, Float32Array);
  const positions = f64('nodes');
  const nodeCount = positions.length / 3;
  const tets: TetMesh = { positions, indices: index(container, 'tets', nodeCount) };
  const surface = readMesh(container, 'surface', positions);
  const triangleCount = surface.indices.length / 3;
  const nodeFace = index(container, 'nodeFace', triangleCount);
  const order = index(container, 'order', nodeCount);
  const thickness = f32('thickness');
  const { cell, nx, ny, nz, band, step } = meta.field;
  const field = createGridField({
    origin: f64('field.origin'),
    cell,
    nx,
    ny,
    nz,
    band,
    step,
    brick: take(container, 'field.brick', Int32Array),
    corner: f32('field.corner'),
    base: take(container, 'field.base', Int32Array),
    node: sumDifferences(take(container, 'field.node', Uint8Array)),
  });
  const bricks = field.base.length;
  const fits =
    tets.indices.length % 4 === 0 &&
    surface.indices.length % 3 === 0 &&
    nodeFace.length === nodeCount &&
    order.length === nodeCount &&
    meta.surfaceCount <= nodeCount &&
    thickness.length === meta.surfaceCount &&
    field.node.length === 729 * bricks &&
    field.brick.every((b) => b >= -1 && b < bricks);
  if (!fits) throw new InputError('corrupt-asset', 'its columns do not fit each other: bake it again');
  const render = container.columns.has('render.positions')
    ? {
        mesh: readMesh(container, 'render', f64('render.positions')),
        tet: index(container, 'render.tet', tets.indices.length / 4),
        weight: f64('render.weight'),
        outsideCount: meta.render?.outsideCount ?? 0,
        farthest: meta.render?.farthest ?? 0,
      }
    : null;
  const { name, mesher, spacing, sharpAngle, surfaceCount, wall, report, notes } = meta;
  return {
    name,
    mesher,
    spacing,
    sharpAngle,
    tets,
    surfaceCount,
    surface,
    render,
    thickness,
    wall,
    field,
    nodeFace,
    order,
    report,
    notes,
  };
}

function readMesh(container: Container, name: string, positions: Float64Array): TriangleMesh {
  const has = (part: string) => container.columns.has(`${name}.${part}`);
  return wrapTriangleMesh(
    positions,
    index(container, `${name}.indices`, positions.length / 3),
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

/** A column of indices below `limit`, widened to 32 bits. */
function index(container: Container, name: string, limit: number): Uint32Array {
  const column = container.columns.get(name);
  if (!(column instanceof Uint16Array || column instanceof Uint32Array)) {
    throw new InputError('corrupt-asset', `it lacks the column ${name}: bake it again`);
  }
  for (let i = 0; i < column.length; i++) {
    if (column[i] >= limit)
      throw new InputError('corrupt-asset', `its column ${name} points past the end: bake it again`);
  }
  return Uint32Array.from(column);
}
