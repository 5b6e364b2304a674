// What never changes of a solid that collides and may break: built once an asset is loaded, shared by all its copies.

import type { GridField } from '../field/grid-field.ts';
import { EDGE_DIP } from '../fragment/constants.ts';
import { buildSharpRuns, type SharpRuns } from '../fragment/rims.ts';
import { buildTetGrid, type TetGrid } from '../fragment/tet-grid.ts';
import { buildFamilyTopology, type FamilyTopology, type SolidParts } from '../fragment/topology.ts';
import { InputError } from '../job/error.ts';
import type { NodeDistance } from '../mesh/node-distance.ts';
import type { SharpEdges } from '../mesh/sharp-edges.ts';
import type { SphereTree } from '../tree/sphere-tree.ts';
import { buildFacing } from './facing.ts';

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
  readonly facing: Float32Array; // which way its surface faces: see facing.ts
  readonly radius: number; // of the sphere about the middle of its box that holds it
  readonly convex: boolean; // whether it holds the straight way between any two of its points, up to rounding
}

/** Builds what all copies of a solid share, in linear time. Throws as buildFamilyTopology does. */
export function buildSolid(parts: ColliderParts): Solid {
  const topology = buildFamilyTopology(parts);
  checkParts(parts, topology);
  const radius = measureRadius(topology.positions);
  return {
    topology,
    tetGrid: buildTetGrid(topology),
    field: parts.field,
    nodes: parts.nodes,
    tree: parts.tree,
    sharp: buildSharpRuns(topology, parts.edges, parts.sharpAngle, EDGE_DIP * radius),
    facing: buildFacing(topology),
    radius,
    convex: isConvexSurface(topology, radius),
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

const LEVEL = 1e-12; // radii by which rounding lifts a corner above the plane of its neighbour

/**
 * Whether the surface is in one piece and bends outward at each of its edges, or not at all: then the solid is convex.
 * A neighbour's third corner must not lie above the plane of a triangle.
 */
function isConvexSurface(
  { triangle, triangleEdge, edgeCount, positions }: FamilyTopology,
  radius: number,
): boolean {
  const count = triangle.length / 3;
  const first = new Int32Array(edgeCount).fill(-1); // by edge, one of its triangles
  const across = new Int32Array(triangle.length); // by side of a triangle, the other one
  for (let s = 0; s < triangle.length; s++) {
    const edge = triangleEdge[s];
    if (first[edge] < 0) first[edge] = s;
    else {
      across[s] = Math.floor(first[edge] / 3);
      across[first[edge]] = Math.floor(s / 3);
    }
  }
  const seen = new Uint8Array(count);
  const list = new Int32Array(count);
  seen[0] = 1;
  let reached = 1;
  for (let k = 0; k < reached; k++) {
    for (let s = 3 * list[k]; s < 3 * list[k] + 3; s++) {
      const other = across[s];
      if (!isBelow(triangle, positions, list[k], other, LEVEL * radius)) return false;
      if (seen[other] === 1) continue;
      seen[other] = 1;
      list[reached++] = other;
    }
  }
  return reached === count;
}

/** Whether all corners of a triangle lie below the plane of another, or hardly above. */
function isBelow(
  triangle: Uint32Array,
  positions: Float64Array,
  t: number,
  other: number,
  level: number,
): boolean {
  const a = 3 * triangle[3 * t];
  const b = 3 * triangle[3 * t + 1];
  const c = 3 * triangle[3 * t + 2];
  const u = [0, 1, 2].map((d) => positions[b + d] - positions[a + d]);
  const v = [0, 1, 2].map((d) => positions[c + d] - positions[a + d]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (let k = 0; k < 3; k++) {
    const p = 3 * triangle[3 * other + k];
    let height = 0;
    for (let d = 0; d < 3; d++) height += n[d] * (positions[p + d] - positions[a + d]);
    if (!(height <= level * length)) return false;
  }
  return true;
}
