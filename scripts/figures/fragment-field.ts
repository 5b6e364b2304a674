// docs/figures/fragment-field.webp: a slice of the bunny's depth before and after a break; by the closest face, by the
// paper's means, and exact. Depths are shown in bands, so that their edges are lines of equal depth.

import { buildGridField } from '../../src/field/index.ts';
import { createFragmentMesh, extractShape, toTriangleMesh } from '../../src/fragment/extract.ts';
import type { FragmentField } from '../../src/fragment/fragment-field.ts';
import { locateInTet } from '../../src/fragment/locate.ts';
import { measureFragment } from '../../src/fragment/measure.ts';
import { locateTet } from '../../src/fragment/tet-grid.ts';
import { finishWork } from '../../src/index.ts';
import { createSurfaceQuery, distanceSurface } from '../../src/mesh/index.ts';
import { meanForm } from '../../src/papers/mean-form.ts';
import { boundsOf, createImage, type Image, type Panel, type Picture } from './panel.ts';
import { bakePaperModel, breakModel } from './subject.ts';

const CELLS = 8;
const SEED = 1;
const WIDTH = 1240; // pixels of a slice: twice what is shown
const BAND = 0.004; // metres
const DEPTHS = 8; // bands
const ERRORS = [-0.004, -0.002, -0.001, -0.0005, -0.0002, 0.0002, 0.0005, 0.001, 0.002, 0.004]; // metres

/** The plane z = cut, seen from in front. */
interface Window {
  readonly cut: number;
  readonly x: number;
  readonly y: number; // of the upper left corner
  readonly step: number; // metres a pixel
  readonly width: number;
  readonly height: number;
}

/** The window around what the plane holds of a whole. */
function fitWindow(field: FragmentField, bounds: number[], cut: number): Window {
  const size = 200;
  const coarse = { cut, x: bounds[0], y: bounds[4], step: 0, width: size, height: size };
  coarse.step = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1]) / size;
  const held: number[] = [];
  const label = sampleLabels(coarse, field);
  eachPixel(coarse, (p, pixel) => {
    if (label[pixel] >= 0) held.push(...p);
  });
  const [x0, y0, , x1, y1] = boundsOf(held);
  const margin = 0.035 * (x1 - x0);
  const step = (x1 - x0 + 2 * margin) / WIDTH;
  const height = Math.round((y1 - y0 + 2 * margin) / step);
  return { cut, x: x0 - margin, y: y1 + margin, step, width: WIDTH, height };
}

function eachPixel(window: Window, visit: (p: Float64Array, pixel: number) => void): void {
  const p = new Float64Array(3);
  for (let j = 0; j < window.height; j++) {
    for (let i = 0; i < window.width; i++) {
      p[0] = window.x + (i + 0.5) * window.step;
      p[1] = window.y - (j + 0.5) * window.step;
      p[2] = window.cut;
      visit(p, j * window.width + i);
    }
  }
}

/** The fragment at every pixel, −1 outside. */
function sampleLabels(window: Window, { family, tetGrid }: FragmentField): Int32Array {
  const label = new Int32Array(window.width * window.height);
  const bary = new Float64Array(4);
  eachPixel(window, (p, pixel) => {
    const tet = locateTet(bary, tetGrid, p, 0);
    label[pixel] = tet < 0 ? -1 : locateInTet(family, tet, bary, 0);
  });
  return label;
}

/** The depth in its own fragment at every pixel, as queries get it. */
function sampleDepth(window: Window, field: FragmentField, label: Int32Array): Float64Array {
  const depth = new Float64Array(label.length);
  const out = new Float64Array(4);
  const reach = new Float64Array(2);
  eachPixel(window, (p, pixel) => {
    if (label[pixel] < 0) return;
    measureFragment(out, field, label[pixel], p, 0, reach, false);
    depth[pixel] = Math.max(0, -out[0]); // while it is whole the grid may say outside for what the tets hold
  });
  return depth;
}

/** The same by the triangles of every fragment. */
function sampleExact(window: Window, field: FragmentField, label: Int32Array): Float64Array {
  const mesh = createFragmentMesh();
  const surfaces = Array.from({ length: field.family.fragments.count }, (_, fragment) => {
    extractShape(mesh, field.family, fragment);
    return createSurfaceQuery(toTriangleMesh(mesh));
  });
  const depth = new Float64Array(label.length);
  const out = new Float64Array(8);
  eachPixel(window, (p, pixel) => {
    if (label[pixel] < 0) return;
    distanceSurface(out, surfaces[label[pixel]], p, 0, -1);
    depth[pixel] = Math.abs(out[0]);
  });
  return depth;
}

type Color = readonly number[];

const mix = (a: Color, b: Color, t: number): Color => a.map((x, k) => Math.round(x + (b[k] - x) * t));
const css = (c: Color): string => `rgb(${c.join(' ')})`;

const depthColor = (band: number): Color =>
  mix([214, 231, 246], [24, 66, 128], (Math.min(band, DEPTHS - 1) / (DEPTHS - 1)) ** 0.9);

const MILD = (ERRORS.length - 2) / 2;
/** Band 0 is the most too shallow, the last one the most too deep, the middle one right. */
function errorColor(band: number): Color {
  const middle = ERRORS.length / 2;
  const t = Math.max(0, Math.abs(band - middle) / (MILD + 1));
  return mix([238, 238, 236], band < middle ? [20, 108, 148] : [186, 62, 20], t ** 0.8);
}

/** Paints bands, lines between them if wanted, the outline, and the cracks. */
function paint(
  window: Window,
  label: Int32Array,
  band: Int32Array,
  color: (band: number) => Color,
  lines: boolean,
): Image {
  const { width, height } = window;
  const pixels = new Uint8Array(4 * label.length);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      const at = j * width + i;
      let c: Color = label[at] < 0 ? [255, 255, 255] : color(band[at]);
      if (lines && label[at] >= 0 && differs(band, label, width, height, i, j))
        c = mix(c, [20, 40, 80], 0.16);
      const border = borders(label, width, height, i, j, 2);
      if (border > 0) c = border === 1 ? [52, 56, 62] : [204, 84, 34];
      pixels.set(c, 4 * at);
      pixels[4 * at + 3] = 255;
    }
  }
  return createImage(pixels, width, height);
}

/** Whether the band changes to the right or below, within one fragment. */
function differs(
  band: Int32Array,
  label: Int32Array,
  width: number,
  height: number,
  i: number,
  j: number,
): boolean {
  const at = j * width + i;
  const right = i + 1 < width ? at + 1 : at;
  const below = j + 1 < height ? at + width : at;
  return (
    (label[right] === label[at] && band[right] !== band[at]) ||
    (label[below] === label[at] && band[below] !== band[at])
  );
}

/** What runs within r pixels: nothing 0, the outline 1, a crack 2. */
function borders(label: Int32Array, width: number, height: number, i: number, j: number, r: number): number {
  const own = label[j * width + i];
  let found = 0;
  for (let y = Math.max(0, j - r); y <= Math.min(height - 1, j + r); y++) {
    for (let x = Math.max(0, i - r); x <= Math.min(width - 1, i + r); x++) {
      const other = label[y * width + x];
      if (other === own || (x - i) ** 2 + (y - j) ** 2 > r * r + 1) continue;
      if (other < 0 || own < 0) return 1;
      found = 2;
    }
  }
  return found;
}

const toBands = (depth: Float64Array): Int32Array => Int32Array.from(depth, (d) => Math.floor(d / BAND));

/** Depth less exact depth, in bands. */
function compareBands(depth: Float64Array, exact: Float64Array): Int32Array {
  return Int32Array.from(depth, (d, k) => ERRORS.filter((e) => d - exact[k] > e).length);
}

/** Errors in words: median and 95th percentile, in millimetres. */
function describeErrors(label: Int32Array, depth: Float64Array, exact: Float64Array): string {
  const errors: number[] = [];
  for (let k = 0; k < label.length; k++) if (label[k] >= 0) errors.push(Math.abs(depth[k] - exact[k]));
  errors.sort((a, b) => a - b);
  const at = (share: number) => `${(1000 * errors[Math.floor(share * errors.length)]).toFixed(2)} mm`;
  return `median ${at(0.5)}, 95 % below ${at(0.95)}`;
}

export async function drawFragmentField(): Promise<Picture> {
  const model = await bakePaperModel('bunny');
  // The paper's grid holds distances everywhere, ours bounds beyond a band: so the paper's form gets such a grid too.
  const grid = finishWork(buildGridField(model.parts.surface, { cells: 64, exact: true }));
  const filled = { ...model, solid: { ...model.solid, field: grid } };
  const whole = breakModel(filled, 1, SEED).field;
  const closest = breakModel(model, CELLS, SEED).field;
  const mean = breakModel(filled, CELLS, SEED, meanForm).field;
  const bounds = boundsOf(model.parts.tets.positions);
  const cut = bounds[2] + 0.58 * (bounds[5] - bounds[2]);
  const window = fitWindow(whole, bounds, cut);
  const before = sampleLabels(window, whole);
  const label = sampleLabels(window, closest);
  const exact = sampleExact(window, closest, label);
  const ours = sampleDepth(window, closest, label);
  const theirs = sampleDepth(window, mean, label);
  const show = (title: string, detail: string, labels: Int32Array, depth: Float64Array): Panel => ({
    title,
    detail,
    image: paint(window, labels, toBands(depth), depthColor, true),
  });
  const compare = (title: string, depth: Float64Array): Panel => ({
    title,
    detail: describeErrors(label, depth, exact),
    image: paint(window, label, compareBands(depth, exact), errorColor, false),
  });
  const pieces = closest.family.fragments.count;
  return {
    panels: [
      show('before', 'one piece, by the grid', before, sampleDepth(window, whole, before)),
      show('after, exact', `${pieces} pieces, by all their triangles`, label, exact),
      show('after, by the closest face', 'what queries get', label, ours),
      compare('error by the closest face', ours),
      show('after, the paper’s form', 'distance and direction handed on', label, theirs),
      compare('error of the paper’s form', theirs),
    ],
    columns: 2,
    width: WIDTH / 2,
    title: 27,
    legends: [
      {
        label: 'depth, mm',
        joined: true,
        boxes: Array.from({ length: DEPTHS }, (_, k) => ({
          color: css(depthColor(k)),
          text: k < DEPTHS - 1 ? String(1000 * BAND * (k + 1)) : '',
        })),
      },
      {
        label: 'error, mm (− too shallow)',
        joined: true,
        boxes: Array.from({ length: ERRORS.length + 1 }, (_, k) => ({
          color: css(errorColor(k)),
          text: k < ERRORS.length ? String(1000 * ERRORS[k]).replace('-', '−') : '',
        })),
      },
    ],
  };
}
