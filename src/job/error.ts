// The one error that fracas throws for bad input, and the checks that many share. Its code is stable and made for
// programs; its message names the argument or element and the remedy, and is made for people.

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
export function readDirection(name: string, vector: readonly number[]): number[] {
  checkPoint(name, vector);
  const largest = Math.max(...vector.map(Math.abs));
  if (!(largest > 0)) throw new InputError('bad-argument', `${name} is (0, 0, 0): give a direction`);
  const [x, y, z] = vector.map((v) => v / largest); // so that squares neither overflow nor vanish
  const length = Math.sqrt(x * x + y * y + z * z);
  return [x / length, y / length, z / length];
}
