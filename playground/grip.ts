// Grips: knobs in the picture that move the slider of a view, such as the plane of a slice, along a line of the scene.

import { CanvasTexture, Group, Sprite, SpriteMaterial, SRGBColorSpace, Vector3 } from 'three';
import type { Stage } from './stage.ts';
import type { GripLine, ViewData } from './views/view.ts';

const LEAST = 160; // pixels that a whole way takes at least
const NEAR = 26; // pixels around a knob that belong to it: a finger is wide

/** A knob in the picture. */
export interface Grip {
  readonly view: string;
  readonly line: GripLine;
  readonly knob: Sprite;
}

/** Made by createGrips alone. */
export interface Grips {
  readonly group: Group;
  readonly list: Grip[];
}

export function createGrips(): Grips {
  return { group: new Group(), list: [] };
}

/** Replaces the knobs by those of views. */
export function showGrips(grips: Grips, views: Readonly<Record<string, ViewData>>): void {
  grips.group.clear();
  grips.list.length = 0;
  for (const [view, { grip: line }] of Object.entries(views)) {
    if (line === undefined) continue;
    const knob = new Sprite(material());
    knob.position.set(...pointOf(line, line.share));
    knob.scale.setScalar(0.042);
    knob.renderOrder = 20;
    grips.group.add(knob);
    grips.list.push({ view, line, knob });
  }
}

function pointOf({ from, to }: GripLine, share: number): [number, number, number] {
  return [0, 1, 2].map((d) => from[d] + share * (to[d] - from[d])) as [number, number, number];
}

/** The knob at a place of the window; null if there is none. */
export function findGrip({ list }: Grips, stage: Stage, x: number, y: number): Grip | null {
  for (const grip of list) {
    const [px, py] = placeOf(stage, pointOf(grip.line, grip.line.share));
    if (Math.hypot(px - x, py - y) < NEAR) return grip;
  }
  return null;
}

/** Where a point of the scene is in the window. */
function placeOf({ renderer, camera }: Stage, point: [number, number, number]): [number, number] {
  const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
  const at = new Vector3(...point).project(camera);
  return [left + ((at.x + 1) / 2) * width, top + ((1 - at.y) / 2) * height];
}

/**
 * The share of a grip's line, 0 to 1, once its knob was dragged by so many pixels: as far as the line goes in the picture,
 * or less, where one looks along it.
 */
export function dragGrip({ line }: Grip, stage: Stage, dx: number, dy: number): number {
  const [from, to] = [0, 1].map((share) => placeOf(stage, pointOf(line, share)));
  const way = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(...way);
  const [ux, uy] = length > 1 ? way.map((x) => x / length) : [0, 1];
  return Math.min(1, Math.max(0, line.share + (ux * dx + uy * dy) / Math.max(length, LEAST)));
}

let made: SpriteMaterial | null = null;

/** A disc with an arrow to either side. */
function material(): SpriteMaterial {
  if (made !== null) return made;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 96;
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  pen.fillStyle = '#c9683f';
  pen.strokeStyle = '#fff';
  pen.lineWidth = 6;
  pen.beginPath();
  pen.arc(48, 48, 40, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.lineWidth = 7;
  pen.lineJoin = pen.lineCap = 'round';
  pen.stroke(new Path2D('M38 34 L24 48 L38 62 M58 34 L72 48 L58 62 M26 48 H70'));
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  made = new SpriteMaterial({
    map: texture,
    depthTest: false,
    sizeAttenuation: false,
    toneMapped: false,
    fog: false,
  });
  return made;
}
