// docs/figures/contact-selection.webp: of all points of a fragment that touch, the eight that a query chooses, beside the
// first eight of [Glondu12]. Ways are not chosen by eye: the one with the most contacts is
// shown.

import { type Model, prepareModel } from '../../bench/pieces.ts';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryContacts } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createFrame, movePoint } from '../../src/math/rigid.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { flattenEarlier, queryEarlier } from '../../test/contact/glondu12.ts';
import { splitEarlier } from '../../test/tree/glondu12.ts';
import { boundsOf, count, type Panel, type Picture } from './panel.ts';
import { type Broken, bakePaperModel, breakModel, drawFragment } from './subject.ts';

const FEW = 8;
const ENOUGH = 3 * FEW; // contacts of a way, or there is little to choose
const SEED = 1;
const GREY = 0x8b9098;
const BLUE = 0x2360ad;
const RED = 0xa81f3c;

/** The points of one fragment against the field of another, or of the ground. */
interface Pass {
  readonly label: number;
  readonly field: Collider;
  readonly fieldLabel: number;
  readonly frame: Float64Array;
}

/** What a way gave: points of the fragment's tree, and how many were measured to find them. */
interface Found {
  readonly points: number[];
  readonly measured: number;
  readonly gap: number; // how far a contact is from the closest of these, on average, metres
}

interface Case {
  readonly pass: Pass;
  readonly all: { readonly points: number[]; readonly normals: number[] };
  readonly ours: Found;
  readonly theirs: Found;
}

const work = createQuery();
const out = createContacts(64);
const full = createQueryOptions({ budget: 'full', edges: false, thin: false });
const hard = createQueryOptions({ budget: 'hard', contacts: FEW, edges: false, seeds: false, thin: false });

/** Neighbours where they broke: all points of the cracks between them touch. */
function listFresh({ collider, field }: Broken): Pass[] {
  const labels = [...Array(field.family.fragments.count).keys()];
  return labels.flatMap((label) =>
    labels
      .filter((other) => other !== label)
      .map((fieldLabel) => ({ label, field: collider, fieldLabel, frame: createFrame() })),
  );
}

/** Each fragment on the ground, a quarter of the tolerance deep in it. */
function listSettled({ collider, field }: Broken): Pass[] {
  const ground = createShape('plane');
  return Array.from({ length: field.family.fragments.count }, (_, label) => {
    const frame = createFrame();
    frame[10] = -field.box[6 * label + 1] - 0.0005 * collider.radius;
    return { label, field: ground, fieldLabel: 0, frame };
  });
}

/** How far all points are from the closest chosen one, on average. */
function measureGap({ position }: Collider, all: number[], chosen: number[]): number {
  const distance = (p: number, q: number) =>
    Math.hypot(...[0, 1, 2].map((d) => position[3 * p + d] - position[3 * q + d]));
  const gaps = all.map((p) => Math.min(...chosen.map((q) => distance(p, q))));
  return gaps.reduce((a, b) => a + b, 0) / gaps.length;
}

/** Asks both for the way that has the most contacts. */
function findRichest(model: Model, { collider, field }: Broken, passes: Pass[]): Case {
  const { forest } = collider;
  if (forest === null) throw new Error('not a solid');
  const base = model.work.base.slice(0, forest.pointCount - forest.baseCount);
  const trees = splitEarlier(model.solid.tree, collider.position, field.family.label, base);
  const earlier = flattenEarlier(trees, forest.pointCount);
  const cases = passes.flatMap((pass) => {
    const { label, field: other, fieldLabel, frame } = pass;
    const ask = (options: typeof full) => {
      work.counters.points = 0;
      const found = queryContacts(
        out,
        work,
        createPair(),
        collider,
        label,
        other,
        fieldLabel,
        frame,
        options,
      );
      return [...out.index.subarray(0, found)];
    };
    const points = ask(full);
    if (points.length < ENOUGH) return [];
    const normals = [...out.normal.subarray(0, 3 * points.length)];
    const chosen = ask(hard);
    const { points: measured } = work.counters;
    const first: number[] = [];
    const tolerance = 0.002 * collider.radius;
    const looked = queryEarlier(first, earlier, collider, label, other, fieldLabel, frame, tolerance, FEW);
    return [
      {
        pass,
        all: { points, normals },
        ours: { points: chosen, measured, gap: measureGap(collider, points, chosen) },
        theirs: { points: first, measured: looked, gap: measureGap(collider, points, first) },
      },
    ];
  });
  return cases.reduce((a, b) => (b.all.points.length > a.all.points.length ? b : a));
}

/** The frame that turns the unit vector a to b. */
function turnTo(a: number[], b: number[]): Float64Array {
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [x, y, z] = cross;
  if (dot < -0.999999) return Float64Array.of(1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0); // b is along y
  const k = 1 / (1 + dot);
  const rows = [dot + k * x * x, k * x * y - z, k * x * z + y, k * x * y + z, dot + k * y * y, k * y * z - x];
  return Float64Array.of(...rows, k * x * z - y, k * y * z + x, dot + k * z * z, 0, 0, 0);
}

const unit = (v: number[]): number[] => v.map((x) => x / Math.hypot(...v));

function moveAll(frame: Float64Array, list: ArrayLike<number>): number[] {
  const p = Float64Array.from(list);
  for (let i = 0; i < p.length; i += 3) movePoint(p, i, frame, p, i);
  return [...p];
}

/** The rotation about y that lays the longest way through some points, from above, from left to right. */
function layAcross(points: number[]): Float64Array {
  const middle = [0, 1, 2].map((d) =>
    points.reduce((s, x, i) => (i % 3 === d ? s + (3 * x) / points.length : s), 0),
  );
  let [xx, xz, zz] = [0, 0, 0];
  for (let i = 0; i < points.length; i += 3) {
    const [x, z] = [points[i] - middle[0], points[i + 2] - middle[2]];
    xx += x * x;
    xz += x * z;
    zz += z * z;
  }
  const angle = Math.atan2(2 * xz, xx - zz) / 2;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return Float64Array.of(c, 0, s, 0, 1, 0, -s, 0, c, 0, 0, 0);
}

/** The fragment turned so that what touches faces up, and both choices on it. */
function drawCase(name: string, { collider, field }: Broken, { pass, all, ours, theirs }: Case): Panel[] {
  const placed = (points: number[]) =>
    points.flatMap((p) => [...collider.position.subarray(3 * p, 3 * p + 3)]);
  const mean = unit([0, 1, 2].map((d) => all.normals.reduce((s, n, i) => (i % 3 === d ? s + n : s), 0)));
  const upside = turnTo(
    mean.map((x) => -x),
    [0, 1, 0],
  );
  const across = layAcross(moveAll(upside, placed(all.points)));
  const moved = (list: ArrayLike<number>) => moveAll(across, moveAll(upside, list));
  const mesh = drawFragment(field, pass.label);
  mesh.positions = moved(mesh.positions);
  mesh.normals = moved(mesh.normals ?? []);
  const bounds = boundsOf(mesh.positions);
  const size = Math.hypot(...[0, 1, 2].map((d) => bounds[3 + d] - bounds[d])) / 2;
  const show = (title: string, { points, measured, gap }: Found, color: number): Panel => {
    const at = moved(placed(points));
    const along = moved(
      points.flatMap((p) => {
        const row = all.points.indexOf(p);
        return all.normals.slice(3 * row, 3 * row + 3).map((x) => 0.32 * size * x);
      }),
    );
    return {
      title,
      detail: `${measured} points measured, mean gap ${(1000 * gap).toFixed(0)} mm`,
      bounds,
      view: { from: [0.1, 1, 0.95], distance: 4.1, lower: -0.08 },
      meshes: [mesh],
      spheres: [
        {
          center: moved(placed(all.points)),
          radius: all.points.map(() => 0.011 * size),
          color: GREY,
          glow: true,
        },
        { center: at, radius: points.map(() => 0.02 * size), color, glow: true },
      ],
      arrows: [{ from: at.map((x, i) => x - 1.05 * along[i]), along, radius: 0.012 * size, color }],
    };
  };
  return [show(`${name}: ours`, ours, BLUE), show(`${name}: [Glondu12]`, theirs, RED)];
}

export async function drawContactSelection(): Promise<Picture> {
  const mesh = shapes.createBox({ size: [0.24, 0.071, 0.115], edge: 0.012 });
  const block = await prepareModel(mesh, 0.0175, 0.018);
  const pieces = breakModel(block, 9, SEED);
  const settled = findRichest(block, pieces, listSettled(pieces));
  const rows = drawCase('on the ground', pieces, settled);
  const bunny = await bakePaperModel('bunny');
  const halves = breakModel(bunny, 8, SEED);
  const fresh = findRichest(bunny, halves, listFresh(halves));
  rows.push(...drawCase('on a crack', halves, fresh));
  return {
    panels: rows,
    columns: 2,
    width: 620,
    height: 420,
    title: 27,
    legends: [
      {
        label: '',
        boxes: [
          {
            color: '#8b9098',
            text: `all that touch (${settled.all.points.length}, ${count(fresh.all.points.length)})`,
          },
          { color: '#2360ad', text: `${FEW} chosen` },
          { color: '#a81f3c', text: `first ${FEW} of [Glondu12]` },
        ],
      },
    ],
  };
}
