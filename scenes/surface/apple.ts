// The peeled apple of [Otaduy07, fig. 5]: six slices of peel are cut from top to bottom, one after the other. Each curls
// away behind the knife, into itself and into what is not cut yet, and drops off when it is through.

import { cos, PI, sin } from '../../src/math/trig.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { createCutMesh, labelPieces } from '../../src/surface/cut-mesh.ts';
import { advanceCut, type PlaneCrack, planCut } from '../../src/surface/cut-plane.ts';
import type { FrameNews, SurfacePlay, SurfaceScene } from './surface-scene.ts';

const RADIUS = 0.038;
const PEELS = 6;
const FRAMES_A_PEEL = 133;
const CUTTING = 120; // of them, while the knife moves
const DEPTH = 0.87 * RADIUS; // of the cutting planes, from the axis
const CURL = 0.15 * RADIUS; // radius of the curl
const FACE_EDGE = 0.003; // inside the cuts: so that the apple ends with about as many triangles as the paper's

export const apple: SurfaceScene = {
  name: 'peeled-apple',
  frames: 800,
  play: () => new ApplePlay(),
};

class ApplePlay implements SurfacePlay {
  frame = 0;
  readonly cut = createCutMesh(shapes.createApple({ radius: RADIUS }));
  readonly mesh = { positions: this.cut.positions.slice(), indices: this.cut.indices };
  peel = new Int32Array(this.cut.vertexCount).fill(-1); // the slice of a vertex, −1 for what stays
  readonly fronts = new Float64Array(PEELS); // how far the knife has come in each slice, along −y
  crack: PlaneCrack | null = null;

  step(): FrameNews {
    const { cut } = this;
    const k = Math.floor(this.frame / FRAMES_A_PEEL);
    const within = (this.frame % FRAMES_A_PEEL) + 1;
    this.frame++;
    if (k >= PEELS) return { piece: -1 };
    if (within === 1) this.beginPeel(k);
    const crack = this.crack;
    let piece = -1;
    if (crack !== null && within <= CUTTING) {
      const front = crack.from + ((crack.to - crack.from) * within) / CUTTING;
      this.fronts[k] = front;
      const opened = advanceCut(cut, crack, within === CUTTING ? Infinity : front);
      if (opened > 0) piece = 0;
      this.nameVertices(k, crack);
      if (within === CUTTING) {
        labelPieces(cut);
        this.crack = null;
      }
    }
    this.place();
    return { piece };
  }

  private beginPeel(k: number): void {
    const normal = normalOf(k);
    this.crack = planCut(this.cut, { normal, offset: DEPTH, along: [0, -1, 0], spacing: FACE_EDGE });
    // What lies outside the plane will curl.
    const { positions, indices, piece } = this.cut;
    for (let h = 0; h < indices.length; h++) {
      const v = indices[h];
      if (piece[Math.floor(h / 3)] !== 0) continue;
      const out = normal[0] * positions[3 * v] + normal[2] * positions[3 * v + 2] - DEPTH;
      if (out > 0) this.peel[v] = k;
    }
    this.fronts[k] = this.crack.from;
  }

  /** New vertices: those above the plane go with the slice. */
  private nameVertices(k: number, crack: PlaneCrack): void {
    const longer = new Int32Array(this.cut.vertexCount).fill(-1);
    longer.set(this.peel);
    this.peel = longer;
    for (let p = 0; p < crack.above.length; p++) {
      if (crack.above[p] < 0) continue;
      this.peel[crack.above[p]] = k;
      if (crack.below[p] !== crack.above[p]) this.peel[crack.below[p]] = -1;
    }
  }

  private place(): void {
    const { cut, mesh, peel } = this;
    mesh.indices = cut.indices;
    if (mesh.positions.length !== cut.positions.length)
      mesh.positions = new Float64Array(cut.positions.length);
    mesh.positions.set(cut.positions);
    for (let v = 0; v < cut.vertexCount; v++) {
      if (peel[v] >= 0) this.curl(v, peel[v]);
    }
  }

  /** Rolls a vertex of a slice up behind the knife; a slice that is off moves out and down. */
  private curl(v: number, k: number): void {
    const { positions } = this.mesh;
    const [nx, , nz] = normalOf(k);
    const o = 3 * v;
    const out = nx * positions[o] + nz * positions[o + 2] - DEPTH;
    const behind = Math.max(0, this.fronts[k] + positions[o + 1]); // along −y
    const radius = CURL * (1 + (0.02 * behind) / CURL);
    const angle = behind / radius;
    const away = radius - (radius - out) * cos(angle) - out;
    const off = Math.max(0, this.frame - k * FRAMES_A_PEEL - CUTTING) / 60;
    const gone = off > 0 ? RADIUS * Math.min(0.9, off) : 0;
    positions[o] += nx * (away + gone);
    positions[o + 2] += nz * (away + gone);
    if (behind > 0) positions[o + 1] = -(this.fronts[k] - (radius - out) * sin(angle));
    positions[o + 1] -= 0.5 * gone * Math.min(1, off);
  }
}

/** Opposite slices follow each other. */
const TURNS = [0, 3, 1, 4, 2, 5];

function normalOf(k: number): [number, number, number] {
  const angle = (2 * PI * TURNS[k]) / PEELS;
  return [cos(angle), 0, sin(angle)];
}
