// How well bodies lie against each other, judged alike for every engine of bench `peers`: by where it put them, from exact
// distances of corners of surfaces to triangles, and by what it says of their motion. No engine's contacts are asked.

import { distanceSurface } from '../src/mesh/surface-distance.ts';
import { type Part, type State, turnBy } from './peers-parts.ts';

const POINTS = 400; // corners of a body that are asked, evenly over its list
const GRAVITY = 9.81;

/** A part, whether it is fixed, and its state. */
export interface Placed {
  readonly part: Part;
  readonly fixed: boolean;
  readonly state: State;
}

export interface Verdict {
  readonly deepest: number; // metres that any corner is inside of another body or of the ground
  readonly gap: number; // metres from bodies that hardly move to the closest other, median
  readonly resting: number; // bodies that hardly move
}

const SLOW = 0.05; // m/s

/** Kinetic and potential energy of all that is not fixed, J. */
export function energyOf(placed: readonly Placed[]): number {
  let sum = 0;
  for (const { part, fixed, state: s } of placed) {
    if (fixed) continue;
    const turned = turnBy([-s[3], -s[4], -s[5], s[6]], [s[10], s[11], s[12]]);
    sum += 0.5 * part.mass * (s[7] ** 2 + s[8] ** 2 + s[9] ** 2) + part.mass * GRAVITY * s[1];
    for (let d = 0; d < 3; d++) sum += 0.5 * part.inertia[d] * turned[d] ** 2;
  }
  return sum;
}

const p = new Float64Array(3);
const found = new Float64Array(4);

/** The least signed distance from corners of `a` to the surface of `b`. */
function leastDistance(a: Placed, b: Placed): number {
  const corners = a.part.positions.length / 3;
  const stride = Math.max(1, Math.floor(corners / POINTS));
  const back = [-b.state[3], -b.state[4], -b.state[5], b.state[6]];
  const turn = [a.state[3], a.state[4], a.state[5], a.state[6]];
  let least = Infinity;
  let seed = -1;
  for (let k = 0; k < corners; k += stride) {
    const at = turnBy(turn, a.part.positions.subarray(3 * k, 3 * k + 3));
    p.set(
      turnBy(
        back,
        at.map((x, d) => x + a.state[d] - b.state[d]),
      ),
    );
    if (Math.hypot(p[0], p[1], p[2]) - b.part.radius > Math.min(least, a.part.radius)) continue;
    seed = distanceSurface(found, b.part.surface, p, 0, seed);
    least = Math.min(least, found[0]);
  }
  return least;
}

/** The lowest corner, metres above the ground. */
function heightOf({ part, state }: Placed): number {
  const turn = [state[3], state[4], state[5], state[6]];
  let low = Infinity;
  for (let k = 0; k < part.positions.length; k += 3) {
    low = Math.min(low, state[1] + turnBy(turn, part.positions.subarray(k, k + 3))[1]);
  }
  return low;
}

export function judge(placed: readonly Placed[]): Verdict {
  const closest = placed.map((body) => (body.fixed ? Infinity : heightOf(body)));
  let deepest = Math.max(0, ...closest.map((d) => -d));
  for (let i = 0; i < placed.length; i++) {
    for (let j = 0; j < placed.length; j++) {
      const a = placed[i];
      const b = placed[j];
      if (i === j || (a.fixed && b.fixed)) continue;
      const apart = Math.hypot(...[0, 1, 2].map((d) => a.state[d] - b.state[d]));
      if (apart > a.part.radius + b.part.radius + 0.01) continue;
      const least = leastDistance(a, b);
      deepest = Math.max(deepest, -least);
      closest[i] = Math.min(closest[i], least);
      closest[j] = Math.min(closest[j], least);
    }
  }
  const gaps = placed
    .flatMap(({ fixed, state }, i) =>
      fixed || Math.hypot(state[7], state[8], state[9]) > SLOW ? [] : [Math.max(0, closest[i])],
    )
    .sort((a, b) => a - b);
  return { deepest, gap: gaps[gaps.length >> 1] ?? Number.NaN, resting: gaps.length };
}
