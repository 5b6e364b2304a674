// A name or nothing where options belong: readMesh said "Cannot use 'in' operator", which tells nobody what to give.

import { expect, it } from 'vitest';
import { readMesh } from '../../io/read-mesh.ts';
import { InputError } from '../../src/job/error.ts';

for (const given of ['obj', null, 7]) {
  it(`readMesh refuses ${JSON.stringify(given)} as options, and says what to give`, async () => {
    const read = readMesh(new TextEncoder().encode('v 0 0 0\n'), given as never);
    await expect(read).rejects.toBeInstanceOf(InputError);
    await expect(readMesh(new Uint8Array(1), given as never)).rejects.toThrow(
      /options is .*: give an object/,
    );
  });
}
