import { describe, expect, it } from 'vitest';
import { buildGridField } from '../../src/field/build.ts';
import { buildOctree } from '../../src/field/octree.ts';
import { sampleField } from '../../src/field/sample.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createFrame, movePoint, relateFrames, setFrame } from '../../src/math/rigid.ts';
import { SEGMENT_SIZE, sweepFirst } from '../../src/papers/segment.ts';
import {
  createHits,
  createSweepOptions,
  createSweepWork,
  type SweepHits,
  sweepPoints,
  sweepTree,
} from '../../src/papers/tree-field.ts';
import { sweepTreeFirst } from '../../src/papers/tree-first.ts';
import { boundChord, createMotion, frameAt, type Motion, setMotion } from '../../src/sweep/motion.ts';
import { buildSphereTree } from '../../src/tree/build.ts';
import { orderPoints } from '../../src/tree/order.ts';
import { bumpy, hollow, plate } from '../field/meshes.ts';
import { findGarbage } from '../support/allocation.ts';
import type { Shape } from '../support/data.ts';
import { signed, sphere, torus } from '../support/shapes.ts';

const work = createSweepWork();
const hits = createHits();
const other = createHits();

/** The field of a mesh, and a tree over the points of a bumpy ball. */
function prepare(mesh: Shape, cells: number) {
  const position = bumpy(6, 1).positions;
  const tree = finishWork(buildSphereTree(position, orderPoints(position)));
  const octree = buildOctree(finishWork(buildGridField(mesh, { cells })));
  return { position, tree, octree };
}

/** A random motion: places within `far`, shifts within `far`, spins up to `spin` radians. */
function randomMotion(random: Random, far: number, spin: number): Motion {
  const motion = createMotion();
  const pose = new Float64Array(7);
  for (let d = 0; d < 7; d++) pose[d] = signed(random);
  setFrame(motion.frame, pose, 0);
  for (let d = 0; d < 3; d++) {
    motion.center[d] = far * signed(random);
    motion.shift[d] = far * signed(random);
    motion.spin[d] = spin * signed(random);
    motion.local[d] = 0.2 * signed(random);
  }
  return motion;
}

const still = (): Motion => createMotion();

function rows({ count, point, enter, leave }: SweepHits): string[] {
  return Array.from({ length: count }, (_, i) => `${point[i]} ${enter[i]} ${leave[i]}`).sort();
}

const frame = createFrame();
const frameB = createFrame();
const relative = createFrame();
const time = new Float64Array(1);
const p = new Float64Array(3);
const value = new Float64Array(1);

/** Where a point of A is in B's frame at a time. */
function place(a: Motion, b: Motion, t: number, position: Float64Array, at: number): void {
  time[0] = t;
  frameAt(frame, a, time, 0);
  frameAt(frameB, b, time, 0);
  relateFrames(relative, frame, frameB);
  movePoint(p, 0, relative, position, at);
}

describe('motion', () => {
  it('begins and ends at the frames it was set to', () => {
    const random = createRandom(1);
    for (let i = 0; i < 300; i++) {
      const pose = new Float64Array(14);
      for (let d = 0; d < 14; d++) pose[d] = signed(random);
      if (i % 10 === 0) for (let d = 3; d < 7; d++) pose[7 + d] = pose[d]; // the same turn
      if (i % 10 === 1) pose.set([1, 0, 0, 0, 0, 1, 0, 0], 3 + 3); // half turns
      const ends = [createFrame(), createFrame()];
      setFrame(ends[0], pose, 0);
      setFrame(ends[1], pose, 7);
      const motion = createMotion();
      setMotion(motion, ends[0], ends[1], Float64Array.of(0.3, -0.1, 0.2), 0);
      for (const [n, t] of [0, 1].entries()) {
        time[0] = t;
        frameAt(frame, motion, time, 0);
        for (let d = 0; d < 12; d++) expect(frame[d]).toBeCloseTo(ends[n][d], 9);
      }
    }
  });

  it('chords are as close to paths as is said', () => {
    const random = createRandom(2);
    let closest = Infinity;
    for (let i = 0; i < 200; i++) {
      const a = randomMotion(random, 1, i % 3 === 0 ? 0.2 : 6);
      const b = randomMotion(random, 1, i % 2 === 0 ? 0 : 3);
      const point = Float64Array.from([0, 1, 2], () => signed(random));
      const reach = Float64Array.of(Math.hypot(...[0, 1, 2].map((d) => point[d] - a.local[d])));
      const bound = new Float64Array(1);
      boundChord(bound, a, b, reach);
      const pieces = 1 + (i % 5);
      for (let k = 0; k < pieces; k++) {
        const t0 = k / pieces;
        place(a, b, t0, point, 0);
        const from = p.slice();
        place(a, b, (k + 1) / pieces, point, 0);
        const to = p.slice();
        for (let n = 1; n < 16; n++) {
          place(a, b, t0 + n / 16 / pieces, point, 0);
          const off = Math.hypot(...from.map((x, d) => x + (n / 16) * (to[d] - x) - p[d]));
          const most = bound[0] / (pieces * pieces);
          expect(off).toBeLessThanOrEqual(most + 1e-12);
          if (pieces > 3 && off > 0) closest = Math.min(closest, most / off);
        }
      }
    }
    expect(closest).toBeLessThan(2); // and not much too far
  });
});

describe('sweepTree against points one by one', () => {
  const models: [string, ReturnType<typeof prepare>][] = [
    ['a bumpy ball', prepare(bumpy(6, 1), 40)],
    ['a hollow cube', prepare(hollow(), 24)],
    ['a plate', prepare(plate(0.2), 30)],
    ['a ring', prepare(torus(16, 8), 40)],
  ];

  for (const [m, [name, { position, tree, octree }]] of models.entries()) {
    it(`${name}: the same contacts, straight and curved, near and far, seed ${m}`, () => {
      const random = createRandom(30 + m);
      let found = 0;
      let visited = 0;
      for (let i = 0; i < 60; i++) {
        const a = randomMotion(random, [0.3, 1, 3][i % 3], [0, 1, 9][i % 3]);
        const b = i % 2 === 0 ? still() : randomMotion(random, 0.5, 2);
        const options = createSweepOptions({
          tolerance: i % 4 === 0 ? Infinity : 0.02,
          distance: [0, 0.01, -0.02][i % 3],
        });
        sweepPoints(other, work, tree, 0, position, octree, a, b, options);
        work.counters.points = 0;
        work.counters.pieces = 0;
        sweepTree(hits, work, tree, 0, position, octree, a, b, options);
        expect(rows(hits)).toEqual(rows(other));
        found += hits.count;
        visited += work.counters.points / work.counters.pieces / (position.length / 3);
        const point = sweepTreeFirst(time, work, tree, 0, position, octree, a, b, options);
        expect(point >= 0).toBe(other.count > 0);
        if (other.count > 0) {
          const least = Math.min(...other.enter.subarray(0, other.count));
          expect(time[0]).toBeCloseTo(least, 9);
          const row = other.point.subarray(0, other.count).indexOf(point);
          expect(other.enter[row]).toBeCloseTo(least, 9);
        }
      }
      expect(found).toBeGreaterThan(500);
      expect(visited / 60).toBeLessThan(0.8); // of the points, on average
    });

    it(`${name}: the same contacts of short motions, segment by segment, seed ${m}`, () => {
      const random = createRandom(90 + m);
      const straight = createSweepOptions({ tolerance: Infinity });
      const { cell } = octree.field;
      const segment = new Float64Array(SEGMENT_SIZE);
      let found = 0;
      work.counters.points = 0;
      for (let i = 0; i < 60; i++) {
        const a = randomMotion(random, 0.8, 0);
        for (let d = 0; d < 3; d++) {
          a.shift[d] *= (0.5 * cell) / 0.8;
          a.spin[d] = 0.1 * cell * signed(random);
        }
        sweepTree(hits, work, tree, 0, position, octree, a, still(), straight);
        const touched: number[] = [];
        for (let point = 0; point < position.length / 3; point++) {
          for (const t of [0, 1]) {
            place(a, still(), t, position, 3 * point);
            segment.set(p, 3 * t);
          }
          if (sweepFirst(time, octree, segment, 0)) touched.push(point);
        }
        expect([...new Set(hits.point.subarray(0, hits.count))].sort((x, y) => x - y)).toEqual(touched);
        found += touched.length;
      }
      expect(found).toBeGreaterThan(100);
      expect(work.counters.points).toBeLessThan(0.6 * 20 * position.length); // of all points, 60 times
    });

    it(`${name}: no contact along the curves is missed, seed ${m}`, () => {
      const random = createRandom(60 + m);
      const { field } = octree;
      let checked = 0;
      let early = 0;
      for (let i = 0; i < 24; i++) {
        const a = randomMotion(random, 0.8, 12);
        const b = i % 2 === 0 ? still() : randomMotion(random, 0.4, 4);
        const options = createSweepOptions({ tolerance: 0.25 * field.cell });
        sweepTree(hits, work, tree, 0, position, octree, a, b, options);
        for (let n = 0; n < 60; n++) {
          const point = Math.floor(nextFloat(random) * (position.length / 3));
          const t = nextFloat(random);
          place(a, b, t, position, 3 * point);
          sampleField(value, field, p, 0);
          let inside = false;
          for (let h = 0; h < hits.count; h++) {
            if (hits.point[h] === point && t >= hits.enter[h] && t <= hits.leave[h]) inside = true;
          }
          if (value[0] <= 0) {
            checked++;
            if (!inside) expect({ i, point, t, value: value[0] }).toBe('in contact');
          } else if (inside) {
            early++;
            expect(value[0]).toBeLessThan(2 * field.cell); // by the tolerance, and where samples are steep
          }
        }
      }
      expect(checked).toBeGreaterThan(20);
      expect(early).toBeLessThan(checked);
    });
  }

  it('a shard that spins fast meets what lies beside the straight way of its points', () => {
    // Two ends of a rod trade places in half a turn: their chords pass through its middle alone.
    const rod = Float64Array.of(-1, 0, 0, 1, 0, 0, 0, 0, 0);
    const tree = finishWork(buildSphereTree(rod, orderPoints(rod)));
    const ball = buildOctree(finishWork(buildGridField(sphere(12), { cells: 30 })));
    const a = createMotion();
    a.spin[2] = Math.PI;
    const b = createMotion();
    for (let d = 0; d < 9; d += 4) b.frame[d] = 1;
    b.center.set([0, 1.9, 0]); // the ball reaches down to y = 0.9
    const straight = createSweepOptions({ tolerance: Infinity });
    expect(sweepTree(hits, work, tree, 0, rod, ball, a, b, straight)).toBe(0);
    const curved = createSweepOptions({ tolerance: 0.01 });
    expect(sweepTree(hits, work, tree, 0, rod, ball, a, b, curved)).toBe(1);
    expect(hits.point[0]).toBe(1);
    expect((hits.enter[0] + hits.leave[0]) / 2).toBeCloseTo(0.5, 2);
  });

  it('allocates nothing for nodes and points', () => {
    const { position, tree, octree } = models[0][1];
    const random = createRandom(5);
    const a = randomMotion(random, 1, 2);
    const b = randomMotion(random, 1, 2);
    const options = createSweepOptions({ tolerance: 0.05 });
    const job = () => {
      for (let i = 0; i < 4; i++) sweepTree(hits, work, tree, 0, position, octree, a, b, options);
    };
    const pieces = work.counters.pieces;
    job();
    const chords = work.counters.pieces - pieces;
    expect(findGarbage(chords, job, 200)).toEqual([]); // the sines; each chord visits hundreds of nodes
    expect(chords).toBeGreaterThan(20);
  });
});
