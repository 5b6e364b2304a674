// Seeded random numbers: sfc32, a small generator of Chris Doty-Humphrey's PractRand. Integer operations only,
// so the same seed gives the same numbers in every engine.

export interface Random {
  readonly state: Uint32Array; // a, b, c and the counter
}

/** A generator for a seed; equal seeds give equal sequences. */
export function createRandom(seed: number): Random {
  const random = { state: Uint32Array.of(0, seed >>> 0, Math.floor(seed / 4294967296) >>> 0, 1) };
  for (let i = 0; i < 12; i++) nextUint(random);
  return random;
}

/** The next integer in [0, 2³²). */
export function nextUint(random: Random): number {
  const s = random.state;
  const result = (s[0] + s[1] + s[3]) >>> 0;
  s[3] = s[3] + 1;
  s[0] = s[1] ^ (s[1] >>> 9);
  s[1] = s[2] + (s[2] << 3);
  s[2] = ((s[2] << 21) | (s[2] >>> 11)) + result;
  return result;
}

/** The next number in [0, 1), a multiple of 2⁻³². */
export function nextFloat(random: Random): number {
  return nextUint(random) / 4294967296;
}
