// Merges vertices that stand at exactly the same place. STL stores every corner apart, OBJ through three's loader
// too, and glTF and PLY split a vertex wherever its UV or normal jumps; without this no such mesh would be closed.
// Vertices that are merely near each other are left alone: welding those is a repair.

/** The distinct positions in order of first appearance, and where each given vertex went. */
export interface Weld {
  readonly positions: Float64Array; // xyz a vertex
  readonly vertex: Uint32Array; // the new vertex of each old one
}

const point = new Float64Array(3); // scratch: one position
const word = new Uint32Array(point.buffer); // the same bits, to hash

/** Merges equal positions. −0 equals 0; NaN equals NaN, so that a broken vertex stays one vertex. */
export function weldPositions(positions: ArrayLike<number>): Weld {
  const count = positions.length / 3;
  let size = 16;
  while (size < 2 * count) size *= 2; // at most half full: a probe always meets an empty slot
  const slot = new Int32Array(size).fill(-1);
  const merged = new Float64Array(positions.length);
  const vertex = new Uint32Array(count);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * i + k];
      point[k] = Number.isNaN(x) ? Number.NaN : x + 0; // −0 + 0 is 0
    }
    let at = hashPoint() & (size - 1);
    while (slot[at] >= 0 && !samePoint(merged, 3 * slot[at])) at = (at + 1) & (size - 1);
    if (slot[at] < 0) {
      slot[at] = kept;
      merged.set(point, 3 * kept++);
    }
    vertex[i] = slot[at];
  }
  return { positions: merged.slice(0, 3 * kept), vertex };
}

/** A hash of the scratch point: multiply and fold each word, then mix (the finaliser of MurmurHash3). */
function hashPoint(): number {
  let h = 0;
  for (let k = 0; k < 6; k++) {
    h = Math.imul(h ^ word[k], 0xcc9e2d51);
    h = (h << 15) | (h >>> 17);
  }
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function samePoint(positions: Float64Array, at: number): boolean {
  for (let k = 0; k < 3; k++) {
    const a = point[k];
    const b = positions[at + k];
    if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return false;
  }
  return true;
}
