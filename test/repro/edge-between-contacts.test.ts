// An edge whose ends both touched was no contact, for what lies flat adds nothing. But between them it may cross a ridge:
// pieces in heaps came to rest up to five times as deep in each other there as they may, and nothing pushed them out.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createCollider } from '../../src/contact/collider.ts';
import { createContacts, FEATURE_EDGE } from '../../src/contact/contacts.ts';
import { manifolds } from '../../src/contact/manifold.ts';
import { createQueryOptions } from '../../src/contact/options.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { createFrame } from '../../src/math/rigid.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';

const EPSILON = 2e-4;
const common = { epsilon: EPSILON, margin: 4 * EPSILON };

/** A prism: corners counter-clockwise in one plane, seen from the end of the third axis, and how far it reaches to both sides. */
async function bakePrism(
  corners: number[][],
  half: number,
  place: (u: number, v: number, w: number) => number[],
) {
  const n = corners.length;
  const positions = [-half, half].flatMap((w) => corners.flatMap(([u, v]) => place(u, v, w)));
  const indices: number[] = [];
  for (let k = 1; k < n - 1; k++) indices.push(0, k + 1, k, n, n + k, n + k + 1);
  for (let k = 0; k < n; k++) {
    const next = (k + 1) % n;
    indices.push(k, next, n + next, k, n + next, n + k);
  }
  return createCollider(
    buildSolid(await bake(createTriangleMesh({ positions, indices }), { spacing: 0.025 })),
  );
}

it('finds an edge that dips into a blunt ridge between two ends that touch', async () => {
  // A roof along z that falls by a tenth, and a wedge whose lower edge lies across it.
  const roof = await bakePrism(
    [
      [-0.05, 0],
      [0.05, 0],
      [0.05, 0.045],
      [0, 0.05],
      [-0.05, 0.045],
    ],
    0.05,
    (u, v, w) => [u, v, w],
  );
  const wedge = await bakePrism(
    [
      [0, 0],
      [0.01, 0.02],
      [-0.01, 0.02],
    ],
    0.01,
    (u, v, w) => [w, v, -u],
  );
  const still = createFrame();
  const above = createFrame();
  above[10] = 0.05 - 4 * EPSILON; // both ends are ε above the roof
  for (const asked of [common, { ...common, manifold: manifolds, cap: 256 }]) {
    const out = createContacts();
    queryPair(out, createQuery(), createPair(), wedge, 0, above, roof, 0, still, createQueryOptions(asked));
    const edges = [...out.distance.subarray(0, out.count)].filter((_, i) => out.kind[i] === FEATURE_EDGE);
    expect(Math.min(...edges) / EPSILON).toBeLessThan(-3.5); // none was found
    expect(Math.min(...edges) / EPSILON).toBeGreaterThan(-4.5);
  }
});
