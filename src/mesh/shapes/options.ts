// Checks of the options that shapes take. Each returns its value, so that a shape can name and check at once.

import { InputError } from '../../job/error.ts';

export function checkLength(name: string, value: number): number {
  if (!(value > 0 && value < Infinity)) {
    throw new InputError('bad-argument', `${name} is ${value}: give a positive length in metres`);
  }
  return value;
}

/** A whole number in a range; `most` keeps a slip from filling the memory. */
export function checkCount(name: string, value: number, least: number, most = 10_000_000): number {
  if (!(Number.isInteger(value) && value >= least && value <= most)) {
    throw new InputError('bad-argument', `${name} is ${value}: give a whole number from ${least} to ${most}`);
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
  if (!(value < most)) {
    throw new InputError('bad-argument', `${name} is ${value}: give less than ${most}, ${why}`);
  }
  return value;
}
