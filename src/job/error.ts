// The one error that fracas throws for bad input, and the checks that many share. Its code is stable and made for
// programs; its message names the argument or element and the remedy, and is made for people.

import { show } from './format.ts';

/** What can be wrong, by a name that stays. */
export type ErrorCode =
  | 'bad-argument' // an option or argument out of its range
  | 'empty-mesh' // no triangles, or nothing left after repair
  | 'non-finite' // a NaN or infinite coordinate
  | 'index-out-of-range' // a triangle or tet names a vertex that does not exist
  | 'open-surface' // a surface that encloses no solid
  | 'not-solid' // closed, yet no volume to speak of, or no tet mesh could be made
  | 'bad-file' // bytes that are not what they claim to be
  | 'unsupported' // a valid file that uses a feature we do not read
  | 'corrupt-asset' // a .fracas that is truncated, altered or of another version
  | 'too-large'; // refused before it would exhaust memory

/** Bad input: says which, and what helps. */
export class InputError extends Error {
  /** What is wrong, for programs. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'InputError';
    this.code = code;
  }
}

export function checkFinite(name: string, value: number): number {
  if (!Number.isFinite(value)) {
    throw new InputError('non-finite', `${name} holds ${show(value)}: give finite numbers`);
  }
  return value;
}

export function checkPoint(name: string, point: ArrayLike<number>): void {
  const { length } = Array.isArray(point) || ArrayBuffer.isView(point) ? point : { length: -1 };
  if (length < 0) throw new InputError('bad-argument', `${name} is no array: give x, y, z`);
  if (length !== 3) throw new InputError('bad-argument', `${name} has ${length} numbers: give x, y, z`);
  for (let d = 0; d < 3; d++) checkFinite(name, point[d]);
}

/** The direction of a vector. Throws when it has none. */
export function readDirection(name: string, vector: ArrayLike<number>): number[] {
  checkPoint(name, vector);
  const largest = Math.max(Math.abs(vector[0]), Math.abs(vector[1]), Math.abs(vector[2]));
  if (!(largest > 0)) throw new InputError('bad-argument', `${name} is (0, 0, 0): give a direction`);
  const [x, y, z] = [0, 1, 2].map((d) => vector[d] / largest); // so that squares neither overflow nor vanish
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
