// Options that must be above 0 were refused with "it is 0: it must be between 0 and 1000000".

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';

it('says that a shell must be above 0', async () => {
  await expect(bake(createBox(), { shell: 0 })).rejects.toThrow(
    'shell is 0: it must be a number above 0, at most 1000000',
  );
});
