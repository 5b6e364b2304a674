// Shots of small fast bodies at thin plates, shards and fragments: how many pass through, swept and not, and what a step
// costs. A shot is through when its centre is on the far side of a plate within its outline, or when the way of its
// centre from step to step crosses the target, as it stands then.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { castCollider, localRay, RAY_SIZE } from '../src/contact/cast.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { createShape } from '../src/contact/shape.ts';
import { createFragmentMesh, extractShape } from '../src/fragment/extract.ts';
import { MASS_SIZE, measureMass } from '../src/fragment/mass.ts';
import { createRandom, nextFloat, type Random } from '../src/math/random.ts';
import { createFrame, setFrame } from '../src/math/rigid.ts';
import { createBox } from '../src/mesh/shapes/box.ts';
import { createSphere } from '../src/mesh/shapes/sphere.ts';
import type { Source } from '../src/world/instances.ts';
import { interpolatePose } from '../src/world/interpolate.ts';
import { World } from '../src/world/world.ts';
import type { Bench, Report } from './bench.ts';
import { summarise, timeOf } from './turns.ts';

const SHOTS = 10_000;
const LANES = 15; // shots in a world, each with a target of its own that the others do not see
const STEPS = 6;
const WORLDS = 4; // in a turn, for times
const TURNS = 5;
const TARGETS = [
  'plates',
  'free plates',
  'shards',
  'pieces of pieces',
  'pieces at pieces of their own copy',
] as const;
const OWN = TARGETS[4];
const SIZE = 0.3; // of a plate, metres

interface Counts {
  shots: number;
  through: number;
  aimed: number; // whose straight way crosses the target
  milliseconds: number;
  steps: number;
  sweeps: number;
  stopped: number;
}

const unit = (random: Random): number => 2 * nextFloat(random) - 1;

/** A direction, evenly on the sphere. */
function direction(random: Random): number[] {
  for (;;) {
    const v = [unit(random), unit(random), unit(random)];
    const length = Math.hypot(...v);
    if (length > 0.1 && length <= 1) return v.map((x) => x / length);
  }
}

interface Lane {
  readonly group: number; // of the targets
  readonly body: number;
  readonly targets: readonly number[];
  readonly local: readonly number[]; // its centre of mass in its rest frame
  before: number[]; // where that was
  through: boolean;
}

/** Puts up a target, whole or broken; returns its bodies. */
function putUp(world: World, plate: Asset, target: string, group: number, random: Random): number[] {
  const whole = world.add(plate, {
    rotation: [unit(random), unit(random), unit(random), unit(random)],
    kind: target === 'free plates' ? 'dynamic' : 'static',
    group,
    mask: target === OWN ? group : 2 * group,
    density: 2500,
  });
  const targets = [whole];
  if (target === 'shards' || target === OWN) {
    const place = (i: number) => (i % 3 === 2 ? 0 : 0.9 * SIZE * (nextFloat(random) - 0.5));
    const seeds = Array.from({ length: 24 }, (_, i) => place(i));
    targets.push(...world.split(whole, { kind: 'voronoi', seeds, axis: [0, 0, 1] }));
  }
  if (target === 'pieces of pieces') {
    for (const normal of [
      [1, 0.3, 0],
      [0.2, 1, 0.1],
    ]) {
      for (const id of [...targets]) {
        targets.push(...world.split(id, { kind: 'slice', normal, offset: 0.02 * unit(random) }));
      }
    }
  }
  return targets;
}

/** Fires a world's worth of shots, not more than `most`. */
function fire(
  plates: Asset[],
  bullets: Source[],
  target: string,
  sweep: boolean,
  seed: number,
  most: number,
  counts: Counts,
): void {
  const random = createRandom(seed);
  const world = new World({ sweep, gravity: [0, 0, 0], sleep: false });
  const lanes: Lane[] = [];
  for (let k = 0; k < Math.min(LANES, most); k++) {
    const group = 4 ** k;
    let targets = putUp(world, plates[(seed + k) % plates.length], target, group, random);
    // At a point near the target's middle, from any side, so that it is there within the first steps.
    const along = direction(random);
    const speed = target === OWN ? 5 + 95 * nextFloat(random) : 50 + 250 * nextFloat(random);
    const away = 0.5 + 3 * nextFloat(random);
    const aim = [0.06 * unit(random), 0.06 * unit(random), 0.06 * unit(random)];
    const from = aim.map((x, d) => x - away * along[d]);
    const velocity = along.map((x) => speed * x);
    const spin = [300 * unit(random), 300 * unit(random), 300 * unit(random)];
    let body: number;
    let local = [0, 0, 0];
    if (target === OWN) {
      body = targets[targets.length - 1];
      targets = targets.slice(0, -1);
      local = throwPiece(world, body, from, velocity, spin, random);
    } else {
      body = world.add(bullets[(seed + k) % bullets.length], {
        position: from,
        velocity,
        spin,
        density: 8000,
        group: 2 * group,
        mask: group,
      });
    }
    lanes.push({ group, body, targets, local, before: from, through: false });
    counts.shots++;
    const to = from.map((x, d) => x + (away + 0.5) * along[d]);
    if (targets.some((id) => passes(world, id, from, to))) counts.aimed++;
  }
  for (let step = 0; step < STEPS; step++) {
    counts.milliseconds += timeOf(() => world.step(1 / 60));
    counts.steps++;
    for (const lane of lanes) checkLane(world, lane, target === 'free plates');
  }
  counts.through += lanes.filter((lane) => lane.through).length;
  counts.sweeps += world.counters.sweeps;
  counts.stopped += world.counters.stopped;
  world.dispose();
}

const mesh = createFragmentMesh();
const mass = new Float64Array(MASS_SIZE);

/** Throws a piece of a target, its centre of mass from a place; returns that centre in its rest frame. */
function throwPiece(
  world: World,
  body: number,
  from: number[],
  velocity: number[],
  spin: number[],
  random: Random,
): number[] {
  const { collider, label } = colliderOf(world.info(body));
  if (collider.field === null) throw new Error('no piece');
  extractShape(mesh, collider.field.family, label);
  measureMass(mass, 0, mesh);
  const local = [...mass.subarray(1, 4)];
  const q = [unit(random), unit(random), unit(random), unit(random)];
  const size = Math.hypot(...q);
  const rotation = q.map((x) => x / size);
  world.setKind(body, 'dynamic');
  world.setPose(
    body,
    turn(rotation, local).map((x, d) => from[d] - x),
    rotation,
  );
  world.setVelocity(
    body,
    velocity,
    spin.map((x) => 0.2 * x),
  );
  return local;
}

const PARTS = 32; // of a step, in which a target that moves is looked at
const pose = new Float32Array(7);

/** Notes whether the way of a shot's centre since the last step goes in and out of one of its targets. */
function checkLane(world: World, lane: Lane, moves: boolean): void {
  const row = 7 * world.indexOf(lane.body);
  const now = turn([...world.poses.subarray(row + 3, row + 7)], [...lane.local]).map(
    (x, d) => x + world.poses[row + d],
  );
  for (const target of lane.targets) {
    const at = 7 * world.indexOf(target);
    const parts = moves ? PARTS : 1;
    let from = fix(world, at, 0, lane.before);
    for (let k = 1; k <= parts; k++) {
      const to = fix(
        world,
        at,
        k / parts,
        lane.before.map((x, d) => x + (k / parts) * (now[d] - x)),
      );
      if (passes(world, target, from, to)) lane.through = true;
      from = to;
    }
  }
  lane.before = now;
}

/** Whether a way goes in and out of a target where it is now. */
function passes(world: World, target: number, from: number[], to: number[]): boolean {
  const way = to.map((x, d) => x - from[d]);
  if (!(Math.hypot(...way) > 1e-5)) return false;
  const { collider, label } = colliderOf(world.info(target));
  const at = 7 * world.indexOf(target);
  setFrame(frame, Float64Array.from(world.poses.subarray(at, at + 7)), 0);
  const meets = (origin: number[], sign: number): boolean => {
    localRay(ray, frame, Float64Array.of(...origin, ...way.map((x) => sign * x), 1));
    return castCollider(hit, collider, label, ray) && hit[0] > 0;
  };
  return meets(from, 1) && meets(to, -1);
}

const frame = createFrame();
const ray = new Float64Array(RAY_SIZE);
const hit = new Float64Array(4);

/** Where a point of the world at a part of the step is when it is fixed to a body that has gone on to its place now. */
function fix(world: World, at: number, part: number, p: number[]): number[] {
  const { poses } = world;
  interpolatePose(pose, 0, world, at / 7, part);
  const [x, y, z, qx, qy, qz, qw] = pose;
  const local = turn([-qx, -qy, -qz, qw], [p[0] - x, p[1] - y, p[2] - z]);
  return turn([...poses.subarray(at + 3, at + 7)], local).map((value, d) => value + poses[at + d]);
}

function turn([x, y, z, w]: number[], v: number[]): number[] {
  const c = [y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2]];
  return [
    v[0] + 2 * (y * c[2] - z * c[1]),
    v[1] + 2 * (z * c[0] - x * c[2]),
    v[2] + 2 * (x * c[1] - y * c[0]),
  ];
}

const createCounts = (): Counts => ({
  shots: 0,
  through: 0,
  aimed: 0,
  milliseconds: 0,
  steps: 0,
  sweeps: 0,
  stopped: 0,
});

async function runTarget(
  report: Report,
  plates: Asset[],
  bullets: Source[],
  target: string,
  shots: number,
): Promise<void> {
  for (const sweep of [true, false]) {
    report.note(`${target}, ${sweep ? 'swept' : 'not swept'}`);
    const counts = createCounts();
    for (let seed = 1; counts.shots < shots; seed++) {
      fire(plates, bullets, target, sweep, seed, shots - counts.shots, counts);
    }
    report.row({
      name: `${target}: through${sweep ? '' : ', not swept'}`,
      value: counts.through,
      unit: 'shots',
      ...(sweep ? { target: 0 } : {}),
      shots: counts.shots,
      aimed: counts.aimed,
      sweepsAStep: counts.sweeps / counts.steps,
      stopped: counts.stopped,
    });
  }
  report.note(`${target}: times`);
  await report.timed(() => {
    const times: [number[], number[]] = [[], []]; // swept, not swept: milliseconds a step
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [s, list] of times.entries()) {
        const counts = createCounts();
        for (let seed = 1; seed <= WORLDS; seed++) {
          fire(plates, bullets, target, s === 0, seed, LANES, counts);
        }
        list.push(counts.milliseconds / counts.steps);
      }
    }
    for (const [s, list] of times.entries()) {
      const { median, min } = summarise(list);
      report.row({
        name: `${target}: a step${s === 0 ? '' : ', not swept'}`,
        value: median,
        unit: 'ms',
        min,
      });
    }
  });
}

export const bench: Bench = {
  name: 'tunnel',
  answers:
    'shots of small fast bodies at thin plates, shards, pieces of pieces, and of shards at their own copy: how many pass through, of 10,000',
  async run(report, flags) {
    report.note('baking');
    const plates: Asset[] = [];
    for (const wall of [0.002, 0.005]) {
      plates.push(await bake(createBox({ size: [SIZE, SIZE, wall], edge: 0.04 }), { spacing: 0.04 }));
    }
    const bullets: Source[] = [
      createShape('sphere', 0.004),
      createShape('box', 0.004, 0.003, 0.006),
      createShape('capsule', 0.006, 0.003),
      await bake(createSphere({ radius: 0.005, frequency: 3 })),
      await bake(createBox({ size: [0.02, 0.012, 0.004], edge: 0.006 }), { spacing: 0.006 }),
    ];
    const shots = (flags.trials ?? SHOTS) / TARGETS.length;
    for (const target of TARGETS) await runTarget(report, plates, bullets, target, Math.ceil(shots));
  },
};
