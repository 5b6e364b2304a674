// A piece of a glass table stuck in the notch of another was to be pushed out over the top of it, and went on to be when
// only one wall of the notch was left to touch: that wall no longer held it, and it sank 9 ε into it and slept.

import { expect, it } from 'vitest';
import { createContacts } from '../../src/contact/contacts.ts';
import { manifolds } from '../../src/contact/manifold.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { extrudeSection } from '../../src/mesh/shapes/extrude.ts';
import { cutOutline } from '../../src/mesh/shapes/polygon.ts';
import { createCopy, createShift } from '../contact/brute.ts';

const EPSILON = 0.001;

it('what was stuck between two walls is pushed off the one that it still touches', async () => {
  // A notch 0.2 wide at its bottom, 0.24 at its top, 0.2 deep; the peg is 0.21 wide.
  const outline = cutOutline(
    [
      [-0.3, -0.1],
      [0.3, -0.1],
      [0.3, 0.2],
      [0.12, 0.2],
      [0.1, 0],
      [-0.1, 0],
      [-0.12, 0.2],
      [-0.3, 0.2],
    ],
    0.05,
  );
  const notch = await createCopy(
    extrudeSection({ outline, holes: [], height: 0.4, layers: 8, spacing: 0.05, turn: 'forward' }),
    0.1,
    64,
  );
  const peg = await createCopy(createBox({ size: [0.21, 0.3, 0.2], edge: 0.05 }), 0.1, 48);
  const options = createQueryOptions({
    manifold: manifolds,
    cap: 256,
    epsilon: EPSILON,
    margin: 4 * EPSILON,
  });
  const query = createQuery();
  const pair = createPair();
  const out = createContacts();
  const ask = (x: number, y: number): number =>
    queryPair(out, query, pair, peg, 0, createShift(x, 0.15 + y, 0), notch, 0, createFrame(), options);
  ask(0, 0.006); // 4 ε deep in both walls
  expect(pair.jammed).toBe(true);
  ask(0.008, 0.1); // 3 ε deep in one, clear of the other
  let deep = 0;
  for (let i = 0; i < out.count; i++) {
    if (out.distance[i] > -EPSILON) continue;
    deep++;
    expect(out.normal[3 * i]).toBeLessThan(-0.9);
  }
  expect(deep).toBeGreaterThan(0);
});
