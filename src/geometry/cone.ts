// Cones of directions: an axis and the cosine of the half angle, four numbers each in a Float32Array. A cone that
// would reach a quarter turn is useless for culling and becomes ALL. Every result is widened by more than it can have
// lost to rounding, so a cone always contains what it was made from.

/** The cosine of a cone that may point anywhere. */
export const ALL = -1;

/** The cosine of a cone without any direction. */
export const NONE = 2;

// Single precision keeps the axis to 1e-7 rad and the cosine to 6e-8; a vector that passes isSteady errs by less than
// 1e-7 rad. A turn by δ lowers a cosine by less than δ, so this covers all three.
const WIDEN = 4e-7;

// A cross product a × b errs by about 4 half-ulps of |a||b|: above 1e-8 of that its direction errs by less than 1e-7.
const STEADY = 1e-16;

/** Whether |v[i…]|² is large enough to trust, beside the |v[i…]|² that limits[0] says it could have. */
export function isSteady(v: Float64Array, i: number, limits: Float64Array): boolean {
  const square = v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2];
  return square > STEADY * limits[0] && square > 1e-250;
}

/** Writes a cone without directions. */
export function clearCone(out: Float32Array, o: number): void {
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  out[o + 3] = NONE;
}

/** Writes the cone that may point anywhere. */
export function fillCone(out: Float32Array, o: number): void {
  out[o] = 0;
  out[o + 1] = 0;
  out[o + 2] = 0;
  out[o + 3] = ALL;
}

/** Writes a narrow cone around the first `count` vectors of `v` (none of them 0), about their mean direction. */
export function coneOfVectors(out: Float32Array, o: number, v: Float64Array, count: number): void {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    const scale = 1 / Math.sqrt(v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2]);
    v[i] *= scale;
    v[i + 1] *= scale;
    v[i + 2] *= scale;
    x += v[i];
    y += v[i + 1];
    z += v[i + 2];
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  let least = 1;
  for (let i = 0; i < 3 * count; i += 3) {
    const cosine = (v[i] * x + v[i + 1] * y + v[i + 2] * z) / length;
    if (!(cosine >= least)) least = cosine;
  }
  if (!(length > 1e-3 && least > WIDEN)) {
    fillCone(out, o);
    return;
  }
  out[o] = x / length;
  out[o + 1] = y / length;
  out[o + 2] = z / length;
  out[o + 3] = least - WIDEN;
}

/** Writes the narrowest cone around cones i of `a` and j of `b`. */
export function mergeCones(
  out: Float32Array,
  o: number,
  a: Float32Array,
  i: number,
  b: Float32Array,
  j: number,
): void {
  const cosA = a[i + 3];
  const cosB = b[j + 3];
  if (cosA <= 0 || cosB <= 0) {
    fillCone(out, o);
    return;
  }
  if (cosA > 1 || cosB > 1) {
    const source = cosA > 1 ? b : a;
    const at = cosA > 1 ? j : i;
    for (let d = 0; d < 4; d++) out[o + d] = source[at + d];
    return;
  }
  // Axes are unit vectors to single precision only: without their lengths, angles below 5e-4 would vanish.
  const squareA = a[i] * a[i] + a[i + 1] * a[i + 1] + a[i + 2] * a[i + 2];
  const squareB = b[j] * b[j] + b[j + 1] * b[j + 1] + b[j + 2] * b[j + 2];
  const dot = a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
  const between = Math.max(-1, Math.min(1, dot / Math.sqrt(squareA * squareB)));
  const sinA = Math.sqrt(1 - cosA * cosA);
  const sinB = Math.sqrt(1 - cosB * cosB);
  if (between >= cosA * cosB + sinA * sinB) {
    // One contains the other, or rounding cannot tell: the wider one, a little wider.
    const source = cosA < cosB ? a : b;
    const at = cosA < cosB ? i : j;
    for (let d = 0; d < 3; d++) out[o + d] = source[at + d];
    out[o + 3] = source[at + 3] - WIDEN;
    return;
  }
  const sine = Math.sqrt(1 - between * between); // of the angle γ between the axes; > 0, else one contains the other
  const cosSum = cosA * cosB - sinA * sinB; // α + β < π
  const sinSum = sinA * cosB + cosA * sinB;
  // The cone of both spans γ + α + β; half of that is its angle, which must stay below a quarter turn.
  const sinAll = sine * cosSum + between * sinSum;
  const cosAll = between * cosSum - sine * sinSum;
  if (!(sinAll > 0)) {
    fillCone(out, o);
    return;
  }
  // Its axis lies φ = (γ + β − α) / 2 from a towards b.
  const cosDif = cosA * cosB + sinA * sinB;
  const sinDif = sinB * cosA - cosB * sinA;
  const cosTwice = between * cosDif - sine * sinDif;
  const cosTurn = Math.sqrt(Math.max(0, 1 + cosTwice) / 2);
  const sinTurn = Math.sqrt(Math.max(0, 1 - cosTwice) / 2);
  const partB = sinTurn / sine;
  const partA = cosTurn - between * partB;
  const x = partA * a[i] + partB * b[j];
  const y = partA * a[i + 1] + partB * b[j + 1];
  const z = partA * a[i + 2] + partB * b[j + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const cosine = Math.sqrt(Math.max(0, 1 + cosAll) / 2) - WIDEN;
  if (!(cosine > 0 && length > 0.5)) {
    fillCone(out, o);
    return;
  }
  out[o] = x / length;
  out[o + 1] = y / length;
  out[o + 2] = z / length;
  out[o + 3] = cosine;
}
