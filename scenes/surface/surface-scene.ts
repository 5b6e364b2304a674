// What a surface scene is: a closed mesh that is cut and moved frame by frame. It plays; whoever watches keeps the trees
// (src/surface/cut-trees.ts), asks for contacts or draws.

import type { CutMesh } from '../../src/surface/cut-mesh.ts';
import { type CutTrees, shatterCutTrees, updateCutTrees } from '../../src/surface/cut-trees.ts';

export interface SurfaceScene {
  readonly name: string;
  readonly frames: number;
  play(seed?: number): SurfacePlay; // 0 unless told otherwise
}

/** A scene under way. `mesh` is the surface as it stands in this frame; its columns are exactly as long as needed. */
export interface SurfacePlay {
  readonly cut: CutMesh; // the same triangles at rest, with pieces and what the last step changed
  readonly mesh: { positions: Float64Array; indices: Uint32Array };
  frame: number; // how many frames have been played
  /** Plays one frame. */
  step(): FrameNews;
}

/** What the frame did to the triangles. */
export interface FrameNews {
  readonly piece: number; // the piece whose cut advanced in this frame, −1 for none; cut.changes is of this cut then
  readonly broken?: Broken; // the surface broke at once
}

/** Triangles below `first` were there before, of them `reshaped` were split. */
export interface Broken {
  readonly first: number;
  readonly reshaped: Uint32Array;
}

/** Plays a frame and brings the trees up to date with it. */
export function followFrame(trees: CutTrees, play: SurfacePlay): void {
  const { piece, broken } = play.step();
  if (broken) shatterCutTrees(trees, play.cut, play.mesh, broken.first, broken.reshaped);
  else updateCutTrees(trees, play.cut, play.mesh, piece);
}
