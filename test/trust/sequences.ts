// Random sequences of everything a caller can do to a world, as plain data, so that a failing one can be cut down to its
// shortest and printed as code. Bodies are named by a number modulo how many there are: any part of a sequence is one.

import type { Asset } from '../../src/bake/asset.ts';
import { createHeightTerrain, createShape, materials, World } from '../../src/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';

export const GROUNDS = ['plane', 'box', 'terrain', 'space'] as const;
export type Ground = (typeof GROUNDS)[number];

/** One call: its name, which body, and three to six numbers in [−1, 1). */
export interface Op {
  readonly op: (typeof OPS)[number][0];
  readonly which: number;
  readonly u: readonly number[];
}

/** Calls and how often each comes. */
const OPS = [
  ['step', 60],
  ['addCube', 7],
  ['addShape', 6],
  ['split', 6],
  ['impulse', 6],
  ['setVelocity', 3],
  ['remove', 3],
  ['join', 4],
  ['unjoin', 2],
  ['explode', 1],
  ['setKind', 1],
  ['restore', 1],
] as const;
const MOST = 14; // bodies

export function drawSequence(seed: number, length: number): Op[] {
  const random = createRandom(seed);
  const total = OPS.reduce((sum, [, weight]) => sum + weight, 0);
  return Array.from({ length }, () => {
    let at = nextFloat(random) * total;
    const op = (OPS.find(([, weight]) => (at -= weight) < 0) ?? OPS[0])[0];
    const round = () => Math.round(2000 * nextFloat(random) - 1000) / 1000;
    return { op, which: Math.floor(nextFloat(random) * 1000), u: Array.from({ length: 6 }, round) };
  });
}

function createGround(world: World, ground: Ground): void {
  if (ground === 'plane') world.addStatic(createShape('plane'));
  if (ground === 'box') world.addStatic(createShape('box', 20, 1, 20), { position: [0, -1, 0] });
  if (ground !== 'terrain') return;
  const heights = Array.from({ length: 41 * 41 }, (_, k) => 0.05 * ((k * 7919) % 5) - 0.1);
  world.addStatic(createHeightTerrain({ rows: 41, columns: 41, heights, cellX: 1, cellZ: 1 }));
}

/** Plays a sequence; throws an Error that says what does not hold, and after which call. */
export function playSequence(ops: readonly Op[], ground: Ground, cube: Asset): void {
  const gravity = ground === 'space' ? [0, 0, 0] : [0, -9.81, 0];
  let world = new World({ record: true, gravity, maxPieces: 6 });
  const assets = [cube, ...(ground === 'terrain' ? [terrainOf(world, ground)] : [])];
  if (ground !== 'terrain') createGround(world, ground);
  const joints: number[] = [];
  let stirred = 0; // steps for which energy may rise: something was put into something
  const first = world;
  let recorded = true; // whether `world` is the one that records
  ops.forEach((op, k) => {
    const say = (what: string) => new Error(`after call ${k}, ${op.op}: ${what}`);
    if (op.op === 'restore') {
      const bytes = world.snapshot();
      const other = World.restore(bytes, { assets });
      if (other.hash() !== world.hash()) throw say('a restored world has another hash');
      const twin = World.restore(bytes, { assets });
      twin.step(1 / 60);
      const copy = World.restore(bytes, { assets });
      copy.step(1 / 60);
      if (twin.hash() !== copy.hash()) throw say('two restored worlds go on differently');
      if (!recorded) world = other;
      return;
    }
    if (op.op !== 'step') {
      stirred = Math.max(stirred, act(world, op, cube, joints));
      return;
    }
    const before = world.measure();
    world.step(1 / 60);
    stirred = Math.max(0, stirred - 1);
    check(world, before, ground, stirred > 0, say);
  });
  recorded = world === first;
  const replayed = World.replay(JSON.parse(JSON.stringify(first.recording())), { assets });
  if (replayed.hash() !== first.hash()) throw new Error('at the end: the recording plays to another hash');
}

function terrainOf(world: World, ground: Ground) {
  createGround(world, ground);
  const heights = Array.from({ length: 41 * 41 }, (_, k) => 0.05 * ((k * 7919) % 5) - 0.1);
  return createHeightTerrain({ rows: 41, columns: 41, heights, cellX: 1, cellZ: 1 });
}

/** Does what a call says; returns for how many steps energy may rise because of it. */
function act(world: World, { op, which, u }: Op, cube: Asset, joints: number[]): number {
  const moving = world.bodies.filter((body) => world.info(body).kind === 'dynamic');
  const body = moving[which % Math.max(1, moving.length)];
  // Spread over a grid with room between its places, high up: nothing is put into anything.
  const place = [2 * (which % 7) - 6, 2 + (which % 11), 2 * (Math.floor(which / 7) % 7) - 6];
  const free = world.overlap(place, 0.8).length === 0;
  switch (op) {
    case 'addCube':
      if (moving.length < MOST && free)
        world.add(cube, {
          position: place,
          velocity: [4 * u[0], -8 * Math.abs(u[1]), 4 * u[2]],
          material: u[3] > 0 ? materials.glass : materials.brick,
        });
      return 0;
    case 'addShape':
      if (moving.length < MOST && free)
        world.add(u[0] > 0 ? createShape('sphere', 0.15) : createShape('box', 0.2, 0.1, 0.15), {
          position: place,
          spin: [5 * u[0], 5 * u[1], 5 * u[2]],
        });
      return 0;
    default:
  }
  if (body === undefined) return 0;
  const { center } = world.info(body);
  if (op === 'split' && world.info(body).asset !== null && moving.length < 2 * MOST)
    world.split(body, { kind: 'slice', normal: [u[0], u[1], u[2] || 1], offset: 0.1 * u[3] });
  if (op === 'impulse')
    world.impulse(
      body,
      u.slice(0, 3).map((x) => 40 * x),
      center.map((x, d) => x + 0.1 * u[3 + d]),
    );
  if (op === 'setVelocity') world.setVelocity(body, [5 * u[0], 5 * u[1], 5 * u[2]]);
  if (op === 'remove') world.remove(body);
  if (op === 'join')
    joints.push(
      world.join({
        kind: u[0] > 0 ? 'ball' : 'fixed',
        bodyA: body,
        anchor: center.map((x, d) => x + 0.1 * u[d]),
        breakForce: 3000,
      }),
    );
  if (op === 'unjoin' && joints.length > 0)
    try {
      world.unjoin(joints[which % joints.length]);
    } catch {
      // gone already: it broke, or its body left
    }
  if (op === 'explode')
    world.explode(
      center.map((x, d) => x + u[d]),
      20 * Math.abs(u[3]) + 1,
      2,
    );
  if (op === 'setKind') world.setKind(body, 'static');
  return 0;
}

type Measured = ReturnType<World['measure']>;

function check(
  world: World,
  before: Measured,
  ground: Ground,
  stirred: boolean,
  say: (what: string) => Error,
): void {
  const after = world.measure();
  if (!world.poses.every(Number.isFinite)) throw say('a pose is no number');
  const [was, is] = [before.kinetic + before.potential, after.kinetic + after.potential];
  const gain = is - was;
  if (
    !stirred &&
    before.mass === after.mass &&
    world.events.joints.length === 0 &&
    gain > 0.02 * before.kinetic + 0.002 * before.mass
  )
    throw say(`energy rises by ${gain.toFixed(3)} J from ${before.kinetic.toFixed(3)} J of motion`);
  if (ground === 'space') {
    const anchored = world.bodies.some((body) => world.info(body).kind !== 'dynamic');
    const off = Math.max(...after.momentum.map((p, d) => Math.abs(p - before.momentum[d])));
    const size = Math.sqrt(2 * Math.max(before.mass, 1e-9) * Math.max(before.kinetic, 1e-9));
    if (
      !anchored &&
      before.mass === after.mass &&
      world.events.joints.length === 0 &&
      isFree(world) &&
      off > 1e-6 * size + 1e-9
    )
      throw say(`momentum changes by ${off}`);
    return;
  }
  const floor = ground === 'terrain' ? -0.1 : 0;
  for (const body of world.bodies) {
    const { center, kind, radius } = world.info(body);
    if (kind !== 'dynamic' || Math.abs(center[0]) > 19 || Math.abs(center[2]) > 19) continue;
    if (center[1] < floor - 0.02 - 0.05 * radius)
      throw say(`a body is ${(floor - center[1]).toFixed(3)} m below ground`);
  }
}

/** Whether nothing is joined to the world: then momentum stays. */
function isFree(world: World): boolean {
  return world.recording().calls.every(([name]) => name !== 'join');
}

/** The shortest part of a sequence that still fails: halves, quarters and so on are left out while it does. */
export function shrinkSequence(ops: readonly Op[], fails: (ops: readonly Op[]) => boolean): Op[] {
  let kept = [...ops];
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length; ) {
      const rest = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (rest.length > 0 && fails(rest)) kept = rest;
      else at += size;
    }
  }
  return kept;
}

/** A sequence as code that a test can hold. */
export function printSequence(ops: readonly Op[], ground: Ground): string {
  const lines = ops.map((op) => `  ${JSON.stringify(op)},`).join('\n');
  return `playSequence([\n${lines}\n], '${ground}', await boxAsset(0.4, 0.4, 0.4, 0.1));`;
}

/** Plays sequences [from, to) on their grounds in turn; what failed, cut down, as code. */
export function runSequences(from: number, to: number, length: number, cube: Asset): string[] {
  const failed: string[] = [];
  for (let seed = from; seed < to; seed++) {
    const ground = GROUNDS[seed % GROUNDS.length];
    const ops = drawSequence(seed, length);
    const errorOf = (part: readonly Op[]): string => {
      try {
        playSequence(part, ground, cube);
        return '';
      } catch (error) {
        return String((error as Error).message);
      }
    };
    const words = errorOf(ops);
    if (words === '') continue;
    const kind = (text: string) => text.replace(/[-\d.e]+/g, '#').replace(/^after call #, \w+/, '');
    const least = shrinkSequence(ops, (part) => kind(errorOf(part)) === kind(words));
    failed.push(`// sequence ${seed} on ${ground}: ${errorOf(least)}\n${printSequence(least, ground)}`);
  }
  return failed;
}
