// The engine compiles what runs often. Without a warm-up the first break of a program meets cold code and takes five to
// ten times as long as the next ones; so break something at load, where nobody watches: in a world, by the same calls
// with the same kinds of objects as later on.

import { type Asset, checkAsset } from '../bake/asset.ts';
import { createCollider } from '../contact/collider.ts';
import { colliderOf } from '../contact/inside.ts';
import { createShape } from '../contact/shape.ts';
import { breakFragment, createBreakWork, familyOf } from '../contact/update.ts';
import { materials } from '../fracture/material.ts';
import { createFragmentMesh, extractFragment } from '../fragment/extract.ts';
import { scatterSeeds } from '../fragment/scatter.ts';
import { refuse, whole } from '../job/check.ts';
import type { Work } from '../job/work.ts';
import { createFrame, movePoint, setFrame } from '../math/rigid.ts';
import { createWarmAsset, EGGSHELL } from './warm-asset.ts';
import { World } from './world.ts';

// Measured on the first runs of four scenes (docs/breaking.md): with fewer they meet more code that is not compiled, more
// change nothing.
const ROUNDS = 2; // of tiny solids, and as many of larger ones
const MADE = 2; // worlds before them
const STEPS = 4; // of a round
const BARE = 3; // breaks without a world in each
const BREAKS = 3; // in a round: pieces break once more
const TINY = { cubes: 2, pieces: 6 };
const SMALL = { cubes: 4, pieces: 24 };
const PLATE = 3; // cubes along a side
const OWN_STEPS = 3; // in which a given asset breaks, and its pieces collide
const DT = 1 / 60;
const SPEED = 9; // m/s, downwards
const GAP = 0.02; // metres between what is about to meet
const BALL = 0.1; // its radius
/** What a world may be told that is no whole number: code compiled for whole ones gives up at the first that is not. */
const FRACTIONS = { smallestFragment: 1e-6, restitution: 0.1, fadeTime: 0.5 };

/**
 * Breaks small solids by force in worlds of their own, then an instance of each of `assets`, lets the pieces collide with each
 * other, the ground and a ball, makes what is drawn of them, and throws all away: so the engine has compiled cutting,
 * fields, trees, contacts, sweeps, the solver and geometry before the first break. A job of one or two seconds for the
 * time of loading: finishWork runs it at once, runWork in slices. Fewer `rounds` take less and compile less. Changes
 * nothing.
 */
export function warmUp(assets: readonly Asset[] = [], rounds = ROUNDS): Work<void> {
  if (!Array.isArray(assets)) throw refuse('assets', assets, 'an array of assets');
  for (const asset of assets) checkAsset('an entry of assets', asset);
  isRounds('rounds', rounds);
  return warm(assets, rounds);
}

const isRounds = whole(0, 1000);

function* warm(assets: readonly Asset[], rounds: number): Work<void> {
  const all = 2 * rounds * STEPS + OWN_STEPS * assets.length;
  let done = 0;
  const plate = createWarmAsset(PLATE, true);
  const tiny = createWarmAsset(TINY.cubes);
  const small = createWarmAsset(SMALL.cubes);
  // Code is compiled for members that keep their kind and are never replaced. Records lose that when their factory runs
  // for the second time, and when columns first grow; all that was compiled before would be thrown away then.
  for (let k = 0; k < MADE && rounds > 0; k++) {
    breakBare(createRound([small, plate], k, SMALL.pieces), k, SMALL.pieces);
  }
  // Tiny ones first: a loop that is compiled while it runs for the first time knows nothing of what comes after it, and
  // gives up there each time.
  for (const box of [tiny, small]) {
    const { pieces } = box === tiny ? TINY : SMALL;
    for (let round = 0; round < rounds; round++) {
      const world = createRound([box, plate], round, pieces);
      for (let k = 0; k < BARE; k++) breakBare(world, BARE * round + k, pieces);
      for (let step = 0; step < STEPS; step++) {
        world.step(DT);
        yield ++done / all;
      }
    }
  }
  for (const asset of assets) {
    const world = createRound([asset], rounds, SMALL.pieces);
    breakBare(world, rounds, SMALL.pieces);
    for (let step = 0; step < OWN_STEPS; step++) {
      world.step(DT);
      yield ++done / all;
    }
  }
}

/** Breaks an instance of the lowest solid of a world outside of it, and makes what is drawn of the pieces. */
function breakBare(world: World, seed: number, count: number): void {
  const { solid } = colliderOf(world.info(world.bodies[1])).collider;
  if (solid === null) return;
  const collider = createCollider(solid);
  const family = familyOf(collider);
  const seeds = scatterSeeds(family, 0, { count, seed, impact: { point: [0.1, 0.2, 0.3], radius: 0.3 } });
  breakFragment(createBreakWork(solid), collider, 0, { kind: 'voronoi', seeds });
  const mesh = createFragmentMesh();
  for (let label = 0; label < family.fragments.count; label++) extractFragment(mesh, family, label);
}

/** A world in which instances of assets, one above the other, are about to hit the ground, and a ball them. */
function createRound(assets: readonly Asset[], seed: number, maxPieces: number): World {
  const world = new World({ seed, maxPieces, ...FRACTIONS });
  let breaks = 0;
  world.onBeforeFracture = () => (breaks++ < BREAKS ? null : false);
  world.addStatic(createShape('plane'));
  const turn = [0.1 * seed, 0.3, 0.2, 1];
  const unit = 1 / Math.sqrt(turn.reduce((sum, x) => sum + x * x, 0));
  const rotation = turn.map((x) => x * unit);
  let height = GAP;
  for (const asset of assets) {
    const [low, high] = measureHeight(asset, rotation);
    world.add(asset, {
      position: [0.2 * height, height - low, 0.03 * seed],
      rotation,
      velocity: [1, -SPEED, 0.5],
      spin: [1, 2, 3],
      material: EGGSHELL,
    });
    height += high - low + GAP;
  }
  world.add(createShape('sphere', BALL), {
    position: [0, height + BALL, 0.02 * seed],
    velocity: [0, -2 * SPEED, 0],
    material: materials.steel,
  });
  return world;
}

/** The lowest and the highest place of an asset that is turned about its origin. */
function measureHeight({ tets }: Asset, rotation: readonly number[]): [number, number] {
  const frame = createFrame();
  setFrame(frame, Float64Array.of(0, 0, 0, ...rotation), 0);
  const place = new Float64Array(3);
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < tets.positions.length; i += 3) {
    movePoint(place, 0, frame, tets.positions, i);
    low = Math.min(low, place[1]);
    high = Math.max(high, place[1]);
  }
  return [low, high];
}
