// What is told of a body: plain facts, and behind them what queries take.

import type { Asset } from '../bake/asset.ts';
import { INSIDE, type Inside } from '../contact/inside.ts';
import { SHAPES, type ShapeName } from '../contact/shape.ts';
import type { Material } from '../fracture/material.ts';
import { isAsset } from './instances.ts';
import { BODY_KINDS, type BodyKind } from './options.ts';
import type { WorldState } from './state.ts';

/** What can be read of a body. What queries ask of it, its collider, is behind `colliderOf` of fracas/contact. */
export interface BodyInfo {
  /** What it was baked to; null for a shape. */
  readonly asset: Asset | null;
  /** The name of a shape; null for what is made of an asset. */
  readonly shape: ShapeName | 'terrain' | null;
  /** The sizes that a shape was made with; none for what is made of an asset. */
  readonly size: readonly number[];
  /** Static, kinematic or dynamic. */
  readonly kind: BodyKind;
  /** Whether it rests and is left alone until something touches it. */
  readonly asleep: boolean;
  /** Grows when its shape changes: 0 while it is whole, another number after each break. Of this World alone: one that is restored counts anew. */
  readonly version: number;
  /** The origin of its rest frame, then the quaternion x y z w. */
  readonly pose: readonly number[];
  /** Of its centre of mass, m/s. */
  readonly velocity: readonly number[];
  /** How fast it turns, rad/s about each axis of the world. */
  readonly spin: readonly number[];
  /** In kg; infinite unless dynamic. */
  readonly mass: number;
  /** Its centre of mass in the world. */
  readonly center: readonly number[];
  /** Of a sphere about its centre of mass that holds it, metres. */
  readonly radius: number;
  /** What it is made of; null: blows do not break it. */
  readonly material: Material | null;
  /** Done by blows that did not break it, 0 to 1. */
  readonly damage: number;
  /** 1, less while a fragment of which there are too many fades. */
  readonly opacity: number;
}

/** The facts of the body of a row. */
export function describeBody(state: WorldState, row: number): BodyInfo {
  const { bodies, instance, label, damage, poses } = state;
  const of = instance[row];
  if (of === null) throw new Error('a body without an instance');
  const { collider, source } = of;
  const info: BodyInfo & Inside = {
    asset: isAsset(source) ? source : null,
    shape: collider.field === null ? (SHAPES[collider.kind] ?? 'terrain') : null,
    size: Array.from(collider.size),
    kind: BODY_KINDS[bodies.kind[row]],
    asleep: bodies.kind[row] === 2 && bodies.awake[row] === 0,
    version: versionOf(state, row),
    pose: Array.from(poses.subarray(7 * row, 7 * row + 7)),
    velocity: Array.from(bodies.velocity.subarray(3 * row, 3 * row + 3)),
    spin: Array.from(bodies.spin.subarray(3 * row, 3 * row + 3)),
    mass: 1 / bodies.inverseMass[row],
    center: Array.from(bodies.center.subarray(3 * row, 3 * row + 3)),
    radius: bodies.radius[row],
    material: of.material,
    damage: damage[row],
    opacity: opacityOf(state, row),
    [INSIDE]: { collider, label: label[row] },
  };
  return info;
}

/** The version of a body's shape. */
export function versionOf({ instance, label }: WorldState, row: number): number {
  const of = instance[row];
  const changed = of?.collider.field?.family.fragments.changed[label[row]] ?? -1;
  return of?.cuts[changed] ?? 0; // −1: it is whole
}

export function opacityOf({ fading, settings }: WorldState, row: number): number {
  return fading[row] === 0 ? 1 : Math.max(0, 1 - fading[row] / settings.fadeTime);
}
