// A small asset to break at load: a box of some hundred tets with everything an asset has, written down by formula, because
// baking one would take longer than breaking it. It is turned, and its sides differ: coordinates and normals that are
// whole numbers would teach the engine that they always are, and the first real fracture would have to unlearn it.

import type { Asset } from '../bake/asset.ts';
import { BRICK, BRICK_NODES, createGridField, type GridField, SIDE } from '../field/grid-field.ts';
import { createMaterial } from '../fracture/material.ts';
import { countNodes, type Modes } from '../fracture/modal/modes.ts';
import { finishWork } from '../job/work.ts';
import { computeMass } from '../mesh/mass.ts';
import { findSharpEdges } from '../mesh/sharp-edges.ts';
import { buildTetAdjacency, extractBoundary, type TetMesh } from '../mesh/tet-mesh.ts';
import { reportTetMesh } from '../mesh/tet-report.ts';
import { wrapTriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildSphereTree } from '../tree/build.ts';
import { orderPoints } from '../tree/order.ts';

const HALF = [0.5, 0.55, 0.45]; // half-extents of the box
const FLAT = 0.1; // of its height, if it is a plate
const TURN = [0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6]; // a rotation, by rows
const PATHS = [0, 1, 2, 1, 2, 0, 2, 0, 1, 0, 2, 1, 2, 1, 0, 1, 0, 2]; // axes in all orders; the first three are even

const BRICKS = 3; // of the field, along a side
const CELL = 0.075;
const STEP = 1e-4; // of the field's nodes: a brick spans 1.04 m at most, 10,400 of them
const SHARP = 30; // degrees
const RANGE = 32767; // of 16 bits
const MODES = 6;
/** Breaks at a touch. */
export const EGGSHELL = createMaterial({ name: 'eggshell', strength: 1, crackEnergy: 1e-6, damage: 0.1 });

/** How many cubes along each side, and the half-extents. */
interface Plan {
  readonly cubes: readonly number[];
  readonly half: readonly number[];
}

/**
 * A box about the origin, of so many cubes along a side, each of six tets; a plate is one cube high and low. It breaks at
 * a touch. Takes some milliseconds.
 */
export function createWarmAsset(across: number, plate = false): Asset {
  const plan = {
    cubes: [across, plate ? 1 : across, across],
    half: [HALF[0], plate ? FLAT * HALF[1] : HALF[1], HALF[2]],
  };
  const node = numberNodes(plan);
  const count = node.length;
  const surfaceCount = count - plan.cubes.reduce((product, n) => product * (n - 1), 1);
  const positions = placeNodes(node, plan);
  const tets = { positions, indices: fillCubes(node, plan) };
  const boundary = extractBoundary(tets.indices, buildTetAdjacency(tets.indices, count)).indices;
  const surface = wrapTriangleMesh(positions, boundary, null, null, null, null);
  const distance = new Float64Array(count);
  const direction = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const axis = closestSide(plan, positions, 3 * i);
    const side = alongAxis(positions, 3 * i, axis) < 0 ? -1 : 1;
    distance[i] = i < surfaceCount ? 0 : -distanceBox(plan, positions, 3 * i);
    for (let d = 0; d < 3; d++) direction[3 * i + d] = side * TURN[3 * d + axis];
  }
  const wall = 2 * Math.min(...plan.half);
  const order = orderPoints(positions);
  const face = new Uint32Array(count);
  return {
    name: 'warm-up',
    mesher: 'given',
    spacing: 1 / across,
    sharpAngle: SHARP,
    material: EGGSHELL,
    tets,
    surfaceCount,
    surface,
    render: null,
    thickness: new Float32Array(surfaceCount).fill(wall),
    wall,
    field: createField(plan),
    nodeFace: face,
    order,
    modes: createModes(tets),
    report: reportTetMesh({ tets, surfaceCount }),
    notes: [],
    hash: `warm-up-${across}-${plate}`,
    nodes: { distance, direction, face },
    edges: findSharpEdges(positions, boundary, SHARP),
    mass: computeMass(surface),
    tree: finishWork(buildSphereTree(positions, order)),
  };
}

/** Ways to bend: along one axis by the product of two coordinates, middles of edges as the mean of their ends. */
function createModes(tets: TetMesh): Modes {
  const { positions } = tets;
  const size = 3 * countNodes(tets);
  const shape = new Int16Array(size * MODES);
  for (let k = 0; k < MODES; k++) {
    const along = k % 3;
    const by = k < 3 ? along : (along + 1) % 3;
    for (let i = 0; i < positions.length; i += 3) {
      shape[size * k + i + along] = Math.round(RANGE * positions[i + by] * positions[i + ((along + 2) % 3)]);
    }
  }
  const square = Float64Array.from({ length: MODES }, (_, k) => 1.5 * (k + 1));
  return { count: MODES, poisson: 0.2, tets, square, step: new Float64Array(MODES).fill(1.3 / RANGE), shape };
}

/** The nodes of a lattice, x slowest, numbered so that those of the surface come first. */
function numberNodes({ cubes }: Plan): Uint32Array {
  const node = new Uint32Array(cubes.reduce((product, n) => product * (n + 1), 1));
  let count = 0;
  for (const inner of [false, true]) {
    for (let at = 0; at < node.length; at++) {
      if (readPlace(at, cubes).every((i, d) => i > 0 && i < cubes[d]) === inner) node[at] = count++;
    }
  }
  return node;
}

function readPlace(at: number, [, y, z]: readonly number[]): number[] {
  return [Math.floor(at / ((y + 1) * (z + 1))), Math.floor(at / (z + 1)) % (y + 1), at % (z + 1)];
}

function placeNodes(node: Uint32Array, { cubes, half }: Plan): Float64Array {
  const positions = new Float64Array(3 * node.length);
  for (let at = 0; at < node.length; at++) {
    const p = readPlace(at, cubes).map((i, d) => half[d] * ((2 * i) / cubes[d] - 1));
    for (let d = 0; d < 3; d++) {
      positions[3 * node[at] + d] = TURN[3 * d] * p[0] + TURN[3 * d + 1] * p[1] + TURN[3 * d + 2] * p[2];
    }
  }
  return positions;
}

/** Six tets a cube: one for each way along three edges from its first corner to its last. */
function fillCubes(node: Uint32Array, { cubes }: Plan): Uint32Array {
  const [, y, z] = cubes;
  const step = [(y + 1) * (z + 1), z + 1, 1];
  const indices: number[] = [];
  for (let at = 0; at < node.length; at++) {
    if (readPlace(at, cubes).some((i, d) => i === cubes[d])) continue;
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
function closestSide({ half }: Plan, p: Float64Array, at: number): number {
  let best = 0;
  let most = -Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const over = Math.abs(alongAxis(p, at, axis)) - half[axis];
    if (over > most) best = axis;
    most = Math.max(most, over);
  }
  return best;
}

/** Signed distance to the surface of the box. */
function distanceBox({ half }: Plan, p: Float64Array, at: number): number {
  let square = 0;
  let most = -Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const over = Math.abs(alongAxis(p, at, axis)) - half[axis];
    most = Math.max(most, over);
    if (over > 0) square += over * over;
  }
  return most > 0 ? Math.sqrt(square) : most;
}

/** The grid field of the box, with bricks everywhere. */
function createField(plan: Plan): GridField {
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
      values[n] = distanceBox(plan, p, 0) / STEP;
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
