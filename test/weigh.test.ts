// What the library weighs in a program that takes only a part of it: what is optional must not come along.

import { expect, it } from 'vitest';
import { PARTS, weighExports } from '../bench/weigh.ts';

it('solids that break and collide weigh at most 68 kB, gzipped; what is optional comes on top', async () => {
  const sizes = [];
  for (const names of Object.values(PARTS)) sizes.push(await weighExports(names));
  expect(sizes[0]).toBeLessThan(68);
  for (let k = 1; k < sizes.length; k++) expect(sizes[k]).toBeGreaterThan(sizes[k - 1] + 1);
  expect(sizes[sizes.length - 1]).toBeLessThan(170);
});
