// Rigid pieces in flight, for surface scenes: each turns about a fixed axis and drifts, slowed by drag.

import { cos, sin } from '../../src/math/trig.ts';
import { moveBody } from '../../src/surface/edit.ts';
import { setRigid } from '../../src/surface/rigid.ts';
import { type Surface, verticesOf } from '../../src/surface/surface.ts';

export interface Flight {
  readonly id: number; // of the body
  readonly rest: Float64Array; // its vertices from its center when it took off
  readonly center: Float64Array;
  readonly velocity: Float64Array; // units a frame
  readonly axis: Float64Array; // of length 1
  readonly spin: number; // radians a frame
  readonly placed: Float64Array; // its vertices now
  angle: number;
}

/** Takes a body as it lies at the end of the step; from now on it keeps its shape. */
export function takeOff(
  surface: Surface,
  id: number,
  velocity: number[],
  axis: number[],
  spin: number,
): Flight {
  const list = verticesOf(surface, id);
  setRigid(surface, id, true);
  const center = new Float64Array(3);
  for (let i = 0; i < list.length; i++) for (let d = 0; d < 3; d++) center[d] += surface.end[3 * list[i] + d];
  for (let d = 0; d < 3; d++) center[d] /= list.length;
  const rest = new Float64Array(3 * list.length);
  for (let i = 0; i < list.length; i++) {
    for (let d = 0; d < 3; d++) rest[3 * i + d] = surface.end[3 * list[i] + d] - center[d];
  }
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const unit = length > 0 ? axis.map((x) => x / length) : [0, 1, 0];
  return {
    id,
    rest,
    center,
    velocity: Float64Array.from(velocity),
    axis: Float64Array.from(unit),
    spin,
    placed: new Float64Array(rest.length),
    angle: 0,
  };
}

/** Moves a piece on by one frame. */
export function fly(flight: Flight, drag: number): void {
  const { rest, center, velocity, axis, placed } = flight;
  flight.angle += flight.spin;
  for (let d = 0; d < 3; d++) {
    center[d] += velocity[d];
    velocity[d] *= 1 - drag;
  }
  const c = cos(flight.angle);
  const s = sin(flight.angle);
  const [x, y, z] = axis;
  const m = [
    c + x * x * (1 - c),
    x * y * (1 - c) - z * s,
    x * z * (1 - c) + y * s,
    y * x * (1 - c) + z * s,
    c + y * y * (1 - c),
    y * z * (1 - c) - x * s,
    z * x * (1 - c) - y * s,
    z * y * (1 - c) + x * s,
    c + z * z * (1 - c),
  ];
  for (let i = 0; i < rest.length; i += 3) {
    for (let d = 0; d < 3; d++) {
      placed[i + d] =
        center[d] + m[3 * d] * rest[i] + m[3 * d + 1] * rest[i + 1] + m[3 * d + 2] * rest[i + 2];
    }
  }
}

/** Writes a piece's vertices to the surface. */
export function land(surface: Surface, flight: Flight): void {
  moveBody(surface, flight.id, flight.placed);
}
