// A nut without friction runs down its bolt and turns faster and faster: held by planes for a whole step, it was squeezed
// between the two sides of its thread from 10 rad/s on, and jumped off the bolt.

import { expect, it } from 'vitest';
import { STEEP } from '../../bench/mechanism-meshes.ts';
import { bakeBolt, putNut } from '../../bench/mechanism-nut.ts';
import { followTurn } from '../../bench/mechanism-watch.ts';

it('a nut without friction turns once a pitch all the way down its bolt', async () => {
  const bolted = await bakeBolt(STEEP);
  const { pitch, bolt, nut } = bolted.thread;
  const { world, id } = putNut(bolted, 0, Math.floor((bolt - nut) / 2 / pitch));
  const from = world.info(id).center[1];
  let [turn, off, down] = [0, 0, 0];
  for (let step = 0; step < 120 && down < 2 * pitch; step++) {
    world.step(1 / 60);
    const { pose, center } = world.info(id);
    turn = followTurn(turn, pose, 1);
    down = from - center[1];
    off = Math.max(off, Math.abs(down - (Math.abs(turn) * pitch) / (2 * Math.PI)));
  }
  expect(down).toBeGreaterThan(2 * pitch);
  expect(Math.abs(world.info(id).spin[1])).toBeGreaterThan(20);
  expect(off / pitch).toBeLessThan(0.1);
  expect(world.counters.cuts).toBeGreaterThan(20);
});
