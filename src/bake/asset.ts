// The asset: what baking makes from a mesh; immutable, shared by every copy. Stored parts come from a bake or a
// file; everything that follows from them is built here, once, by the same code for both.

import type { GridField } from '../field/grid-field.ts';
import type { Material } from '../fracture/material.ts';
import type { Modes } from '../fracture/modal/modes.ts';
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

/** How the tets of an asset came about. */
export type Mesher = 'delaunay' | 'stuffing' | 'given';

/** What is stored of an asset. */
export interface AssetParts {
  readonly name: string;
  readonly mesher: Mesher;
  readonly spacing: number; // longest surface edge and lattice step, metres
  readonly sharpAngle: number; // degrees
  readonly material: Material | null; // what it is made of; null: it does not break by force
  readonly tets: TetMesh;
  readonly surfaceCount: number; // nodes [0, surfaceCount) are the vertices of the surface
  readonly surface: TriangleMesh; // the boundary of the tets; its positions are the tets'
  readonly render: Embedding | null; // the input, embedded, where the surface is not the input's own
  readonly thickness: Float32Array; // of the solid below each surface vertex, metres
  readonly wall: number; // thinnest wall, metres
  readonly field: GridField; // signed distance to the surface
  readonly nodeFace: Uint32Array; // the surface triangle closest to each node
  readonly order: Uint32Array; // nodes in maximum-distance order
  readonly modes: Modes | null; // how it rings; null without a material, or where none could be computed
  readonly report: TetReport;
  readonly notes: readonly string[]; // what was found in the input and changed, in plain words
}

/** A solid that can collide and break. */
export interface Asset extends AssetParts {
  readonly hash: string; // of the contents, 16 hexadecimal digits
  readonly nodes: NodeDistance; // exact way from each node to the surface
  readonly edges: SharpEdges;
  readonly mass: Mass; // at a density of 1 kg/m³
  readonly tree: SphereTree; // over all nodes
}

/** Builds what follows from the stored parts. Deterministic: equal parts give equal bits. */
export function* assembleAsset(parts: AssetParts, hash: string): Work<Asset> {
  const { tets, surface, surfaceCount, sharpAngle, nodeFace, order } = parts;
  const nodes = measureNodes(tets.positions, surface.indices, surfaceCount, nodeFace);
  const edges = findSharpEdges(surface.positions, surface.indices, sharpAngle);
  const mass = computeMass(surface);
  const tree = yield* buildSphereTree(tets.positions, order);
  return { ...parts, hash, nodes, edges, mass, tree };
}
