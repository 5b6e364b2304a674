// The judge of bench `discs`, against closed forms, and a sample of the bench.

import { describe, expect, it } from 'vitest';
import { slideDisc, spinTime } from '../../bench/coulomb-disc.ts';
import { playDisc } from '../../bench/discs.ts';
import { createShape } from '../../src/contact/shape.ts';

describe('the Coulomb disc', () => {
  it('spinning alone stands after 3 R ω / (4 μ g), sliding alone after v / (μ g)', () => {
    const spins = slideDisc(0.05, 0.5, 9.81, 0, 50);
    expect(spins.time / spinTime(0.05, 0.5, 9.81, 50)).toBeCloseTo(1, 2.5);
    expect(spins.turn / (0.5 * 50 * spins.time)).toBeCloseTo(1, 2.5);
    expect(spins.way).toBeLessThan(1e-12);
    const slides = slideDisc(0.05, 0.5, 9.81, 2, 0);
    expect(slides.time / (2 / (0.5 * 9.81))).toBeCloseTo(1, 4);
    expect(slides.way / (4 / (2 * 0.5 * 9.81))).toBeCloseTo(1, 4);
  });

  it('stops sliding and spinning at once, later than either alone, and goes farther than without spin', () => {
    const both = slideDisc(0.05, 0.5, 9.81, 1, 40);
    expect(both.time).toBeGreaterThan(spinTime(0.05, 0.5, 9.81, 40));
    expect(both.way).toBeGreaterThan(slideDisc(0.05, 0.5, 9.81, 1, 0).way);
    // However it began, it ends with the middle 0.65 times as fast as the rim: the known end of a disc of even pressure.
    const end = (share: number): number => {
      const [v, u] = [share / (1 + share), 1 / (1 + share)];
      const late = slideDisc(0.05, 0.5, 9.81, v, u / 0.05, 1e-3);
      const later = slideDisc(0.05, 0.5, 9.81, v, u / 0.05, 1e-5);
      return (later.way - late.way) / (later.turn - late.turn) / 0.05;
    };
    for (const share of [0.3, 1, 3]) expect(end(share)).toBeCloseTo(0.653, 1);
  });
});

it('a disc that spins on a plane stands when Coulomb says', () => {
  const given = { radius: 0.05, friction: 0.5, velocity: 0, spin: 50, dt: 1 / 60 };
  const should = spinTime(0.05, 0.5, 9.81, 50);
  const floor = (world: Parameters<Parameters<typeof playDisc>[1]>[0], friction: number) =>
    void world.addStatic(createShape('plane'), { friction });
  const { time, left } = playDisc(createShape('cylinder', 0.0025, 0.05), floor, given, should);
  expect(time / should).toBeGreaterThan(0.97);
  expect(time / should).toBeLessThan(1.03);
  expect(left).toBeLessThan(0.01);
});
