// Solves with a factor: forward through the groups, then back.

import type { Factor, Front } from './factor.ts';

let scratch = new Float64Array(0); // the numbers of one front

/** Solves (K + σ M) x = b; `x` may be `b`. Numbers are three a node. */
export function solveFactor(x: Float64Array, { fronts }: Factor, b: Float64Array): void {
  if (x !== b) x.set(b);
  let most = 0;
  for (const front of fronts) most = Math.max(most, front.rows);
  if (scratch.length < most) scratch = new Float64Array(most);
  for (let f = 0; f < fronts.length; f++) goForward(x, fronts[f], scratch);
  for (let f = fronts.length - 1; f >= 0; f--) goBack(x, fronts[f], scratch);
}

function goForward(x: Float64Array, { own, rows, place, lower }: Front, part: Float64Array): void {
  load(x, place, rows, part);
  for (let i = 0; i < own; i++) {
    const row = i * own;
    let sum = part[i];
    for (let j = 0; j < i; j++) sum -= lower[row + j] * part[j];
    part[i] = sum / lower[row + i];
  }
  // The rows of a node, three at a time.
  for (let i = own; i < rows; i += 3) {
    const r0 = i * own;
    const r1 = r0 + own;
    const r2 = r1 + own;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    for (let j = 0; j < own; j++) {
      const y = part[j];
      s0 += lower[r0 + j] * y;
      s1 += lower[r1 + j] * y;
      s2 += lower[r2 + j] * y;
    }
    part[i] -= s0;
    part[i + 1] -= s1;
    part[i + 2] -= s2;
  }
  store(x, place, rows, part);
}

function goBack(x: Float64Array, { own, rows, place, lower }: Front, part: Float64Array): void {
  load(x, place, rows, part);
  for (let i = own; i < rows; i += 3) {
    const r0 = i * own;
    const r1 = r0 + own;
    const r2 = r1 + own;
    const y0 = part[i];
    const y1 = part[i + 1];
    const y2 = part[i + 2];
    for (let j = 0; j < own; j++) part[j] -= lower[r0 + j] * y0 + lower[r1 + j] * y1 + lower[r2 + j] * y2;
  }
  for (let i = own - 1; i >= 0; i--) {
    const row = i * own;
    const y = part[i] / lower[row + i];
    part[i] = y;
    for (let j = 0; j < i; j++) part[j] -= lower[row + j] * y;
  }
  store(x, place, own, part);
}

function load(x: Float64Array, place: Uint32Array, rows: number, part: Float64Array): void {
  for (let r = 0; r < rows; r += 3) {
    const at = 3 * place[r / 3];
    part[r] = x[at];
    part[r + 1] = x[at + 1];
    part[r + 2] = x[at + 2];
  }
}

function store(x: Float64Array, place: Uint32Array, rows: number, part: Float64Array): void {
  for (let r = 0; r < rows; r += 3) {
    const at = 3 * place[r / 3];
    x[at] = part[r];
    x[at + 1] = part[r + 1];
    x[at + 2] = part[r + 2];
  }
}
