// The broken pumpkin of [Otaduy07, fig. 6]: it falls, hits the ground and is in pieces at once; they move apart as rigid
// bodies, slowly at first, so that large faces stay parallel and close.

import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createFrame, movePoint } from '../../src/math/rigid.ts';
import { cos, sin } from '../../src/math/trig.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { type CutMesh, createCutMesh, labelPieces } from '../../src/surface/cut-mesh.ts';
import { advanceCut, planCut } from '../../src/surface/cut-plane.ts';
import { liftPieces } from './ground.ts';
import type { Broken, FrameNews, SurfacePlay, SurfaceScene } from './surface-scene.ts';

const RADIUS = 0.15;
const FALL = 40; // frames before it breaks
const SEED = 8;
const FACE_EDGE = 0.0222; // inside the cuts: so that 8 pieces have about as many triangles as the paper's

export interface BrokenPumpkin extends Broken {
  readonly cut: CutMesh;
}

/** The pumpkin in so many pieces, all cuts made at once: each halves the piece that has most triangles. */
export function breakPumpkin(pieces: number, cut = createPumpkinMesh(), seed = 0): BrokenPumpkin {
  const random = createRandom(SEED + seed);
  const first = cut.triangleCount;
  const split = new Set<number>();
  for (let tries = 0; cut.pieceCount < pieces && tries < 10 * pieces; tries++) {
    const piece = largestPiece(cut);
    const normal = direction(random);
    const middle = middleOf(cut, piece);
    const offset = normal[0] * middle[0] + normal[1] * middle[1] + normal[2] * middle[2];
    const crack = planCut(cut, { normal, offset, along: direction(random), piece, spacing: FACE_EDGE });
    advanceCut(cut, crack, Infinity);
    for (let i = 0; i < cut.changes.reshapedCount; i++) {
      if (cut.changes.reshaped[i] < first) split.add(cut.changes.reshaped[i]);
    }
    labelPieces(cut);
  }
  return { cut, first, reshaped: Uint32Array.from(split) };
}

export function createPumpkinMesh(triangles?: number): CutMesh {
  return createCutMesh(shapes.createPumpkin({ radius: RADIUS, triangles }));
}

function direction(random: Random): [number, number, number] {
  for (;;) {
    const d = [0, 1, 2].map(() => 2 * nextFloat(random) - 1);
    const square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    if (square > 0.01 && square < 1) {
      const length = Math.sqrt(square);
      return [d[0] / length, d[1] / length, d[2] / length];
    }
  }
}

function largestPiece({ piece, pieceCount, triangleCount }: CutMesh): number {
  const size = new Uint32Array(pieceCount);
  for (let t = 0; t < triangleCount; t++) size[piece[t]]++;
  return size.indexOf(size.reduce((a, b) => Math.max(a, b)));
}

function middleOf({ piece, positions, indices }: CutMesh, of: number): number[] {
  const sum = [0, 0, 0];
  let count = 0;
  for (let h = 0; h < indices.length; h++) {
    if (piece[Math.floor(h / 3)] !== of) continue;
    for (let d = 0; d < 3; d++) sum[d] += positions[3 * indices[h] + d];
    count++;
  }
  return sum.map((x) => x / count);
}

/** How pieces move from the break on: a frame for each, from where it was to where it is at `time` (frames). */
export class PieceMotion {
  readonly frames: Float64Array[] = [];
  private readonly middle: number[][] = [];
  private readonly axis: number[][] = [];
  private readonly speed: number[] = [];
  private readonly way: number[][] = [];

  constructor(cut: CutMesh, seed = 0) {
    const random = createRandom(SEED + 1 + seed);
    const whole = [0, 0.7 * RADIUS, 0];
    for (let p = 0; p < cut.pieceCount; p++) {
      const middle = middleOf(cut, p);
      this.middle.push(middle);
      this.axis.push(direction(random));
      this.speed.push(0.012 * nextFloat(random));
      this.way.push(middle.map((x, d) => 0.012 * (x - whole[d])));
      this.frames.push(createFrame());
    }
  }

  moveTo(time: number): void {
    for (let p = 0; p < this.frames.length; p++) {
      const frame = this.frames[p];
      const angle = this.speed[p] * time;
      turnAbout(frame, this.axis[p], angle);
      const middle = this.middle[p];
      for (let d = 0; d < 3; d++) {
        const turned = frame[3 * d] * middle[0] + frame[3 * d + 1] * middle[1] + frame[3 * d + 2] * middle[2];
        // Slow at first, so that faces are in each other's way as they turn.
        frame[9 + d] = middle[d] - turned + this.way[p][d] * (0.3 * time + 0.004 * time * time);
      }
    }
  }
}

/** Rodrigues' rotation. */
function turnAbout(frame: Float64Array, [x, y, z]: number[], angle: number): void {
  const c = cos(angle);
  const s = sin(angle);
  const k = 1 - c;
  frame.set([c + k * x * x, k * x * y - s * z, k * x * z + s * y]);
  frame.set([k * x * y + s * z, c + k * y * y, k * y * z - s * x], 3);
  frame.set([k * x * z - s * y, k * y * z + s * x, c + k * z * z], 6);
}

/** The scene with a pumpkin of so many triangles; the paper's is of 10,000. */
export function createPumpkinScene(triangles?: number): SurfaceScene {
  return {
    name: 'broken-pumpkin',
    frames: FALL + 200,
    play: (seed = 0) => new PumpkinPlay(seed, createPumpkinMesh(triangles)),
  };
}

export const pumpkin = createPumpkinScene();

class PumpkinPlay implements SurfacePlay {
  frame = 0;
  readonly cut: CutMesh;
  readonly mesh: { positions: Float64Array; indices: Uint32Array };
  motion: PieceMotion | null = null;
  private readonly seed: number;

  constructor(seed: number, cut: CutMesh) {
    this.seed = seed;
    this.cut = cut;
    this.mesh = { positions: cut.positions.slice(), indices: cut.indices };
  }

  step(): FrameNews {
    this.frame++;
    const broken = this.frame === FALL ? breakPumpkin(8, this.cut, this.seed) : undefined;
    if (broken) this.motion = new PieceMotion(this.cut, this.seed);
    const { cut, mesh, motion } = this;
    mesh.indices = cut.indices;
    if (mesh.positions.length !== cut.positions.length)
      mesh.positions = new Float64Array(cut.positions.length);
    if (motion === null) {
      const left = 1 - this.frame / FALL;
      for (let i = 0; i < mesh.positions.length; i++) {
        mesh.positions[i] = cut.positions[i] + (i % 3 === 1 ? 0.5 * left * (2 - left) : 0);
      }
      return { piece: -1 };
    }
    motion.moveTo(this.frame - FALL + 1); // not where they touch all over
    for (let h = 0; h < cut.indices.length; h++) {
      const v = cut.indices[h];
      movePoint(mesh.positions, 3 * v, motion.frames[cut.piece[Math.floor(h / 3)]], cut.positions, 3 * v);
    }
    liftPieces(mesh.positions, cut);
    return { piece: -1, broken };
  }
}
