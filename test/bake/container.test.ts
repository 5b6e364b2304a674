import { describe, expect, it } from 'vitest';
import { type Column, decodeContainer, encodeContainer, readHash } from '../../src/bake/container.ts';
import { bake, decodeAsset, encodeAsset } from '../../src/index.ts';
import { InputError } from '../../src/job/error.ts';
import { createRandom, nextUint } from '../../src/math/random.ts';
import { box } from './meshes.ts';

function sample() {
  return encodeContainer({
    meta: { name: 'ünïcode', list: [1, null, 'x'] },
    columns: new Map<string, Uint8Array | Uint16Array | Int32Array | Float32Array | Float64Array>([
      ['bytes', Uint8Array.of(1, 2, 3)],
      ['words', Uint16Array.of(65535, 0, 7)],
      ['signed', Int32Array.of(-1, 2 ** 31 - 1)],
      ['floats', Float32Array.of(1.5, -0)],
      ['doubles', Float64Array.of(Math.PI, Number.MIN_VALUE)],
      ['none', new Float64Array(0)],
    ]),
  });
}

function codeOf(job: () => unknown): string {
  try {
    job();
    return 'no error';
  } catch (error) {
    return error instanceof InputError ? error.code : `not an InputError: ${error}`;
  }
}

describe('container', () => {
  it('gives back what went in, to the bit', () => {
    const { meta, columns } = decodeContainer(sample());
    expect(meta).toEqual({ name: 'ünïcode', list: [1, null, 'x'] });
    expect([...columns.keys()]).toEqual(['bytes', 'words', 'signed', 'floats', 'doubles', 'none']);
    expect(columns.get('words')).toEqual(Uint16Array.of(65535, 0, 7));
    expect(columns.get('signed')).toEqual(Int32Array.of(-1, 2 ** 31 - 1));
    expect(Object.is((columns.get('floats') as Float32Array)[1], -0)).toBe(true);
    expect(columns.get('doubles')).toEqual(Float64Array.of(Math.PI, Number.MIN_VALUE));
    expect(columns.get('none')).toEqual(new Float64Array(0));
  });

  it('reads from the middle of a larger buffer', () => {
    const bytes = sample();
    const larger = new Uint8Array(bytes.length + 13);
    larger.set(bytes, 5);
    const { columns } = decodeContainer(larger.subarray(5, 5 + bytes.length));
    expect(columns).toEqual(decodeContainer(bytes).columns);
    // A Buffer of Node slices without copying.
    expect(decodeContainer(Buffer.from(larger.buffer, 5, bytes.length)).columns).toEqual(columns);
  });

  it('refuses every truncation', () => {
    const bytes = sample();
    for (let length = 0; length < bytes.length; length++) {
      expect(['bad-file', 'corrupt-asset']).toContain(
        codeOf(() => decodeContainer(bytes.subarray(0, length))),
      );
    }
  });

  it('refuses every single flipped bit', () => {
    const bytes = sample();
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const altered = bytes.slice();
      altered[bit >> 3] ^= 1 << (bit & 7);
      expect(['bad-file', 'corrupt-asset']).toContain(codeOf(() => decodeContainer(altered)));
    }
  });

  it('refuses random damage (seed 5)', () => {
    const random = createRandom(5);
    for (let i = 0; i < 2000; i++) {
      const altered = sample();
      for (let k = 0; k < 3; k++) altered[nextUint(random) % altered.length] ^= 1 + (nextUint(random) % 255);
      const code = codeOf(() => decodeContainer(altered));
      expect(['bad-file', 'corrupt-asset']).toContain(code);
    }
  });

  it('says when it is another kind of file, another version, or longer than it should be', () => {
    expect(codeOf(() => decodeContainer(new TextEncoder().encode('v 0 0 0\nv 1 0 0\n')))).toBe('bad-file');
    const longer = new Uint8Array(sample().length + 1);
    longer.set(sample());
    expect(() => decodeContainer(longer)).toThrow(/bytes where its head says/);
    const unix = sample();
    unix[6] = 0x0a;
    expect(() => decodeContainer(unix)).toThrow(/line endings/);
  });

  it('tells contents apart by their hash, and equal contents equal', () => {
    expect(readHash(sample())).toBe(readHash(sample()));
    expect(readHash(sample())).toMatch(/^[0-9a-f]{16}$/);
    const other = encodeContainer({ meta: {}, columns: new Map([['bytes', Uint8Array.of(1, 2, 4)]]) });
    expect(readHash(other)).not.toBe(readHash(sample()));
  });

  it('a forged table is refused too, though its checksum is right', async () => {
    const bytes = encodeAsset(await bake(box(), { resolution: 4 }));
    const { meta, columns } = decodeContainer(bytes);
    const forge = (change: (meta: Record<string, unknown>, columns: Map<string, Column>) => void) => {
      const altered = { meta: structuredClone(meta), columns: new Map(columns) };
      change(altered.meta, altered.columns);
      return codeOf(() => decodeAsset(encodeContainer(altered)));
    };
    expect(forge(() => {})).toBe('no error');
    expect(forge((m) => delete m.field)).toBe('corrupt-asset');
    expect(forge((m) => (m.surfaceCount = 3.5))).toBe('corrupt-asset');
    expect(forge((m) => (m.surfaceCount = 1e9))).toBe('corrupt-asset');
    expect(forge((m) => ((m.field as Record<string, unknown>).nx = 7))).toBe('corrupt-asset');
    for (const name of columns.keys()) {
      expect(forge((_, c) => c.delete(name))).toBe('corrupt-asset');
      expect(forge((_, c) => c.set(name, c.get(name)!.slice(1) as Column))).toBe('corrupt-asset');
    }
    const order = columns.get('order') as Uint16Array;
    expect(
      forge((_, c) =>
        c.set(
          'order',
          order.map(() => 0),
        ),
      ),
    ).toBe('corrupt-asset');
    const nodes = columns.get('nodes') as Float64Array;
    expect(
      forge((_, c) =>
        c.set(
          'nodes',
          nodes.map(() => Number.NaN),
        ),
      ),
    ).toBe('corrupt-asset');
  });
});
