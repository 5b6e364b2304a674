// Rows a pair against sway: towers of baked cubes with the normals and corners of manifolds, but with more and more rows
// of each face. Rows that say the same thing shake what they hold: why a patch has four.

import { bake } from '../src/bake/bake.ts';
import { manifolds } from '../src/contact/manifold.ts';
import type { Pass, Query } from '../src/contact/query.ts';
import { EPSILON } from '../src/contact/query.ts';
import type { ManifoldRole } from '../src/contact/role.ts';
import { dropContacts } from '../src/contact/rows.ts';
import { createShape } from '../src/contact/shape.ts';
import { movePoint } from '../src/math/rigid.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import { addSource } from '../src/world/add.ts';
import { createState, type WorldState } from '../src/world/state.ts';
import { stepWorld } from '../src/world/step.ts';
import type { Report } from './bench.ts';

const DT = 1 / 60;
const SECONDS = 6;
const SIDE = 0.1;

/** Of what touches, so many a pair, each the farthest from those before: corners first. Nothing else. */
function chooseFarthest(most: number): ManifoldRole {
  return {
    mend: manifolds.mend,
    choose(query: Query, forward: Pass): void {
      const { out, limit } = query;
      const spot = new Float64Array(3 * out.count);
      const fate = new Uint8Array(out.count);
      for (let i = 0; i < out.count; i++) {
        if (out.side[i] === 0) spot.set(out.point.subarray(3 * i, 3 * i + 3), 3 * i);
        else movePoint(spot, 3 * i, forward.frame, out.point, 3 * i);
      }
      const close = Array.from(fate.keys()).filter((i) => out.distance[i] <= limit[EPSILON]);
      const between = (p: ArrayLike<number>, o: number, i: number): number =>
        Math.hypot(p[o] - spot[3 * i], p[o + 1] - spot[3 * i + 1], p[o + 2] - spot[3 * i + 2]);
      const middle = [0, 1, 2].map((d) => close.reduce((sum, i) => sum + spot[3 * i + d], 0) / close.length);
      const far = close.map((i) => between(middle, 0, i));
      for (let n = 0; n < most; n++) {
        const best = far.indexOf(Math.max(...far));
        if (best < 0 || far[best] < 1e-3 * SIDE) break;
        const taken = close[best];
        fate[taken] = 1;
        for (const [k, i] of close.entries()) {
          far[k] = n === 0 ? between(spot, 3 * taken, i) : Math.min(far[k], between(spot, 3 * taken, i));
        }
      }
      dropContacts(query, fate, 0);
    },
  };
}

/** Plays a tower that is kept awake; `rows` a pair, or as a world has them. */
function playTower(
  asset: Awaited<ReturnType<typeof bake>>,
  high: number,
  rows: number,
): { fastest: number; rows: number; fell: boolean } {
  const state: WorldState = createState({ sleep: false });
  if (rows > 0) Object.assign(state.asking, { manifold: chooseFarthest(rows) });
  addSource(state, createShape('plane'), { kind: 'static' });
  for (let k = 0; k < high; k++)
    addSource(state, asset, { position: [0, SIDE * (0.5 + k) + 1e-4 * SIDE * k, 0] });
  const { center, velocity } = state.bodies;
  let fastest = 0;
  let counted = 0;
  let looks = 0;
  for (let step = 1; step <= SECONDS / DT; step++) {
    stepWorld(state, DT);
    if (step > 0.5 / DT && step <= 1 / DT) {
      counted += state.contacts.count / high;
      looks++;
    }
    if (step <= 3 / DT) continue;
    for (let row = 1; row <= high; row++) {
      fastest = Math.max(fastest, Math.hypot(...velocity.subarray(3 * row, 3 * row + 3)));
    }
  }
  return { fastest, rows: counted / looks, fell: center[3 * high + 1] < SIDE * (high - 1) };
}

export async function tellRows(report: Report): Promise<void> {
  const cube = await bake(createBox({ size: [SIDE, SIDE, SIDE], edge: SIDE / 2 }), { resolution: 12 });
  for (const high of [5, 20]) {
    for (const rows of [0, 4, 6, 8, 12, 20]) {
      const { fastest, fell, rows: got } = playTower(cube, high, rows);
      report.row({
        name: `${high} cubes, ${rows === 0 ? 'manifolds' : `${rows} rows a pair`}: fastest after 3 s`,
        value: 100 * fastest,
        unit: 'cm/s',
        rowsAPair: got,
        fell,
      });
    }
  }
}
