// A small world of boxes and one plane, slow and obvious, to try the solver with: face contacts by clipping, warm starts
// by the nearest point of the last step.

import {
  addBody,
  BODY_DYNAMIC,
  BODY_KINEMATIC,
  BODY_STATIC,
  type Bodies,
  createBodies,
  placeBody,
} from '../../src/dynamics/bodies.ts';
import { type ContactRows, createContactRows, reserveContactRows } from '../../src/dynamics/contact-rows.ts';
import { createJoints, type Joints, joinsWithout } from '../../src/dynamics/joints.ts';
import { solveStep } from '../../src/dynamics/solve.ts';
import {
  createSolver,
  createSolverOptions,
  type Solver,
  type SolverOptions,
} from '../../src/dynamics/solver.ts';

export type Vector = [number, number, number];

interface Point {
  at: Vector;
  normal: Vector;
  distance: number;
}

export interface Rig {
  bodies: Bodies;
  contacts: ContactRows;
  joints: Joints;
  solver: Solver;
  options: SolverOptions;
  gravity: Float64Array;
  half: (Vector | null)[]; // per row; null for a plane
  plane: { row: number; normal: Vector }[];
}

export function createRig(): Rig {
  return {
    bodies: createBodies(),
    contacts: createContactRows(),
    joints: createJoints(),
    solver: createSolver(),
    options: createSolverOptions(),
    gravity: Float64Array.of(0, -9.81, 0),
    half: [],
    plane: [],
  };
}

/** A plane through the origin. */
export function addPlane(rig: Rig, normal: Vector = [0, 1, 0], friction = 0.5, restitution = 0): number {
  const row = addBody(rig.bodies);
  rig.bodies.radius[row] = Infinity;
  rig.bodies.friction[row] = friction;
  rig.bodies.restitution[row] = restitution;
  rig.half[row] = null;
  rig.plane.push({ row, normal });
  return row;
}

export interface BoxOptions {
  turn?: [number, number, number, number];
  velocity?: Vector;
  spin?: Vector;
  density?: number;
  friction?: number;
  restitution?: number;
  kind?: number;
}

export function addBox(rig: Rig, half: Vector, center: Vector, options: BoxOptions = {}): number {
  const { bodies } = rig;
  const row = addBody(bodies);
  const kind = options.kind ?? BODY_DYNAMIC;
  bodies.kind[row] = kind;
  bodies.awake[row] = kind === BODY_STATIC ? 0 : 1;
  bodies.center.set(center, 3 * row);
  bodies.turn.set(options.turn ?? [0, 0, 0, 1], 4 * row);
  bodies.velocity.set(options.velocity ?? [0, 0, 0], 3 * row);
  bodies.spin.set(options.spin ?? [0, 0, 0], 3 * row);
  bodies.radius[row] = Math.hypot(...half);
  bodies.friction[row] = options.friction ?? 0.5;
  bodies.restitution[row] = options.restitution ?? 0;
  rig.half[row] = half;
  if (kind === BODY_DYNAMIC) {
    const mass = (options.density ?? 1000) * 8 * half[0] * half[1] * half[2];
    bodies.inverseMass[row] = 1 / mass;
    for (let d = 0; d < 3; d++) {
      const moment = (mass / 3) * (half[(d + 1) % 3] ** 2 + half[(d + 2) % 3] ** 2);
      bodies.inertia[6 * row + d] = moment;
      bodies.inverseInertia[6 * row + d] = 1 / moment;
    }
  }
  placeBody(bodies, row);
  return row;
}

export const KINEMATIC = BODY_KINEMATIC;

/** Finds all contacts closer than what speeds can close in dt, and hands last step's impulses on. */
export function collideRig(rig: Rig, dt: number): void {
  const { bodies, contacts } = rig;
  const old = {
    count: contacts.count,
    bodyA: contacts.bodyA.slice(),
    bodyB: contacts.bodyB.slice(),
    point: contacts.point.slice(),
    impulse: contacts.impulse.slice(),
  };
  contacts.count = 0;
  const moves = (row: number): boolean => bodies.inverseMass[row] > 0;
  for (let a = 0; a < rig.half.length; a++) {
    for (let b = a + 1; b < rig.half.length; b++) {
      if ((!moves(a) && !moves(b)) || joinsWithout(rig.joints, a, b)) continue;
      const margin = marginOf(rig, a, b, dt);
      const points = rig.half[a] && rig.half[b] ? boxBox(rig, a, b, margin) : planeBox(rig, a, b, margin);
      const size = Math.min(bodies.radius[a], bodies.radius[b]);
      for (const p of points) {
        const i = contacts.count++;
        reserveContactRows(contacts, contacts.count);
        contacts.bodyA[i] = a;
        contacts.bodyB[i] = b;
        contacts.point.set(p.at, 3 * i);
        contacts.normal.set(p.normal, 3 * i);
        contacts.distance[i] = p.distance;
        contacts.friction[i] = Math.sqrt(bodies.friction[a] * bodies.friction[b]);
        contacts.restitution[i] = Math.max(bodies.restitution[a], bodies.restitution[b]);
        contacts.impulse.fill(0, 4 * i, 4 * i + 4);
        let best = 0.2 * size;
        let from = -1;
        for (let k = 0; k < old.count; k++) {
          if (old.bodyA[k] !== a || old.bodyB[k] !== b) continue;
          const d = Math.hypot(
            p.at[0] - old.point[3 * k],
            p.at[1] - old.point[3 * k + 1],
            p.at[2] - old.point[3 * k + 2],
          );
          if (d < best) {
            best = d;
            from = k;
          }
        }
        if (from >= 0) {
          contacts.impulse.set(old.impulse.subarray(4 * from, 4 * from + 4), 4 * i);
          old.bodyA[from] = -1;
        }
      }
    }
  }
}

export function stepRig(rig: Rig, dt: number): void {
  collideRig(rig, dt);
  solveStep(rig.solver, rig.bodies, rig.contacts, rig.joints, dt, rig.gravity, rig.options);
}

/** As stepRig, but bodies pass through each other. */
export function stepFreely(rig: Rig, dt: number): void {
  rig.contacts.count = 0;
  solveStep(rig.solver, rig.bodies, rig.contacts, rig.joints, dt, rig.gravity, rig.options);
}

function marginOf(rig: Rig, a: number, b: number, dt: number): number {
  const { velocity, spin, radius } = rig.bodies;
  let speed = Math.hypot(...rig.gravity) * dt;
  for (const row of [a, b]) {
    if (rig.half[row] === null) continue;
    speed += Math.hypot(velocity[3 * row], velocity[3 * row + 1], velocity[3 * row + 2]);
    speed += radius[row] * Math.hypot(spin[3 * row], spin[3 * row + 1], spin[3 * row + 2]);
  }
  return speed * dt + 0.01 * Math.min(radius[a], radius[b]);
}

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (p: Vector, n: Vector, t: number): Vector => [
  p[0] + t * n[0],
  p[1] + t * n[1],
  p[2] + t * n[2],
];
const negate = (a: Vector): Vector => [-a[0], -a[1], -a[2]];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

const axisOf = (rig: Rig, row: number, k: number): Vector => {
  const f = rig.bodies.frame;
  return [f[12 * row + k], f[12 * row + 3 + k], f[12 * row + 6 + k]];
};
const centerOf = (rig: Rig, row: number): Vector => [
  rig.bodies.center[3 * row],
  rig.bodies.center[3 * row + 1],
  rig.bodies.center[3 * row + 2],
];

/** Corners against the plane. */
function planeBox(rig: Rig, a: number, b: number, margin: number): Point[] {
  const box = rig.half[a] ? a : b;
  const plane = rig.plane.find((p) => p.row === (box === a ? b : a));
  const half = rig.half[box];
  if (!plane || !half) return [];
  const points: Point[] = [];
  for (let c = 0; c < 8; c++) {
    let p = centerOf(rig, box);
    for (let k = 0; k < 3; k++) p = along(p, axisOf(rig, box, k), (c >> k) & 1 ? half[k] : -half[k]);
    const distance = dot(p, plane.normal);
    if (distance > margin) continue;
    const normal = box === a ? plane.normal : negate(plane.normal);
    points.push({ at: along(p, plane.normal, -0.5 * distance), normal, distance });
  }
  return points;
}

/** The face that separates most, and the facing face of the other box clipped to it. */
function boxBox(rig: Rig, a: number, b: number, margin: number): Point[] {
  let best = -Infinity;
  let reference = a;
  let axis = 0;
  let out: Vector = [0, 0, 0];
  for (const row of [a, b]) {
    const other = row === a ? b : a;
    const toOther = minus(centerOf(rig, other), centerOf(rig, row));
    for (let k = 0; k < 3; k++) {
      const n0 = axisOf(rig, row, k);
      const n = dot(n0, toOther) < 0 ? negate(n0) : n0;
      let reach = 0;
      for (let j = 0; j < 3; j++)
        reach += Math.abs(dot(n, axisOf(rig, other, j))) * (rig.half[other] as Vector)[j];
      const gap = dot(n, toOther) - (rig.half[row] as Vector)[k] - reach;
      if (gap > margin) return [];
      if (gap > best + 1e-3 * rig.bodies.radius[row]) {
        best = gap;
        reference = row;
        axis = k;
        out = n;
      }
    }
  }
  const other = reference === a ? b : a;
  const half = rig.half[reference] as Vector;
  const halfOther = rig.half[other] as Vector;
  let facing = 0;
  for (let j = 1; j < 3; j++) {
    if (Math.abs(dot(out, axisOf(rig, other, j))) > Math.abs(dot(out, axisOf(rig, other, facing))))
      facing = j;
  }
  const side = dot(out, axisOf(rig, other, facing)) > 0 ? -1 : 1;
  const face = along(centerOf(rig, other), axisOf(rig, other, facing), side * halfOther[facing]);
  const [u, v] = [(facing + 1) % 3, (facing + 2) % 3];
  let polygon = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([s, t]) =>
    along(along(face, axisOf(rig, other, u), s * halfOther[u]), axisOf(rig, other, v), t * halfOther[v]),
  );
  const middle = centerOf(rig, reference);
  for (const k of [(axis + 1) % 3, (axis + 2) % 3]) {
    for (const sign of [1, -1]) {
      const n = axisOf(rig, reference, k);
      const over = (p: Vector): number => sign * dot(minus(p, middle), n) - half[k] * (1 + 1e-9);
      const clipped: Vector[] = [];
      polygon.forEach((p, i) => {
        const q = polygon[(i + 1) % polygon.length];
        const [dp, dq] = [over(p), over(q)];
        if (dp <= 0) clipped.push(p);
        if (dp < 0 !== dq < 0 && dp !== 0 && dq !== 0) clipped.push(along(p, minus(q, p), dp / (dp - dq)));
      });
      polygon = clipped;
    }
  }
  const points: Point[] = [];
  for (const p of polygon) {
    const distance = dot(minus(p, middle), out) - half[axis];
    if (distance > margin) continue;
    // `out` points from the reference to the other; a contact's normal points from B to A
    points.push({
      at: along(p, out, -0.5 * distance),
      normal: reference === b ? out : negate(out),
      distance,
    });
  }
  return points;
}

/** Momentum, angular momentum about the origin, and energy of all free bodies. */
export function measureRig(rig: Rig): { momentum: Vector; angular: Vector; energy: number; kinetic: number } {
  const { bodies } = rig;
  const momentum: Vector = [0, 0, 0];
  const angular: Vector = [0, 0, 0];
  let kinetic = 0;
  let potential = 0;
  for (let row = 0; row < rig.half.length; row++) {
    if (bodies.inverseMass[row] === 0) continue;
    const mass = 1 / bodies.inverseMass[row];
    const x = centerOf(rig, row);
    const v: Vector = [...bodies.velocity.subarray(3 * row, 3 * row + 3)] as Vector;
    const w: Vector = [...bodies.spin.subarray(3 * row, 3 * row + 3)] as Vector;
    const spin: Vector = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const n = axisOf(rig, row, k);
      const l = bodies.inertia[6 * row + k] * dot(w, n);
      for (let d = 0; d < 3; d++) spin[d] += l * n[d];
    }
    for (let d = 0; d < 3; d++) {
      const [e, f] = [(d + 1) % 3, (d + 2) % 3];
      momentum[d] += mass * v[d];
      angular[d] += mass * (x[e] * v[f] - x[f] * v[e]) + spin[d];
      potential -= mass * rig.gravity[d] * x[d];
    }
    kinetic += 0.5 * (mass * dot(v, v) + dot(w, spin));
  }
  return { momentum, angular, energy: kinetic + potential, kinetic };
}

/** The fastest point of any free body, about: speed plus spin times radius. */
export function fastest(rig: Rig): number {
  const { velocity, spin, radius, inverseMass } = rig.bodies;
  let most = 0;
  for (let row = 0; row < rig.half.length; row++) {
    if (inverseMass[row] === 0) continue;
    const v = Math.hypot(velocity[3 * row], velocity[3 * row + 1], velocity[3 * row + 2]);
    const w = Math.hypot(spin[3 * row], spin[3 * row + 1], spin[3 * row + 2]);
    most = Math.max(most, v + w * radius[row]);
  }
  return most;
}
