// What contacts bore, from step to step: rows of the solver begin with what their features bore before, and what the solver
// gave them goes back to their pairs.

import { NEVER_BORE } from '../contact/pair.ts';
import { reserveContactRows } from '../dynamics/contact-rows.ts';
import { PASS_ALIKE } from './constants.ts';
import { featureKey, type Pair, reservePair } from './pairs.ts';
import type { WorldState } from './state.ts';

/** Appends what the query found to the rows for the solver, with the impulses of features that were there before. */
export function keepImpulses(state: WorldState, pair: Pair, scale: number): void {
  const { found, contacts, bodies } = state;
  const { a, b, key, impulse, count } = pair;
  const first = contacts.count;
  reserveContactRows(contacts, first + found.count);
  const { bodyA, bodyB, point, apart, normal, distance, friction, restitution } = contacts;
  const rub = Math.sqrt(bodies.friction[a] * bodies.friction[b]);
  const bounce = Math.max(bodies.restitution[a], bodies.restitution[b]);
  for (let i = 0; i < found.count; i++) {
    const row = first + i;
    const half = (found.side[i] === 0 ? -0.5 : 0.5) * found.distance[i];
    bodyA[row] = a;
    bodyB[row] = b;
    distance[row] = found.distance[i];
    friction[row] = rub;
    restitution[row] = bounce;
    for (let d = 0; d < 3; d++) {
      normal[3 * row + d] = found.normal[3 * i + d];
      point[3 * row + d] = found.point[3 * i + d] + half * found.normal[3 * i + d];
      apart[3 * row + d] = 0;
    }
    const wanted = featureKey(found.side[i], found.kind[i], found.index[i]);
    let k = i < count && key[i] === wanted ? i : 0;
    while (k < count && key[k] !== wanted) k++;
    for (let d = 0; d < 4; d++) contacts.impulse[4 * row + d] = k < count ? scale * impulse[4 * k + d] : 0;
  }
  if (state.settings.manifolds) passImpulses(state, pair, first, scale);
  contacts.count = first + found.count;
  pair.first = first;
  pair.count = found.count;
  reservePair(pair, found.count);
  for (let i = 0; i < found.count; i++) {
    pair.key[i] = featureKey(found.side[i], found.kind[i], found.index[i]);
    for (let d = 0; d < 4; d++) pair.impulse[4 * i + d] = contacts.impulse[4 * (first + i) + d];
    // Where they are if contacts are found once more in this step: records are used again, and hold places of others.
    for (let d = 0; d < 3; d++) {
      pair.place[6 * i + d] = point[3 * (first + i) + d];
      pair.place[6 * i + 3 + d] = normal[3 * (first + i) + d];
    }
  }
}

/**
 * Gives the impulses of contacts that are gone to the nearest of those that took their places: what bore a body one step
 * is to bear it the next. Where nothing took the place of one that pressed against others, these begin with so much less:
 * the other half of what squeezed a body would shoot it out.
 */
export function passImpulses(
  { found, contacts }: WorldState,
  pair: Pair,
  first: number,
  scale: number,
): void {
  const { key, impulse, place, count } = pair;
  let lost = 0;
  for (let k = 0; k < count; k++) {
    if (!(impulse[4 * k] > 0)) continue;
    let nearest = -1;
    let least = Infinity;
    for (let i = 0; i < found.count && least > 0; i++) {
      if (featureKey(found.side[i], found.kind[i], found.index[i]) === key[k]) least = 0;
      let along = 0;
      let square = 0;
      for (let d = 0; d < 3; d++) {
        const x = found.point[3 * i + d] - place[6 * k + d];
        along += found.normal[3 * i + d] * place[6 * k + 3 + d];
        square += x * x;
      }
      if (along < PASS_ALIKE || !(square < least)) continue;
      least = square;
      nearest = i;
    }
    if (least === 0) continue;
    if (nearest < 0) lost += scale * impulse[4 * k];
    else
      for (let d = 0; d < 4; d++) contacts.impulse[4 * (first + nearest) + d] += scale * impulse[4 * k + d];
  }
  if (lost === 0) return;
  let kept = 0;
  for (let i = 0; i < found.count; i++) kept += contacts.impulse[4 * (first + i)];
  const share = lost < kept ? 1 - lost / kept : 0;
  for (let i = 4 * first; i < 4 * (first + found.count); i++) contacts.impulse[i] *= share;
}

/** Makes the substeps of a step a share of what they were, with the impulses that contacts begin with. */
export function shortenStep(state: WorldState, share: number): void {
  state.substep *= share;
  for (const { impulse, count } of state.active) for (let i = 0; i < 4 * count; i++) impulse[i] *= share;
  restoreImpulses(state);
}

/** Gives contacts of bodies that are not done the impulses again that they began the step with. */
export function restoreImpulses({ active, contacts, solver }: WorldState): void {
  for (let k = 0; k < active.length; k++) {
    const { a, b, impulse, first, count } = active[k];
    if (solver.done[a] === 1 || solver.done[b] === 1) continue;
    for (let i = 0; i < 4 * count; i++) contacts.impulse[4 * first + i] = impulse[i];
  }
}

/**
 * Takes the impulses of the solver back to the pairs, for the next step, and puts contacts where both bodies touch. What
 * they bear grows `up` times with the substep; what a hit gave them does not.
 */
export function storeImpulses({ active, contacts, bodies }: WorldState, up: number): void {
  const { bodyA, bodyB, point, apart } = contacts;
  for (let i = 0; i < contacts.count; i++) {
    // Of what was met on the way, the place on the body that gives way less, as it was when the step began.
    const half = bodies.inverseMass[bodyA[i]] < bodies.inverseMass[bodyB[i]] ? 0.5 : -0.5;
    for (let d = 3 * i; d < 3 * i + 3; d++) {
      point[d] += half * apart[d];
      apart[d] = 0;
    }
  }
  for (let k = 0; k < active.length; k++) {
    const { impulse, place, first, count } = active[k];
    for (let i = 0; i < count; i++) {
      for (let d = 0; d < 3; d++) {
        place[6 * i + d] = point[3 * (first + i) + d];
        place[6 * i + 3 + d] = contacts.normal[3 * (first + i) + d];
      }
      const now = contacts.impulse[4 * (first + i)];
      const grown = now > 0 ? Math.min(up, Math.max(1, (up * impulse[4 * i]) / now)) : 1;
      for (let d = 4 * i; d < 4 * i + 4; d++) impulse[d] = grown * contacts.impulse[4 * first + d];
    }
    noteLoads(active[k]);
  }
}

/** Notes for the last query's contacts of a pair which of them bore something in this step. */
function noteLoads({ last, idle, key, impulse, count }: Pair): void {
  for (let i = 0; i < last.count; i++) {
    const wanted = featureKey(last.side[i], last.kind[i], last.index[i]);
    let k = 0;
    while (k < count && key[k] !== wanted) k++;
    if (k < count && impulse[4 * k] > 0) idle[i] = 0;
    else if (idle[i] < NEVER_BORE) idle[i]++;
  }
}
