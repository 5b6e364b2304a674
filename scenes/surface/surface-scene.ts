// What a surface scene is: a closed mesh that is cut and moved frame by frame. It plays; whoever watches keeps the trees
// (src/surface/cut-trees.ts), asks for contacts or draws.

import type { CutMesh } from '../../src/surface/cut-mesh.ts';

export interface SurfaceScene {
  readonly name: string;
  readonly about: string; // one sentence
  readonly frames: number;
  play(): SurfacePlay;
}

/** A scene under way. `mesh` is the surface as it stands in this frame; its columns are exactly as long as needed. */
export interface SurfacePlay {
  readonly cut: CutMesh; // the same triangles at rest, with pieces and what the last step changed
  readonly mesh: { positions: Float64Array; indices: Uint32Array };
  frame: number; // how many frames have been played
  /** Plays one frame. */
  step(): FrameNews;
}

/** What updateCutTrees is to be told. */
export interface FrameNews {
  readonly piece: number; // the piece that was cut in this frame, −1 for none; cut.changes is of this cut then
}
