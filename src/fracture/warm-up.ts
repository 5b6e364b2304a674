// The engine compiles what runs often: break something by force at load, where nobody watches (see contact/warm-up.ts,
// which does the same for cutting and contacts).

import { createWarmSolid } from '../contact/warm-solid.ts';
import { createChanges } from '../fragment/changes.ts';
import { createFamily } from '../fragment/family.ts';
import { finishWork } from '../job/work.ts';
import { applyFracture } from './apply.ts';
import { type Brittle, buildBrittle } from './brittle.ts';
import { createDecision, decideFracture } from './decide.ts';
import { LOAD_SIZE } from './loads.ts';
import { createMaterial } from './material.ts';
import { computeModes } from './modal/modes.ts';

const ROUNDS = 10;
const CUBES = 3; // along a side of the box
const MODES = 6;
const PIECES = 24;
const EGGSHELL = { strength: 1, crackEnergy: 1e-6 }; // breaks at a touch

/**
 * Judges blows on a small box and breaks it, then once a copy of the solid of `brittle`, and throws all away: so the
 * engine has compiled judging and cracking before the first blow. Call it once after loading. Changes nothing.
 */
export function warmUpFracture(brittle: Brittle): void {
  const { topology } = createWarmSolid(CUBES);
  const tets = { positions: topology.positions, indices: topology.tetNode };
  const thickness = new Float32Array(topology.surfaceCount).fill(topology.reach[0]);
  const box = buildBrittle(topology, thickness, finishWork(computeModes(tets, 0.2, MODES)));
  for (let round = 0; round < ROUNDS; round++) breakOnce(box, round);
  breakOnce(brittle, ROUNDS);
}

/** Strikes a fresh copy at one of its nodes, towards the middle. */
function breakOnce(brittle: Brittle, round: number): void {
  const { topology, center } = brittle;
  const { positions, surfaceCount } = topology;
  const at = 3 * ((7 * round) % surfaceCount);
  const loads = new Float64Array(LOAD_SIZE);
  for (let d = 0; d < 3; d++) {
    loads[d] = positions[at + d];
    loads[3 + d] = center[d] - positions[at + d];
  }
  loads[6] = 1;
  const decision = createDecision();
  const family = createFamily(topology);
  const options = { dt: 1 / 60, maxPieces: PIECES };
  if (!decideFracture(decision, brittle, family, 0, createMaterial(EGGSHELL), loads, 1, options)) return;
  applyFracture(createChanges(topology), brittle, family, 0, decision, round);
}
