// The engine compiles what runs often. Without a warm-up the first fracture of a program meets cold code and takes ten
// times as long as the next ones; so break something at load, where nobody watches.

import { extractFragment } from '../fragment/extract.ts';
import { createFragmentMesh } from '../fragment/fragment-mesh.ts';
import { MASS_SIZE, measureMass } from '../fragment/mass.ts';
import { applyPattern } from '../fragment/patterns.ts';
import { scatterSeeds } from '../fragment/scatter.ts';
import { createFrame, setFrame } from '../math/frame.ts';
import { type Collider, createCollider } from './collider.ts';
import { createContacts } from './contacts.ts';
import { createPair, resetPair } from './pair.ts';
import { queryPair } from './query.ts';
import { createShape } from './shape.ts';
import type { Solid } from './solid.ts';
import { type BreakWork, createBreakWork, updateCollider } from './update.ts';
import { createWarmSolid } from './warm-solid.ts';
import { createQueryWork } from './work.ts';

const ROUNDS = 12; // measured: bench fracture; with fewer the first fracture still meets code that is not compiled
const CUBES = 5; // along a side of the box: 750 tets
const CELLS = 20;
const TINY = 2; // the same of a tiny box, of 48 tets
const FEW = 4;
const QUERIES = 2; // rounds in which pieces collide: queries run so often that they are soon compiled
const OTHERS = 2; // pieces that each one then meets

/**
 * Breaks copies of a small box, and last one of `solid`, lets pieces collide with each other and with a plane, and throws
 * all away: so the engine has compiled cutting, fields, trees, mass, geometry and contacts before the first fracture.
 * Call it once after loading; it takes two or three tenths of a second. Changes nothing.
 */
export function warmUp(solid: Solid): void {
  // Tiny ones first: a loop that is compiled while it runs for the first time knows nothing of what comes after it, and
  // gives up there each time.
  const tiny = createWarmSolid(TINY);
  const few = createBreakWork(tiny);
  for (let round = 0; round < ROUNDS; round++) breakCopy(few, createCollider(tiny), round, FEW);
  const box = createWarmSolid(CUBES);
  const work = createBreakWork(box);
  for (let round = 0; round < ROUNDS; round++) {
    const collider = createCollider(box);
    breakCopy(work, collider, round, CELLS);
    if (round >= ROUNDS - QUERIES) collidePieces(collider);
  }
  breakCopy(createBreakWork(solid), createCollider(solid), ROUNDS, CELLS);
}

/** All that a fracture needs done: cut, update, geometry and mass of the pieces. */
function breakCopy(work: BreakWork, collider: Collider, seed: number, cells: number): void {
  if (collider.field === null) return;
  const { family } = collider.field;
  const seeds = scatterSeeds(family, 0, { count: cells, seed });
  applyPattern(work.changes, family, 0, { kind: 'voronoi', seeds });
  updateCollider(work, collider);
  const mesh = createFragmentMesh();
  const mass = new Float64Array(MASS_SIZE);
  for (let label = 0; label < family.fragments.count; label++) {
    extractFragment(mesh, family, label);
    measureMass(mass, 0, mesh);
  }
}

/** Lets the pieces of a collider, each turned and shifted a little, meet those with the next labels and the plane y = 0. */
function collidePieces(collider: Collider): void {
  if (collider.field === null) return;
  const { count } = collider.field.family.fragments;
  const work = createQueryWork();
  const contacts = createContacts();
  const pair = createPair();
  const floor = createShape('plane');
  const still = createFrame();
  const frameA = createFrame();
  const frameB = createFrame();
  for (let a = 0; a < count; a++) {
    placePiece(frameA, a);
    for (let b = a + 1; b <= Math.min(count - 1, a + OTHERS); b++) {
      placePiece(frameB, b);
      resetPair(pair);
      queryPair(contacts, work, pair, collider, a, frameA, collider, b, frameB);
      queryPair(contacts, work, pair, collider, a, frameB, collider, b, frameA); // with a past
    }
    resetPair(pair);
    queryPair(contacts, work, pair, collider, a, frameA, floor, 0, still);
  }
}

const pose = new Float64Array(7); // scratch: a pose

function placePiece(frame: Float64Array, piece: number): void {
  for (let d = 0; d < 7; d++) pose[d] = 0.013 * (((5 * piece + 3 * d) % 7) - 3);
  pose[6] = 1;
  setFrame(frame, pose, 0);
}
