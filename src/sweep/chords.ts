// The chords that a sweep tests instead of curved paths: where one body is, as seen from the other, where each begins and
// ends, and how far they are from the paths.

import { createFrame, relateFrames } from '../math/rigid.ts';
import { boundChord, frameAt, type Motion } from './motion.ts';

/** Made by createChords alone. */
export interface Chords {
  count: number;
  readonly error: Float64Array; // [0]: how far a chord may be from its path
  readonly span: Float64Array; // times at which the chord that was placed begins and ends
  readonly begin: Float64Array; // A as seen from B, then
  readonly end: Float64Array;
}

export function createChords(): Chords {
  return {
    count: 0,
    error: new Float64Array(1),
    span: new Float64Array(2),
    begin: createFrame(),
    end: createFrame(),
  };
}

const frameA = createFrame(); // scratch: both bodies at one time
const frameB = createFrame();

/**
 * Cuts a step into chords no farther than `tolerance` from the paths of the points within arm[0] of A's `local`; at most
 * `pieces`. An infinite tolerance means that paths are taken as straight, whatever they are.
 */
export function cutChords(
  out: Chords,
  a: Motion,
  b: Motion,
  arm: Float64Array,
  tolerance: number,
  pieces: number,
): void {
  out.count = 1;
  out.error[0] = 0;
  if (tolerance === Infinity) return;
  boundChord(out.error, a, b, arm);
  out.count = Math.max(1, Math.min(pieces, Math.ceil(Math.sqrt(out.error[0] / tolerance))));
  out.error[0] /= out.count * out.count;
}

/** Places chord k; to be called for one after the other. */
export function placeChord(out: Chords, a: Motion, b: Motion, k: number): void {
  const { span, begin, end, count } = out;
  span[0] = k / count;
  span[1] = (k + 1) / count;
  if (k === 0) {
    frameAt(frameA, a, span, 0);
    frameAt(frameB, b, span, 0);
    relateFrames(begin, frameA, frameB);
  } else begin.set(end);
  frameAt(frameA, a, span, 1);
  frameAt(frameB, b, span, 1);
  relateFrames(end, frameA, frameB);
}

/** How much the ways of two points along the chord that was placed may differ, for each metre that they are apart. */
export function turnOf({ begin, end }: Chords): number {
  let square = 0;
  for (let d = 0; d < 9; d++) square += (end[d] - begin[d]) * (end[d] - begin[d]);
  return Math.sqrt(square);
}

/** Spheres of a tree: the point each is about, and how far it reaches. */
interface Spheres {
  readonly point: Uint32Array | Int32Array;
  readonly radius: Float64Array | Float32Array;
}

/** Writes to out[0] how far a tree reaches from what moves straight. */
export function measureArm(
  out: Float64Array,
  { point, radius }: Spheres,
  root: number,
  position: Float64Array,
  a: Motion,
): void {
  const at = 3 * point[root];
  const x = position[at] - a.local[0];
  const y = position[at + 1] - a.local[1];
  const z = position[at + 2] - a.local[2];
  out[0] = radius[root] + Math.sqrt(x * x + y * y + z * z);
}
