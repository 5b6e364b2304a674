// Every function that is exported for makers, called wrong in ways that are generated: each answers with an InputError that
// names argument, value and remedy, or does what it can; none throws anything else. Misspelt options are refused with the
// closest right name.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRadial } from '../../src/fragment/radial.ts';
import { bake, createMaterial, createMeshTerrain, extractSurface, World } from '../../src/index.ts';
import { findClosest, show } from '../../src/job/check.ts';
import { InputError } from '../../src/job/error.ts';
import { inspectMesh, repairMesh } from '../../src/mesh/index.ts';
import { createBox, createSphere } from '../../src/mesh/shapes/index.ts';
import { attempt, type Entry, listCalls } from './exports.ts';

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
