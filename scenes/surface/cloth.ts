// Cloth that falls on a rotating ball, as the UNC benchmark that [Heo10, fig. 5] shows: 92 K triangles. A small
// position-based cloth of 65 × 65 points is simulated; what collides is its smooth refinement.

import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { addBody } from '../../src/surface/edit.ts';
import type { Surface } from '../../src/surface/surface.ts';
import type { BodyPlay, BodyScene } from './body-scene.ts';
import { createCloth, refineCloth, stepCloth } from './cloth-sim.ts';
import { type Flight, fly, land, takeOff } from './flight.ts';

const SPIN = 0.03; // of the ball, radians a frame

/** The scene with a cloth of so many quads a side, and a ball of 20 · frequency² triangles. */
export function createClothScene(quads = 206, frequency = 19): BodyScene {
  return {
    name: 'cloth',
    frames: 465,
    fractures: [],
    play: (surface) => new ClothPlay(surface, quads, frequency),
  };
}

export const cloth = createClothScene();

class ClothPlay implements BodyPlay {
  readonly surface: Surface;
  frame = 0;
  readonly cloth = createCloth();
  readonly quads: number;
  readonly fine: Float64Array;
  readonly body: number;
  readonly ball: Flight;
  readonly guest: number;

  constructor(surface: Surface, quads: number, frequency: number) {
    this.surface = surface;
    this.quads = quads;
    this.fine = new Float64Array(3 * (quads + 1) * (quads + 1));
    refineCloth(this.fine, this.cloth, quads);
    const indices: number[] = [];
    for (let j = 0; j < quads; j++) {
      for (let i = 0; i < quads; i++) {
        const a = j * (quads + 1) + i;
        const c = a + quads + 1;
        indices.push(a, c, c + 1, a, c + 1, a + 1);
      }
    }
    this.body = addBody(surface, { positions: this.fine, indices });
    const sphere = createSphere({ radius: 0.98, frequency });
    this.guest = addBody(surface, sphere);
    this.ball = takeOff(surface, this.guest, [0, 0, 0], [0, 1, 0], SPIN);
  }

  think(): void {
    stepCloth(this.cloth, this.frame > 90 ? SPIN : 0);
    refineCloth(this.fine, this.cloth, this.quads);
    fly(this.ball, 0);
  }

  act(): void {
    this.frame++;
    const list = this.surface.vertices[this.body]!;
    const { end } = this.surface;
    for (let i = 0; i < list.length; i++) {
      for (let d = 0; d < 3; d++) end[3 * list[i] + d] = this.fine[3 * i + d];
    }
    land(this.surface, this.ball);
  }
}
