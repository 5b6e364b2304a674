// A wall from a thin shell or an open surface: all points within half its thickness of the surface. The wall's boundary
// is an isosurface of unsigned distance, so holes, crossings and the way triangles face do not matter. What comes
// out is closed and manifold, as coarse as its shape allows, and is baked like any other closed surface.

import { surfaceArea } from '../../geometry/triangle.ts';
import { closestTriangle } from '../../hierarchy/closest.ts';
import { buildHierarchy, type Hierarchy } from '../../hierarchy/hierarchy.ts';
import { InputError } from '../../job/error.ts';
import { formatBytes, roundUp, toDigits } from '../../job/format.ts';
import { type Work, within } from '../../job/work.ts';
import {
  NODES_BESIDE,
  TRIANGLES_PER_FACE,
  WALL_CELLS,
  WALL_FACING,
  WALL_FLAT,
  WALL_NODE_BYTES,
  WALL_TRIANGLE_BYTES,
} from '../constants.ts';
import { decimateInSteps } from '../decimate.ts';
import { enclosedVolume } from '../mass.ts';
import { carryAttributes } from '../stuffing/gather.ts';
import { type TriangleMesh, wrapTriangleMesh } from '../triangle-mesh.ts';
import { balanceWall } from './balance.ts';
import { buildBand, countBlocks } from './band.ts';
import { buildNet } from './net.ts';
import { measureWall } from './volume.ts';

interface ThickenOptions {
  /** How thick the wall is, in metres. */
  readonly thickness: number;
  /** The longest edge that simplifying may leave, in metres. */
  readonly spacing: number;
  /** Bytes it may need. Default 2 GiB. */
  readonly memoryLimit?: number;
}

const THICKEST = 1e6; // metres: no bake takes more

/** The boundary of a wall, and how it came out. */
interface Wall {
  readonly mesh: TriangleMesh;
  readonly cell: number; // of the lattice it was found on: gaps between sheets that are narrower may be closed
  readonly volumeError: number; // as a share of the volume of all points within half the thickness
}

/** The boundary of the wall around a surface, with the attributes of the surface's closest points. Deterministic. */
export function* thickenSurface(mesh: TriangleMesh, wanted: ThickenOptions): Work<Wall> {
  const { thickness, spacing, memoryLimit = 2048 * 1024 * 1024 } = wanted;
  const half = thickness / 2;
  const cell = cellOf(thickness, spacing);
  const hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  refuseThin(mesh, hierarchy.box.subarray(0, 6), { thickness, spacing, memoryLimit });
  const band = yield* within(0, 0.4, buildBand(hierarchy, half, cell));
  const due = measureWall(band, hierarchy, half);
  const net = yield* within(0.4, 0.6, buildNet(band, hierarchy, half));
  const closed = wrapTriangleMesh(net.positions, net.indices, null, null, null, null);
  const options = { triangles: 4, longest: spacing, fits: createFit(hierarchy, half) };
  const wall = yield* within(0.6, 0.95, decimateInSteps(closed, options));
  balanceWall(wall, hierarchy, half);
  return { mesh: dressWall(wall, mesh, hierarchy), cell, volumeError: enclosedVolume(wall) / due - 1 };
}

/** Of a wall so thick that its boundary is coarser than the spacing, as fine as that. */
function cellOf(thickness: number, spacing: number): number {
  return Math.min(thickness / WALL_CELLS, spacing);
}

/** About how many bytes a wall needs, of a surface within a box. */
function estimateBytes(area: number, box: Float64Array, thickness: number, cell: number): number {
  const [x, y, z] = countBlocks(box, thickness, cell);
  const longest = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const rims = Math.PI * thickness * (2 * longest + thickness); // of a square sheet, or a ball
  const faces = (2 * area + rims) / (cell * cell);
  const nodes = faces * (NODES_BESIDE + thickness / (2 * cell));
  return 4 * x * y * z + WALL_NODE_BYTES * nodes + WALL_TRIANGLE_BYTES * TRIANGLES_PER_FACE * faces;
}

/** Refuses a wall that memory is too small for, and says how thin it may be. */
function refuseThin(mesh: TriangleMesh, box: Float64Array, wanted: Required<ThickenOptions>): void {
  const { thickness, spacing, memoryLimit } = wanted;
  const area = surfaceArea(mesh);
  const bytesOf = (t: number) => estimateBytes(area, box, t, cellOf(t, spacing));
  const bytes = bytesOf(thickness);
  if (bytes <= memoryLimit) return;
  let least = thickness;
  while (least < THICKEST && bytesOf(least) > memoryLimit) least = roundUp(1.05 * least);
  throw new InputError(
    'too-large',
    `shell is ${toDigits(thickness)} m, and a wall that thin needs about ${formatBytes(bytes)} of memory, above the limit of ${formatBytes(memoryLimit)}: ` +
      (least < THICKEST
        ? `give at least ${least} m, or raise memoryLimit`
        : 'choose a lower resolution or raise memoryLimit'),
  );
}

/**
 * Whether a triangle stays on the isosurface, on the side it faces. Its middle and its moved corner are looked at: where
 * they stay, so do its edges, which sag about as much as the middles beside them.
 */
function createFit(hierarchy: Hierarchy, half: number): (corners: Float64Array) => boolean {
  const edge = new Float64Array(6); // from the moved corner to the two others
  const moved = new Float64Array(3).fill(Number.NaN); // the last moved corner that was found in place
  const away = new Float64Array(4); // from the closest point of the surface to the point in question, and how far
  const point = new Float64Array(3);
  const found = new Float64Array(7);
  const stray = 2 * half * WALL_FLAT;
  let seed = -1;
  const isNear = (corners: Float64Array, share: number): boolean => {
    for (let d = 0; d < 3; d++) point[d] = corners[d] + share * (edge[d] + edge[3 + d]);
    seed = closestTriangle(found, hierarchy, point, 0, seed);
    for (let d = 0; d < 3; d++) away[d] = point[d] - found[1 + d];
    away[3] = Math.sqrt(found[0]);
    return Math.abs(away[3] - half) <= stray;
  };
  return (corners) => {
    for (let d = 0; d < 6; d++) edge[d] = corners[3 + d] - corners[d % 3];
    if (corners[0] !== moved[0] || corners[1] !== moved[1] || corners[2] !== moved[2]) {
      if (!isNear(corners, 0)) return false;
      for (let d = 0; d < 3; d++) moved[d] = corners[d];
    }
    if (!isNear(corners, 1 / 3)) return false;
    // A middle that has crossed over to another sheet has that one's surface behind it.
    const x = edge[1] * edge[5] - edge[2] * edge[4];
    const y = edge[2] * edge[3] - edge[0] * edge[5];
    const z = edge[0] * edge[4] - edge[1] * edge[3];
    const along = x * away[0] + y * away[1] + z * away[2];
    return along >= WALL_FACING * away[3] * Math.sqrt(x * x + y * y + z * z);
  };
}

/** The wall with the attributes of the surface's closest points. */
function dressWall(wall: TriangleMesh, mesh: TriangleMesh, hierarchy: Hierarchy): TriangleMesh {
  const { positions, indices } = wall;
  const tets = { positions, indices: new Uint32Array(0) };
  const surfaceCount = positions.length / 3;
  const { surface } = carryAttributes(
    { tets, surfaceCount, boundary: indices, face: tets.indices },
    mesh,
    hierarchy,
  );
  if (surface.normals) pointAway(surface, surface.normals, hierarchy);
  return surface;
}

/** Turns the normals of a wall away from its surface, whose own face one side and know nothing of round edges. */
function pointAway({ positions, indices }: TriangleMesh, normals: Float32Array, hierarchy: Hierarchy): void {
  const point = new Float64Array(3);
  const found = new Float64Array(7);
  let seed = -1;
  for (let c = 0; c < indices.length; c++) {
    for (let d = 0; d < 3; d++) point[d] = positions[3 * indices[c] + d];
    seed = closestTriangle(found, hierarchy, point, 0, seed);
    const distance = Math.sqrt(found[0]);
    for (let d = 0; d < 3; d++) normals[3 * c + d] = distance > 0 ? (point[d] - found[1 + d]) / distance : 0;
  }
}
