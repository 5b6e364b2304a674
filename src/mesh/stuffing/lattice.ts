// The body-centred cubic lattice of isosurface stuffing: corners and centres of a grid of cubes. A grid face and
// the two centres beside it make four equal tets, twelve a cube. Every node has 14 neighbours: 6 of its own kind
// along the axes (long edges, one cube) and 8 of the other kind along the diagonals (short edges, √3/2 cubes).

/** A lattice: node 2·c is the lower corner of cube c, node 2·c + 1 its centre; cubes run x fastest. */
export interface Lattice {
  readonly cell: number; // cube size
  readonly origin: Float64Array; // the corner of cube 0
  readonly size: Uint32Array; // cubes along x, y, z
  readonly cubeCount: number;
  readonly step: Int32Array; // node offset of each direction: 14 for corners, then 14 for centres
}

/** Directions 0 to 5 are −x, +x, −y, +y, −z, +z; 6 + b goes to +½ along x where bit 0 of b is set, else to −½, … */
export const DIRECTIONS = 14;
export const LONG_DIRECTIONS = 6;

/** The direction back. */
export function reverseDirection(direction: number): number {
  return direction < LONG_DIRECTIONS ? direction ^ 1 : 2 * LONG_DIRECTIONS + 7 - direction;
}

/** The move of each direction in cubes, xyz. */
export const DIRECTION_MOVE = buildMoves();

function buildMoves(): Float64Array {
  const move = new Float64Array(3 * DIRECTIONS);
  for (let d = 0; d < DIRECTIONS; d++) {
    for (let x = 0; x < 3; x++) {
      if (d >= LONG_DIRECTIONS) move[3 * d + x] = ((d - LONG_DIRECTIONS) >> x) & 1 ? 0.5 : -0.5;
      else if (d >> 1 === x) move[3 * d + x] = d & 1 ? 1 : -1;
    }
  }
  return move;
}

/** The margin of empty cubes a lattice keeps around its solid, so that no neighbour falls off the grid. */
export const MARGIN = 1;

/** A lattice of cubes of size `cell` around a box (min xyz, max xyz), centred on it. */
export function createLattice(box: Float64Array, cell: number): Lattice {
  const origin = new Float64Array(3);
  const size = new Uint32Array(3);
  for (let d = 0; d < 3; d++) {
    size[d] = countCubes(box[3 + d] - box[d], cell);
    origin[d] = (box[d] + box[3 + d] - size[d] * cell) / 2;
  }
  const step = new Int32Array(2 * DIRECTIONS);
  const stride = [2, 2 * size[0], 2 * size[0] * size[1]];
  for (let d = 0; d < DIRECTIONS; d++) {
    // A corner's diagonal neighbours are centres: half a cube up is in its own cube, half down in the one below.
    let corner = d < LONG_DIRECTIONS ? 0 : 1;
    let center = d < LONG_DIRECTIONS ? 0 : -1;
    for (let x = 0; x < 3; x++) {
      const move = DIRECTION_MOVE[3 * d + x];
      corner += Math.floor(move) * stride[x];
      center += Math.ceil(move) * stride[x];
    }
    step[d] = corner;
    step[DIRECTIONS + d] = center;
  }
  return { cell, origin, size, cubeCount: size[0] * size[1] * size[2], step };
}

/** Cubes along one side of a box, margins included. */
export function countCubes(extent: number, cell: number): number {
  return Math.ceil(extent / cell) + 2 * MARGIN;
}

/** Writes a node's place to out[at…]. */
export function placeNode(out: Float64Array, at: number, lattice: Lattice, node: number): void {
  const { cell, origin, size } = lattice;
  const half = (node & 1) / 2;
  const cube = node >> 1;
  const x = cube % size[0];
  const y = Math.floor(cube / size[0]) % size[1];
  const z = Math.floor(cube / (size[0] * size[1]));
  out[at] = origin[0] + cell * (x + half);
  out[at + 1] = origin[1] + cell * (y + half);
  out[at + 2] = origin[2] + cell * (z + half);
}

/** The twelve tets of a cube: its centre, the centre beyond one of its upper faces, and an edge of that face. */
export const CUBE_TETS = 12;

/**
 * For each tet of a cube: how to reach its four nodes from the cube's centre, as directions: corner 0 is the centre
 * itself, corner 1 the next centre, corners 2 and 3 two corners of the face between. All are positive.
 */
export const TET_REACH = buildReach();

/** The direction from corner i to corner j of each tet: 16 a tet, entry 4·i + j. */
export const TET_DIRECTION = buildTetDirections();

function buildReach(): Uint8Array {
  const reach = new Uint8Array(3 * CUBE_TETS);
  for (let axis = 0; axis < 3; axis++) {
    const u = 1 << ((axis + 1) % 3);
    const v = 1 << ((axis + 2) % 3);
    const ring = [0, u, u | v, v]; // the face's corners, counter-clockwise seen along the axis from its far end
    for (let i = 0; i < 4; i++) {
      const at = 3 * (4 * axis + i);
      reach[at] = 2 * axis + 1;
      reach[at + 1] = LONG_DIRECTIONS + ((1 << axis) | ring[i]);
      reach[at + 2] = LONG_DIRECTIONS + ((1 << axis) | ring[(i + 1) % 4]);
    }
  }
  return reach;
}

function buildTetDirections(): Uint8Array {
  const out = new Uint8Array(16 * CUBE_TETS);
  const place = new Float64Array(12);
  for (let t = 0; t < CUBE_TETS; t++) {
    for (let c = 1; c < 4; c++) {
      for (let x = 0; x < 3; x++) place[3 * c + x] = DIRECTION_MOVE[3 * TET_REACH[3 * t + c - 1] + x];
    }
    for (let i = 0; i < 4; i++) {
      for (let j = 0; j < 4; j++) {
        for (let d = 0; d < DIRECTIONS; d++) {
          let same = true;
          for (let x = 0; x < 3; x++)
            same &&= place[3 * j + x] - place[3 * i + x] === DIRECTION_MOVE[3 * d + x];
          if (same) out[16 * t + 4 * i + j] = d;
        }
      }
    }
  }
  return out;
}
