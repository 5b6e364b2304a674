// What callers hand over stays theirs: they may change it afterwards, or hand the same record over again with other numbers
// in it, and the world goes on as it was told, and replays so.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape } from '../../src/contact/shape.ts';
import { materials } from '../../src/fracture/material.ts';
import type { BodyOptions } from '../../src/world/options.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

let block: Asset;

beforeAll(async () => {
  block = await boxAsset(0.2, 0.2, 0.2, 0.06);
});

/** Two blocks about to break on a floor in one step. */
function drop(options: BodyOptions, gravity: number[] | Float64Array = [0, -9.81, 0]): World {
  const world = new World({ record: true, maxPieces: 6, gravity });
  world.addStatic(createShape('plane'));
  for (const x of [0, 1]) {
    const position = [x, 0.12, 0];
    world.add(block, { material: materials.glass, ...options, position, velocity: [0, -12, 0] });
    position.fill(Number.NaN);
  }
  return world;
}

function play(world: World): string {
  for (let k = 0; k < 10; k++) world.step(1 / 60);
  expect(world.bodies.length).toBeGreaterThan(4);
  return world.hash();
}

const replay = (world: World) =>
  World.replay(JSON.parse(JSON.stringify(world.recording())), { assets: [block] }).hash();

describe('what is changed after it was handed over', () => {
  it.each(['gravity', 'material', 'cells', 'bonds'])('%s: the world goes on as it was told', (what) => {
    const make = () => ({
      gravity: Float64Array.of(0, -9.81, 0),
      material: { ...materials.glass },
      scored: {
        cells: Array.from(
          block.tets.positions.filter((_, k) => k % 3 === 0),
          (x): number => (x > 0 ? 1 : 0),
        ),
        bonds: [[0, 1, 0.5] as [number, number, number]],
      },
    });
    const [kept, changed] = [make(), make()].map(({ gravity, ...options }) => {
      const scored = what === 'cells' || what === 'bonds' ? options.scored : undefined;
      return { gravity, options: { ...options, scored }, world: drop({ ...options, scored }, gravity) };
    });
    if (what === 'gravity') changed.gravity.fill(Number.NaN);
    if (what === 'material') Object.assign(changed.options.material, { strength: Number.NaN, density: -1 });
    if (what === 'cells') changed.options.scored?.cells.fill(7);
    if (what === 'bonds') changed.options.scored?.bonds[0].fill(1e9);
    expect(play(changed.world)).toBe(play(kept.world));
    expect(replay(changed.world)).toBe(changed.world.hash());
  });

  it('what info tells of a material: it says that it cannot be', () => {
    const [kept, changed] = [drop({}), drop({})];
    for (const body of changed.bodies) {
      const { material } = changed.info(body);
      if (material !== null) expect(() => Object.assign(material, { strength: 1e300 })).toThrow(TypeError);
    }
    expect(play(changed)).toBe(play(kept));
  });

  it('the answer of a hook, the same record each time', () => {
    const worlds = [false, true].map((same) => {
      const world = drop({});
      const own = { kind: 'slice', normal: [1, 0, 0], offset: 0 } as const;
      let asked = 0;
      world.onBeforeFracture = () => {
        const answer = same ? own : { ...own, normal: [...own.normal] };
        (answer.normal as number[])[1] = asked++;
        return answer;
      };
      play(world);
      expect(asked).toBeGreaterThan(1);
      return world;
    });
    expect(worlds[1].hash()).toBe(worlds[0].hash());
    for (const world of worlds) expect(replay(world)).toBe(world.hash());
  });
});
