// Points on the surfaces of shapes, no further than `step` from one another; edges and rims among them.

import type { Collider } from '../../src/contact/collider.ts';
import { KIND_BOX, KIND_CAPSULE, KIND_CYLINDER } from '../../src/field/analytic.ts';

const made = new Map<Collider, Float64Array>();

/** xyz of points on a box, sphere, capsule or cylinder; the same for the same shape. */
export function sampleShape(shape: Collider, step: number): Float64Array {
  const known = made.get(shape);
  if (known) return known;
  const { kind, size } = shape;
  const points: number[] = [];
  if (kind === KIND_BOX) sampleBox(points, size, step);
  else if (kind === KIND_CYLINDER) sampleCylinder(points, size[0], size[1], step);
  else if (kind === KIND_CAPSULE) sampleCapsule(points, size[0], size[1], step);
  else sampleCapsule(points, 0, size[0], step);
  const samples = Float64Array.from(points);
  made.set(shape, samples);
  return samples;
}

/** Numbers from −1 to 1, as many as the length asks for. */
function spread(length: number, step: number): number[] {
  const n = Math.ceil(length / step);
  return Array.from({ length: n + 1 }, (_, i) => (2 * i) / n - 1);
}

function sampleBox(points: number[], size: Float64Array, step: number): void {
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    for (const a of spread(2 * size[i], step)) {
      for (const b of spread(2 * size[j], step)) {
        for (const s of [-1, 1]) {
          const p = [0, 0, 0];
          p[k] = s * size[k];
          p[i] = a * size[i];
          p[j] = b * size[j];
          points.push(...p);
        }
      }
    }
  }
}

function ring(points: number[], y: number, radius: number, step: number): void {
  const n = Math.max(1, 4 * Math.ceil((Math.PI * radius) / 2 / step));
  for (let i = 0; i < n; i++) {
    const angle = (2 * Math.PI * i) / n;
    points.push(radius * Math.cos(angle), y, radius * Math.sin(angle));
  }
}

function sampleCylinder(points: number[], h: number, r: number, step: number): void {
  for (const y of spread(2 * h, step)) ring(points, y * h, r, step);
  for (const s of spread(r, step)) for (const y of [-h, h]) ring(points, y, ((s + 1) / 2) * r, step);
}

function sampleCapsule(points: number[], h: number, r: number, step: number): void {
  if (h > 0) for (const y of spread(2 * h, step)) ring(points, y * h, r, step);
  for (const s of spread((Math.PI / 2) * r, step)) {
    const angle = ((s + 1) * Math.PI) / 4;
    for (const up of [-1, 1]) ring(points, up * (h + r * Math.sin(angle)), r * Math.cos(angle), step);
  }
}
