// Things that go into each other: a nut on a bolt (`mechanism-nut.ts`), a chain of ten rings, a key in a lock. Do they
// hold, do they turn as they must, how deep are they in each other by their surfaces (`overlap.ts`), and do they gain
// energy?

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { createTorus } from '../src/mesh/shapes/index.ts';
import { World } from '../src/world/world.ts';
import type { Bench, Report } from './bench.ts';
import { createLock, LOCK } from './mechanism-meshes.ts';
import { judgeNuts } from './mechanism-nut.ts';
import {
  DEEP,
  DT,
  followTurn,
  GRAVITY,
  REST,
  stepWatched,
  tellWatch,
  watchWorld,
} from './mechanism-watch.ts';

// --- A chain

const RING = 0.02; // radius of its middle
const WIRE = 0.004; // radius of what it is made of
const RINGS = 10;

export async function bakeRing(): Promise<Asset> {
  return bake(createTorus({ radius: RING, tube: WIRE, triangles: 1600 }), { spacing: 0.004 });
}

export function hangChain(ring: Asset, rings: number): { world: World; ids: number[] } {
  const world = new World({ sleep: false });
  const ids: number[] = [];
  const h = Math.SQRT1_2;
  for (let k = 0; k < rings; k++) {
    ids.push(
      world.add(ring, {
        position: [0, -k * 2 * (RING - WIRE) + 1e-4 * k, 0],
        rotation: k % 2 === 0 ? [h, 0, 0, h] : [0, 0, h, h],
        kind: k === 0 ? 'kinematic' : 'dynamic',
        friction: 0.3,
        density: 7800,
        material: null,
      }),
    );
  }
  return { world, ids };
}

/** Whether the middle of one ring goes through the other an odd number of times. */
export function areLinked(world: World, a: number, b: number): boolean {
  const [A, B] = [world.info(a).pose, world.info(b).pose];
  const inA = (angle: number): number[] => {
    const p = turnBy(B, [RING * Math.cos(angle), 0, RING * Math.sin(angle)]).map((x, d) => x + B[d] - A[d]);
    return turnBy([0, 0, 0, -A[3], -A[4], -A[5], A[6]], p);
  };
  let times = 0;
  let before = inA(0);
  for (let k = 1; k <= 256; k++) {
    const now = inA((2 * Math.PI * k) / 256);
    if (before[1] < 0 !== now[1] < 0 && Math.hypot(now[0], now[2]) < RING) times++;
    before = now;
  }
  return times % 2 === 1;
}

/** Turns a vector by the rotation of a pose. */
function turnBy(pose: readonly number[], v: readonly number[]): number[] {
  const [x, y, z, w] = pose.slice(3);
  const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
  return [
    v[0] + w * t[0] + y * t[2] - z * t[1],
    v[1] + w * t[1] + z * t[0] - x * t[2],
    v[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

function judgeChain(report: Report, ring: Asset, way: 'swings' | 'is turned'): void {
  const { world, ids } = hangChain(ring, RINGS);
  const name = `a chain of ${RINGS} rings that ${way}`;
  const { mass } = world.info(ids[1]);
  // The lowest ring is pushed aside, 1 m/s; or the highest turns.
  if (way === 'swings') world.setVelocity(ids[RINGS - 1], [1, 0, 0.5]);
  else world.setVelocity(ids[0], [0, 0, 0], [0, 3, 0]);
  const watch = watchWorld(world);
  const seconds = 10;
  for (let step = 1; step <= seconds / DT; step++) {
    // A ring that turns puts energy in: its own speed is a bound of what it can give to the next in a step.
    stepWatched(watch, step, 20, way === 'swings' ? 0 : 0.1 * mass * GRAVITY * RING);
  }
  let unlinked = 0;
  for (let k = 1; k < RINGS; k++) if (!areLinked(world, ids[k - 1], ids[k])) unlinked++;
  const lowest = world.info(ids[RINGS - 1]).center[1];
  const straight = -(RINGS - 1) * 2 * (RING - WIRE);
  report.row({
    name: `${name}: links that came apart in ${seconds} s`,
    value: unlinked,
    unit: `of ${RINGS - 1}`,
    target: 0,
    lowestAboveStraight: 1000 * (lowest - straight), // mm
    kinetic: world.measure().kinetic,
    limited: world.counters.limited,
    held: world.counters.held,
  });
  tellWatch(report, name, watch, DEEP, (RINGS - 1) * mass * GRAVITY * RING);
  world.dispose();
}

// --- A key in a lock

export interface Lock {
  readonly key: Asset;
  readonly plug: Asset;
  readonly housing: Asset;
}

export async function bakeLock(): Promise<Lock> {
  const { key, plug, housing } = createLock();
  const options = { spacing: 0.01 };
  return {
    key: await bake(key, options),
    plug: await bake(plug, options),
    housing: await bake(housing, options),
  };
}

export function putLock(
  { key, plug, housing }: Lock,
  kind: 'kinematic' | 'dynamic',
): { world: World; keyId: number; plugId: number } {
  const world = new World();
  const common = { friction: 0.2, density: 7800, material: null };
  world.addStatic(housing, common);
  return { world, plugId: world.add(plug, common), keyId: world.add(key, { ...common, kind }) };
}

function judgeLock(report: Report, lock: Lock): void {
  const still = putLock(lock, 'dynamic');
  const rest = watchWorld(still.world);
  let asleep = Infinity;
  for (let step = 1; step <= 300; step++) {
    stepWatched(rest, step, 30);
    if (
      asleep === Infinity &&
      still.world.info(still.keyId).asleep &&
      still.world.info(still.plugId).asleep
    ) {
      asleep = step * DT;
    }
  }
  const weight = still.world.info(still.keyId).mass * GRAVITY * LOCK.plug;
  report.row({
    name: 'a key in a lock: asleep after',
    value: Math.min(asleep, 5),
    unit: 's',
    target: 3,
    sunkMillimetres: -1000 * still.world.info(still.keyId).center[1],
  });
  tellWatch(report, 'a key in a lock', rest, REST, weight);
  still.world.dispose();

  const { world, keyId, plugId } = putLock(lock, 'kinematic');
  world.setVelocity(keyId, [0, 0, 0], [0, 0, 1]);
  const watch = watchWorld(world);
  const { mass } = world.info(plugId);
  let [turned, followed, lag, late] = [0, 0, 0, 0];
  for (let step = 1; step <= Math.round((2 * Math.PI) / DT); step++) {
    // The key gives no more than the plug's spin is worth, and what friction takes.
    stepWatched(watch, step, 10, mass * LOCK.plug ** 2);
    turned = followTurn(turned, world.info(keyId).pose, 2);
    followed = followTurn(followed, world.info(plugId).pose, 2);
    lag = Math.max(lag, Math.abs(turned - followed));
    late = Math.abs(turned - followed);
  }
  report.row({
    name: 'a key that turns in a lock: the plug is behind by at most',
    value: lag,
    unit: 'rad',
    target: 0.06, // twice the clearance over half the key's width
    atTheEnd: late,
    turned,
    plugMoved: 1000 * Math.hypot(...world.info(plugId).center), // mm
  });
  tellWatch(report, 'a key that turns in a lock', watch, DEEP, weight);
  world.dispose();
}

export const bench: Bench = {
  name: 'mechanisms',
  answers: 'a nut on a bolt, a chain, a key in a lock: do they hold and turn, how deep, what energy?',
  async run(report, flags) {
    const wanted = (name: string): boolean => flags.scene === undefined || flags.scene === name;
    if (wanted('nut')) await judgeNuts(report, flags.quick ?? false);
    if (wanted('chain')) {
      report.note('baking a ring');
      const ring = await bakeRing();
      judgeChain(report, ring, 'swings');
      if (!flags.quick) judgeChain(report, ring, 'is turned');
    }
    if (wanted('lock')) {
      report.note('baking key, plug and housing');
      judgeLock(report, await bakeLock());
    }
  },
};
