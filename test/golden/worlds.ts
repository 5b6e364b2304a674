// Five worlds whose state after 600 steps (60 under penalty forces) is the same in every engine. `fracas` is the
// library, wherever it runs.

type Library = typeof import('../../src/index.ts');

/** Runs all of them; returns their hashes. */
export async function runGolden(fracas: Library, steps: number): Promise<string[]> {
  const { bake, createShape, materials, shapes, World } = fracas;
  const cube = await bake(shapes.createBox({ size: [0.2, 0.2, 0.2], edge: 0.1 }), {
    spacing: 0.1,
    cells: 24,
  });
  const hashes: string[] = [];
  for (const build of [stack, shatter, chain, smash, press]) {
    const response = build === press ? 'penalty' : 'solver';
    const world = new World({ seed: 3, maxPieces: 6, maxFragments: 12, fadeTime: 1, response });
    world.addStatic(createShape('plane'));
    build(world);
    for (let step = 0; step < (build === press ? steps / 10 : steps); step++)
      world.step(step % 5 === 0 ? 0.02 : 1 / 60);
    hashes.push(world.hash());
    world.dispose();
  }
  return hashes;

  /** Blocks, a ball and a capsule fall on each other. */
  function stack(world: InstanceType<Library['World']>): void {
    for (let k = 0; k < 4; k++)
      world.add(cube, { position: [0.03 * k, 0.15 + 0.25 * k, 0], spin: [k, 0, 1] });
    world.add(createShape('sphere', 0.1), { position: [0.1, 1.4, 0.05], restitution: 0.5 });
    world.add(createShape('capsule', 0.1, 0.05), { position: [-0.1, 1.8, 0], rotation: [0.3, 0, 0.1, 1] });
  }

  /** A cube in seven pieces lands. */
  function shatter(world: InstanceType<Library['World']>): void {
    const body = world.add(cube, { position: [0, 0.4, 0], velocity: [0.5, 0, 0], spin: [2, 1, 0] });
    const seeds = [-0.06, -0.05, 0.04, 0.05, 0.06, 0, 0.05, -0.05, 0.02, -0.05, 0.05, -0.05, 0, 0, 0.08];
    world.split(body, { kind: 'voronoi', seeds });
  }

  /** Cubes of plaster hit the floor and each other, and break. */
  function smash(world: InstanceType<Library['World']>): void {
    for (let k = 0; k < 3; k++) {
      world.add(cube, {
        position: [0.05 * k, 0.2 + 0.4 * k, 0],
        velocity: [0, -6, 0],
        rotation: [0.2, 0.1 * k, 0.1, 1],
        material: materials.plaster,
      });
    }
  }

  /** Two halves of a cube and a ball, under penalty forces. */
  function press(world: InstanceType<Library['World']>): void {
    const body = world.add(cube, { position: [0, 0.15, 0], spin: [1, 0.5, 0] });
    world.split(body, { kind: 'slice', normal: [1, 0.2, 0], offset: 0.01 });
    world.add(createShape('sphere', 0.05), { position: [0.02, 0.4, 0.03] });
  }

  /** A chain hangs from the world and is blown about. */
  function chain(world: InstanceType<Library['World']>): void {
    let last = -1;
    for (let k = 0; k < 4; k++) {
      const body = world.add(createShape('box', 0.1, 0.02, 0.02), { position: [0.2 * k + 0.1, 1, 0] });
      world.join({ kind: 'ball', bodyA: body, bodyB: last, anchor: [0.2 * k, 1, 0] });
      last = body;
    }
    world.explode([0.4, 0.8, 0.1], 3, 1);
  }
}

type SceneModules = typeof import('../../scenes/run.ts') & typeof import('../../scenes/tower.ts');

/** Bakes and plays the tower until the ball has broken what it meets; returns the hash of the world. */
export async function runTower(
  fracas: Library,
  { createScene, stepScene, tower }: SceneModules,
): Promise<string> {
  const { model, options } = tower.assets.block;
  if (typeof model === 'string') throw new Error('the tower is made of boxes');
  const assets = { block: await fracas.bake(model(), options) };
  const world = createScene(tower, assets, { maxPieces: 3 });
  for (let step = 0; step < 11; step++) stepScene(tower, world, step, assets);
  return `${world.bodies.length} bodies, ${world.hash()}`;
}
