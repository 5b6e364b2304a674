// Checks of what callers hand to a world, and the ranges that work. Each throws before anything has changed.

import { type Check, checkNumbers, numbers, refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { FARTHEST, FASTEST, HEAVIEST, LIGHTEST } from './constants.ts';

export { checkNumbers } from '../job/check.ts';

/** A vector as callers give it: three finite numbers. */
export type Vector = ArrayLike<number>;

/** A place, in metres. */
export const isPlace = numbers(3, FARTHEST);

/** A velocity, in m/s, or a spin, in rad/s. */
export const isSpeed = numbers(3, FASTEST);

/** A quaternion of any length but 0. */
export const isRotation: Check = (name, value) => setRotation(turn, 0, name, value as Vector);

const turn = new Float64Array(4); // scratch: a checked rotation

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

/** Throws unless a body of so much volume and density has a mass that can be moved. */
export function checkWeight(volume: number, density: number): void {
  const mass = volume * density;
  if (mass >= LIGHTEST && mass <= HEAVIEST) return;
  const what = mass < LIGHTEST ? 'too light' : mass > HEAVIEST ? 'too heavy' : 'of no mass';
  throw new InputError(
    'bad-argument',
    `a body of ${volume} m³ at a density of ${density} kg/m³ is ${what} to be moved: give one of ${LIGHTEST} to ${HEAVIEST} kg, by its size or density`,
  );
}

/** Throws where a push would make something faster than works. `speed` is how fast it would be, m/s or rad/s. */
export function checkPush(name: string, value: unknown, speed: number): void {
  if (speed <= FASTEST) return;
  throw refuse(name, value, `a push that leaves bodies slower than ${FASTEST} m/s and rad/s`);
}
