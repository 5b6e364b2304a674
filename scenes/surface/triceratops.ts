// The split triceratops of [Otaduy07, fig. 4, table 1]: a crack runs through it from tail to horns in eleven steps, and
// its halves bend apart; then they tip over.

import { cos, sin } from '../../src/math/trig.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { type CutMesh, createCutMesh, labelPieces } from '../../src/surface/cut-mesh.ts';
import { advanceCut, type PlaneCrack, planCut } from '../../src/surface/cut-plane.ts';
import { liftPieces } from './ground.ts';
import type { FrameNews, SurfacePlay, SurfaceScene } from './surface-scene.ts';

/** The steps of the paper's experiment. */
export const SPLIT_STEPS = 11;

/** Edges inside the crack, by the size of the mesh: so many faces a step come out as the paper's table 1 has. */
const FACE_EDGE: Record<number, number> = { 5660: 0.0155, 22640: 0.0114, 90560: 0.0083 };

const PLANE = { normal: [0.1, 0, 1], offset: 0.004, along: [1, 0, 0] } as const;
const FRAMES_A_STEP = 12;
const GAP = 1e-6; // metres that each side of the crack stands back, so that they do not touch all over
const BEND = 0.16; // a metre behind the front, both halves have bent apart by this much

type CutSource = Parameters<typeof createCutMesh>[0];

export interface SplitTriceratops {
  readonly cut: CutMesh;
  readonly crack: PlaneCrack;
}

/** The mesh and its crack, before the first step. */
export function prepareTriceratops(triangles = 5660): SplitTriceratops {
  return prepareMesh(shapes.createTriceratops({ triangles }), FACE_EDGE[triangles]);
}

function prepareMesh(mesh: CutSource, spacing: number): SplitTriceratops {
  const cut = createCutMesh(mesh);
  return { cut, crack: planCut(cut, { ...PLANE, spacing }) };
}

/** Makes step k of eleven, from 1. */
export function stepTriceratops({ cut, crack }: SplitTriceratops, k: number): void {
  const front = k < SPLIT_STEPS ? crack.from + (k * (crack.to - crack.from)) / SPLIT_STEPS : Infinity;
  advanceCut(cut, crack, front);
}

/** The scene with a triceratops that was made before: making one takes a while. */
export function createSplitScene(mesh?: CutSource): SurfaceScene {
  return {
    name: 'split-triceratops',
    frames: FRAMES_A_STEP * SPLIT_STEPS + 120,
    play: () => new TriceratopsPlay(prepareMesh(mesh ?? shapes.createTriceratops(), FACE_EDGE[5660])),
  };
}

export const triceratops = createSplitScene();

class TriceratopsPlay implements SurfacePlay {
  frame = 0;
  readonly split: SplitTriceratops;
  readonly cut: CutMesh;
  readonly mesh: SurfacePlay['mesh'];

  constructor(split: SplitTriceratops) {
    this.split = split;
    this.cut = split.cut;
    this.mesh = { positions: split.cut.positions.slice(), indices: split.cut.indices };
  }

  step(): FrameNews {
    const { cut } = this;
    this.frame++;
    const k = this.frame / FRAMES_A_STEP;
    const cuts = Number.isInteger(k) && k <= SPLIT_STEPS;
    if (cuts) stepTriceratops(this.split, k);
    if (cuts && k === SPLIT_STEPS) labelPieces(cut);
    this.place();
    return { piece: cuts ? 0 : -1 };
  }

  /** The mesh with its halves bent apart behind the front, which runs a step behind the cut. */
  private bend(): Float64Array<ArrayBuffer> {
    const { crack, cut } = this.split;
    const { normal, offset } = PLANE;
    const share = Math.max(0, Math.min(1, this.frame / FRAMES_A_STEP / SPLIT_STEPS - 1 / SPLIT_STEPS));
    const front = crack.from + share * (crack.to - crack.from);
    const positions = Float64Array.from(cut.positions);
    const side = new Float64Array(cut.vertexCount);
    for (let v = 0; v < cut.vertexCount; v++) {
      const out =
        normal[0] * positions[3 * v] + normal[1] * positions[3 * v + 1] + normal[2] * positions[3 * v + 2];
      side[v] = out > offset ? 1 : -1;
    }
    for (let p = 0; p < crack.above.length; p++) {
      if (crack.above[p] < 0) continue;
      const isOpen = crack.above[p] !== crack.below[p];
      side[crack.above[p]] = isOpen ? 1 : 0;
      if (isOpen) side[crack.below[p]] = -1;
      if (!isOpen) continue;
      for (let d = 0; d < 3; d++) {
        positions[3 * crack.above[p] + d] += GAP * normal[d];
        positions[3 * crack.below[p] + d] -= GAP * normal[d];
      }
    }
    for (let v = 0; v < cut.vertexCount; v++) {
      const behind = Math.max(0, front - positions[3 * v]);
      positions[3 * v + 2] += side[v] * BEND * behind * behind;
    }
    return positions;
  }

  /** Once apart, each half tips over sideways about the ground, away from the other. */
  private place(): void {
    const { cut, mesh } = this;
    mesh.indices = cut.indices;
    mesh.positions = this.bend();
    const time = Math.max(0, this.frame - FRAMES_A_STEP * SPLIT_STEPS) / 120;
    if (time === 0) return;
    const sides = sidesOf(cut);
    const angle = 0.6 * time * time;
    const done = new Uint8Array(cut.vertexCount);
    for (let h = 0; h < cut.indices.length; h++) {
      const v = cut.indices[h];
      if (done[v]) continue;
      done[v] = 1;
      const turn = sides[cut.piece[Math.floor(h / 3)]] * angle;
      const y = mesh.positions[3 * v + 1];
      const z = mesh.positions[3 * v + 2];
      mesh.positions[3 * v + 1] = y * cos(turn) - z * sin(turn);
      mesh.positions[3 * v + 2] = y * sin(turn) + z * cos(turn);
    }
    liftPieces(mesh.positions, cut);
  }
}

/** On which side of the crack each piece lies: 1 towards z, else −1. */
function sidesOf({ positions, indices, piece, pieceCount }: CutMesh): number[] {
  const sum = new Float64Array(pieceCount);
  for (let h = 0; h < indices.length; h++)
    sum[piece[Math.floor(h / 3)]] += positions[3 * indices[h] + 2] - PLANE.offset;
  return Array.from(sum, (z) => (z > 0 ? 1 : -1));
}
