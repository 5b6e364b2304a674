// Checks of what callers hand to a world. Each throws before anything has changed.

import { InputError } from '../job/error.ts';

/** A vector as callers give it: three finite numbers. */
export type Vector = ArrayLike<number>;

/** Throws unless `value` holds `count` finite numbers. */
export function checkNumbers(name: string, value: Vector, count: number): void {
  if (value === null || typeof value !== 'object' || value.length !== count) {
    throw new InputError('bad-argument', `${name} is not ${count} numbers: give an array of ${count}`);
  }
  for (let k = 0; k < count; k++) {
    if (!Number.isFinite(value[k])) {
      throw new InputError('non-finite', `${name}[${k}] is ${value[k]}: give finite numbers`);
    }
  }
}

/** Throws unless a number is finite and at least `least`. */
export function checkAtLeast(name: string, value: number, least: number): void {
  if (!(typeof value === 'number' && value >= least && value < Infinity)) {
    throw new InputError('bad-argument', `${name} is ${value}: give a finite number of ${least} or more`);
  }
}

/** Throws unless a number is finite and above 0. */
export function checkPositive(name: string, value: number): void {
  if (!(typeof value === 'number' && value > 0 && value < Infinity)) {
    throw new InputError('bad-argument', `${name} is ${value}: give a finite number above 0`);
  }
}

/** Throws unless a value is a whole number of 32 bits. */
export function checkBits(name: string, value: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value <= 0xffffffff)) {
    throw new InputError('bad-argument', `${name} is ${value}: give a whole number of 32 bits`);
  }
}

/** Writes a quaternion made of unit length to out[at…]. Throws unless it is finite and not zero. */
export function setRotation(out: Float64Array, at: number, name: string, value: Vector): void {
  checkNumbers(name, value, 4);
  const [x, y, z, w] = [value[0], value[1], value[2], value[3]];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(length > 1e-100 && length < Infinity)) {
    throw new InputError(
      'bad-argument',
      `${name} has length ${length}: give a quaternion x, y, z, w of length 1`,
    );
  }
  out[at] = x / length;
  out[at + 1] = y / length;
  out[at + 2] = z / length;
  out[at + 3] = w / length;
}
