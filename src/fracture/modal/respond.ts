// How far the modes of a body swing under the loads of a step. A blow is a force that rises and falls like half a sine,
// over a time that follows from how soft the two bodies are where they meet; what rests pushes steadily. In the spirit
// of modal fracture as [Glondu13, sec. 7] uses it; its source was not at hand, so the details are ours.

import { PI } from '../../math/trig.ts';
import { weighPoint } from '../../mesh/embed.ts';
import { TET_EDGES } from '../../mesh/tet-mesh.ts';
import { DAMPING, IMPACT_RADIUS, RESTING_SPEED } from '../constants.ts';
import { impulseOf, LOAD_SIZE } from '../loads.ts';
import type { Material } from '../material.ts';
import { setCosSin, setFade, setFifthRoot } from './arithmetic.ts';
import { TET_NODES } from './element.ts';
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
  readonly course: Float64Array; // scratch: of each mode, how far it swings at each moment
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
    course: new Float64Array(MOMENTS * modes),
  };
}

/** Numbers that setCourse works on. */
export const COURSE_SIZE = 7;

/** What respond is told, in this order: the third root of the volume, the step's time, the stress that matters. */
export const SETUP_SIZE = 3;

const number = new Float64Array(COURSE_SIZE); // scratch: numbers on their way in and out of functions

/**
 * Swings the modes by loads. `setup` holds the size of the body (m), the time that the impulses of steady loads took (s)
 * and a stress (Pa): where the body's stays below that for certain, `swing` and `energy` are 0, and response.bound says
 * how high it can be at most. Allocates nothing.
 */
export function respond(
  response: Response,
  modal: Modal,
  material: Material,
  setup: Float64Array,
  loads: Float64Array,
  count: number,
): void {
  const { omega, push, steady, swing } = response;
  const { count: modes, square, peak } = modal;
  const { young, density } = material;
  for (let k = 0; k < modes; k++) omega[k] = Math.sqrt((square[k] * young) / density);
  response.energy = 0;
  swing.fill(0);
  gatherLoads(response, modal, material, setup, loads, count);
  const perSwing = young / Math.sqrt(density); // stress of a mode of unit mass at this material
  const { duration } = response;
  let bound = 0;
  for (let k = 0; k < modes; k++) {
    const w = omega[k];
    // No force of impulse p swings a mode further than p/ω, nor a force that lasts further than twice its steady swing.
    const struck = duration > 0 ? Math.min(1 / w, PI / (duration * w * w)) * Math.abs(push[k]) : 0;
    bound += (struck + Math.abs(steady[k]) / (w * w)) * peak[k] * perSwing;
  }
  response.bound = bound;
  if (bound < setup[2]) return;
  searchMoment(response, peak, modes);
}

/** Adds up what the loads give the modes, and how long the blow lasts. */
function gatherLoads(
  response: Response,
  modal: Modal,
  material: Material,
  setup: Float64Array,
  loads: Float64Array,
  count: number,
): void {
  const { omega, push, steady, moved } = response;
  const unit = 1 / Math.sqrt(material.density); // modes of unit mass at this density
  push.fill(0);
  steady.fill(0);
  let weight = 0;
  let time = 0;
  for (let i = 0; i < count; i++) {
    const at = LOAD_SIZE * i;
    const impulse = impulseOf(loads, at);
    if (!(impulse > 0)) continue;
    const x = loads[at + 3];
    const y = loads[at + 4];
    const z = loads[at + 5];
    movePointByModes(moved, 0, modal, loads, at);
    const speed = loads[at + 6];
    let soft = 0;
    for (let k = 0; k < omega.length; k++) {
      const given = unit * (moved[3 * k] * x + moved[3 * k + 1] * y + moved[3 * k + 2] * z);
      if (speed > RESTING_SPEED) push[k] += given;
      else steady[k] += given / setup[1];
      const along = given / (impulse * omega[k]);
      soft += along * along;
    }
    if (!(speed > RESTING_SPEED)) continue;
    number[0] = impulse / speed; // the mass that has to be stopped
    number[1] = speed;
    number[2] = IMPACT_RADIUS * setup[0];
    setSoftness(number, material);
    time += impulse * PI * Math.sqrt((impulse / speed) * (soft + number[0]));
    weight += impulse;
  }
  response.duration = weight > 0 ? time / weight : 0;
}

/**
 * Writes to out[0] how far the spot that is hit gives way to a newton, by Hertz' law with the force taken as proportional
 * to the way: for a mass out[0] at speed out[1] and a spot of radius out[2].
 */
function setSoftness(out: Float64Array, { young, poisson }: Material): void {
  const mass = out[0];
  const speed = out[1];
  const stiff = (0.5 * young) / (1 - poisson * poisson);
  out[3] = (0.9375 * mass * speed * speed) / (Math.sqrt(out[2]) * stiff);
  setFifthRoot(out, 3);
  const time = (2.9432 * out[3] * out[3]) / speed;
  out[0] = (time * time) / (PI * PI * mass);
}

/** Finds the moment at which the modes swing furthest, each counted by the stress that it makes. */
function searchMoment(response: Response, peak: Float64Array, modes: number): void {
  const { swing, push, steady, omega, duration, course } = response;
  for (let k = 0; k < modes; k++) {
    number[0] = push[k];
    number[1] = omega[k];
    number[2] = duration;
    number[3] = PI / omega[0];
    setCourse(course, MOMENTS * k, number);
    const rest = steady[k] / (omega[k] * omega[k]);
    for (let m = 0; m < MOMENTS; m++) course[MOMENTS * k + m] += rest;
  }
  let most = -1;
  let worst = 0;
  for (let m = 0; m < MOMENTS; m++) {
    let stress = 0;
    for (let k = 0; k < modes; k++) {
      const x = course[MOMENTS * k + m] * peak[k];
      stress += x * x;
    }
    if (stress > most) worst = m;
    most = Math.max(most, stress);
  }
  let energy = 0;
  for (let k = 0; k < modes; k++) {
    swing[k] = course[MOMENTS * k + worst];
    energy += 0.5 * omega[k] * omega[k] * swing[k] * swing[k];
  }
  response.energy = energy;
}

const HALF = 16; // moments during a blow, and as many after it
export const MOMENTS = 2 * HALF;
const forcedTurn = new Float64Array(2 * HALF); // cosine and sine of the force's phase at each moment of a blow
for (let m = 0; m < HALF; m++) {
  forcedTurn[2 * m] = ((m + 1) * PI) / HALF;
  setCosSin(forcedTurn, 2 * m);
}

/**
 * Writes to out[at…at + MOMENTS − 1] how far an oscillator of unit mass and frequency ω = a[1] swings under a force
 * p π/(2T) sin(πt/T) of impulse p = a[0] that lasts T = a[2]: at even moments of the blow, then of a time a[3] after it.
 * Closed forms, turned on from moment to moment; test/fracture integrates the equation of motion instead. Uses a[4…8].
 */
export function setCourse(out: Float64Array, at: number, a: Float64Array): void {
  const omega = a[1];
  const duration = a[2];
  out.fill(0, at, at + MOMENTS);
  if (!(duration > 0)) return;
  const forced = PI / duration;
  const away = omega * omega - forced * forced;
  const lag = 2 * DAMPING * omega * forced;
  const factor = (a[0] * PI) / (2 * duration) / (away * away + lag * lag);
  const damped = omega * Math.sqrt(1 - DAMPING * DAMPING);
  const decay = DAMPING * omega;
  const other = (forced / damped) * (2 * decay * decay - away);
  a[4] = (damped * duration) / HALF;
  setCosSin(a, 4);
  a[6] = (decay * duration) / HALF;
  setFade(a, 6);
  let x = lag; // of what swings freely, and its part a quarter of a turn ahead
  let y = other;
  let swing = 0;
  for (let m = 0; m < HALF; m++) {
    const next = a[6] * (x * a[4] + y * a[5]);
    y = a[6] * (y * a[4] - x * a[5]);
    x = next;
    swing = factor * (away * forcedTurn[2 * m + 1] - lag * forcedTurn[2 * m] + x);
    out[at + m] = swing;
  }
  // At the end of the force its cosine is −1 and its sine 0.
  const speed = factor * (damped * y - decay * x - forced * away);
  a[4] = (damped * a[3]) / HALF;
  setCosSin(a, 4);
  a[6] = (decay * a[3]) / HALF;
  setFade(a, 6);
  x = swing;
  y = (speed + decay * swing) / damped;
  for (let m = HALF; m < MOMENTS; m++) {
    const next = a[6] * (x * a[4] + y * a[5]);
    y = a[6] * (y * a[4] - x * a[5]);
    x = next;
    out[at + m] = x;
  }
}

// Where a point of the surface lies in the coarse mesh, and how the modes move it.

const weight = new Float64Array(4); // scratch: of the point in a tet
const best = new Float64Array(4); // scratch: in the tet that holds it best
const value = new Float64Array(TET_NODES); // scratch: shape functions there

/**
 * Writes how each mode moves the point p[at…], at density 1: three numbers a mode to out[to…]. The tet is the one around
 * the closest corner that holds the point best; a point outside counts as the closest one inside, about.
 */
function movePointByModes(out: Float64Array, to: number, modal: Modal, p: Float64Array, at: number): void {
  const { mesh, ring, ringStart, shape, count } = modal;
  const { tets, corners, node } = mesh;
  const { positions } = tets;
  let near = Infinity;
  let corner = 0;
  for (let i = 0; i < corners; i++) {
    const x = p[at] - positions[3 * i];
    const y = p[at + 1] - positions[3 * i + 1];
    const z = p[at + 2] - positions[3 * i + 2];
    const square = x * x + y * y + z * z;
    if (square >= near) continue;
    near = square;
    corner = i;
  }
  let tet = -1;
  let depth = -Infinity;
  for (let k = ringStart[corner]; k < ringStart[corner + 1]; k++) {
    weighPoint(weight, tets, ring[k], p, at);
    const least = Math.min(weight[0], weight[1], weight[2], weight[3]);
    if (least <= depth) continue;
    depth = least;
    tet = ring[k];
    for (let c = 0; c < 4; c++) best[c] = weight[c];
  }
  setShapes(value, best);
  for (let k = 0; k < count; k++) {
    const from = 3 * mesh.count * k;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let a = 0; a < TET_NODES; a++) {
      const i = from + 3 * node[TET_NODES * tet + a];
      x += value[a] * shape[i];
      y += value[a] * shape[i + 1];
      z += value[a] * shape[i + 2];
    }
    out[to + 3 * k] = x;
    out[to + 3 * k + 1] = y;
    out[to + 3 * k + 2] = z;
  }
}

/** The ten shape functions at weights, of which those below 0 count as 0. */
function setShapes(out: Float64Array, weights: Float64Array): void {
  let sum = 0;
  for (let c = 0; c < 4; c++) {
    weights[c] = Math.max(0, weights[c]);
    sum += weights[c];
  }
  for (let c = 0; c < 4; c++) {
    weights[c] /= sum;
    out[c] = weights[c] * (2 * weights[c] - 1);
  }
  for (let e = 0; e < 6; e++) out[4 + e] = 4 * weights[TET_EDGES[2 * e]] * weights[TET_EDGES[2 * e + 1]];
}
