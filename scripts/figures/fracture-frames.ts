// docs/figures/fracture-frames.webp: frames of the breaking walls, and what each took: measured by bench/fastcd-run.

import { everyFrame, playTurns, total } from '../../bench/fastcd-run.ts';
import { playFrame } from '../../scenes/surface/body-scene.ts';
import { walls } from '../../scenes/surface/walls.ts';
import { createSurface } from '../../src/surface/surface.ts';
import { boundsOf, count, type Drawn, type Panel, type Picture } from './panel.ts';

const FRAME = 42; // that is shown
const LAST = 45; // that is played

function drawFrame(): Panel {
  const surface = createSurface();
  const play = walls.play(surface);
  while (play.frame < FRAME) playFrame(play);
  const { end, indices, body, triangleCount } = surface;
  const mesh: Drawn = { positions: [], colors: [], flat: true };
  for (let t = 0; t < triangleCount; t++) {
    if (body[t] < 0) continue;
    const shade = 0.55 + 0.08 * (body[t] % 6);
    const color = body[t] === 8 ? [0.75, 0.25, 0.2] : [shade, 0.95 * shade, 0.85 * shade];
    for (let k = 0; k < 3; k++) {
      const v = 3 * indices[3 * t + k];
      mesh.positions.push(...end.subarray(v, v + 3));
      mesh.colors?.push(...color);
    }
  }
  return {
    title: 'breaking walls',
    detail: `frame ${FRAME}, ${count(surface.tree.leafCount)} triangles`,
    bounds: boundsOf(mesh.positions),
    view: { from: [1, 0.45, -0.5], distance: 3.4, floor: null },
    meshes: [mesh],
  };
}

export async function drawFractureFrames(): Promise<Picture> {
  const sample = { ...everyFrame(walls), last: LAST };
  const variants = [{ name: 'ours' }, { name: 'rebuild', rules: 'rebuild' }] as const;
  const [{ frames }, { frames: rebuilt }] = playTurns(walls, false, variants, sample, 5);
  const chart: Panel = {
    title: 'milliseconds a frame',
    detail: `a wall breaks in frames ${walls.fractures.slice(0, 3).join(', ')}, …`,
    chart: {
      x: frames.map((f) => f.frame),
      xLabel: 'frame',
      yLabel: 'ms',
      series: [
        { name: 'rebuilt, all', color: '#b7a68f', y: rebuilt.map(total), dashed: true },
        { name: 'all', color: '#1f2328', y: frames.map(total) },
        { name: 'query', color: '#2360ad', y: frames.map((f) => f.query) },
        { name: 'tree', color: '#a81f3c', y: frames.map((f) => f.tree) },
        { name: 'mesh', color: '#3b8f5a', y: frames.map((f) => f.mesh) },
      ],
    },
  };
  return { panels: [drawFrame(), chart], width: 560 };
}
