// What the trust run tries, a part at a time, each by its number alone: so that parts can be tried anywhere, in any order.

import type { Asset } from '../../src/bake/asset.ts';
import { hashBytes } from '../../src/bake/hash.ts';
import { createShape, decodeAsset, encodeAsset, materials, World } from '../../src/index.ts';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { hashText } from '../../src/world/plain.ts';
import type { Recording } from '../../src/world/recording.ts';
import { listReadable } from '../io/damaged.ts';
import { damage } from '../io/files.ts';
import { boxAsset } from '../world/things.ts';
import { attempt, listCalls, SLOW, spoilDeep } from './exports.ts';
import { runSequences } from './sequences.ts';

/** A row of the run. */
export interface Check {
  readonly name: string;
  readonly count: number; // how many the whole run tries
  readonly part: number; // how many at a time
  /** Tries numbers [from, to); returns what failed, in words. */
  readonly run: (from: number, to: number) => string[] | Promise<string[]>;
}

const MUTATIONS = 20_000;
const SEQUENCES = 1000;
const DEEP = 10_000;

/** A world in the middle of things: something broken, something joined. */
function buildWorld(cube: Asset, steps: number): World {
  const world = new World({ record: true, maxPieces: 6 });
  world.addStatic(createShape('plane'));
  const body = world.add(cube, { position: [0, 0.5, 0], material: materials.glass });
  world.add(createShape('sphere', 0.1), { position: [0.5, 1, 0] });
  world.join({ kind: 'ball', bodyA: body, anchor: [0, 0.5, 0] });
  world.split(body, { kind: 'slice', normal: [1, 0.2, 0], offset: 0 });
  for (let k = 0; k < steps; k++) world.step(1 / 60);
  return world;
}

/** Tries numbers of a part: what throws anything but an InputError has failed. */
async function tryEach(
  from: number,
  to: number,
  one: (seed: number) => unknown | Promise<unknown>,
): Promise<string[]> {
  const failed: string[] = [];
  for (let seed = from; seed < to; seed++) {
    try {
      await one(seed + 1);
    } catch (error) {
      if (!(error instanceof InputError)) failed.push(`number ${seed}: ${String(error)}`);
    }
  }
  return failed;
}

/** Damages bytes behind their checksum, and writes the one that they should have then, as a forger would. */
function forge(bytes: Uint8Array, seed: number, at: number, from: number): Uint8Array {
  const bad = bytes.slice();
  const tail = damage(bytes.subarray(from), seed);
  bad.set(tail, from);
  const out = bad.slice(0, from + tail.length);
  const { low, high } = hashBytes(out, from);
  const view = new DataView(out.buffer);
  view.setUint32(at, low, true);
  view.setUint32(at + 4, high, true);
  return out;
}

const same = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((x, k) => x === b[k]);

function refuseAltered(what: string, bytes: Uint8Array, read: (bytes: Uint8Array) => unknown) {
  return (from: number, to: number) =>
    tryEach(from, to, (seed) => {
      const bad = damage(bytes, seed);
      if (same(bad, bytes)) return;
      read(bad);
      throw new Error(`an altered ${what} was taken`);
    });
}

const JUNK: readonly unknown[] = [null, -1, 0, 1e300, 'x', '', true, [], {}, [null], 1.5, { kind: 'slice' }];

/** A recording with a place of a call or an option replaced, or a call left out or done twice, and the checksum of that. */
function forgeRecording(recording: Recording, seed: number): Recording {
  const random = createRandom(seed);
  const pick = (count: number) => Math.floor(nextFloat(random) * count);
  const copy = JSON.parse(JSON.stringify(recording));
  const { calls } = copy;
  const way = pick(8);
  if (way === 0) calls.splice(pick(calls.length), 1);
  else if (way === 1) calls.splice(pick(calls.length), 0, calls[pick(calls.length)]);
  else {
    let place = way === 2 ? copy.options : calls[pick(calls.length)];
    for (;;) {
      const keys = Object.keys(place);
      const key = keys[pick(Math.max(1, keys.length))];
      const inner = key === undefined ? null : place[key];
      if (inner !== null && typeof inner === 'object' && Object.keys(inner).length > 0 && pick(3) > 0) {
        place = inner;
        continue;
      }
      if (key !== undefined) place[key] = JUNK[pick(JUNK.length)];
      break;
    }
  }
  copy.checksum = hashText(JSON.stringify([copy.options, copy.calls, copy.answers]));
  return copy;
}

function keepOn(world: World, steps: number): void {
  for (let k = 0; k < steps; k++) world.step(1 / 60);
  if (!world.poses.every(Number.isFinite)) throw new Error('a pose is no number');
}

/** Every check of the run. */
export async function listChecks(): Promise<Check[]> {
  const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
  const world = buildWorld(cube, 40);
  const [asset, snapshot] = [encodeAsset(cube), world.snapshot()];
  const assets = [cube];
  const text = new TextEncoder().encode(JSON.stringify(world.recording()));
  const short = buildWorld(cube, 3).recording();
  const many = { count: MUTATIONS, part: 2000 };
  const calls = await listCalls();
  return [
    ...(await listReadable()).map(({ name, file, read }) => ({
      name: `${name} files, damaged: a mesh, or an InputError`,
      ...many,
      run: (from: number, to: number) => tryEach(from, to, (seed) => read(damage(file, seed))),
    })),
    { name: 'assets, altered: refused', ...many, run: refuseAltered('asset', asset, decodeAsset) },
    {
      name: 'assets, forged with a right checksum: an asset, or an InputError',
      ...many,
      part: 1000,
      run: (from, to) => tryEach(from, to, (seed) => decodeAsset(forge(asset, seed, 8, 16))),
    },
    {
      name: 'snapshots, altered: refused',
      ...many,
      run: refuseAltered('snapshot', snapshot, (bytes) => World.restore(bytes, { assets })),
    },
    {
      name: 'snapshots, forged with a right checksum: an InputError, or a world that goes on in numbers',
      ...many,
      part: 500,
      run: (from, to) =>
        tryEach(from, to, (seed) => keepOn(World.restore(forge(snapshot, seed, 16, 24), { assets }), 2)),
    },
    {
      name: 'recordings, altered: no JSON, or refused',
      ...many,
      run: (from, to) =>
        tryEach(from, to, (seed) => {
          let parsed: unknown;
          try {
            parsed = JSON.parse(new TextDecoder().decode(damage(text, seed)));
          } catch {
            return;
          }
          if (JSON.stringify(parsed) === new TextDecoder().decode(text)) return;
          World.replay(parsed as never, { assets });
          throw new Error('an altered recording was taken');
        }),
    },
    {
      name: 'recordings, forged with a right checksum: an InputError, or a world in numbers',
      ...many,
      part: 500,
      run: (from, to) =>
        tryEach(from, to, (seed) => {
          keepOn(World.replay(forgeRecording(short, seed), { assets, maxSteps: 100 }), 0);
        }),
    },
    {
      name: 'functions of fracas, mesh, shapes and io, one argument wrong: an InputError, or done',
      count: calls.reduce((sum, { args }) => sum + args.length * WRONG.length, 0),
      part: 500,
      run: async (from, to) => {
        const failed: string[] = [];
        let number = 0;
        for (const { name, call, args } of calls) {
          for (let at = 0; at < args.length; at++) {
            for (const value of WRONG) {
              if (number >= from && number < to) {
                const error = await attempt({ call, args: args.map((arg, k) => (k === at ? value : arg)) });
                if (error !== null && !(error instanceof InputError))
                  failed.push(`${name}: ${String(error)}`);
              }
              number++;
            }
          }
        }
        return failed;
      },
    },
    {
      name: 'the same, one value deep within an argument wrong: an InputError, or done',
      count: DEEP,
      part: 500,
      run: async (from, to) => {
        const quick = calls.filter(({ name }) => !SLOW.test(name));
        const failed: string[] = [];
        for (let number = from; number < to; number++) {
          const entry = quick[number % quick.length];
          const random = createRandom(number);
          const pick = () => Math.floor(nextFloat(random) * 2 ** 30);
          const wrong = spoilDeep(entry, pick(), pick());
          const error = wrong && (await attempt({ call: entry.call, args: wrong.args as never[] }));
          if (error !== null && !(error instanceof InputError))
            failed.push(`${entry.name}, ${wrong?.where}: ${String(error)}`);
        }
        return failed;
      },
    },
    {
      name: 'random sequences of 200 calls: numbers, depth, energy, momentum, restore, replay',
      count: SEQUENCES,
      part: 10,
      run: (from, to) => runSequences(from, to, 200, cube),
    },
  ];
}

/** What is none of what a function asks for. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  Number.NaN,
  -1,
  'x',
  true,
  {},
  [],
  () => {},
  Symbol('x'),
  10n,
  new ArrayBuffer(3),
];
