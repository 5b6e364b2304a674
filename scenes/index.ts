// All scenes. The first five are those of [Glondu13, sec. 7].

import { bricks } from './bricks.ts';
import { bunnies } from './bunnies.ts';
import { mouse } from './mouse.ts';
import { piggy } from './piggy.ts';
import { plates } from './plates.ts';
import type { Scene } from './scene.ts';
import { table } from './table.ts';
import { tower } from './tower.ts';
import { wall } from './wall.ts';

export type { AssetPlan, Assets, Scene } from './scene.ts';

export const scenes: readonly Scene[] = [piggy, bunnies, bricks, plates, mouse, wall, table, tower];

/** A scene by its name; undefined if there is none. */
export function findScene(name: string): Scene | undefined {
  return scenes.find((scene) => scene.name === name);
}
