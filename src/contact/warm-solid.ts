// A small solid to break at load: a box of some hundred tets with everything a solid has, written down by formula, because baking
// one would take longer than breaking it. It is turned, and its sides differ: coordinates and normals that are whole
// numbers would teach the engine that they always are, and the first real fracture would have to unlearn it.

import { BRICK, BRICK_NODES, createGridField, type GridField, SIDE } from '../field/grid-field.ts';
import { finishWork } from '../job/work.ts';
import { findSharpEdges } from '../mesh/sharp-edges.ts';
import { buildTetAdjacency, extractBoundary } from '../mesh/tet-mesh.ts';
import { createTriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildSphereTree } from '../tree/build.ts';
import { orderPoints } from '../tree/order.ts';
import { buildSolid, type Solid } from './solid.ts';

const HALF = [0.5, 0.55, 0.45]; // half-extents of the box
const TURN = [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6]; // a rotation, by rows
const PATHS = [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 2, 1, 2, 1, 0, 1, 0, 2]; // axes in all orders; the first three are even

const BRICKS = 3; // of the field, along a side
const CELL = 0.075;
const STEP = 1e-4; // of the field's nodes: a brick spans 1.04 m at most, 10,400 of them

/**
 * A box about the origin, of so many cubes along a side, each of six tets; ready to be copied and broken. Takes some
 * milliseconds.
 */
export function createWarmSolid(cubes: number): Solid {
  const node = numberNodes(cubes);
  const count = node.length;
  const surfaceCount = count - (cubes - 1) * (cubes - 1) * (cubes - 1);
  const positions = placeNodes(node, cubes);
  const indices = fillCubes(node, cubes);
  const boundary = extractBoundary(indices, buildTetAdjacency(indices, count)).indices;
  const surface = createTriangleMesh({
    positions: positions.subarray(0, 3 * surfaceCount),
    indices: boundary,
  });
  const distance = new Float64Array(count);
  const direction = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const axis = closestSide(positions, 3 * i);
    const side = alongAxis(positions, 3 * i, axis) < 0 ? -1 : 1;
    distance[i] = i < surfaceCount ? 0 : -distanceBox(positions, 3 * i);
    for (let d = 0; d < 3; d++) direction[3 * i + d] = side * TURN[3 * d + axis];
  }
  return buildSolid({
    tets: { positions, indices },
    surfaceCount,
    surface,
    field: createField(),
    nodes: { distance, direction, face: new Uint32Array(count) },
    edges: findSharpEdges(surface.positions, surface.indices, 30),
    tree: finishWork(buildSphereTree(positions, orderPoints(positions))),
  });
}

/** The nodes of a lattice, x slowest, numbered so that those of the surface come first. */
function numberNodes(cubes: number): Uint32Array {
  const node = new Uint32Array((cubes + 1) * (cubes + 1) * (cubes + 1));
  let count = 0;
  for (const inner of [false, true]) {
    for (let at = 0; at < node.length; at++) {
      if (readPlace(at, cubes).every((i) => i > 0 && i < cubes) === inner) node[at] = count++;
    }
  }
  return node;
}

function readPlace(at: number, cubes: number): number[] {
  const side = cubes + 1;
  return [Math.floor(at / (side * side)), Math.floor(at / side) % side, at % side];
}

function placeNodes(node: Uint32Array, cubes: number): Float64Array {
  const positions = new Float64Array(3 * node.length);
  for (let at = 0; at < node.length; at++) {
    const p = readPlace(at, cubes).map((i, d) => HALF[d] * ((2 * i) / cubes - 1));
    for (let d = 0; d < 3; d++) {
      positions[3 * node[at] + d] = TURN[3 * d] * p[0] + TURN[3 * d + 1] * p[1] + TURN[3 * d + 2] * p[2];
    }
  }
  return positions;
}

/** Six tets a cube: one for each way along three edges from its first corner to its last. */
function fillCubes(node: Uint32Array, cubes: number): Uint32Array {
  const side = cubes + 1;
  const step = [side * side, side, 1];
  const indices: number[] = [];
  for (let at = 0; at < node.length; at++) {
    if (readPlace(at, cubes).includes(cubes)) continue;
    for (let path = 0; path < 6; path++) {
      const a = at + step[PATHS[3 * path]];
      const b = a + step[PATHS[3 * path + 1]];
      const c = b + step[PATHS[3 * path + 2]];
      if (path < 3) indices.push(node[at], node[a], node[b], node[c]);
      else indices.push(node[at], node[a], node[c], node[b]);
    }
  }
  return Uint32Array.from(indices);
}

/** A coordinate in the frame of the box before it was turned. */
function alongAxis(p: Float64Array, at: number, axis: number): number {
  return TURN[axis] * p[at] + TURN[3 + axis] * p[at + 1] + TURN[6 + axis] * p[at + 2];
}

/** The axis of the side that is closest from inside. */
function closestSide(p: Float64Array, at: number): number {
  let best = 0;
  let most = -Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const over = Math.abs(alongAxis(p, at, axis)) - HALF[axis];
    if (over > most) best = axis;
    most = Math.max(most, over);
  }
  return best;
}

/** Signed distance to the surface of the box. */
function distanceBox(p: Float64Array, at: number): number {
  let square = 0;
  let most = -Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const over = Math.abs(alongAxis(p, at, axis)) - HALF[axis];
    most = Math.max(most, over);
    if (over > 0) square += over * over;
  }
  return most > 0 ? Math.sqrt(square) : most;
}

/** The grid field of the box, with bricks everywhere. */
function createField(): GridField {
  const count = BRICKS * BRICKS * BRICKS;
  const cells = BRICKS * BRICK;
  const origin = new Float64Array(3).fill((-cells * CELL) / 2);
  const base = new Int32Array(count);
  const node = new Uint16Array(BRICK_NODES * count);
  const p = new Float64Array(3);
  const values = new Float64Array(BRICK_NODES);
  for (let b = 0; b < count; b++) {
    for (let n = 0; n < BRICK_NODES; n++) {
      const i = BRICK * (b % BRICKS) + (n % SIDE);
      const j = BRICK * (Math.floor(b / BRICKS) % BRICKS) + (Math.floor(n / SIDE) % SIDE);
      const k = BRICK * Math.floor(b / (BRICKS * BRICKS)) + Math.floor(n / (SIDE * SIDE));
      p[0] = origin[0] + CELL * i;
      p[1] = origin[1] + CELL * j;
      p[2] = origin[2] + CELL * k;
      values[n] = distanceBox(p, 0) / STEP;
    }
    base[b] = Math.floor(Math.min(...values));
    for (let n = 0; n < BRICK_NODES; n++) node[BRICK_NODES * b + n] = Math.round(values[n] - base[b]);
  }
  return createGridField({
    origin,
    cell: CELL,
    nx: cells,
    ny: cells,
    nz: cells,
    band: CELL,
    step: STEP,
    brick: Int32Array.from({ length: count }, (_, b) => b),
    corner: new Float32Array((BRICKS + 1) * (BRICKS + 1) * (BRICKS + 1)), // read only where there is no brick
    base,
    node,
  });
}
