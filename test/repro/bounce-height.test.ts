// A ball that should come back as high as it fell came back lower or higher by several per cent: it bounced with the
// speed that it had when the step began, and fell by Euler steps.

import { describe, expect, it } from 'vitest';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';

const RADIUS = 0.1;

/** How high above where it touches the floor a ball is at the top after its first bounce. */
function reboundOf(height: number, restitution: number, dt: number): number {
  const world = new World({ sleep: false });
  world.addStatic(createShape('plane'), { restitution: 0 });
  const ball = world.add(createShape('sphere', RADIUS), { position: [0, RADIUS + height, 0], restitution });
  const o = 7 * world.indexOf(ball) + 1;
  let top = 0;
  for (let step = 0; step < 3 / dt; step++) {
    world.step(dt);
    const speed = world.info(ball).velocity[1];
    if (speed > 0) top = Math.max(top, world.poses[o] - RADIUS);
    else if (top > 0) break;
  }
  world.dispose();
  return top;
}

describe('a ball comes back to e² of the height it fell from', () => {
  for (const restitution of [1, 0.7]) {
    for (const height of [0.5, 1, 2]) {
      it(`from ${height} m, e = ${restitution}`, () => {
        for (const dt of [1 / 60, 1 / 240]) {
          const over = reboundOf(height, restitution, dt) / (restitution * restitution * height);
          expect(Math.abs(over - 1), `1/${Math.round(1 / dt)} s`).toBeLessThan(0.01);
        }
      });
    }
  }
});
