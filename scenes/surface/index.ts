// The surface scenes as a page shows them: sizes that play smoothly (benches play the papers'), where the camera stands,
// what things are painted with. To add one, list it here and in catalog.ts.

import { apple } from './apple.ts';
import type { BodyScene } from './body-scene.ts';
import { type SurfaceCard, surfaceCatalog } from './catalog.ts';
import { createClothScene } from './cloth.ts';
import { createExplosion } from './dragon.ts';
import { createBalls } from './n-body.ts';
import { createPumpkinScene } from './pumpkin.ts';
import type { SurfaceScene } from './surface-scene.ts';
import { createSplitScene } from './triceratops.ts';
import { createWalls } from './walls.ts';

/** Brings a model that was made for the page (models.ts). */
export type LoadMesh = (name: string) => Promise<ModelMesh>;

export interface ModelMesh {
  readonly positions: Float64Array; // xyz a vertex
  readonly indices: Uint32Array;
}

export interface Exhibit {
  readonly dt: number; // seconds a frame
  readonly frames?: number; // those of the scene unless told otherwise
  readonly look: {
    readonly from: readonly number[];
    readonly at: readonly number[];
    readonly floor: number | null; // its height, null for none
  };
  readonly paints: readonly string[]; // of the surface, and of the guest
  readonly isHollow?: boolean; // the back of the surface shows
  readonly isMotley?: boolean; // every body in a colour of its own
  readonly isRandom?: boolean; // the seed matters
  readonly cut?: (load: LoadMesh) => Promise<SurfaceScene>; // a mesh that is cut, or
  readonly bodies?: (load: LoadMesh) => Promise<BodyScene>; // bodies of triangles
  readonly isContinuous?: boolean; // of bodies: asked for the whole step, not only for its end
}

const EXHIBITS: Readonly<Record<(typeof surfaceCatalog)[number]['name'], Exhibit>> = {
  triceratops: {
    dt: 1 / 60,
    look: { from: [-0.1, 0.3, 0.46], at: [0, 0.065, 0], floor: 0 },
    paints: ['hide'],
    cut: async (load) => createSplitScene(await load('triceratops')),
  },
  apple: {
    dt: 1 / 60,
    look: { from: [0.14, 0.12, 0.19], at: [0, 0.036, 0], floor: -0.0035 },
    paints: ['apple'],
    cut: async () => apple,
  },
  pumpkin: {
    dt: 1 / 60,
    look: { from: [0.5, 0.52, 1.05], at: [0, 0.16, 0], floor: 0 },
    paints: ['pumpkin'],
    isRandom: true,
    cut: async () => createPumpkinScene(4000),
  },
  cloth: {
    dt: 1 / 30,
    look: { from: [3.6, 2.3, 5.2], at: [0, -0.5, 0], floor: -2 },
    paints: ['linen', 'steel'],
    isHollow: true,
    isContinuous: true,
    bodies: async () => createClothScene(90, 12),
  },
  'n-body': {
    dt: 1 / 30,
    frames: 300,
    look: { from: [10, 6, 16], at: [0, -0.5, 0], floor: -9 },
    paints: ['balls'],
    isMotley: true,
    isRandom: true,
    isContinuous: true,
    bodies: async () => createBalls(3),
  },
  walls: {
    dt: 1 / 20,
    look: { from: [-17, 7, 30], at: [0, -1, 12], floor: -5.4 },
    paints: ['stucco', 'steel'],
    isRandom: true,
    bodies: async () => createWalls({ cells: 16, layers: 2, pieces: 50 }),
  },
  dragon: {
    dt: 1 / 30,
    look: { from: [0.3, 0.24, 0.46], at: [0, 0.1, 0], floor: -0.13 },
    paints: ['jade', 'ceramic'],
    isHollow: true,
    isRandom: true,
    bodies: async (load) => createExplosion(await load('dragon'), await load('bunny')),
  },
};

/** An exhibit by its name, with its sentence; undefined if there is none. */
export function findExhibit(name: string): (Exhibit & SurfaceCard) | undefined {
  const card = surfaceCatalog.find((one) => one.name === name);
  return card && { ...card, ...EXHIBITS[card.name] };
}
