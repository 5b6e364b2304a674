import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sweepEdgeEdge, sweepVertexFace } from '../../src/geometry/continuous.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { DATA, DATA_ROOT, readBytes, readCsv } from '../support/data.ts';
import { isCoplanarThroughout } from '../support/exact-cubic.ts';

function seeded(seed: number): () => number {
  const random = createRandom(seed);
  return () => nextFloat(random);
}

type Kind = 'vertex-face' | 'edge-edge';
const KINDS: Kind[] = ['vertex-face', 'edge-edge'];
const out = new Float64Array(1);

function sweep(kind: Kind, start: Float64Array, end: Float64Array, separation = 0): boolean {
  return kind === 'vertex-face'
    ? sweepVertexFace(out, start, end, 0, 1, 2, 3, separation)
    : sweepEdgeEdge(out, start, end, 0, 1, 2, 3, separation);
}

interface Query {
  start: Float64Array;
  end: Float64Array;
  truth: boolean;
}

function readQueries(path: string): Query[] {
  const rows = readCsv(path);
  const queries: Query[] = [];
  for (let i = 0; i + 8 <= rows.length; i += 8) {
    const points = rows.slice(i, i + 8).flatMap((r) => [r[0] / r[1], r[2] / r[3], r[4] / r[5]]);
    queries.push({
      start: Float64Array.from(points.slice(0, 12)),
      end: Float64Array.from(points.slice(12)),
      truth: rows[i][6] === 1,
    });
  }
  return queries;
}

// False contacts a set, pairs that are coplanar throughout left out. They may only become fewer.
const FALSE_CONTACTS: Record<string, [number, number]> = {
  'erleben-cube-cliff-edges': [85, 105],
  'erleben-cube-internal-edges': [11, 10],
  'erleben-sliding-spike': [0, 0],
  'erleben-sliding-wedge': [0, 0],
  'erleben-spikes': [6, 15],
  'unit-tests': [0, 0],
};

describe.skipIf(!DATA)('queries with exact answers', () => {
  for (const [set, most] of Object.entries(FALSE_CONTACTS)) {
    it(`${set}: no contact missed, false ones as counted`, () => {
      KINDS.forEach((kind, k) => {
        let missed = 0;
        let wrong = 0;
        for (const file of readdirSync(`${DATA_ROOT}ccd-queries/${set}/${kind}`)) {
          for (const { start, end, truth } of readQueries(`ccd-queries/${set}/${kind}/${file}`)) {
            if (isCoplanarThroughout(start, end)) continue;
            const hit = sweep(kind, start, end);
            if (truth && !hit) missed++;
            if (!truth && hit) wrong++;
          }
        }
        expect(missed, kind).toBe(0);
        expect(wrong, kind).toBeLessThanOrEqual(most[k]);
      });
    });
  }

  it.each(KINDS)('cloth-funnel, %s: times never late and within 1e-6', (kind) => {
    const short = kind === 'edge-edge' ? 'ee' : 'vf';
    const queries = readQueries(`ccd-scenes/cloth-funnel/queries/227${short}.csv`);
    const lines = readBytes(`ccd-scenes/cloth-funnel/toi/227${short}_toi.csv`).toString().trim().split('\n');
    let contacts = 0;
    queries.forEach(({ start, end }, i) => {
      const [, , , collides, time] = lines[i + 1].split(',');
      const hit = sweep(kind, start, end);
      if (collides !== '1') {
        expect(hit || isCoplanarThroughout(start, end), `query ${i}`).toBe(false);
        return;
      }
      expect(hit, `query ${i}`).toBe(true);
      if (time === '') return;
      contacts++;
      // The reference is a root rounded to double: an ulp of it is not "late".
      expect(out[0]).toBeLessThanOrEqual(Number(time) + 1e-15);
      expect(out[0]).toBeGreaterThan(Number(time) - 1e-6);
    });
    expect(contacts).toBeGreaterThan(20);
  });
});

describe('pairs made to order', () => {
  // Points on the two primitives, by two parameters: p − (a + u ab + v ac), or the two edges.
  function weights(kind: Kind, u: number, v: number): number[] {
    return kind === 'vertex-face' ? [1, u + v - 1, -u, -v] : [u - 1, -u, 1 - v, v];
  }

  it.each(KINDS)('%s: 4,000 contacts made at a known time and place are found, seed 3', (kind) => {
    const random = seeded(3);
    let earlier = 0;
    for (let trial = 0; trial < 4000; trial++) {
      const start = Float64Array.from({ length: 12 }, () => 2 * random() - 1);
      const end = start.map((x) => x + (trial % 2 ? 2 : 0.02) * (random() - 0.5));
      const time = 0.05 + 0.95 * random();
      const u = 0.05 + 0.4 * random();
      const w = weights(kind, u, 0.05 + 0.4 * random());
      // The last point of the second primitive ends where it must for the two to meet at `time`.
      const last = kind === 'vertex-face' ? 0 : 3;
      for (let d = 0; d < 3; d++) {
        let sum = 0;
        for (let i = 0; i < 4; i++) {
          const at = 3 * i + d;
          sum += w[i] * (i === last ? 0 : (1 - time) * start[at] + time * end[at]);
        }
        end[3 * last + d] = (-sum / w[last] - (1 - time) * start[3 * last + d]) / time;
      }
      expect(sweep(kind, start, end), `trial ${trial}`).toBe(true);
      expect(out[0]).toBeLessThan(time + 1e-9);
      if (out[0] < time - 1e-6) earlier++; // a contact before the one that was made
    }
    expect(earlier).toBeLessThan(800);
  });

  it.each(KINDS)('%s: pairs that an axis keeps apart by 1e-9 are told apart, seed 5', (kind) => {
    const random = seeded(5);
    for (let trial = 0; trial < 4000; trial++) {
      const axis = [random() - 0.5, random() - 0.5, random() - 0.5];
      const length = Math.hypot(...axis);
      const second = kind === 'vertex-face' ? [0] : [2, 3];
      const points = [0, 1].map(() => {
        const p = Float64Array.from({ length: 12 }, () => 2 * random() - 1);
        for (let v = 0; v < 4; v++) {
          const along = axis.reduce((sum, a, d) => sum + (a / length) * p[3 * v + d], 0);
          const wanted = second.includes(v) ? 1e-9 + Math.abs(along) : -Math.abs(along);
          for (let d = 0; d < 3; d++) p[3 * v + d] += ((wanted - along) * axis[d]) / length;
        }
        return p;
      });
      expect(sweep(kind, points[0], points[1]), `trial ${trial}`).toBe(false);
    }
  });

  it('a point that falls on a triangle comes within the separation at the time that it should', () => {
    const start = Float64Array.from([0.2, 1, 0.3, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    const end = start.slice();
    end[1] = -1;
    for (const separation of [0, 1e-6, 0.01, 0.25]) {
      expect(sweep('vertex-face', start, end, separation)).toBe(true);
      expect(out[0]).toBeLessThanOrEqual((1 - separation) / 2);
      expect(out[0]).toBeGreaterThan((1 - separation) / 2 - 1e-9);
    }
    end[1] = 0.1;
    expect(sweep('vertex-face', start, end, 0.0999)).toBe(false);
    expect(sweep('vertex-face', start, end, 0.1001)).toBe(true);
  });

  it('an edge that passes beside another at a distance touches only with that separation', () => {
    const start = Float64Array.from([-1, 0, 0, 1, 0, 0, 1.5, 0.5, -1, 1.5, 0.5, 1]);
    const end = start.map((x, i) => (i === 7 || i === 10 ? -0.5 : x));
    expect(sweep('edge-edge', start, end, 0)).toBe(false);
    expect(sweep('edge-edge', start, end, 0.499)).toBe(false);
    expect(sweep('edge-edge', start, end, 0.501)).toBe(true);
  });

  it('what touches at the start touches at time 0; points that are no numbers count as contact', () => {
    const start = Float64Array.from([0.2, 0, 0.3, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
    expect(
      sweep(
        'vertex-face',
        start,
        start.map((x) => x + 1),
      ),
    ).toBe(true);
    expect(out[0]).toBe(0);
    expect(sweep('vertex-face', start, start.fill(NaN, 0, 3))).toBe(true);
    expect(out[0]).toBe(0);
  });

  it('allocates nothing', () => {
    const random = seeded(9);
    const start = Float64Array.from({ length: 12 * 64 }, () => random());
    const end = Float64Array.from({ length: 12 * 64 }, () => random());
    const garbage = findGarbage(2000, () => {
      for (let i = 0; i < 2000; i++) {
        const v = 4 * (i % 64);
        sweepVertexFace(out, start, end, v, v + 1, v + 2, v + 3, 0);
        sweepEdgeEdge(out, start, end, v, v + 1, v + 2, v + 3, 0);
      }
    });
    expect(garbage).toEqual([]);
  });
});
