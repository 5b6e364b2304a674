// The closest point of a triangle, from its frame of 12 numbers: corner a, edges ab and ac, then the
// products ab·ab, ac·ac, ab·ac. Region by region, after Ericson, Real-Time Collision Detection, 5.1.5.

/** Which feature of a triangle is closest: its corners, its edges ab, bc, ca, or its face. */
export const REGION = { a: 0, b: 1, c: 2, ab: 3, bc: 4, ca: 5, face: 6 } as const;

const THIN = 1e-24; // below this squared sine a triangle has no usable plane and only its edges count

/**
 * Writes to `out` the squared distance from p to the triangle of `frame` at `at`, then the weights u, v of
 * the closest point a + u·ab + v·ac, then its region. Degenerate triangles are treated as their edges.
 */
export function closestPointTriangle(
  out: Float64Array,
  frame: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): void {
  const bx = frame[at + 3];
  const by = frame[at + 4];
  const bz = frame[at + 5];
  const cx = frame[at + 6];
  const cy = frame[at + 7];
  const cz = frame[at + 8];
  const bb = frame[at + 9];
  const cc = frame[at + 10];
  const bc = frame[at + 11];
  const px = x - frame[at];
  const py = y - frame[at + 1];
  const pz = z - frame[at + 2];
  const d1 = bx * px + by * py + bz * pz;
  const d2 = cx * px + cy * py + cz * pz;
  const d3 = d1 - bb;
  const d4 = d2 - bc;
  const d5 = d1 - bc;
  const d6 = d2 - cc;
  let u = 0;
  let v = 0;
  let region = 0;
  if (d1 <= 0 && d2 <= 0) {
    region = 0;
  } else if (d3 >= 0 && d4 <= d3) {
    u = 1;
    region = 1;
  } else if (d6 >= 0 && d5 <= d6) {
    v = 1;
    region = 2;
  } else {
    const wc = d1 * d4 - d3 * d2;
    const wb = d5 * d2 - d1 * d6;
    const wa = d3 * d6 - d5 * d4;
    if (wc <= 0 && d1 >= 0 && d3 <= 0 && bb > 0) {
      u = d1 / bb;
      region = 3;
    } else if (wb <= 0 && d2 >= 0 && d6 <= 0 && cc > 0) {
      v = d2 / cc;
      region = 5;
    } else if (wa <= 0 && d4 >= d3 && d5 >= d6) {
      v = (d4 - d3) / (d4 - d3 + (d5 - d6));
      u = 1 - v;
      region = 4;
    } else if (bb * cc - bc * bc > THIN * bb * cc) {
      const sum = 1 / (wa + wb + wc);
      u = wb * sum;
      v = wc * sum;
      region = 6;
    } else {
      // A sliver whose plane is noise: of the two edges that span it, the longer one is the triangle.
      if (bb >= cc) u = Math.min(1, Math.max(0, bb > 0 ? d1 / bb : 0));
      else v = Math.min(1, Math.max(0, d2 / cc));
      region = bb >= cc ? 3 : 5;
    }
  }
  const rx = px - u * bx - v * cx;
  const ry = py - u * by - v * cy;
  const rz = pz - u * bz - v * cz;
  out[0] = rx * rx + ry * ry + rz * rz;
  out[1] = u;
  out[2] = v;
  out[3] = region;
}
