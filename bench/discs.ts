// Spinning and sliding discs: do they stop as Coulomb's disc does, uniform pressure under all of the face
// (`coulomb-disc.ts`: a torque of ⅔ μ m g R, 3 R ω / (4 μ g) until it stands; points on the rim give half as much torque
// again)? Shapes and baked discs, on a plane, on a box and on a baked plate, 5 cm to 1 m. And discs that slide while they
// spin, against the same law integrated. A square plate is told beside, without a target: a few points
// cannot know what lies between them.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import type { Collider } from '../src/contact/collider.ts';
import { createShape } from '../src/contact/shape.ts';
import { createBox, createCylinder } from '../src/mesh/shapes/index.ts';
import { World } from '../src/world/world.ts';
import type { Bench, Report } from './bench.ts';
import { slideDisc, spinTime } from './coulomb-disc.ts';

const GRAVITY = 9.81;
const WITHIN = 3; // % of what Coulomb's disc does
const THICK = 0.1; // of the radius
const NEARLY = 0.02; // of the speed: it counts as standing

/** A disc and what it lies on, for one radius. */
interface Rig {
  readonly discs: Readonly<Record<string, Asset | Collider>>;
  readonly floors: Readonly<Record<string, (world: World, friction: number) => void>>;
}

export async function createRig(radius: number): Promise<Rig> {
  const half = (THICK * radius) / 2;
  const wide = 8 * radius;
  const plate = await bake(createBox({ size: [wide, radius / 2, wide], edge: radius / 2 }), {
    spacing: radius / 2,
  });
  return {
    discs: {
      cylinder: createShape('cylinder', half, radius),
      'baked disc': await bake(createCylinder({ radius, height: 2 * half, triangles: 1200 })),
    },
    floors: {
      'a plane': (world, friction) => void world.addStatic(createShape('plane'), { friction }),
      'a box': (world, friction) =>
        void world.addStatic(createShape('box', wide / 2, radius / 4, wide / 2), {
          position: [0, -radius / 4, 0],
          friction,
        }),
      'a baked plate': (world, friction) =>
        void world.addStatic(plate, { position: [0, -radius / 4, 0], friction }),
    },
  };
}

/** A case to play. */
export interface Spin {
  readonly radius: number;
  readonly friction: number;
  readonly velocity: number; // m/s
  readonly spin: number; // rad/s
  readonly dt: number;
}

/** Plays a disc that lies flat until it all but stands, or for three times as long as it should take. */
export function playDisc(
  disc: Asset | Collider,
  putFloor: (world: World, friction: number) => void,
  { radius, friction, velocity, spin, dt }: Spin,
  limit: number,
): { time: number; way: number; left: number } {
  const world = new World({ sleep: false, gravity: [0, -GRAVITY, 0] });
  putFloor(world, friction);
  const body = world.add(disc, {
    position: [-2 * radius, (THICK * radius) / 2, 0],
    velocity: [velocity, 0, 0],
    spin: [0, spin, 0],
    friction,
    material: null,
  });
  const begun = velocity + radius * spin;
  const speedOf = (): number => {
    const { velocity: v, spin: w } = world.info(body);
    return (Math.hypot(...v) + radius * Math.hypot(...w)) / begun;
  };
  let time = Infinity;
  let before = 1;
  let slowed = 0; // by how much in the step before
  for (let step = 1; step * dt < 3 * limit && time === Infinity; step++) {
    world.step(dt);
    const now = speedOf();
    // What stands before a step ends has slowed down as in the step before, and not evenly over all of this one.
    if (now <= NEARLY) time = dt * (step - 1 + (before - NEARLY) / Math.max(before - now, slowed));
    slowed = before - now;
    before = now;
  }
  const [x, , z] = world.info(body).center;
  for (let step = 0; step < 10; step++) world.step(dt);
  const left = speedOf();
  world.dispose();
  return { time, way: Math.hypot(x + 2 * radius, z), left };
}

const off = (value: number, should: number): number => 100 * Math.abs(value / should - 1);

/** A row for each disc on each floor: how far the worst of several frictions and spins is off. */
export function judgeSpins(report: Report, rig: Rig, radius: number, dt: number): void {
  const name = `${radius} m, 1/${Math.round(1 / dt)} s`;
  const rim = 2 * Math.sqrt(radius / 0.05); // m/s, so that large discs turn through as much
  for (const [what, disc] of Object.entries(rig.discs)) {
    for (const [on, putFloor] of Object.entries(rig.floors)) {
      let worst = 0;
      let ratio = 1;
      let most = 0;
      let cases = 0;
      for (const friction of [0.2, 0.5, 0.9]) {
        for (const spin of [rim / radius, (2 * rim) / radius]) {
          const should = (1 - NEARLY) * spinTime(radius, friction, GRAVITY, spin);
          const { time, left } = playDisc(
            disc,
            putFloor,
            { radius, friction, velocity: 0, spin, dt },
            should,
          );
          cases++;
          most = Math.max(most, left);
          if (off(time, should) < worst) continue;
          worst = off(time, should);
          ratio = time / should;
        }
      }
      report.row({
        name: `${what} of ${name}, spinning on ${on}: time to stand`,
        value: Math.min(worst, 1000),
        unit: '% off',
        target: WITHIN,
        ratio,
        leftAfterwards: most,
        cases,
      });
    }
  }
}

/** Discs that slide while they spin: time and way, worst of several shares of sliding. */
export function judgeSlides(report: Report, rig: Rig, radius: number, dt: number): void {
  const name = `${radius} m, 1/${Math.round(1 / dt)} s`;
  const speed = 1.2 * Math.sqrt(radius / 0.05); // m/s: it goes some radii
  for (const [what, disc] of Object.entries(rig.discs)) {
    for (const [on, putFloor] of Object.entries(rig.floors)) {
      const worst = { time: 0, way: 0 };
      let cases = 0;
      for (const friction of [0.3, 0.7]) {
        for (const share of [0.3, 1, 3]) {
          const velocity = (speed * share) / (1 + share);
          const spin = speed / (1 + share) / radius;
          const should = slideDisc(radius, friction, GRAVITY, velocity, spin, NEARLY);
          const got = playDisc(disc, putFloor, { radius, friction, velocity, spin, dt }, should.time);
          worst.time = Math.max(worst.time, off(got.time, should.time));
          worst.way = Math.max(worst.way, off(got.way, should.way));
          cases++;
        }
      }
      for (const key of ['time', 'way'] as const) {
        report.row({
          name: `${what} of ${name}, sliding and spinning on ${on}: ${key}`,
          value: Math.min(worst[key], 1000),
          unit: '% off',
          target: WITHIN,
          cases,
        });
      }
    }
  }
}

export const bench: Bench = {
  name: 'discs',
  answers: 'spinning and sliding discs against Coulomb: time to stand, way',
  async run(report, flags) {
    for (const radius of [0.05, 0.2, 1]) {
      if (flags.quick && radius !== 0.05) continue;
      report.note(`${radius} m: baking`);
      const rig = await createRig(radius);
      for (const dt of flags.quick ? [1 / 60] : [1 / 60, 1 / 120]) {
        judgeSpins(report, rig, radius, dt);
        judgeSlides(report, rig, radius, dt);
      }
    }
    await tellOthers(report);
  },
};

/** A square plate, spinning on a plane: over the time that uniform pressure takes. */
async function tellOthers(report: Report): Promise<void> {
  const side = 0.1;
  const square = await bake(createBox({ size: [side, 0.005, side], edge: 0.025 }), { spacing: 0.025 });
  const mean = 0.382598 * side; // of the distance from the middle, over a square
  const [friction, spin, dt] = [0.5, 40, 1 / 240];
  const should = ((1 - NEARLY) * side * side * spin) / (6 * friction * GRAVITY * mean);
  const world = new World({ sleep: false });
  world.addStatic(createShape('plane'), { friction });
  const body = world.add(square, { position: [0, 0.0025, 0], spin: [0, spin, 0], friction });
  let time = 0;
  for (; time < 3 * should && Math.hypot(...world.info(body).spin) > NEARLY * spin; time += dt)
    world.step(dt);
  report.row({
    name: 'square plate, spinning on a plane: time to stand',
    value: time / should,
    unit: 'of uniform pressure',
  });
}
