// The n-body scene: balls that attract each other and bounce, as the UNC benchmark that [Heo10, fig. 5] shows: 106
// balls of 320 triangles, 149 frames.

import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { addBody } from '../../src/surface/edit.ts';
import type { Surface } from '../../src/surface/surface.ts';
import type { BodyPlay, BodyScene } from './body-scene.ts';
import { type Flight, fly, land, takeOff } from './flight.ts';

const BALLS = 106;

/** The scene with balls of 20 · frequency² triangles. */
export function createBalls(frequency = 4): BodyScene {
  return {
    name: 'n-body',
    frames: 149,
    fractures: [],
    play: (surface, seed = 0) => new Balls(surface, frequency, seed),
  };
}

export const nBody = createBalls();

class Balls implements BodyPlay {
  readonly surface: Surface;
  frame = 0;
  readonly guest = -1;
  readonly flights: Flight[] = [];
  readonly radius: number[] = [];

  constructor(surface: Surface, frequency: number, seed: number) {
    this.surface = surface;
    const random = createRandom(7 + seed);
    const between = (a: number, b: number) => a + (b - a) * nextFloat(random);
    const ball = createSphere({ radius: 1, frequency });
    for (let i = 0; i < BALLS; i++) {
      const radius = between(0.25, 0.6);
      const at = [between(-4, 4), between(-4, 4), between(-4, 4)];
      const positions = Array.from(ball.positions, (x, k) => radius * x + at[k % 3]);
      const id = addBody(surface, { positions, indices: ball.indices });
      const axis = [between(-1, 1), between(-1, 1), between(-1, 1)];
      const velocity = [between(-0.02, 0.02), between(-0.02, 0.02), between(-0.02, 0.02)];
      this.flights.push(takeOff(surface, id, velocity, axis, between(0, 0.05)));
      this.radius.push(radius);
    }
  }

  think(): void {
    const { flights, radius } = this;
    for (let i = 0; i < BALLS; i++) {
      for (let d = 0; d < 3; d++) flights[i].velocity[d] -= 0.0012 * flights[i].center[d];
      for (let j = 0; j < i; j++) bounce(flights[i], flights[j], radius[i], radius[j]);
    }
    for (const flight of flights) fly(flight, 0.002);
  }

  act(): void {
    this.frame++;
    for (const flight of this.flights) land(this.surface, flight);
  }
}

/** Two balls that overlap and approach exchange speed along the line between their centers. */
function bounce(a: Flight, b: Flight, ra: number, rb: number): void {
  const x = b.center[0] - a.center[0];
  const y = b.center[1] - a.center[1];
  const z = b.center[2] - a.center[2];
  const square = x * x + y * y + z * z;
  if (square > (ra + rb) * (ra + rb) || square === 0) return;
  const massA = ra * ra * ra;
  const massB = rb * rb * rb;
  const n = [x, y, z].map((c) => c / Math.sqrt(square));
  let closing = 0;
  for (let d = 0; d < 3; d++) closing += (a.velocity[d] - b.velocity[d]) * n[d];
  const depth = ra + rb - Math.sqrt(square);
  const push = Math.max(0, 1.8 * closing) + 0.3 * depth;
  for (let d = 0; d < 3; d++) {
    a.velocity[d] -= (push * massB * n[d]) / (massA + massB);
    b.velocity[d] += (push * massA * n[d]) / (massA + massB);
  }
}
