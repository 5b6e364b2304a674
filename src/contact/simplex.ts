// The point of a segment, triangle or tetrahedron that is closest to the origin, and the corners that it lies between:
// the inner step of the search for a gap between hulls (axis.ts, convex-closest.ts).

/** A corner for each place in use; made once. */
interface Simplex {
  count: number; // corners, at most 4
  readonly corner: Float64Array; // xyz of each
  readonly closest: Float64Array; // xyz of the point closest to the origin
}

export function createSimplex(): Simplex {
  return { count: 0, corner: new Float64Array(12), closest: new Float64Array(3) };
}

const near = new Float64Array(4); // scratch: the closest point of a face, and its squared distance
const kept = new Uint8Array(4); // scratch: corners of the best face so far

const FACES = Uint8Array.of(0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3); // of a tetrahedron; the first is that of a triangle

/**
 * Finds the closest point and drops the corners that it does not lie between. Returns false if a tetrahedron holds the
 * origin. Corners may coincide or lie in a plane. Allocation-free.
 */
export function reduceSimplex(simplex: Simplex): boolean {
  const { corner, closest, count } = simplex;
  if (count === 4 && holdsOrigin(corner)) return false;
  const last = count - 1;
  let least = Infinity;
  let size = 0;
  for (let f = 0; f < (count === 4 ? 12 : 3); f += 3) {
    // With fewer than three corners the last one stands for those that are not there.
    const i = Math.min(FACES[f], last);
    const j = Math.min(FACES[f + 1], last);
    const k = Math.min(FACES[f + 2], last);
    const mask = closestOfTriangle(corner, 3 * i, 3 * j, 3 * k);
    if (!(near[3] < least)) continue;
    least = near[3];
    closest[0] = near[0];
    closest[1] = near[1];
    closest[2] = near[2];
    size = 0;
    if ((mask & 1) !== 0) kept[size++] = i;
    if ((mask & 2) !== 0) kept[size++] = j;
    if ((mask & 4) !== 0) kept[size++] = k;
  }
  for (let k = 0; k < size; k++) {
    for (let d = 0; d < 3; d++) corner[3 * k + d] = corner[3 * kept[k] + d];
  }
  simplex.count = size;
  return true;
}

/** Writes the closest point of a triangle to `near`; returns its corners as a mask. Triangles may be flat. */
function closestOfTriangle(s: Float64Array, a: number, b: number, c: number): number {
  const ux = s[b] - s[a];
  const uy = s[b + 1] - s[a + 1];
  const uz = s[b + 2] - s[a + 2];
  const vx = s[c] - s[a];
  const vy = s[c + 1] - s[a + 1];
  const vz = s[c + 2] - s[a + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const au = -(s[a] * ux + s[a + 1] * uy + s[a + 2] * uz);
  const av = -(s[a] * vx + s[a + 1] * vy + s[a + 2] * vz);
  const area = uu * vv - uv * uv;
  const t = au * vv - av * uv;
  const w = av * uu - au * uv;
  if (t > 0 && w > 0 && t + w < area) {
    const p = t / area;
    const q = w / area;
    setNear(s[a] + p * ux + q * vx, s[a + 1] + p * uy + q * vy, s[a + 2] + p * uz + q * vz);
    return 7;
  }
  let mask = 0;
  near[3] = Infinity;
  for (let side = 0; side < 3; side++) {
    const from = side === 1 ? b : a;
    const to = side === 0 ? b : c;
    const x = s[to] - s[from];
    const y = s[to + 1] - s[from + 1];
    const z = s[to + 2] - s[from + 2];
    const square = x * x + y * y + z * z;
    const along = -(s[from] * x + s[from + 1] * y + s[from + 2] * z);
    const share = !(along > 0) ? 0 : along >= square ? 1 : along / square;
    const px = s[from] + share * x;
    const py = s[from + 1] + share * y;
    const pz = s[from + 2] + share * z;
    if (!(px * px + py * py + pz * pz < near[3])) continue;
    setNear(px, py, pz);
    const first = side === 1 ? 2 : 1;
    const second = side === 0 ? 2 : 4;
    mask = share === 0 ? first : share === 1 ? second : first | second;
  }
  return mask;
}

function setNear(x: number, y: number, z: number): void {
  near[0] = x;
  near[1] = y;
  near[2] = z;
  near[3] = x * x + y * y + z * z;
}

/** Whether four corners have the origin between them. */
function holdsOrigin(s: Float64Array): boolean {
  let positive = 0;
  let negative = 0;
  for (let f = 0; f < 4; f++) {
    const a = 3 * ((f + 1) & 3);
    const b = 3 * ((f + 2) & 3);
    const c = 3 * ((f + 3) & 3);
    const x = s[b + 1] * s[c + 2] - s[b + 2] * s[c + 1];
    const y = s[b + 2] * s[c] - s[b] * s[c + 2];
    const z = s[b] * s[c + 1] - s[b + 1] * s[c];
    const volume = (s[a] * x + s[a + 1] * y + s[a + 2] * z) * ((f & 1) === 0 ? 1 : -1);
    if (volume > 0) positive++;
    else negative++;
  }
  return positive === 4 || negative === 4;
}
