// How far apart contacts are after bodies have moved: s₀ + n · (Δx + (ΔR − 1) r) of A less that of B. Exact for points
// that stay where they are on both bodies, whatever the bodies' turn; the field is not asked again.

import { ROTATION, SHIFT, STATE_SIZE } from './motion.ts';
import { BLOCK_SIZE, ROW_ARM, ROW_BASE, ROW_GAP, ROW_SIZE, type Solver } from './solver.ts';

/** Brings the separations of the contacts between two bodies that move up to date. */
export function measurePairs(solver: Solver): void {
  const { row, pair, pairCount, between } = solver;
  const { state } = solver.motion;
  for (let block = 0; block < pairCount; block++) {
    const first = pair[BLOCK_SIZE * block];
    const end = pair[BLOCK_SIZE * block + 1];
    const oA = STATE_SIZE * pair[BLOCK_SIZE * block + 2];
    const oB = STATE_SIZE * pair[BLOCK_SIZE * block + 3];
    const apartX = between[3 * block];
    const apartY = between[3 * block + 1];
    const apartZ = between[3 * block + 2];
    const a00 = state[oA + ROTATION] - 1;
    const a01 = state[oA + ROTATION + 1];
    const a02 = state[oA + ROTATION + 2];
    const a10 = state[oA + ROTATION + 3];
    const a11 = state[oA + ROTATION + 4] - 1;
    const a12 = state[oA + ROTATION + 5];
    const a20 = state[oA + ROTATION + 6];
    const a21 = state[oA + ROTATION + 7];
    const a22 = state[oA + ROTATION + 8] - 1;
    const b00 = state[oB + ROTATION] - 1;
    const b01 = state[oB + ROTATION + 1];
    const b02 = state[oB + ROTATION + 2];
    const b10 = state[oB + ROTATION + 3];
    const b11 = state[oB + ROTATION + 4] - 1;
    const b12 = state[oB + ROTATION + 5];
    const b20 = state[oB + ROTATION + 6];
    const b21 = state[oB + ROTATION + 7];
    const b22 = state[oB + ROTATION + 8] - 1;
    const sx = state[oA + SHIFT] - state[oB + SHIFT];
    const sy = state[oA + SHIFT + 1] - state[oB + SHIFT + 1];
    const sz = state[oA + SHIFT + 2] - state[oB + SHIFT + 2];
    for (let o = ROW_SIZE * first; o < ROW_SIZE * end; o += ROW_SIZE) {
      const ax = row[o + ROW_ARM];
      const ay = row[o + ROW_ARM + 1];
      const az = row[o + ROW_ARM + 2];
      const bx = ax + apartX;
      const by = ay + apartY;
      const bz = az + apartZ;
      const dx = sx + a00 * ax + a01 * ay + a02 * az - b00 * bx - b01 * by - b02 * bz;
      const dy = sy + a10 * ax + a11 * ay + a12 * az - b10 * bx - b11 * by - b12 * bz;
      const dz = sz + a20 * ax + a21 * ay + a22 * az - b20 * bx - b21 * by - b22 * bz;
      row[o + ROW_GAP] = row[o + ROW_BASE] + row[o] * dx + row[o + 1] * dy + row[o + 2] * dz;
    }
  }
}

/** Brings the separations of the contacts with what is still up to date. */
export function measureGround(solver: Solver): void {
  const { row, ground, groundCount } = solver;
  const { state } = solver.motion;
  for (let block = 0; block < groundCount; block++) {
    const first = ground[BLOCK_SIZE * block];
    const end = ground[BLOCK_SIZE * block + 1];
    const oA = STATE_SIZE * ground[BLOCK_SIZE * block + 2];
    const a00 = state[oA + ROTATION] - 1;
    const a01 = state[oA + ROTATION + 1];
    const a02 = state[oA + ROTATION + 2];
    const a10 = state[oA + ROTATION + 3];
    const a11 = state[oA + ROTATION + 4] - 1;
    const a12 = state[oA + ROTATION + 5];
    const a20 = state[oA + ROTATION + 6];
    const a21 = state[oA + ROTATION + 7];
    const a22 = state[oA + ROTATION + 8] - 1;
    const sx = state[oA + SHIFT];
    const sy = state[oA + SHIFT + 1];
    const sz = state[oA + SHIFT + 2];
    for (let o = ROW_SIZE * first; o < ROW_SIZE * end; o += ROW_SIZE) {
      const ax = row[o + ROW_ARM];
      const ay = row[o + ROW_ARM + 1];
      const az = row[o + ROW_ARM + 2];
      const dx = sx + a00 * ax + a01 * ay + a02 * az;
      const dy = sy + a10 * ax + a11 * ay + a12 * az;
      const dz = sz + a20 * ax + a21 * ay + a22 * az;
      row[o + ROW_GAP] = row[o + ROW_BASE] + row[o] * dx + row[o + 1] * dy + row[o + 2] * dz;
    }
  }
}
