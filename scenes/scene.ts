// What a scene is: what to bake, what to build, what happens from step to step. Scenes run in Node and in browsers and
// give the same bits in both: they place things by plain numbers and seeded random ones.

import type { Asset } from '../src/bake/asset.ts';
import type { BakeOptions } from '../src/bake/options.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { WorldOptions } from '../src/world/options.ts';
import type { World } from '../src/world/world.ts';

/** The models of [Glondu13] table 1, in the sizes given there: scenes/assets.ts makes them. */
export type PaperModelName = 'bunny' | 'plate' | 'brick' | 'piggy bank' | 'shelf';

/** What to bake: a mesh, or a model by its name. */
export interface AssetPlan {
  readonly model: PaperModelName | (() => TriangleMesh);
  readonly options?: BakeOptions; // over those that a model comes with
}

export type Assets = Readonly<Record<string, Asset>>;

export interface Scene {
  readonly name: string;
  readonly about: string; // one line
  readonly dt: number; // length of a step, seconds
  readonly steps: number; // that it is worth to watch
  readonly options?: WorldOptions;
  readonly assets: Readonly<Record<string, AssetPlan>>;
  readonly look: { readonly from: readonly number[]; readonly at: readonly number[] }; // where a camera stands, and looks
  build(world: World, assets: Assets): void;
  /** Called before each step, from 0 on. Goes by the step and the world alone. */
  script?(world: World, step: number, assets: Assets): void;
  /** Whether a snapshot before this step holds all that the script goes by; without it: always. */
  rests?(step: number): boolean;
}

/** A rotation about an axis of length 1 by twice the angle whose tangent is `t`: no sine, the same bits everywhere. */
export function turnAbout(x: number, y: number, z: number, t: number): number[] {
  const s = 1 / Math.sqrt(1 + t * t);
  return [x * t * s, y * t * s, z * t * s, s];
}
