// What a world needed for things that have gone is given back: bytes of all arrays that can be reached from it, so that neither
// the engine nor the machine has a say.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape } from '../../src/contact/shape.ts';
import { rowOf } from '../../src/dynamics/slots.ts';
import type { FragmentField } from '../../src/fragment/fragment-field.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { addSource } from '../../src/world/add.ts';
import { dropBody } from '../../src/world/edit.ts';
import type { Instance } from '../../src/world/instances.ts';
import { splitBody } from '../../src/world/split.ts';
import { createState, type WorldState } from '../../src/world/state.ts';
import { stepWorld } from '../../src/world/step.ts';
import { boxAsset } from '../world/things.ts';

let block: Asset;

beforeAll(async () => {
  block = await boxAsset(0.4, 0.4, 0.4, 0.08);
});

/** Bytes of all buffers that can be reached from a value; those in `known` are left out. */
function weigh(value: unknown, known = new Set<unknown>()): number {
  if (value === null || typeof value !== 'object' || known.has(value)) return 0;
  known.add(value);
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (ArrayBuffer.isView(value)) return weigh(value.buffer, known);
  let sum = 0;
  if (value instanceof Map) for (const [key, of] of value) sum += weigh(key, known) + weigh(of, known);
  else if (value instanceof Set) for (const of of value) sum += weigh(of, known);
  else for (const of of Object.values(value)) sum += weigh(of, known);
  return sum;
}

/** Lets a block fall in so many pieces, and takes all of them away. */
function dropPieces(state: WorldState, pieces: number): void {
  const { bodies, instance } = state;
  const body = addSource(state, block, { position: [0, 0.25, 0] });
  const row = rowOf(bodies.slots, body, 'body');
  const { collider } = instance[row] as Instance;
  const { family } = collider.field as FragmentField;
  const seeds = scatterSeeds(family, 0, { count: pieces, seed: 3 });
  expect(splitBody(state, row, { kind: 'voronoi', seeds }, {}, []).length).toBeGreaterThan(pieces / 2);
  for (let k = 0; k < 30; k++) stepWorld(state, 1 / 60);
  for (let k = 0; k < instance.length; k++) if (instance[k]?.work) dropBody(state, k);
  stepWorld(state, 1 / 60);
}

describe('a world whose bodies have gone', () => {
  it('holds on to no more of queries and cuts than before, however much there was', () => {
    const state = createState({});
    addSource(state, createShape('plane'), { kind: 'static' });
    dropPieces(state, 3);
    const held = () => weigh([state.query, [...state.works.bySolid.values()].map(({ split }) => split)]);
    const few = held();
    dropPieces(state, 40);
    expect(held()).toBe(few);
    dropPieces(state, 40);
    expect(held()).toBe(few);
  });
});
