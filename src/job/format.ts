// Numbers in messages.

/** A number with three significant digits. */
export function toDigits(value: number): string {
  return Number(value.toPrecision(3)).toString();
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
