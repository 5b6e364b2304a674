// Bouncing, rolling, standing and flying: what every game expects of balls, plates, towers and clouds.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { createShape } from '../src/contact/shape.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createBowl, createBox, createBrick, createPlate } from '../src/mesh/shapes/index.ts';
import { World } from '../src/world/world.ts';
import type { Report } from './bench.ts';
import { randomTurn, randomVector, STEPS } from './motion-energy.ts';

const GRAVITY = 9.81;

/** How high a ball comes back, over e² h: the first top after the first bounce, by its energy. */
function bounceOver(height: number, e: number, radius: number, dt: number): number {
  const world = new World({ sleep: false });
  world.addStatic(createShape('plane'), { restitution: 0 });
  const ball = world.add(createShape('sphere', radius), {
    position: [0, radius + height, 0],
    restitution: e,
  });
  const fall = Math.sqrt((2 * height) / GRAVITY);
  let top = 0;
  for (let time = 0; time < 1.5 * fall + 2 * dt; time += dt) {
    world.step(dt);
    const speed = world.info(ball).velocity[1];
    if (speed <= 0) continue;
    const above = world.poses[7 * world.indexOf(ball) + 1] - radius;
    top = Math.max(top, above + (speed * speed) / (2 * GRAVITY));
  }
  world.dispose();
  return top / (e * e * height);
}

export function judgeBounces(report: Report): void {
  for (const dt of STEPS) {
    for (const [least, most, target] of [
      [0.05, 0.5, 2],
      [0.5, 5, 1],
    ]) {
      let worst = 0;
      let cases = 0;
      for (const e of [1, 0.8, 0.5]) {
        for (const radius of [0.01, 0.05, 0.1]) {
          for (let k = 0; k <= 6; k++) {
            const height = least * (most / least) ** (k / 6);
            if (e * Math.sqrt(2 * GRAVITY * height) < 0.5 || Math.sqrt(2 * GRAVITY * height) < 0.55) continue; // does not bounce
            worst = Math.max(worst, Math.abs(bounceOver(height, e, radius, dt) - 1));
            cases++;
          }
        }
      }
      report.row({
        name: `bounces from ${least} to ${most} m, 1/${Math.round(1 / dt)} s: furthest off e² h`,
        value: 100 * worst,
        unit: '%',
        target,
        cases,
      });
    }
  }
}

/** A ball that rolls over a flat baked plate: the share of its speed that is left when it comes to the rim. */
function rollOver(plate: Asset | null, radius: number, speed: number, dt: number, seed: number): number {
  const random = createRandom(seed);
  const world = new World({ sleep: false });
  const options = { position: [0, -0.01, 0], friction: 0.6 };
  if (plate === null) world.addStatic(createShape('box', 1, 0.01, 1), options);
  else world.addStatic(plate, options);
  const [x, z] = [nextFloat(random) - 0.5, nextFloat(random) - 0.5];
  const length = Math.hypot(x, z);
  const way = [x / length, z / length];
  const ball = world.add(createShape('sphere', radius), {
    position: [-0.5 * speed * way[0], radius, -0.5 * speed * way[1]],
    velocity: [speed * way[0], 0, speed * way[1]],
    spin: [(speed * way[1]) / radius, 0, (-speed * way[0]) / radius],
    friction: 0.6,
  });
  for (let time = 0; time < 1; time += dt) world.step(dt);
  const [vx, , vz] = world.info(ball).velocity;
  world.dispose();
  return Math.hypot(vx, vz) / speed;
}

export async function judgeRolling(report: Report, trials: number): Promise<void> {
  const plate = await bake(createBox({ size: [2, 0.02, 2], edge: 0.1 }), { spacing: 0.1 });
  for (const dt of STEPS) {
    let least = Infinity;
    for (let trial = 0; trial < trials; trial++) {
      for (const radius of [0.01, 0.03]) {
        for (const speed of [0.3, 0.7]) least = Math.min(least, rollOver(plate, radius, speed, dt, trial));
      }
    }
    report.row({
      name: `balls on a flat baked plate, 1/${Math.round(1 / dt)} s: least of the speed left after 1 s`,
      value: 100 * least,
      unit: '%',
      target: 99,
      atLeast: true,
      cases: 4 * trials,
    });
  }
}

/** Balls and capsules put down and pushed in bowls and on plates: how many stand still with speed left. */
export async function judgeFreezing(report: Report, trials: number): Promise<void> {
  const dishes = [await bake(createBowl({ vertices: 400 })), await bake(createPlate({ triangles: 1200 }))];
  let frozen = 0;
  let cases = 0;
  for (let trial = 0; trial < trials; trial++) {
    for (const dish of dishes) {
      const random = createRandom(300 + trial);
      const world = new World({ sleep: false });
      world.addStatic(createShape('plane'));
      world.addStatic(dish, { position: [0, 0.001, 0] });
      const radius = 0.004 + 0.01 * nextFloat(random);
      const shape =
        trial % 2 === 0 ? createShape('sphere', radius) : createShape('capsule', 2 * radius, radius);
      const body = world.add(shape, {
        position: [0.02 * nextFloat(random), 0.08, 0.02 * nextFloat(random)],
        rotation: randomTurn(random),
        velocity: randomVector(random, 0.5),
      });
      let still = 0;
      for (let step = 0; step < 180; step++) {
        const o = 7 * world.indexOf(body);
        const before = [...world.poses.subarray(o, o + 3)];
        world.step(1 / 60);
        const moved = Math.hypot(...before.map((x, d) => world.poses[o + d] - x));
        const speed = Math.hypot(...world.info(body).velocity);
        still = speed > 0.02 && moved < 0.1 * speed * (1 / 60) ? still + 1 : 0;
        if (still === 15) frozen++;
      }
      cases++;
      world.dispose();
    }
  }
  report.row({
    name: 'bodies frozen in bowls and on plates',
    value: frozen,
    unit: 'bodies',
    target: 0,
    cases,
  });
}

/** Seconds until a tower sleeps; 20 if it does not, or falls. */
function standTower(source: Asset, count: number, height: number): number {
  const world = new World();
  world.addStatic(createShape('plane'));
  const bodies = Array.from({ length: count }, (_, k) =>
    world.add(source, { position: [0, height * (k + 0.5) + 0.0005 * k, 0], material: null, friction: 0.6 }),
  );
  for (let step = 0; step < 1200; step++) {
    world.step(1 / 60);
    if (bodies.every((body) => world.info(body).asleep)) {
      const top = world.poses[7 * world.indexOf(bodies[count - 1]) + 1];
      return top > height * (count - 0.7) ? step / 60 : 20;
    }
  }
  return 20;
}

export async function judgeTowers(report: Report): Promise<void> {
  const cube = await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.1 }), { spacing: 0.1, cells: 24 });
  const brick = await bake(createBrick());
  for (const [name, source, count, height] of [
    ['5 baked cubes', cube, 5, 0.2],
    ['10 bricks', brick, 10, heightOf(brick)],
  ] as const) {
    report.row({
      name: `tower of ${name}: asleep after`,
      value: standTower(source, count, height),
      unit: 'seconds',
      target: 5,
    });
  }
}

function heightOf({ surface }: Asset): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 1; i < surface.positions.length; i += 3) {
    low = Math.min(low, surface.positions[i]);
    high = Math.max(high, surface.positions[i]);
  }
  return high - low;
}

/** Spheres and capsules that fly about and meet, without gravity: how far their angular momentum goes off. */
export function judgeClouds(report: Report): void {
  for (const sweep of [false, true]) {
    let worst = 0;
    let again = 0;
    for (let seed = 0; seed < 4; seed++) {
      const random = createRandom(900 + seed);
      const world = new World({ gravity: [0, 0, 0], sweep, sleep: false });
      for (let k = 0; k < 60; k++) {
        const radius = 0.02 + 0.03 * nextFloat(random);
        const shape =
          k % 3 === 0 ? createShape('capsule', radius, 0.5 * radius) : createShape('sphere', radius);
        const position = randomVector(random, 0.6);
        const speed = sweep ? 12 : 2;
        world.add(shape, {
          position,
          velocity: position.map((x, d) => -speed * x + randomVector(random, 1)[d]),
          spin: randomVector(random, 5),
          rotation: randomTurn(random),
          restitution: 0.5,
        });
      }
      const first = world.measure().angularMomentum;
      let scale = 0;
      for (const body of world.bodies) {
        const { mass, velocity } = world.info(body);
        const o = 7 * world.indexOf(body);
        scale += mass * Math.hypot(...velocity) * Math.hypot(...world.poses.subarray(o, o + 3));
      }
      for (let step = 0; step < 120; step++) world.step(1 / 60);
      const last = world.measure().angularMomentum;
      worst = Math.max(worst, Math.hypot(...last.map((x, d) => x - first[d])) / scale);
      again += world.counters.again;
      world.dispose();
    }
    report.row({
      name: `clouds ${sweep ? 'of fast bodies, swept' : 'without sweeps'}: angular momentum off`,
      value: worst,
      unit: 'of Σ m v r',
      target: sweep ? 1e-3 : 1e-9,
      again,
    });
  }
}
