// A pair gathers so many features to choose a manifold from. Where more were close, the first came in and the rest did
// not, however deep: pieces of a bunny with hundreds of points at the ground stood 2.5 ε deep in it on a tip.

import { expect, it } from 'vitest';
import { createContacts } from '../../src/contact/contacts.ts';
import { manifolds } from '../../src/contact/manifold.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createFrame, setFrame } from '../../src/math/rigid.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createCopy } from '../contact/brute.ts';

it('the deepest corner of a box on the ground is a contact, though four points are gathered', async () => {
  const crate = await createCopy(createBox({ size: [0.4, 0.4, 0.4], edge: 0.1 }), 0.2);
  const options = createQueryOptions({ manifold: manifolds, margin: 0.02, contacts: 4, cap: 4 });
  const frame = createFrame();
  for (const [x, z] of [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
  ]) {
    setFrame(frame, Float64Array.of(0, 0.2, 0, 0.01 * x, 0, 0.01 * z, 1), 0);
    const out = createContacts();
    queryPair(
      out,
      createQuery(),
      createPair(),
      createShape('plane'),
      0,
      createFrame(),
      crate,
      0,
      frame,
      options,
    );
    let lowest = Infinity;
    for (let corner = 0; corner < 8; corner++) {
      const [a, b, c] = [corner & 1, corner & 2, corner & 4].map((on) => (on ? 0.2 : -0.2));
      lowest = Math.min(lowest, frame[9 + 1] + frame[3] * a + frame[4] * b + frame[5] * c);
    }
    expect(Math.min(...out.distance.subarray(0, out.count))).toBeCloseTo(lowest, 3);
  }
});
