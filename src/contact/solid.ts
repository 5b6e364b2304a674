// What never changes of a solid that collides and may break: built once an asset is loaded, shared by all its copies.

import type { GridField } from '../field/grid-field.ts';
import { buildSharpRuns, type SharpRuns } from '../fragment/rims.ts';
import { buildTetGrid, type TetGrid } from '../fragment/tet-grid.ts';
import { buildFamilyTopology, type FamilyTopology, type SolidParts } from '../fragment/topology.ts';
import type { NodeDistance } from '../mesh/node-distance.ts';
import type { SharpEdges } from '../mesh/sharp-edges.ts';
import type { SphereTree } from '../tree/sphere-tree.ts';

/** The parts of a solid that colliding needs; an asset has them. */
export interface ColliderParts extends SolidParts {
  readonly field: GridField; // signed distance to the surface
  readonly nodes: NodeDistance;
  readonly edges: SharpEdges;
  readonly sharpAngle?: number; // degrees, for edges of cracks too; default 30
  readonly tree: SphereTree; // over all nodes
}

/** Made by buildSolid alone. */
export interface Solid {
  readonly topology: FamilyTopology;
  readonly tetGrid: TetGrid;
  readonly field: GridField;
  readonly nodes: NodeDistance;
  readonly tree: SphereTree;
  readonly sharp: SharpRuns; // sharp edges of the whole, by node
  readonly radius: number; // of the sphere about the middle of its box that holds it
}

/** Builds what all copies of a solid share, in linear time. Throws as buildFamilyTopology does. */
export function buildSolid(parts: ColliderParts): Solid {
  const topology = buildFamilyTopology(parts);
  return {
    topology,
    tetGrid: buildTetGrid(topology),
    field: parts.field,
    nodes: parts.nodes,
    tree: parts.tree,
    sharp: buildSharpRuns(topology, parts.edges, parts.sharpAngle),
    radius: measureRadius(topology.positions),
  };
}

function measureRadius(positions: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i] - (low[0] + high[0]) / 2;
    const y = positions[i + 1] - (low[1] + high[1]) / 2;
    const z = positions[i + 2] - (low[2] + high[2]) / 2;
    square = Math.max(square, x * x + y * y + z * z);
  }
  return Math.sqrt(square);
}
