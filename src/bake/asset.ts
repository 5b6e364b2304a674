// The asset: what baking makes from a mesh; immutable, shared by every copy. Stored parts come from a bake or a
// file; everything that follows from them is built here, once, by the same code for both.

import { BRICK, BRICK_NODES, type GridField, NO_BRICK } from '../field/grid-field.ts';
import { checkMaterial, type Material } from '../fracture/material.ts';
import type { Modes } from '../fracture/modal/modes.ts';
import { EDGE_DIP } from '../fragment/constants.ts';
import { checkRecord, refuse } from '../job/check.ts';
import type { Work } from '../job/work.ts';
import type { Embedding } from '../mesh/embed.ts';
import { computeMass, type Mass } from '../mesh/mass.ts';
import { measureNodes, type NodeDistance } from '../mesh/node-distance.ts';
import { findSharpEdges, type SharpEdges } from '../mesh/sharp-edges.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import type { TetReport } from '../mesh/tet-report.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildSphereTree } from '../tree/build.ts';
import type { SphereTree } from '../tree/sphere-tree.ts';
import { TYPES, type TypeName } from './container.ts';

/** How the tets of an asset came about. */
export type Mesher = 'delaunay' | 'stuffing' | 'given';

/** What is stored of an asset. */
export interface AssetParts {
  readonly name: string;
  readonly mesher: Mesher;
  /** Longest surface edge and lattice step, metres. */
  readonly spacing: number;
  /** Degrees. */
  readonly sharpAngle: number;
  /** What it is made of; null: it does not break by force. */
  readonly material: Material | null;
  readonly tets: TetMesh;
  /** Nodes [0, surfaceCount) are the vertices of the surface. */
  readonly surfaceCount: number;
  /** The boundary of the tets; its positions are the tets'. */
  readonly surface: TriangleMesh;
  /** The input, embedded, where the surface is not the input's own. */
  readonly render: Embedding | null;
  /** Of the solid below each surface vertex, metres. */
  readonly thickness: Float32Array;
  /** Thinnest wall, metres. */
  readonly wall: number;
  /** Signed distance to the surface. */
  readonly field: GridField;
  /** The surface triangle closest to each node. */
  readonly nodeFace: Uint32Array;
  /** Nodes in maximum-distance order. */
  readonly order: Uint32Array;
  /** How it rings; null without a material, or where none could be computed. */
  readonly modes: Modes | null;
  readonly report: TetReport;
  /** What was found in the input and changed, in plain words. */
  readonly notes: readonly string[];
}

/** A solid that can collide and break. */
export interface Asset extends AssetParts {
  /** Of the contents, 16 hexadecimal digits. */
  readonly hash: string;
  /** Exact way from each node to the surface. */
  readonly nodes: NodeDistance;
  /** Edges of the surface that are sharper than `sharpAngle`, and those that points alone hold too little (EDGE_DIP). */
  readonly edges: SharpEdges;
  /** At a density of 1 kg/m³. */
  readonly mass: Mass;
  /** Over all nodes. */
  readonly tree: SphereTree;
}

const MESH = 'positions f64 indices u32 uvs f32? normals f32? colors f32? groups u16?';
/** Columns of an asset: the record that holds them, and their names and kinds; those of a record that is null are none. */
const COLUMNS = {
  asset: 'thickness f32 nodeFace u32 order u32',
  tets: 'positions f64 indices u32',
  surface: MESH,
  field: 'origin f64 brick i32 corner f32 base i32 node u16',
  render: 'tet u32 weight f64',
  'render.mesh': MESH,
  modes: 'square f64 step f64 shape i16',
  'modes.tets': 'positions f64 indices u32',
};
const REMEDY = 'an asset that bake or decodeAsset made';
const checked = new WeakSet<object>(); // assets never change: once is enough

/** Throws unless a value is an asset: what is stored of it is there, of the right kind, and fits; what follows is there. */
export function checkAsset(name: string, value: unknown): void {
  if (checked.has(value as Asset)) return;
  checkRecord(name, value, ['hash', 'nodes', 'edges', 'mass', 'tree'], REMEDY);
  checkParts(name, value);
  checked.add(value as Asset);
}

/** The same for what is stored of one. */
export function checkParts(name: string, value: unknown): void {
  checkRecord(name, value, ['material', 'render', 'modes'], REMEDY);
  checkColumns(name, { ...(value as Asset), asset: value });
  const { material } = value as Asset;
  if (material !== null) checkMaterial(material);
  if (!fitsParts(value as Asset)) throw refuse(name, value, REMEDY);
}

function checkColumns(name: string, value: object): void {
  for (const [way, words] of Object.entries(COLUMNS)) {
    const place = way === 'asset' ? name : `${name}.${way}`;
    let record = value as Readonly<Record<string, unknown>> | null;
    for (const key of way.split('.')) if (record !== null) record = record[key] as typeof record;
    if (record === null && /^(render|modes)/.test(way)) continue;
    checkRecord(place, record, [], REMEDY);
    const list = words.split(' ');
    for (let k = 0; k < list.length; k += 2) {
      const column = record?.[list[k]];
      const type = list[k + 1];
      if (type.endsWith('?') && !column) continue;
      if (!(column instanceof TYPES[type.replace('?', '') as TypeName]))
        throw refuse(`${place}.${list[k]}`, column, REMEDY);
    }
  }
}

/** Whether columns of the right kinds fit each other: lengths, and what they point at. */
export function fitsParts(parts: AssetParts): boolean {
  const { tets, surface, surfaceCount, thickness, nodeFace, order, field, render } = parts;
  const { spacing, sharpAngle, wall } = parts;
  const nodeCount = tets.positions.length / 3;
  const triangleCount = surface.indices.length / 3;
  return (
    Number.isInteger(nodeCount) &&
    [spacing, sharpAngle, wall].every(Number.isFinite) &&
    tets.positions.every(Number.isFinite) &&
    tets.indices.length % 4 === 0 &&
    tets.indices.every((node) => node < nodeCount) &&
    fitsMesh(surface) &&
    Number.isInteger(surfaceCount) &&
    nodeFace.length === nodeCount &&
    nodeFace.every((face) => face < triangleCount) &&
    order.length === nodeCount &&
    order.every((node) => node < nodeCount) &&
    new Set(order).size === nodeCount &&
    new Set(surface.indices).size === surfaceCount &&
    surface.indices.every((v) => v < surfaceCount) &&
    thickness.length === surfaceCount &&
    fitsField(field) &&
    (!render || (fitsMesh(render.mesh) && 3 * render.tet.length === render.mesh.positions.length)) &&
    (!render || render.weight.length === 4 * render.tet.length) &&
    (!render || render.tet.every((tet) => 4 * tet < tets.indices.length))
  );
}

function fitsMesh({ positions, indices, uvs, normals, colors, groups }: TriangleMesh): boolean {
  const corners = indices.length;
  return (
    positions.length % 3 === 0 &&
    corners % 3 === 0 &&
    indices.every((v) => 3 * v < positions.length) &&
    (!uvs || uvs.length === 2 * corners) &&
    (!normals || normals.length === 3 * corners) &&
    (!colors || colors.length === 3 * corners) &&
    (!groups || 3 * groups.length === corners)
  );
}

function fitsField({ origin, cell, nx, ny, nz, step, brick, corner, base, node }: GridField): boolean {
  const [bx, by, bz] = [nx, ny, nz].map((n) => (Number.isInteger(n) ? n / BRICK : 0));
  return (
    origin.length === 3 &&
    typeof cell === 'number' &&
    cell > 0 &&
    typeof step === 'number' &&
    step > 0 &&
    [bx, by, bz].every((n) => Number.isInteger(n) && n > 0) &&
    brick.length === bx * by * bz &&
    corner.length === (bx + 1) * (by + 1) * (bz + 1) &&
    node.length === BRICK_NODES * base.length &&
    brick.every((b) => b >= NO_BRICK && b < base.length)
  );
}

/** Builds what follows from the stored parts. Deterministic: equal parts give equal bits. */
export function* assembleAsset(parts: AssetParts, hash: string): Work<Asset> {
  const { tets, surface, surfaceCount, sharpAngle, nodeFace, order } = parts;
  const nodes = measureNodes(tets.positions, surface.indices, surfaceCount, nodeFace);
  const mass = computeMass(surface);
  const radius = measureReach(surface, mass);
  const edges = findSharpEdges(surface.positions, surface.indices, sharpAngle, EDGE_DIP * radius);
  const tree = yield* buildSphereTree(tets.positions, order);
  const asset: Asset = { ...parts, hash, nodes, edges, mass, tree };
  checked.add(asset); // made here, of parts that were baked or read
  return asset;
}

/** From the centre of mass of a surface to the farthest of its vertices. */
function measureReach({ positions }: TriangleMesh, { centroid }: Mass): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    let square = 0;
    for (let d = 0; d < 3; d++) square += (positions[i + d] - centroid[d]) * (positions[i + d] - centroid[d]);
    most = Math.max(most, square);
  }
  return Math.sqrt(most);
}
