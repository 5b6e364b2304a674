// Short chords: where no point of a tree moves by more than a cell, one sample a point says nearly all, at every level at
// which the point stands. Most steps of a simulation are such.

import type { GridField } from '../field/grid-field.ts';
import { sampleField } from '../field/sample.ts';
import { growColumn } from '../math/columns.ts';
import { movePoint } from '../math/rigid.ts';
import type { Chords } from '../sweep/chords.ts';

/** Samples of points where a chord begins. Made by createShortChord alone. */
export interface ShortChord {
  readonly drift: Float64Array; // [0]: how far points move along the chord, at most, metres
  value: Float64Array; // per point
  inside: Uint8Array; // per point, whether it is interpolated; else it is a bound of the distance
  stamp: Uint32Array; // per point, the chord it is of
  chord: number;
}

export function createShortChord(): ShortChord {
  return {
    drift: new Float64Array(1),
    value: new Float64Array(0),
    inside: new Uint8Array(0),
    stamp: new Uint32Array(0),
    chord: 0,
  };
}

const q = new Float64Array(3); // scratch: a point at the beginning, at the end
const value = new Float64Array(1); // scratch: a sample

/** Sets out.drift for the points within `radius` of position[at…]; returns whether it is less than a cell. */
export function beginShortChord(
  out: ShortChord,
  { begin, end }: Chords,
  position: Float64Array,
  at: number,
  radius: number,
  { cell }: GridField,
): boolean {
  let turn = 0;
  let shift = 0;
  for (let d = 0; d < 3; d++) {
    let way = end[9 + d] - begin[9 + d];
    for (let e = 0; e < 3; e++) {
      const off = end[3 * d + e] - begin[3 * d + e];
      way += off * position[at + e];
      turn += off * off;
    }
    shift += way * way;
  }
  out.drift[0] = Math.sqrt(shift) + Math.sqrt(turn) * radius;
  if (!(out.drift[0] < cell)) return false;
  const count = position.length / 3;
  out.value = growColumn(out.value, count);
  out.inside = growColumn(out.inside, count);
  out.stamp = growColumn(out.stamp, count);
  if (out.chord === 0xffffffff) {
    out.stamp.fill(0);
    out.chord = 0;
  }
  out.chord++;
  return true;
}

/**
 * Whether, along the chord, all samples within `radius` of a point are above `sigma`: proven by the one where it begins,
 * for a closed surface. Nodes of the grid differ by no more than they are apart, so an interpolant's slope is at most √3,
 * and a little for rounding; or samples differ from distances by the error, and these by as much as points are apart.
 */
export function clearsShortChord(
  short: ShortChord,
  field: GridField,
  { begin }: Chords,
  position: Float64Array,
  point: number,
  radius: number,
  sigma: number,
): boolean {
  const { error, step } = field;
  if (short.stamp[point] !== short.chord) {
    short.stamp[point] = short.chord;
    movePoint(q, 0, begin, position, 3 * point);
    short.inside[point] = sampleField(value, field, q, 0) ? 1 : 0;
    short.value[point] = value[0];
  }
  const drift = short.drift[0];
  const free = short.value[point] - sigma;
  if (short.inside[point] === 1 && free > 1.7321 * (radius + drift) + step) return true;
  return free > radius + drift + 2 * error;
}
