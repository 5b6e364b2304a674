// Apple and pumpkin: solids of revolution pushed out of round.

import { atan2, cos } from '../../math/trig.ts';
import { createTriangleMesh, type TriangleMesh } from '../triangle-mesh.ts';
import { checkCount, checkLength, checkNames, checkTriangles } from './options.ts';
import { curve } from './profile.ts';
import { type Profile, type ProfilePoint, revolveProfile, verticesFor } from './revolve.ts';

export interface AppleOptions {
  readonly radius?: number; // default 0.038
  readonly triangles?: number; // default 6,124, as [Otaduy07]
}

// Height over radius where the stem leaves the dimple.
const APPLE_STEM = 1.52;

/** An apple with its stem: dimples at both ends, five faint lobes. Its lowest point is near y = 0. */
export function createApple(options: AppleOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'triangles']);
  const radius = checkLength('radius', options.radius ?? 0.038);
  const triangles = checkTriangles(options.triangles ?? 6124, 1000);
  const stem = 0.055;
  const profile = scaleProfile(
    [
      curve([
        [0, 0.2],
        [0.12, 0.12],
        [0.28, 0.02],
        [0.5, 0.06],
        [0.76, 0.36],
        [0.93, 0.74],
        [1, 1.12],
        [0.93, 1.5],
        [0.72, 1.75],
        [0.45, 1.8],
        [0.22, 1.66],
        [stem, APPLE_STEM],
      ]),
      [
        [stem, APPLE_STEM],
        [stem * 0.9, 1.9],
        [stem * 1.25, 2.14],
      ],
      [
        [stem * 1.25, 2.14],
        [0, 2.16],
      ],
    ],
    radius,
  );
  return deform(revolveProfile(profile, verticesFor(profile, triangles)), radius, (point) => {
    const [x, y, z] = point;
    const r = Math.sqrt(x * x + z * z);
    const lobes = cos(5 * atan2(z, x));
    const onBody = Math.min(1, r / 0.3); // no lobes where the surface nears the axis
    const low = Math.max(0, 1 - y / 1.4);
    const swell = 1 + 0.02 * lobes * low * onBody + 0.012 * cos(2 * atan2(z, x) + 1) * onBody;
    const above = r < 0.2 ? Math.max(0, y - APPLE_STEM) : 0;
    point[0] = x * swell + 0.22 * above * above;
    point[1] = y - 0.03 * lobes * low * low * onBody;
    point[2] = z * swell;
  });
}

export interface PumpkinOptions {
  readonly radius?: number; // default 0.15
  readonly ribs?: number; // default 12
  readonly triangles?: number; // default 10,000, as [Otaduy07]
}

const PUMPKIN_STEM = 1.3;

/** A pumpkin with ribs and a stem, standing about on y = 0. */
export function createPumpkin(options: PumpkinOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'ribs', 'triangles']);
  const radius = checkLength('radius', options.radius ?? 0.15);
  const ribs = checkCount('ribs', options.ribs ?? 12, 3, 40);
  const triangles = checkTriangles(options.triangles ?? 10_000, 1000);
  const profile = scaleProfile(
    [
      curve([
        [0, 0.14],
        [0.2, 0.07],
        [0.45, 0.0],
        [0.72, 0.12],
        [0.93, 0.4],
        [1, 0.72],
        [0.94, 1.04],
        [0.74, 1.3],
        [0.48, 1.4],
        [0.28, 1.37],
        [0.16, PUMPKIN_STEM],
      ]),
      curve([
        [0.16, PUMPKIN_STEM],
        [0.105, 1.42],
        [0.085, 1.58],
        [0.11, 1.72],
      ]),
      [
        [0.11, 1.72],
        [0, 1.74],
      ],
    ],
    radius,
  );
  return deform(revolveProfile(profile, verticesFor(profile, triangles)), radius, (point) => {
    const [x, y, z] = point;
    const r = Math.sqrt(x * x + z * z);
    const angle = atan2(z, x);
    // Ribs: round backs and narrow valleys, fading towards the axis.
    const wave = 0.5 + 0.5 * cos(ribs * angle);
    const valley = wave * wave;
    const depth = 0.13 * Math.min(1, Math.max(0, r - 0.16) / 0.5);
    const above = r < 0.25 ? Math.max(0, y - PUMPKIN_STEM) : 0;
    const ridge = above > 0 ? 1 + 0.12 * cos(5 * angle) * Math.min(1, above / 0.1) : 1;
    const scale = (1 - depth * valley) * ridge;
    point[0] = x * scale + 0.5 * above * above;
    point[1] = y - depth * valley * (y - 0.7);
    point[2] = z * scale + 0.2 * above * above;
  });
}

function scaleProfile(profile: Profile, by: number): Profile {
  return profile.map((piece) => piece.map(([r, y]): ProfilePoint => [r * by, y * by]));
}

/** Moves each vertex, measured in units of `unit`. */
function deform(
  mesh: TriangleMesh,
  unit: number,
  move: (point: [number, number, number]) => void,
): TriangleMesh {
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const point: [number, number, number] = [
      positions[i] / unit,
      positions[i + 1] / unit,
      positions[i + 2] / unit,
    ];
    move(point);
    for (let k = 0; k < 3; k++) positions[i + k] = point[k] * unit;
  }
  return createTriangleMesh({ positions, indices: mesh.indices });
}
