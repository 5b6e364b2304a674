// Sixty simulated seconds of every scene: does energy grow, is a body lost or under the ground, is everything a number, and
// how deep do things sit in each other at the end? --scene NAME plays one alone, --steps N fewer steps.

import { loadAssets } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import { createScene } from '../scenes/run.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { createFrame, movePoint, setFrame } from '../src/math/rigid.ts';
import type { World } from '../src/world/world.ts';
import type { Bench } from './bench.ts';
import { ALLOWED, findDeepest } from './rest.ts';

const SECONDS = 60;

export const bench: Bench = {
  name: 'endure',
  answers: '60 s of every scene: energy, bodies lost or under the ground, overlap and sleep at the end',
  async run(report, flags) {
    for (const scene of scenes) {
      if (flags.scene !== undefined && scene.name !== flags.scene) continue;
      report.note(`${scene.name}: baking or reading`);
      const assets = await loadAssets(scene);
      const world = createScene(scene, assets);
      const steps = Math.min(flags.steps ?? Infinity, Math.round(SECONDS / scene.dt));
      let least = energyOf(world); // the lowest so far, and what came in since
      let all = least;
      let gain = 0;
      let asleep = Number.NaN;
      for (let step = 0; step < steps; step++) {
        const before = energyOf(world);
        scene.script?.(world, step, assets);
        const given = energyOf(world) - before;
        least += given;
        all += Math.max(0, given);
        world.step(scene.dt);
        const now = energyOf(world);
        if (scene.name === 'mouse' && step < scene.steps) least = Math.max(least, now); // the mouse pulls
        gain = Math.max(gain, now - least);
        least = Math.min(least, now);
        if (step % 500 === 499) report.note(`${scene.name}: ${((step + 1) * scene.dt).toFixed(0)} s`);
        const awake = world.bodies.some(
          (body) => world.info(body).kind === 'dynamic' && !world.info(body).asleep,
        );
        if (awake) asleep = Number.NaN;
        else if (Number.isNaN(asleep)) asleep = (step + 1) * scene.dt;
      }
      const { lost, lowest } = findLost(world);
      report.row({
        name: `${scene.name}: energy gained`,
        value: (100 * gain) / all,
        unit: '%',
        target: 1,
        joules: gain,
      });
      report.row({
        name: `${scene.name}: bodies lost`,
        value: lost,
        unit: '',
        target: 0,
        bodies: world.bodies.length,
      });
      report.row({
        name: `${scene.name}: deepest below the ground`,
        value: -1000 * lowest,
        unit: 'mm',
        target: 2,
      });
      const { allowed, epsilons } = findDeepest(world);
      report.row({
        name: `${scene.name}: deepest overlap at the end, full query`,
        value: allowed,
        unit: ALLOWED,
        target: 1,
      });
      report.row({
        name: `${scene.name}: deepest overlap at the end, in ε`,
        value: epsilons,
        unit: 'ε',
        paper: 1,
        target: 1,
      });
      report.row({
        name: `${scene.name}: asleep after`,
        value: Number.isNaN(asleep) ? SECONDS : asleep,
        unit: 's',
        asleep: !Number.isNaN(asleep),
        limited: world.counters.limited,
        state: world.hash(),
      });
    }
  },
};

function energyOf(world: World): number {
  const { kinetic, potential } = world.measure();
  return kinetic + potential;
}

const frame = createFrame();
const point = new Float64Array(3);

/** Bodies that are nowhere, or a body's size below the ground, and the lowest corner of all. */
function findLost(world: World): { lost: number; lowest: number } {
  let lost = 0;
  let lowest = 0;
  for (const body of world.bodies) {
    const info = world.info(body);
    const { kind, radius } = info;
    const { collider, label } = colliderOf(info);
    if (kind !== 'dynamic') continue;
    const o = 7 * world.indexOf(body);
    const pose = Float64Array.from(world.poses.subarray(o, o + 7));
    if (!pose.every((x) => Math.abs(x) < 1e3)) {
      lost++;
      continue;
    }
    setFrame(frame, pose, 0);
    let low = collider.field === null ? pose[1] - Math.min(...collider.size) : Infinity; // balls are all there are
    const family = collider.field?.family;
    if (family !== undefined) {
      for (let i = 0; i < family.label.length; i++) {
        if (family.label[i] !== label) continue;
        movePoint(point, 0, frame, family.topology.positions, 3 * i);
        low = Math.min(low, point[1]);
      }
    }
    if (low < -2 * radius) lost++;
    else lowest = Math.min(lowest, low);
  }
  return { lost, lowest };
}
