// Pieces of profiles for solids of revolution.

import { cos, PI, sin } from '../../math/trig.ts';
import type { ProfilePoint } from './revolve.ts';

/** An arc of an ellipse around (r, y) from one angle to another, in degrees; 0 points away from the axis, 90 up. */
export function arc(
  r: number,
  y: number,
  radius: number,
  from: number,
  to: number,
  radiusY = radius,
): ProfilePoint[] {
  const steps = Math.max(8, Math.ceil(Math.abs(to - from) / 4));
  return Array.from({ length: steps + 1 }, (_, i): ProfilePoint => {
    const angle = (from + ((to - from) * i) / steps) * (PI / 180);
    const x = r + radius * cos(angle);
    return [Math.abs(x) < 1e-12 * radius ? 0 : x, y + radiusY * sin(angle)];
  });
}

/** A smooth curve through points (Catmull-Rom, by chord lengths); its ends are the first and last of them. */
export function curve(points: readonly ProfilePoint[]): ProfilePoint[] {
  const result: ProfilePoint[] = [points[0]];
  const last = points.length - 1;
  for (let i = 0; i < last; i++) {
    const p1 = points[i];
    const p2 = points[i + 1];
    const p0 = points[i - 1] ?? p1;
    const p3 = points[i + 2] ?? p2;
    const chord = length(p1, p2);
    // The slope at each end, by the chords on both sides; at the curve's ends, by the one chord there is.
    const slope = (a: ProfilePoint, b: ProfilePoint, k: 0 | 1) => ((b[k] - a[k]) / length(a, b)) * chord;
    for (let s = 1; s <= 16; s++) {
      const t = s / 16;
      const [u, v] = [t * t, t * t * t];
      const at = (k: 0 | 1) =>
        (2 * v - 3 * u + 1) * p1[k] +
        (v - 2 * u + t) * slope(p0, p2, k) +
        (3 * u - 2 * v) * p2[k] +
        (v - u) * slope(p1, p3, k);
      result.push(s < 16 ? [at(0), at(1)] : p2);
    }
  }
  return result;
}

/** A profile's points moved by `offset` to its left: the other side of a wall. */
export function offset(points: readonly ProfilePoint[], by: number): ProfilePoint[] {
  return points.map((p, i): ProfilePoint => {
    const a = points[Math.max(i - 1, 0)];
    const b = points[Math.min(i + 1, points.length - 1)];
    const size = length(a, b);
    const r = p[0] - (by * (b[1] - a[1])) / size;
    return [p[0] === 0 ? 0 : r, p[1] + (by * (b[0] - a[0])) / size];
  });
}

function length(a: ProfilePoint, b: ProfilePoint): number {
  return Math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}
