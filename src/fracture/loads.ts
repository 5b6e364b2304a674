// What a body feels in one step: a flat list of impulses at points, in the rest frame of its solid.

/** Numbers a load: the point, the impulse on the body (N·s), and the closing speed before the impact (m/s). */
export const LOAD_SIZE = 7;

/**
 * Writes to out[0] the energy, J, that the loads bring: what it takes to stop the closing speed of each, half of
 * impulse × speed. Contacts at rest bring none. Returns the load that brings most, or of those at rest the strongest.
 */
export function sumEnergy(out: Float64Array, loads: Float64Array, count: number): number {
  let total = 0;
  let most = 0;
  let strongest = 0;
  let resting = 0;
  for (let i = 0; i < count; i++) {
    const at = LOAD_SIZE * i;
    const impulse = impulseOf(loads, at);
    const energy = 0.5 * impulse * Math.max(0, loads[at + 6]);
    total += energy;
    if (energy > most || (most === 0 && impulse > resting)) strongest = i;
    most = Math.max(most, energy);
    resting = Math.max(resting, impulse);
  }
  out[0] = total;
  return strongest;
}

/** How large the impulse is of the load at loads[at…], N·s. */
export function impulseOf(loads: Float64Array, at: number): number {
  const x = loads[at + 3];
  const y = loads[at + 4];
  const z = loads[at + 5];
  return Math.sqrt(x * x + y * y + z * z);
}
