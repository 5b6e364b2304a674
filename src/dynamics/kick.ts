// What an impulse does to a body.

import { EASE_SIZE, INVERSE_INERTIA, type Motion, SPIN, STATE_SIZE } from './motion.ts';

/** Gives a body the impulse at impulse[0…2] and the moment about its centre that follows it. */
export function kickBody(motion: Motion, body: number, impulse: Float64Array): void {
  const { state, ease } = motion;
  const v = STATE_SIZE * body;
  const w = v + SPIN;
  const mass = ease[EASE_SIZE * body];
  const e = EASE_SIZE * body + INVERSE_INERTIA;
  const x = impulse[3];
  const y = impulse[4];
  const z = impulse[5];
  state[v] += mass * impulse[0];
  state[v + 1] += mass * impulse[1];
  state[v + 2] += mass * impulse[2];
  state[w] += ease[e] * x + ease[e + 3] * y + ease[e + 5] * z;
  state[w + 1] += ease[e + 3] * x + ease[e + 1] * y + ease[e + 4] * z;
  state[w + 2] += ease[e + 5] * x + ease[e + 4] * y + ease[e + 2] * z;
}
