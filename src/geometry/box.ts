// Boxes around points, as six numbers: min xyz, max xyz.

/** Writes the box of points[3·list[i]…] for i in [from, end) to out[to…], or of points[3·i…] where there is no list. */
export function boundPoints(
  out: Float64Array,
  to: number,
  points: Float64Array,
  list: Uint32Array | null,
  from: number,
  end: number,
): void {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = from; i < end; i++) {
    const o = 3 * (list === null ? i : list[i]);
    const x = points[o];
    const y = points[o + 1];
    const z = points[o + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  out[to] = x0;
  out[to + 1] = y0;
  out[to + 2] = z0;
  out[to + 3] = x1;
  out[to + 4] = y1;
  out[to + 5] = z1;
}

/** The axis along which the box at box[at…] is longest; of equals the first. */
export function longestAxis(box: Float64Array, at: number): number {
  const x = box[at + 3] - box[at];
  const y = box[at + 4] - box[at + 1];
  const z = box[at + 5] - box[at + 2];
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/** Whether two boxes have a point in common. */
export function overlapBoxes(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}
