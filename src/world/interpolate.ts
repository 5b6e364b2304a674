// Between two steps: where a body is drawn when frames come at other times than steps.

import type { World } from './world.ts';

/**
 * Writes the pose of a body, seven numbers, at a share `t` of the way from before the last step (0) to after it (1).
 * Rotations take the shorter way, by the straight line between them. Allocation-free.
 */
export function interpolatePose(out: Float32Array, at: number, world: World, index: number, t: number): void {
  const { poses, previousPoses } = world;
  const p = 7 * index;
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
