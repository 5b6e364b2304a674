// Cylinders, capsules and tori.

import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkBelow, checkLength, checkNames, checkTriangles } from './options.ts';
import { arc } from './profile.ts';
import { revolveProfile, verticesFor } from './revolve.ts';

export interface CylinderOptions {
  readonly radius?: number; // default 0.5
  readonly height?: number; // default 1
  readonly triangles?: number; // default 2,000
}

/** A cylinder around the y axis, the origin in its middle. */
export function createCylinder(options: CylinderOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'height', 'triangles']);
  const radius = checkLength('radius', options.radius ?? 0.5);
  const y = checkLength('height', options.height ?? 1) / 2;
  const profile = [
    [[0, -y] as const, [radius, -y] as const],
    [[radius, -y] as const, [radius, y] as const],
    [[radius, y] as const, [0, y] as const],
  ];
  return revolveProfile(profile, verticesFor(profile, checkTriangles(options.triangles ?? 2000, 24)));
}

export interface CapsuleOptions {
  readonly radius?: number; // default 0.25
  readonly height?: number; // from tip to tip, default 1
  readonly triangles?: number; // default 2,000
}

/** A cylinder with half spheres at its ends, around the y axis, the origin in its middle. */
export function createCapsule(options: CapsuleOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'height', 'triangles']);
  const height = checkLength('height', options.height ?? 1);
  const radius = checkLength('radius', options.radius ?? 0.25);
  checkBelow('radius', radius, height / 2, 'half the height');
  const y = height / 2 - radius;
  const profile = [[...arc(0, -y, radius, -90, 0), ...arc(0, y, radius, 0, 90)]];
  return revolveProfile(profile, verticesFor(profile, checkTriangles(options.triangles ?? 2000, 60)));
}

export interface TorusOptions {
  readonly radius?: number; // of the ring's middle, default 0.4
  readonly tube?: number; // radius of the tube, default 0.15
  readonly triangles?: number; // default 2,000
}

/** A torus around the y axis. */
export function createTorus(options: TorusOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'tube', 'triangles']);
  const radius = checkLength('radius', options.radius ?? 0.4);
  const tube = checkLength('tube', options.tube ?? 0.15);
  checkBelow('tube', tube, radius, 'the radius of the ring');
  const profile = [arc(radius, 0, tube, -180, 180)];
  return revolveProfile(profile, verticesFor(profile, checkTriangles(options.triangles ?? 2000, 200)));
}
