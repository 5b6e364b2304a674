// Damaged files: every reader answers with a mesh or an InputError, never with another error, and soon.

import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { listReadable } from './damaged.ts';
import { damage } from './files.ts';

const ROUNDS = 400;
const readable = await listReadable();

describe('damaged files (seeds 1 to 400 each)', () => {
  it.each(readable)('$name', async ({ file, read }) => {
    let errors = 0;
    for (let seed = 1; seed <= ROUNDS; seed++) {
      try {
        await read(damage(file, seed));
      } catch (error) {
        if (!(error instanceof InputError)) throw new Error(`seed ${seed}`, { cause: error });
        expect(error.message.length).toBeLessThan(400);
        errors++;
      }
    }
    expect(errors).toBeGreaterThan(ROUNDS / 10);
  });
});
