import { describe, expect, it } from 'vitest';
import { growColumn } from '../../src/math/columns.ts';

describe('growColumn', () => {
  it('gives back a column that is long enough', () => {
    const column = Int32Array.of(1, 2, 3);
    expect(growColumn(column, 3)).toBe(column);
    expect(growColumn(column, 0)).toBe(column);
  });

  it('makes a longer one of the same kind with the same beginning, half as long again or more', () => {
    const wide = growColumn(Float32Array.of(0.5, -1, 2, 7), 5);
    expect(wide).toEqual(Float32Array.of(0.5, -1, 2, 7, 0, 0));
    expect(growColumn(Uint8Array.of(9), 4)).toEqual(Uint8Array.of(9, 0, 0, 0));
  });

  it('pads with what it is told to', () => {
    expect(growColumn(Int32Array.of(4), 3, -1)).toEqual(Int32Array.of(4, -1, -1));
    expect(growColumn(new Int32Array(0), 2, -1)).toEqual(Int32Array.of(-1, -1));
  });
});
