// Exact in-sphere signs of indexed points: filters first, robust-predicates where they cannot decide, and a symbolic
// perturbation for points on one sphere. Integers in and out, so nothing is boxed.

import { insphere } from 'robust-predicates';
import { orientSign } from '../../geometry/orientation.ts';
import { inspherePair } from './insphere-pair.ts';

// The filter bounds the error of Shewchuk's first stage, ε(16 + 224ε)·P with ε = 2⁻⁵³, from above: with |dx| ≤ X,
// |dy| ≤ Y, |dz| ≤ Z and M = max(X, Y, Z), the permanent P is at most 72·XYZ·M². 1152ε = 1.279e-13; the rest is
// slack for the rounding of the bound itself.
const SPHERE_BOUND = 1.29e-13;

/** 1 when `e` lies strictly inside the sphere through the positive tet abcd, −1 outside, 0 on it. Exact. */
export function insphereSign(x: Float64Array, a: number, b: number, c: number, d: number, e: number): number {
  const ia = 3 * a;
  const ib = 3 * b;
  const ic = 3 * c;
  const id = 3 * d;
  const ie = 3 * e;
  const ex = x[ie];
  const ey = x[ie + 1];
  const ez = x[ie + 2];
  const ax = x[ia] - ex;
  const ay = x[ia + 1] - ey;
  const az = x[ia + 2] - ez;
  const bx = x[ib] - ex;
  const by = x[ib + 1] - ey;
  const bz = x[ib + 2] - ez;
  const cx = x[ic] - ex;
  const cy = x[ic + 1] - ey;
  const cz = x[ic + 2] - ez;
  const dx = x[id] - ex;
  const dy = x[id + 1] - ey;
  const dz = x[id + 2] - ez;

  const ab = ax * by - bx * ay;
  const bc = bx * cy - cx * by;
  const cd = cx * dy - dx * cy;
  const da = dx * ay - ax * dy;
  const ac = ax * cy - cx * ay;
  const bd = bx * dy - dx * by;
  const abc = az * bc - bz * ac + cz * ab;
  const bcd = bz * cd - cz * bd + dz * bc;
  const cda = cz * da + dz * ac + az * cd;
  const dab = dz * ab + az * bd + bz * da;
  const la = ax * ax + ay * ay + az * az;
  const lb = bx * bx + by * by + bz * bz;
  const lc = cx * cx + cy * cy + cz * cz;
  const ld = dx * dx + dy * dy + dz * dz;
  const det = lc * dab - ld * abc + (la * bcd - lb * cda);

  const mx = Math.max(Math.abs(ax), Math.abs(bx), Math.abs(cx), Math.abs(dx));
  const my = Math.max(Math.abs(ay), Math.abs(by), Math.abs(cy), Math.abs(dy));
  const mz = Math.max(Math.abs(az), Math.abs(bz), Math.abs(cz), Math.abs(dz));
  const m = Math.max(mx, my, mz);
  const bound = SPHERE_BOUND * mx * my * mz * m * m;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return inspherePair(x, ia, ib, ic, id, ie) || insphereExactly(x, ia, ib, ic, id, ie);
}

function insphereExactly(x: Float64Array, a: number, b: number, c: number, d: number, e: number): number {
  const s = insphere(
    x[a],
    x[a + 1],
    x[a + 2],
    x[b],
    x[b + 1],
    x[b + 2],
    x[c],
    x[c + 1],
    x[c + 2],
    x[d],
    x[d + 1],
    x[d + 2],
    x[e],
    x[e + 1],
    x[e + 2],
  );
  return s > 0 ? 1 : s < 0 ? -1 : 0; // positive inside, for what we call a positive tet
}

/** True when point a comes after b in the order of x, then y, then z. */
function comesAfter(x: Float64Array, a: number, b: number): boolean {
  const ia = 3 * a;
  const ib = 3 * b;
  if (x[ia] !== x[ib]) return x[ia] > x[ib];
  if (x[ia + 1] !== x[ib + 1]) return x[ia + 1] > x[ib + 1];
  return x[ia + 2] > x[ib + 2];
}

const rank = new Int32Array(5); // scratch: the five points, last in the order first

/**
 * insphereSign that never says "on": points are lifted to the paraboloid, and there each is raised by an
 * infinitesimal that dwarfs those of all points before it in the order of x, y, z [DevillersTeillaud03]. Raising
 * e puts it outside; raising a corner q puts e inside when e and q lie on the same side of the other three.
 * If e is coplanar with three corners the fourth has no say, so the tets on both sides of a face decide alike:
 * that is why no flat tet ever arises. Needs five different points. Independent of the order of insertion.
 */
export function inspherePerturbed(
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
): number {
  const sign = insphereSign(x, a, b, c, d, e);
  if (sign !== 0) return sign;
  rank[0] = a;
  rank[1] = b;
  rank[2] = c;
  rank[3] = d;
  rank[4] = e;
  for (let i = 0; i < 5; i++) {
    for (let j = i + 1; j < 5; j++) {
      if (comesAfter(x, rank[j], rank[i])) {
        const swap = rank[i];
        rank[i] = rank[j];
        rank[j] = swap;
      }
    }
    const q = rank[i];
    if (q === e) return -1;
    const side =
      q === a
        ? orientSign(x, e, b, c, d)
        : q === b
          ? orientSign(x, a, e, c, d)
          : q === c
            ? orientSign(x, a, b, e, d)
            : orientSign(x, a, b, c, e);
    if (side !== 0) return side;
  }
  return -1; // not reached: e cannot be coplanar with every face of a tet
}
