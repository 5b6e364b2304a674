// What a solid feels that falls on a hard floor: the loads of its lowest point, for benches and figures.

import type { Brittle } from '../src/fragment/index.ts';

/**
 * One load (LOAD_SIZE numbers): a body of a density falls from a height, in metres, with the direction `down` of its rest
 * frame downward, onto the point that is lowest then, and stops there. What turns on goes on: only the mass that acts
 * at the point is stopped.
 */
export function fallOn(
  { topology, center }: Brittle,
  density: number,
  height: number,
  down: readonly number[],
): Float64Array {
  const { positions, nodeVolume, nodeCount, surfaceCount } = topology;
  const length = Math.hypot(...down);
  const n = down.map((x) => x / length);
  let lowest = 0;
  let depth = -Infinity;
  for (let i = 0; i < surfaceCount; i++) {
    const d = n[0] * positions[3 * i] + n[1] * positions[3 * i + 1] + n[2] * positions[3 * i + 2];
    if (d <= depth + 1e-9) continue;
    depth = d;
    lowest = i;
  }
  const arm = [0, 1, 2].map((d) => positions[3 * lowest + d] - center[d]);
  const lever = cross(arm, n);
  // 1/m + lever · I⁻¹ lever: the inertia from the nodes, its inverse on the lever by three equations.
  const inertia = [0, 1, 2].map(() => [0, 0, 0]);
  let mass = 0;
  for (let i = 0; i < nodeCount; i++) {
    const m = density * nodeVolume[i];
    const r = [0, 1, 2].map((d) => positions[3 * i + d] - center[d]);
    const square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
    mass += m;
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) inertia[a][b] += m * ((a === b ? square : 0) - r[a] * r[b]);
  }
  const turned = solve(inertia, lever);
  const stopped = 1 / (1 / mass + lever.reduce((sum, x, d) => sum + x * turned[d], 0));
  const speed = Math.sqrt(2 * 9.81 * height);
  return Float64Array.of(
    ...positions.subarray(3 * lowest, 3 * lowest + 3),
    ...n.map((x) => -x * stopped * speed),
    speed,
  );
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Cramer's rule. */
function solve(m: readonly number[][], b: readonly number[]): number[] {
  const det = (c: readonly number[][]) =>
    c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) -
    c[0][1] * (c[1][0] * c[2][2] - c[1][2] * c[2][0]) +
    c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]);
  const whole = det(m);
  return [0, 1, 2].map((k) => det(m.map((row, r) => row.map((x, c) => (c === k ? b[r] : x)))) / whole);
}
