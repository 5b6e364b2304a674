// What never changes of a solid that collides and may break: built once an asset is loaded, shared by all its copies.

import type { GridField } from '../field/grid-field.ts';
import { buildSharpRuns, type SharpRuns } from '../fragment/rims.ts';
import { buildTetGrid, type TetGrid } from '../fragment/tet-grid.ts';
import { buildFamilyTopology, type FamilyTopology, type SolidParts } from '../fragment/topology.ts';
import { InputError } from '../job/error.ts';
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
  checkParts(parts, topology);
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

/** Throws unless all parts are of one asset, as far as that can be seen. */
function checkParts({ field, nodes, tree, sharpAngle = 30 }: ColliderParts, topology: FamilyTopology): void {
  const { nodeCount, positions } = topology;
  for (const [name, count] of [
    ['nodes', nodes.distance.length],
    ['tree', tree.rank.length],
  ] as const) {
    if (count === nodeCount) continue;
    throw new InputError(
      'bad-argument',
      `parts.${name} has ${count} points, the tets ${nodeCount} nodes: give all parts of one asset`,
    );
  }
  const size = [field.nx, field.ny, field.nz];
  for (let i = 0; i < positions.length; i++) {
    const x = (positions[i] - field.origin[i % 3]) * field.scale;
    if (x >= 0 && x <= size[i % 3]) continue;
    throw new InputError('bad-argument', 'parts.field does not hold the tets: give all parts of one asset');
  }
  if (!(sharpAngle > 0 && sharpAngle < 180)) {
    throw new InputError('bad-argument', `parts.sharpAngle is ${sharpAngle}: give degrees between 0 and 180`);
  }
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
