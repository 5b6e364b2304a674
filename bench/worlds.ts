// Random worlds (`worlds-make.ts`), judged from outside: how deep bodies are in each other by their surfaces, in motion and
// at rest, energy that was not there, things below the ground, things that do not come to rest. Worlds in which something
// is more than a thousand times as heavy as something else are told apart.

import type { Bench, Report } from './bench.ts';
import { createOverlapJudge, judgeOverlaps, placeBodies } from './overlap.ts';
import { createParting, followParting } from './overlaps.ts';
import { createRandomWorld } from './worlds-make.ts';

const DT = 1 / 60;
const EVERY = 10; // steps between two looks
const DEEP = 8; // ε: deeper is a fault, even for a moment
const REST = 2; // ε: the same at the end
const GAINED = 0.003; // of all energy at first: more in a step than in any of the four before is a fault
const HEAVY = 1000;

/** What became of a world. */
export interface Played {
  readonly seed: number;
  readonly name: string;
  readonly ratio: number; // of the heaviest to the lightest
  readonly deepest: number; // ε, in motion
  readonly parted: number; // the same among pieces that have not parted
  readonly rest: number; // ε, at the end
  readonly gained: number; // of all energy
  readonly below: number; // bodies
  readonly awake: number;
  readonly limited: number;
}

export async function playRandomWorld(seed: number): Promise<Played> {
  const { world, setting, size, broken } = await createRandomWorld(seed);
  const judge = createOverlapJudge();
  const parting = createParting();
  const energy = (): number => world.measure().kinetic + world.measure().potential;
  const first = Math.max(energy(), 1e-12);
  const past = [first];
  let [deepest, parted, rest, gained] = [0, 0, 0, 0];
  const steps = Math.round((3 + 6 * Math.sqrt(Math.max(size, 0.1))) / DT / EVERY) * EVERY;
  for (let step = 1; step <= steps; step++) {
    world.step(DT);
    gained = Math.max(gained, (energy() - Math.max(...past)) / first);
    past.push(energy());
    if (past.length > 4) past.shift();
    if (step % EVERY !== 0) continue;
    const bodies = placeBodies(judge, world);
    const overlaps = judgeOverlaps(bodies);
    followParting(parting, bodies, overlaps);
    rest = 0;
    for (const { a, b, depth, epsilon } of overlaps) {
      const together = parting.together.has(`${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`);
      if (together) parted = Math.max(parted, depth / epsilon);
      else deepest = Math.max(deepest, depth / epsilon);
      rest = Math.max(rest, depth / epsilon);
    }
  }
  const bodies = world.bodies.map((id) => world.info(id)).filter(({ kind }) => kind === 'dynamic');
  const masses = bodies.map(({ mass }) => mass);
  const played = {
    seed,
    name: `${setting}, ${size.toPrecision(2)} m, ${broken ? 'broken' : 'whole'}, ${bodies.length} bodies`,
    ratio: Math.max(...masses) / Math.min(...masses),
    deepest,
    parted,
    rest,
    gained,
    below: bodies.filter(({ center }) => center[1] < -0.02 * size).length,
    awake: bodies.filter(({ asleep }) => !asleep).length,
    limited: world.counters.limited,
  };
  world.dispose();
  return played;
}

const FAULTS: Readonly<Record<string, (played: Played) => boolean>> = {
  [`deeper than ${DEEP} ε in motion`]: ({ deepest }) => deepest > DEEP,
  [`deeper than ${REST} ε at rest`]: ({ rest }) => rest > REST,
  'that gain energy': ({ gained }) => gained > GAINED,
  'with bodies below the ground': ({ below }) => below > 0,
  'with bodies awake at the end': ({ awake }) => awake > 0,
  'in which the solver lost its way': ({ limited }) => limited > 0,
};

function tell(report: Report, name: string, all: readonly Played[], judged: boolean): void {
  if (all.length === 0) return;
  const most = (read: (played: Played) => number): number => Math.max(...all.map(read));
  for (const [fault, has] of Object.entries(FAULTS)) {
    const found = all.filter(has);
    report.row({
      name: `${name} ${fault}`,
      value: found.length,
      unit: `of ${all.length}`,
      ...(judged ? { target: 0 } : {}),
      seeds: found.slice(0, 12).map(({ seed }) => seed),
    });
  }
  report.row({
    name: `${name}: deepest in motion, and at rest`,
    value: most(({ deepest }) => deepest),
    unit: 'ε',
    atRest: most(({ rest }) => rest),
    notParted: most(({ parted }) => parted),
    energyGained: 100 * most(({ gained }) => gained), // %
  });
}

export const bench: Bench = {
  name: 'worlds',
  answers: 'random worlds of random solids: overlaps, energy, rest, judged from outside',
  async run(report, flags) {
    const seeds = flags.trials ?? (flags.quick ? 12 : 60);
    const played: Played[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      const one = await playRandomWorld(seed);
      played.push(one);
      if (Object.values(FAULTS).some((has) => has(one))) report.note(JSON.stringify(one));
    }
    tell(
      report,
      'worlds',
      played.filter(({ ratio }) => ratio <= HEAVY),
      true,
    );
    tell(
      report,
      `worlds with masses more than ${HEAVY} : 1`,
      played.filter(({ ratio }) => ratio > HEAVY),
      false,
    );
  },
};
