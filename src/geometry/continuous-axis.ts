// Axes that are likely to separate a point from a triangle, or an edge from an edge: the direction between their
// closest points, made from the features that these lie on so that it stays accurate when the gap is next to nothing.
// Any axis is safe to use (continuous.ts verifies the gap), so rounding here costs culling, never a contact.

const product = new Float64Array(5); // scratch: e·e, e·g, g·g, e·q, g·q
const along = new Float64Array(3); // scratch: a direction to take out of an axis

function multiply(v: Float64Array): void {
  product[0] = v[3] * v[3] + v[4] * v[4] + v[5] * v[5];
  product[1] = v[3] * v[6] + v[4] * v[7] + v[5] * v[8];
  product[2] = v[6] * v[6] + v[7] * v[7] + v[8] * v[8];
  product[3] = v[3] * v[0] + v[4] * v[1] + v[5] * v[2];
  product[4] = v[6] * v[0] + v[7] * v[1] + v[8] * v[2];
}

/** Writes the axis from a triangle to a point; `v` holds q = p − a, e = b − a, g = c − a. */
export function axisOfFace(out: Float64Array, v: Float64Array): void {
  multiply(v);
  const ee = product[0];
  const eg = product[1];
  const gg = product[2];
  const eq = product[3];
  const gq = product[4];
  // Twice the signed areas that p spans with the edges, seen along the normal, times the normal's length.
  const overAb = ee * gq - eg * eq;
  const overCa = gg * eq - eg * gq;
  const overBc = ee * gg - eg * eg - overAb - overCa;
  let e = 0; // the closest point is a − e·(b − a) − g·(c − a)
  let g = 0;
  let edge = true;
  if (eq <= 0 && gq <= 0) edge = false;
  else if (eq >= ee && gq <= eg + (eq - ee)) {
    e = -1;
    edge = false;
  } else if (gq >= gg && eq <= eg + (gq - gg)) {
    g = -1;
    edge = false;
  } else if (overAb <= 0 && eq >= 0 && eq <= ee) {
    e = -eq / ee;
    for (let d = 0; d < 3; d++) along[d] = v[3 + d];
  } else if (overCa <= 0 && gq >= 0 && gq <= gg) {
    g = -gq / gg;
    for (let d = 0; d < 3; d++) along[d] = v[6 + d];
  } else if (overBc <= 0) {
    for (let d = 0; d < 3; d++) along[d] = v[6 + d] - v[3 + d];
    const square = ee - 2 * eg + gg;
    g = square > 0 ? -(gq - eq - eg + ee) / square : 0;
    e = -1 - g;
  } else {
    writeNormal(out, v);
    return;
  }
  for (let d = 0; d < 3; d++) out[d] = v[d] + e * v[3 + d] + g * v[6 + d];
  if (edge) clear(out);
}

/** Writes the axis from edge a to edge b; `v` holds q = b0 − a0, e = a1 − a0, g = b1 − b0. */
export function axisOfEdges(out: Float64Array, v: Float64Array): void {
  multiply(v);
  const ee = product[0];
  const eg = product[1];
  const gg = product[2];
  const eq = product[3];
  const gq = product[4];
  const det = ee * gg - eg * eg;
  const across = det > 1e-14 * ee * gg;
  let s = across ? Math.max(0, Math.min(1, (gg * eq - eg * gq) / det)) : 0.5;
  let t = gg > 0 ? Math.max(0, Math.min(1, (s * eg - gq) / gg)) : 0;
  s = ee > 0 ? Math.max(0, Math.min(1, (t * eg + eq) / ee)) : 0;
  t = gg > 0 ? Math.max(0, Math.min(1, (s * eg - gq) / gg)) : 0;
  const insideA = s > 0 && s < 1;
  const insideB = t > 0 && t < 1;
  if (insideA && insideB && across) {
    writeNormal(out, v);
    return;
  }
  for (let d = 0; d < 3; d++) {
    out[d] = v[d] + t * v[6 + d] - s * v[3 + d];
    along[d] = insideA ? v[3 + d] : insideB ? v[6 + d] : 0;
  }
  clear(out);
}

/** Writes ± e × g, on the side of q. */
function writeNormal(out: Float64Array, v: Float64Array): void {
  const x = v[4] * v[8] - v[5] * v[7];
  const y = v[5] * v[6] - v[3] * v[8];
  const z = v[3] * v[7] - v[4] * v[6];
  const sign = x * v[0] + y * v[1] + z * v[2] < 0 ? -1 : 1;
  out[0] = sign * x;
  out[1] = sign * y;
  out[2] = sign * z;
}

/** Takes out of an axis what is left of `along` in it. */
function clear(out: Float64Array): void {
  const square = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
  if (!(square > 0)) return;
  const part = (out[0] * along[0] + out[1] * along[1] + out[2] * along[2]) / square;
  for (let d = 0; d < 3; d++) out[d] -= part * along[d];
}
