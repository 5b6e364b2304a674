// The asset: what baking makes from a mesh; immutable, shared by every copy. Stored parts come from a bake or a
// file; everything that follows from them is built here, once, by the same code for both.

import type { GridField } from '../field/grid-field.ts';
import type { Material } from '../fracture/material.ts';
import type { Modes } from '../fracture/modal/modes.ts';
import { checkRecord, isList, refuse } from '../job/check.ts';
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

/**
 * Of the radius, as deep as a world lets bodies be in each other: what blunt edges may be crossed by unseen (bench
 * `mechanisms`, a chain).
 */
const EDGE_DIP = 0.01;

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

/** Members of an asset that are records, and what each must have. */
const RECORDS = {
  tets: ['positions', 'indices'],
  surface: ['positions', 'indices'],
  field: ['origin', 'cell', 'brick', 'corner', 'base', 'node'],
  report: [],
} as const;
const DERIVED = ['hash', 'nodes', 'edges', 'mass', 'tree'] as const;
const LISTS = ['thickness', 'nodeFace', 'order', 'notes'] as const;

/** Throws unless a value is an asset, as far as its members tell. */
export function checkAsset(name: string, value: unknown): void {
  checkRecord(name, value, DERIVED, REMEDY);
  checkParts(name, value);
}

const REMEDY = 'an asset that bake or decodeAsset made';

/** The same for what is stored of one. */
export function checkParts(name: string, value: unknown): void {
  const remedy = REMEDY;
  checkRecord(name, value, ['spacing', 'wall', 'material', 'render', 'modes', ...LISTS], remedy);
  const asset = value as unknown as Record<string, unknown>;
  for (const [member, parts] of Object.entries(RECORDS)) {
    checkRecord(`${name}.${member}`, asset[member], parts, remedy);
    for (const part of parts) {
      if (part !== 'cell') checkColumn(`${name}.${member}.${part}`, asset[member], part, remedy);
    }
  }
  for (const list of LISTS) checkColumn(`${name}.${list}`, asset, list, remedy);
}

function checkColumn(name: string, record: unknown, member: string, remedy: string): void {
  const value = (record as Record<string, unknown>)[member];
  if (!isList(value)) throw refuse(name, value, remedy);
}

/** Builds what follows from the stored parts. Deterministic: equal parts give equal bits. */
export function* assembleAsset(parts: AssetParts, hash: string): Work<Asset> {
  const { tets, surface, surfaceCount, sharpAngle, nodeFace, order } = parts;
  const nodes = measureNodes(tets.positions, surface.indices, surfaceCount, nodeFace);
  const mass = computeMass(surface);
  const radius = measureReach(surface, mass);
  const edges = findSharpEdges(surface.positions, surface.indices, sharpAngle, EDGE_DIP * radius);
  const tree = yield* buildSphereTree(tets.positions, order);
  return { ...parts, hash, nodes, edges, mass, tree };
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
