// What every engine of bench `peers` is given: closed surfaces in their principal frames, with mass and inertia of their
// own. Pieces are those that our world makes of an asset, so that all break alike.

import type { Asset } from '../src/bake/asset.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { familyOf } from '../src/contact/update.ts';
import { eigenSymmetric } from '../src/fracture/eigen.ts';
import { createFragmentMesh, extractShape } from '../src/fragment/extract.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { multiplyQuaternions } from '../src/math/rigid.ts';
import { computeMass } from '../src/mesh/mass.ts';
import { createSurfaceQuery, type SurfaceQuery } from '../src/mesh/surface-distance.ts';
import { World } from '../src/world/world.ts';

export const DENSITY = 2500;

/** A rigid body: its surface about its centre of mass along its principal axes, and where that frame is at rest. */
export interface Part {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
  readonly mass: number;
  readonly inertia: readonly number[]; // principal
  readonly center: readonly number[]; // in the rest frame of the asset
  readonly turn: readonly number[]; // the principal frame there, quaternion
  readonly radius: number;
  readonly surface: SurfaceQuery; // to judge with
}

/** Where a part is and how it moves: position, quaternion, velocity, spin. */
export type State = Float64Array;
export const STATE_SIZE = 13;

/** The same cut for everybody. */
export function splitInto(world: World, body: number, pieces: number, seed: number): number[] {
  const { collider, label } = colliderOf(world.info(body));
  const seeds = scatterSeeds(familyOf(collider), label, { count: pieces, seed });
  return [body, ...world.split(body, { kind: 'voronoi', seeds })];
}

/** The parts that an asset breaks into, by label; one for the whole. */
export function partsOf(asset: Asset, pieces = 1, seed = 1): Part[] {
  const world = new World();
  const body = world.add(asset, { density: DENSITY });
  const bodies = pieces > 1 ? splitInto(world, body, pieces, seed) : [body];
  const parts: Part[] = [];
  const mesh = createFragmentMesh();
  for (const id of bodies) {
    const { collider, label } = colliderOf(world.info(id));
    extractShape(mesh, familyOf(collider), label);
    const positions = mesh.positions.slice(0, 3 * mesh.vertexCount);
    parts[label] = createPart(positions, mesh.indices.slice(0, 3 * mesh.triangleCount));
  }
  world.dispose();
  return parts;
}

function createPart(rest: Float64Array, indices: Uint32Array): Part {
  const { mass, centroid, inertia } = computeMass({ positions: rest, indices }, DENSITY);
  const axes = principalAxes(inertia);
  const positions = new Float64Array(rest.length);
  let square = 0;
  for (let k = 0; k < rest.length; k += 3) {
    for (let a = 0; a < 3; a++) {
      for (let d = 0; d < 3; d++) positions[k + a] += axes.axis[a][d] * (rest[k + d] - centroid[d]);
    }
    square = Math.max(square, positions[k] ** 2 + positions[k + 1] ** 2 + positions[k + 2] ** 2);
  }
  return {
    positions,
    indices,
    mass,
    inertia: axes.moment,
    center: [...centroid],
    turn: quaternionOf(axes.axis),
    radius: Math.sqrt(square),
    surface: createSurfaceQuery({ positions, indices }),
  };
}

function principalAxes([xx, yy, zz, xy, yz, zx]: Float64Array): { moment: number[]; axis: number[][] } {
  const a = Float64Array.of(xx, xy, zx, xy, yy, yz, zx, yz, zz);
  const v = new Float64Array(9);
  eigenSymmetric(a, v, 3);
  const axis = [0, 1, 2].map((i) => [v[i], v[3 + i], v[6 + i]]);
  const [x, y] = axis;
  axis[2] = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]; // right-handed
  return { moment: [a[0], a[4], a[8]], axis };
}

/** The quaternion of a rotation whose columns are the axes. */
function quaternionOf([x, y, z]: number[][]): number[] {
  const q = [
    1 + x[0] - y[1] - z[2],
    1 - x[0] + y[1] - z[2],
    1 - x[0] - y[1] + z[2],
    1 + x[0] + y[1] + z[2],
  ].map((s) => 0.5 * Math.sqrt(Math.max(0, s)));
  const most = q.indexOf(Math.max(...q));
  const signs = [
    [1, x[1] + y[0], x[2] + z[0], y[2] - z[1]],
    [x[1] + y[0], 1, y[2] + z[1], z[0] - x[2]],
    [x[2] + z[0], y[2] + z[1], 1, x[1] - y[0]],
    [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1],
  ][most];
  return q.map((s, k) => (signs[k] < 0 ? -s : s));
}

/** Writes where a part is whose asset is at a pose (position, quaternion), to out[0..6]. */
export function placePart(out: State, part: Part, pose: ArrayLike<number>): void {
  const q = Float64Array.of(pose[3], pose[4], pose[5], pose[6]);
  const c = turnBy(q, part.center);
  for (let d = 0; d < 3; d++) out[d] = pose[d] + c[d];
  const turned = new Float64Array(4);
  multiplyQuaternions(turned, 0, q, 0, Float64Array.from(part.turn), 0);
  out.set(turned, 3);
}

/** A vector turned by a quaternion. */
export function turnBy([x, y, z, w]: ArrayLike<number> & Iterable<number>, v: ArrayLike<number>): number[] {
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}
