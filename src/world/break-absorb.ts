// What breaking takes from a blow. The solver has stopped both bodies as if nothing could break; of its impulses only the
// share that breaking absorbs is given to them. The rest is up to the pieces, in the second solve.

import { growColumn } from '../math/columns.ts';
import type { WorldState } from './state.ts';

let given = new Float64Array(0); // scratch: per row, the impulse and its moment about the centre, xyz each; else 0
let rows = new Int32Array(0); // scratch: rows with something given
let rowCount = 0;
const curve = new Float64Array(2); // scratch: giving a share s of the impulses adds curve[0]·s² + curve[1]·s of energy

/**
 * Gives bodies, in the state before the solve, a share of the impulses of a body's contacts: of those that would take the
 * most energy from them. Every impulse acts on both bodies at one point, so momentum and angular momentum stay as they
 * are, and energy only goes down. Contacts are marked in `taken`: each gives once. Returns the energy that went, J.
 */
export function absorbBlow(state: WorldState, row: number, share: number, taken: Uint8Array): number {
  sumImpulses(state, row, taken);
  setCurve(state);
  const [a, b] = curve;
  const thickness = a > 0 && b < 0 ? share * Math.min(1, -b / (2 * a)) : 0;
  for (let k = 0; k < rowCount; k++) {
    kick(state, rows[k], thickness);
    given.fill(0, 6 * rows[k], 6 * rows[k] + 6);
  }
  return -(b * thickness + a * thickness * thickness);
}

/** Sums the impulses of a body's contacts over the bodies they act on. */
function sumImpulses({ contacts, bodies }: WorldState, row: number, taken: Uint8Array): void {
  const { count, bodyA, bodyB, point, normal, total } = contacts;
  given = growColumn(given, 6 * bodies.slots.count);
  rows = growColumn(rows, bodies.slots.count);
  rowCount = 0;
  for (let i = 0; i < count; i++) {
    if ((bodyA[i] !== row && bodyB[i] !== row) || taken[i] === 1) continue;
    taken[i] = 1;
    if (!(total[4 * i] > 0)) continue;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? bodyA[i] : bodyB[i];
      const sign = side === 0 ? 1 : -1;
      const x = sign * (total[4 * i] * normal[3 * i] + total[4 * i + 1]);
      const y = sign * (total[4 * i] * normal[3 * i + 1] + total[4 * i + 2]);
      const z = sign * (total[4 * i] * normal[3 * i + 2] + total[4 * i + 3]);
      const rx = point[3 * i] - bodies.center[3 * body];
      const ry = point[3 * i + 1] - bodies.center[3 * body + 1];
      const rz = point[3 * i + 2] - bodies.center[3 * body + 2];
      let listed = false;
      for (let k = 0; k < rowCount && !listed; k++) listed = rows[k] === body;
      if (!listed) rows[rowCount++] = body;
      const o = 6 * body;
      given[o] += x;
      given[o + 1] += y;
      given[o + 2] += z;
      given[o + 3] += ry * z - rz * y;
      given[o + 4] += rz * x - rx * z;
      given[o + 5] += rx * y - ry * x;
    }
  }
}

const change = new Float64Array(3); // scratch: by how much a spin changes

/** Writes to `change` what a body's moment in `given` does to its spin: R I⁻¹ Rᵀ L. */
function spinChange({ bodies }: WorldState, row: number): void {
  const { frame, inverseInertia } = bodies;
  const f = 12 * row;
  const i = 6 * row;
  const lx = given[i + 3];
  const ly = given[i + 4];
  const lz = given[i + 5];
  const ax = frame[f] * lx + frame[f + 3] * ly + frame[f + 6] * lz;
  const ay = frame[f + 1] * lx + frame[f + 4] * ly + frame[f + 7] * lz;
  const az = frame[f + 2] * lx + frame[f + 5] * ly + frame[f + 8] * lz;
  const bx = inverseInertia[i] * ax + inverseInertia[i + 3] * ay + inverseInertia[i + 5] * az;
  const by = inverseInertia[i + 3] * ax + inverseInertia[i + 1] * ay + inverseInertia[i + 4] * az;
  const bz = inverseInertia[i + 5] * ax + inverseInertia[i + 4] * ay + inverseInertia[i + 2] * az;
  for (let d = 0; d < 3; d++) {
    change[d] = frame[f + 3 * d] * bx + frame[f + 3 * d + 1] * by + frame[f + 3 * d + 2] * bz;
  }
}

function setCurve(state: WorldState): void {
  const { inverseMass, velocity, spin, awake } = state.bodies;
  curve.fill(0);
  for (let k = 0; k < rowCount; k++) {
    const row = rows[k];
    if (awake[row] === 0) continue; // it stays where it lies
    spinChange(state, row);
    for (let d = 0; d < 3; d++) {
      const p = given[6 * row + d];
      const l = given[6 * row + 3 + d];
      curve[0] += (inverseMass[row] * p * p + change[d] * l) / 2;
      curve[1] += velocity[3 * row + d] * p + spin[3 * row + d] * l;
    }
  }
}

function kick(state: WorldState, row: number, thickness: number): void {
  const { inverseMass, velocity, spin, awake } = state.bodies;
  if (awake[row] === 0) return;
  spinChange(state, row);
  for (let d = 0; d < 3; d++) {
    velocity[3 * row + d] += thickness * inverseMass[row] * given[6 * row + d];
    spin[3 * row + d] += thickness * change[d];
  }
}
