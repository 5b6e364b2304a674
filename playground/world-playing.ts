// Scenes of worlds, as the worker plays them: a session, its hands, its views and its charts.

import type { Scene } from '../scenes/index.ts';
import { materials } from '../src/fracture/material.ts';
import type { Timings } from '../src/world/timings.ts';
import { AWAKE, STATIC, type WorldFrame } from '../worker/frame.ts';
import type { WorldHost } from '../worker/serve.ts';
import { type ChartPlan, type Knob, type PlayFrame, type Playing, type SceneCard, SEED } from './playing.ts';
import { actSession, playSession, type Session, seekSession } from './session.ts';
import { computeViews, views } from './views/index.ts';
import type { ViewWishes } from './views/view.ts';

/** After [Glondu13, fig. 12]. */
const CHARTS: readonly ChartPlan[] = [
  { title: 'milliseconds a frame', names: ['collision', 'solver', 'fracture', 'update'] },
  { title: 'contacts', names: ['contacts', 'pairs queried'] },
  { title: 'bodies', names: ['bodies', 'awake'] },
];

const KNOBS: readonly Knob[] = [
  {
    key: 'material',
    title: 'Material',
    about: 'What breaks is made of this; steel never does.',
    kind: 'choice',
    options: [['', 'as it is'], ...Object.keys(materials).map((name) => [name, name] as const)],
  },
  SEED,
  {
    key: 'contacts',
    title: 'Contacts',
    about: 'That a pair of bodies begins with [Glondu13, sec. 5.2].',
    kind: 'number',
    low: 1,
    high: 64,
  },
  {
    key: 'adaptive',
    title: 'Self-adapting',
    about: 'More contacts where a pair needs them; off: that many and no more.',
    kind: 'switch',
  },
  {
    key: 'speculation',
    title: 'Speculation',
    about: 'Stops bodies before they meet; off: only once they overlap.',
    kind: 'switch',
  },
  {
    key: 'sleep',
    title: 'Sleep',
    about: 'What rests costs nothing; off: everything is simulated for ever.',
    kind: 'switch',
  },
];

/** A session as something that is played. */
export function createWorldPlaying(host: WorldHost, session: Session): Playing {
  const frameOf = (wishes: ViewWishes, fractures = 0, timings?: Timings): PlayFrame => {
    const { time, bodies, poses, states, looks, surfaces, ...rest } = host.frame();
    const found = computeViews(views, host.world, wishes);
    const rows = rowsOf({ ...rest, states, timings: timings ?? rest.timings });
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
      const { fractures, timings } = playSession(session, host.world, steps);
      return frameOf(wishes, fractures, timings);
    },
    seek(step, wishes) {
      seekSession(session, host, step);
      return frameOf(wishes);
    },
    look: (wishes) => computeViews(views, host.world, wishes),
    act: (name, args) => actSession(session, host.world, name, args),
    tune: () => false, // a world is told what it is told when it is made
    save() {
      const { scene, setup, step, inputs } = session;
      return { format: 'fracas-play', version: 1, scene: scene.name, setup, steps: step, inputs };
    },
    hash: () => host.world.hash(),
  };
}

/** The rows of the charts. */
function rowsOf(frame: Pick<WorldFrame, 'timings' | 'states' | 'contacts' | 'counters'>): number[][] {
  const { timings: t, states, contacts, counters } = frame;
  let [dynamic, awake] = [0, 0];
  for (const state of states) {
    if (state !== STATIC) dynamic++;
    if (state === AWAKE) awake++;
  }
  return [
    [t.pairs + t.contacts, t.solve + t.islands + t.events, t.fracture + t.split, t.update],
    [contacts, counters.queries],
    [dynamic, awake],
  ];
}

function cardOf({ name, about, dt, look }: Scene): SceneCard {
  const cards = views.map(({ compute: _compute, ...card }) => card);
  return { name, about, dt, look, charts: CHARTS, views: cards, knobs: KNOBS };
}
