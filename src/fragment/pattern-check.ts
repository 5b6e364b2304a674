// Checks shared by the patterns.

import { InputError } from '../job/error.ts';

export function checkFinite(name: string, value: number): number {
  if (!Number.isFinite(value)) {
    throw new InputError('non-finite', `${name} holds ${value}: give finite numbers`);
  }
  return value;
}

export function checkPoint(name: string, point: readonly number[]): void {
  if (point.length !== 3)
    throw new InputError('bad-argument', `${name} has ${point.length} numbers: give x, y, z`);
  for (const x of point) checkFinite(name, x);
}

/** The direction of a vector. Throws when it has none. */
export function unit(name: string, vector: readonly number[]): number[] {
  checkPoint(name, vector);
  const largest = Math.max(...vector.map(Math.abs));
  if (!(largest > 0)) throw new InputError('bad-argument', `${name} is (0, 0, 0): give a direction`);
  const [x, y, z] = vector.map((v) => v / largest); // so that squares neither overflow nor vanish
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
