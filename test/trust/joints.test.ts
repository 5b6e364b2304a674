// Joints and poses: what is put elsewhere is pulled back, wakes what it is joined with, gains no energy and does not sleep
// on the way; a joint that a small piece inherits from far away lets go.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape } from '../../src/contact/shape.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

let rod: Asset;

beforeAll(async () => {
  rod = await boxAsset(1, 0.1, 0.1, 0.05);
});

const KINDS = [
  { kind: 'ball' },
  { kind: 'fixed' },
  { kind: 'hinge', axis: [0, 1, 0] },
  { kind: 'distance', anchorB: [0.25, 0.1, 0] },
] as const;
const PLACES = [
  [3, 0.1, 0],
  [0.25, 3, 0],
  [0.25, 0.1, 0.5],
];

describe('a joined body that is put elsewhere', () => {
  it.each(KINDS.flatMap((joint) => PLACES.map((place) => [joint.kind, place, joint] as const)))(
    '%s, at %j, comes back, awake until it is there, with the energy that it was put there with',
    (_kind, place, joint) => {
      const world = new World();
      world.addStatic(createShape('plane'));
      const box = createShape('box', 0.1, 0.1, 0.1);
      const bodyA = world.add(box, { position: [0, 0.1, 0] });
      const bodyB = world.add(box, { position: [0.25, 0.1, 0] });
      world.join({ ...joint, bodyA, bodyB, anchor: [0.125, 0.1, 0] });
      for (let k = 0; k < 90; k++) world.step(1 / 60);
      expect(world.info(bodyB).asleep).toBe(true);
      world.setPose(bodyB, place);
      const energy = () => world.measure().kinetic + world.measure().potential;
      const put = energy();
      let most = put;
      const anchors = joint.kind === 'distance' ? [0.125, 0] : [0.125, -0.125];
      const apart = () => {
        const ends = [bodyA, bodyB].map((body, k) => worldPoint(world, body, [anchors[k], 0, 0]));
        const far = Math.sqrt(ends[0].reduce((sum, x, d) => sum + (x - ends[1][d]) ** 2, 0));
        return Math.abs(far - (joint.kind === 'distance' ? 0.125 : 0));
      };
      for (let k = 0; k < 400; k++) {
        world.step(1 / 60);
        most = Math.max(most, energy());
        if (world.info(bodyA).asleep || world.info(bodyB).asleep) expect(apart()).toBeLessThan(0.02);
      }
      // A rod may leave it hanging just above the ground, within the other, where nothing stops its swing.
      const { asleep, velocity } = world.info(bodyB);
      const slow = Math.sqrt(velocity.reduce((sum, v) => sum + v * v, 0)) < 0.2;
      expect(asleep || (joint.kind === 'distance' && slow)).toBe(true);
      expect(apart()).toBeLessThan(0.005);
      expect(most - put).toBeLessThan(0.02 * (8 * 9.81 * 3)); // 2 % of what lifting it by three metres takes
    },
  );
});

/** A point of a body's rest frame in the world. */
function worldPoint(world: World, body: number, [x, y, z]: number[]): number[] {
  const [px, py, pz, a, b, c, w] = world.info(body).pose;
  const u = [b * z - c * y + w * x, c * x - a * z + w * y, a * y - b * x + w * z];
  return [
    px + x + 2 * (b * u[2] - c * u[1]),
    py + y + 2 * (c * u[0] - a * u[2]),
    pz + z + 2 * (a * u[1] - b * u[0]),
  ];
}

describe('a joint whose anchor is far from the piece that inherits it', () => {
  it('lets go and is told of; one that is close stays', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const body = world.add(rod, {});
    const far = world.join({ kind: 'ball', bodyA: body, anchor: [1.2, 0, 0] });
    const near = world.join({ kind: 'ball', bodyA: body, anchor: [-0.5, 0, 0] });
    world.step(1 / 60);
    world.split(body, { kind: 'slice', normal: [1, 0, 0], offset: 0.4 });
    expect(world.events.joints.map(({ joint }) => joint)).toEqual([far]);
    expect(() => world.unjoin(far)).toThrow(/has been removed/);
    world.unjoin(near);
  });
});
