// Surfaces that are there twice, but for rounding: rays met the same two triangles again and again, and solids of them
// were estimated up to a tenth too small.
import { expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { enclosedVolume } from '../../src/mesh/mass.ts';
import { createSolid } from '../../src/mesh/stuffing/solid.ts';
import { measureSolid } from '../../src/mesh/stuffing/volume.ts';
import { shape, sphere } from '../support/shapes.ts';

it.each([0, 1e-17, 1e-16, 1e-15, 1e-12])(
  'a ball that is there twice, moved by up to %f, counts once (seed 7)',
  (by) => {
    const random = createRandom(7);
    const ball = sphere(8);
    const base = ball.positions.length / 3;
    const again = Array.from(ball.positions, (x) => x + by * (nextFloat(random) - 0.5));
    const twice = shape(
      [...ball.positions, ...again],
      [...ball.indices, ...Array.from(ball.indices, (v) => v + base)],
    );
    const truth = enclosedVolume(ball);
    expect(Math.abs(measureSolid(createSolid(twice)) / truth - 1)).toBeLessThan(2e-3);
  },
);
