// Bodies of fracas shapes in a world of crashcat's, and how one becomes many when it breaks.

import { type RigidBody, type RigidBodySettings, rigidBody, type World, type WorldSettings } from 'crashcat';
import { type BreakWork, breakFragment, familyOf } from '../../src/contact/index.ts';
import { type SplitOptions, splitVelocity } from '../../src/fragment/index.ts';
import { InputError, type Pattern } from '../../src/index.ts';
import { checkRecord } from '../../src/job/check.ts';
import { isFracas } from './place.ts';
import { createFracasShape, type FracasShape } from './shape.ts';

const SLOP = 0.005; // sizes: less, and crashcat's stacks jitter
const STILL = 0.001; // sizes: a pair that moved less since its contacts were found keeps them

/**
 * A body of a fracas shape. Its contacts stay one by one (no manifold reduction), so that each keeps its impulse; its
 * mass is that of the shape unless the settings say otherwise.
 */
export function createFracasBody(
  world: World,
  shape: FracasShape,
  settings: Omit<RigidBodySettings, 'shape'>,
): RigidBody {
  return rigidBody.create(world, { useManifoldReduction: false, ...settings, shape });
}

/**
 * Sets the lengths in crashcat's settings for bodies of `size` metres, the smallest that matter, that move by `reach`
 * metres in a step: how deep they may rest in each other, how far ahead contacts are found (bodies that move further
 * sink in before they stop), how long contacts of a pair are used again.
 */
export function fitSettings(settings: WorldSettings, size: number, reach = 0.02): void {
  checkRecord('settings', settings, ['solver', 'narrowphase'], 'the settings of a world of crashcat');
  if (!(size > 0 && size < Infinity)) {
    throw new InputError('bad-argument', `size is ${size}: give the size of the smallest bodies in metres`);
  }
  if (!(reach >= 0 && reach < Infinity)) {
    throw new InputError('bad-argument', `reach is ${reach}: give metres, the largest speed times the step`);
  }
  settings.solver.penetrationSlop = Math.min(0.02, SLOP * size);
  settings.narrowphase.speculativeContactDistance = reach;
  settings.narrowphase.bodyPairCacheMaxDeltaPositionSq = Math.min(1e-6, (STILL * size) ** 2);
}

const motion = new Float64Array(6); // scratch: velocity and spin of the whole
const part = new Float64Array(6); // scratch: of a piece
const centers = new Float64Array(6); // scratch: centres of mass of the whole and of a piece, in the world

/**
 * Breaks the fragment of a body along a pattern, in the rest frame, and puts a body for each piece in its place: same
 * pose and material, velocities that conserve momentum, angular momentum and energy. Returns them, that of the largest
 * piece first; the body itself, untouched, if the pattern does not cut it. Constraints of the body are gone.
 */
export function breakFracasBody(
  world: World,
  body: RigidBody,
  work: BreakWork,
  pattern: Pattern,
  options?: SplitOptions,
): RigidBody[] {
  const shape = body?.shape;
  if (typeof shape !== 'object' || shape === null || !isFracas(shape)) {
    throw new InputError('bad-argument', 'body has no fracas shape: make it with createFracasBody');
  }
  const { collider, label, density } = shape;
  const made = breakFragment(work, collider, label, pattern, options);
  if (made === 0) return [body];
  const { count } = familyOf(collider).fragments;
  const labels = [label, ...Array.from({ length: made }, (_, k) => count - made + k)];
  const settings = copySettings(body);
  const { linearVelocity, angularVelocity } = body.motionProperties;
  for (let d = 0; d < 3; d++) {
    motion[d] = linearVelocity[d];
    motion[3 + d] = angularVelocity[d];
    centers[d] = body.centerOfMassPosition[d];
  }
  rigidBody.remove(world, body);
  return labels.map((piece) => {
    const own = createFracasBody(world, createFracasShape(collider, piece, { density }), settings);
    for (let d = 0; d < 3; d++) centers[3 + d] = own.centerOfMassPosition[d];
    splitVelocity(part, 0, motion, 0, centers, 0, centers, 3);
    rigidBody.setLinearVelocity(world, own, [part[0], part[1], part[2]]);
    rigidBody.setAngularVelocity(world, own, [part[3], part[4], part[5]]);
    return own;
  });
}

/** The settings that would make a body again where it is, but for its shape and mass. */
function copySettings(body: RigidBody): Omit<RigidBodySettings, 'shape'> {
  const { motionProperties } = body;
  return {
    objectLayer: body.objectLayer,
    motionType: body.motionType,
    userData: body.userData,
    position: [...body.position],
    quaternion: [...body.quaternion],
    motionQuality: motionProperties.motionQuality,
    allowedDegreesOfFreedom: motionProperties.allowedDegreesOfFreedom,
    gravityFactor: motionProperties.gravityFactor,
    linearDamping: motionProperties.linearDamping,
    angularDamping: motionProperties.angularDamping,
    maxLinearVelocity: motionProperties.maxLinearVelocity,
    maxAngularVelocity: motionProperties.maxAngularVelocity,
    friction: body.friction,
    restitution: body.restitution,
    frictionCombineMode: body.frictionCombineMode,
    restitutionCombineMode: body.restitutionCombineMode,
    collisionGroups: body.collisionGroups,
    collisionMask: body.collisionMask,
    useManifoldReduction: body.useManifoldReduction,
    allowSleeping: motionProperties.allowSleeping,
    sensor: body.sensor,
    enhancedInternalEdgeRemoval: body.enhancedInternalEdgeRemoval,
    collideKinematicVsNonDynamic: body.collideKinematicVsNonDynamic,
  };
}
