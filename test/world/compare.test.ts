// The ways that a world can be told to go in place of its own, to compare: each one works, and is what it says.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { type Collider, createCollider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryContacts } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { breakFragment, createBreakWork, familyOf } from '../../src/contact/update.ts';
import { penetrateFragment } from '../../src/fragment/measure.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { createRandom } from '../../src/math/random.ts';
import { createFrame } from '../../src/math/rigid.ts';
import { meanForm } from '../../src/papers/mean-form.ts';
import { rebuildFragments } from '../../src/papers/rebuild.ts';
import { validateForest } from '../../src/tree/validate-forest.ts';
import type { WorldOptions } from '../../src/world/options.ts';
import { World } from '../../src/world/world.ts';
import { closestOfShape, drawInside, shapeOf } from '../fragment/field-oracle.ts';
import { boxAsset, createFloor, heightOf, run } from './things.ts';

const SEEDS = [-0.05, -0.05, 0.01, 0.05, 0.05, 0, 0.05, -0.05, 0.02, -0.05, 0.06, -0.03];
const WAYS: Readonly<Record<string, WorldOptions>> = {
  ours: {},
  'plain order': { order: 'plain' },
  "the paper's field": { form: meanForm },
  'rebuilt fragments': { rebuild: rebuildFragments },
};
let cube: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.2, 0.2, 0.2, 0.05);
});

const smashed = new Map<string, World>();

/** A cube that breaks in flight, and one of its pieces again; comes to rest. Made once for each way. */
function smash(name: string): World {
  const known = smashed.get(name);
  if (known !== undefined) return known;
  const world = createFloor({ ...WAYS[name], record: true });
  smashed.set(name, world);
  const body = world.add(cube, { position: [0, 0.4, 0], spin: [1, 2, 3] });
  run(world, 0.1);
  world.split(body, { kind: 'voronoi', seeds: SEEDS });
  run(world, 0.3);
  world.split(body, { kind: 'slice', normal: [1, 0.3, 0], offset: 0.04 });
  run(world, 1.6);
  return world;
}

describe('worlds that are compared', () => {
  it('all let pieces come to rest on the floor, each in its own way', () => {
    const hashes = new Set<string>();
    for (const name of Object.keys(WAYS)) {
      const world = smash(name);
      expect(world.bodies.length, name).toBeGreaterThan(4);
      for (const body of world.bodies.slice(1)) {
        expect(heightOf(world, body), name).toBeGreaterThan(-0.2);
        expect(heightOf(world, body), name).toBeLessThan(0.4);
      }
      expect(world.measure().kinetic, name).toBeLessThan(0.05);
      // Poses, not the hash: that knows the options as well.
      hashes.add(world.poses.join());
    }
    expect(hashes.size).toBe(4);
  });

  it('go on from snapshots bit for bit, and play recordings to the same bits', () => {
    for (const [name, options] of Object.entries(WAYS)) {
      const { order: _order, ...given } = options;
      const again = { assets: [cube], ...given };
      const world = smash(name);
      const copy = World.restore(world.snapshot(), again);
      const played = World.replay(JSON.parse(JSON.stringify(world.recording())), again);
      expect(played.hash(), name).toBe(world.hash());
      const body = world.bodies[2];
      for (const other of [world, copy]) {
        other.impulse(body, [0.5, 2, 0]);
        other.split(body, { kind: 'slice', normal: [0, 1, 0.2], offset: 0 });
        run(other, 0.3);
      }
      expect(copy.hash(), name).toBe(world.hash());
    }
  });

  it('can be told otherwise half way', () => {
    const assets = [cube];
    const bytes = smash('ours').snapshot();
    for (const [name, options] of Object.entries(WAYS)) {
      const [one, two] = [1, 2].map(() => World.restore(bytes, { assets, options }));
      const body = one.bodies[2];
      for (const world of [one, two]) {
        world.impulse(body, [0, 2, 0]);
        world.split(body, { kind: 'slice', normal: [0, 1, 0.2], offset: 0 });
        run(world, 0.2);
        const { field } = colliderOf(world.info(body)).collider;
        expect(field?.form ?? undefined, name).toBe(options.form);
        expect(field?.own.length, name).toBe(options.rebuild ? field?.family.fragments.count : 0);
      }
      expect(one.hash(), name).toBe(two.hash());
    }
  });

  it('name what is wrong with a choice', () => {
    expect(() => new World({ order: 'deep' as 'plain' })).toThrow(/order is 'deep': give/);
    const form = 'mean' as unknown as typeof meanForm;
    expect(() => new World({ form }).add(cube)).toThrow(/form is 'mean': give/);
  });
});

/** A copy broken twice. */
function breakTwice(rebuild: typeof rebuildFragments | null): Collider {
  const solid = buildSolid(cube);
  const work = createBreakWork(solid, rebuild);
  const copy = createCollider(solid);
  for (const [label, count] of [
    [0, 6],
    [2, 3],
  ]) {
    const seeds = scatterSeeds(familyOf(copy), label, { count, seed: 5 });
    breakFragment(work, copy, label, { kind: 'voronoi', seeds });
  }
  return copy;
}

describe('rebuilt fragments', () => {
  it('have trees over the same surface points as updated ones, and grids of their own', () => {
    const updated = breakTwice(null);
    const rebuilt = breakTwice(rebuildFragments);
    for (const copy of [updated, rebuilt]) validateForest(copy.forest!, copy.position);
    const { count } = familyOf(rebuilt).fragments;
    expect(rebuilt.field!.own.filter((grid) => grid !== null)).toHaveLength(count);
    for (let p = 0; p < rebuilt.forest!.pointCount; p++) {
      if (p >= rebuilt.surfaceCount && p < rebuilt.baseCount) continue;
      expect(rebuilt.forest!.fragment[p]).toBe(updated.forest!.fragment[p]);
    }
  });

  it('know depths as exactly as a grid does', () => {
    const copy = breakTwice(rebuildFragments);
    const { field } = copy;
    const family = familyOf(copy);
    const shapes = Array.from({ length: family.fragments.count }, (_, label) => shapeOf(family, label));
    const draw = drawInside(family, createRandom(11));
    const p = new Float64Array(3);
    const found = new Float64Array(4);
    const exact = new Float64Array(4);
    for (let k = 0; k < 300; k++) {
      const label = draw(p);
      penetrateFragment(found, field!, label, p, 0);
      closestOfShape(exact, shapes[label], p);
      expect(Math.abs(-found[0] - exact[0])).toBeLessThan(field!.grid.cell);
    }
  });
});

describe('plain order', () => {
  it('finds the same points in all, but its first ones lie closer together', () => {
    const copy = breakTwice(null);
    const floor = createShape('plane');
    const frame = createFrame();
    const work = createQuery();
    const out = createContacts();
    const ask = (label: number, choice: Parameters<typeof createQueryOptions>[0]): number[] => {
      const options = createQueryOptions({ edges: false, thin: false, ...choice });
      queryContacts(out, work, createPair(), copy, label, floor, 0, frame, options);
      return [...out.index.subarray(0, out.count)];
    };
    /** How far each point is from the closest other one, in the mean. */
    const spread = (points: number[]): number => {
      const apart = (a: number, b: number) =>
        Math.hypot(...[0, 1, 2].map((d) => copy.position[3 * a + d] - copy.position[3 * b + d]));
      const least = points.map((a) => Math.min(...points.filter((b) => b !== a).map((b) => apart(a, b))));
      return least.reduce((sum, x) => sum + x, 0) / points.length;
    };
    let [ours, plain] = [0, 0];
    for (let label = 0; label < familyOf(copy).fragments.count; label++) {
      frame[10] = -copy.field!.box[6 * label + 1] - 0.0001; // its lower side in the floor
      const all = ask(label, { budget: 'full' }).sort();
      expect(ask(label, { budget: 'full', order: 'plain' }).sort()).toEqual(all);
      if (all.length < 12) continue;
      ours += spread(ask(label, { budget: 'hard', contacts: 4 }));
      plain += spread(ask(label, { budget: 'hard', contacts: 4, order: 'plain' }));
    }
    expect(plain).toBeLessThan(0.95 * ours);
  });
});
