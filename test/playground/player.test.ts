// The player between page and worker, with a worker that answers by hand: scenes that cannot be opened and moments that
// cannot be gone back to leave what is shown as it was, and it plays on.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createActors } from '../../playground/actors.ts';
import { START } from '../../playground/link.ts';
import { Player } from '../../playground/player.ts';
import type { PlayFrame, SceneCard } from '../../playground/playing.ts';
import type { RemoteWorld } from '../../worker/world.ts';

vi.mock('../../playground/start.ts', () => ({ base: '' })); // it would start a worker

interface Call {
  readonly name: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const dt = 1 / 60;
const cardOf = (name: string) =>
  ({ name, dt, look: { from: [1, 1, 1], at: [0, 0, 0] } }) as unknown as SceneCard;
const frameOf = (step: number): PlayFrame => ({
  step,
  time: step * dt,
  bodies: new Float64Array(),
  poses: new Float32Array(),
  states: new Uint8Array(),
  looks: [],
  surfaces: [],
  fractures: 0,
  rows: [],
  views: {},
});

let calls: Call[]; // that are under way
let player: Player;
const errors: string[] = [];

/** Answers the oldest call, which must be of that name, as a worker does: in order. */
async function answer(name: string, value: unknown): Promise<void> {
  const call = calls.shift();
  expect(call?.name).toBe(name);
  if (value instanceof Error) call?.reject(value);
  else call?.resolve(value);
  await new Promise((done) => setTimeout(done));
}

const stepsShown = () => player.shots.map(({ step }) => step);

beforeEach(async () => {
  calls = [];
  errors.length = 0;
  const ask = (name: string) => new Promise((resolve, reject) => calls.push({ name, resolve, reject }));
  player = new Player({ ask } as unknown as RemoteWorld, createActors(), START, {
    onFrame: () => {},
    onOpen: () => {},
    onViews: () => {},
    onError: ({ message }) => errors.push(message),
  });
  const opened = player.open({ scene: 'first' });
  await answer('openScene', { card: cardOf('first'), frame: frameOf(0) });
  await opened;
});

describe('a player', () => {
  it('plays on when another scene cannot be opened, and misses no frame', async () => {
    player.show(dt); // asks for a frame
    const opened = player.open({ scene: 'nowhere' });
    await answer('play', frameOf(1)); // of the scene before
    player.show(dt);
    const refused = expect(opened).rejects.toThrow('no such scene');
    await answer('openScene', new Error('no such scene'));
    await refused;
    await answer('play', frameOf(2));
    player.show(dt);
    await answer('play', frameOf(3));
    expect(stepsShown()).toEqual([0, 1, 2, 3]);
    expect(player.card?.name).toBe('first');
  });

  it('begins another scene with its own frames, one asked for at a time', async () => {
    player.show(dt);
    const opened = player.open({ scene: 'second' });
    await answer('play', frameOf(1));
    player.show(dt); // the worker will have opened the other scene before it comes to this
    await answer('openScene', { card: cardOf('second'), frame: frameOf(0) });
    await opened;
    player.show(dt);
    expect(calls).toHaveLength(1);
    await answer('play', frameOf(1));
    expect(stepsShown()).toEqual([0, 1]);
    expect(player.card?.name).toBe('second');
  });

  it('keeps what was shown when it cannot go back, and plays on', async () => {
    const played = player.playTo(8);
    for (let step = 1; step <= 8; step++) await answer('play', frameOf(step));
    await played;
    player.scrub(0.25);
    player.play();
    await answer('seek', new Error('no such moment'));
    expect(errors).toEqual(['no such moment']);
    expect(stepsShown()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    for (let k = 0; k < 8; k++) player.show(dt);
    await answer('play', frameOf(9));
    expect(stepsShown().at(-1)).toBe(9);
  });

  it('forgets what came after when it goes back, also what is under way', async () => {
    const played = player.playTo(8);
    for (let step = 1; step <= 8; step++) await answer('play', frameOf(step));
    await played;
    player.play();
    player.show(dt); // asks for a frame
    player.scrub(0.25);
    player.play();
    await answer('play', frameOf(9));
    await answer('seek', frameOf(2));
    expect(stepsShown()).toEqual([0, 1, 2]);
  });
});
