// Slow, obvious measures of fragments.

import { createHash } from 'node:crypto';
import type { FragmentMesh } from '../../src/fragment/extract.ts';
import type { Family } from '../../src/fragment/family.ts';
import { clipTet } from './clip.ts';

/** Directed edges that are not met exactly once by their reverse. */
export function countOpen(mesh: FragmentMesh): number {
  const seen = new Map<number, number>();
  for (let h = 0; h < 3 * mesh.triangleCount; h++) {
    const next = h % 3 === 2 ? h - 2 : h + 1;
    const key = mesh.indices[h] * 1e8 + mesh.indices[next];
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  let open = 0;
  for (const [key, count] of seen) {
    const back = (key % 1e8) * 1e8 + Math.floor(key / 1e8);
    if (count !== 1 || seen.get(back) !== 1) open++;
  }
  return open;
}

/** Volume and crack area of every fragment by clipping all tets. */
export function sumParts(family: Family): { volume: Float64Array; area: Float64Array } {
  const { topology, fragments, label } = family;
  const volume = new Float64Array(fragments.count);
  const area = new Float64Array(fragments.count);
  for (let t = 0; t < topology.tetCount; t++) {
    if (family.cutCase[t] === 0) {
      volume[label[topology.tetNode[4 * t]]] += topology.tetVolume[t];
      continue;
    }
    for (const part of clipTet(family, t)) {
      const f = label[topology.tetNode[4 * t + part.corners[0]]];
      volume[f] += part.volume * topology.tetVolume[t];
      area[f] += part.crackArea;
    }
  }
  return { volume, area };
}

/** A hash of the bits of all that was written. */
export function hashMesh(mesh: FragmentMesh): string {
  const { vertexCount, triangleCount, dressed, colored } = mesh;
  const hash = createHash('sha1').update(
    `${vertexCount} ${triangleCount} ${mesh.outerCount} ${mesh.crackArea}`,
  );
  hash.update(mesh.positions.slice(0, 3 * vertexCount)).update(mesh.point.slice(0, vertexCount));
  hash.update(mesh.indices.slice(0, 3 * triangleCount)).update(mesh.origin.slice(0, triangleCount));
  if (dressed) {
    hash.update(mesh.uvs.slice(0, 6 * triangleCount)).update(mesh.normals.slice(0, 9 * triangleCount));
    hash.update(mesh.groups.slice(0, triangleCount));
  }
  if (dressed && colored) hash.update(mesh.colors.slice(0, 9 * triangleCount));
  return hash.digest('hex');
}

/** The state of a family that matters, copied. */
export function copyFamily(family: Family): unknown {
  const { label, cutEvent, cutAt, cutCase, cracked, fragments, events } = family;
  const { count } = fragments;
  return {
    label: label.slice(),
    cutEvent: cutEvent.slice(),
    cutAt: cutAt.slice(),
    cutCase: cutCase.slice(),
    cracked: cracked.slice(),
    parent: fragments.parent.slice(0, count),
    event: fragments.event.slice(0, count),
    changed: fragments.changed.slice(0, count),
    nodeCount: fragments.nodeCount.slice(0, count),
    alive: fragments.alive.slice(0, count),
    fragment: events.fragment.slice(0, events.count),
    first: events.first.slice(0, events.count),
    pieces: events.pieces.slice(0, events.count),
    runs: Array.from({ length: count }, (_, f) =>
      family.node.slice(fragments.start[f], fragments.start[f] + fragments.nodeCount[f]),
    ),
  };
}
