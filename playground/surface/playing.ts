// Surface scenes, as the worker plays them: loaded when the first one is opened. Nothing a hand could do belongs to
// them, so all frames follow from the scene and its seed, and settings change what a frame costs, not what it shows.

import type { SurfaceCard } from '../../scenes/surface/catalog.ts';
import type { Exhibit, LoadMesh } from '../../scenes/surface/index.ts';
import { hashBytes } from '../../src/bake/hash.ts';
import { InputError } from '../../src/job/error.ts';
import { type ChartPlan, type Knob, type PlayFrame, type Playing, type SceneCard, SEED } from '../playing.ts';
import type { Setup } from '../session.ts';
import { computeViews, type ViewWishes } from '../views/view.ts';
import { BodyRun } from './body-run.ts';
import { CutRun } from './cut-run.ts';
import { captureMesh } from './mesh-frame.ts';
import type { SurfaceRun } from './run.ts';
import { surfaceViews } from './views.ts';

const TREES = {
  cut: {
    key: 'trees',
    title: 'Trees',
    about:
      'Kept: edited where the cut went and kept in balance [Otaduy07, sec. 4]. Rebuilt: built anew there.',
    kind: 'choice',
    options: [
      ['', 'kept'],
      ['rebuild', 'rebuilt'],
    ],
  },
  bodies: {
    key: 'trees',
    title: 'Tree',
    about:
      'Selective: subtrees are built again where it pays, by our cost or by that of the paper [Heo10, sec. 5.2 and 5.4]. Refitted: boxes only. Rebuilt: all of it, every frame.',
    kind: 'choice',
    options: [
      ['', 'selective'],
      ['traversal', 'the paper’s'],
      ['refit', 'refitted'],
      ['rebuild', 'rebuilt'],
    ],
  },
} as const satisfies Record<string, Knob>;

const CULLING: Knob = {
  key: 'culling',
  title: 'Culling',
  about:
    'What cannot meet itself is passed over: by its contour, which never misses; by dual cones, which may [Heo10, sec. 4]; or not at all.',
  kind: 'choice',
  options: [
    ['contour', 'contour'],
    ['dual', 'dual cones'],
    ['off', 'off'],
  ],
};

const SLICE = 50; // milliseconds that going back may take before others are let in

function chartsOf({ isContinuous }: Exhibit): ChartPlan[] {
  return [
    { title: 'milliseconds a frame', names: ['mesh', 'hierarchy', 'query'] },
    { title: 'found', names: [isContinuous ? 'contacts of the step' : 'pairs of triangles'] },
    { title: 'box tests', names: ['of the query'] },
    { title: 'triangles', names: ['in all'] },
  ];
}

function rowsOf({ figures: f }: SurfaceRun): number[][] {
  return [[f.mesh, f.tree, f.query], [f.pairs], [f.tests], [f.triangles]];
}

function cardOf(exhibit: Exhibit & SurfaceCard, run: SurfaceRun, frames: number): SceneCard {
  const { name, about, dt, look, paints, isHollow, isMotley, isRandom } = exhibit;
  const isCut = run.surface === null;
  return {
    name,
    about,
    dt,
    look,
    steps: frames,
    charts: chartsOf(exhibit),
    views: viewsOf(run).map(({ compute: _compute, fits: _fits, ...card }) => card),
    knobs: [...(isCut ? [TREES.cut] : [TREES.bodies, CULLING]), ...(isRandom ? [SEED] : [])],
    isLive: true,
    noHands: 'A surface that moves by itself: look around, and inside.',
    skin: { paints, isHollow, isMotley },
  };
}

function viewsOf(run: SurfaceRun) {
  return surfaceViews.filter(({ fits }) => fits?.(run) ?? true);
}

/** Opens a surface scene. */
export async function createSurfacePlaying(
  exhibit: Exhibit & SurfaceCard,
  start: Setup,
  load: LoadMesh,
): Promise<Playing> {
  const [cut, bodies] = await Promise.all([exhibit.cut?.(load), exhibit.bodies?.(load)]);
  const frames = exhibit.frames ?? (cut ?? bodies)?.frames ?? 0;
  let setup = start;
  const begin = (): SurfaceRun => {
    const seed = start.seed - 1; // the page's first seed is the scene's own
    if (cut !== undefined) return new CutRun(cut, seed);
    if (bodies !== undefined) return new BodyRun(bodies, exhibit.isContinuous ?? false, seed, setup.culling);
    throw new InputError('bad-argument', `scene '${exhibit.name}' has nothing to show`);
  };
  let run = begin();
  let past: SurfaceRun | null = null; // the same once more, for views of moments before
  const sent = new Set<number>(); // shapes
  const frameOf = (wishes: ViewWishes, fractures = 0): PlayFrame => {
    const mesh = captureMesh(run, !sent.has(run.shape));
    sent.add(run.shape);
    return {
      step: run.frame,
      time: run.frame * exhibit.dt,
      fractures,
      rows: rowsOf(run),
      views: computeViews(viewsOf(run), run, wishes),
      bodies: new Float64Array(0),
      poses: new Float32Array(0),
      states: new Uint8Array(0),
      looks: [],
      surfaces: [],
      mesh,
    };
  };
  return {
    card: cardOf(exhibit, run, frames),
    frame: (wishes) => frameOf(wishes),
    play(steps, wishes) {
      past = null;
      let fractures = 0;
      for (let k = 0; k < steps && run.frame < frames; k++) {
        run.step(setup);
        if (run.figures.isFracture) fractures++;
      }
      return frameOf(wishes, fractures);
    },
    seek(step, wishes) {
      if (step < run.frame) run = begin();
      while (run.frame < Math.min(step, frames)) run.step(setup);
      return frameOf(wishes);
    },
    look: (wishes) => computeViews(viewsOf(run), run, wishes),
    lookBack(step, wishes) {
      if (past === null || past.frame > step) past = begin();
      const until = performance.now() + SLICE;
      while (past.frame < step && performance.now() < until) past.step(setup);
      return past.frame < step ? null : computeViews(viewsOf(past), past, wishes);
    },
    act() {
      throw new InputError('bad-argument', 'a surface scene has no hands: open a scene of bodies');
    },
    tune(wanted) {
      if (wanted.seed !== setup.seed) return false;
      if (wanted.culling !== setup.culling) past = null;
      setup = wanted;
      return true;
    },
    save: () => ({
      format: 'fracas-play',
      version: 1,
      scene: exhibit.name,
      setup,
      steps: run.frame,
      inputs: [],
    }),
    hash() {
      const state = new Float64Array(run.positions.length + 1);
      state.set(run.positions);
      state[run.positions.length] = run.figures.pairs;
      const { low, high } = hashBytes(new Uint8Array(state.buffer), 0);
      return [high, low].map((part) => part.toString(16).padStart(8, '0')).join('');
    },
  };
}
