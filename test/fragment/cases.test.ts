// Every way in which cuts can divide one tet, against the clipper: a solid of a single tet, in every order of nodes.

import { describe, expect, it } from 'vitest';
import {
  CASE_CORNER,
  CASE_COUNT,
  CASE_KIND,
  CASE_SIDE,
  classifyTet,
  EDGE_BETWEEN,
  KIND_BPP,
} from '../../src/fragment/cases.ts';
import { createChanges } from '../../src/fragment/changes.ts';
import { createFragmentMesh, extractFragment } from '../../src/fragment/extract.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import { locateCorner, locateInTet } from '../../src/fragment/locate.ts';
import { MASS_SIZE, measureMass } from '../../src/fragment/mass.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { buildFamilyTopology } from '../../src/fragment/topology.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { clipTet } from './clip.ts';
import { countOpen } from './measure.ts';
import { createCutPlanes, cutPlanes } from './planes.ts';
import { createSolid } from './solids.ts';

/** A random tet cut in up to three random ways. */
function createCutTet(seed: number): Family {
  const random = createRandom(seed);
  const points = Array.from({ length: 12 }, () => nextFloat(random));
  const topology = buildFamilyTopology(createSolid(points, [0, 1, 2, 3]));
  const family = createFamily(topology);
  const changes = createChanges(topology);
  const cuts = Math.ceil(6 * nextFloat(random) ** 2);
  for (let k = 0; k < cuts; k++) {
    const fragment = family.label[Math.floor(4 * nextFloat(random))];
    const phi = Float64Array.from({ length: 4 }, () => 2 * nextFloat(random) - 1);
    splitFragment(changes, family, fragment, phi);
  }
  validateFamily(family);
  return family;
}

const tets = Array.from({ length: 2500 }, (_, k) => createCutTet(100 + k)).filter(
  (family) => family.topology.volume > 1e-4,
);
const mesh = createFragmentMesh();
const mass = new Float64Array(MASS_SIZE);
const planes = createCutPlanes();

describe('a tet cut in every way (seeds 100 to 2599)', () => {
  it('all 41 cases occur', () => {
    expect(CASE_KIND.length).toBe(CASE_COUNT);
    expect(Math.max(...CASE_KIND)).toBe(KIND_BPP);
    expect(new Set(tets.map((family) => family.cutCase[0])).size).toBe(CASE_COUNT);
  });

  it('corners of a case are an even permutation', () => {
    for (let c = 0; c < CASE_COUNT; c++) {
      const p = CASE_CORNER.subarray(4 * c, 4 * c + 4);
      let sign = 1;
      for (let a = 0; a < 4; a++) for (let b = a + 1; b < 4; b++) sign *= Math.sign(p[b] - p[a]);
      expect(sign).toBe(1);
    }
  });

  it('sides, volumes, centroids and crack areas are those of the clipper', () => {
    const worst = { sides: 0, open: 0, volume: 0, area: 0, centroid: 0, sum: 0 };
    for (const family of tets) {
      const { topology, label, cutCase, cutEvent } = family;
      if (cutCase[0] !== classifyTet(cutEvent, topology.tetEdge, 0)) worst.sides++;
      let total = 0;
      for (const part of clipTet(family, 0)) {
        const corner = part.corners[0];
        if (CASE_SIDE[4 * cutCase[0] + corner] !== part.corners.reduce((m, a) => m | (1 << a), 0))
          worst.sides++;
        extractFragment(mesh, family, label[topology.tetNode[corner]]);
        measureMass(mass, 0, mesh);
        worst.open += countOpen(mesh);
        worst.volume = Math.max(worst.volume, Math.abs(mass[0] / topology.volume - part.volume));
        worst.area = Math.max(worst.area, Math.abs(mesh.crackArea - part.crackArea));
        part.centroid.forEach((x, d) => {
          worst.centroid = Math.max(worst.centroid, Math.abs(mass[1 + d] - x) * part.volume);
        });
        total += mass[0];
      }
      worst.sum = Math.max(worst.sum, Math.abs(total / topology.volume - 1));
    }
    expect([worst.sides, worst.open]).toEqual([0, 0]);
    expect(Math.max(worst.volume, worst.area, worst.sum)).toBeLessThan(1e-12);
    expect(worst.centroid).toBeLessThan(1e-11);
  });

  it('a point is located on the side whose planes it is behind, and in no other', () => {
    const random = createRandom(7);
    const bary = new Float64Array(4);
    let wrong = 0;
    let doubtful = 0;
    for (const family of tets) {
      const { topology, label } = family;
      for (let k = 0; k < 10; k++) {
        let sum = 0;
        for (let c = 0; c < 4; c++) sum += bary[c] = -Math.log(1 - nextFloat(random));
        for (let c = 0; c < 4; c++) bary[c] /= sum;
        const found = locateInTet(family, 0, bary, 0);
        if (label[topology.tetNode[locateCorner(family, 0, bary, 0)]] !== found) wrong++;
        for (let f = 0; f < family.fragments.count; f++) {
          const reach = outside(family, f, bary);
          if (Math.abs(reach) < 1e-12) doubtful++;
          else if (reach < 0 !== (f === found)) wrong++;
        }
      }
    }
    expect([wrong, doubtful]).toEqual([0, 0]);
  });

  it('planes are unit, pass through the cuts of their event, and name what lies across', () => {
    let worst = 0;
    let wrong = 0;
    for (const family of tets) {
      const { topology, label, cutEvent, cutCase } = family;
      for (let f = 0; f < family.fragments.count; f++) {
        const count = cutPlanes(planes, family, 0, f);
        if (count !== planes.count || count > 3 || (count === 0) !== (cutCase[0] === 0)) wrong++;
        extractFragment(mesh, family, f);
        for (let n = 0; n < count; n++) {
          // The fragment is behind each of its planes and touches it.
          let highest = -Infinity;
          for (let v = 0; v < mesh.vertexCount; v++)
            highest = Math.max(highest, height(n, mesh.positions, 3 * v));
          worst = Math.max(worst, Math.abs(highest));
          const [x, y, z] = planes.plane.subarray(4 * n);
          worst = Math.max(worst, Math.abs(Math.hypot(x, y, z) - 1));
          for (let c = 0; c < 4; c++) {
            const node = topology.tetNode[c];
            if (((planes.across[n] >> c) & 1) === 0) continue;
            if (label[node] === f || !(height(n, topology.positions, 3 * node) > 0)) wrong++;
            const own = [0, 1, 2, 3].find((a) => label[topology.tetNode[a]] === f) as number;
            if (cutEvent[topology.tetEdge[EDGE_BETWEEN[4 * own + c]]] !== planes.event[n]) wrong++;
          }
        }
      }
      if (cutPlanes(planes, family, 0, 99) !== -1) wrong++;
    }
    expect(wrong).toBe(0);
    expect(worst).toBeLessThan(1e-12);
  });
});

/** How far a point lies outside the part of a fragment: the largest height over its planes, −1 if it has none. */
function outside(family: Family, fragment: number, bary: Float64Array): number {
  const { positions, tetNode } = family.topology;
  const p = new Float64Array(3);
  for (let d = 0; d < 3; d++) for (let c = 0; c < 4; c++) p[d] += bary[c] * positions[3 * tetNode[c] + d];
  const count = cutPlanes(planes, family, 0, fragment);
  let reach = -1;
  for (let n = 0; n < count; n++) reach = Math.max(reach, height(n, p, 0));
  return reach;
}

function height(n: number, p: Float64Array, at: number): number {
  const [x, y, z, d] = planes.plane.subarray(4 * n, 4 * n + 4);
  return x * p[at] + y * p[at + 1] + z * p[at + 2] - d;
}
