// What the solver works on: how each body moves, and how far it has gone since the contacts were found. One row a body,
// so that a contact reads both its bodies in few cache lines.

/** Numbers in a row of Motion.state. */
export const STATE_SIZE = 25;
/** Places in a row: velocity and spin. */
export const VELOCITY = 0;
export const SPIN = 3;
/** How far the centre has gone, and the rotation since, by rows. */
export const SHIFT = 6;
export const ROTATION = 9;
/** The same rotation as a quaternion xyzw. */
export const QUATERNION = 18;
/** The velocity that it has in this substep if nothing pushes it. */
export const FLIGHT = 22;

/** Numbers in a row of Motion.ease: how easily a body is moved. */
export const EASE_SIZE = 8;
/** Places in a row: inverse mass; inverse inertia along the world's axes, xx yy zz xy yz zx. Zero for what does not give way. */
export const INVERSE_MASS = 0;
export const INVERSE_INERTIA = 1;

/** Numbers in a row of Motion.touch. */
export const TOUCH_SIZE = 9;

/** Made by createMotion alone. Rows are those of the bodies. */
export interface Motion {
  state: Float64Array;
  ease: Float64Array; // as contacts and joints see it
  inverse: Float64Array; // six a body: its inverse inertia when the step began, as in `ease`
  inertia: Float64Array; // and its inertia then
  touch: Float64Array; // how places where a body is touched have turned since, by rows; turning.ts
}

export function createMotion(): Motion {
  return {
    state: new Float64Array(0),
    ease: new Float64Array(0),
    inverse: new Float64Array(0),
    inertia: new Float64Array(0),
    touch: new Float64Array(0),
  };
}

// What an impulse does to a body.

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
