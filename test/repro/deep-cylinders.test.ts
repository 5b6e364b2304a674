// A query for what is deep alone looked for the lowest place of a cylinder's rim within less than nothing of it: it took
// another place, and missed cylinders that were up to 18 mm deep in ground.

import { expect, it } from 'vitest';
import { createContacts } from '../../src/contact/contacts.ts';
import { createHeightTerrain } from '../../src/contact/ground.ts';
import { manifolds } from '../../src/contact/manifold.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, setFrame } from '../../src/math/rigid.ts';

it.each(['sphere', 'box', 'capsule', 'cylinder'] as const)(
  'deep queries of a %s in ground, 300 poses, seed 3',
  (kind) => {
    const random = createRandom(3);
    const u = () => 2 * nextFloat(random) - 1;
    const heights = Array.from({ length: 21 * 21 }, () => 0.1 * u());
    const ground = createHeightTerrain({ heights, columns: 21, rows: 21, cellX: 0.25, cellZ: 0.25 });
    const shape = createShape(
      kind,
      ...(kind === 'sphere' ? [0.2] : kind === 'box' ? [0.2, 0.1, 0.15] : [0.12, 0.12]),
    );
    const query = createQuery();
    const out = createContacts();
    const frame = createFrame();
    const still = createFrame();
    const deepest = (margin: number): number => {
      const options = {
        ...createQueryOptions({ manifold: manifolds, cap: 256, epsilon: 5e-4 }),
        margin,
        jams: false,
      };
      queryPair(out, query, createPair(), shape, 0, frame, ground, 0, still, options);
      return Math.min(0, ...out.distance.subarray(0, out.count));
    };
    let deep = 0;
    let others = 0; // told another depth
    for (let trial = 0; trial < 300; trial++) {
      setFrame(frame, Float64Array.of(0.3 * u(), 0.12 + 0.25 * u(), 0.3 * u(), u(), u(), u(), u()), 0);
      const depth = 5e-4 + 2e-3 * nextFloat(random);
      const all = deepest(2e-3);
      if (!(all < -depth)) continue;
      deep++;
      const least = deepest(-depth);
      expect(least, `trial ${trial}`).toBeLessThan(-depth);
      if (Math.abs(least - all) > 1e-9) others++;
    }
    expect(deep).toBeGreaterThan(50);
    expect(others).toBeLessThan(0.02 * deep);
  },
);
