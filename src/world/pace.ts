// How often a step looks for contacts: at least as often as the world says, and more often where something is so fast
// that it would be past the middle of what it meets before it is seen.

import type { Copy } from './copies.ts';
import type { WorldState } from './state.ts';

const MOST = 2; // times as often as without fast bodies: sweeps, not short steps, are for bullets

/** The collision steps that a step of `dt` seconds is cut into. */
export function countSteps(state: WorldState, dt: number): number {
  const { settings } = state;
  if (settings.response === 'penalty') {
    return Math.max(1, Math.ceil((settings.substeps * dt) / settings.collisionStep - 1e-9));
  }
  const least = Math.max(1, Math.ceil(dt / settings.collisionStep - 1e-9));
  const wanted = Math.ceil(fastest(state) * dt - 1e-9);
  if (settings.sweep && wanted > MOST * least) return least; // it would not do anyway: bullets are swept
  return Math.max(least, Math.min(MOST * least, wanted));
}

/**
 * The largest number of its own sizes that a body goes in a second: with speculation, how far ahead contacts are seen
 * (collide.ts); without, half of its thickness.
 */
function fastest({ bodies, copy, settings }: WorldState): number {
  const { slots, awake, velocity, spin, radius } = bodies;
  let most = 0;
  for (let row = 0; row < slots.count; row++) {
    const of = copy[row];
    if (slots.live[row] === 0 || awake[row] === 0 || of === null) continue;
    const v = 3 * row;
    const straight =
      velocity[v] * velocity[v] + velocity[v + 1] * velocity[v + 1] + velocity[v + 2] * velocity[v + 2];
    const round = spin[v] * spin[v] + spin[v + 1] * spin[v + 1] + spin[v + 2] * spin[v + 2];
    const speed = Math.sqrt(straight) + (round > 0 ? Math.sqrt(round) * radius[row] : 0);
    const size = settings.speculation ? Math.min(radius[row], paceOf(of)) : of.thickness / 2;
    most = Math.max(most, speed / size);
  }
  return most;
}

/** How far a body may go between two looks: of wholes two edges, of pieces one, which is how far ahead they are seen. */
function paceOf({ row, reach }: Copy): number {
  return row.length === 1 ? 2 * reach : reach;
}
