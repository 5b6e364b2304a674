// The slow and obvious sibling of contact queries, and small colliders to try them on.

import { bake } from '../../src/bake/bake.ts';
import { type Collider, createCollider } from '../../src/contact/collider.ts';
import { measureEdge } from '../../src/contact/edge.ts';
import { EDGE_SIZE } from '../../src/contact/edge-place.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { buildSolid } from '../../src/contact/solid.ts';
import { createBreakWork, updateCollider } from '../../src/contact/update.ts';
import { NEAR } from '../../src/field/answer.ts';
import { splitFragment } from '../../src/fragment/split.ts';
import { createRandom, nextFloat, type Random } from '../../src/math/random.ts';
import { createFrame, movePoint, setFrame } from '../../src/math/rigid.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { setBumpy } from '../fragment/solids.ts';

/** Bakes a mesh and makes a whole copy of it. */
export async function createCopy(mesh: TriangleMesh, spacing: number, cells = 32): Promise<Collider> {
  return createCollider(buildSolid(await bake(mesh, { spacing, cells })));
}

/** Another whole copy of the same solid. */
export function copyAgain(collider: Collider): Collider {
  if (collider.solid === null) throw new Error('not a solid');
  return createCollider(collider.solid);
}

/** Cuts random fragments of a copy by bumpy surfaces, in as many fractures. */
export function breakAtRandom(collider: Collider, cuts: number, seed: number): void {
  const { solid, field } = collider;
  if (solid === null || field === null) throw new Error('not a solid');
  const work = createBreakWork(solid);
  const random = createRandom(seed);
  const { nodeCount } = solid.topology;
  const phi = new Float64Array(nodeCount);
  for (let k = 0; k < cuts; k++) {
    const label = field.family.label[Math.floor(nextFloat(random) * nodeCount)];
    setBumpy(phi, field.family, label, random);
    splitFragment(work.changes, field.family, label, phi);
    updateCollider(work, collider);
  }
}

/** The living fragments of a collider. */
export function labelsOf(collider: Collider): number[] {
  const { forest } = collider;
  if (forest === null) return [0];
  return [...forest.root.keys()].filter((label) => forest.root[label] >= 0);
}

/** A frame with a random turn; its translation is to be set. */
export function createTurned(random: Random): Float64Array {
  const pose = new Float64Array(7);
  for (let d = 3; d < 7; d++)
    pose[d] = nextFloat(random) + nextFloat(random) - nextFloat(random) - nextFloat(random);
  const frame = createFrame();
  setFrame(frame, pose, 0);
  return frame;
}

/** A frame that only shifts. */
export function createShift(x: number, y: number, z: number): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, x, y, z);
}

export interface BruteContact {
  readonly index: number;
  readonly distance: number;
  readonly normal: readonly number[];
}

/** Every point of a fragment's surface whose distance is below the tolerance, by index. */
export function bruteContacts(
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
  tolerance: number,
  sealed = true,
): BruteContact[] {
  const { forest, position } = A;
  if (forest === null) return [];
  const contacts: BruteContact[] = [];
  const p = new Float64Array(3);
  const out = new Float64Array(4);
  const reach = Float64Array.of(tolerance, tolerance);
  for (let i = 0; i < forest.pointCount; i++) {
    if (forest.fragment[i] !== labelA || (i >= A.surfaceCount && i < forest.baseCount)) continue;
    movePoint(p, 0, frame, position, 3 * i);
    if (measureCollider(out, B, labelB, p, 0, reach, sealed) !== NEAR || !(out[0] < tolerance)) continue;
    contacts.push({ index: i, distance: out[0], normal: [...out.subarray(1, 4)] });
  }
  return contacts;
}

export interface BruteEdge {
  readonly index: number;
  readonly distance: number;
  readonly ends: readonly number[]; // in the frame of the field
  readonly reach: number;
}

/** Every sharp edge of a fragment whose least distance is below the tolerance. */
export function bruteEdges(
  A: Collider,
  labelA: number,
  B: Collider,
  labelB: number,
  frame: Float64Array,
  tolerance: number,
): BruteEdge[] {
  const { rims, forest } = A;
  if (rims === null || forest === null) return [];
  const edges: BruteEdge[] = [];
  const ends = new Float64Array(6);
  const out = new Float64Array(EDGE_SIZE);
  const reach = Float64Array.of(tolerance, tolerance);
  for (let node = 0; node < forest.baseCount; node++) {
    if (forest.fragment[node] !== labelA) continue;
    for (let slot = rims.first[node]; slot >= 0; slot = rims.next[slot]) {
      movePoint(ends, 0, frame, rims.end, 6 * slot);
      movePoint(ends, 3, frame, rims.end, 6 * slot + 3);
      if (measureEdge(out, B, labelB, ends, 0, reach, true, true) !== NEAR || !(out[0] < tolerance)) continue;
      edges.push({ index: rims.index[slot], distance: out[0], ends: [...ends], reach: rims.reach[slot] });
    }
  }
  return edges;
}
