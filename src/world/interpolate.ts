// Between two steps: where a body is drawn when frames come at other times than steps.

import { refuse } from '../job/check.ts';
import type { InputError } from '../job/error.ts';
import type { World } from './world.ts';

/**
 * Writes the pose of a body, seven numbers, at a share `t` of the way from before the last step (0) to after it (1).
 * Rotations take the shorter way, by the straight line between them. Allocation-free.
 */
export function interpolatePose(out: Float32Array, at: number, world: World, index: number, t: number): void {
  const { poses, previousPoses } = world ?? {};
  const numbers = typeof at === 'number' && typeof index === 'number' && typeof t === 'number';
  const p = numbers ? 7 * index : -1;
  const fits = p >= 0 && out?.length >= at + 7 && at >= 0 && p + 7 <= poses?.length && t >= 0;
  if (!fits) throw refuseArguments(out, at, world, index, t);
  for (let d = 0; d < 3; d++) out[at + d] = previousPoses[p + d] + t * (poses[p + d] - previousPoses[p + d]);
  let along = 0;
  for (let d = 3; d < 7; d++) along += poses[p + d] * previousPoses[p + d];
  let square = 0;
  for (let d = 3; d < 7; d++) {
    const end = along < 0 ? -poses[p + d] : poses[p + d];
    out[at + d] = previousPoses[p + d] + t * (end - previousPoses[p + d]);
    square += out[at + d] * out[at + d];
  }
  const scale = 1 / Math.sqrt(square);
  for (let d = 3; d < 7; d++) out[at + d] *= scale;
}

function refuseArguments(out: unknown, at: unknown, world: unknown, index: unknown, t: unknown): InputError {
  if (!(out instanceof Float32Array)) return refuse('out', out, 'a Float32Array');
  if (!(Number.isInteger(at) && (at as number) >= 0 && (at as number) + 7 <= out.length))
    return refuse('at', at, `a place with room for seven numbers in ${out.length}`);
  const { poses } = (world ?? {}) as { poses?: unknown };
  if (!(poses instanceof Float32Array)) return refuse('world', world, 'a World');
  if (!(typeof t === 'number' && t >= 0)) return refuse('t', t, 'a share from 0 to 1');
  return refuse('index', index, 'what world.indexOf(body) gives');
}
