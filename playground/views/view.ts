// What a view of the inside is: computed in the worker from what is played, drawn by the page from plain arrays. To add
// one, write a file that exports a View and list it: of worlds in index.ts, of surfaces in ../surface/views.ts.

import type { World } from '../../src/world/world.ts';

/** What to draw; everything in the world's frame. */
export interface ViewData {
  readonly points?: Float32Array; // xyz
  readonly pointColors?: Float32Array; // rgb a point
  readonly lines?: Float32Array; // xyz, two a line
  readonly lineColors?: Float32Array; // rgb a corner
  readonly triangles?: Float32Array; // xyz, three a triangle
  readonly triangleColors?: Float32Array; // rgb a corner
  readonly spheres?: Float32Array; // xyz and radius
  readonly sphereColors?: Float32Array; // rgb a sphere
  readonly tints?: Float32Array; // rgb a body, in the order of world.bodies; −1: as it is
  readonly slice?: SliceImage;
  readonly grip?: GripLine; // a knob that moves the slider
  readonly note: string; // a line of figures
}

/** A picture on a rectangle. */
export interface SliceImage {
  readonly corner: readonly number[];
  readonly across: readonly number[]; // its width, as a vector
  readonly up: readonly number[];
  readonly width: number; // pixels
  readonly height: number;
  readonly pixels: Uint8Array; // rgba, rows from the corner up
}

/** The way of a knob: `from` where the slider is at 0, `to` where it is at its largest. */
export interface GripLine {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly share: number; // where it is, 0 to 1
}

/** What the panel shows of a view. */
export interface ViewCard {
  readonly name: string;
  readonly title: string;
  readonly about: string; // one sentence, with the section of the paper
  readonly isOn?: boolean; // at first
  readonly slider?: {
    readonly label: string;
    readonly max: number;
    readonly start: number;
    readonly step?: 'any'; // not only whole numbers
  };
}

/** A view of a subject: a world, or what else is played. */
export interface View<Subject = World> extends ViewCard {
  compute(subject: Subject, slider: number): ViewData;
}

/** Which views are wanted, and where their sliders stand. */
export type ViewWishes = Readonly<Record<string, number>>;

/** The wanted ones of these views; those of other kinds of scenes are passed over. */
export function computeViews<Subject>(
  list: readonly View<Subject>[],
  subject: Subject,
  wishes: ViewWishes,
): Record<string, ViewData> {
  const found: Record<string, ViewData> = {};
  for (const { name, compute } of list) {
    if (Object.hasOwn(wishes, name)) found[name] = compute(subject, wishes[name]);
  }
  return found;
}

/** Colours that tell numbers apart. */
export function hueColor(out: Float32Array, at: number, k: number): void {
  const hue = (k * 0.618034) % 1;
  for (let d = 0; d < 3; d++) {
    const x = Math.abs(((hue + d / 3) % 1) * 6 - 3) - 1;
    out[at + d] = 0.35 + 0.5 * Math.min(1, Math.max(0, x));
  }
}

/** From blue over white to orange as t goes from −1 to 1. */
export function signedColor(t: number): [number, number, number] {
  const s = Math.min(1, Math.abs(t));
  return t < 0 ? [1, 1 - 0.5 * s, 1 - 0.85 * s] : [1 - 0.8 * s, 1 - 0.5 * s, 1 - 0.15 * s];
}

/** The point p[at…] of a rest frame in the world; q is a pose. */
export function placePoint(q: Float32Array, p: ArrayLike<number>, at: number): [number, number, number] {
  const [x, y, z, w] = q.subarray(3, 7);
  const [a, b, c] = [p[at], p[at + 1], p[at + 2]];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [
    q[0] + a + w * tx + y * tz - z * ty,
    q[1] + b + w * ty + z * tx - x * tz,
    q[2] + c + w * tz + x * ty - y * tx,
  ];
}
