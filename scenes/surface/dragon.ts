// The exploding dragon, after [Heo10, fig. 1]: something hits a figure, which bursts along its edges, and its pieces
// burst again: four times in 250 frames. The figure is for the caller to bring; the paper's is the Stanford dragon.

import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createTriceratops } from '../../src/mesh/shapes/animals.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { addBody, type BodyMesh } from '../../src/surface/edit.ts';
import { splitBody } from '../../src/surface/split.ts';
import type { Surface } from '../../src/surface/surface.ts';
import type { BodyPlay, BodyScene } from './body-scene.ts';
import { type Flight, fly, land, takeOff } from './flight.ts';

const FRACTURES = [50, 90, 130, 170];
const SEEDS = [12, 24, 48, 96]; // that the figure is divided around, at each
const SHRINK = 0.999; // of pieces, so that those that part do not touch

/** The scene with a figure and what hits it; a triceratops and a ball unless told otherwise. */
export function createExplosion(
  figure: BodyMesh = createTriceratops(),
  missile: BodyMesh = createSphere({ radius: 0.5, frequency: 8 }),
): BodyScene {
  return {
    name: 'exploding-dragon',
    frames: 250,
    fractures: FRACTURES,
    play: (surface, seed = 0) => new Explosion(surface, figure, missile, seed),
  };
}

class Explosion implements BodyPlay {
  readonly surface: Surface;
  frame = 0;
  flights: Flight[] = [];
  readonly missile: Flight;
  readonly guest: number;
  readonly random: Random;
  readonly size: number;
  readonly middle = [0, 0, 0];
  label = new Int32Array(0);

  constructor(surface: Surface, figure: BodyMesh, missile: BodyMesh, seed: number) {
    this.surface = surface;
    this.random = createRandom(11 + seed);
    const box = boundMesh(figure);
    this.size = Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    for (let d = 0; d < 3; d++) this.middle[d] = (box[d] + box[3 + d]) / 2;
    this.flights.push(takeOff(surface, addBody(surface, figure), [0, 0, 0], [0, 1, 0], 0));
    const shot = boundMesh(missile);
    const scale = (0.35 * this.size) / Math.max(shot[3] - shot[0], shot[4] - shot[1], shot[5] - shot[2]);
    const speed = 0.012 * this.size;
    const from = [
      this.middle[0],
      this.middle[1] + 0.1 * this.size,
      box[5] + 0.2 * this.size + speed * FRACTURES[0],
    ];
    const positions = Array.from(missile.positions, (x, i) => {
      const d = i % 3;
      return from[d] + scale * (x - (shot[d] + shot[3 + d]) / 2);
    });
    this.guest = addBody(surface, { positions, indices: missile.indices });
    this.missile = takeOff(surface, this.guest, [0, 0, -speed], [1, 0, 0], 0.01);
  }

  think(): void {
    fly(this.missile, this.frame < FRACTURES[0] ? 0 : 0.02);
    for (const flight of this.flights) fly(flight, 0.02);
    const event = FRACTURES.indexOf(this.frame + 1);
    if (event >= 0) this.chooseParts(SEEDS[event]);
  }

  act(): void {
    this.frame++;
    land(this.surface, this.missile);
    for (const flight of this.flights) if (flight.spin !== 0) land(this.surface, flight);
    if (FRACTURES.includes(this.frame)) this.burst();
  }

  /** Labels every triangle with the nearest of so many seeds. */
  chooseParts(count: number): void {
    const { surface, random, middle, size } = this;
    const seeds = Array.from(
      { length: 3 * count },
      (_, i) => middle[i % 3] + 1.2 * size * (nextFloat(random) - 0.5),
    );
    this.label = new Int32Array(surface.triangleCount);
    const { end, indices, body } = surface;
    for (let t = 0; t < surface.triangleCount; t++) {
      if (body[t] < 0 || body[t] === this.missile.id) continue;
      const v = 3 * indices[3 * t];
      let best = Infinity;
      for (let s = 0; s < count; s++) {
        const x = end[v] - seeds[3 * s];
        const y = end[v + 1] - seeds[3 * s + 1];
        const z = end[v + 2] - seeds[3 * s + 2];
        if (x * x + y * y + z * z < best) {
          best = x * x + y * y + z * z;
          this.label[t] = s;
        }
      }
    }
  }

  /** Divides every piece by the labels. The parts shrink at once, so as not to touch, and part in the next frame. */
  burst(): void {
    const { surface, label } = this;
    const parts: Flight[] = [];
    for (const from of this.flights) {
      for (const id of splitBody(surface, from.id, label)) {
        shrinkBody(surface, id);
        parts.push(this.launch(id, from));
      }
    }
    this.flights = parts;
  }

  launch(id: number, from: Flight): Flight {
    const { surface, random, middle, size } = this;
    const axis = [nextFloat(random) - 0.5, nextFloat(random) - 0.5, nextFloat(random) - 0.5];
    const flight = takeOff(surface, id, [...from.velocity], axis, 0.002 + 0.02 * nextFloat(random));
    for (let d = 0; d < 3; d++) {
      flight.velocity[d] += 0.008 * (flight.center[d] - middle[d]) + 0.001 * size * (nextFloat(random) - 0.5);
    }
    return flight;
  }
}

/** Makes a body smaller about the mean of its vertices, at both ends of the step. */
function shrinkBody({ start, end, vertices }: Surface, id: number): void {
  const list = vertices[id]!;
  for (let d = 0; d < 3; d++) {
    let sum = 0;
    for (let i = 0; i < list.length; i++) sum += end[3 * list[i] + d];
    const mean = sum / list.length;
    for (let i = 0; i < list.length; i++) {
      const at = 3 * list[i] + d;
      end[at] = mean + SHRINK * (end[at] - mean);
      start[at] = end[at];
    }
  }
}

function boundMesh({ positions }: BodyMesh): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3], positions[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], positions[i]);
  }
  return box;
}
