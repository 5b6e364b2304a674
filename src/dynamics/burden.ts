// Crumbs under boulders, and feet of towers. A contact is a spring as stiff as the lighter of its bodies allows, so a
// splinter that bears hundreds of times its weight sinks in, and what bears unevenly tilts. What is squeezed between others answers contacts as if it had as much mass as it
// takes to bear that: more inertia, not more weight, so that every force at rest stays what it is.

import { BODY_DYNAMIC, type Bodies } from './bodies.ts';
import {
  BURDEN_FALL,
  BURDEN_FAST,
  BURDEN_LEAST_SINK,
  BURDEN_MOST,
  BURDEN_SINK,
  BURDEN_STAY,
} from './constants.ts';
import type { ContactRows } from './contact-rows.ts';
import { EASE_SIZE, INVERSE_INERTIA, INVERSE_MASS } from './motion.ts';
import { type Solver, STEP_ALL, STEP_H, STEP_RATE, STEP_WARM, STIFFNESS } from './solver.ts';
import { beginSpin } from './spin.ts';

const SEVERAL = -2;

/**
 * Makes bodies that bear much heavier for this step, by bodies.load, which it keeps by the impulses that the contacts start
 * with, and tells how much in solver.burden. To be called after beginMotion, before contacts are prepared. Deterministic;
 * allocates nothing.
 */
export function addBurdens(
  solver: Solver,
  bodies: Bodies,
  contacts: ContactRows,
  gravity: Float64Array,
): void {
  const { active, activeCount, beside, press, step } = solver;
  const { kind, load } = bodies;
  const share = Math.min(1, step[STEP_ALL] / BURDEN_FALL);
  weight[0] = weighAll(solver, bodies, gravity);
  feelLoads(solver, bodies, contacts);
  for (let i = 0; i < activeCount; i++) {
    const row = active[i];
    if (kind[row] !== BODY_DYNAMIC) continue;
    if (press[row] > load[row]) load[row] = press[row];
    else if (press[row] < BURDEN_STAY * load[row]) load[row] += share * (press[row] - load[row]);
    if (beside[row] === SEVERAL) burdenBody(solver, bodies, row);
    else load[row] = 0;
  }
}

const weight = new Float64Array(1); // scratch: of all that moves

/** What all bodies weigh that move: nothing bears more. */
function weighAll(
  { active, activeCount }: Solver,
  { kind, inverseMass }: Bodies,
  gravity: Float64Array,
): number {
  let mass = 0;
  for (let i = 0; i < activeCount; i++)
    if (kind[active[i]] === BODY_DYNAMIC) mass += 1 / inverseMass[active[i]];
  return mass * Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
}

/** Finds out what presses on bodies how much, and what touches several others. */
function feelLoads(solver: Solver, bodies: Bodies, contacts: ContactRows): void {
  const { active, activeCount, beside, press } = solver;
  const { count, bodyA, bodyB, impulse, distance } = contacts;
  const { kind, awake, radius } = bodies;
  for (let i = 0; i < activeCount; i++) {
    beside[active[i]] = -1;
    press[active[i]] = 0;
  }
  for (let i = 0; i < count; i++) {
    const a = bodyA[i];
    const b = bodyB[i];
    const freeA = kind[a] === BODY_DYNAMIC && awake[a] === 1;
    const freeB = kind[b] === BODY_DYNAMIC && awake[b] === 1;
    const small = Math.min(radius[a], radius[b]);
    if (!(impulse[4 * i] > 0 || distance[i] <= Math.max(BURDEN_SINK * small, BURDEN_LEAST_SINK))) continue;
    if (freeA) {
      beside[a] = beside[a] === -1 || beside[a] === b ? b : SEVERAL;
      pressOn(solver, bodies, contacts, i, a);
    }
    if (freeB) {
      beside[b] = beside[b] === -1 || beside[b] === a ? a : SEVERAL;
      pressOn(solver, bodies, contacts, i, b);
    }
  }
}

/** Lets contact i press on a body: by its force, and by how easily the body gives way there. */
function pressOn(solver: Solver, bodies: Bodies, contacts: ContactRows, i: number, row: number): void {
  const { press, step } = solver;
  const { ease } = solver.motion;
  const { center } = bodies;
  const { point, normal, impulse } = contacts;
  const e = EASE_SIZE * row;
  const nx = normal[3 * i];
  const ny = normal[3 * i + 1];
  const nz = normal[3 * i + 2];
  const rx = point[3 * i] - center[3 * row];
  const ry = point[3 * i + 1] - center[3 * row + 1];
  const rz = point[3 * i + 2] - center[3 * row + 2];
  const x = ry * nz - rz * ny;
  const y = rz * nx - rx * nz;
  const z = rx * ny - ry * nx;
  const t = e + INVERSE_INERTIA;
  const turns =
    ease[t] * x * x +
    ease[t + 1] * y * y +
    ease[t + 2] * z * z +
    2 * (ease[t + 3] * x * y + ease[t + 4] * y * z + ease[t + 5] * z * x);
  const force = Math.min(weight[0], step[STEP_WARM] * step[STEP_RATE] * impulse[4 * i]); // more is a jam, not a load
  press[row] = Math.max(press[row], force * (ease[e + INVERSE_MASS] + turns));
}

function burdenBody(solver: Solver, bodies: Bodies, row: number): void {
  const { burden, inertia, step } = solver;
  const { ease, inverse } = solver.motion;
  const { load, radius, velocity, spin } = bodies;
  const h = step[STEP_H];
  // with so many times its mass, the contact that presses most sinks just as far as it may
  const wanted = (load[row] * h * h) / (STIFFNESS * Math.max(BURDEN_SINK * radius[row], BURDEN_LEAST_SINK));
  const more = Math.min(wanted, BURDEN_MOST) - 1;
  if (!(more > 0)) return;
  const v = 3 * row;
  const straight =
    velocity[v] * velocity[v] + velocity[v + 1] * velocity[v + 1] + velocity[v + 2] * velocity[v + 2];
  const round = spin[v] * spin[v] + spin[v + 1] * spin[v + 1] + spin[v + 2] * spin[v + 2];
  const speed = Math.sqrt(straight) + radius[row] * Math.sqrt(round);
  const times = 1 + more * Math.max(0, 1 - speed / BURDEN_FAST);
  burden[row] = times;
  for (let d = 0; d < EASE_SIZE; d++) ease[EASE_SIZE * row + d] /= times;
  for (let d = 0; d < 6; d++) {
    inverse[6 * row + d] /= times;
    inertia[6 * row + d] *= times;
    solver.motion.inertia[6 * row + d] *= times;
  }
  beginSpin(solver, row);
}
