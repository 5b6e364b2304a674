// What is thrown at planes, boxes and terrain, step by step: how deep is it, against what is allowed?

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import type { Collider } from '../src/contact/collider.ts';
import { createMeshTerrain } from '../src/contact/ground.ts';
import { createShape } from '../src/contact/shape.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createBox, createBrick, createPlate } from '../src/mesh/shapes/index.ts';
import { createTriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { World } from '../src/world/world.ts';
import { createJudge, judgeDepth } from '../test/support/judge.ts';
import type { Report } from './bench.ts';
import { randomTurn, randomVector, STEPS } from './motion-energy.ts';

const SECONDS = 1.5;
const SIZE = 4; // metres along each side of what is hit

/** What bodies are thrown at; its upper side is at y = 0. */
const GROUNDS: Readonly<Record<string, (world: World) => number>> = {
  planes: (world) => world.addStatic(createShape('plane')),
  boxes: (world) => world.addStatic(createShape('box', SIZE, 0.5, SIZE), { position: [0, -0.5, 0] }),
  terrain: (world) => world.addStatic(createHills()),
};

/** A flat patch of triangles, so that how deep something is can be told; they differ in size. */
function createHills(): Collider {
  const positions: number[] = [];
  const indices: number[] = [];
  const count = 16;
  const at = (k: number): number => SIZE * (2 * (k / count) ** 1.3 - 1);
  for (let i = 0; i <= count; i++) for (let j = 0; j <= count; j++) positions.push(at(i), 0, at(j));
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < count; j++) {
      const a = i * (count + 1) + j;
      indices.push(a, a + 1, a + count + 1, a + 1, a + count + 2, a + count + 1);
    }
  }
  return createMeshTerrain(createTriangleMesh({ positions, indices }), { depth: 0.5 });
}

/** A body to throw: its thinnest part and its radius, metres, from which follows how deep it may be. */
export interface Thrown {
  readonly source: Collider | Asset;
  readonly radius: number;
  readonly thin: number;
  readonly speed: number; // m/s, at most
  readonly pieces?: number; // it is split into so many first
}

/** How deep a body may be in what it meets: the larger of ε and 1 % of the smaller of radius and thickness. */
export function allowedDepth({ radius, thin }: { radius: number; thin: number }): number {
  return Math.max(0.002 * Math.min(radius, 4 * thin), 0.01 * Math.min(radius, thin));
}

const judge = createJudge();

/** Throws one body; the deepest that it was after any step, in parts of what is allowed, and the fastest that it span, rad/s. */
export function playThrow(
  thrown: Thrown,
  ground: string,
  dt: number,
  seed: number,
): { deepest: number; limited: number; asleepDeep: number; fastest: number } {
  const random = createRandom(seed);
  const world = new World();
  const floor = GROUNDS[ground](world);
  const { source, radius, speed } = thrown;
  const velocity = randomVector(random, speed);
  velocity[1] = -Math.abs(velocity[1]) - 0.1 * speed;
  const body = world.add(source, {
    position: [
      0.3 * (nextFloat(random) - 0.5),
      1.05 * radius + 0.5 * nextFloat(random),
      0.3 * (nextFloat(random) - 0.5),
    ],
    rotation: randomTurn(random),
    velocity,
    spin: randomVector(random, Math.min(50, speed / radius)),
    restitution: 0,
    material: null,
  });
  const allowed = allowedDepth(thrown);
  let deepest = 0;
  let asleepDeep = 0;
  let fastest = 0;
  for (let step = 0; step * dt < SECONDS; step++) {
    world.step(dt);
    const depth = judgeDepth(judge, world, body, floor);
    deepest = Math.max(deepest, depth / allowed);
    const { asleep, spin } = world.info(body);
    if (asleep) asleepDeep = Math.max(asleepDeep, depth / allowed);
    fastest = Math.max(fastest, Math.hypot(...spin));
  }
  const { limited } = world.counters;
  world.dispose();
  return { deepest, limited, asleepDeep, fastest };
}

/** Rows of things of many kinds against planes, boxes and terrain, at each length of a step. */
export async function judgeDepths(report: Report, trials: number): Promise<void> {
  const kinds: Record<string, Thrown[]> = {
    spheres: [0.005, 0.01, 0.02, 0.05].flatMap((radius) =>
      [5, 20, 50, 200].map((speed) => ({
        source: createShape('sphere', radius),
        radius,
        thin: 2 * radius,
        speed,
      })),
    ),
    bricks: [await bakeThrown(createBrick(), 0.012, 20)],
    plates: [await bakeThrown(createPlate({ triangles: 1200 }), 0.0065, 20)],
    shards: await Promise.all(
      [0.003, 0.006].map((thin) => bakeThrown(createBox({ size: [0.04, thin, 0.03], edge: 0.01 }), thin, 20)),
    ),
  };
  for (const [kind, things] of Object.entries(kinds)) {
    for (const ground of Object.keys(GROUNDS)) {
      for (const dt of STEPS) {
        let deepest = 0;
        let tooDeep = 0;
        let limited = 0;
        let asleep = 0;
        for (const [k, thing] of things.entries()) {
          for (let trial = 0; trial < trials; trial++) {
            const played = playThrow(thing, ground, dt, 100 * k + trial);
            deepest = Math.max(deepest, played.deepest);
            asleep = Math.max(asleep, played.asleepDeep);
            if (played.deepest > 1) tooDeep++;
            limited += played.limited;
          }
        }
        report.row({
          name: `${kind} thrown at ${ground}, 1/${Math.round(1 / dt)} s: deepest`,
          value: deepest,
          unit: 'of what is allowed',
          target: 1,
          tooDeep,
          cases: trials * things.length,
          asleep,
          limited,
        });
      }
    }
  }
}

/** Bakes what is to be thrown. */
export async function bakeThrown(
  mesh: Parameters<typeof bake>[0],
  thin: number,
  speed: number,
): Promise<Thrown> {
  const source = await bake(mesh);
  const world = new World();
  const { radius } = world.info(world.add(source, { material: null }));
  return { source, radius, thin, speed };
}
