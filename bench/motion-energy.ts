// Slender bodies dropped and thrown on a plane: does a step, or all of them together, give them energy? What the solver may
// give in a substep to what touches something (SETTLE_SPEED, docs/solver.md) is allowed for once a step: it lifts what
// has sunk by its weight in landing, 27 µm in steps of 1/60 s, which is a twentieth of all that a rod of 1 mm has where it
// lies. Each row tells what the largest gain would be without that.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import type { Collider } from '../src/contact/collider.ts';
import { createShape } from '../src/contact/shape.ts';
import { SETTLE_SPEED } from '../src/dynamics/constants.ts';
import { createRandom, nextFloat, type Random } from '../src/math/random.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import { World } from '../src/world/world.ts';
import type { Report } from './bench.ts';

export const STEPS = [1 / 30, 1 / 60, 1 / 240];
const SECONDS = 2.5;
const SLENDER = [1, 3, 10, 20, 50, 100]; // length over thickness

/** A body to play with: how to make it of a length and a thickness, both in metres. */
type Make = (long: number, thin: number) => Collider | Promise<Asset>;

const SHAPES: Readonly<Record<string, Make>> = {
  capsules: (long, thin) => createShape('capsule', Math.max(1e-4, (long - thin) / 2), thin / 2),
  'boxes, long': (long, thin) => createShape('box', long / 2, thin / 2, thin / 2),
  'boxes, flat': (long, thin) => createShape('box', long / 2, thin / 2, long / 2),
  discs: (long, thin) => createShape('cylinder', thin / 2, long / 2),
  needles: (long, thin) => createShape('cylinder', long / 2, thin / 2),
};

const BAKED: Readonly<Record<string, Make>> = {
  'baked rods': (long, thin) => bakeBox([long, thin, thin], Math.max(thin, long / 24)),
  'baked plates': (long, thin) => bakeBox([long, thin, long], Math.max(thin, long / 10)),
};

function bakeBox(size: [number, number, number], edge: number): Promise<Asset> {
  return bake(createBox({ size, edge }), { spacing: edge });
}

/** How a fall went. */
interface Fall {
  step: number; // largest gain in a step beyond what is allowed for, as a share of what there was
  plain: number; // the same with nothing allowed for
  all: number; // and over all, of what there was at first
  limited: number;
}

/** A random turn, evenly spread. */
export function randomTurn(random: Random): number[] {
  for (;;) {
    const q = Array.from({ length: 4 }, () => 2 * nextFloat(random) - 1);
    const square = q.reduce((sum, x) => sum + x * x, 0);
    if (square > 0.01 && square <= 1) return q.map((x) => x / Math.sqrt(square));
  }
}

/** A random direction times a random length up to `most`. */
export function randomVector(random: Random, most: number): number[] {
  for (;;) {
    const v = Array.from({ length: 3 }, () => 2 * nextFloat(random) - 1);
    const square = v.reduce((sum, x) => sum + x * x, 0);
    if (square <= 1) return v.map((x) => most * x);
  }
}

/** Plays one body on a plane at y = 0; energy counts from there. */
function playFall(source: Collider | Asset, long: number, thrown: boolean, dt: number, seed: number): Fall {
  const random = createRandom(seed);
  const world = new World();
  world.addStatic(createShape('plane'));
  const up = 0.9 * long + (0.05 + nextFloat(random)) * long;
  const velocity = thrown ? randomVector(random, 20) : [0, 0, 0];
  if (thrown) velocity[1] = -Math.abs(velocity[1]);
  const body = world.add(source, {
    position: [0, up, 0],
    rotation: randomTurn(random),
    velocity,
    spin: randomVector(random, thrown ? 50 : 1),
    restitution: 0,
    material: null,
    friction: 0.5,
  });
  const first = energyOf(world);
  let before = first;
  const spare = 0.5 * world.info(body).mass * SETTLE_SPEED * SETTLE_SPEED;
  const fall: Fall = { step: 0, plain: 0, all: 0, limited: 0 };
  for (let step = 0; step * dt < SECONDS; step++) {
    world.step(dt);
    const now = energyOf(world);
    fall.step = Math.max(fall.step, (now - before - spare) / before);
    fall.plain = Math.max(fall.plain, (now - before) / before);
    fall.all = Math.max(fall.all, now / first - 1);
    before = now;
  }
  fall.limited = world.counters.limited;
  world.dispose();
  return fall;
}

export function energyOf(world: World): number {
  const { kinetic, potential } = world.measure();
  return kinetic + potential;
}

/** Rows of slender bodies of every kind, dropped and thrown, at each length of a step. */
export async function judgeSlender(report: Report, trials: number): Promise<void> {
  for (const [kind, make] of Object.entries({ ...SHAPES, ...BAKED })) {
    report.note(kind);
    const sources: [number, Collider | Asset][] = [];
    for (const slender of SLENDER) {
      if (kind === 'baked plates' && slender > 20) continue; // tets would be as flat
      for (const long of [0.1, 1]) sources.push([long, await make(long, long / slender)]);
    }
    for (const thrown of [false, true]) {
      for (const dt of STEPS) {
        let worst: Fall = { step: 0, plain: 0, all: 0, limited: 0 };
        let gaining = 0;
        let limited = 0;
        for (const [k, [long, source]] of sources.entries()) {
          for (let trial = 0; trial < trials; trial++) {
            const fall = playFall(source, long, thrown, dt, 1000 * k + trial);
            if (Math.max(fall.step, fall.all) > 0.01) gaining++;
            limited += fall.limited;
            worst = {
              step: Math.max(worst.step, fall.step),
              plain: Math.max(worst.plain, fall.plain),
              all: Math.max(worst.all, fall.all),
              limited,
            };
          }
        }
        const way = `${kind}, ${thrown ? 'thrown' : 'dropped'}, 1/${Math.round(1 / dt)} s`;
        const cases = trials * sources.length;
        report.row({
          name: `${way}: most energy gained`,
          value: 100 * Math.max(worst.step, worst.all),
          unit: '%',
          target: 1,
          inAStep: 100 * worst.step,
          withNothingAllowed: 100 * worst.plain,
          overAll: 100 * worst.all,
          gaining,
          cases,
          limited,
        });
      }
    }
  }
}
