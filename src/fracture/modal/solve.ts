// Solves with a factor: forward through the groups, then back.

import type { Factor } from './factor.ts';

let part = new Float64Array(0); // scratch: the numbers of one front

/** Solves (K + σ M) x = b; `x` may be `b`. Numbers are three a node. */
export function solveFactor(x: Float64Array, { fronts }: Factor, b: Float64Array): void {
  if (x !== b) x.set(b);
  for (let f = 0; f < fronts.length; f++) {
    const { own, rows, place, lower } = fronts[f];
    load(x, place, rows);
    for (let i = 0; i < rows; i++) {
      const row = i * own;
      const end = Math.min(i, own);
      let sum = part[i];
      for (let j = 0; j < end; j++) sum -= lower[row + j] * part[j];
      part[i] = i < own ? sum / lower[row + i] : sum;
    }
    store(x, place, rows);
  }
  for (let f = fronts.length - 1; f >= 0; f--) {
    const { own, rows, place, lower } = fronts[f];
    load(x, place, rows);
    for (let i = rows - 1; i >= 0; i--) {
      const row = i * own;
      if (i < own) part[i] /= lower[row + i];
      const value = part[i];
      const end = Math.min(i, own);
      for (let j = 0; j < end; j++) part[j] -= lower[row + j] * value;
    }
    store(x, place, own);
  }
}

function load(x: Float64Array, place: Uint32Array, rows: number): void {
  if (part.length < rows) part = new Float64Array(2 * rows);
  for (let r = 0; r < rows; r += 3) {
    const at = 3 * place[r / 3];
    part[r] = x[at];
    part[r + 1] = x[at + 1];
    part[r + 2] = x[at + 2];
  }
}

function store(x: Float64Array, place: Uint32Array, rows: number): void {
  for (let r = 0; r < rows; r += 3) {
    const at = 3 * place[r / 3];
    x[at] = part[r];
    x[at + 1] = part[r + 1];
    x[at + 2] = part[r + 2];
  }
}
