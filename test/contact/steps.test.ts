// Pairs in motion against brute force: whatever ends or prunes a query (planes, motion since the break, seeds,
// speculation) leaves out no point that is deeper than ε.

import { describe, expect, it } from 'vitest';
import type { Collider } from '../../src/contact/collider.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, movePoint, relateFrames, setFrame } from '../../src/math/rigid.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { breakAtRandom, bruteContacts, copyAgain, createCopy, labelsOf } from './brute.ts';

const crate = await createCopy(shapes.createBox({ size: [0.5, 0.3, 0.4], edge: 0.08 }), 0.1);
const ring = await createCopy(shapes.createTorus({ triangles: 600 }), 0.2);
const brokenCrate = copyAgain(crate);
const brokenRing = copyAgain(ring);
breakAtRandom(brokenCrate, 9, 5);
breakAtRandom(brokenRing, 9, 6);

function middleOf({ field }: Collider, label: number): Float64Array {
  const box = field?.box.subarray(6 * label, 6 * label + 6) ?? new Float64Array(6);
  return Float64Array.from([0, 1, 2], (d) => (box[d] + box[3 + d]) / 2);
}

const KINDS = [
  { name: 'siblings that move a little', bodies: [brokenCrate, brokenCrate], near: true },
  { name: 'siblings of a ring', bodies: [brokenRing, brokenRing], near: true },
  { name: 'fragments of two copies', bodies: [brokenCrate, brokenRing], near: false },
  { name: 'whole solids', bodies: [crate, ring], near: false },
];

describe('over many steps', () => {
  for (const { name, bodies, near } of KINDS) {
    it(`${name}: no point deeper than ε is left out, with and without a margin (seed 1)`, () => {
      const random = createRandom(1);
      const spread = () => 2 * nextFloat(random) - 1;
      const [A, B] = bodies;
      const epsilon = 0.002 * Math.min(A.radius, B.radius);
      const work = createQuery();
      const out = createContacts();
      const between = new Float64Array(12);
      let deep = 0;
      let missed = 0;
      for (let trial = 0; trial < 12; trial++) {
        const margin = [0, 5, 25][trial % 3] * epsilon;
        const options = createQueryOptions({ edges: false, thin: false, margin, cap: 5000 });
        const labels = [labelsOf(A), labelsOf(B)];
        const a = labels[0][Math.floor(nextFloat(random) * labels[0].length)];
        let b = labels[1][Math.floor(nextFloat(random) * labels[1].length)];
        if (A === B && a === b) b = labels[1][(labels[1].indexOf(b) + 1) % labels[1].length];
        const pair = createPair();
        const frameA = createFrame();
        const frameB = createFrame();
        let pose = [0, 0, 0, 0, 0, 0, 1];
        if (!near) {
          // Turned at random, the middles of their boxes close to each other.
          pose = [0, 0, 0, spread(), spread(), spread(), spread()];
          setFrame(frameA, Float64Array.from(pose), 0);
          const middle = middleOf(A, a);
          movePoint(middle, 0, frameA, middle, 0);
          const target = middleOf(B, b);
          for (let d = 0; d < 3; d++) pose[d] = target[d] - middle[d] + 0.1 * spread();
        }
        for (let step = 0; step < 10; step++) {
          pose = pose.map((x, i) => x + spread() * (i < 3 ? (near ? 2 : 8) * epsilon : near ? 0.01 : 0.05));
          setFrame(frameA, Float64Array.from(pose), 0);
          queryPair(out, work, pair, A, a, frameA, B, b, frameB, options);
          const got = new Set(Array.from({ length: out.count }, (_, i) => `${out.side[i]} ${out.index[i]}`));
          for (const side of [0, 1]) {
            relateFrames(between, side === 0 ? frameA : frameB, side === 0 ? frameB : frameA);
            const all =
              side === 0 ? bruteContacts(A, a, B, b, between, 0) : bruteContacts(B, b, A, a, between, 0);
            for (const { index, distance } of all) {
              if (distance >= -epsilon) continue;
              deep++;
              if (!got.has(`${side} ${index}`)) missed++;
            }
          }
        }
      }
      expect(deep).toBeGreaterThan(200);
      expect(missed).toBe(0);
    });
  }
});
