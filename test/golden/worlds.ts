// Golden worlds: five of their own and the eight scenes. What they come to is pinned in pins.json and the same in every
// engine. `fracas` is the library, wherever it runs.

import type { Assets, Scene } from '../../scenes/scene.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';

type Library = typeof import('../../src/index.ts');
type World = InstanceType<Library['World']>;

const STEPS = 600; // a tenth under penalty forces

/** Steps of each scene that are pinned: past the first breaks. */
export const SCENE_STEPS: Readonly<Record<string, number>> = {
  piggy: 60,
  bunnies: 130,
  bricks: 40,
  plates: 36,
  mouse: 70,
  wall: 30,
  table: 40,
  tower: 30,
};

const bytes = new DataView(new ArrayBuffer(8)); // scratch: a number

/** A hash of where all bodies are, in single precision as the world tells it, and how they move, to the last bit. */
function hashMotion(world: World): string {
  let a = 0x811c9dc5; // two of FNV's kind, 32 bits each
  let b = 0x01000193;
  const add = (x: number): void => {
    bytes.setFloat64(0, x);
    for (let k = 0; k < 8; k++) {
      a = Math.imul(a ^ bytes.getUint8(k), 0x01000193);
      b = Math.imul(b ^ bytes.getUint8(7 - k), 0x5bd1e995);
    }
  };
  for (const body of world.bodies) {
    const row = 7 * world.indexOf(body);
    const { velocity, spin } = world.info(body);
    for (const x of world.poses.subarray(row, row + 7)) add(x);
    for (const x of [...velocity, ...spin]) add(x);
  }
  return [a, b].map((x) => (x >>> 0).toString(16).padStart(8, '0')).join('');
}

/** How a world ended, as it is pinned. */
function tellEnd(world: World): string {
  return `${world.bodies.length} bodies, ${hashMotion(world)}`;
}

/** Plays the pinned steps of a scene with the engine's own code, which `run` is. */
export function playScene(run: typeof import('../../scenes/run.ts'), scene: Scene, assets: Assets): string {
  const world = run.createScene(scene, assets);
  for (let step = 0; step < SCENE_STEPS[scene.name]; step++) run.stepScene(scene, world, step, assets);
  return tellEnd(world);
}

/** Plays the five worlds that are not scenes. */
export async function playWorlds(fracas: Library): Promise<Record<string, string>> {
  const { bake, createShape, materials, World } = fracas;
  const cube = await bake(shapes.createBox({ size: [0.2, 0.2, 0.2], edge: 0.1 }), {
    spacing: 0.1,
    cells: 24,
  });
  const ends: Record<string, string> = {};
  for (const [name, build] of Object.entries({ stack, shatter, chain, smash, press })) {
    const world = new World({ seed: 3, maxPieces: 6, maxFragments: 12, fadeTime: 1 });
    world.addStatic(createShape('plane'));
    build(world);
    for (let step = 0; step < STEPS; step++) world.step(step % 5 === 0 ? 0.02 : 1 / 60);
    ends[name] = tellEnd(world);
    world.dispose();
  }
  return ends;

  /** Blocks, a ball and a capsule fall on each other. */
  function stack(world: World): void {
    for (let k = 0; k < 4; k++)
      world.add(cube, { position: [0.03 * k, 0.15 + 0.25 * k, 0], spin: [k, 0, 1] });
    world.add(createShape('sphere', 0.1), { position: [0.1, 1.4, 0.05], restitution: 0.5 });
    world.add(createShape('capsule', 0.1, 0.05), { position: [-0.1, 1.8, 0], rotation: [0.3, 0, 0.1, 1] });
  }

  /** A cube in seven pieces lands. */
  function shatter(world: World): void {
    const body = world.add(cube, { position: [0, 0.4, 0], velocity: [0.5, 0, 0], spin: [2, 1, 0] });
    const seeds = [-0.06, -0.05, 0.04, 0.05, 0.06, 0, 0.05, -0.05, 0.02, -0.05, 0.05, -0.05, 0, 0, 0.08];
    world.split(body, { kind: 'voronoi', seeds });
  }

  /** Cubes of plaster hit the floor and each other, and break. */
  function smash(world: World): void {
    for (let k = 0; k < 3; k++) {
      world.add(cube, {
        position: [0.05 * k, 0.2 + 0.4 * k, 0],
        velocity: [0, -6, 0],
        rotation: [0.2, 0.1 * k, 0.1, 1],
        material: materials.plaster,
      });
    }
  }

  /** Two halves of a cube and a ball. */
  function press(world: World): void {
    const body = world.add(cube, { position: [0, 0.15, 0], spin: [1, 0.5, 0] });
    world.split(body, { kind: 'slice', normal: [1, 0.2, 0], offset: 0.01 });
    world.add(createShape('sphere', 0.05), { position: [0.02, 0.4, 0.03] });
  }

  /** A chain hangs from the world and is blown about. */
  function chain(world: World): void {
    let last = -1;
    for (let k = 0; k < 4; k++) {
      const body = world.add(createShape('box', 0.1, 0.02, 0.02), { position: [0.2 * k + 0.1, 1, 0] });
      world.join({ kind: 'ball', bodyA: body, bodyB: last, anchor: [0.2 * k, 1, 0] });
      last = body;
    }
    world.explode([0.4, 0.8, 0.1], 3, 1);
  }
}
