import { describe, expect, it } from 'vitest';
import { createTokens, nextCount, nextLine, nextNumber, nextWord, parseNumber } from '../../io/tokens.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { encode } from './files.ts';

const tokensOf = (text: string, comments = true) =>
  createTokens(encode(text), 'a.txt', 'a text', { comments });

describe('tokens', () => {
  it('reads every spelling of a number that Number reads, to the last bit (seed 1)', () => {
    const random = createRandom(1);
    const words = [
      '0',
      '-0',
      '+7',
      '1.',
      '.5',
      '-.5e-3',
      '1E+05',
      '123456789012345',
      '1234567890123456789',
      '0012',
    ];
    for (let i = 0; i < 300; i++) {
      const value = (nextFloat(random) - 0.5) * 10 ** Math.floor(nextFloat(random) * 60 - 30);
      words.push(String(value), value.toExponential(16), String(Math.trunc(value)), value.toFixed(6));
    }
    const tokens = tokensOf(words.join(' '));
    for (const word of words) expect(nextNumber(tokens, 'it'), word).toBe(Number(word));
    expect(nextWord(tokens)).toBe('');
  });

  it('takes no other word for a number', () => {
    for (const word of [
      '',
      '-',
      '.',
      'e5',
      '0x10',
      '1_000',
      '1,5',
      '12a',
      '1e',
      '1e+',
      '1.2.3',
      'nano',
      'info',
    ]) {
      expect(parseNumber(word), word).toBe(undefined);
    }
    expect(() => nextNumber(tokensOf('12a'), 'row 3')).toThrow(
      /a\.txt is not a text: line 1 has "12a" in row 3/,
    );
    expect(() => nextNumber(tokensOf(' \n'), () => 'row 4')).toThrow(/a\.txt is cut short: it ends in row 4/);
    for (const word of ['-1', '1.5', 'nan', '9007199254740993']) {
      expect(() => nextCount(tokensOf(word), 'row 5'), word).toThrow(/in row 5, not a whole number/);
    }
  });

  it('parts words at white space only', () => {
    expect(nextLine(tokensOf('a\tb\vc\fd e\x01f\x00g\x1fh'))).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e\x01f\x00g\x1fh',
    ]);
    expect(() => nextNumber(tokensOf('12\x013'), 'it')).toThrow(/not a number/);
  });

  it('counts lines of all three kinds and hides comments', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const tokens = tokensOf(`# one 1${end}${end}two 2 # rest${end}  three 3`.concat(end));
      expect(nextLine(tokens)).toEqual(['two', '2']);
      expect(tokens.line).toBe(4);
      expect(nextLine(tokens)).toEqual(['three', '3']);
      expect(nextLine(tokens)).toEqual([]);
    }
    expect(nextWord(tokensOf('#a', false))).toBe('#a');
  });
});
