import { describe, expect, it } from 'vitest';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { SNAP_LONG, SNAP_SHORT } from '../../src/mesh/constants.ts';
import { weighPoint } from '../../src/mesh/embed.ts';
import { type Cuts, IN, OUT, snapNodes } from '../../src/mesh/stuffing/cut.ts';
import { gatherTets } from '../../src/mesh/stuffing/gather.ts';
import {
  createLattice,
  DIRECTION_MOVE,
  DIRECTIONS,
  type Lattice,
  placeNode,
  reverseDirection,
} from '../../src/mesh/stuffing/lattice.ts';
import { type RawTets, stencilTets } from '../../src/mesh/stuffing/stencil.ts';
import { findPinches, restoreNodes } from '../../src/mesh/stuffing/untangle.ts';
import { buildTetAdjacency, extractBoundary, tetVolume } from '../../src/mesh/tet-mesh.ts';
import { dihedralRange, findFaults } from './stuffing-measure.ts';

/** What the angles were never seen to pass, in a search over labels, snaps and cuts of single tets. */
const LEAST_ANGLE = 9.3;
const MOST_ANGLE = 161.7;

/** A lattice of n cubes a side whose nodes are inside at random, with cuts at random places. */
function randomCuts(lattice: Lattice, random: Random, density: number, edgy: boolean): Cuts {
  const { size } = lattice;
  const nodeCount = 2 * lattice.cubeCount;
  const side = new Int8Array(nodeCount).fill(OUT);
  for (let n = 0; n < nodeCount; n++) {
    const cube = n >> 1;
    const at = [cube % size[0], Math.floor(cube / size[0]) % size[1], Math.floor(cube / (size[0] * size[1]))];
    if (at.every((x, d) => x > 0 && x < size[d] - 1) && nextFloat(random) < density) side[n] = IN;
  }
  const slot = new Int32Array(nodeCount).fill(-1);
  const owner: number[] = [];
  for (let n = 0; n < nodeCount; n++) {
    if (side[n] !== IN) continue;
    slot[n] = owner.length;
    owner.push(n);
  }
  // Half of the cuts at the ends of where cuts may lie, and where snapping begins.
  const special = [0, 1, SNAP_LONG, 1 - SNAP_LONG, SNAP_SHORT, 1 - SNAP_SHORT, 0.24, 0.26, 0.4, 0.42, 0.59];
  const fraction = new Float32Array(DIRECTIONS * owner.length);
  for (let i = 0; i < fraction.length; i++) {
    fraction[i] =
      edgy && nextFloat(random) < 0.7
        ? special[Math.floor(nextFloat(random) * special.length)]
        : nextFloat(random);
  }
  return {
    label: side.slice(),
    side,
    slot,
    owner: Uint32Array.from(owner),
    fraction,
    snap: new Uint8Array(nodeCount),
  };
}

function untangle(lattice: Lattice, cuts: Cuts): { raw: RawTets; rounds: number; restored: number } {
  let restored = 0;
  for (let rounds = 1; ; rounds++) {
    const raw = finishWork(stencilTets(lattice, cuts));
    const indices = raw.indices.subarray(0, 4 * raw.tetCount);
    const boundary = extractBoundary(indices, buildTetAdjacency(indices, raw.nodeCount)).indices;
    const count = restoreNodes(cuts, lattice, findPinches(boundary, raw.nodeCount), raw.origin);
    if (count === 0) return { raw, rounds, restored };
    restored += count;
  }
}

function gatherAll(raw: RawTets) {
  const neighbor = buildTetAdjacency(raw.indices.subarray(0, 4 * raw.tetCount), raw.nodeCount);
  return gatherTets(raw, neighbor, new Int32Array(raw.tetCount), new Set([0]));
}

const lattice = createLattice(Float64Array.of(0, 0, 0, 7, 6, 5), 1);

describe('lattice', () => {
  it('leads along every direction to the node that lies there, and back', () => {
    const here = new Float64Array(3);
    const there = new Float64Array(3);
    const middle = 2 * (4 + lattice.size[0] * (3 + lattice.size[1] * 3));
    for (const node of [middle, middle + 1]) {
      placeNode(here, 0, lattice, node);
      for (let d = 0; d < DIRECTIONS; d++) {
        const other = node + lattice.step[(node & 1) * DIRECTIONS + d];
        placeNode(there, 0, lattice, other);
        for (let x = 0; x < 3; x++) expect(there[x] - here[x]).toBe(DIRECTION_MOVE[3 * d + x]);
        expect(other + lattice.step[(other & 1) * DIRECTIONS + reverseDirection(d)]).toBe(node);
      }
    }
  });

  it('fills space with equal tets, a twelfth of a cube each, without gaps and overlaps (seed 1)', () => {
    const random = createRandom(1);
    const cuts = randomCuts(lattice, random, 1, false);
    cuts.fraction.fill(0.5);
    const raw = finishWork(stencilTets(lattice, cuts));
    const tets = { positions: raw.positions, indices: raw.indices };
    const weights = new Float64Array(4);
    const p = new Float64Array(3);
    for (let k = 0; k < 200; k++) {
      for (let d = 0; d < 3; d++) p[d] = 1.5 + nextFloat(random) * ([7, 6, 5][d] - 3);
      let owners = 0;
      for (let t = 0; t < raw.tetCount; t++) {
        weighPoint(weights, tets, t, p, 0);
        if (Math.min(...weights) <= 0) continue;
        owners++;
        expect(tetVolume(raw.positions, raw.indices, 4 * t)).toBeCloseTo(1 / 12, 12);
      }
      expect(owners).toBe(1);
    }
  });
});

describe('stencils on random lattices (seeds 1 to 24)', () => {
  let least = 180;
  let most = 0;
  let restoredTotal = 0;
  it.each(Array.from({ length: 24 }, (_, i) => i + 1))(
    'conform, are positive and manifold: seed %i',
    (seed) => {
      const density = [0.15, 0.4, 0.6, 0.85][seed % 4];
      const cuts = randomCuts(lattice, createRandom(seed), density, seed % 3 !== 0);
      snapNodes(cuts, lattice);
      const { raw, restored } = untangle(lattice, cuts);
      restoredTotal += restored;
      const { tets, surfaceCount } = gatherAll(raw);
      expect(findFaults(tets, surfaceCount)).toEqual([]);
      const [low, high] = dihedralRange(tets);
      least = Math.min(least, low);
      most = Math.max(most, high);
    },
  );

  it(`keep every dihedral angle between ${LEAST_ANGLE}° and ${MOST_ANGLE}°`, () => {
    expect(least).toBeGreaterThan(LEAST_ANGLE);
    expect(most).toBeLessThan(MOST_ANGLE);
    // The lattices are wild enough to come near those bounds, and to pinch.
    expect(least).toBeLessThan(11);
    expect(most).toBeGreaterThan(155);
    expect(restoredTotal).toBeGreaterThan(100);
  });
});

describe('findPinches', () => {
  const tetra = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  it('finds nothing on a tetrahedron', () => {
    expect([...findPinches(Uint32Array.from(tetra), 4)]).toEqual([0, 0, 0, 0]);
  });
  it('finds the vertex that two tetrahedra share', () => {
    const second = tetra.map((v) => (v === 0 ? 0 : v + 3));
    expect([...findPinches(Uint32Array.from([...tetra, ...second]), 7)]).toEqual([1, 0, 0, 0, 0, 0, 0]);
  });
  it('finds the ends of the edge that two tetrahedra share', () => {
    const second = tetra.map((v) => (v < 2 ? v : v + 2));
    expect([...findPinches(Uint32Array.from([...tetra, ...second]), 6)]).toEqual([1, 1, 0, 0, 0, 0]);
  });
});
