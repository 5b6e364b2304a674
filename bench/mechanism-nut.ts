// Bench `mechanisms`: a nut on a bolt.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { World } from '../src/world/world.ts';
import type { Report } from './bench.ts';
import { COARSE, createBolt, createNut, STEEP, type Thread } from './mechanism-meshes.ts';
import {
  DEEP,
  DT,
  followTurn,
  GRAVITY,
  REST,
  stepWatched,
  tellWatch,
  watchWorld,
} from './mechanism-watch.ts';

export interface Bolted {
  readonly thread: Thread;
  readonly bolt: Asset;
  readonly nut: Asset;
}

export async function bakeBolt(thread: Thread): Promise<Bolted> {
  const spacing = 0.008;
  return {
    thread,
    bolt: await bake(createBolt(thread), { spacing }),
    nut: await bake(createNut(thread), { spacing }),
  };
}

/** The nut on a bolt that stands, `above` its middle in turns of the thread. */
export function putNut(
  { thread, bolt, nut }: Bolted,
  friction: number,
  above: number,
): { world: World; id: number } {
  const world = new World({ sleep: friction > 0 });
  world.addStatic(bolt, { friction });
  const y = above * thread.pitch;
  const id = world.add(nut, { position: [0, y, 0], friction, density: 7800, material: null });
  return { world, id };
}

/** With friction the nut stays where it is. */
function judgeHeldNut(report: Report, what: string, bolted: Bolted): void {
  const { world, id } = putNut(bolted, 0.5, 1);
  const { pitch } = bolted.thread;
  const watch = watchWorld(world);
  let settled = 0;
  let asleep = Infinity;
  for (let step = 1; step <= 600; step++) {
    stepWatched(watch, step, 30);
    if (step === 60) settled = world.info(id).center[1];
    if (asleep === Infinity && world.info(id).asleep) asleep = step * DT;
  }
  report.row({
    name: `${what} with friction: sinks from 1 s to 10 s`,
    value: (100 * Math.abs(world.info(id).center[1] - settled)) / pitch,
    unit: '% of a turn',
    target: 1,
    asleepAfter: asleep,
  });
  tellWatch(report, `${what} with friction`, watch, REST, world.info(id).mass * GRAVITY * pitch);
  world.dispose();
}

/**
 * Without friction a nut on a steep thread runs down by itself: it turns once a pitch, and what it loses in height it has
 * as motion. On a coarse one it may stay.
 */
function judgeFreeNut(report: Report, what: string, bolted: Bolted, runs: boolean): void {
  const { pitch, bolt, nut } = bolted.thread;
  const { world, id } = putNut(bolted, 0, Math.floor((bolt - nut) / 2 / pitch));
  const watch = watchWorld(world);
  const { mass } = world.info(id);
  const from = world.info(id).center[1];
  let [turn, off, tilt, time, down] = [0, 0, 0, 0, 0];
  while (down < 3 * pitch && time < 6) {
    stepWatched(watch, Math.round(time / DT), 5);
    time += DT;
    const { pose, center } = world.info(id);
    turn = followTurn(turn, pose, 1);
    down = from - center[1];
    off = Math.max(off, Math.abs(down - (Math.abs(turn) * pitch) / (2 * Math.PI)));
    tilt = Math.max(tilt, 2 * Math.hypot(pose[3], pose[5]));
  }
  const name = `${what} without friction`;
  const { kinetic } = world.measure();
  const told = { turns: Math.abs(turn) / (2 * Math.PI), seconds: time, tilt };
  if (runs) {
    report.row({
      name: `${name}: way down, off its turns`,
      value: (100 * off) / pitch,
      unit: '% of a turn',
      target: 10, // what the clearance lets it be off
      ...told,
    });
    report.row({
      name: `${name}: motion, of the height that it lost`,
      value: (100 * kinetic) / (mass * GRAVITY * Math.max(down, pitch)),
      unit: '%',
      target: 90,
      atLeast: true,
    });
  } else {
    report.row({ name: `${name}: tilt`, value: tilt, unit: 'rad', target: 0.05, ...told });
  }
  tellWatch(report, name, watch, DEEP, mass * GRAVITY * pitch);
  world.dispose();
}

/** Turned by a couple of forces it climbs. */
function judgeDrivenNut(report: Report, what: string, bolted: Bolted): void {
  const { pitch, outer, radius, bolt, nut } = bolted.thread;
  const { world, id } = putNut(bolted, 0.15, -Math.floor((bolt - nut) / 2 / pitch));
  const watch = watchWorld(world);
  const from = world.info(id).center[1];
  const { mass } = world.info(id);
  const inertia = 0.5 * mass * (outer ** 2 + radius ** 2);
  let [turn, up] = [0, 0];
  for (let step = 1; step <= 600 && up < 3 * pitch; step++) {
    const { spin, center } = world.info(id);
    // Towards 6 rad/s, with as much as a hand can.
    const couple = Math.max(-1, Math.min(1, (-6 - spin[1]) / 6)) * 6 * inertia;
    const push = couple / (2 * outer);
    const [x, y, z] = center;
    world.impulse(id, [0, 0, -push], [x + outer, y, z]);
    world.impulse(id, [0, 0, push], [x - outer, y, z]);
    const work = Math.abs(couple) * Math.abs(spin[1]) + couple ** 2 / inertia;
    stepWatched(watch, step, 10, work);
    turn = followTurn(turn, world.info(id).pose, 1);
    up = world.info(id).center[1] - from;
  }
  const turns = Math.abs(turn) / (2 * Math.PI);
  const name = `${what} that is turned`;
  report.row({
    name: `${name}: climbs, off its turns`,
    value: (100 * Math.abs(up - turns * pitch)) / pitch,
    unit: '% of a turn',
    target: 10,
    turns,
  });
  report.row({ name: `${name}: climbs`, value: up / pitch, unit: 'turns', target: 2.9, atLeast: true });
  tellWatch(report, name, watch, DEEP, mass * GRAVITY * pitch);
  world.dispose();
}

/** Rows of both threads; a sample leaves out the steep one and the turned nuts. */
export async function judgeNuts(report: Report, quick: boolean): Promise<void> {
  for (const [what, thread] of [
    ['a nut on a steep bolt', STEEP],
    ['a nut on a coarse bolt', COARSE],
  ] as const) {
    if (quick && thread === STEEP) continue;
    report.note(`baking ${what}`);
    const bolted = await bakeBolt(thread);
    judgeHeldNut(report, what, bolted);
    judgeFreeNut(report, what, bolted, thread === STEEP);
    if (!quick) judgeDrivenNut(report, what, bolted);
  }
}
