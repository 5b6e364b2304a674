// What a mesh is and what is wrong with it, as plain data. Nothing is changed and nothing but an index out of range is
// refused: a mesh with NaN coordinates or without triangles gets its report too.

import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import { type Checks, checkOptions, checkRecord, isFlag } from '../job/check.ts';
import { measureComponents } from './inspect-components.ts';
import {
  findEdgeDefects,
  findFanDefects,
  findFlipDefects,
  findIntersections,
  findTriangleDefects,
  findVertexDefects,
} from './inspect-defects.ts';
import { findFlips } from './inspect-orient.ts';
import { isFinitePoint } from './inspect-shape.ts';
import { buildConnections, countFans } from './inspect-topology.ts';
import { createTriangleMesh, type MeshInput } from './triangle-mesh.ts';

export type DefectKind =
  | 'non-finite' // a coordinate that is NaN or infinite
  | 'open-edge' // an edge of one triangle
  | 'non-manifold-edge' // an edge of more than two triangles
  | 'non-manifold-vertex' // a vertex at which several fans of triangles meet
  | 'flipped-triangle' // faces the other way than its neighbours, or inwards
  | 'degenerate-triangle' // has no area
  | 'duplicate-triangle' // has the same vertices as one before it
  | 'duplicate-vertex' // has the same position as one before it
  | 'unused-vertex' // belongs to no triangle
  | 'self-intersection'; // two triangles that meet beyond what they share

/** The first element that has a defect; which fields are there depends on the kind. */
export interface Place {
  readonly vertex?: number;
  readonly edge?: readonly [number, number]; // two vertices
  readonly triangle?: number;
  readonly other?: number; // the vertex or triangle it repeats or meets
}

export interface Defect {
  readonly kind: DefectKind;
  readonly count: number; // vertices, edges, triangles or pairs of triangles
  readonly first: Place;
  readonly message: string; // one sentence that names the first
}

/** A part of the mesh that hangs together by edges. */
export interface Component {
  readonly triangles: number;
  readonly vertices: number;
  readonly area: number;
  readonly volume: number; // signed: negative for a cavity; meaningless unless closed
  readonly closed: boolean;
  readonly genus: number | null; // null unless closed, manifold and two-sided
}

export interface MeshReport {
  readonly vertices: number;
  readonly triangles: number;
  readonly edges: number;
  readonly components: number;
  readonly parts: readonly Component[]; // the largest components, at most 32
  readonly genus: number | null; // of all components together; null unless each has one
  readonly volume: number; // signed; meaningless unless closed
  readonly area: number;
  readonly bounds: readonly number[]; // min xyz, max xyz of the vertices in use; zeros without any
  readonly closed: boolean; // every edge belongs to two triangles, or to an even number
  readonly manifold: boolean; // no non-manifold edges and vertices
  readonly oriented: boolean; // no flipped triangles
  readonly defects: readonly Defect[];
}

export interface InspectOptions {
  readonly selfIntersections?: boolean; // look for them; default true
  readonly hierarchy?: Hierarchy; // of the same mesh, if the caller has one
}

const INSPECT: Checks<InspectOptions> = {
  selfIntersections: isFlag,
  hierarchy: (name, value) => checkRecord(name, value, ['frame', 'triangle'], 'what buildHierarchy made'),
};

/** Inspects a mesh. Deterministic. Throws as createTriangleMesh does when lengths do not fit or an index names no vertex. */
export function inspectMesh(input: MeshInput, options: InspectOptions = {}): MeshReport {
  checkOptions('options', options, INSPECT);
  const { positions, indices } = createTriangleMesh(input);
  const vertexCount = positions.length / 3;
  const connections = buildConnections(indices, vertexCount);
  const fans = countFans(connections, vertexCount);
  const orientation = findFlips(positions, connections);
  const defects = [
    ...findVertexDefects(positions, indices),
    ...findEdgeDefects(connections),
    ...findFanDefects(fans),
    ...findFlipDefects(connections, orientation),
    ...findTriangleDefects(positions, indices),
  ];
  if (options.selfIntersections ?? true) {
    defects.push(...findIntersections(positions, indices, options.hierarchy));
  }
  const measures = measureComponents(positions, connections, fans, orientation);
  const has = (...kinds: DefectKind[]) => defects.some(({ kind }) => kinds.includes(kind));
  return {
    vertices: vertexCount,
    triangles: indices.length / 3,
    edges: connections.edges.edgeCount,
    ...measures,
    bounds: findBounds(positions, indices),
    manifold: !has('non-manifold-edge', 'non-manifold-vertex'),
    oriented: !has('flipped-triangle'),
    defects,
  };
}

function findBounds(positions: Float64Array, indices: Uint32Array): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let h = 0; h < indices.length; h++) {
    if (!isFinitePoint(positions, indices[h])) continue;
    for (let d = 0; d < 3; d++) {
      const x = positions[3 * indices[h] + d];
      bounds[d] = Math.min(bounds[d], x);
      bounds[3 + d] = Math.max(bounds[3 + d], x);
    }
  }
  return bounds[0] <= bounds[3] ? bounds : [0, 0, 0, 0, 0, 0];
}
