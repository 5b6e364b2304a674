// Halves a list of items by their centers: what builders of boxes within boxes share.

/** The axis along which the centers, three numbers an item, of order[from…to) spread most; how far goes to `out`. */
export function widestAxis(
  out: Float64Array,
  order: Uint32Array,
  center: Float64Array,
  from: number,
  to: number,
): number {
  let x0 = Infinity;
  let y0 = Infinity;
  let z0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  let z1 = -Infinity;
  for (let i = from; i < to; i++) {
    const o = 3 * order[i];
    const x = center[o];
    const y = center[o + 1];
    const z = center[o + 2];
    if (x < x0) x0 = x;
    if (x > x1) x1 = x;
    if (y < y0) y0 = y;
    if (y > y1) y1 = y;
    if (z < z0) z0 = z;
    if (z > z1) z1 = z;
  }
  out[0] = x0;
  out[1] = y0;
  out[2] = z0;
  out[3] = x1;
  out[4] = y1;
  out[5] = z1;
  const y = y1 - y0;
  const z = z1 - z0;
  return x1 - x0 >= y && x1 - x0 >= z ? 0 : y >= z ? 1 : 2;
}

/** Halves order[from…to) so that no center before the middle is above one behind it: quickselect, middle of three. */
export function halveRange(
  order: Uint32Array,
  center: Float64Array,
  from: number,
  to: number,
  axis: number,
): number {
  const middle = (from + to) >> 1;
  let low = from;
  let high = to - 1;
  while (low < high) {
    const a = center[3 * order[low] + axis];
    const b = center[3 * order[(low + high) >> 1] + axis];
    const c = center[3 * order[high] + axis];
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let i = low;
    let j = high;
    while (i <= j) {
      while (center[3 * order[i] + axis] < pivot) i++;
      while (center[3 * order[j] + axis] > pivot) j--;
      if (i <= j) {
        const t = order[i];
        order[i++] = order[j];
        order[j--] = t;
      }
    }
    if (middle <= j) high = j;
    else if (middle >= i) low = i;
    else break;
  }
  return middle;
}
