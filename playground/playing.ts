// What the worker plays: something that goes from step to step and can be looked at. A kind of scene is one Playing: of
// worlds (world-playing.ts) or of surfaces (surface/playing.ts). The page knows no kinds: the card of a scene says what
// charts, views and settings it has, and frames bring what is to be drawn.

import type { Scene } from '../scenes/scene.ts';
import type { WorldFrame } from '../worker/frame.ts';
import type { Input, Setup } from './session.ts';
import type { MeshFrame } from './surface/mesh-frame.ts';
import type { ViewCard, ViewData, ViewWishes } from './views/view.ts';

export interface Playing {
  readonly card: SceneCard;
  frame(wishes: ViewWishes): PlayFrame; // as it stands
  play(steps: number, wishes: ViewWishes): PlayFrame;
  seek(step: number, wishes: ViewWishes): PlayFrame; // goes back and forgets what came after
  look(wishes: ViewWishes): Record<string, ViewData>;
  /** Views of a moment before, where that can be played again beside what goes on; null: not there yet, ask again. */
  lookBack?(step: number, wishes: ViewWishes): Record<string, ViewData> | null;
  act(name: string, args: readonly unknown[]): unknown;
  tune(setup: Setup): boolean; // whether it could be changed at once; else the scene must be opened anew
  save(): PlayRecording;
  hash(): string;
}

/** What the page must know of a scene. */
export interface SceneCard {
  readonly name: string;
  readonly about: string;
  readonly dt: number; // seconds a step
  readonly look: Scene['look'] & { readonly floor?: number | null }; // height of the floor; null for none
  readonly charts: readonly ChartPlan[]; // the first is of milliseconds
  readonly views: readonly ViewCard[];
  readonly knobs: readonly Knob[];
  readonly isLive?: boolean; // settings take effect at once; otherwise the scene begins anew
  readonly steps?: number; // after which it ends; without it: never
  readonly noHands?: string; // why hands have nothing to do here, in a sentence
  readonly skin?: SkinCard; // of scenes whose frames bring a mesh
}

/** How a mesh is painted. */
export interface SkinCard {
  readonly paints: readonly string[]; // of the surface, and of what it meets
  readonly isHollow?: boolean; // its back shows, as a crack does
  readonly isMotley?: boolean; // every body in a colour of its own
}

/** A chart: what its lines are. A frame brings a number for each. */
export interface ChartPlan {
  readonly title: string;
  readonly names: readonly string[];
}

/** A setting: a part of the setup that this kind of scene has. */
export type Knob = {
  readonly key: keyof Setup;
  readonly title: string;
  readonly about: string;
} & (
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly low: number; readonly high: number }
  | { readonly kind: 'choice'; readonly options: readonly (readonly [value: string, text: string])[] }
);

/** A frame of the playground. */
export interface PlayFrame
  extends Pick<WorldFrame, 'time' | 'bodies' | 'poses' | 'states' | 'looks' | 'surfaces'> {
  readonly step: number;
  readonly fractures: number; // since the last frame
  readonly rows: readonly (readonly number[])[]; // of each chart
  readonly views: Readonly<Record<string, ViewData>>;
  readonly mesh?: MeshFrame; // a surface that bends
}

/** What can be saved and opened again. */
export interface PlayRecording {
  readonly format: 'fracas-play';
  readonly version: 1;
  readonly scene: string;
  readonly setup: Setup;
  readonly steps: number;
  readonly inputs: readonly Input[];
  readonly model?: Uint8Array; // the asset that the scene was made of, encoded; base64 in the file
}

/** The setting of everything random. */
export const SEED: Knob = {
  key: 'seed',
  title: 'Seed',
  about: 'Of everything random; begins the scene anew. The same seed gives the same bits, in every browser.',
  kind: 'number',
  low: -(2 ** 31),
  high: 2 ** 31,
};
