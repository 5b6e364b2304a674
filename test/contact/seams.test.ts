// Cracks that are still closed are not felt: a block over a floor in pieces that have not moved meets what it would meet
// on the whole floor [DESIGN, decision 7].

import { beforeAll, describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions, type QueryChoice } from '../../src/contact/options.ts';
import { createPair, resetPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryContacts } from '../../src/contact/query-pair.ts';
import { createBreakWork, updateCollider } from '../../src/contact/update.ts';
import { NEAR } from '../../src/field/answer.ts';
import type { FragmentField } from '../../src/fragment/fragment-field.ts';
import { measureFragment } from '../../src/fragment/measure.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, setFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { bruteContacts, copyAgain, createCopy } from './brute.ts';

const TOP = 0.1; // of the floor
const HALF = 0.08; // half the height of the block
const GRID = 1e-5; // metres by which the floor's grid is off: it is quantised

let block: Collider;
let floor: Collider;
let cracked: Collider;
let field: FragmentField;
let count: number; // pieces

beforeAll(async () => {
  block = await createCopy(createBox({ size: [0.3, 2 * HALF, 0.2], edge: 0.1 }), 0.1);
  floor = await createCopy(createBox({ size: [1.2, 2 * TOP, 0.8], edge: 0.1 }), 0.15, 48);
  cracked = copyAgain(floor);
  if (cracked.field === null || floor.solid === null) throw new Error('not a solid');
  field = cracked.field;
  const work = createBreakWork(floor.solid);
  const seeds = scatterSeeds(field.family, 0, { count: 24, seed: 5 });
  applyPattern(work.changes, field.family, 0, { kind: 'voronoi', seeds });
  updateCollider(work, cracked);
  count = field.family.fragments.count;
});

/** A block at a random place well within the floor, `depth` below its top; one in two is turned. */
function* drawPoses(poses: number, depth: number, seed: number): Generator<Float64Array> {
  const random = createRandom(seed);
  const pose = new Float64Array(7);
  const frame = createFrame();
  for (let k = 0; k < poses; k++) {
    const half = k % 2 > 0 ? Math.PI * nextFloat(random) : 0;
    const x = 0.5 * (nextFloat(random) - 0.5);
    const z = 0.3 * (nextFloat(random) - 0.5);
    pose.set([x, TOP + HALF - depth, z, 0, Math.sin(half), 0, Math.cos(half)]);
    setFrame(frame, pose, 0);
    yield frame;
  }
}

const work = createQuery();
const out = createContacts(1024);
const pair = createPair();

/** Compares the block on the pieces with the block on the whole floor. */
function compare(depth: number, choice: QueryChoice, seed: number) {
  const options = createQueryOptions({ budget: 'full', ...choice });
  const result = { points: 0, shared: 0, edges: 0, tilted: 0, missing: 0, extra: 0, off: 0 };
  for (const frame of drawPoses(200, depth, seed)) {
    resetPair(pair);
    queryContacts(out, work, pair, block, 0, floor, 0, frame, options);
    const whole = new Map<number, number>();
    for (let i = 0; i < out.count; i++) if (out.kind[i] === 0) whole.set(out.index[i], out.distance[i]);
    result.points += whole.size;
    let pieces = 0;
    for (let label = 0; label < count; label++) {
      resetPair(pair);
      queryContacts(out, work, pair, block, 0, cracked, label, frame, options);
      if (out.count > 0) pieces++;
      for (let i = 0; i < out.count; i++) {
        if (!(out.normal[3 * i + 1] > 1 - 1e-6)) result.tilted++;
        if (out.kind[i] !== 0) {
          result.edges++;
          if (out.distance[i] < -depth - GRID) result.off++; // an upright edge is less deep in some pieces
          continue;
        }
        const distance = whole.get(out.index[i]);
        if (distance === undefined) result.extra++;
        else if (Math.abs(out.distance[i] - distance) > GRID) result.off++;
        whole.delete(out.index[i]);
      }
    }
    result.missing += whole.size;
    if (pieces > 1) result.shared++;
  }
  return result;
}

describe('a block on a floor in pieces that have not moved', () => {
  it.each([
    ['presses a little', 0.001, {}],
    ['presses harder', 0.003, {}],
    ['only touches', 0, {}],
    ['hovers', -0.005, { margin: 0.02 }],
    ['presses hard', 0.02, { margin: 0.021 }],
  ] as const)('meets what it meets on the whole floor: it %s', (_, depth, choice) => {
    field.group.fill(3);
    const { points, shared, edges, ...wrong } = compare(depth, choice, 1);
    expect(points).toBe(200 * (depth < 0.02 ? 18 : 28)); // with a margin, those above the lowest too
    expect(shared).toBeGreaterThan(150); // poses with more than one piece below the block: its edges lie over cracks
    expect(edges).toBeGreaterThan(depth > 0 ? 20 : -1);
    expect(wrong).toEqual({ tilted: 0, missing: 0, extra: 0, off: 0 });
  });

  it('would feel the cracks if each piece were a group of its own', () => {
    for (let label = 0; label < count; label++) field.group[label] = label;
    const { tilted, off } = compare(0.003, {}, 1);
    expect(tilted).toBeGreaterThan(20);
    expect(off).toBeGreaterThan(20);
  });
});

/** How far a point is from a piece. */
function distanceTo(label: number, p: Float64Array): number {
  const found = new Float64Array(4);
  return measureFragment(found, field, label, p, 0, Float64Array.of(1, 1), false) === NEAR ? found[0] : 1;
}

describe('once a piece has moved', () => {
  it('all its crack faces count, and those of its neighbours that face it, no others', () => {
    const tolerance = 0.001;
    const options = createQueryOptions({ budget: 'full', tolerance, edges: false, thin: false });
    let aside = 0; // contacts whose normals point out of a crack
    let beside = 0; // of these, contacts that do not lead to the piece that has moved
    const faced = new Set<number>(); // pieces that have such contacts
    for (let moved = 0; moved < count; moved += 5) {
      field.group.fill(3);
      field.group[moved] = 4;
      for (const frame of drawPoses(60, 0.02, 2)) {
        for (let label = 0; label < count; label++) {
          resetPair(pair);
          queryContacts(out, work, pair, block, 0, cracked, label, frame, options);
          if (label === moved) {
            const wanted = bruteContacts(block, 0, cracked, label, frame, tolerance, false);
            const got = [...out.index.subarray(0, out.count)].sort((a, b) => a - b);
            expect(got).toEqual(wanted.map((c) => c.index));
          }
          for (let i = 0; i < out.count; i++) {
            if (out.normal[3 * i + 1] > 0.8) continue;
            aside++;
            faced.add(label);
            if (label === moved) continue;
            // The way out ends at the piece that has moved. Faces are those of tets: where one borders on several
            // pieces, all of it counts once one of them has moved.
            const p = out.point.slice(3 * i, 3 * i + 3);
            for (let d = 0; d < 3; d++) p[d] -= out.distance[i] * out.normal[3 * i + d];
            const off = distanceTo(moved, p);
            expect(off).toBeLessThan(field.family.topology.meanScale);
            if (off > 1e-6) beside++;
          }
        }
      }
    }
    expect(aside).toBeGreaterThan(100);
    expect(beside).toBeLessThan(0.15 * aside);
    expect(faced.size).toBeGreaterThan(5);
  });
});
