// Broken models and a scripted motion of their pieces, for benches: no solver, so every variant meets the same poses.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { type Collider, hullOf } from '../src/contact/collider.ts';
import { createShellWork, updateShell } from '../src/contact/shell.ts';
import { buildSolid, type Solid } from '../src/contact/solid.ts';
import { type BreakWork, createBreakWork, updateCollider } from '../src/contact/update.ts';
import { createFragmentMesh, extractShape } from '../src/fragment/extract.ts';
import { mayEnter, SWEPT_SIZE } from '../src/fragment/face-tree-sweep.ts';
import { MASS_SIZE, measureMass } from '../src/fragment/mass.ts';
import { applyPattern } from '../src/fragment/patterns.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { setFrame } from '../src/math/rigid.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';

/** A model baked and made ready to break. */
export interface Model {
  readonly parts: Asset;
  readonly solid: Solid;
  readonly work: BreakWork;
}

export async function prepareModel(mesh: TriangleMesh, spacing: number, interior: number): Promise<Model> {
  const parts = await bake(mesh, { spacing, interior });
  const solid = buildSolid(parts);
  return { parts, solid, work: createBreakWork(solid) };
}

/** Breaks a fragment of a collider into Voronoi cells around seeds scattered in it; the trees and field follow. */
export function shatter(model: Model, collider: Collider, label: number, count: number, seed: number): void {
  cutOnly(model, collider, label, count, seed);
  updateCollider(model.work, collider);
}

const asked = createShellWork();
const nowhere = new Float64Array(SWEPT_SIZE).fill(1e9, 0, 6); // a point that rests far away

/**
 * Makes all that queries make of the pieces that changed when they first ask: faces by who lies across, the faces of
 * each piece in boxes, and its outer points. An update is not paid for before that.
 */
export function makeAsked(collider: Collider): void {
  const { field, forest, shell, known } = collider;
  if (field === null || forest === null || shell === null) throw new Error('not a solid');
  updateShell(asked, shell, field, forest, known);
  for (let label = 0; label < field.family.fragments.count; label++) {
    hullOf(collider, label);
    mayEnter(field, label, nowhere);
  }
}

/** The cut of `shatter` without the update. */
export function cutOnly(model: Model, collider: Collider, label: number, count: number, seed: number): void {
  if (collider.field === null) throw new Error('not a solid');
  const { family } = collider.field;
  const seeds = scatterSeeds(family, label, { count, seed });
  applyPattern(model.work.changes, family, label, { kind: 'voronoi', seeds });
}

/** A fragment and where it is at each step. */
export interface Piece {
  readonly label: number;
  readonly center: number[]; // centroid at rest
  readonly away: number[]; // unit, from the middle of the solid
  readonly axis: number[]; // unit, that it turns about
  readonly phase: number;
}

/** All pieces of a collider. */
export function listPieces(collider: Collider, seed: number): Piece[] {
  if (collider.field === null) throw new Error('not a solid');
  const { family } = collider.field;
  const random = createRandom(seed);
  const direction = () => {
    const v = [0, 0, 0].map(() => 2 * nextFloat(random) - 1);
    return unit(v);
  };
  const mesh = createFragmentMesh();
  const mass = new Float64Array(MASS_SIZE);
  const pieces: { label: number; volume: number; center: number[] }[] = [];
  for (let label = 0; label < family.fragments.count; label++) {
    extractShape(mesh, family, label);
    measureMass(mass, 0, mesh);
    pieces.push({ label, volume: mass[0], center: [...mass.subarray(1, 4)] });
  }
  const volume = pieces.reduce((sum, p) => sum + p.volume, 0);
  const middle = [0, 1, 2].map((k) => pieces.reduce((sum, p) => sum + p.volume * p.center[k], 0) / volume);
  return pieces.map(({ label, center }) => ({
    label,
    center,
    away: unit(center.map((x, k) => x - middle[k])),
    axis: direction(),
    phase: 2 * Math.PI * nextFloat(random),
  }));
}

function unit(v: number[]): number[] {
  const length = Math.hypot(...v) || 1;
  return v.map((x) => x / length);
}

export const STEPS = 60;

/** A script of motion, in radii of the whole and steps. */
export interface Script {
  readonly packed: number; // steps until the pieces begin to part
  readonly speed: number; // by which each then leaves the middle, a step
  readonly jostle: number; // how far each swings about its path, and turns, in radians
}

/**
 * As a solver leaves them: overlapping by a fraction of the tolerance, for a fifth of a second; then flying apart at
 * 1 m/s for a whole of 1 m across, with steps of 15 ms.
 */
export const SCATTER: Script = { packed: 12, speed: 0.03, jostle: 0.0005 };
/** Pressed into each other by twice the tolerance all the time, parting slowly: what no solver would leave. */
export const PRESS: Script = { packed: 0, speed: 0.0007, jostle: 0.004 };

const pose = new Float64Array(7);

/** Writes the frame of a piece at a step of a script. */
export function placePiece(
  frame: Float64Array,
  piece: Piece,
  radius: number,
  step: number,
  { packed, speed, jostle }: Script = SCATTER,
): void {
  const wave = Math.sin(piece.phase + 0.35 * step);
  const shift = radius * (speed * Math.max(0, step - packed) + jostle * wave);
  const half = 0.5 * jostle * Math.sin(2 * piece.phase + 0.23 * step);
  const s = Math.sin(half);
  const q = [piece.axis[0] * s, piece.axis[1] * s, piece.axis[2] * s, Math.cos(half)];
  pose.set([0, 0, 0, ...q]);
  setFrame(frame, pose, 0);
  // Turned about its own centroid.
  for (let k = 0; k < 3; k++) {
    const turned =
      frame[3 * k] * piece.center[0] +
      frame[3 * k + 1] * piece.center[1] +
      frame[3 * k + 2] * piece.center[2];
    frame[9 + k] = piece.center[k] - turned + shift * piece.away[k];
  }
}

/** Writes the box of a fragment in the world: that of its turned box at rest. */
export function boxOfPiece(out: Float64Array, collider: Collider, label: number, frame: Float64Array): void {
  if (collider.field === null) throw new Error('not a solid');
  const { box } = collider.field;
  for (let k = 0; k < 3; k++) {
    let middle = frame[9 + k];
    let half = 0;
    for (let j = 0; j < 3; j++) {
      const r = frame[3 * k + j];
      middle += (r * (box[6 * label + j] + box[6 * label + 3 + j])) / 2;
      half += (Math.abs(r) * (box[6 * label + 3 + j] - box[6 * label + j])) / 2;
    }
    out[k] = middle - half;
    out[3 + k] = middle + half;
  }
}

export function boxesMeet(a: Float64Array, b: Float64Array): boolean {
  return [0, 1, 2].every((k) => a[k] <= b[3 + k] && b[k] <= a[3 + k]);
}

/** What the queries of one step did. */
export interface StepResult {
  readonly milliseconds: number;
  readonly pairs: number; // whose boxes meet
  readonly contacts: number;
}

/** Runs the queries of every step of the script; colliders may differ in whose points and whose field they bring. */
export function runScript(
  pieces: Piece[],
  boxes: Collider,
  radius: number,
  query: (a: number, b: number, frames: Float64Array[]) => number,
  script: Script = SCATTER,
): StepResult[] {
  const frames = pieces.map(() => new Float64Array(12));
  const box = pieces.map(() => new Float64Array(6));
  return Array.from({ length: STEPS }, (_, step) => {
    pieces.forEach((piece, k) => {
      placePiece(frames[k], piece, radius, step, script);
      boxOfPiece(box[k], boxes, piece.label, frames[k]);
    });
    const list: [number, number][] = [];
    for (let a = 0; a < pieces.length; a++) {
      for (let b = a + 1; b < pieces.length; b++) if (boxesMeet(box[a], box[b])) list.push([a, b]);
    }
    const start = performance.now();
    let contacts = 0;
    for (const [a, b] of list) contacts += query(a, b, frames);
    return { milliseconds: performance.now() - start, pairs: list.length, contacts };
  });
}

/** Mean and largest of a list. */
export function summarise(values: number[]): { mean: number; max: number } {
  return { mean: values.reduce((a, b) => a + b, 0) / values.length, max: Math.max(...values) };
}
