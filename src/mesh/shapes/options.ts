// Checks of the options that shapes take. Each returns its value, so that a shape can name and check at once.

import { refuse, refuseName } from '../../job/check.ts';
import { InputError } from '../../job/error.ts';
import { show } from '../../job/format.ts';

/** Throws unless options are an object with none but known names. */
export function checkNames(options: object, names: readonly string[]): void {
  if (options === null || typeof options !== 'object') {
    throw refuse('options', options, `an object such as { ${names.slice(0, 2).join(', ')} }`);
  }
  for (const key of Object.keys(options)) if (!names.includes(key)) throw refuseName('options', key, names);
}

export function checkLength(name: string, value: number): number {
  if (!(typeof value === 'number' && value > 0 && value < Infinity)) {
    throw new InputError('bad-argument', `${name} is ${show(value)}: give a positive length in metres`);
  }
  return value;
}

/** A whole number in a range; `most` keeps a slip from filling the memory. */
export function checkCount(name: string, value: number, least: number, most = 10_000_000): number {
  if (!(Number.isInteger(value) && value >= least && value <= most)) {
    throw new InputError(
      'bad-argument',
      `${name} is ${show(value)}: give a whole number from ${least} to ${most}`,
    );
  }
  return value;
}

/** A number of triangles that a closed surface can have. */
export function checkTriangles(value: number, least: number): number {
  checkCount('triangles', value, least);
  if (value % 2 !== 0) {
    throw new InputError(
      'bad-argument',
      `triangles is ${value}: a closed surface has an even number, give one`,
    );
  }
  return value;
}

/** Refuses a measure that does not leave room for another, such as a wall thicker than the body. */
export function checkBelow(name: string, value: number, most: number, why: string): number {
  if (!(typeof value === 'number' && value < most)) {
    throw new InputError('bad-argument', `${name} is ${show(value)}: give less than ${most}, ${why}`);
  }
  return value;
}
