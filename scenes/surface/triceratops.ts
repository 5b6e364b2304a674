// The split triceratops of [Otaduy07, fig. 4, table 1]: a crack runs through it from tail to horns in eleven steps; then
// the halves lean apart.

import { cos, sin } from '../../src/math/trig.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { type CutMesh, createCutMesh, labelPieces } from '../../src/surface/cut-mesh.ts';
import { advanceCut, type PlaneCrack, planCut } from '../../src/surface/cut-plane.ts';
import type { FrameNews, SurfacePlay, SurfaceScene } from './surface-scene.ts';

/** The steps of the paper's experiment. */
export const SPLIT_STEPS = 11;

/** Edges inside the crack, by the size of the mesh: so many faces a step come out as the paper's table 1 has. */
const FACE_EDGE: Record<number, number> = { 5660: 0.0155, 22640: 0.0114, 90560: 0.0083 };

const PLANE = { normal: [0.1, 0, 1], offset: 0.004, along: [1, 0, 0] } as const;
const FRAMES_A_STEP = 12;

export interface SplitTriceratops {
  readonly cut: CutMesh;
  readonly crack: PlaneCrack;
}

/** The mesh and its crack, before the first step. */
export function prepareTriceratops(triangles = 5660): SplitTriceratops {
  const cut = createCutMesh(shapes.createTriceratops({ triangles }));
  return { cut, crack: planCut(cut, { ...PLANE, spacing: FACE_EDGE[triangles] }) };
}

/** Makes step k of eleven, from 1. */
export function stepTriceratops({ cut, crack }: SplitTriceratops, k: number): void {
  const front = k < SPLIT_STEPS ? crack.from + (k * (crack.to - crack.from)) / SPLIT_STEPS : Infinity;
  advanceCut(cut, crack, front);
}

export const triceratops: SurfaceScene = {
  name: 'split-triceratops',
  about: 'A crack runs through a dinosaur in eleven steps, and it comes apart.',
  frames: FRAMES_A_STEP * SPLIT_STEPS + 120,
  play: () => new TriceratopsPlay(),
};

class TriceratopsPlay implements SurfacePlay {
  frame = 0;
  readonly split = prepareTriceratops();
  readonly cut = this.split.cut;
  readonly mesh = { positions: this.cut.positions.slice(), indices: this.cut.indices };

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

  /** Once apart, each half tips over sideways about the ground, away from the other. */
  private place(): void {
    const { cut, mesh } = this;
    mesh.indices = cut.indices;
    mesh.positions = cut.positions.slice();
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
      const y = cut.positions[3 * v + 1];
      const z = cut.positions[3 * v + 2];
      mesh.positions[3 * v + 1] = y * cos(turn) - z * sin(turn);
      mesh.positions[3 * v + 2] = y * sin(turn) + z * cos(turn);
    }
  }
}

/** On which side of the crack each piece lies: 1 towards z, else −1. */
function sidesOf({ positions, indices, piece, pieceCount }: CutMesh): number[] {
  const sum = new Float64Array(pieceCount);
  for (let h = 0; h < indices.length; h++)
    sum[piece[Math.floor(h / 3)]] += positions[3 * indices[h] + 2] - PLANE.offset;
  return Array.from(sum, (z) => (z > 0 ? 1 : -1));
}
