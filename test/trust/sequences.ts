// Random sequences of everything a caller can do to a world, as plain data, so that a failing one can be cut down to its
// shortest and printed as code. Bodies are named by a number modulo how many there are: any part of a sequence is one.

import type { Asset } from '../../src/bake/asset.ts';
import type { Collider } from '../../src/contact/collider.ts';
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
const MOST = 7; // bodies that are added; pieces come on top

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

/** Adds the ground; returns a terrain, which a snapshot does not hold, or null. */
function createGround(world: World, ground: Ground): Collider | null {
  if (ground === 'plane') world.addStatic(createShape('plane'));
  if (ground === 'box') world.addStatic(createShape('box', 20, 1, 20), { position: [0, -1, 0] });
  if (ground !== 'terrain') return null;
  const heights = Array.from({ length: 41 * 41 }, (_, k) => 0.05 * ((k * 7919) % 5) - 0.1);
  const terrain = createHeightTerrain({ rows: 41, columns: 41, heights, cellX: 1, cellZ: 1 });
  world.addStatic(terrain);
  return terrain;
}

const SHADOWED = 12; // calls that a restored world follows

/** Plays a sequence; throws an Error that says what does not hold, and after which call. */
export function playSequence(ops: readonly Op[], ground: Ground, cube: Asset): void {
  const gravity = ground === 'space' ? [0, 0, 0] : [0, -9.81, 0];
  const world = new World({ record: true, gravity, maxPieces: 6 });
  const terrain = createGround(world, ground);
  const assets = terrain === null ? [cube] : [cube, terrain];
  const joints: number[] = [];
  let shadow: World | null = null; // restored from a snapshot: it goes on as the world does
  let since = 0;
  ops.forEach((op, k) => {
    const say = (what: string) => new Error(`after call ${k}, ${op.op}: ${what}`);
    if (op.op === 'restore') {
      shadow = World.restore(world.snapshot(), { assets });
      since = k;
      if (shadow.hash() !== world.hash()) throw say('a restored world has another hash');
    } else if (op.op === 'step') {
      const before = world.measure();
      world.step(1 / 60);
      check(world, before, ground, say);
      shadow?.step(1 / 60);
      if (shadow !== null && JSON.stringify(shadow.events) !== JSON.stringify(world.events))
        throw say('a restored world tells other events');
    } else {
      if (shadow !== null) act(shadow, op, cube, [...joints]);
      act(world, op, cube, joints);
    }
    if (shadow !== null && shadow.hash() !== world.hash()) throw say('a restored world goes on differently');
    if (k - since >= SHADOWED) shadow = null;
  });
  const replayed = World.replay(JSON.parse(JSON.stringify(world.recording())), { assets });
  if (replayed.hash() !== world.hash()) throw new Error('at the end: the recording plays to another hash');
}

/** Does what a call says. */
function act(world: World, { op, which, u }: Op, cube: Asset, joints: number[]): void {
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
      return;
    case 'addShape':
      if (moving.length < MOST && free)
        world.add(u[0] > 0 ? createShape('sphere', 0.15) : createShape('box', 0.2, 0.1, 0.15), {
          position: place,
          spin: [5 * u[0], 5 * u[1], 5 * u[2]],
        });
      return;
    default:
  }
  if (body === undefined) return;
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
  if (op === 'join') {
    const close = moving.filter((other) => other !== body && isClose(world.info(other).center, center));
    const anchor = center.map((x, d) => x + 0.1 * u[d]);
    const common = {
      bodyA: body,
      ...(u[4] > 0 && close.length > 0 && { bodyB: close[which % close.length] }),
      ...(u[5] > -0.5 && { breakForce: 3000 }),
    };
    if (u[3] > 0.5) joints.push(world.join({ kind: 'hinge', anchor, axis: [u[0], u[1], 1], ...common }));
    else if (u[3] > 0)
      joints.push(
        world.join({ kind: 'distance', anchor, anchorB: [center[0], center[1] + 0.5, center[2]], ...common }),
      );
    else joints.push(world.join({ kind: u[0] > 0 ? 'ball' : 'fixed', anchor, ...common }));
  }
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
}

/** Whether two places are so close that a joint between them is one that somebody would make. */
function isClose(a: readonly number[], b: readonly number[]): boolean {
  return Math.sqrt(a.reduce((sum, x, d) => sum + (x - b[d]) ** 2, 0)) < 1;
}

type Measured = ReturnType<World['measure']>;

/** What a step leaves: numbers, no more energy, as much momentum if nothing holds on to the world, nothing below ground. */
function check(world: World, before: Measured, ground: Ground, say: (what: string) => Error): void {
  const after = world.measure();
  if (!world.poses.every(Number.isFinite)) throw say('a pose is no number');
  const gain = after.kinetic + after.potential - before.kinetic - before.potential;
  if (gain > 0.02 * before.kinetic + 0.002 * before.mass)
    throw say(`energy rises by ${gain.toFixed(3)} J from ${before.kinetic.toFixed(3)} J of motion`);
  if (ground === 'space') {
    const held = world.bodies.some((body) => world.info(body).kind !== 'dynamic') || isAnchored(world);
    const off = Math.max(...after.momentum.map((p, d) => Math.abs(p - before.momentum[d])));
    const size = Math.sqrt(2 * before.mass * before.kinetic);
    if (!held && off > 1e-6 * size + 1e-9) throw say(`momentum changes by ${off} of ${size}`);
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

/** Whether anything was ever joined to the world. */
function isAnchored(world: World): boolean {
  return world.recording().calls.some(([name]) => name === 'join');
}

const TRIALS = 120; // by which a sequence is cut down, at most

/**
 * The shortest part of a sequence that still fails: halves, quarters and so on are left out while it does, in at most
 * so many trials.
 */
export function shrinkSequence(
  ops: readonly Op[],
  fails: (ops: readonly Op[]) => boolean,
  trials = TRIALS,
): Op[] {
  let kept = [...ops];
  let left = trials;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length && left-- > 0; ) {
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
    const call = Number(/after call (\d+)/.exec(words)?.[1] ?? length);
    const least = shrinkSequence(ops.slice(0, call + 1), (part) => kind(errorOf(part)) === kind(words));
    failed.push(`// sequence ${seed} on ${ground}: ${errorOf(least)}\n${printSequence(least, ground)}`);
  }
  return failed;
}
