import { describe, expect, it } from 'vitest';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { createFragmentMesh, extractFragment } from '../../src/fragment/extract.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import { MASS_SIZE, measureMass } from '../../src/fragment/mass.ts';
import { applyPattern, type Pattern } from '../../src/fragment/patterns.ts';
import { createRadial } from '../../src/fragment/radial.ts';
import { replaySplit, type SplitRecord } from '../../src/fragment/record.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import type { FamilyTopology } from '../../src/fragment/topology.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { copyFamily, countOpen } from './measure.ts';
import { topologyOf } from './solids.ts';

const ball = topologyOf('ball');
const plate = topologyOf('slab');
const mesh = createFragmentMesh();
const mass = new Float64Array(MASS_SIZE);

/** Breaks a whole copy, checks it and that the log and the pattern give the same again after JSON. */
function breakWhole(topology: FamilyTopology, pattern: Pattern, minNodes = 1): Family {
  const changes = createChanges(topology);
  const family = createFamily(topology);
  const log: SplitRecord[] = [];
  const made = applyPattern(changes, family, 0, pattern, { log, minNodes });
  expect(made).toBe(family.fragments.count - 1);
  expect(log.length).toBe(family.events.count);
  validateFamily(family);
  let open = 0;
  let volume = 0;
  for (let f = 0; f < family.fragments.count; f++) {
    extractFragment(mesh, family, f);
    measureMass(mass, 0, mesh);
    open += countOpen(mesh);
    volume += mass[0];
  }
  expect(open).toBe(0);
  expect(Math.abs(volume / topology.volume - 1)).toBeLessThan(1e-12);
  const again = createFamily(topology);
  clearChanges(changes);
  applyPattern(changes, again, 0, JSON.parse(JSON.stringify(pattern)), { minNodes });
  expect(copyFamily(again)).toEqual(copyFamily(family));
  const replayed = createFamily(topology);
  clearChanges(changes);
  for (const record of JSON.parse(JSON.stringify(log))) replaySplit(changes, replayed, record);
  expect(copyFamily(replayed)).toEqual(copyFamily(family));
  return family;
}

describe('slice', () => {
  it('is an exact plane, the normal of any length', () => {
    const family = breakWhole(ball, { kind: 'slice', normal: [20, 30, -10], offset: 0.0711 });
    expect(family.fragments.count).toBe(2);
    const length = Math.hypot(2, 3, -1);
    let near = 0;
    let crack = 0;
    for (let f = 0; f < 2; f++) {
      extractFragment(mesh, family, f);
      for (let h = 3 * mesh.outerCount; h < 3 * mesh.triangleCount; h++) {
        const [x, y, z] = mesh.positions.subarray(3 * mesh.indices[h]);
        crack++;
        if (Math.abs((2 * x + 3 * y - z) / length - 0.0711) < 1e-14) near++;
      }
    }
    // Only where a node lies so near the plane that the clamp moves the cut is it elsewhere.
    expect(crack).toBeGreaterThan(400);
    expect(near / crack).toBeGreaterThan(0.7);
  });

  it('that misses does nothing', () => {
    expect(breakWhole(ball, { kind: 'slice', normal: [0, 1, 0], offset: 2 }).fragments.count).toBe(1);
  });
});

describe('voronoi', () => {
  it('makes a fragment of every cell, with the nodes that are closest to its seed (30 seeds)', () => {
    const seeds = scatterSeeds(createFamily(ball), 0, { count: 30, seed: 4 });
    const family = breakWhole(ball, { kind: 'voronoi', seeds });
    expect(family.fragments.count).toBeGreaterThanOrEqual(28);
    const cell = new Map<number, Set<number>>();
    for (let i = 0; i < ball.nodeCount; i++) {
      let best = 0;
      for (let s = 1; s < 30; s++) if (far(seeds, s, i) < far(seeds, best, i)) best = s;
      cell.set(family.label[i], (cell.get(family.label[i]) ?? new Set()).add(best));
    }
    for (const near of cell.values()) expect(near.size).toBe(1);
  });

  const far = (seeds: number[], s: number, i: number) =>
    Math.hypot(...[0, 1, 2].map((d) => seeds[3 * s + d] - ball.positions[3 * i + d]));

  it('cuts at the bisector of two seeds', () => {
    const family = breakWhole(ball, { kind: 'voronoi', seeds: [0.13, 0, 0, -0.01, 0, 0] });
    const { edgeNode, positions } = ball;
    let worst = 0;
    for (let e = 0; e < ball.edgeCount; e++) {
      if (family.cutEvent[e] < 0) continue;
      const a = positions[3 * edgeNode[2 * e]];
      const b = positions[3 * edgeNode[2 * e + 1]];
      if (Math.min(Math.abs(a - 0.06), Math.abs(b - 0.06)) < 0.02) continue; // the clamp may act
      worst = Math.max(worst, Math.abs(a + family.cutAt[e] * (b - a) - 0.06));
    }
    expect(worst).toBeLessThan(1e-12);
  });

  it('with an axis makes columns: no crack lies across it', () => {
    const seeds = scatterSeeds(createFamily(plate), 0, { count: 12, seed: 2 });
    const family = breakWhole(plate, { kind: 'voronoi', seeds, axis: [0, 2, 0] });
    expect(family.fragments.count).toBeGreaterThanOrEqual(11);
    let steep = 0;
    let area = 0;
    for (let f = 0; f < family.fragments.count; f++) {
      extractFragment(mesh, family, f);
      for (let t = mesh.outerCount; t < mesh.triangleCount; t++) {
        area++;
        if (Math.abs(mesh.normals[9 * t + 1]) < 0.35) steep++;
      }
    }
    expect(steep / area).toBeGreaterThan(0.9);
  });

  it('takes coincident seeds, one seed, and seeds far outside', () => {
    expect(
      breakWhole(ball, { kind: 'voronoi', seeds: [0.1, 0, 0, 0.1, 0, 0, -0.1, 0, 0] }).fragments.count,
    ).toBe(2);
    expect(breakWhole(ball, { kind: 'voronoi', seeds: [0, 0, 0] }).fragments.count).toBe(1);
    expect(breakWhole(ball, { kind: 'voronoi', seeds: [1e6, 0, 0, -1e6, 0, 0] }).fragments.count).toBe(2);
  });

  it('breaks a fragment again and leaves the others alone', () => {
    const changes = createChanges(ball);
    const family = createFamily(ball);
    applyPattern(changes, family, 0, { kind: 'slice', normal: [1, 0, 0], offset: 0.1 });
    const before = family.label.slice();
    clearChanges(changes);
    const seeds = scatterSeeds(family, 1, { count: 6, seed: 1 });
    applyPattern(changes, family, 1, { kind: 'voronoi', seeds });
    validateFamily(family);
    expect(family.fragments.count).toBeGreaterThan(5);
    before.forEach((f, i) => {
      if (f === 0) expect(family.label[i]).toBe(0);
    });
  });
});

describe('scatterSeeds', () => {
  it('spreads seeds evenly through a fragment: the mean of many is its centroid', () => {
    const family = createFamily(ball);
    applyPattern(createChanges(ball), family, 0, { kind: 'slice', normal: [0, 1, 0], offset: 0.1 });
    const seeds = scatterSeeds(family, 1, { count: 4000, seed: 3 });
    extractFragment(mesh, family, 1);
    measureMass(mass, 0, mesh);
    for (let d = 0; d < 3; d++) {
      const mean = seeds.reduce((sum, x, k) => (k % 3 === d ? sum + x : sum), 0) / 4000;
      expect(Math.abs(mean - mass[1 + d])).toBeLessThan(0.02);
    }
    for (let s = 0; s < 4000; s++) if (!(seeds[3 * s + 1] > 0.1 - 0.01)) throw new Error('a seed is outside');
    expect(scatterSeeds(family, 1, { count: 4000, seed: 3 })).toEqual(seeds);
    expect(scatterSeeds(family, 1, { count: 4000, seed: 4 })).not.toEqual(seeds);
  });

  it('gathers seeds around an impact', () => {
    const point = [0.5, 0, 0];
    const near = (seeds: number[]) => {
      let count = 0;
      for (let s = 0; s < seeds.length; s += 3) {
        if (Math.hypot(seeds[s] - 0.5, seeds[s + 1], seeds[s + 2]) < 0.2) count++;
      }
      return count / (seeds.length / 3);
    };
    const family = createFamily(ball);
    const even = near(scatterSeeds(family, 0, { count: 1000 }));
    const dense = near(scatterSeeds(family, 0, { count: 1000, impact: { point, radius: 0.1 } }));
    expect(even).toBeLessThan(0.05);
    expect(dense).toBeGreaterThan(0.4);
    expect(dense).toBeLessThan(0.95); // a few everywhere
  });
});

describe('radial', () => {
  it('breaks a plate into a hub, sectors and arcs', () => {
    const pattern = createRadial({
      center: [0, 0, 0],
      axis: [0, 1, 0],
      radius: 0.45,
      rays: 7,
      rings: 2,
      hub: 0.1,
    });
    expect(pattern.angles.length).toBe(7);
    const family = breakWhole(plate, pattern);
    // A hub, 7 sectors, each with two arcs: 22 cells, of which corners of the square may make more.
    expect(family.fragments.count).toBeGreaterThanOrEqual(20);
    expect(family.fragments.count).toBeLessThan(32);
    const hub = new Set<number>();
    for (let i = 0; i < plate.nodeCount; i++) {
      const r = Math.hypot(plate.positions[3 * i], plate.positions[3 * i + 2]);
      if (r < 0.1) hub.add(family.label[i]);
    }
    expect(hub.size).toBe(1);
  });

  it('without hub, rings and jitter cuts a plate into equal sectors, wide ones too', () => {
    for (const rays of [2, 3, 8]) {
      const pattern = createRadial({
        center: [0, 0, 0],
        axis: [0, -3, 0],
        radius: 1,
        rays,
        rings: 0,
        hub: 0,
        jitter: 0,
      });
      const family = breakWhole(plate, pattern, 4);
      expect(family.fragments.count).toBe(rays);
      const angle = Array.from({ length: rays }, () => new Set<number>());
      for (let i = 0; i < plate.nodeCount; i++) {
        // The axis is −y: of x, y and z the first is least along it, so angles run from x towards axis × x = z.
        const turn = Math.atan2(plate.positions[3 * i + 2], plate.positions[3 * i]) / (2 * Math.PI);
        const at = (((turn - 0.5 / rays) % 1) + 1) % 1;
        const sector = at * rays;
        if (Math.abs(sector - Math.round(sector)) > 0.2) angle[Math.floor(sector)].add(family.label[i]);
      }
      for (const labels of angle) expect(labels.size).toBe(1);
    }
  });

  it('keeps its order whatever the jitter and seed (seeds 1 to 50)', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const pattern = createRadial({
        center: [0, 0, 0],
        axis: [0, 1, 0],
        radius: 1,
        rings: 6,
        jitter: 1,
        seed,
      });
      for (const list of [pattern.angles, ...pattern.rings]) {
        for (let k = 1; k < list.length; k++) expect(list[k]).toBeGreaterThan(list[k - 1]);
      }
    }
  });
});

describe('labels', () => {
  it('makes a fragment of every connected set of equal numbers, cut halfway', () => {
    const labels = Array.from({ length: ball.nodeCount }, (_, i) => {
      const [x, y, z] = ball.positions.subarray(3 * i);
      return 100 * (x > 0.1 ? 1 : 0) + 10 * (y > -0.05 ? 1 : 0) - (z > 0.2 ? 7 : 0);
    });
    const family = breakWhole(ball, { kind: 'labels', labels });
    expect(family.fragments.count).toBeGreaterThanOrEqual(new Set(labels).size);
    for (let e = 0; e < ball.edgeCount; e++) {
      const [a, b] = ball.edgeNode.subarray(2 * e);
      if (family.cutEvent[e] >= 0 !== (labels[a] !== labels[b])) throw new Error(`edge ${e}`);
      if (family.cutEvent[e] >= 0) expect(family.cutAt[e]).toBe(0.5);
    }
  });
});

describe('patterns refuse', () => {
  const changes = createChanges(ball);
  const family = createFamily(ball);
  const radial = createRadial({ center: [0, 0, 0], axis: [0, 1, 0], radius: 1 });
  const bad: [unknown, string][] = [
    [{ kind: 'spiral' }, "pattern.kind is 'spiral'"],
    [{ kind: 'slice', normal: [0, 0, 0], offset: 0 }, 'normal is (0, 0, 0)'],
    [{ kind: 'slice', normal: [0, 1], offset: 0 }, 'normal has 2 numbers'],
    [{ kind: 'slice', normal: [0, 1, Number.NaN], offset: 0 }, 'normal holds NaN'],
    [{ kind: 'slice', normal: [0, 1, 0], offset: Number.NaN }, 'offset holds NaN'],
    [{ kind: 'voronoi', seeds: [] }, 'seeds has 0 numbers'],
    [{ kind: 'voronoi', seeds: [1, 2] }, 'seeds has 2 numbers'],
    [{ kind: 'voronoi', seeds: [1, 2, Number.NaN] }, 'seeds holds NaN'],
    [{ kind: 'labels', labels: [1, 2] }, 'labels has 2 numbers'],
    [{ kind: 'labels', labels: new Array(ball.nodeCount).fill(0.5) }, 'labels holds 0.5'],
    [{ ...radial, hub: -1 }, 'hub is -1'],
    [{ ...radial, angles: [1] }, 'two rays or more'],
    [{ ...radial, rings: [] }, 'a list for each ray'],
    [{ ...radial, angles: [0, 7], rings: [[], []] }, 'rays within one turn'],
    [{ ...radial, angles: [2, 1], rings: [[], []] }, 'ascending numbers'],
  ];
  for (const [pattern, message] of bad) {
    it(message, () => {
      expect(() => applyPattern(changes, family, 0, pattern as Pattern)).toThrow(message);
      expect(family.fragments.count).toBe(1);
    });
  }

  it('options out of range', () => {
    const base = { center: [0, 0, 0], axis: [0, 1, 0], radius: 1 };
    expect(() => createRadial({ ...base, radius: 0 })).toThrow('radius is 0');
    expect(() => createRadial({ ...base, hub: 1 })).toThrow('hub is 1');
    expect(() => createRadial({ ...base, rays: 1 })).toThrow('rays is 1');
    expect(() => createRadial({ ...base, rings: -1 })).toThrow('rings is -1');
    expect(() => createRadial({ ...base, jitter: 2 })).toThrow('jitter is 2');
    expect(() => scatterSeeds(family, 0, { count: 0 })).toThrow('count is 0');
    expect(() => scatterSeeds(family, 1, { count: 1 })).toThrow('no fragment 1');
    const impact = { point: [0, 0, 0], radius: 0 };
    expect(() => scatterSeeds(family, 0, { count: 1, impact })).toThrow('impact.radius is 0');
  });
});
