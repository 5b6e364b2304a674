import { describe, expect, it } from 'vitest';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import { locateInTet } from '../../src/fragment/locate.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { sumParts } from './measure.ts';
import { createCutPlanes, cutPlanes } from './planes.ts';
import { cutAtRandom, topologyOf } from './solids.ts';

function draw(bary: Float64Array, random: Random): void {
  let sum = 0;
  for (let c = 0; c < 4; c++) sum += bary[c] = -Math.log(1 - nextFloat(random));
  for (let c = 0; c < 4; c++) bary[c] /= sum;
}

/** Volumes of fragments by counting points, `samples` in every cut tet, and the variance of each. */
function countPoints(
  family: Family,
  samples: number,
  seed: number,
): { volume: number[]; variance: number[] } {
  const { topology, fragments, label, cutCase } = family;
  const volume = new Array<number>(fragments.count).fill(0);
  const variance = new Array<number>(fragments.count).fill(0);
  const random = createRandom(seed);
  const bary = new Float64Array(4);
  for (let t = 0; t < topology.tetCount; t++) {
    const v = topology.tetVolume[t];
    if (cutCase[t] === 0) {
      volume[label[topology.tetNode[4 * t]]] += v;
      continue;
    }
    const hits = new Map<number, number>();
    for (let k = 0; k < samples; k++) {
      draw(bary, random);
      const f = locateInTet(family, t, bary, 0);
      hits.set(f, (hits.get(f) ?? 0) + 1);
    }
    for (let c = 0; c < 4; c++) {
      const f = label[topology.tetNode[4 * t + c]];
      const share = (hits.get(f) ?? 0) / samples;
      if (!hits.has(f)) hits.set(f, 0);
      if ([...Array(c).keys()].some((b) => label[topology.tetNode[4 * t + b]] === f)) continue;
      volume[f] += v * share;
      variance[f] += (v * v * Math.max(share * (1 - share), 1 / samples)) / samples;
    }
  }
  return { volume, variance };
}

describe('locateInTet', () => {
  it('by Monte Carlo gives the volumes of the clipper, the better the more points (crate, 60 cuts, seed 9)', () => {
    const family = cutAtRandom(topologyOf('crate'), 60, 9);
    const exact = sumParts(family).volume;
    const errors = [20, 320].map((samples) => {
      const { volume, variance } = countPoints(family, samples, 11);
      let square = 0;
      for (let f = 0; f < family.fragments.count; f++) {
        const error = volume[f] - exact[f];
        square += error * error;
        expect(Math.abs(error)).toBeLessThan(5 * Math.sqrt(variance[f]) + 1e-15);
      }
      return Math.sqrt(square);
    });
    expect(errors[1]).toBeLessThan(errors[0] / 2); // 16 times the points: a quarter is expected
  });

  it('names the one label of an uncut tet, and the own label at every node of a cut one', () => {
    const whole = createFamily(topologyOf('ball'));
    expect(locateInTet(whole, 3, Float64Array.of(0.1, 0.2, 0.3, 0.4), 0)).toBe(0);
    const family = cutAtRandom(topologyOf('ball'), 60, 2);
    const { tetCount, tetNode } = family.topology;
    const bary = new Float64Array(6);
    let wrong = 0;
    for (let t = 0; t < tetCount; t++) {
      for (let c = 0; c < 4; c++) {
        bary.fill(0);
        bary[2 + c] = 1;
        if (locateInTet(family, t, bary, 2) !== family.label[tetNode[4 * t + c]]) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });

  it('agrees on both sides of every face (seed 4)', () => {
    const family = cutAtRandom(topologyOf('ball'), 60, 4);
    const { tetCount, tetNode, tetNeighbor } = family.topology;
    const random = createRandom(4);
    const own = new Float64Array(4);
    const other = new Float64Array(4);
    let wrong = 0;
    let faces = 0;
    for (let t = 0; t < tetCount; t++) {
      for (let c = 0; c < 4; c++) {
        const u = tetNeighbor[4 * t + c];
        if (u < t) continue;
        draw(own, random);
        own[c] = 0;
        other.fill(0);
        for (let k = 0; k < 4; k++) {
          const at = [0, 1, 2, 3].find((n) => tetNode[4 * u + n] === tetNode[4 * t + k]);
          if (at !== undefined && k !== c) other[at] = own[k];
        }
        faces++;
        if (locateInTet(family, t, own, 0) !== locateInTet(family, u, other, 0)) wrong++;
      }
    }
    expect(faces).toBeGreaterThan(1000);
    expect(wrong).toBe(0);
  });

  it('and cutPlanes make no garbage', () => {
    const family = cutAtRandom(topologyOf('ball'), 60, 2);
    const { tetCount, tetNode } = family.topology;
    const bary = Float64Array.of(0.1, 0.2, 0.3, 0.4);
    const planes = createCutPlanes();
    const garbage = findGarbage(10 * tetCount, () => {
      for (let k = 0; k < 10; k++) {
        for (let t = 0; t < tetCount; t++) {
          locateInTet(family, t, bary, 0);
          cutPlanes(planes, family, t, family.label[tetNode[4 * t + (k & 3)]]);
        }
      }
    });
    expect(garbage).toEqual([]);
  });
});
