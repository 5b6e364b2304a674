// Lines that show what a world does: contacts, boxes, spheres and islands.

import { BufferAttribute, BufferGeometry, DynamicDrawUsage, LineBasicMaterial, LineSegments } from 'three';
import { boxOfCollider } from '../src/contact/collider.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { InputError } from '../src/job/error.ts';
import { createFrame, movePoint, setFrame } from '../src/math/rigid.ts';
import type { BodyInfo } from '../src/world/info.ts';
import type { World } from '../src/world/world.ts';

/**
 * What lines show: `contacts` with their normals, red where bodies overlap; `boxes` around bodies; `spheres` about their
 * centres of mass; `islands`: lines between bodies that touch, a colour for each island, and grey boxes around sleepers.
 */
export type DebugSubject = 'contacts' | 'boxes' | 'spheres' | 'islands';

const SUBJECTS: readonly DebugSubject[] = ['contacts', 'boxes', 'spheres', 'islands'];
const NORMAL = 0.2; // length of a drawn normal, of the smaller radius of a pair
const CIRCLE = 24; // lines of a circle
const GREY = [0.45, 0.45, 0.45];

/** Lines that are drawn over a world. Add them to a scene, and call `update` after each step. */
export class DebugLines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  readonly #world: World;
  readonly #subjects: readonly DebugSubject[];

  constructor(world: World, subjects: readonly DebugSubject[]) {
    super(
      new BufferGeometry(),
      new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true }),
    );
    this.#world = world;
    this.#subjects = subjects;
    this.frustumCulled = false;
    this.renderOrder = 1;
    this.update();
  }

  /** Shows the world as it is now. */
  update(): void {
    const lines: Lines = { points: [], colors: [] };
    for (const subject of this.#subjects) DRAW[subject](lines, this.#world);
    for (const [name, values] of [
      ['position', lines.points],
      ['color', lines.colors],
    ] as const) {
      const known = this.geometry.getAttribute(name) as BufferAttribute | undefined;
      if (known !== undefined && known.array.length >= values.length) {
        known.array.set(values);
        known.needsUpdate = true;
        continue;
      }
      this.geometry.dispose(); // the old buffers: three makes new ones
      const room = new Float32Array(Math.max(600, 2 * values.length));
      room.set(values);
      this.geometry.setAttribute(name, new BufferAttribute(room, 3).setUsage(DynamicDrawUsage));
    }
    this.geometry.setDrawRange(0, lines.points.length / 3);
  }

  /** Frees what was made for it. */
  override dispose(): void {
    this.removeFromParent();
    this.geometry.dispose();
    this.material.dispose();
  }
}

/** Lines over a world on this thread: see DebugSubject for what they show. */
export function debugLines(world: World, ...what: DebugSubject[]): DebugLines {
  if (typeof (world as { poses?: unknown } | null)?.poses !== 'object') {
    throw new InputError(
      'bad-argument',
      'world is not a World on this thread: one in a worker keeps its inside',
    );
  }
  for (const subject of what) {
    if (SUBJECTS.includes(subject)) continue;
    throw new InputError('bad-argument', `there are no lines of '${subject}': use ${SUBJECTS.join(', ')}`);
  }
  return new DebugLines(world, what.length > 0 ? what : ['contacts']);
}

interface Lines {
  readonly points: number[];
  readonly colors: number[];
}

const DRAW: Readonly<Record<DebugSubject, (lines: Lines, world: World) => void>> = {
  contacts: drawContacts,
  boxes(lines, world) {
    for (const body of world.bodies) drawBox(lines, world.info(body), [0.2, 0.6, 1]);
  },
  spheres(lines, world) {
    for (const body of world.bodies) drawSphere(lines, world.info(body), [1, 0.75, 0.2]);
  },
  islands: drawIslands,
};

function addLine(
  { points, colors }: Lines,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  color: number[],
): void {
  points.push(a[0], a[1], a[2], b[0], b[1], b[2]);
  colors.push(...color, ...color);
}

function drawContacts(lines: Lines, world: World): void {
  const { contacts } = world;
  const radius = new Map(world.bodies.map((body) => [world.indexOf(body), world.info(body).radius]));
  for (let i = 0; i < contacts.count; i++) {
    const color = contacts.distance[i] < 0 ? [1, 0.25, 0.2] : [0.1, 0.75, 0.5];
    const small = Math.min(radius.get(contacts.bodyA[i]) ?? 1, radius.get(contacts.bodyB[i]) ?? 1);
    const length = NORMAL * Math.min(1, small);
    const p = contacts.point.subarray(3 * i, 3 * i + 3);
    const n = contacts.normal.subarray(3 * i, 3 * i + 3);
    addLine(
      lines,
      p,
      [0, 1, 2].map((d) => p[d] + length * n[d]),
      color,
    );
    for (let d = 0; d < 3; d++) {
      const [a, b] = [-1, 1].map((side) => [0, 1, 2].map((e) => p[e] + (d === e ? (side * length) / 5 : 0)));
      addLine(lines, a, b, color);
    }
  }
}

const box = new Float64Array(6); // scratch
const frame = createFrame();

/** The box of a body in its rest frame, where the body is. Endless ones are left out. */
function drawBox(lines: Lines, info: BodyInfo, color: number[]): void {
  const { collider, label } = colliderOf(info);
  boxOfCollider(box, collider, label);
  if (!box.every((x) => Math.abs(x) < 1e6)) return;
  setFrame(frame, Float64Array.from(info.pose), 0);
  const corners = Array.from({ length: 8 }, (_, k) => {
    const rest = Float64Array.of(box[k & 1 ? 3 : 0], box[k & 2 ? 4 : 1], box[k & 4 ? 5 : 2]);
    const out = new Float64Array(3);
    movePoint(out, 0, frame, rest, 0);
    return out;
  });
  for (let k = 0; k < 8; k++) {
    for (const bit of [1, 2, 4]) if ((k & bit) === 0) addLine(lines, corners[k], corners[k | bit], color);
  }
}

function drawSphere(lines: Lines, { center, radius }: BodyInfo, color: number[]): void {
  if (!(radius < 1e6)) return;
  for (let axis = 0; axis < 3; axis++) {
    let last: number[] = [];
    for (let k = 0; k <= CIRCLE; k++) {
      const angle = (2 * Math.PI * k) / CIRCLE;
      const point = [...center];
      point[(axis + 1) % 3] += radius * Math.cos(angle);
      point[(axis + 2) % 3] += radius * Math.sin(angle);
      if (k > 0) addLine(lines, last, point, color);
      last = point;
    }
  }
}

function drawIslands(lines: Lines, world: World): void {
  const { contacts, bodies } = world;
  const infos = new Map(bodies.map((body) => [world.indexOf(body), world.info(body)]));
  const root = new Map([...infos.keys()].map((row) => [row, row]));
  const find = (row: number): number => {
    const up = root.get(row) ?? row;
    return up === row ? row : find(up);
  };
  const pairs = new Map<string, [number, number]>();
  for (let i = 0; i < contacts.count; i++) {
    const [a, b] = [contacts.bodyA[i], contacts.bodyB[i]];
    if (infos.get(a)?.kind !== 'dynamic' || infos.get(b)?.kind !== 'dynamic') continue;
    pairs.set(`${a} ${b}`, [a, b]);
    const [low, high] = [find(a), find(b)].sort((x, y) => x - y);
    root.set(high, low);
  }
  for (const [a, b] of pairs.values()) {
    const [from, to] = [infos.get(a), infos.get(b)];
    if (from !== undefined && to !== undefined) addLine(lines, from.center, to.center, hue(find(a)));
  }
  for (const info of infos.values()) if (info.asleep) drawBox(lines, info, GREY);
}

/** A colour that tells numbers apart. */
function hue(k: number): number[] {
  const at = (k * 0.618034) % 1;
  return [0, 1, 2].map((d) => {
    const x = Math.abs(((at + d / 3) % 1) * 6 - 3) - 1;
    return 0.35 + 0.6 * Math.min(1, Math.max(0, x));
  });
}
