// Five bunnies are picked up and thrown about by a mouse that follows a script [Glondu13, fig. 9].

import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import type { World } from '../src/world/world.ts';
import type { Scene } from './scene.ts';

const PLACES = [
  [-0.5, 0, 0.1],
  [-0.25, 0, -0.2],
  [0, 0, 0.15],
  [0.25, 0, -0.2],
  [0.5, 0, 0.1],
];
const TURN = 80; // steps that the mouse spends on one bunny
const LIFT = 30; // of these, lifting
const SWING = 16; // swinging
const SPEED = 7.8; // m/s, of the swing

const dragging = new WeakMap<World, number>(); // the joint by which the mouse holds a bunny

export const mouse: Scene = {
  name: 'mouse',
  about: 'five bunnies are thrown about by a scripted mouse',
  dt: 0.015,
  steps: 460,
  options: { maxPieces: 3, smallestFragment: 0.25 },
  assets: { bunny: { model: 'bunny', options: { material: materials.ceramic } } },
  look: { from: [0.8, 0.9, 2.2], at: [0, 0.2, 0] },
  build(world, { bunny }) {
    world.addStatic(createShape('plane'), { friction: 0.6 });
    for (const position of PLACES) world.add(bunny, { position });
  },
  rests: (step) => step % TURN === 0 || step % TURN > LIFT + SWING, // the mouse holds nothing
  script(world, step) {
    const turn = Math.floor(step / TURN);
    const at = step % TURN;
    const body = world.bodies[1 + turn];
    if (turn >= 5) return;
    const [x, , z] = PLACES[turn];
    if (at === 0) {
      const o = 7 * world.indexOf(body);
      const anchor = [world.poses[o], world.poses[o + 1] + 0.12, world.poses[o + 2]];
      dragging.set(world, world.join({ kind: 'drag', bodyA: body, anchor, hertz: 6, damping: 1 }));
    }
    const joint = dragging.get(world);
    if (joint === undefined) return;
    // Up first, then down and towards the next one.
    const side = turn < 4 ? 1 : -1;
    const swing = Math.max(0, at - LIFT) * 0.015 * SPEED;
    if (at < LIFT + SWING) {
      const up = Math.min(1, at / LIFT);
      world.setTarget(joint, [x + 0.2 * side * swing, 0.12 + 0.9 * up - 0.6 * swing, z - 0.1 * swing]);
    } else if (at === LIFT + SWING) {
      world.unjoin(joint);
      dragging.delete(world);
    }
  },
};
