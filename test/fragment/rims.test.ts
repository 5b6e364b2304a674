import { describe, expect, it } from 'vitest';
import { type Changes, clearChanges, createChanges } from '../../src/fragment/changes.ts';
import {
  type CrackFaces,
  createCrackFaces,
  makeFaces,
  updateCrackFaces,
} from '../../src/fragment/crack-faces.ts';
import { createFragmentMesh, extractShape, type FragmentMesh } from '../../src/fragment/extract.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { buildSharpRuns, createRims, type Rims, resetRims, updateRims } from '../../src/fragment/rims.ts';
import { scatterSeeds } from '../../src/fragment/scatter.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import type { FamilyTopology } from '../../src/fragment/topology.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { findSharpEdges } from '../../src/mesh/sharp-edges.ts';
import { findGarbage } from '../support/allocation.ts';
import { cross, dot, pointAt, sub } from '../support/brute.ts';
import { setBumpy, topologyOf } from './solids.ts';

const ANGLE = 30;
const COSINE = Math.cos((ANGLE * Math.PI) / 180);

function sharpRuns(topology: FamilyTopology, angle = ANGLE) {
  return buildSharpRuns(topology, findSharpEdges(topology.positions, topology.triangle, angle), angle);
}

/** The crack faces of a family, made anew. */
function facesOf(family: Family): CrackFaces {
  const faces = createCrackFaces(family.topology.tetCount);
  const cut = Uint32Array.from(family.cutCase.keys()).filter((t) => family.cutCase[t] > 0);
  makeFaces(faces, family, cut, cut.length);
  return faces;
}

/** What a collider does with changes. */
function update(rims: Rims, family: Family, changes: Changes, faces: CrackFaces): void {
  updateCrackFaces(faces, family, changes);
  updateRims(rims, family, changes, faces);
}

interface Edge {
  readonly cosine: number; // of the angle between its triangles
  readonly length: number;
  readonly convex: boolean;
  readonly thin: boolean; // whether a triangle is so thin that its normal is noise
}

const nameOf = (p: ArrayLike<number>, at: number, q: ArrayLike<number>, to: number) =>
  [`${p[at]},${p[at + 1]},${p[at + 2]}`, `${q[to]},${q[to + 1]},${q[to + 2]}`].sort().join(' ');

/** The edges of a closed mesh by the positions of their ends, the slow and obvious way. */
function listEdges({ positions, indices, triangleCount }: FragmentMesh, size: number): Map<string, Edge> {
  const halves = new Map<string, number>();
  for (let h = 0; h < 3 * triangleCount; h++) {
    halves.set(`${indices[h]} ${indices[h % 3 === 2 ? h - 2 : h + 1]}`, h);
  }
  const normalOf = (t: number) => {
    const [a, b, c] = [0, 1, 2].map((k) => pointAt(positions, 3 * indices[t + k]));
    const n = cross(sub(b, a), sub(c, a));
    const area = Math.hypot(...n);
    const longest = Math.max(Math.hypot(...sub(b, a)), Math.hypot(...sub(c, b)), Math.hypot(...sub(a, c)));
    return { n: n.map((x) => x / area) as typeof n, thin: !(area > 1e-7 * size * longest) };
  };
  const edges = new Map<string, Edge>();
  for (const [name, h] of halves) {
    const [a, b] = name.split(' ').map(Number);
    if (a > b) continue;
    const g = halves.get(`${b} ${a}`);
    if (g === undefined) throw new Error('open');
    const s = normalOf(h - (h % 3));
    const t = normalOf(g - (g % 3));
    const tip = pointAt(positions, 3 * indices[g % 3 === 0 ? g + 2 : g - 1]);
    edges.set(nameOf(positions, 3 * a, positions, 3 * b), {
      cosine: dot(s.n, t.n),
      length: Math.hypot(...sub(pointAt(positions, 3 * a), pointAt(positions, 3 * b))),
      convex: dot(s.n, sub(tip, pointAt(positions, 3 * a))) < 0,
      thin: s.thin || t.thin,
    });
  }
  return edges;
}

/** The edges of a fragment as rims has them. */
function listRims(rims: Rims, family: Family, label: number): Map<string, number> {
  const found = new Map<string, number>();
  family.label.forEach((of, i) => {
    if (of !== label) return;
    for (let s = rims.first[i]; s >= 0; s = rims.next[s]) {
      const name = nameOf(rims.end, 6 * s, rims.end, 6 * s + 3);
      if (found.has(name)) throw new Error(`${name} is there twice`);
      found.set(name, s);
    }
  });
  return found;
}

/** Compares the lists of all fragments with the convex edges of their surfaces that count; returns how many there are. */
function compare(
  rims: Rims,
  family: Family,
  cosine = COSINE,
  dip = Infinity,
): { edges: number; doubtful: number } {
  // How deep an equally long edge can cross it at its middle, of half its length: the tangent of half its angle.
  const excess = ({ cosine: c, length }: Edge) =>
    Math.max(cosine - c, dip < Infinity ? 0.5 * length * Math.sqrt((1 - c) / (1 + c)) - dip : -1);
  const mesh = createFragmentMesh();
  let edges = 0;
  let doubtful = 0;
  for (let label = 0; label < family.fragments.count; label++) {
    extractShape(mesh, family, label);
    const all = listEdges(mesh, family.topology.meanScale);
    const found = listRims(rims, family, label);
    for (const [name, edge] of all) {
      const unsure = edge.thin || Math.abs(excess(edge)) < 1e-6;
      if (unsure) doubtful++;
      else if (excess(edge) > 0 && edge.convex && !found.has(name)) throw new Error(`${name} is missing`);
    }
    for (const [name, slot] of found) {
      const edge = all.get(name);
      if (!edge) throw new Error(`${name} is no edge of fragment ${label}`);
      // Of an edge of the whole that counted, what is left once it was cut counts too.
      const cut = dip < Infinity && rims.index[slot] < rims.firstCrack;
      const sharp = edge.convex && (cut || excess(edge) > -1e-6);
      if (!edge.thin && !sharp) throw new Error(`${name} is a groove, or flat`);
      edges++;
    }
  }
  return { edges, doubtful };
}

/** Everything that must be so whatever the shape. */
function validate(rims: Rims, family: Family): void {
  const { topology } = family;
  const { positions, nodeCount } = topology;
  const seen = new Set<number>();
  for (let i = 0; i < nodeCount; i++) {
    let last = -1;
    for (let s = rims.first[i]; s >= 0; s = rims.next[s]) {
      if (rims.owner[s] !== i) throw new Error('in the list of another node');
      if (!(rims.index[s] > last)) throw new Error('not ascending');
      last = rims.index[s];
      if (seen.has(last)) throw new Error('an index twice');
      seen.add(last);
      const far = [0, 3].map((k) =>
        Math.hypot(...[0, 1, 2].map((d) => rims.end[6 * s + k + d] - positions[3 * i + d])),
      );
      if (!(Math.abs(rims.reach[s] - Math.max(...far)) < 1e-12)) throw new Error('a wrong reach');
      if (!(rims.reach[s] <= topology.reach[i] * (1 + 1e-12)))
        throw new Error('further than the tets around');
    }
  }
}

/** The lists as they are read, slots left out. */
function readLists(rims: Rims): number[][] {
  return [...rims.first].map((first) => {
    const list: number[] = [];
    for (let s = first; s >= 0; s = rims.next[s]) {
      list.push(rims.index[s], rims.reach[s], ...rims.end.subarray(6 * s, 6 * s + 6));
    }
    return list;
  });
}

describe('rims', () => {
  it('hold the convex sharp edges of a whole', () => {
    const topology = topologyOf('crate');
    const family = createFamily(topology);
    const faces = facesOf(family);
    const rims = createRims(sharpRuns(topology), family, faces);
    validate(rims, family);
    const { edges } = compare(rims, family);
    expect(edges).toBe(rims.sharp.count);
    let length = 0;
    for (const s of listRims(rims, family, 0).values()) {
      length += Math.hypot(...[0, 1, 2].map((d) => rims.end[6 * s + d] - rims.end[6 * s + 3 + d]));
    }
    expect(length).toBeCloseTo(4 * (1 + 0.6 + 0.8), 12);
    const ball = createFamily(topologyOf('ball'));
    expect(createRims(sharpRuns(ball.topology), ball, facesOf(ball)).count).toBe(0);
  });

  it.each([
    ['crate', 4, 1],
    ['crate', 24, 2],
    ['ball', 40, 3],
    ['slab', 30, 4],
    ['bunny', 40, 5],
  ] as const)('of a %s after %d bumpy cuts are its sharp convex edges (seed %d)', (name, cuts, seed) => {
    const topology = topologyOf(name);
    const family = createFamily(topology);
    const faces = facesOf(family);
    const rims = createRims(sharpRuns(topology), family, faces);
    const changes = createChanges(topology);
    const random = createRandom(seed);
    const phi = new Float64Array(topology.nodeCount);
    for (let k = 0; k < cuts; k++) {
      const fragment = family.label[Math.floor(nextFloat(random) * topology.nodeCount)];
      setBumpy(phi, family, fragment, random);
      splitFragment(changes, family, fragment, phi);
      if (k % 3 === 1) continue; // some updates take two splits
      update(rims, family, changes, faces);
      clearChanges(changes);
    }
    update(rims, family, changes, faces);
    validate(rims, family);
    const { edges, doubtful } = compare(rims, family);
    expect(edges).toBeGreaterThan(100);
    expect(doubtful).toBeLessThan(0.02 * edges + 20);
    const anew = createRims(rims.sharp, family, facesOf(family));
    expect(readLists(anew)).toEqual(readLists(rims));
    resetRims(rims, family, faces);
    expect(readLists(rims)).toEqual(readLists(anew));
  });

  it('of Voronoi cells are covered, at other angles too (seed 6)', () => {
    for (const angle of [10, 60, 100]) {
      const topology = topologyOf('crate');
      const family = createFamily(topology);
      const faces = facesOf(family);
      const rims = createRims(sharpRuns(topology, angle), family, faces);
      const changes = createChanges(topology);
      applyPattern(changes, family, 0, {
        kind: 'voronoi',
        seeds: scatterSeeds(family, 0, { count: 12, seed: 6 }),
      });
      update(rims, family, changes, faces);
      validate(rims, family);
      const { edges } = compare(rims, family, Math.cos((angle * Math.PI) / 180));
      expect(edges).toBeGreaterThan(20);
    }
  });

  it('count while blunt where a long edge can cross them deeply (seed 9)', () => {
    let sharp = 0;
    let all = 0;
    for (const [name, dip] of [
      ['crate', 0.01],
      ['bunny', 0.0005],
      ['ball', 0.02],
    ] as const) {
      const topology = topologyOf(name);
      const found = findSharpEdges(topology.positions, topology.triangle, ANGLE, dip);
      for (const more of [Infinity, dip]) {
        const edges = more < Infinity ? found : findSharpEdges(topology.positions, topology.triangle, ANGLE);
        const family = createFamily(topology);
        const faces = facesOf(family);
        const rims = createRims(buildSharpRuns(topology, edges, ANGLE, more), family, faces);
        const changes = createChanges(topology);
        const random = createRandom(9);
        const phi = new Float64Array(topology.nodeCount);
        for (let k = 0; k < 12; k++) {
          const fragment = family.label[Math.floor(nextFloat(random) * topology.nodeCount)];
          setBumpy(phi, family, fragment, random);
          clearChanges(changes);
          splitFragment(changes, family, fragment, phi);
          update(rims, family, changes, faces);
        }
        validate(rims, family);
        const count = compare(rims, family, COSINE, more).edges;
        if (more < Infinity) all += count;
        else sharp += count;
      }
    }
    expect(all).toBeGreaterThan(sharp + 100);
  });

  it('keep their index and place while others break (seed 7)', () => {
    const topology = topologyOf('slab');
    const family = createFamily(topology);
    const faces = facesOf(family);
    const rims = createRims(sharpRuns(topology), family, faces);
    const changes = createChanges(topology);
    const random = createRandom(7);
    const phi = new Float64Array(topology.nodeCount);
    let kept = 0;
    for (let k = 0; k < 30; k++) {
      const before = readLists(rims);
      const labels = family.label.slice();
      const fragment = family.label[Math.floor(nextFloat(random) * topology.nodeCount)];
      setBumpy(phi, family, fragment, random);
      clearChanges(changes);
      splitFragment(changes, family, fragment, phi);
      update(rims, family, changes, faces);
      const after = readLists(rims);
      before.forEach((list, i) => {
        if (labels[i] === fragment) return;
        expect(after[i]).toEqual(list);
        kept += list.length;
      });
    }
    expect(kept).toBeGreaterThan(1000);
  });

  it('give their slots back: no growth over a life of cuts and returns', () => {
    const topology = topologyOf('crate');
    const changes = createChanges(topology);
    const whole = createFamily(topology);
    const family = createFamily(topology);
    const faces = facesOf(family);
    const rims = createRims(sharpRuns(topology), family, faces);
    const pattern = { kind: 'voronoi' as const, seeds: scatterSeeds(family, 0, { count: 8, seed: 8 }) };
    applyPattern(changes, family, 0, pattern);
    update(rims, family, changes, faces);
    const { count } = rims;
    resetRims(rims, whole, facesOf(whole));
    expect(readLists(rims)).toEqual(readLists(createRims(rims.sharp, whole, facesOf(whole))));
    resetRims(rims, family, faces);
    expect(rims.count).toBe(count);
    const garbage = findGarbage(20, () => {
      for (let k = 0; k < 20; k++) updateRims(rims, family, changes, faces);
    });
    expect(rims.count).toBe(count);
    expect(garbage).toEqual([]);
  });

  it('refuse sharp edges of another surface', () => {
    const topology = topologyOf('ball');
    const other = topologyOf('crate');
    const edges = findSharpEdges(other.positions, other.triangle, ANGLE);
    expect(() => buildSharpRuns(topology, edges)).toThrow(/is no edge of the tets/);
  });
});
