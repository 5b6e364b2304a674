// Random sequences of everything a caller can do: a world restored on the way, and one replayed from the recording, end
// in the same state, and no step fails.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Asset } from '../../src/bake/asset.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from './things.ts';

let cube: Asset;

beforeAll(async () => {
  cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
});

/** One random call; the same on every world in the same state. */
function drawCall(world: World, random: ReturnType<typeof createRandom>): (world: World) => void {
  const signed = () => nextFloat(random) - 0.5;
  const bodies = world.bodies.filter((body) => world.info(body).kind === 'dynamic');
  const which = nextFloat(random);
  const body = bodies[Math.floor(nextFloat(random) * bodies.length)] ?? -1;
  const u = [signed(), signed(), signed()];
  const position = [2 * signed(), 0.3 + 1.5 * nextFloat(random), 2 * signed()];
  const offset = 0.2 * signed();
  const source = u[0] > 0 ? cube : createShape('box', 0.15, 0.1, 0.2);
  if (body < 0 || (which < 0.15 && bodies.length < 12)) return (w) => w.add(source, { position, spin: u });
  if (which < 0.25 && world.info(body).asset === cube) {
    return (w) => w.split(body, { kind: 'slice', normal: u, offset });
  }
  if (which < 0.3) return (w) => w.remove(body);
  if (which < 0.36)
    return (w) =>
      w.impulse(
        body,
        u.map((x) => 60 * x),
      );
  if (which < 0.42) {
    const at = world.poses.slice(7 * world.indexOf(body), 7 * world.indexOf(body) + 3);
    const anchor = [at[0] + 0.2 * u[0], at[1] + 0.2, at[2]];
    return (w) => w.join({ kind: u[1] > 0 ? 'ball' : 'fixed', bodyA: body, anchor, breakForce: 2000 });
  }
  if (which < 0.44) return (w) => w.setKind(body, 'kinematic');
  if (which < 0.46) return (w) => w.setPose(body, position);
  return () => {};
}

describe('random calls', () => {
  it.each([2, 11, 29, 31])(
    'restore and replay to the same state, seed %i',
    (seed) => {
      const random = createRandom(seed);
      const world = new World({ record: true });
      world.addStatic(createShape('plane'));
      let other: World | null = null;
      for (let step = 0; step < 80; step++) {
        const call = drawCall(world, random);
        for (const each of other === null ? [world] : [world, other]) {
          call(each);
          each.step(1 / 60);
        }
        if (step === 20 + seed) other = World.restore(world.snapshot(), { assets: [cube] });
      }
      expect(other?.hash()).toBe(world.hash());
      const recording = JSON.parse(JSON.stringify(world.recording()));
      expect(World.replay(recording, { assets: [cube] }).hash()).toBe(world.hash());
      for (const x of world.poses.subarray(0, 7 * world.bodies.length)) expect(Number.isFinite(x)).toBe(true);
    },
    60_000,
  );
});
