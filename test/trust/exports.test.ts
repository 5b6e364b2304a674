// Every function that is exported for makers, called wrong in ways that are generated: each answers with an InputError that
// names argument, value and remedy, or does what it can; none throws anything else. Misspelt options are refused with the
// closest right name.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRadial } from '../../src/fragment/radial.ts';
import {
  type Asset,
  bake,
  createMaterial,
  createMeshTerrain,
  encodeAsset,
  extractSurface,
  World,
  warmUp,
} from '../../src/index.ts';
import { findClosest, show } from '../../src/job/check.ts';
import { InputError } from '../../src/job/error.ts';
import { checksOf } from '../../src/job/guard.ts';
import { inspectMesh, repairMesh } from '../../src/mesh/index.ts';
import { createBox, createSphere } from '../../src/mesh/shapes/index.ts';
import {
  attempt,
  type Entry,
  GUARDED,
  KERNELS,
  listCalls,
  listPlaces,
  ODD,
  replaceAt,
  SLOW,
  spoilDeep,
} from './exports.ts';

let calls: Entry[];

beforeAll(async () => {
  calls = await listCalls();
});

/** Values of every type that is none of ours, none so large that it takes long. */
const junk = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, Number.NaN, Infinity, -1, 0, 1.5, '', 'x', true, false, {}, []),
  fc.constantFrom<unknown>(() => {}, Symbol('x'), 10n, new Date(0), /x/, new Map(), new ArrayBuffer(3)),
  fc.constantFrom<unknown>({ positions: [0, 0, 0], triangles: [0, 0, 0] }, { positions: 1, indices: 2 }),
  fc.constantFrom<unknown>({ positions: [], indices: [] }, new Float64Array(3), new Uint32Array(3), [null]),
  fc.anything({ maxDepth: 1, maxKeys: 2 }),
);

/** A right call with one argument, or one option of one, replaced. */
function spoil(
  { call, args, options }: Entry,
  at: number,
  value: unknown,
  key: number,
): Pick<Entry, 'call' | 'args'> {
  const wrong = [...args];
  const k = at % Math.max(1, args.length);
  const old = args[k];
  const keys = options.includes(k) ? Object.keys(old as object) : [];
  wrong[k] =
    key % 2 === 1 && keys.length > 0 ? { ...(old as object), [keys[key % keys.length]]: value } : value;
  return { call, args: wrong };
}

describe('every function that is exported for makers', () => {
  it('has a right call in the table, and that goes well', async () => {
    expect(calls.length).toBeGreaterThan(60);
    for (const entry of calls) expect([entry.name, await attempt(entry)]).toEqual([entry.name, null]);
  });

  it('answers 1,500 wrong calls with an InputError, or does what it can', async () => {
    const spoilt = fc.tuple(fc.nat(), fc.nat(9), junk, fc.nat(99));
    await fc.assert(
      fc.asyncProperty(spoilt, async ([which, at, value, key]) => {
        const entry = calls[which % calls.length];
        const error = await attempt(spoil(entry, at, value, key));
        if (error === null || (error instanceof InputError && error.message.length > 10)) return;
        throw new Error(`${entry.name}, argument ${at % entry.args.length} ${show(value)}: ${String(error)}`);
      }),
      { numRuns: 1500, seed: 24 },
    );
  });
});

describe('what is deep within an argument', () => {
  it('is looked at too: 2,500 wrong calls give an InputError, or what they can', async () => {
    const quick = calls.filter(({ name }) => !SLOW.test(name));
    const spoilt = fc.tuple(fc.nat(), fc.nat(), fc.nat(ODD.length - 1));
    await fc.assert(
      fc.asyncProperty(spoilt, async ([which, place, odd]) => {
        const entry = quick[which % quick.length];
        const wrong = spoilDeep(entry, place, odd);
        if (wrong === null) return;
        const error = await attempt({ call: entry.call, args: wrong.args });
        if (error === null || (error instanceof InputError && error.message.length > 10)) return;
        throw new Error(`${entry.name}, ${wrong.where} ${show(ODD[odd])}: ${String(error)}`);
      }),
      { numRuns: 2500, seed: 25 },
    );
  });

  it.each([
    'createHeightTerrain',
    'writeFilm',
    'writeObj',
    'writeGlb',
    'scoreCells',
    'decimateMesh',
    'refineMesh',
  ])('%s: at every place', async (name) => {
    const entry = calls.find((one) => one.name === name) as Entry;
    const count = listPlaces(entry).length;
    expect(count).toBeGreaterThan(3);
    for (let place = 0; place < count; place++) {
      for (let odd = 0; odd < ODD.length; odd++) {
        const wrong = spoilDeep(entry, place, odd);
        const error = wrong === null ? null : await attempt({ call: entry.call, args: wrong.args });
        const said = error === null || error instanceof InputError ? '' : String(error);
        expect([wrong?.where, show(ODD[odd]), said]).toEqual([wrong?.where, show(ODD[odd]), '']);
      }
    }
  });

  it('an asset: each of its columns and numbers, before it is written or put into a world', async () => {
    const entry = calls.find(({ name }) => name === 'encodeAsset') as Entry;
    const [asset] = entry.args as [Asset];
    const world = new World();
    let refused = 0;
    const derived = ['report', 'nodes', 'edges', 'mass', 'tree']; // what follows from the rest is believed
    const places = listPlaces(entry).filter(([, member]) => !derived.includes(member as string));
    for (const [k, [, ...place]] of places.entries()) {
      const odd = ODD[k % ODD.length];
      let forged: Asset;
      try {
        forged = replaceAt(asset, place, odd);
      } catch {
        continue;
      }
      for (const use of [() => encodeAsset(forged), () => world.add(forged), () => warmUp([forged], 0)]) {
        try {
          use();
        } catch (error) {
          expect([place.join('.'), show(odd), String(error)]).toEqual([
            place.join('.'),
            show(odd),
            expect.stringMatching(/^InputError/),
          ]);
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});

/** What no argument of any function is; the rest is none either, unless an empty record will do. */
const NEVER: readonly unknown[] = [Symbol('x'), 10n];
const NO_RECORD: readonly unknown[] = [
  new Date(0),
  /x/,
  new ArrayBuffer(3),
  new DataView(new ArrayBuffer(8)),
  {},
];

/** What a check says of a value, null if it will do. */
function judge(check: (name: string, value: unknown) => void, name: string, value: unknown): unknown {
  try {
    check(name, value);
    return null;
  } catch (error) {
    return error;
  }
}

describe.each(Object.entries(GUARDED))('fracas/%s', (_entry, exported) => {
  const functions = Object.entries(exported).filter(([, call]) => typeof call === 'function') as [
    string,
    (...args: unknown[]) => unknown,
  ][];

  it('has each of its functions behind a guard, but for kernels and those that take nothing', () => {
    const open = functions.filter(([name, call]) => checksOf(call) === undefined && !KERNELS.includes(name));
    expect(open.filter(([, call]) => call.length > 0).map(([name]) => name)).toEqual([]);
  });

  it('answers each argument of the wrong kind with an InputError that names it', () => {
    for (const [name, call] of functions) {
      const checks = checksOf(call);
      if (checks === undefined) continue;
      expect(() => call(Symbol('x'))).toThrow(InputError);
      for (const [argument, check] of Object.entries(checks)) {
        const isEmpty = judge(check, argument, {}) === null;
        for (const value of isEmpty ? NEVER : [...NEVER, ...NO_RECORD]) {
          const error = judge(check, argument, value);
          const said = [name, argument, show(value), error instanceof InputError];
          expect(said).toEqual([name, argument, show(value), true]);
          expect((error as Error).message).toContain(argument);
          expect((error as Error).message).toMatch(/give|did you mean/);
        }
      }
    }
  });

  it('refuses an option that is not known with the closest that is', () => {
    for (const [name, call] of functions) {
      for (const [argument, check] of Object.entries(checksOf(call) ?? {})) {
        if (!/^(options|choice)$/.test(argument)) continue;
        expect([name, judge(check, argument, { zzzz: 1 }) instanceof InputError]).toEqual([name, true]);
      }
    }
  });
});

describe('options with a name that is not known', () => {
  it.each([
    ['bake', () => bake(createBox(), { resolutoin: 4 } as never), 'resolution'],
    ['new World', async () => new World({ gravty: [0, 0, 0] } as never), 'gravity'],
    ['createSphere', async () => createSphere({ raduis: 1 } as never), 'radius'],
    ['createRadial', async () => createRadial({ centre: [0, 0, 0] } as never), 'center'],
    ['createMaterial', async () => createMaterial({ strenght: 1 } as never), 'strength'],
    ['createMeshTerrain', async () => createMeshTerrain(createBox(), { dept: 1 } as never), 'depth'],
    [
      'inspectMesh',
      async () => inspectMesh(createBox(), { selfintersection: true } as never),
      'selfIntersections',
    ],
    ['repairMesh', async () => repairMesh(createBox(), { wield: 1 } as never), 'weld'],
    ['extractSurface', async () => extractSurface({} as never, { tolerence: 1 } as never), 'tolerance'],
  ])('%s says which is meant', async (_name, call, word) => {
    await expect(call()).rejects.toThrow(`did you mean '${word}'?`);
  });

  it('are told apart by letters, or all are named', () => {
    expect(findClosest('Gravity', ['gravity', 'seed'])).toBe('gravity');
    expect(findClosest('zzzzzzzz', ['gravity', 'seed'])).toBe(null);
  });
});
