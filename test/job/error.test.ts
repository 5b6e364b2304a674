import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';

describe('InputError', () => {
  it('is an Error with a code for programs and a message for people', () => {
    const error = new InputError('empty-mesh', 'there are no triangles');
    expect(error).toBeInstanceOf(Error);
    expect(error.code).toBe('empty-mesh');
    expect(String(error)).toBe('InputError: there are no triangles');
  });
});
