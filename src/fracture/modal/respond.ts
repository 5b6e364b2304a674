// How far the modes of a body swing under the loads of a step. A blow is a force that rises and falls like half a sine,
// over a time that follows from how soft the two bodies are where they meet; what rests pushes steadily. In the spirit
// of modal fracture as [Glondu13, sec. 7] uses it; its source was not at hand, so the details are ours.

import { cos, exp, PI, pow, sin } from '../../math/trig.ts';
import { LOAD_SIZE } from '../loads.ts';
import type { Material } from '../material.ts';
import { movePointByModes } from './locate.ts';
import type { Modal } from './modal.ts';

/** Made by createResponse for a number of modes; written by respond. */
export interface Response {
  readonly swing: Float64Array; // of each mode at the worst moment: stress is Σ swing · stress of the mode
  energy: number; // of bending at that moment, J
  duration: number; // of the blow, s; 0 when nothing struck
  bound: number; // stress that is certainly not exceeded, Pa
  readonly omega: Float64Array; // scratch: of each mode, rad/s
  readonly push: Float64Array; // scratch: what the blows give each mode
  readonly steady: Float64Array; // scratch: what rests on it gives each mode
  readonly moved: Float64Array; // scratch: how the modes move a point
}

export function createResponse(modes: number): Response {
  return {
    swing: new Float64Array(modes),
    energy: 0,
    duration: 0,
    bound: 0,
    omega: new Float64Array(modes),
    push: new Float64Array(modes),
    steady: new Float64Array(modes),
    moved: new Float64Array(3 * modes),
  };
}

const MOMENTS = 48; // looked at while it swings
const DAMPING = 0.02; // of critical: glass and stone ring on, and a few per cent change little within a blow
const ROUND = 0.1; // radius of the spot that is hit, over the body's size
const RESTING = 0.05; // m/s: slower contacts push steadily

/**
 * Swings the modes by loads. `size` is the third root of the body's volume, `dt` the time that the impulses of steady
 * loads took. Stops early, with `energy` and `swing` 0, when the stress stays below `enough` for certain: response.bound
 * says so. Allocates nothing.
 */
export function respond(
  response: Response,
  modal: Modal,
  material: Material,
  size: number,
  loads: Float64Array,
  count: number,
  dt: number,
  enough: number,
): void {
  const { omega, push, steady, swing } = response;
  const { count: modes, square, peak } = modal;
  const { young, density } = material;
  for (let k = 0; k < modes; k++) omega[k] = Math.sqrt((square[k] * young) / density);
  response.energy = 0;
  response.bound = 0;
  swing.fill(0);
  gatherLoads(response, modal, material, size, loads, count, dt);
  const perSwing = young / Math.sqrt(density); // stress of a mode of unit mass at this material
  const { duration } = response;
  for (let k = 0; k < modes; k++) {
    const w = omega[k];
    // No force of impulse p swings a mode further than p/ω, nor a force that lasts further than twice its steady swing.
    const struck = duration > 0 ? Math.min(1 / w, PI / (duration * w * w)) * Math.abs(push[k]) : 0;
    response.bound += (struck + Math.abs(steady[k]) / (w * w)) * peak[k] * perSwing;
  }
  if (response.bound < enough) return;
  searchMoment(response, peak, modes);
}

/** Adds up what the loads give the modes, and how long the blow lasts. */
function gatherLoads(
  response: Response,
  modal: Modal,
  material: Material,
  size: number,
  loads: Float64Array,
  count: number,
  dt: number,
): void {
  const { omega, push, steady, moved } = response;
  const { density } = material;
  const unit = 1 / Math.sqrt(density); // modes of unit mass at this density
  push.fill(0);
  steady.fill(0);
  let weight = 0;
  let time = 0;
  for (let i = 0; i < count; i++) {
    const at = LOAD_SIZE * i;
    const x = loads[at + 3];
    const y = loads[at + 4];
    const z = loads[at + 5];
    const impulse = Math.sqrt(x * x + y * y + z * z);
    if (!(impulse > 0)) continue;
    movePointByModes(moved, 0, modal, loads, at);
    const speed = loads[at + 6];
    let soft = 0;
    for (let k = 0; k < omega.length; k++) {
      const given = unit * (moved[3 * k] * x + moved[3 * k + 1] * y + moved[3 * k + 2] * z);
      if (speed > RESTING) push[k] += given;
      else steady[k] += given / dt;
      const along = given / (impulse * omega[k]);
      soft += along * along;
    }
    if (!(speed > RESTING)) continue;
    const mass = impulse / speed; // what has to be stopped
    soft += softness(material, mass, speed, ROUND * size);
    time += impulse * PI * Math.sqrt(mass * soft);
    weight += impulse;
  }
  response.duration = weight > 0 ? time / weight : 0;
}

/** How far the spot that is hit gives way to a newton, by Hertz' law with the force taken as proportional to the way. */
function softness(material: Material, mass: number, speed: number, radius: number): number {
  const stiff = (0.5 * material.young) / (1 - material.poisson * material.poisson);
  const depth = pow((0.9375 * mass * speed * speed) / (Math.sqrt(radius) * stiff), 0.4);
  const time = (2.9432 * depth) / speed;
  return (time * time) / (PI * PI * mass);
}

/** Finds the moment at which modes swing so far that the sum of their stresses is largest. */
function searchMoment(response: Response, peak: Float64Array, modes: number): void {
  const { swing, push, steady, omega, duration, moved } = response;
  const end = duration > 0 ? duration + PI / omega[0] : 0;
  let most = -1;
  for (let m = 0; m < (end > 0 ? MOMENTS : 1); m++) {
    const time = (end * (m + 1)) / MOMENTS;
    let stress = 0;
    for (let k = 0; k < modes; k++) {
      swingOf(moved, k, push[k], omega[k], duration, time);
      moved[k] += steady[k] / (omega[k] * omega[k]);
      stress += moved[k] * peak[k] * (moved[k] * peak[k]);
    }
    if (stress <= most) continue;
    most = stress;
    for (let k = 0; k < modes; k++) swing[k] = moved[k];
  }
  response.energy = 0;
  for (let k = 0; k < modes; k++) response.energy += 0.5 * omega[k] * omega[k] * swing[k] * swing[k];
}

/**
 * Writes to out[at] how far an oscillator of unit mass and frequency ω has swung at `time` under a force of impulse p
 * that lasts T: p π/(2T) sin(πt/T). Closed form; compared with a fine integration in test/fracture.
 */
export function swingOf(
  out: Float64Array,
  at: number,
  p: number,
  omega: number,
  duration: number,
  time: number,
): void {
  out[at] = 0;
  if (!(duration > 0)) return;
  const forced = PI / duration;
  const a = omega * omega - forced * forced;
  const b = 2 * DAMPING * omega * forced;
  const factor = (p * PI) / (2 * duration) / (a * a + b * b);
  const damped = omega * Math.sqrt(1 - DAMPING * DAMPING);
  const decay = DAMPING * omega;
  const s = (forced / damped) * (2 * decay * decay - a);
  const t = Math.min(time, duration);
  const fade = exp(-decay * t);
  const c1 = cos(damped * t);
  const s1 = sin(damped * t);
  const swing = factor * (a * sin(forced * t) - b * cos(forced * t) + fade * (b * c1 + s * s1));
  out[at] = swing;
  if (time <= duration) return;
  const speed =
    factor *
    (forced * (a * cos(forced * t) + b * sin(forced * t)) +
      fade * (damped * (s * c1 - b * s1) - decay * (b * c1 + s * s1)));
  const later = time - duration;
  out[at] =
    exp(-decay * later) *
    (swing * cos(damped * later) + ((speed + decay * swing) / damped) * sin(damped * later));
}
