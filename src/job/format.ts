// Numbers, and whatever callers give, in messages.

/** A number with three significant digits. */
export function toDigits(value: number): string {
  return Number(value.toPrecision(3)).toString();
}

/** The least number of three significant digits that is no less than `value`, which is above 0. */
export function roundUp(value: number): number {
  const near = Number(value.toPrecision(3));
  if (near >= value) return near;
  const [digits, power] = value.toExponential(2).split('e');
  return Number(`${(Number(digits) + 0.01).toFixed(2)}e${power}`);
}

/** Bytes in the unit that reads best. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
  let i = 0;
  let value = bytes;
  while (value >= 999.5 && i < units.length - 1) {
    value /= 1000;
    i++;
  }
  return `${i === 0 ? value : toDigits(value)} ${units[i]}`;
}

/** A value in a message: short, and told apart from its look-alikes. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${value.length > 40 ? `${value.slice(0, 40)}…` : value}'`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : `${value}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'symbol') return 'a symbol';
  if (typeof value === 'bigint') return `the bigint ${value}`;
  if (value === null || typeof value !== 'object') return `${value}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (ArrayBuffer.isView(value)) return `a ${nameOf(value)} of ${value.byteLength} bytes`;
  const name = nameOf(value);
  const keys = Object.keys(value).slice(0, 4).join(', ');
  return name === 'Object' ? (keys === '' ? 'an empty object' : `an object with ${keys}`) : `a ${name}`;
}

function nameOf(value: object): string {
  const { constructor: maker } = value as { constructor?: unknown };
  return typeof maker === 'function' && maker.name !== '' ? maker.name : 'Object';
}
