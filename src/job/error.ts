// The one error that fracas throws for bad input. Its code is stable and made for programs; its message
// names the argument or element and the remedy, and is made for people.

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

export class InputError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'InputError';
    this.code = code;
  }
}
