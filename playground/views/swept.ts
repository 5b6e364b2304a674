// Where fast bodies went, and where they touched: of the last step, and fading for a while, for a step is soon over.

import { colliderOf } from '../../src/contact/inside.ts';
import { SHAPES } from '../../src/contact/shape.ts';
import type { World } from '../../src/world/world.ts';
import type { View } from './view.ts';

const FREE = [0.05, 0.4, 0.95];
const HIT = [1, 0.22, 0.02];
const LOST = [0.3, 0.3, 0.3];
const LINGER = 0.6; // seconds

/** One sweep. */
interface Path {
  readonly at: number; // seconds simulated
  readonly from: readonly number[];
  readonly touch: readonly number[];
  readonly to: readonly number[];
  readonly time: number; // share of the way after which it touches; 1 if it does not
  readonly radius: number; // of a ball; 0 for what has another shape
}

const paths: Path[] = []; // of the world that is looked at, the latest last

export const swept: View = {
  name: 'swept',
  title: 'Swept paths',
  about:
    'The way of every body that was swept in the last step: blue where it was free, orange up to the time of impact, grey what it did not go [Xu14, sec. 3.3].',
  compute(world) {
    const now = takePaths(world);
    const lines: number[] = [];
    const lineColors: number[] = [];
    const points: number[] = [];
    const pointColors: number[] = [];
    const spheres: number[] = [];
    const sphereColors: number[] = [];
    for (const { at, from, touch, to, time, radius } of paths) {
      const fade = Math.max(0.25, 1 - (world.time - at) / LINGER);
      const color = (time < 1 ? HIT : FREE).map((x) => fade * x);
      lines.push(...from, ...touch);
      lineColors.push(...color, ...color);
      if (time === 1) continue;
      const lost = LOST.map((x) => fade * x);
      lines.push(...touch, ...to);
      lineColors.push(...lost, ...lost);
      points.push(...touch);
      pointColors.push(...color);
      if (radius === 0) continue;
      spheres.push(...touch, radius);
      sphereColors.push(...color);
    }
    const hits = now.filter(({ time }) => time < 1).map(({ time }) => time);
    const first = Math.min(...hits).toFixed(3);
    const when = hits.length === 0 ? 'none touches' : `${hits.length} touch, first at ${first} of the step`;
    return {
      lines: Float32Array.from(lines),
      lineColors: Float32Array.from(lineColors),
      points: Float32Array.from(points),
      pointColors: Float32Array.from(pointColors),
      spheres: Float32Array.from(spheres),
      sphereColors: Float32Array.from(sphereColors),
      note: now.length === 0 ? '0 sweeps: nothing is fast' : `${now.length} sweeps, ${when}`,
    };
  },
};

/** Takes in the sweeps of the last step and forgets old ones, and those of a time that was gone back from. */
function takePaths(world: World): Path[] {
  const at = world.time;
  const kept = paths.filter((path) => path.at < at && path.at > at - LINGER);
  const { count, from, to, time, body } = world.swept;
  const balls = new Map<number, number>(); // radii by place
  for (const id of world.bodies) {
    const info = world.info(id);
    const { radius } = info;
    const { collider } = colliderOf(info);
    if (SHAPES[collider.kind] === 'sphere') balls.set(world.indexOf(id), radius);
  }
  const now = Array.from({ length: count }, (_, k): Path => {
    const [start, end] = [from, to].map((column) => Array.from(column.subarray(3 * k, 3 * k + 3)));
    const touch = start.map((x, d) => x + time[k] * (end[d] - x));
    return { at, from: start, touch, to: end, time: time[k], radius: balls.get(body[k]) ?? 0 };
  });
  paths.splice(0, paths.length, ...kept, ...now);
  return now;
}
