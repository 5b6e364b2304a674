// The example of docs/crashcat.md, run as written against the built package, prints what the page says.

import { expect, it } from 'vitest';
import { runExample } from '../support/examples.ts';

it('the page shows an example and its true output', () => {
  const { printed, promised } = runExample('docs/crashcat.md');
  expect(printed).toBe(promised);
});
