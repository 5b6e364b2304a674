// Meshes of things that go into each other: a bolt and its nut with a round thread, as light bulbs have, rings of a chain,
// a key, the plug that it turns and the housing of the plug. Metres; axes are said.

import { cos, sin } from '../src/math/trig.ts';
import { extrudeSection } from '../src/mesh/shapes/extrude.ts';
import { cutOutline, type PlanePoint } from '../src/mesh/shapes/polygon.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';

/** Sizes of a thread, metres. */
export interface Thread {
  readonly radius: number; // of the middle of the thread
  readonly deep: number; // half of how far it goes in and out
  readonly pitch: number; // along the axis, a turn
  readonly clearance: number; // of the nut, all around
  readonly bolt: number; // height
  readonly nut: number;
  readonly outer: number; // radius of the nut
  readonly sides: number; // around
}

const COMMON = { radius: 0.02, clearance: 0.0003, bolt: 0.096, outer: 0.032 };
/** So steep, and its sides so many, that a nut without friction runs down. */
export const STEEP: Thread = { ...COMMON, pitch: 0.016, deep: 0.002, nut: 0.032, sides: 96 };
/** No steeper than its sides are turned against each other: a nut on it may stay, friction or not. */
export const COARSE: Thread = { ...COMMON, pitch: 0.008, deep: 0.0015, nut: 0.024, sides: 48 };

const LEVELS = 12; // a turn of the thread
const SIDES = 48; // of plug and hole

function threadRadius({ radius, deep, pitch }: Thread, angle: number, y: number): number {
  return radius + deep * cos(2 * Math.PI * (y / pitch) - angle);
}

/** Rows of a grid around the y axis from −height/2 up, as many vertices each as it has sides. */
function pushRings(
  positions: number[],
  height: number,
  levels: number,
  sides: number,
  radius: (angle: number, y: number) => number,
): void {
  for (let j = 0; j <= levels; j++) {
    const y = height * (j / levels - 0.5);
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides;
      const r = radius(angle, y);
      positions.push(r * cos(angle), y, r * sin(angle));
    }
  }
}

/** Triangles of a grid of rings that begins at vertex `first`, seen from outside, or from the axis. */
function pushWall(indices: number[], first: number, levels: number, sides: number, outside: boolean): void {
  for (let j = 0; j < levels; j++) {
    for (let i = 0; i < sides; i++) {
      const a = first + j * sides + i;
      const b = first + j * sides + ((i + 1) % sides);
      const [c, d] = [a + sides, b + sides];
      if (outside) indices.push(a, c, b, b, c, d);
      else indices.push(a, b, c, b, d, c);
    }
  }
}

/** A threaded rod around y. */
export function createBolt(thread: Thread): TriangleMesh {
  const { bolt, pitch, sides } = thread;
  const levels = Math.round((LEVELS * bolt) / pitch);
  const positions: number[] = [];
  const indices: number[] = [];
  pushRings(positions, bolt, levels, sides, (angle, y) => threadRadius(thread, angle, y));
  pushWall(indices, 0, levels, sides, true);
  const low = positions.length / 3;
  positions.push(0, -bolt / 2, 0, 0, bolt / 2, 0);
  for (let i = 0; i < sides; i++) {
    const next = (i + 1) % sides;
    indices.push(low, i, next, low + 1, levels * sides + next, levels * sides + i);
  }
  return createTriangleMesh({ positions, indices });
}

/** A round nut around y whose thread fits that of the bolt with clearance all around. */
export function createNut(thread: Thread): TriangleMesh {
  const { nut, pitch, deep, clearance, outer, sides } = thread;
  const levels = Math.round((LEVELS * nut) / pitch);
  const positions: number[] = [];
  const indices: number[] = [];
  // Clearance across the thread, not along the radius, which is less on its slopes.
  const inner = (angle: number, y: number): number => {
    const phase = 2 * Math.PI * (y / pitch) - angle;
    const slope = ((2 * Math.PI) / pitch) * deep * sin(phase);
    return threadRadius(thread, angle, y) + clearance * Math.sqrt(1 + slope * slope);
  };
  pushRings(positions, nut, levels, sides, inner);
  pushWall(indices, 0, levels, sides, false);
  const first = positions.length / 3;
  pushRings(positions, nut, levels, sides, () => outer);
  pushWall(indices, first, levels, sides, true);
  for (const [j, up] of [
    [0, false],
    [levels, true],
  ] as const) {
    for (let i = 0; i < sides; i++) {
      const a = j * sides + i;
      const b = j * sides + ((i + 1) % sides);
      const [c, d] = [first + a, first + b];
      if (up) indices.push(a, b, c, b, d, c);
      else indices.push(a, c, b, b, c, d);
    }
  }
  return createTriangleMesh({ positions, indices });
}

/** Sizes of the lock, metres. */
export const LOCK = {
  plug: 0.03, // radius
  deep: 0.04, // of plug and housing, along z
  key: 0.1, // long, along z
  clearance: 0.0003,
  side: 0.09, // of the housing
};

/** The section of the key, two bars that overlap, grown by so much all around; counter-clockwise. */
function keySection(grown: number): PlanePoint[] {
  const c = grown;
  return [
    [-0.02 - c, -0.007 - c],
    [0.003 + c, -0.007 - c],
    [0.003 + c, -0.001 - c],
    [0.02 + c, -0.001 - c],
    [0.02 + c, 0.007 + c],
    [-0.003 - c, 0.007 + c],
    [-0.003 - c, 0.001 + c],
    [-0.02 - c, 0.001 + c],
  ];
}

function circle(radius: number): PlanePoint[] {
  return Array.from({ length: SIDES }, (_, i): PlanePoint => {
    const angle = (2 * Math.PI * i) / SIDES;
    return [radius * cos(angle), radius * sin(angle)];
  });
}

const EDGE = 0.01;

function extrude(outline: PlanePoint[], holes: PlanePoint[][], height: number): TriangleMesh {
  const layers = Math.ceil(height / EDGE);
  return extrudeSection({ outline, holes, height, layers, spacing: EDGE, turn: 'forward' });
}

/** The key, the plug with its slot and the housing with its hole, all along z around the origin. */
export function createLock(): { key: TriangleMesh; plug: TriangleMesh; housing: TriangleMesh } {
  const { plug, deep, key, clearance, side } = LOCK;
  const half = side / 2;
  const hole = (plug + clearance) / cos(Math.PI / SIDES); // its sides keep clear of the plug's corners
  const square: PlanePoint[] = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
  return {
    key: extrude(cutOutline(keySection(0), EDGE), [], key),
    plug: extrude(circle(plug), [cutOutline(keySection(clearance), EDGE).reverse()], deep),
    housing: extrude(cutOutline(square, EDGE), [circle(hole).reverse()], deep),
  };
}
