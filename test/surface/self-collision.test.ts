import { describe, expect, it } from 'vitest';
import { collideSurface, createSurfacePairs } from '../../src/surface/collide.ts';
import type { Culling } from '../../src/surface/cull.ts';
import { addBody, beginStep, moveBody } from '../../src/surface/edit.ts';
import { createSurface, type Surface } from '../../src/surface/surface.ts';
import { createSurfaceContacts, sweepSurface } from '../../src/surface/sweep.ts';
import { updateSurface } from '../../src/surface/update.ts';
import { validateSurface } from '../../src/surface/validate.ts';
import { collideBrute, createRandomPatch, nameContacts, seeded, sweepBrute } from '../support/surfaces.ts';

const pairs = createSurfacePairs();
const contacts = createSurfaceContacts();

function collided(surface: Surface, culling: Culling): Set<string> {
  const count = collideSurface(pairs, surface, { culling });
  const found = new Set<string>();
  for (let i = 0; i < count; i++) found.add(`${pairs.pair[2 * i]} ${pairs.pair[2 * i + 1]}`);
  expect(found.size).toBe(count);
  return found;
}

describe('self-collision against brute force', () => {
  it('200 random deformed meshes, discrete: the contour finds the same; misses of the others are counted', () => {
    const missed = { dual: 0, border: 0, normals: 0 };
    let all = 0;
    let clean = 0;
    let culled = 0;
    for (let seed = 0; seed < 200; seed++) {
      const surface = createSurface();
      addBody(surface, createRandomPatch(seed));
      updateSurface(surface, { culling: 'dual' });
      validateSurface(surface);
      const truth = collideBrute(surface);
      expect(collided(surface, 'off'), `seed ${seed}`).toEqual(truth);
      expect(collided(surface, 'contour'), `seed ${seed}`).toEqual(truth);
      culled += pairs.candidates.culled;
      for (const culling of ['dual', 'border', 'normals'] as const) {
        missed[culling] += truth.size - collided(surface, culling).size;
      }
      all += truth.size;
      if (truth.size === 0) clean++;
    }
    // What the approximate forms miss on these meshes: counted, not asked for.
    expect(missed).toEqual({ dual: 7, border: 7, normals: 580 });
    expect(all).toBe(2932);
    expect(clean).toBeGreaterThan(40);
    expect(200 - clean).toBeGreaterThan(60);
    expect(culled).toBeGreaterThan(300);
  });

  it('200 random deformed meshes, continuous: the contour finds the same, with the same times', () => {
    const missed = { dual: 0, border: 0, normals: 0 };
    let all = 0;
    let culled = 0;
    for (let seed = 0; seed < 200; seed++) {
      const surface = createSurface();
      const patch = createRandomPatch(seed);
      const body = addBody(surface, patch);
      beginStep(surface);
      const random = seeded(1000 + seed);
      const other = createRandomPatch(seed % 3 ? seed : seed + 1);
      const size = 0.2 * random() * random();
      const same = other.positions.length === patch.positions.length;
      moveBody(
        surface,
        body,
        patch.positions.map((x, i) => (same ? (x + other.positions[i]) / 2 : x) + size * (random() - 0.5)),
      );
      updateSurface(surface, { swept: true, culling: 'dual' });
      const truth = sweepBrute(surface);
      for (const culling of ['off', 'contour'] as const) {
        sweepSurface(contacts, surface, { culling });
        const found = nameContacts(contacts, surface);
        expect([...found.keys()].sort(), `seed ${seed}`).toEqual([...truth.keys()].sort());
        for (const [name, time] of found) expect(Math.abs(time - truth.get(name)!)).toBeLessThan(1e-9);
      }
      culled += contacts.candidates.culled;
      for (const culling of ['dual', 'border', 'normals'] as const) {
        missed[culling] += truth.size - sweepSurface(contacts, surface, { culling });
      }
      all += truth.size;
    }
    expect(missed).toEqual({ dual: 0, border: 0, normals: 1267 });
    expect(all).toBeGreaterThan(1000);
    expect(culled).toBeGreaterThan(300);
  });
});
