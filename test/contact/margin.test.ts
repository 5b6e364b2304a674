// Speculative contacts: a larger margin adds contacts and takes none away, and distances are distances, however far.

import { describe, expect, it } from 'vitest';
import { createContacts } from '../../src/contact/contacts.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { breakFragment, createBreakWork, familyOf } from '../../src/contact/update.ts';
import { NEAR } from '../../src/field/answer.ts';
import { removeFragment } from '../../src/fragment/family.ts';
import { createFrame, setFrame } from '../../src/math/rigid.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { copyAgain, createCopy, createShift } from './brute.ts';

const crate = await createCopy(shapes.createBox({ size: [0.5, 0.3, 0.4], edge: 0.08 }), 0.1, 64);
const work = createQuery();
const still = createFrame();

/** The least distance of a fresh query. */
function least(frame: Float64Array, margin: number, budget: 'adaptive' | 'full'): number {
  const out = createContacts();
  const options = createQueryOptions({ margin, budget });
  queryPair(out, work, createPair(), copyAgain(crate), 0, frame, crate, 0, still, options);
  return Math.min(...out.distance.subarray(0, out.count));
}

describe('a margin', () => {
  for (const budget of ['adaptive', 'full'] as const) {
    it(`does not hide an edge that crosses another (${budget})`, () => {
      // Turned by 45° about z and then by 90° about y, so that two edges cross; 10 mm deep.
      const s = Math.sin(Math.PI / 8);
      const c = Math.cos(Math.PI / 8);
      const frame = createFrame();
      setFrame(frame, Float64Array.of(0, 0.15 + Math.SQRT1_2 * 0.4 - 0.01, 0, 0, 0, s, c), 0);
      const small = least(frame, 0.003, budget);
      for (const margin of [0.03, 0.06]) {
        expect(least(frame, margin, budget), `margin ${margin}`).toBeLessThanOrEqual(small + 1e-3);
      }
    });
  }

  it('tells the true distance of a whole solid beyond the band of its grid', () => {
    for (const gap of [0.05, 0.1, 0.15]) {
      const out = createContacts();
      const options = createQueryOptions({ margin: 0.2 });
      queryPair(
        out,
        work,
        createPair(),
        copyAgain(crate),
        0,
        createShift(0, 0.3 + gap, 0),
        crate,
        0,
        still,
        options,
      );
      expect(out.count).toBeGreaterThan(3);
      for (let i = 0; i < out.count; i++) {
        expect(out.distance[i]).toBeGreaterThan(gap - 0.01);
        if (!(Math.abs(out.normal[3 * i + 1]) > 0.999)) continue;
        const y = out.point[3 * i + 1]; // of a corner of the one; the other's side is level
        const height = out.side[i] === 0 ? y - 0.15 : 0.15 + gap - y;
        expect(Math.abs(out.distance[i] - height)).toBeLessThan(0.005);
      }
    }
  });
});

describe('a fragment that was removed', () => {
  it('leaves its neighbours with open cracks, and cannot be asked', () => {
    const copy = copyAgain(crate);
    if (copy.solid === null || copy.field === null) throw new Error('not a solid');
    breakFragment(createBreakWork(copy.solid), copy, 0, { kind: 'slice', normal: [1, 0, 0], offset: 0.03 });
    const kept = familyOf(copy).fragments.nodeCount[0] >= familyOf(copy).fragments.nodeCount[1] ? 0 : 1;
    expect(kept).toBe(0);
    copy.field.group[1] = copy.field.group[0];
    const found = new Float64Array(4);
    const reach = Float64Array.of(0.01, 0.01);
    const p = Float64Array.of(0.029, 0, 0); // 1 mm from the crack, inside the larger piece
    expect(measureCollider(found, copy, 0, p, 0, reach, true)).toBe(NEAR);
    expect(found[0]).toBeLessThan(-0.1); // the crack is closed
    removeFragment(familyOf(copy), 1);
    expect(measureCollider(found, copy, 0, p, 0, reach, true)).toBe(NEAR);
    expect(found[0]).toBeGreaterThan(-0.0015);
    expect(found[1]).toBeGreaterThan(0.99);
    const ask = (label: number) =>
      queryPair(createContacts(), work, createPair(), copy, label, still, crate, 0, still);
    expect(() => ask(1)).toThrow(/removed/);
    expect(() => ask(7)).toThrow(/no fragment 7/);
    const plane = createShape('plane');
    expect(() => queryPair(createContacts(), work, createPair(), copy, 0, still, plane, 3, still)).toThrow(
      /shape/,
    );
    expect(() =>
      queryPair(createContacts(), work, createPair(), copy, 0, new Float64Array(3), plane, 0, still),
    ).toThrow(/12/);
  });
});

describe('sliding', () => {
  it('over a floor, a little deep, contacts do not remember the side that floor points came in by', async () => {
    const floor = await createCopy(shapes.createBox({ size: [2, 0.2, 1], edge: 0.1 }), 0.12, 48);
    const box = createShape('box', 0.2, 0.1, 0.2);
    const pair = createPair();
    const out = createContacts();
    let worst = 0;
    for (let step = 0; step < 150; step++) {
      const frame = createShift(-0.6 + 0.004 * step, 0.2 - 0.003, 0);
      queryPair(out, work, pair, box, 0, frame, floor, 0, still);
      for (let i = 0; i < out.count; i++) worst = Math.max(worst, -out.distance[i]);
    }
    expect(worst).toBeLessThan(0.02);
    expect(out.count).toBeGreaterThan(3);
  });
});
