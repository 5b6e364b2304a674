// Which pairs touch, after the solver has run: contacts that begin and end become events.

import { BODY_DYNAMIC } from '../dynamics/bodies.ts';
import { idOf } from '../dynamics/slots.ts';
import { wakeAlone } from '../dynamics/waking.ts';
import type { ContactEvent } from './events.ts';
import type { Pair } from './pairs.ts';
import type { WorldState } from './state.ts';

/** Notes which pairs touch, and tells of those that began or ceased to. */
export function noteTouches(state: WorldState): void {
  const { active, events } = state;
  for (let k = 0; k < active.length; k++) {
    const pair = active[k];
    const touching = touches(state, pair);
    if (touching && !pair.touching) events.begins.push(describe(state, pair));
    if (!touching && pair.touching) {
      events.ends.push(describe(state, pair));
      wakeLeft(state, pair.a);
      wakeLeft(state, pair.b);
    }
    pair.touching = touching;
  }
}

/** Wakes what sleeps and is no longer touched: it may have been held. */
function wakeLeft({ bodies, islands }: WorldState, row: number): void {
  if (bodies.kind[row] === BODY_DYNAMIC && bodies.awake[row] === 0) wakeAlone(islands, bodies, row);
}

/** Whether a contact of a pair overlaps or was pushed. */
function touches({ contacts }: WorldState, { first, count }: Pair): boolean {
  for (let i = first; i < first + count; i++) {
    if (contacts.total[4 * i] > 0 || contacts.distance[i] <= 0) return true;
  }
  return false;
}

function describe({ bodies, contacts }: WorldState, pair: Pair): ContactEvent {
  const point = [0, 0, 0];
  const normal = [0, 0, 0];
  let impulse = 0;
  let weight = 0;
  for (let i = pair.first; i < pair.first + pair.count; i++) {
    const push = contacts.total[4 * i];
    const share = push + 1e-12; // where nothing pushes, all count alike
    impulse += push;
    weight += share;
    for (let d = 0; d < 3; d++) {
      point[d] += share * contacts.point[3 * i + d];
      normal[d] += share * contacts.normal[3 * i + d];
    }
  }
  if (weight > 0) for (let d = 0; d < 3; d++) point[d] /= weight;
  else
    for (let d = 0; d < 3; d++)
      point[d] = (bodies.center[3 * pair.a + d] + bodies.center[3 * pair.b + d]) / 2;
  const length = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
  if (length > 0) for (let d = 0; d < 3; d++) normal[d] /= length;
  return { bodyA: idOf(bodies.slots, pair.a), bodyB: idOf(bodies.slots, pair.b), point, normal, impulse };
}
