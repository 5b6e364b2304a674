// What a bake says of itself: when stuffing misses the volume, and when there are many times the tets that were asked for.

import { expect, it } from 'vitest';
import { bake } from '../../src/bake/bake.ts';
import { createBrick, createPlate, createSphere } from '../../src/mesh/shapes/index.ts';

it('stuffing of a closed surface keeps 0.5 % of the volume, or says that it does not', async () => {
  for (const [name, mesh] of Object.entries({
    ball: createSphere({ frequency: 6 }),
    brick: createBrick(),
    plate: createPlate({ radius: 0.12, thickness: 0.012 }),
  })) {
    for (const resolution of [6, 12]) {
      const { report, notes, mesher } = await bake(mesh, { resolution, mesher: 'stuffing' });
      expect(mesher).toBe('stuffing');
      const told = notes.some((note) => note.includes('stuffing changed the volume'));
      expect(told, `${name} at ${resolution}: ${report.volumeError}`).toBe(
        Math.abs(report.volumeError ?? 0) > 0.005,
      );
    }
  }
});

it('a surface far finer than the resolution is told', async () => {
  const fine = await bake(createSphere({ frequency: 30 }), { resolution: 6 });
  expect(fine.notes.join()).toMatch(/times what a resolution of 6 asks for: its surface of \d+ triangles/);
  const plain = await bake(createSphere({ frequency: 5 }), { resolution: 8 });
  expect(plain.notes.join()).not.toContain('asks for');
});
