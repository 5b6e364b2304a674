// What collides: a copy of a solid, which may break, an analytic shape, or ground. A body is a collider, one of its
// fragments and a pose. Every collider answers the same questions about its distance (measure.ts) and brings features.

import { boxOfShape, KIND_BOX, KIND_CAPSULE, KIND_CYLINDER, KIND_SPHERE } from '../field/analytic.ts';
import type { Terrain } from '../field/terrain.ts';
import { checkFragment, createFamily } from '../fragment/family.ts';
import { createBareField, type DepthForm, type FragmentField } from '../fragment/fragment-field.ts';
import { createRims, type Rims } from '../fragment/rims.ts';
import { checkRecord, refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { createForest, type SphereForest } from '../tree/forest.ts';
import { representSurface } from '../tree/represent.ts';
import { createEdgeReach, type EdgeReach, reserveEdgeReach, updateEdgeReach } from './edge-reach.ts';
import { createKdop, type Kdop, updateKdop, writeBox } from './kdop.ts';
import type { GroundRole, ShapeRole } from './role.ts';
import { createShell, type Shell } from './shell.ts';
import type { Solid } from './solid.ts';
import { createHull, type Hull, packHull } from './support.ts';

/** Kinds of colliders that are copies of solids, and ground; the others are those of field/analytic.ts. */
const KIND_SOLID = 5;
export const KIND_TERRAIN = 6;

/** Made by createShape, createCollider, createMeshTerrain and createHeightTerrain alone, so that all have one form. */
export interface Collider {
  readonly kind: number;
  readonly size: Float64Array; // of a shape, see field/analytic.ts; else empty
  readonly radius: number; // of a sphere about the middle of its box; infinite for a plane
  readonly shape: ShapeRole | null; // of a shape: what it does in a query
  readonly terrain: Terrain | null; // of ground
  readonly ground: GroundRole | null; // of ground: what it does in a query
  readonly solid: Solid | null;
  readonly field: FragmentField | null; // of a solid: distances to its fragments; its family is in it
  readonly forest: SphereForest | null; // of a solid: the sphere trees of its fragments
  readonly rims: Rims | null; // of a solid: sharp edges and crack rims, hung on its nodes
  readonly edgeReach: EdgeReach | null; // of a solid: how far edges reach out of the spheres of the trees
  readonly kdop: Kdop | null; // of a solid: how far its fragments reach along any direction
  readonly shell: Shell | null; // of a solid: the faces of its fragments by who is across
  readonly hulls: Hull[]; // of a solid: outer points by label, see hullOf
  readonly surfaceCount: number; // points [0, surfaceCount) of the forest and those from baseCount on lie on the surface
  readonly met: Uint8Array; // of a solid: not 0 for faces of tets on which cracks meet in a point of the forest
  readonly baseCount: number; // of a solid: its nodes; points of the forest from here on are of cracks, two by two
  cutNode: Int32Array; // of a solid: per point of a crack, the node on its side; replaced when it grows
  known: number; // of a solid: fragments that trees and field know of; see updateCollider
  position: Float64Array; // of a solid: xyz of every point of the forest; replaced when it grows
}

/** Whether a collider is a shape, all of which are convex. */
export function isConvex({ kind }: Collider): boolean {
  return kind < KIND_SOLID;
}

/** Throws unless a value is a collider, as far as its members tell. */
export function checkCollider(name: string, value: unknown, remedy: string): void {
  checkRecord(name, value, ['kind', 'size', 'shape', 'terrain', 'ground', 'solid', 'field'], remedy);
  const { kind, size, shape, ground, solid } = value as Collider;
  const whole = Number.isInteger(kind) && kind >= 0 && kind <= KIND_TERRAIN && size instanceof Float64Array;
  const role = kind === KIND_SOLID ? solid : kind === KIND_TERRAIN ? ground : shape;
  if (!whole || role === null || typeof role !== 'object') throw refuse(name, value, remedy);
}

/** A collider without fragments; of `shape` and `ground` one is null. */
export function createPlain(
  kind: number,
  size: Float64Array,
  box: Float64Array,
  shape: ShapeRole | null,
  terrain: Terrain | null,
  ground: GroundRole | null,
): Collider {
  const x = (box[3] - box[0]) / 2;
  const y = (box[4] - box[1]) / 2;
  const z = (box[5] - box[2]) / 2;
  return {
    kind,
    size,
    radius: Math.sqrt(x * x + y * y + z * z),
    shape,
    terrain,
    ground,
    solid: null,
    field: null,
    forest: null,
    rims: null,
    edgeReach: null,
    kdop: null,
    shell: null,
    hulls: [],
    surfaceCount: 0,
    met: new Uint8Array(0),
    baseCount: 0,
    cutNode: new Int32Array(0),
    known: 1,
    position: new Float64Array(0),
  };
}

export interface ColliderOptions {
  readonly form?: DepthForm | null; // how depths in fragments are found; default by the closest face
}

/** A whole copy of a solid: one fragment, 0. */
export function createCollider(solid: Solid, options: ColliderOptions = {}): Collider {
  const { topology, tree } = solid;
  const family = createFamily(topology);
  const forest = createForest(tree, topology.surfaceCount);
  const field = createBareField(solid, family, options);
  const rims = createRims(solid.sharp, family, field.faces);
  const edgeReach = createEdgeReach();
  reserveEdgeReach(edgeReach, forest);
  representSurface(forest, topology.positions, 0, edgeReach.reach);
  updateEdgeReach(edgeReach, forest, rims, family, topology.positions, 0);
  const kdop = createKdop();
  updateKdop(kdop, forest, family, topology.positions, 0);
  writeBox(field.box, kdop, 0);
  return {
    kind: KIND_SOLID,
    size: new Float64Array(0),
    radius: solid.radius,
    shape: null,
    terrain: null,
    ground: null,
    solid,
    field,
    forest,
    rims,
    edgeReach,
    kdop,
    shell: createShell(solid.convex),
    hulls: [],
    surfaceCount: topology.surfaceCount,
    met: new Uint8Array(topology.faceCount),
    baseCount: topology.nodeCount,
    cutNode: new Int32Array(0),
    known: 1,
    position: topology.positions.slice(),
  };
}

/** The outer points of a fragment of a solid, packed anew if it was cut. */
export function hullOf({ hulls, field, forest, position }: Collider, label: number): Hull {
  while (hulls.length <= label) hulls.push(createHull());
  const hull = hulls[label];
  if (field === null || forest === null) return hull;
  const changed = field.family.fragments.changed[label];
  if (hull.changed === changed) return hull;
  hull.changed = changed;
  packHull(hull, forest, position, label);
  return hull;
}

// How large and how heavy a collider is: its box at rest, for broad phases, and the mass of shapes.

/**
 * Writes the box of fragment `label` of a collider in its rest frame, min xyz then max xyz, to out[0..5]: holds the
 * whole fragment. A plane's is infinite but for its top at y = 0; that of
 * heights, which have no bottom, ends as far below their lowest as they are wide. Allocation-free.
 */
export function boxOfCollider(out: Float64Array, collider: Collider, label: number): void {
  const { field, terrain } = collider;
  if (terrain !== null) {
    for (let d = 0; d < 6; d++) out[d] = terrain.box[d];
    return;
  }
  if (field === null) {
    boxOfShape(out, collider.kind, collider.size);
    return;
  }
  checkFragment(field.family, label);
  for (let d = 0; d < 6; d++) out[d] = field.box[6 * label + d];
}

/**
 * Writes the mass properties of a box, sphere, capsule or cylinder at a density of 1 kg/m³ to out[0..9], in the order
 * of measureMass: volume, centroid xyz, inertia xx, yy, zz, xy, yz, zx about the centroid. Throws 'bad-argument' for
 * what has no mass of its own. Exact up to rounding; allocation-free.
 */
export function measureShapeMass(out: Float64Array, collider: Collider): void {
  const { kind, size } = collider;
  out.fill(0, 0, 10);
  // Inertia as so much for each unit of volume first.
  if (kind === KIND_BOX) {
    const xx = size[0] * size[0];
    const yy = size[1] * size[1];
    const zz = size[2] * size[2];
    out[0] = 8 * size[0] * size[1] * size[2];
    out[4] = (yy + zz) / 3;
    out[5] = (zz + xx) / 3;
    out[6] = (xx + yy) / 3;
  } else if (kind === KIND_SPHERE) {
    out[0] = (4 / 3) * Math.PI * size[0] * size[0] * size[0];
    out[4] = out[5] = out[6] = (2 / 5) * size[0] * size[0];
  } else if (kind === KIND_CYLINDER) {
    const rr = size[1] * size[1];
    out[0] = 2 * Math.PI * rr * size[0];
    out[4] = out[6] = rr / 4 + (size[0] * size[0]) / 3;
    out[5] = rr / 2;
  } else if (kind === KIND_CAPSULE) {
    measureCapsule(out, size);
    return;
  } else {
    throw new InputError(
      'bad-argument',
      'this collider has no mass of its own: give a box, sphere, capsule or cylinder, or use measureMass for solids',
    );
  }
  for (let d = 4; d < 7; d++) out[d] *= out[0];
}

/** A cylinder between the centres of the caps, and a ball whose halves are apart by its height. */
function measureCapsule(out: Float64Array, size: Float64Array): void {
  const h = size[0];
  const r = size[1];
  const rr = r * r;
  const tube = 2 * Math.PI * rr * h;
  const ball = (4 / 3) * Math.PI * rr * r;
  // The centroid of half a ball is 3r/8 from its flat side: ∫y² over both caps is ball · (r²/5 + h² + 2h · 3r/8).
  const across = tube * (rr / 4 + (h * h) / 3) + ball * ((2 / 5) * rr + h * h + (3 / 4) * h * r);
  out[0] = tube + ball;
  out[4] = across;
  out[5] = (tube * rr) / 2 + ball * (2 / 5) * rr;
  out[6] = across;
}
