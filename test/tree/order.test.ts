import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { buildOrder, createOrderCounters, orderPoints } from '../../src/tree/order.ts';
import { bruteOrder } from './brute.ts';
import { ball, bunny, cube, pointSets, sphere, twoPlaces } from './sets.ts';

const sizes = [0, 1, 2, 3, 4, 5, 16, 17, 31, 32, 33, 64, 65, 100, 257, 700];

/** The first place where two orders differ, or -1. */
function mismatch(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Math.min(a.length, b.length);
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return i;
  return -1;
}

describe('maximum-distance order against its definition', () => {
  for (const [name, set] of Object.entries(pointSets)) {
    it(`${name}: sizes up to 700, seeds 1 to 4`, () => {
      for (const size of sizes) {
        for (let seed = 1; seed <= 4; seed++) {
          const positions = set(size, seed);
          const found = mismatch(orderPoints(positions), bruteOrder(positions));
          expect(found, `${size} points, seed ${seed}`).toBe(-1);
        }
      }
    });

    it(`${name}: 5,000 points, seed 5`, () => {
      const positions = set(5000, 5);
      expect(mismatch(orderPoints(positions), bruteOrder(positions))).toBe(-1);
    });
  }

  it('the bunny of npm, 1,839 points', () => {
    const positions = bunny();
    expect(positions.length / 3).toBe(1839);
    expect(mismatch(orderPoints(positions), bruteOrder(positions))).toBe(-1);
  });

  it('does not change its input', () => {
    const positions = cube(300, 3);
    orderPoints(positions);
    expect(positions).toEqual(cube(300, 3));
  });
});

describe('maximum-distance order: exact cases', () => {
  it('opens with the diameter in index order, then goes on with the middle', () => {
    const positions = new Float64Array([4, 0, 0, 1, 0, 0, 10, 0, 0, 0, 0, 0, 6, 0, 0]);
    // 0 and 10 are points 3 and 2; 4 and 6 are equally far from them, the smaller index goes first.
    expect([...orderPoints(positions)]).toEqual([2, 3, 0, 4, 1]);
  });

  it('takes the lexicographically smallest of equally far pairs', () => {
    const square = new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    expect([...orderPoints(square)]).toEqual([0, 3, 1, 2]);
  });

  it('lists coinciding points last, by index', () => {
    const positions = new Float64Array([5, 5, 5, 5, 5, 5, 0, 0, 0, 0, 0, 0, 5, 5, 5, 1, 0, 0]);
    expect([...orderPoints(positions)]).toEqual([0, 2, 5, 1, 3, 4]);
  });
});

describe('maximum-distance order: long jobs', () => {
  it('reports rising fractions and gives the same order in slices', () => {
    const positions = cube(30000, 8);
    const work = buildOrder(positions);
    let last = 0;
    let slices = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) {
      expect(step.value).toBeGreaterThanOrEqual(last);
      expect(step.value).toBeLessThanOrEqual(1);
      last = step.value;
      slices++;
    }
    expect(slices).toBeGreaterThan(5);
    expect(mismatch(step.value, orderPoints(positions))).toBe(-1);
  });

  it('measures few pairs where many are nearly as far as the furthest: 100,000 points on a sphere, seed 6', () => {
    const positions = sphere(100_000, 6);
    const counters = createOrderCounters();
    const work = buildOrder(positions, counters);
    while (!work.next().done);
    expect(counters.diameter.points).toBeGreaterThan(0);
    expect(counters.diameter.points).toBeLessThan(200 * 100_000); // all pairs would be 5e9
    expect(counters.choice.points).toBeLessThan(200 * 100_000);
  });

  it('does not compare all pairs where all are equally far: 100,000 points on two places, seed 7', () => {
    const positions = twoPlaces(100_000, 7);
    const counters = createOrderCounters();
    const work = buildOrder(positions, counters);
    while (!work.next().done);
    expect(counters.diameter.points).toBeLessThan(20 * 100_000);
  });
});

describe('maximum-distance order: bad input', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    it(`refuses the coordinate ${bad} and names the point`, () => {
      const positions = cube(50, 1);
      positions[3 * 17 + 1] = bad;
      let error: unknown;
      try {
        orderPoints(positions);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).code).toBe('non-finite');
      expect((error as InputError).message).toContain('point 17');
    });
  }

  it('refuses a length that is not a multiple of three', () => {
    expect(() => orderPoints(new Float64Array(4))).toThrow(/3 numbers a point/);
  });
});

describe('interior points [Glondu13, sec. 6.1]', () => {
  const share = (order: Uint32Array, surface: number, part: number) =>
    order.subarray(0, part).filter((p) => p >= surface).length / part;

  it('come late in the order where they stand as dense as surface points', () => {
    const { positions, surface } = ball(6, 1);
    const order = orderPoints(positions);
    const overall = share(order, surface, order.length);
    expect(overall).toBeGreaterThan(0.6);
    expect(share(order, surface, Math.floor(0.05 * order.length))).toBeLessThan(0.5 * overall);
    expect(share(order, surface, 16)).toBeLessThan(0.2 * overall);
  });

  it('do not where they stand sparser: the order fills the volume evenly, a limit the docs name', () => {
    const { positions, surface } = ball(5, 4);
    const order = orderPoints(positions);
    const overall = share(order, surface, order.length);
    expect(share(order, surface, 16)).toBeLessThan(0.5 * overall);
    expect(share(order, surface, Math.floor(0.2 * order.length))).toBeGreaterThan(overall);
  });
});
