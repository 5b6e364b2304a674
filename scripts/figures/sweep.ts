// docs/figures/sweep.webp: a segment through the octree of a bunny's field; a shard that flies and spins at a pane, with the
// chords of its corners; and how much energy penalty forces feed in, by the length of the step.

import { createReport } from '../../bench/report.ts';
import { dropBunny, STIFFNESS } from '../../bench/stability.ts';
import { loadSweepModel, type SweepModel } from '../../bench/sweep-models.ts';
import { createShape } from '../../src/contact/shape.ts';
import type { FieldOctree } from '../../src/field/octree.ts';
import { createFrame, movePoint } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { sweepSegment } from '../../src/papers/segment.ts';
import { createTouchWork, sweepColliders } from '../../src/sweep/collider.ts';
import { createMotion, frameAt } from '../../src/sweep/motion.ts';
import { boundsOf, type Drawn, type Panel, type Picture } from './panel.ts';

const GREY = 0x8b9098;
const BLUE = 0x2360ad;
const RED = 0xa81f3c;
const { report: quiet } = createReport(null);

function drawMesh(
  { positions, indices }: TriangleMesh,
  frame: Float64Array,
  color: number,
  opacity = 1,
): Drawn {
  const p = new Float64Array(3);
  const corners = Array.from(indices, (v) => {
    movePoint(p, 0, frame, positions, 3 * v);
    return [...p];
  });
  return { positions: corners.flat(), color, opacity, flat: true };
}

/** The edges of a box, both ends each. */
function boxEdges(low: number[], size: number): number[] {
  const corner = (i: number) => low.map((x, d) => x + ((i >> d) & 1) * size);
  const edges: number[] = [];
  for (let i = 0; i < 8; i++) {
    for (let d = 0; d < 3; d++) if (((i >> d) & 1) === 0) edges.push(...corner(i), ...corner(i | (1 << d)));
  }
  return edges;
}

/** The blocks that a segment steps over, from coarse cells up, where all is on one side of the surface; and the others. */
function findBlocks(
  octree: FieldOctree,
  a: number[],
  b: number[],
): { skipped: number[]; looked: number[]; count: number } {
  const { field, levels, first, sizeX, sizeY, range } = octree;
  const { origin, cell } = field;
  const skipped: number[] = [];
  const looked: number[] = [];
  const seen = new Set<string>();
  for (let n = 0; n <= 4000; n++) {
    const c = a.map((x, d) => Math.floor((x + (n / 4000) * (b[d] - x) - origin[d]) / cell / 8));
    let level = -1;
    for (let l = 0; l < levels; l++) {
      const m = 2 * (first[l] + ((c[2] >> l) * sizeY[l] + (c[1] >> l)) * sizeX[l] + (c[0] >> l));
      if (range[m] > 0 || range[m + 1] <= 0) level = l;
      else break;
    }
    const l = Math.max(0, level);
    const key = [l, ...c.map((x) => x >> l)].join(' ');
    if (seen.has(key)) continue;
    seen.add(key);
    const size = 8 * 2 ** l * cell;
    const low = c.map((x, d) => origin[d] + (x >> l) * size);
    (level < 0 ? looked : skipped).push(...boxEdges(low, size));
  }
  return { skipped, looked, count: seen.size };
}

function drawSegment({ mesh, octree, box }: SweepModel): Panel {
  const size = [0, 1, 2].map((d) => box[3 + d] - box[d]);
  const at = (x: number, y: number, z: number) => [x, y, z].map((f, d) => box[d] + f * size[d]);
  const a = at(-0.02, 0.9, 0.2);
  const b = at(1.02, 0.12, 0.75);
  const { skipped, looked, count } = findBlocks(octree, a, b);
  const out = new Float64Array(16);
  const found = sweepSegment(out, octree, Float64Array.of(...a, ...b, 0), 0);
  const times = [...out.subarray(0, 2 * found)];
  const place = (t: number) => a.map((x, d) => x + t * (b[d] - x));
  // Seen through the bunny: dots all along what is inside.
  const inside = times.flatMap((t, i) =>
    i % 2 === 0 ? Array.from({ length: 61 }, (_, n) => place(t + (n / 60) * (times[i + 1] - t))).flat() : [],
  );
  const thick = 0.006 * size[0];
  return {
    title: 'a segment through the octree',
    detail: `${count} blocks, ${found} interval${found === 1 ? '' : 's'} inside`,
    bounds: boundsOf([...a, ...b, ...box]),
    view: { from: [0.35, 0.25, 1], distance: 3.6, floor: null },
    meshes: [drawMesh(mesh, createFrame(), GREY, 0.28)],
    lines: [
      { ends: skipped, radius: 0.16 * thick, color: GREY },
      { ends: looked, radius: 0.24 * thick, color: BLUE },
      { ends: [...a, ...b], radius: 0.7 * thick, color: 0x333333 },
    ],
    spheres: [
      { center: inside, radius: Array(inside.length / 3).fill(0.9 * thick), color: RED, glow: true },
      { center: times.flatMap(place), radius: times.map(() => 2.2 * thick), color: RED, glow: true },
    ],
  };
}

/** A shard that spins by two and a half turns on its way at a pane, which stops it. */
function drawShard(): Panel {
  const half = [0.09, 0.03, 0.012];
  const shard = createShape('box', ...half);
  const pane = createShape('box', 0.012, 0.3, 0.3);
  const a = createMotion();
  a.center.set([-0.9, 0.02, 0]);
  a.shift.set([1.6, 0.05, 0]);
  a.spin.set([0.6, 0.5, 15]);
  const b = createMotion();
  const out = new Float64Array(2);
  sweepColliders(out, createTouchWork(), shard, 0, a, pane, 0, b, {
    slop: 0.001,
    sink: 0.003,
    graze: 0,
    deep: 0,
    tolerance: 0.002,
    pieces: 256,
  });
  const time = out[0];
  const mesh = createBox({ size: half.map((x) => 2 * x) as [number, number, number], edge: 0.2 });
  const frame = createFrame();
  const meshes: Drawn[] = [
    drawMesh(createBox({ size: [0.024, 0.6, 0.6], edge: 0.3 }), createFrame(), 0x9fc3d6, 0.45),
  ];
  const chords: number[] = [];
  const corner = Float64Array.of(half[0], half[1], 0, -half[0], -half[1], 0);
  const p = new Float64Array(3);
  const pieces = 48;
  let before: number[][] = [];
  for (let k = 0; k <= pieces; k++) {
    out[0] = (time * k) / pieces;
    frameAt(frame, a, out, 0);
    const now = [0, 3].map((at) => {
      movePoint(p, 0, frame, corner, at);
      return [...p];
    });
    before.forEach((from, i) => {
      chords.push(...from, ...now[i]);
    });
    before = now;
    if (k % 8 === 0)
      meshes.push(drawMesh(mesh, frame, k === pieces ? RED : 0xb0977a, k === pieces ? 1 : 0.55));
  }
  return {
    title: 'a shard that spins, swept',
    detail: `stopped at ${(100 * time).toFixed(0)} % of the step; chords of two corners`,
    bounds: [-1, -0.3, -0.3, 0.15, 0.3, 0.3],
    view: { from: [-0.25, 0.35, 1], distance: 3.5, floor: null },
    meshes,
    lines: [{ ends: chords, radius: 0.0025, color: BLUE }],
  };
}

const STEPS = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8]; // milliseconds
const MOST = 1.5; // times the energy in the beginning: the top of the chart

function drawStability(model: SweepModel): Panel {
  const gains = (forces: 'predicted' | 'continuous' | 'discrete') =>
    STEPS.map((ms) => Math.min(MOST, dropBunny(model, forces, STIFFNESS, ms / 1000, 0, MOST).gain));
  return {
    title: 'penalty forces: a dropped bunny',
    detail: 'no damping; more than 1 is energy from nowhere',
    chart: {
      x: STEPS,
      xLabel: 'step, ms',
      yLabel: 'most energy, over that in the beginning',
      from: 0.95,
      to: MOST,
      series: [
        { name: 'over the step to come', color: '#2360ad', y: gains('predicted') },
        { name: 'over the last [Xu14]', color: '#a81f3c', y: gains('continuous'), dashed: true },
        { name: 'discrete', color: '#666a70', y: gains('discrete') },
      ],
    },
  };
}

export async function drawSweep(): Promise<Picture> {
  const model = await loadSweepModel(quiet, 'bunny');
  return {
    panels: [drawSegment(model), drawShard(), drawStability(model)],
    width: 520,
    height: 430,
    legends: [
      {
        label: '',
        boxes: [
          { color: '#8b9098', text: 'stepped over' },
          { color: '#2360ad', text: 'looked into; chords' },
          { color: '#a81f3c', text: 'inside; where it stops' },
        ],
      },
    ],
  };
}
