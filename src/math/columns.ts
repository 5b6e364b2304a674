// Columns that grow: typed arrays whose first entries are in use.

type Column = Int8Array | Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/**
 * The column itself if it holds `least` entries, else one at least half as long again with the same beginning. `fill`
 * pads it.
 */
export function growColumn<T extends Column>(column: T, least: number, fill = 0): T {
  if (column.length >= least) return column;
  const make = column.constructor as new (length: number) => T;
  const wide = new make(Math.max(least, Math.ceil(1.5 * column.length)));
  wide.set(column);
  if (fill !== 0) wide.fill(fill, column.length);
  return wide;
}
