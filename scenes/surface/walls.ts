// Breaking walls, after [Heo10, fig. 1]: a ball flies through eight walls. Each is dented first, then breaks into
// pieces with crack faces of their own: 42 K triangles become 140 K over 80 frames, 8 of which break a wall.

import { growColumn } from '../../src/math/columns.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { addBody, moveBody, replaceBody } from '../../src/surface/edit.ts';
import { setRigid } from '../../src/surface/rigid.ts';
import type { Surface } from '../../src/surface/surface.ts';
import type { BodyPlay, BodyScene } from './body-scene.ts';
import { type Flight, fly, land, takeOff } from './flight.ts';
import { buildSlab, SIDE, type Slab, type SlabSize, splitSlab } from './walls-slab.ts';

const WALLS = 8;
const SIZE: SlabSize = { cells: 32, layers: 4, pieces: 120 };
const APART = 10; // frames from wall to wall
const FIRST = 8; // the frame in which the first breaks
const SPEED = 0.4; // of the ball, units a frame
const DENT = 3; // frames that a wall gives way before it breaks

/** The scene with walls that fine. */
export function createWalls(size = SIZE): BodyScene {
  return {
    name: 'breaking-walls',
    frames: 80,
    fractures: Array.from({ length: WALLS }, (_, w) => FIRST + APART * w),
    play: (surface, seed = 0) => new Walls(surface, size, seed),
  };
}

export const walls = createWalls();

class Walls implements BodyPlay {
  readonly surface: Surface;
  frame = 0;
  readonly kdop: Slab[] = [];
  readonly bodies: number[] = []; // of walls that stand; −1 for those that broke
  readonly flights: Flight[] = [];
  readonly ball: Flight;
  readonly guest: number;
  readonly random: Random;
  readonly dented: Float64Array;
  private fresh: number[] = []; // bodies that broke off last, and fly from the next frame on
  private noted = true; // whether their cracks are
  private crack = new Uint8Array(0); // a triangle: 1 for the face of a crack

  constructor(surface: Surface, size: SlabSize, seed: number) {
    this.surface = surface;
    this.random = createRandom(5 + seed);
    for (let w = 0; w < WALLS; w++) {
      const slab = buildSlab(4 * w, this.random, size);
      this.kdop.push(slab);
      this.bodies.push(addBody(surface, slab));
      setRigid(surface, this.bodies[w], true); // until it is dented
    }
    this.dented = new Float64Array(this.kdop[0].positions.length);
    const sphere = createSphere({ radius: 0.8, frequency: 8 });
    const start = -SPEED * FIRST - 0.3;
    const positions = Array.from(sphere.positions, (x, k) => (k % 3 === 2 ? x + start : x));
    this.guest = addBody(surface, { positions, indices: sphere.indices });
    this.ball = takeOff(surface, this.guest, [0, 0, SPEED], [1, 2, 3], 0.02);
  }

  think(): void {
    if (!this.noted) this.noteCracks();
    fly(this.ball, 0);
    for (const flight of this.flights) fly(flight, 0.03);
  }

  act(): void {
    const { surface, kdop, bodies } = this;
    this.frame++;
    land(surface, this.ball);
    for (const flight of this.flights) land(surface, flight);
    for (let w = 0; w < WALLS; w++) {
      const left = FIRST + APART * w - this.frame;
      if (left > 0 && left <= DENT) {
        setRigid(surface, bodies[w], false);
        moveBody(surface, bodies[w], this.dent(kdop[w], (DENT + 1 - left) / (DENT + 1)));
      }
      if (left === 0) this.breakWall(w);
    }
  }

  /** The vertices of a wall, pushed along z around where the ball comes. */
  dent(slab: Slab, part: number): Float64Array {
    const { positions } = slab;
    for (let i = 0; i < positions.length; i += 3) {
      const near = 1 / (1 + positions[i] * positions[i] + positions[i + 1] * positions[i + 1]);
      this.dented[i] = positions[i];
      this.dented[i + 1] = positions[i + 1];
      this.dented[i + 2] = positions[i + 2] + 0.6 * part * near * near * near;
    }
    return this.dented;
  }

  breakWall(w: number): void {
    const pieces = splitSlab(this.kdop[w], this.dent(this.kdop[w], 1));
    this.fresh = replaceBody(this.surface, this.bodies[w], pieces);
    this.bodies[w] = -1;
    this.noted = false;
    for (const id of this.fresh) this.launch(id);
  }

  launch(id: number): void {
    const flight = takeOff(this.surface, id, [0, 0, 0], [1, 0, 0], 0.06 * (nextFloat(this.random) - 0.5));
    const [x, y] = flight.center;
    const near = 1 / (1 + x * x + y * y);
    // Outwards in proportion to the distance, so that pieces draw apart; forwards most in the middle.
    flight.velocity.set([0.06 * x, 0.06 * y, 0.25 * near * near]);
    flight.axis.set([-y, x, 0.01].map((c) => c / Math.sqrt(x * x + y * y + 1e-4)));
    this.flights.push(flight);
  }

  isCrack(t: number): boolean {
    if (!this.noted) this.noteCracks();
    return this.crack[t] === 1;
  }

  /** Notes the sides of pieces that have just broken off: seen along z they have no area. The rim is none. */
  private noteCracks(): void {
    this.noted = true;
    const { indices, end, body, triangleCount } = this.surface;
    this.crack = growColumn(this.crack, triangleCount);
    const isNew = new Set(this.fresh);
    const rim = 0.49 * SIDE;
    for (let t = 0; t < triangleCount; t++) {
      if (!isNew.has(body[t])) continue;
      const [a, b, c] = indices.subarray(3 * t, 3 * t + 3);
      const x = [end[3 * a], end[3 * b], end[3 * c]];
      const y = [end[3 * a + 1], end[3 * b + 1], end[3 * c + 1]];
      const area = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
      const isOut = [x, y].some((at) => Math.min(...at) > rim || Math.max(...at) < -rim);
      this.crack[t] = Math.abs(area) < 1e-9 && !isOut ? 1 : 0;
    }
  }
}
