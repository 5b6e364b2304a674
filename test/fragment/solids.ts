// Solids to cut, and cuts to try on them.

import { createRequire } from 'node:module';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { buildFamilyTopology, type FamilyTopology, type SolidParts } from '../../src/fragment/topology.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { buildTetAdjacency, createTetMesh, extractBoundary } from '../../src/mesh/tet-mesh.ts';
import { tetrahedralise } from '../../src/mesh/tetrahedralise/tetrahedralise.ts';
import { createTriangleMesh, type TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

function fill(mesh: TriangleMesh, spacing: number): SolidParts {
  const { solid, failure } = finishWork(tetrahedralise(mesh, { spacing }));
  if (!solid) throw new Error(failure.message);
  return solid;
}

/** A ball of radius 0.5, 720 triangles. */
export const createBall = (): SolidParts => fill(createSphere({ frequency: 6 }), 0.12);

/** A box with UVs, normals, colours and two groups: the colour of a corner is where it lies. */
export function createCrate(): SolidParts {
  const box = createBox({ size: [1, 0.6, 0.8], edge: 0.15 });
  const corners = [...box.indices].map((v) => [...box.positions.subarray(3 * v, 3 * v + 3)]);
  const normals = corners.map((_, h) => {
    const t = h - (h % 3);
    const axis = [0, 1, 2].find(
      (d) => corners[t][d] === corners[t + 1][d] && corners[t][d] === corners[t + 2][d],
    );
    return [0, 1, 2].map((d) => (d === axis ? Math.sign(corners[t][d]) : 0));
  });
  return fill(
    createTriangleMesh({
      positions: box.positions,
      indices: box.indices,
      uvs: corners.flatMap(([x, y, z]) => [x + 2 * z, y - z]),
      normals: normals.flat(),
      colors: corners.flat(),
      groups: normals.filter((_, h) => h % 3 === 0).map((n) => (n[1] > 0.5 ? 3 : 0)),
    }),
    0.15,
  );
}

/** A plate in the plane y = 0, 1 m wide, 6 cm thick, without attributes. */
export const createSlab = (): SolidParts => fill(createBox({ size: [1, 0.06, 1], edge: 0.07 }), 0.1);

/** The bunny of npm, 3,674 triangles. */
export function createBunny(): SolidParts {
  const bunny: { positions: number[][]; cells: number[][] } = createRequire(import.meta.url)('bunny');
  const mesh = createTriangleMesh({ positions: bunny.positions.flat(), indices: bunny.cells.flat() });
  return fill(mesh, 0.5);
}

/** Tets as they are given, with their boundary. */
export function createSolid(positions: ArrayLike<number>, indices: ArrayLike<number>): SolidParts {
  const tets = createTetMesh(positions, indices);
  const count = tets.positions.length / 3;
  const boundary = extractBoundary(tets.indices, buildTetAdjacency(tets.indices, count));
  const surface = createTriangleMesh({ positions: tets.positions, indices: boundary.indices });
  return { tets, surfaceCount: count, surface };
}

const cache = new Map<string, FamilyTopology>();

export function topologyOf(name: 'ball' | 'crate' | 'slab' | 'bunny'): FamilyTopology {
  const make = { ball: createBall, crate: createCrate, slab: createSlab, bunny: createBunny }[name];
  if (!cache.has(name)) cache.set(name, buildFamilyTopology(make()));
  return cache.get(name) as FamilyTopology;
}

/** A bumpy cut through a random node of the fragment. */
export function setBumpy(phi: Float64Array, family: Family, fragment: number, random: Random): void {
  const { positions, nodeCount } = family.topology;
  const { node, fragments } = family;
  const at = node[fragments.start[fragment] + Math.floor(nextFloat(random) * fragments.nodeCount[fragment])];
  const n = [0, 1, 2].map(() => 2 * nextFloat(random) - 1);
  const length = Math.hypot(...n) || 1;
  const bump = 0.3 * family.topology.meanScale;
  const wave = 2 / family.topology.meanScale;
  for (let i = 0; i < nodeCount; i++) {
    let sum = bump * Math.sin(wave * positions[3 * i]) * Math.cos(wave * positions[3 * i + 1]);
    for (let d = 0; d < 3; d++) sum += ((positions[3 * i + d] - positions[3 * at + d]) * n[d]) / length;
    phi[i] = sum;
  }
}

/** A family after a number of bumpy cuts of random fragments; large ones are cut more often. */
export function cutAtRandom(topology: FamilyTopology, cuts: number, seed: number): Family {
  const family = createFamily(topology);
  const changes = createChanges(topology);
  const random = createRandom(seed);
  const phi = new Float64Array(topology.nodeCount);
  for (let k = 0; k < cuts; k++) {
    const fragment = family.label[Math.floor(nextFloat(random) * topology.nodeCount)];
    setBumpy(phi, family, fragment, random);
    clearChanges(changes);
    splitFragment(changes, family, fragment, phi);
  }
  return family;
}
