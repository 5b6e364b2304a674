// A moving point against everything within a distance of a solid: it goes as far as the field proves to be free, and
// looks again. For the spheres of a tree, whose radius may be far beyond the band in which the grid is exact.

import type { GridField } from '../field/grid-field.ts';
import type { FieldOctree } from '../field/octree.ts';
import { sampleField } from '../field/sample.ts';
import { sweepFirst } from './segment.ts';

const STEP = 0.5; // cells: what is closer than that counts as there, so that every step is at least so long
const p = new Float64Array(3); // scratch: where it is
const value = new Float64Array(1); // scratch: the field there

/**
 * Writes to out[0] a time at or before which the point of a segment (see sweepSegment) first has a part of the solid
 * within segment[at + 6]; returns false if it never has. Proven where it is false, for a closed surface; early by little
 * where it is true: by what the grid's bounds fall short of the distance. Allocation-free.
 */
function approachField(out: Float64Array, field: GridField, segment: Float64Array, at: number): boolean {
  const { cell, error } = field;
  const ax = segment[at];
  const ay = segment[at + 1];
  const az = segment[at + 2];
  const dx = segment[at + 3] - ax;
  const dy = segment[at + 4] - ay;
  const dz = segment[at + 5] - az;
  const within = segment[at + 6];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const least = STEP * cell;
  for (let t = 0; ; ) {
    p[0] = ax + t * dx;
    p[1] = ay + t * dy;
    p[2] = az + t * dz;
    const interpolated = sampleField(value, field, p, 0);
    const free = (interpolated ? value[0] - error : value[0]) - within;
    if (free < least) {
      out[0] = t;
      return true;
    }
    t += free / length;
    if (!(t < 1)) return false; // all of the rest is free; so is all of nothing
  }
}

/**
 * Writes to out[0] when a sphere of radius[node], its centre on a segment, may first have a point within segment[6]; false
 * if it never has. Changes segment[6].
 */
export function approachSphere(
  out: Float64Array,
  octree: FieldOctree,
  segment: Float64Array,
  radius: Float32Array,
  node: number,
): boolean {
  const { field } = octree;
  const { error, band } = field;
  const r = radius[node];
  const within = segment[6] + r;
  if (within + 2 * error < band && !isShort(segment, field)) {
    // Samples differ from distances by the error, so those at the centre and at a point of the sphere by twice that more
    // than the two are apart; and by no more than √3 times that, which is less where spheres are small.
    segment[6] = within + Math.min(2 * error, 0.7321 * r);
    return sweepFirst(out, octree, segment, 0);
  }
  segment[6] = within + error; // what a sample of at most segment[6] may be away
  return approachField(out, field, segment, 0);
}

/** Whether a segment is shorter than a cell: then one sample says nearly all there is to know. */
function isShort(segment: Float64Array, { cell }: GridField): boolean {
  const x = segment[3] - segment[0];
  const y = segment[4] - segment[1];
  const z = segment[5] - segment[2];
  return x * x + y * y + z * z < cell * cell;
}

/**
 * Whether the samples along a short segment are all above segment[6], by the one where it begins: nodes differ by no more
 * than they are apart, so an interpolant's slope is at most √3, and a little for rounding. For a closed surface.
 */
export function staysAbove(field: GridField, segment: Float64Array): boolean {
  if (!isShort(segment, field) || !sampleField(value, field, segment, 0)) return false;
  const x = segment[3] - segment[0];
  const y = segment[4] - segment[1];
  const z = segment[5] - segment[2];
  return value[0] - segment[6] > 1.74 * Math.sqrt(x * x + y * y + z * z) + field.step;
}
