// How far apart contacts are after bodies have moved: s₀ + n · (Δx + (ΔR − 1) r) of A less that of B, with ΔR the turn
// of the places where bodies are touched, touch.ts. Exact for points that stay where they are on both bodies and for
// balls, whatever the bodies' turn; the field is not asked again.

import { SHIFT, STATE_SIZE, TOUCH_SIZE } from './motion.ts';
import { ANCHOR_SIZE, BLOCK_SIZE, ROW_BASE, ROW_GAP, ROW_SIZE, type Solver } from './solver.ts';

/** Brings the separations of the contacts between two bodies that move up to date. */
export function measurePairs(solver: Solver): void {
  const { row, anchor, pair, pairCount } = solver;
  const { state, touch } = solver.motion;
  for (let block = 0; block < pairCount; block++) {
    const first = pair[BLOCK_SIZE * block];
    const end = pair[BLOCK_SIZE * block + 1];
    const oA = STATE_SIZE * pair[BLOCK_SIZE * block + 2];
    const oB = STATE_SIZE * pair[BLOCK_SIZE * block + 3];
    const rA = TOUCH_SIZE * pair[BLOCK_SIZE * block + 2];
    const rB = TOUCH_SIZE * pair[BLOCK_SIZE * block + 3];
    const a00 = touch[rA] - 1;
    const a01 = touch[rA + 1];
    const a02 = touch[rA + 2];
    const a10 = touch[rA + 3];
    const a11 = touch[rA + 4] - 1;
    const a12 = touch[rA + 5];
    const a20 = touch[rA + 6];
    const a21 = touch[rA + 7];
    const a22 = touch[rA + 8] - 1;
    const b00 = touch[rB] - 1;
    const b01 = touch[rB + 1];
    const b02 = touch[rB + 2];
    const b10 = touch[rB + 3];
    const b11 = touch[rB + 4] - 1;
    const b12 = touch[rB + 5];
    const b20 = touch[rB + 6];
    const b21 = touch[rB + 7];
    const b22 = touch[rB + 8] - 1;
    const sx = state[oA + SHIFT] - state[oB + SHIFT];
    const sy = state[oA + SHIFT + 1] - state[oB + SHIFT + 1];
    const sz = state[oA + SHIFT + 2] - state[oB + SHIFT + 2];
    for (let i = first; i < end; i++) {
      const o = ROW_SIZE * i;
      const r = ANCHOR_SIZE * i;
      const ax = anchor[r];
      const ay = anchor[r + 1];
      const az = anchor[r + 2];
      const bx = anchor[r + 3];
      const by = anchor[r + 4];
      const bz = anchor[r + 5];
      const dx = sx + a00 * ax + a01 * ay + a02 * az - b00 * bx - b01 * by - b02 * bz;
      const dy = sy + a10 * ax + a11 * ay + a12 * az - b10 * bx - b11 * by - b12 * bz;
      const dz = sz + a20 * ax + a21 * ay + a22 * az - b20 * bx - b21 * by - b22 * bz;
      row[o + ROW_GAP] = row[o + ROW_BASE] + row[o] * dx + row[o + 1] * dy + row[o + 2] * dz;
    }
  }
}

/** Brings the separations of the contacts with what is still up to date. */
export function measureGround(solver: Solver): void {
  const { row, anchor, ground, groundCount } = solver;
  const { state, touch } = solver.motion;
  for (let block = 0; block < groundCount; block++) {
    const first = ground[BLOCK_SIZE * block];
    const end = ground[BLOCK_SIZE * block + 1];
    const oA = STATE_SIZE * ground[BLOCK_SIZE * block + 2];
    const rA = TOUCH_SIZE * ground[BLOCK_SIZE * block + 2];
    const a00 = touch[rA] - 1;
    const a01 = touch[rA + 1];
    const a02 = touch[rA + 2];
    const a10 = touch[rA + 3];
    const a11 = touch[rA + 4] - 1;
    const a12 = touch[rA + 5];
    const a20 = touch[rA + 6];
    const a21 = touch[rA + 7];
    const a22 = touch[rA + 8] - 1;
    const sx = state[oA + SHIFT];
    const sy = state[oA + SHIFT + 1];
    const sz = state[oA + SHIFT + 2];
    for (let i = first; i < end; i++) {
      const o = ROW_SIZE * i;
      const r = ANCHOR_SIZE * i;
      const ax = anchor[r];
      const ay = anchor[r + 1];
      const az = anchor[r + 2];
      const dx = sx + a00 * ax + a01 * ay + a02 * az;
      const dy = sy + a10 * ax + a11 * ay + a12 * az;
      const dz = sz + a20 * ax + a21 * ay + a22 * az;
      row[o + ROW_GAP] = row[o + ROW_BASE] + row[o] * dx + row[o + 1] * dy + row[o + 2] * dz;
    }
  }
}
