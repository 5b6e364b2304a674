import { beforeAll, describe, expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import { buildOctree, type FieldOctree } from '../../src/field/octree.ts';
import { finishWork } from '../../src/job/work.ts';
import { computeMass } from '../../src/mesh/mass.ts';
import {
  createPenaltyOptions,
  createPenaltyWork,
  type PenaltyOptions,
  stepPenalty,
} from '../../src/papers/penalty.ts';
import { createPenaltyBody, type PenaltyBody, type PenaltyParts } from '../../src/papers/penalty-body.ts';
import { buildSphereTree } from '../../src/tree/build.ts';
import { orderPoints } from '../../src/tree/order.ts';
import { bumpy } from '../field/meshes.ts';
import { sphere } from '../support/shapes.ts';

let parts: PenaltyParts;
let octree: FieldOctree;

beforeAll(() => {
  const mesh = bumpy(6, 4);
  octree = buildOctree(finishWork(buildGridField(mesh, { cells: 40 })));
  const { volume, centroid, inertia } = computeMass(mesh);
  parts = {
    nodes: finishWork(buildSphereTree(mesh.positions, orderPoints(mesh.positions))),
    root: 0,
    position: mesh.positions,
    octree,
    mass: 100 * volume,
    inertia: inertia.map((x) => 100 * x),
    local: centroid,
  };
});

const none: PenaltyOptions['gravity'] = [0, 0, 0];

function momentum(bodies: PenaltyBody[]): { linear: number[]; angular: number[] } {
  const linear = [0, 0, 0];
  const angular = [0, 0, 0];
  for (const { mass, velocity: v, spin, pose, inertia: i } of bodies) {
    for (let d = 0; d < 3; d++) linear[d] += mass * v[d];
    const [x, y, z] = pose;
    angular[0] += mass * (y * v[2] - z * v[1]);
    angular[1] += mass * (z * v[0] - x * v[2]);
    angular[2] += mass * (x * v[1] - y * v[0]);
    // The inertia along the world's axes: turn the spin back, multiply, turn the product on.
    const q = [...pose.subarray(3)];
    const w = turn([-q[0], -q[1], -q[2], q[3]], [...spin]);
    const h = [
      i[0] * w[0] + i[3] * w[1] + i[5] * w[2],
      i[3] * w[0] + i[1] * w[1] + i[4] * w[2],
      i[5] * w[0] + i[4] * w[1] + i[2] * w[2],
    ];
    turn(q, h).forEach((value, d) => {
      angular[d] += value;
    });
  }
  return { linear, angular };
}

function turn([x, y, z, w]: number[], v: number[]): number[] {
  const c = [y * v[2] - z * v[1] + w * v[0], z * v[0] - x * v[2] + w * v[1], x * v[1] - y * v[0] + w * v[2]];
  return [
    v[0] + 2 * (y * c[2] - z * c[1]),
    v[1] + 2 * (z * c[0] - x * c[2]),
    v[2] + 2 * (x * c[1] - y * c[0]),
  ];
}

/** Two bodies on a course that is not quite straight at each other. */
function collide(): [PenaltyBody, PenaltyBody] {
  const a = createPenaltyBody(parts);
  const b = createPenaltyBody(parts);
  a.pose.set([-1.2, 0.1, 0]);
  b.pose.set([1.2, 0, 0.2]);
  a.velocity.set([2, 0, 0]);
  b.velocity.set([-1, 0.1, 0]);
  b.spin.set([0.3, 1, -0.5]);
  return [a, b];
}

describe('stepPenalty', () => {
  for (const forces of ['predicted', 'continuous', 'discrete'] as const) {
    it(`${forces}: two bodies bounce, and momentum stays`, () => {
      const bodies = collide();
      const work = createPenaltyWork();
      const options = createPenaltyOptions({ forces, stiffness: 20_000, damping: 2, gravity: none });
      const before = momentum(bodies);
      let touched = 0;
      for (let k = 0; k < 400; k++) {
        stepPenalty(bodies, work, options, 1 / 500);
        if (work.contacts > 0) touched++;
      }
      expect(touched).toBeGreaterThan(5);
      expect(bodies[0].velocity[0]).toBeLessThan(0);
      expect(bodies[1].velocity[0]).toBeGreaterThan(0);
      const after = momentum(bodies);
      for (let d = 0; d < 3; d++) {
        expect(after.linear[d]).toBeCloseTo(before.linear[d], 6);
        // Forces act at one point on both; the order of a step leaves a little.
        expect(Math.abs(after.angular[d] - before.angular[d])).toBeLessThan(2);
      }
    });

    it(`${forces}: a ball dropped on the ground stays on it, no deeper than its weight says`, () => {
      const body = createPenaltyBody(parts);
      body.pose.set([0, 1.1, 0]);
      const work = createPenaltyWork();
      const options = createPenaltyOptions({ forces, stiffness: 20_000, damping: 60, ground: true });
      for (let k = 0; k < 3000; k++) stepPenalty([body], work, options, 1 / 1000);
      expect(Math.hypot(...body.velocity)).toBeLessThan(0.5); // it may still rock
      expect(Math.abs(body.pose[1] - 0.75)).toBeLessThan(0.3);
      expect(work.deepest).toBeLessThan((2 * body.mass * 9.81) / 20_000);
    });
  }

  it('finds the same by tree and point by point', () => {
    const runs = (['tree', 'points'] as const).map((search) => {
      const bodies = collide();
      const work = createPenaltyWork();
      const options = createPenaltyOptions({ stiffness: 20_000, search, gravity: none });
      let contacts = 0;
      for (let k = 0; k < 300; k++) {
        stepPenalty(bodies, work, options, 1 / 500);
        contacts += work.contacts;
      }
      return { contacts, pose: [...bodies[0].pose] };
    });
    expect(runs[0].contacts).toBe(runs[1].contacts);
    expect(runs[0].contacts).toBeGreaterThan(10);
    for (let d = 0; d < 7; d++) expect(runs[0].pose[d]).toBeCloseTo(runs[1].pose[d], 6);
  });

  it('the force of a point over a step is that of its mean depth', () => {
    // A point falls straight into a ball: F* is −k times the integral of depth over the part of the step in contact.
    const ball = buildOctree(finishWork(buildGridField(sphere(24), { cells: 40 })));
    const point = Float64Array.of(0, 0, 0);
    const tree = finishWork(buildSphereTree(point, orderPoints(point)));
    const small = {
      nodes: tree,
      root: 0,
      position: point,
      octree: ball,
      inertia: [1, 1, 1, 0, 0, 0],
      local: [0, 0, 0],
    };
    const falling = createPenaltyBody({ ...small, mass: 1 });
    falling.pose.set([0, 1.05, 0]);
    falling.velocity.set([0, -10, 0]);
    const work = createPenaltyWork();
    const options = createPenaltyOptions({ forces: 'continuous', stiffness: 100, damping: 0, gravity: none });
    const away = Float64Array.of(9, 9, 9); // the ball's own point meets nothing
    const alone = createPenaltyBody({ ...small, position: away, mass: Infinity });
    stepPenalty([falling, alone], work, options, 0.01);
    // From 0.05 above to 0.05 below the surface: half of the step in contact, 0.025 deep on average.
    expect(falling.force[1]).toBeCloseTo(100 * 0.5 * 0.025, 1);
    expect(alone.force[1]).toBeCloseTo(-falling.force[1], 9);
    expect(work.deepest).toBeGreaterThan(0.04);
  });

  it('refuses a mass that is none', () => {
    expect(() => createPenaltyBody({ ...parts, mass: 0 })).toThrow(/mass is 0/);
  });
});
