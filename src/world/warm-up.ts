// The engine compiles what runs often. Without a warm-up the first break of a program meets cold code and takes five to ten
// times as long as the next ones; so break something at load, where nobody watches: in a world, by the same calls with
// the same kinds of objects as later on.

import type { Asset } from '../bake/asset.ts';
import { createCollider } from '../contact/collider.ts';
import { createShape } from '../contact/shape.ts';
import { buildSolid, type Solid } from '../contact/solid.ts';
import { breakFragment, createBreakWork, familyOf } from '../contact/update.ts';
import { findSize } from '../fracture/brittle.ts';
import { materials } from '../fracture/material.ts';
import { extractFragment } from '../fragment/extract.ts';
import { createFragmentMesh } from '../fragment/fragment-mesh.ts';
import { scatterSeeds } from '../fragment/scatter.ts';
import type { Work } from '../job/work.ts';
import { createWarmAsset, EGGSHELL } from './warm-asset.ts';
import { World } from './world.ts';

// Measured: bench spike. With fewer the first break still meets code that is not compiled, more change nothing.
const ROUNDS = 4; // of tiny solids, and as many of larger ones
const STEPS = 4; // of a round
const BARE = 3; // breaks without a world in each
const BREAKS = 3; // in a round: pieces break once more
const TINY = { cubes: 2, pieces: 6 };
const SMALL = { cubes: 4, pieces: 24 };
const PLATE = 3; // cubes along a side
const OWN_STEPS = 3; // in which a given asset breaks, and its pieces collide
const DT = 1 / 60;
const SPEED = 9; // m/s, downwards

/**
 * Breaks small solids by force in worlds of their own, then a copy of each of `assets`, lets the pieces collide with each
 * other, the ground and a ball, makes what is drawn of them, and throws all away: so the engine has compiled cutting,
 * fields, trees, contacts, sweeps, the solver and geometry before the first break. A job of one or two seconds for the time of loading: finishWork runs it at
 * once, runWork in slices. Fewer `rounds` take less and compile less. Changes nothing.
 */
export function* warmUp(assets: readonly Asset[] = [], rounds = ROUNDS): Work<void> {
  const all = 2 * rounds * STEPS + OWN_STEPS * assets.length;
  let done = 0;
  // Tiny ones first: a loop that is compiled while it runs for the first time knows nothing of what comes after it, and
  // gives up there each time.
  for (const { cubes, pieces } of [TINY, SMALL]) {
    const solids = [createWarmAsset(cubes), createWarmAsset(PLATE, true)];
    const bare = buildSolid(solids[0]);
    for (let round = 0; round < rounds; round++) {
      for (let k = 0; k < BARE; k++) breakBare(bare, BARE * round + k, pieces);
      const world = createRound(solids, round, pieces);
      for (let step = 0; step < STEPS; step++) {
        world.step(DT);
        yield ++done / all;
      }
    }
  }
  for (const asset of assets) {
    const world = createRound([asset], rounds, SMALL.pieces);
    for (let step = 0; step < OWN_STEPS; step++) {
      world.step(DT);
      yield ++done / all;
    }
    breakBare(buildSolid(asset), rounds, SMALL.pieces);
  }
}

const mesh = createFragmentMesh(); // scratch: the surface of a piece

/** Breaks a copy of a solid without a world, which is cut in one go, and makes what is drawn of the pieces. */
function breakBare(solid: Solid, seed: number, count: number): void {
  const collider = createCollider(solid);
  const family = familyOf(collider);
  const seeds = scatterSeeds(family, 0, { count, seed });
  breakFragment(createBreakWork(solid), collider, 0, { kind: 'voronoi', seeds });
  for (let label = 0; label < family.fragments.count; label++) extractFragment(mesh, family, label);
}

/** A world in which copies of assets, one above the other, are about to hit the ground, and a ball them. */
function createRound(assets: readonly Asset[], seed: number, maxPieces: number): World {
  const world = new World({ seed, maxPieces, smallestFragment: 0 });
  let breaks = 0;
  world.onBeforeFracture = () => (breaks++ < BREAKS ? null : false);
  world.addStatic(createShape('plane'));
  let height = 0.1;
  for (const asset of assets) {
    const { centroid } = asset.mass;
    const radius = findSize(asset.tets.positions, [...centroid]);
    height += radius;
    const turn = [0.1 * seed, 0.3, 0.2];
    const unit = 1 / Math.sqrt(1 + turn.reduce((sum, x) => sum + x * x, 0));
    world.add(asset, {
      position: [0.3 * height - centroid[0], height - centroid[1], 0.03 * seed - centroid[2]],
      rotation: [...turn.map((x) => x * unit), unit],
      velocity: [1, -SPEED, 0.5],
      spin: [1, 2, 3],
      material: EGGSHELL,
    });
    height += radius;
  }
  world.add(createShape('sphere', 0.1), {
    position: [0.3 * height, height + 0.1, 0.02 * seed],
    velocity: [0, -2 * SPEED, 0],
    material: materials.steel,
  });
  return world;
}
