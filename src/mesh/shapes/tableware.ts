// Plate, bowl and drinking glass: thin-walled solids of revolution, standing on y = 0.

import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkBelow, checkCount, checkLength, checkNames, checkTriangles } from './options.ts';
import { arc, curve, offset } from './profile.ts';
import { type Profile, type ProfilePoint, revolveProfile, verticesFor } from './revolve.ts';

export interface PlateOptions {
  readonly radius?: number; // default 0.13
  readonly thickness?: number; // default 0.0065
  readonly triangles?: number; // default 5,392, as [Glondu13, table 1]
}

/** A dinner plate with a raised rim and a ring foot. */
export function createPlate(options: PlateOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'thickness', 'triangles']);
  const radius = checkLength('radius', options.radius ?? 0.13);
  const t = checkLength('thickness', options.thickness ?? 0.0065);
  checkBelow('thickness', t, radius / 8, 'an eighth of the radius');
  const foot = 0.6 * t; // how far the ring stands out below
  const scale = (points: ProfilePoint[]): ProfilePoint[] => points.map(([r, y]) => [r * radius, y]);
  // The upper side: flat well, a step up, a wide rim that rises a little.
  const rise = 0.13 * radius;
  const top = foot + t;
  const upper = curve(
    scale([
      [0, top],
      [0.3, top],
      [0.56, top + 0.02 * rise],
      [0.66, top + 0.3 * rise],
      [0.73, top + 0.6 * rise],
      [0.85, top + 0.8 * rise],
      [1 - (0.5 * t) / radius, top + rise],
    ]),
  );
  const lower = offset(upper, -t); // the upper side runs outward: its right is below
  const ring = findRing(lower, 0.5 * radius, 0.5 * radius + 1.6 * t);
  const lip = roundLip(lower[lower.length - 1], upper[upper.length - 1]);
  const profile: Profile = [
    lower.slice(0, ring.from + 1),
    [lower[ring.from], [ring.inner + 0.2 * t, 0]],
    [
      [ring.inner + 0.2 * t, 0],
      [ring.outer - 0.2 * t, 0],
    ],
    [[ring.outer - 0.2 * t, 0], lower[ring.to]],
    lower.slice(ring.to),
    lip,
    upper.slice().reverse(),
  ];
  return revolveProfile(profile, verticesFor(profile, checkTriangles(options.triangles ?? 5392, 400)));
}

/** Where a ring foot leaves and meets a curve that runs outward. */
function findRing(points: readonly ProfilePoint[], inner: number, outer: number) {
  const from = points.findIndex(([r]) => r >= inner);
  const to = points.findIndex(([r]) => r >= outer);
  return { from, to, inner: points[from][0], outer: points[to][0] };
}

/** Half a circle from a to b, bulging to the right of the way from a to b. */
function roundLip(a: ProfilePoint, b: ProfilePoint): ProfilePoint[] {
  const [r, y] = [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
  const [dr, dy] = [0.5 * (a[0] - b[0]), 0.5 * (a[1] - b[1])];
  const unit = arc(0, 0, 1, 0, 180); // from (1, 0) over (0, 1) to (−1, 0)
  return unit.map(([c, s], i): ProfilePoint => {
    if (i === 0) return a;
    if (i === unit.length - 1) return b;
    return [r + c * dr - s * dy, y + c * dy + s * dr];
  });
}

export interface BowlOptions {
  readonly radius?: number; // of the mouth, default 0.075
  readonly height?: number; // default 0.07
  readonly wall?: number; // default 0.005
  readonly vertices?: number; // default 2,072, as the china bowl of [Xu14]
}

/** A round bowl on a ring foot, closed by its wall. */
export function createBowl(options: BowlOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'height', 'wall', 'vertices']);
  const radius = checkLength('radius', options.radius ?? 0.075);
  const height = checkLength('height', options.height ?? 0.07);
  const wall = checkLength('wall', options.wall ?? 0.005);
  checkBelow('wall', wall, Math.min(radius, height) / 6, 'a sixth of radius and height');
  const vertices = checkCount('vertices', options.vertices ?? 2072, 200);
  const bottom = wall; // the foot stands this far below the bowl
  const scale = (points: ProfilePoint[]): ProfilePoint[] =>
    points.map(([r, y]) => [r * radius, bottom + y * (height - bottom - 0.5 * wall)]);
  const outer = curve(
    scale([
      [0, 0],
      [0.25, 0.012],
      [0.5, 0.09],
      [0.72, 0.27],
      [0.87, 0.52],
      [0.96, 0.8],
      [1, 1],
    ]),
  );
  const inner = offset(outer, wall); // the outer side runs out and up: its left is inside
  const ring = findRing(outer, 0.36 * radius, 0.36 * radius + 1.5 * wall);
  const profile: Profile = [
    outer.slice(0, ring.from + 1),
    [outer[ring.from], [ring.inner + 0.1 * wall, 0]],
    [
      [ring.inner + 0.1 * wall, 0],
      [ring.outer - 0.1 * wall, 0],
    ],
    [[ring.outer - 0.1 * wall, 0], outer[ring.to]],
    outer.slice(ring.to),
    roundLip(outer[outer.length - 1], inner[inner.length - 1]),
    inner.slice().reverse(),
  ];
  return revolveProfile(profile, vertices);
}

export interface GlassOptions {
  readonly radius?: number; // of the mouth, default 0.04
  readonly height?: number; // default 0.12
  readonly wall?: number; // default 0.0025
  readonly base?: number; // thickness of the bottom, default 0.008
  readonly triangles?: number; // default 16,000
}

/** A drinking glass: a tumbler, a little narrower at its thick bottom. */
export function createGlass(options: GlassOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'height', 'wall', 'base', 'triangles']);
  const radius = checkLength('radius', options.radius ?? 0.04);
  const height = checkLength('height', options.height ?? 0.12);
  const wall = checkLength('wall', options.wall ?? 0.0025);
  const base = checkLength('base', options.base ?? 0.008);
  checkBelow('wall', wall, radius / 4, 'a quarter of the radius');
  checkBelow('base', base, height / 2, 'half the height');
  const foot = 0.8 * radius;
  const bend = Math.max(1.5 * wall, 0.08 * radius); // the roundings of the bottom, outside and inside
  const lip = height - 0.5 * wall;
  const slope = (radius - foot) / height;
  const side = (y: number): number => foot + slope * y;
  const profile: Profile = [
    [
      [0, 0],
      [foot - bend, 0],
    ],
    curve([
      [foot - bend, 0],
      [foot - 0.3 * bend, 0.26 * bend],
      [side(bend), bend],
    ]),
    [
      [side(bend), bend],
      [side(lip), lip],
    ],
    roundLip([side(lip), lip], [side(lip) - wall, lip]),
    [
      [side(lip) - wall, lip],
      [side(base + bend) - wall, base + bend],
    ],
    curve([
      [side(base + bend) - wall, base + bend],
      [side(base) - wall - 0.3 * bend, base + 0.26 * bend],
      [side(base) - wall - bend, base],
    ]),
    [
      [side(base) - wall - bend, base],
      [0, base],
    ],
  ];
  return revolveProfile(profile, verticesFor(profile, checkTriangles(options.triangles ?? 16000, 1000)));
}
