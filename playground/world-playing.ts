// Scenes of worlds, as the worker plays them: a session, its hands, its views and its charts.

import type { Scene } from '../scenes/index.ts';
import type { Asset } from '../src/bake/asset.ts';
import { encodeAsset } from '../src/bake/encode.ts';
import { materials } from '../src/fracture/material.ts';
import type { Timings } from '../src/world/timings.ts';
import { AWAKE, STATIC } from '../worker/frame.ts';
import type { WorldHost } from '../worker/serve.ts';
import { countColliding, createColliding } from './colliding.ts';
import { type ChartPlan, type Knob, type PlayFrame, type Playing, type SceneCard, SEED } from './playing.ts';
import { actSession, playSession, type Session, seekSession, tuneSession } from './session.ts';
import { countTouching } from './views/contacts.ts';
import { views } from './views/index.ts';
import { computeViews, type ViewWishes } from './views/view.ts';

/** After [Glondu13, fig. 12]. */
const CHARTS: readonly ChartPlan[] = [
  { title: 'milliseconds a frame', names: ['collision', 'solver', 'fracture', 'update'] },
  { title: 'contacts', names: ['contacts', 'colliding points', 'pairs'] },
  { title: 'bodies', names: ['bodies', 'awake'] },
];

const KNOBS: readonly Knob[] = [
  {
    key: 'material',
    title: 'Material',
    about: 'What breaks is made of this; steel never does. Begins the scene anew.',
    kind: 'choice',
    options: [['', 'as it is'], ...Object.keys(materials).map((name) => [name, name] as const)],
  },
  SEED,
  {
    key: 'manifolds',
    title: 'Manifolds',
    about: 'A few contacts of each patch; off: as many as the next two say [Glondu13, sec. 5.2].',
    kind: 'switch',
  },
  {
    key: 'contacts',
    title: 'Contacts',
    about: 'That a pair of bodies begins with, without manifolds.',
    kind: 'number',
    low: 1,
    high: 64,
  },
  {
    key: 'adaptive',
    title: 'Self-adapting',
    about: 'Without manifolds, more contacts where a pair needs them; off: that many and no more.',
    kind: 'switch',
  },
  {
    key: 'speculation',
    title: 'Second look',
    about: 'Looks at where bodies come to and solves again; off: contacts act once bodies overlap.',
    kind: 'switch',
  },
  {
    key: 'sweep',
    title: 'Sweep',
    about: 'What is fast is followed on its way; off: it may pass through what is thin [Xu14, sec. 3.3].',
    kind: 'switch',
  },
  {
    key: 'sleep',
    title: 'Sleep',
    about: 'What rests costs nothing; off: everything is simulated for ever.',
    kind: 'switch',
  },
  {
    key: 'upkeep',
    title: 'After a fracture',
    about:
      'Trees are split and depths updated where they changed, or trees and exact fields of all pieces are built anew [Glondu13, sec. 7.3].',
    kind: 'choice',
    options: [
      ['update', 'update'],
      ['rebuild', 'rebuild'],
    ],
  },
  {
    key: 'order',
    title: 'Order of queries',
    about:
      'By maximum distance, so that the first contacts are far apart, or plain breadth first [Glondu13, sec. 5.3].',
    kind: 'choice',
    options: [
      ['distance', 'distance'],
      ['plain', 'plain'],
    ],
  },
  {
    key: 'field',
    title: 'Field of pieces',
    about: 'Depth to the closest face, ours, or by the mean directions of the paper [Glondu13, sec. 4.2].',
    kind: 'choice',
    options: [
      ['closest', 'ours'],
      ['mean', 'paper’s'],
    ],
  },
];

/** A session as something that is played; `model` is what the scene was made of, if that is the user's own. */
export function createWorldPlaying(host: WorldHost, session: Session, model: Asset | null = null): Playing {
  const colliding = createColliding();
  const frameOf = (wishes: ViewWishes, fractures = 0, timings?: Timings): PlayFrame => {
    const { time, bodies, poses, states, looks, surfaces, ...rest } = host.frame();
    const found = computeViews(views, host.world, wishes);
    const { looks: rounds, pairs } = rest.counters;
    const rows = [
      stagesOf(timings ?? rest.timings),
      [
        countTouching(host.world),
        countColliding(colliding, host.world),
        Math.round(pairs / Math.max(1, rounds)),
      ],
      bodiesOf(states),
    ];
    return {
      step: session.step,
      time,
      bodies,
      poses,
      states,
      looks,
      surfaces,
      fractures,
      rows,
      views: found,
    };
  };
  return {
    card: cardOf(session.scene),
    frame: (wishes) => frameOf(wishes),
    play(steps, wishes) {
      const { fractures, timings } = playSession(session, host, steps);
      return frameOf(wishes, fractures, timings);
    },
    seek(step, wishes) {
      seekSession(session, host, step);
      return frameOf(wishes);
    },
    look: (wishes) => computeViews(views, host.world, wishes),
    act: (name, args) => actSession(session, host, name, args),
    tune: (setup) => tuneSession(session, host, setup),
    save() {
      const { scene, start: setup, step, inputs } = session;
      const saved = {
        format: 'fracas-play',
        version: 1,
        scene: scene.name,
        setup,
        steps: step,
        inputs,
      } as const;
      return model === null ? saved : { ...saved, model: encodeAsset(model) };
    },
    hash: () => host.world.hash(),
  };
}

function stagesOf(t: Timings): number[] {
  return [t.pairs + t.contacts, t.solve + t.islands + t.events, t.fracture + t.split, t.update];
}

/** How many bodies move, and how many of these are awake. */
function bodiesOf(states: Uint8Array): number[] {
  let [dynamic, awake] = [0, 0];
  for (const state of states) {
    if (state !== STATIC) dynamic++;
    if (state === AWAKE) awake++;
  }
  return [dynamic, awake];
}

function cardOf({ name, about, dt, look }: Scene): SceneCard {
  const cards = views.map(({ compute: _compute, ...card }) => card);
  return { name, about, dt, look, charts: CHARTS, views: cards, knobs: KNOBS, isLive: true };
}
