// Other engines of npm beside ours, in one run, step by step in turn: whole bunnies, bunnies that break, a heap of shards,
// a bowl filled with small pieces. What a step costs, and how well bodies lie, by one judge for all. Engines that cannot
// break are given the pieces when ours breaks; making their shapes is part of that step. Pieces are moved apart a little
// as they break: in Rapier a step with triangles that touch all along a crack takes minutes.

import { colliderOf } from '../src/contact/inside.ts';
import { createShape } from '../src/contact/shape.ts';
import { finishWork } from '../src/job/work.ts';
import { warmUp } from '../src/world/warm-up.ts';
import { World } from '../src/world/world.ts';
import type { Bench, Report } from './bench.ts';
import { type Engine, loadEngines, type Sim } from './peers-engines.ts';
import { energyOf, judge, type Placed } from './peers-judge.ts';
import { DENSITY, type Part, placePart, STATE_SIZE, type State, splitInto, turnBy } from './peers-parts.ts';
import { BOWL, type Setup, setUp } from './peers-scenes.ts';

const DT = 0.005;
const OURS = 'fracas';

/** A world under way: times of its steps, and what it holds. */
interface Play {
  readonly name: string;
  readonly times: number[]; // milliseconds of processor time
  failed: boolean;
  gained: number; // J, the most above the beginning, but for what breaking was given
  first: number; // J
  step(step: number): void;
  placed(): Placed[];
}

function meanOf(times: readonly number[]): number {
  return times.reduce((a, b) => a + b, 0) / times.length;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Ours. */
function playOurs(setup: Setup): Play {
  const world = new World({ friction: 0.5 });
  world.addStatic(createShape('plane'));
  if (setup.fixed !== null) {
    const { asset, pose } = setup.fixed;
    world.addStatic(asset, { position: pose.slice(0, 3) as [number, number, number], material: null });
  }
  let bodies = setup.places.map((s) =>
    world.add(setup.asset, {
      position: [s[0], s[1], s[2]],
      rotation: [s[3], s[4], s[5], s[6]],
      velocity: [s[7], s[8], s[9]],
      spin: [s[10], s[11], s[12]],
      density: DENSITY,
      material: null,
    }),
  );
  return {
    name: OURS,
    times: [],
    failed: false,
    gained: 0,
    first: 0,
    step(step) {
      if (step === setup.breakAt) {
        bodies = bodies.flatMap((body) => {
          const { center } = world.info(body);
          const pieces = splitInto(world, body, setup.count, 1);
          for (const piece of pieces) {
            const info = world.info(piece);
            const at = [0, 1, 2].map((d) => info.pose[d] + setup.spread * (info.center[d] - center[d]));
            world.setPose(piece, at, info.pose.slice(3));
            world.setVelocity(piece, info.velocity, info.spin);
          }
          return pieces;
        });
      }
      world.step(DT);
    },
    placed() {
      const placed = bodies.map((body) => {
        const info = world.info(body);
        const state = new Float64Array(STATE_SIZE);
        const { label } = colliderOf(info);
        const part = info.version === 0 ? setup.whole : setup.pieces[label];
        placePart(state, part, info.pose);
        state.set(info.velocity, 7);
        state.set(info.spin, 10);
        return { part, fixed: false, state };
      });
      return [...placed, ...fixedOf(setup)];
    },
  };
}

function fixedOf({ fixed }: Setup): Placed[] {
  if (fixed === null) return [];
  const state = new Float64Array(STATE_SIZE);
  placePart(state, fixed.part, fixed.pose);
  return [{ part: fixed.part, fixed: true, state }];
}

/** The state of a part of a body whose asset is at a pose and whose whole moves. */
function stateOf(part: Part, whole: Part, place: State, spread = 0): State {
  const state = new Float64Array(STATE_SIZE);
  placePart(state, part, place);
  const center = new Float64Array(STATE_SIZE);
  placePart(center, whole, place);
  const r = [0, 1, 2].map((d) => state[d] - center[d]);
  for (let d = 0; d < 3; d++) state[d] += spread * r[d];
  const [wx, wy, wz] = place.subarray(10);
  state.set(
    [
      place[7] + wy * r[2] - wz * r[1],
      place[8] + wz * r[0] - wx * r[2],
      place[9] + wx * r[1] - wy * r[0],
      wx,
      wy,
      wz,
    ],
    7,
  );
  return state;
}

/** The pose of an asset whose whole is where a state says. */
function restOf(whole: Part, s: State): State {
  const place = s.slice();
  const [x, y, z, w] = whole.turn;
  const [a, b, c, d] = s.subarray(3);
  // s = place ∘ turn, so place = s ∘ turn⁻¹.
  const q = [
    -d * x + a * w - b * z + c * y,
    -d * y + a * z + b * w - c * x,
    -d * z - a * y + b * x + c * w,
    d * w + a * x + b * y + c * z,
  ];
  place.set(q, 3);
  const at = turnBy(q, whole.center);
  for (let k = 0; k < 3; k++) place[k] = s[k] - at[k];
  return place;
}

async function playPeer(setup: Setup, engine: Engine): Promise<Play> {
  const sim: Sim = await engine.create();
  for (const { part, state } of fixedOf(setup)) sim.add(part, state, true);
  let bodies = setup.places.map((place) => ({
    part: setup.whole,
    handle: sim.add(setup.whole, stateOf(setup.whole, setup.whole, place), false),
  }));
  const read = (handle: number): State => {
    const state = new Float64Array(STATE_SIZE);
    sim.read(state, handle);
    return state;
  };
  return {
    name: engine.name,
    times: [],
    failed: false,
    gained: 0,
    first: 0,
    step(step) {
      if (step === setup.breakAt) {
        bodies = bodies.flatMap(({ handle }) => {
          const place = restOf(setup.whole, read(handle));
          sim.remove(handle);
          return setup.pieces.map((part) => ({
            part,
            handle: sim.add(part, stateOf(part, setup.whole, place, setup.spread), false),
          }));
        });
      }
      sim.step(DT);
    },
    placed: () => [
      ...bodies.map(({ part, handle }) => ({ part, fixed: false, state: read(handle) })),
      ...fixedOf(setup),
    ],
  };
}

interface Result {
  readonly name: string;
  readonly mean: number;
  readonly times: readonly number[];
  readonly p99: number;
  readonly most: number;
  readonly broken: number; // the step in which all broke
  readonly placed: Placed[];
}

/** Plays a scene in all engines, step by step in turn. */
async function playScene(
  report: Report,
  setup: Setup,
  engines: readonly Engine[],
  steps: number,
): Promise<Result[]> {
  const plays = [playOurs(setup)];
  for (const engine of engines) plays.push(await playPeer(setup, engine));
  for (const play of plays) play.first = energyOf(play.placed());
  const spent = plays.map(() => 0);
  for (let step = 0; step < steps; step++) {
    plays.forEach((play, k) => {
      if (spent[k] > setup.patience) return;
      const start = cpu();
      try {
        play.step(step);
      } catch (error) {
        report.note(`${setup.name}: ${play.name} failed in step ${step}: ${(error as Error).message}`);
        spent[k] = Infinity;
        play.failed = true;
        return;
      }
      const time = cpu() - start;
      spent[k] += time;
      play.times.push(time);
      if (step % 10 === 0) play.gained = Math.max(play.gained, energyOf(play.placed()) - play.first);
    });
    if (step % 100 === 99) report.note(`${setup.name}: ${step + 1} of ${steps} steps`);
  }
  return plays.map((play) => {
    const { times } = play;
    const sorted = times.toSorted((a, b) => a - b);
    const mean = meanOf(times);
    const p99 = sorted[Math.floor(0.99 * (sorted.length - 1))];
    const placed = play.failed ? [] : play.placed();
    const verdict = judge(placed);
    const most = sorted[sorted.length - 1];
    const broken = times[setup.breakAt] ?? 0;
    report.row({
      name: `${setup.name}: ${play.name}`,
      value: mean,
      unit: 'ms',
      p99,
      most,
      ...(setup.breakAt < steps && setup.breakAt > 0 && { broken }),
      steps: times.length,
      ...(play.failed && { failed: 1 }),
      bodies: placed.length,
      overlapMm: 1000 * verdict.deepest,
      gapMm: 1000 * verdict.gap,
      resting: verdict.resting,
      gained: (100 * play.gained) / play.first,
    });
    return { name: play.name, mean, times, p99, most, broken, placed };
  });
}

/** How many small things are in the lower part of the bowl's hollow: neither on its mouth nor beside its foot. */
function countInside(placed: readonly Placed[], radius: number, height: number): number {
  return placed.filter(
    ({ fixed, state }) =>
      !fixed &&
      Math.hypot(state[0], state[2]) < 0.9 * radius &&
      state[1] < 0.75 * height &&
      state[1] > 0.1 * height,
  ).length;
}

export const bench: Bench = {
  name: 'peers',
  answers: 'Rapier, Havok, crashcat and Bullet beside ours: what a step costs, and how well bodies lie',
  async run(report, flags) {
    const engines = await loadEngines((text) => report.note(text));
    const setups = (await setUp(report)).filter(({ name }) => !flags.scene || name === flags.scene);
    finishWork(warmUp([...new Set(setups.map(({ asset }) => asset))]));
    for (const setup of setups) {
      const results = await playScene(report, setup, engines, Math.min(setup.steps, flags.steps ?? Infinity));
      const ours = results[0];
      const find = (text: string): Result | undefined => results.find(({ name }) => name.includes(text));
      const compare = (peer: Result | undefined, text: string, target?: number): void => {
        if (peer === undefined) return;
        const value = meanOf(ours.times.slice(0, peer.times.length)) / peer.mean; // of the steps that it played
        report.row({ name: `${setup.name}: ${text}`, value, unit: '×', ...(target && { target }) });
      };
      const whole = setup.name === '27 bunnies';
      compare(find('triangles'), "our mean by that of Rapier's triangles", whole ? 1 / 8 : undefined);
      compare(find('Havok'), "our mean by that of Havok's triangles", whole ? 1 / 30 : undefined);
      compare(find('hulls'), "our mean by that of Rapier's hulls", whole ? 3 : undefined);
      if (whole) {
        report.row({
          name: `${setup.name}: our p99 by our mean`,
          value: ours.p99 / ours.mean,
          unit: '×',
          target: 3,
        });
      }
      if (setup.fixed !== null) {
        for (const { name, placed } of results) {
          report.row({
            name: `${setup.name}: in the bowl, ${name}`,
            value: countInside(placed, BOWL.radius, BOWL.height),
            unit: `of ${setup.places.length}`,
          });
        }
      }
    }
  },
};
