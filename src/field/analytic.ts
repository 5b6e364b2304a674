// Shapes whose signed distance is a formula: plane, box, sphere, capsule, cylinder. They answer as fields of solids do
// (answer.ts), exactly up to rounding, so anything collides with anything. A shape is a kind and a few sizes, centred
// at the origin of its own frame; capsules and cylinders stand along y.

import { InputError } from '../job/error.ts';
import { show } from '../job/format.ts';
import { CLEAR, NEAR, OPEN } from './answer.ts';

/** The half-space y < 0; no size. */
export const KIND_PLANE = 0;
/** Size: half-extents along x, y, z. */
export const KIND_BOX = 1;
/** Size: radius. */
export const KIND_SPHERE = 2;
/** Size: half the height between the centres of its caps, radius. */
export const KIND_CAPSULE = 3;
/** Size: half its height, radius. */
export const KIND_CYLINDER = 4;

/** What each kind is called, and its sizes in order. */
const KINDS: readonly { readonly name: string; readonly sizes: readonly string[] }[] = [
  { name: 'plane', sizes: [] },
  { name: 'box', sizes: ['half-extent x', 'half-extent y', 'half-extent z'] },
  { name: 'sphere', sizes: ['radius'] },
  { name: 'capsule', sizes: ['half-height', 'radius'] },
  { name: 'cylinder', sizes: ['half-height', 'radius'] },
];

const SMALLEST = 1e-100; // of sizes and of ways that give a direction: squares of shorter ones lose their digits
const LARGEST = 1e100;

/** The sizes of a shape, checked and copied: as many as its kind has, all positive; a capsule may have no height. */
export function checkShape(kind: number, size: ArrayLike<number>): Float64Array {
  const of = KINDS[kind];
  if (!of) {
    throw new InputError('bad-argument', `there is no shape of kind ${kind}: kinds go from 0 to 4`);
  }
  if (size.length !== of.sizes.length) {
    const wanted = of.sizes.length === 0 ? 'none' : of.sizes.join(', ');
    throw new InputError(
      'bad-argument',
      `size of a ${of.name} has ${size.length} numbers: give ${of.sizes.length} (${wanted})`,
    );
  }
  for (let k = 0; k < size.length; k++) {
    const flat = kind === KIND_CAPSULE && k === 0 && size[k] === 0;
    if (!flat && !(typeof size[k] === 'number' && size[k] >= SMALLEST && size[k] <= LARGEST)) {
      throw new InputError(
        'bad-argument',
        `${of.sizes[k]} of a ${of.name} is ${show(size[k])}: give a positive length in metres`,
      );
    }
  }
  return Float64Array.from(size);
}

/** Writes the box of a shape, min xyz then max xyz; a plane's is infinite but for its top at 0. */
export function boxOfShape(out: Float64Array, kind: number, size: Float64Array): void {
  if (kind === KIND_PLANE) {
    out.fill(-Infinity, 0, 3);
    out.fill(Infinity, 3, 6);
    out[4] = 0;
    return;
  }
  const radius = kind === KIND_SPHERE ? size[0] : size[1];
  out[3] = kind === KIND_BOX ? size[0] : radius;
  out[4] = kind === KIND_BOX ? size[1] : kind === KIND_CAPSULE ? size[0] + radius : size[0];
  out[5] = kind === KIND_BOX ? size[2] : radius;
  for (let d = 0; d < 3; d++) out[d] = -out[3 + d];
}

/**
 * Writes to out[0..3] the signed distance at p[at…] and the shape's outward normal there, a unit vector. Returns NEAR
 * where the distance is below reach[0], CLEAR where it is above reach[1], OPEN between. Where several surface points
 * are closest the choice is fixed: see each shape. Exact up to rounding; allocation-free.
 */
export function measureShape(
  out: Float64Array,
  kind: number,
  size: Float64Array,
  p: Float64Array,
  at: number,
  reach: Float64Array,
): number {
  if (kind === KIND_PLANE) measurePlane(out, p, at);
  else if (kind === KIND_BOX) measureBox(out, size, p, at);
  else if (kind === KIND_SPHERE) measureSphere(out, size, p, at);
  else if (kind === KIND_CAPSULE) measureCapsule(out, size, p, at);
  else measureCylinder(out, size, p, at);
  const d = out[0];
  return d < 0 || d < reach[0] ? NEAR : d > reach[1] ? CLEAR : OPEN;
}

function measurePlane(out: Float64Array, p: Float64Array, at: number): void {
  out[0] = p[at + 1];
  out[1] = 0;
  out[2] = 1;
  out[3] = 0;
}

/** From the centre the way out is up. */
function measureSphere(out: Float64Array, size: Float64Array, p: Float64Array, at: number): void {
  out[1] = p[at];
  out[2] = p[at + 1];
  out[3] = p[at + 2];
  measureBall(out, size, 0, 1);
}

/** From the axis, and from the centre of a cap, the way out is along x. */
function measureCapsule(out: Float64Array, size: Float64Array, p: Float64Array, at: number): void {
  const y = p[at + 1];
  out[1] = p[at];
  out[2] = y - Math.max(-size[0], Math.min(size[0], y));
  out[3] = p[at + 2];
  measureBall(out, size, 1, 0);
}

/** Distance and normal of a ball of radius size[k] at out[1..3] from its centre; at the centre the normal is `axis`. */
function measureBall(out: Float64Array, size: Float64Array, k: number, axis: number): void {
  const length = Math.sqrt(out[1] * out[1] + out[2] * out[2] + out[3] * out[3]);
  const off = length > SMALLEST;
  out[0] = length - size[k];
  for (let d = 0; d < 3; d++) out[1 + d] = off ? out[1 + d] / length : d === axis ? 1 : 0;
}

/** From inside the way out is through the closest face: the first of x, y, z, and the positive one, where equal. */
function measureBox(out: Float64Array, size: Float64Array, p: Float64Array, at: number): void {
  let square = 0;
  let best = 0; // axis of the closest face, or of the farthest one for a point outside
  for (let d = 0; d < 3; d++) {
    const gap = Math.abs(p[at + d]) - size[d];
    out[1 + d] = gap;
    if (gap > 0) square += gap * gap;
    if (gap > out[1 + best]) best = d;
  }
  const gap = out[1 + best];
  const length = Math.sqrt(square);
  if (length > SMALLEST) {
    for (let d = 0; d < 3; d++) {
      const part = Math.max(0, out[1 + d]) / length;
      out[1 + d] = p[at + d] < 0 ? -part : part;
    }
    out[0] = length;
    return;
  }
  out[0] = gap;
  for (let d = 0; d < 3; d++) out[1 + d] = d !== best ? 0 : p[at + d] < 0 ? -1 : 1;
}

/** From the axis the way out is along x unless a cap is closer; of two equally close caps it is the top. */
function measureCylinder(out: Float64Array, size: Float64Array, p: Float64Array, at: number): void {
  const x = p[at];
  const y = p[at + 1];
  const z = p[at + 2];
  const radial = Math.sqrt(x * x + z * z);
  const off = radial > SMALLEST;
  const ux = off ? x / radial : 1;
  const uz = off ? z / radial : 0;
  const up = y < 0 ? -1 : 1;
  const side = radial - size[1];
  const cap = Math.abs(y) - size[0];
  const length = side > 0 && cap > 0 ? Math.sqrt(side * side + cap * cap) : 0;
  if (length > SMALLEST) {
    out[0] = length;
    out[1] = (ux * side) / length;
    out[2] = (up * cap) / length;
    out[3] = (uz * side) / length;
    return;
  }
  const round = side >= cap;
  out[0] = round ? side : cap;
  out[1] = round ? ux : 0;
  out[2] = round ? 0 : up;
  out[3] = round ? uz : 0;
}
