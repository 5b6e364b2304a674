// Numbers in messages.

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
