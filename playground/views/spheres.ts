// The sphere trees of all bodies at one level.

import { colliderOf } from '../../src/contact/inside.ts';
import { hueColor, placePoint, type View } from './view.ts';

const MOST = 6000; // spheres to draw

export const spheres: View = {
  name: 'spheres',
  title: 'Sphere trees',
  about:
    'Each level bounds the level below; queries go down only where spheres reach the other body [Glondu13, sec. 6].',
  slider: { label: 'level', max: 12, start: 3 },
  compute(world, slider) {
    const found: number[] = [];
    const colors = new Float32Array(3 * MOST);
    world.bodies.forEach((body, k) => {
      const info = world.info(body);
      const { kind } = info;
      const { collider, label } = colliderOf(info);
      const { forest, position } = collider;
      if (forest === null || kind !== 'dynamic') return;
      const o = 7 * world.indexOf(body);
      const pose = world.poses.subarray(o, o + 7);
      let level = forest.root[label] < 0 ? [] : [forest.root[label]];
      for (let depth = 0; depth < slider; depth++) {
        level = level.flatMap((node) => {
          const count = forest.childCount[node];
          return count === 0 ? [node] : Array.from({ length: count }, (_, c) => forest.firstChild[node] + c);
        });
      }
      for (const node of level) {
        if (found.length >= 4 * MOST) return;
        hueColor(colors, (3 * found.length) / 4, k);
        found.push(
          ...placePoint(pose, position, 3 * forest.point[node]),
          Math.max(forest.radius[node], 0.001),
        );
      }
    });
    const count = found.length / 4;
    return {
      spheres: Float32Array.from(found),
      sphereColors: colors.slice(0, 3 * count),
      note: `${count} spheres at level ${slider}`,
    };
  },
};
