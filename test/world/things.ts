// Small assets and worlds for tests, baked once.

import type { Asset } from '../../src/bake/asset.ts';
import { bake } from '../../src/bake/bake.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import type { WorldOptions } from '../../src/world/options.ts';
import { World } from '../../src/world/world.ts';

const baked = new Map<string, Promise<Asset>>();

/** A box asset around the origin, with points no further apart than `spacing`. */
export function boxAsset(x: number, y: number, z: number, spacing: number): Promise<Asset> {
  const key = `${x} ${y} ${z} ${spacing}`;
  let asset = baked.get(key);
  if (asset === undefined) {
    asset = bake(createBox({ size: [x, y, z], edge: spacing }), { spacing, cells: 24 });
    baked.set(key, asset);
  }
  return asset;
}

/** A world with a floor at y = 0. */
export function createFloor(options: WorldOptions = {}): World {
  const world = new World(options);
  world.addStatic(createShape('plane'));
  return world;
}

/** Steps a world for so many seconds. */
export function run(world: World, seconds: number, dt = 1 / 60): void {
  for (let k = 0; k < Math.round(seconds / dt); k++) world.step(dt);
}

/** The height of a body's rest frame. */
export function heightOf(world: World, body: number): number {
  return world.poses[7 * world.indexOf(body) + 1];
}
