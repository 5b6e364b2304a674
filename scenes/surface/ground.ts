// The ground of surface scenes whose pieces move along given ways: what would sink into it stands on it instead.

import type { CutMesh } from '../../src/surface/cut-mesh.ts';

/** Lifts pieces that reach below y = 0, so that their lowest vertices lie there; `positions` is where they are now. */
export function liftPieces(
  positions: Float64Array,
  { indices, piece, pieceCount, vertexCount }: CutMesh,
): void {
  const low = new Float64Array(pieceCount);
  const owner = new Int32Array(vertexCount).fill(-1);
  for (let h = 0; h < indices.length; h++) {
    const p = piece[Math.floor(h / 3)];
    const v = indices[h];
    owner[v] = p;
    low[p] = Math.min(low[p], positions[3 * v + 1]);
  }
  for (let v = 0; v < vertexCount; v++) if (owner[v] >= 0) positions[3 * v + 1] -= low[owner[v]];
}
