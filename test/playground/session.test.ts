// A scene with hands, as the playground's worker plays it: going back, recordings and links give the same bits.

import { beforeAll, describe, expect, it } from 'vitest';
import { countColliding, createColliding } from '../../playground/colliding.ts';
import { readRecording, writeRecording } from '../../playground/files.ts';
import { readLink, writeLink } from '../../playground/link.ts';
import {
  actSession,
  createModelScene,
  createSession,
  playSession,
  type Session,
  type Setup,
  seekSession,
  tuneSession,
} from '../../playground/session.ts';
import { views } from '../../playground/views/index.ts';
import { computeViews } from '../../playground/views/view.ts';
import type { Scene } from '../../scenes/scene.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import {
  type Asset,
  bake,
  createShape,
  decodeAsset,
  encodeAsset,
  materials,
  World,
} from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import type { WorldHost } from '../../worker/serve.ts';

const { setup } = readLink('', 'pillar');
let block: Asset;
let scene: Scene;

function createHost(): WorldHost {
  let world = new World();
  return {
    get world() {
      return world;
    },
    assets: [block],
    clock: performance,
    replace(other) {
      world = other;
    },
    frame: () => {
      throw new Error('not needed here');
    },
    idle() {},
  };
}

function begin(host: WorldHost, own: Setup = setup, inputs: Session['inputs'] = []): Session {
  return createSession(host, scene, { block }, own, inputs);
}

beforeAll(async () => {
  const mesh = shapes.createBox({ size: [0.3, 0.15, 0.15], edge: 0.05 });
  block = await bake(mesh, { name: 'block', spacing: 0.05, cells: 24, material: materials.brick });
  scene = {
    name: 'pillar',
    about: '',
    dt: 1 / 60,
    steps: 60,
    assets: {},
    look: { from: [1, 1, 1], at: [0, 0, 0] },
    build(world) {
      world.addStatic(createShape('plane'));
      world.add(block, { position: [0, 0.08, 0] });
      world.add(block, { position: [0, 0.24, 0] });
    },
  };
});

/** Throws, blasts and grabs at given steps; the hash after 40. */
function misbehave(host: WorldHost, session: Session): string {
  playSession(session, host, 5);
  actSession(session, host, 'throw', [0.06, [0, 0.2, 1], [0, 1, -12]]);
  playSession(session, host, 10);
  const [, body] = host.world.bodies;
  actSession(session, host, 'blast', [body, [0.05, 0.1, 0], 0.4, 60]);
  const joint = actSession(session, host, 'grab', [body, [0, 0.1, 0]]) as number;
  actSession(session, host, 'pull', [joint, [0, 0.5, 0]]);
  playSession(session, host, 15);
  actSession(session, host, 'drop', [joint]);
  playSession(session, host, 10);
  return host.world.hash();
}

let mess: WorldHost | null = null;

/** A world after all that, made once: to look at. */
function createMess(): WorldHost {
  if (mess !== null) return mess;
  mess = createHost();
  misbehave(mess, begin(mess));
  return mess;
}

describe('a session', () => {
  it('goes back, forgets what came after, and goes on to the same bits', () => {
    const host = createHost();
    const session = begin(host);
    playSession(session, host, 40);
    const middle = host.world.hash();
    playSession(session, host, 20);
    const end = host.world.hash();
    seekSession(session, host, 40);
    expect(session.step).toBe(40);
    expect(host.world.hash()).toBe(middle);
    playSession(session, host, 20);
    expect(host.world.hash()).toBe(end);
  });

  it('notes what hands do: played again, they give the same bits, also after going back', () => {
    const host = createHost();
    const session = begin(host);
    const end = misbehave(host, session);
    expect(host.world.bodies.length).toBeGreaterThan(5);
    const inputs = JSON.parse(JSON.stringify(session.inputs));
    expect(inputs).toHaveLength(5);

    const other = createHost();
    const replay = begin(other, setup, inputs);
    playSession(replay, other, 40);
    expect(other.world.hash()).toBe(end);

    seekSession(session, host, 22); // between two snapshots
    expect(session.inputs).toHaveLength(4);
    actSession(session, host, 'throw', [0.06, [0, 0.2, 1], [0, 1, -12]]);
    playSession(session, host, 18);
    expect(host.world.hash()).not.toBe(end);
  });

  it('slices by a plane of the world', () => {
    const host = createHost();
    const session = begin(host);
    playSession(session, host, 2);
    const [, low, high] = host.world.bodies;
    expect(actSession(session, host, 'slice', [[low, high], [1, 0, 0], 0.02])).toBe(2);
    expect(host.world.bodies).toHaveLength(5);
  });

  it('makes everything of the chosen material, and refuses hands it does not know', () => {
    const host = createHost();
    const session = begin(host, { ...setup, material: 'steel' });
    misbehave(host, session);
    const { material } = host.world.info(host.world.bodies[1]);
    expect(material?.name).toBe('steel');
    expect(() => actSession(session, host, 'tickle', [])).toThrow(/tickle/);
  });

  it('goes on with another setup at once, back and forth and in recordings to the same bits', () => {
    const other: Setup = { ...setup, order: 'plain', field: 'mean', upkeep: 'rebuild', contacts: 4 };
    const host = createHost();
    const session = begin(host);
    playSession(session, host, 20);
    actSession(session, host, 'blast', [host.world.bodies[1], [0.05, 0.1, 0], 0.4, 60]);
    playSession(session, host, 10);
    expect(tuneSession(session, host, other)).toBe(true);
    expect(tuneSession(session, host, other)).toBe(true); // nothing to do
    expect(session.inputs.map(({ name }) => name)).toEqual(['blast', 'tune']);
    const { field } = colliderOf(host.world.info(host.world.bodies[1])).collider;
    expect(field?.form).not.toBe(null);
    expect(field?.own.length).toBe(field?.family.fragments.count);
    playSession(session, host, 30);
    const end = host.world.hash();

    const again = createHost();
    const replay = begin(again, setup, JSON.parse(JSON.stringify(session.inputs)));
    playSession(replay, again, 60);
    expect(again.world.hash()).toBe(end);
    expect(replay.start).toEqual(setup);

    seekSession(session, host, 50);
    playSession(session, host, 10);
    expect(host.world.hash()).toBe(end);

    seekSession(session, host, 24); // before it was changed: the same moment, the other way
    expect(session.setup).toEqual(other);
    expect(session.inputs.at(-1)).toEqual({ step: 24, name: 'tune', args: [other] });
    expect(tuneSession(session, host, { ...other, seed: 2 })).toBe(false);
  });

  it('shoots bullets that are swept, unless sweeping is off', () => {
    const ends = [true, false].map((sweep) => {
      const host = createHost();
      const session = begin(host, { ...setup, sweep });
      playSession(session, host, 2);
      actSession(session, host, 'shoot', [
        [0.01, 0.08, 1.5],
        [0, 0, -200],
      ]);
      playSession(session, host, 1);
      const { swept } = computeViews(views, host.world, { swept: 0 });
      if (sweep)
        expect(swept.lines?.length).toBeGreaterThanOrEqual(12); // before and after it touches
      else expect(swept.lines?.length).toBe(0);
      expect(swept.note).toMatch(sweep ? /^[1-9]\d* sweeps, [1-9]\d* touch/ : /^0/);
      return host.world.poses[7 * host.world.indexOf(host.world.bodies.at(-1)!) + 2];
    });
    expect(ends[0]).toBeGreaterThan(-0.1); // at the block, or in what is left of it
    expect(ends[1]).toBeLessThan(-1); // behind it
  });

  it('shows a model on the floor', () => {
    const host = createHost();
    const own = createModelScene(block);
    const session = createSession(host, own, {}, setup);
    playSession(session, host, 30);
    const o = 7 * host.world.indexOf(host.world.bodies[1]);
    expect(host.world.poses[o + 1]).toBeCloseTo(0.075, 3);
  });
});

describe('recordings', () => {
  const plain = { format: 'fracas-play', version: 1, scene: 'tower', setup, steps: 9, inputs: [] } as const;

  it('of scenes and of models come back from files', async () => {
    const read = (text: string) => readRecording(new File([text], 'it.json'));
    expect(await read(writeRecording(plain))).toEqual(plain);
    const model = encodeAsset(block);
    const { model: found, ...rest } = await read(writeRecording({ ...plain, model }));
    expect(rest).toEqual(plain);
    expect(decodeAsset(found!).hash).toBe(block.hash);
    await expect(read('{"format":"fracas-play"}')).rejects.toThrow(/it\.json is no recording/);
  });

  it('that know less of the setup get what is usual', async () => {
    const { order: _order, sweep: _sweep, ...old } = setup;
    const inputs = [
      { step: 1, name: 'drop', args: [0] },
      { step: 2, name: 'tune', args: [{ ...old, contacts: 4 }] },
    ];
    const file = new File([JSON.stringify({ ...plain, setup: old, inputs })], 'old.json');
    const read = await readRecording(file);
    expect(read.setup).toEqual(setup);
    expect(read.inputs).toEqual([inputs[0], { ...inputs[1], args: [{ ...setup, contacts: 4 }] }]);
  });
});

describe('colliding points', () => {
  it('are counted over some frames, and are those of the view', () => {
    const host = createMess();
    const all = computeViews(views, host.world, { rejected: 0 }).rejected.points?.length ?? 0;
    expect(all).toBeGreaterThan(0);
    const colliding = createColliding();
    const counts = Array.from({ length: 60 }, () => countColliding(colliding, host.world));
    expect(counts.at(-1)).toBe(all / 3);
    expect(counts[0]).toBeLessThanOrEqual(all / 3);
  });
});

describe('views', () => {
  it('are computed of a broken world, with arrays that fit together', () => {
    const host = createMess();
    const wishes = Object.fromEntries(views.map(({ name, slider }) => [name, slider?.start ?? 0]));
    const found = computeViews(views, host.world, wishes);
    expect(Object.keys(found)).toEqual(views.map(({ name }) => name));
    for (const { note } of Object.values(found)) expect(note).toMatch(/\d/);
    const { contacts, spheres, slice, islands } = found;
    expect(contacts.points?.length).toBe(3 * host.world.contacts.count);
    expect(contacts.lines?.length).toBe(contacts.lineColors?.length);
    expect((spheres.spheres?.length ?? 0) / 4).toBe((spheres.sphereColors?.length ?? 0) / 3);
    expect(islands.tints?.length).toBe(3 * host.world.bodies.length);
    expect(slice.slice?.pixels.some((x) => x > 0)).toBe(true);
    expect(computeViews(views, host.world, { nothing: 0 })).toEqual({}); // of another kind of scene
  });
});

describe('links', () => {
  it('come back as they went', () => {
    const own: Setup = { ...setup, seed: 7, material: 'ice', sleep: false, contacts: 4, order: 'plain' };
    expect(readLink(writeLink('plates', own, 60), 'piggy')).toEqual({
      scene: 'plates',
      setup: own,
      step: 60,
    });
    expect(writeLink('plates', setup)).toBe('?scene=plates');
    expect(readLink('?seed=x&contacts=999&material=cheese', 'piggy')).toEqual({
      scene: 'piggy',
      setup,
      step: 0,
    });
  });
});
