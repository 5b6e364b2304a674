// docs/figures/edges.webp: the edges of a broken brick that queries test, pulled apart: creases of the whole, rims where
// cracks meet the old surface, and ridges where cracks bend or meet.

import { prepareModel } from '../../bench/pieces.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { boundsOf, count, type Lines, type Panel, type Picture } from './panel.ts';
import { type Broken, breakModel, drawFragment } from './subject.ts';

const CELLS = 5;
const SEED = 4;
const APART = 0.75; // how far pieces are moved, in their distance from the middle
const CREASE = 0x23262b;
const RIM = 0x2360ad;
const RIDGE = 0xa81f3c;
const KINDS = [CREASE, RIM, RIDGE];

/** How far a fragment is moved: away from the middle of the whole. */
function shiftOf({ field }: Broken, label: number, bounds: number[]): number[] {
  return [0, 1, 2].map((d) => {
    const middle = (field.box[6 * label + d] + field.box[6 * label + 3 + d]) / 2;
    return APART * (middle - (bounds[d] + bounds[3 + d]) / 2);
  });
}

/** The edges of a fragment by kind; `onSurface` tells of a point whether it lies on the surface of the whole. */
function listEdges(
  { collider, field }: Broken,
  label: number,
  onSurface: (p: Float64Array) => boolean,
): number[][] {
  const { rims } = collider;
  if (rims === null) throw new Error('not a solid');
  const kinds: number[][] = [[], [], []];
  const middle = new Float64Array(3);
  for (let node = 0; node < rims.first.length; node++) {
    if (field.family.label[node] !== label) continue;
    for (let slot = rims.first[node]; slot >= 0; slot = rims.next[slot]) {
      const ends = rims.end.subarray(6 * slot, 6 * slot + 6);
      for (let d = 0; d < 3; d++) middle[d] = (ends[d] + ends[3 + d]) / 2;
      kinds[slot < rims.firstCrack ? 0 : onSurface(middle) ? 1 : 2].push(...ends);
    }
  }
  return kinds;
}

export async function drawEdges(): Promise<Picture> {
  const mesh = shapes.createBox({ size: [0.24, 0.071, 0.115], edge: 0.012 });
  const model = await prepareModel(mesh, 0.0175, 0.018);
  const surface = createSurfaceQuery(model.parts.surface);
  const distance = new Float64Array(4);
  const onSurface = (p: Float64Array) => {
    distanceSurface(distance, surface, p, 0, -1);
    return Math.abs(distance[0]) < 1e-9;
  };
  const whole = breakModel(model, 1, SEED);
  const broken = breakModel(model, CELLS, SEED);
  const bounds = boundsOf(model.parts.tets.positions);
  const draw = (title: string, copy: Broken): Panel => {
    const labels = [...Array(copy.field.family.fragments.count).keys()];
    const lines: Lines[] = KINDS.map((color) => ({ ends: [], radius: 0.0009, color }));
    const meshes = labels.map((label) => {
      const shift = labels.length > 1 ? shiftOf(copy, label, bounds) : [0, 0, 0];
      listEdges(copy, label, onSurface).forEach((ends, kind) => {
        lines[kind].ends.push(...ends.map((x, i) => x + shift[i % 3]));
      });
      return drawFragment(copy.field, label, shift);
    });
    const counts = lines.map(({ ends }) => ends.length / 6);
    const all = boundsOf(meshes.flatMap(({ positions }) => positions));
    return {
      title,
      detail: `${count(counts[0])} creases, ${count(counts[1])} rims, ${count(counts[2])} ridges`,
      bounds: all,
      view: { from: [0.55, 0.75, 1], distance: 3.7 },
      meshes,
      lines,
    };
  };
  return {
    panels: [draw('whole', whole), draw(`in ${broken.field.family.fragments.count}, pulled apart`, broken)],
    columns: 2,
    width: 620,
    height: 440,
    title: 27,
    legends: [
      {
        label: '',
        boxes: [
          { color: '#23262b', text: 'creases of the whole' },
          { color: '#2360ad', text: 'rims of cracks' },
          { color: '#a81f3c', text: 'ridges of cracks' },
        ],
      },
    ],
  };
}
