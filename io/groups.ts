// Groups as files name them (objects, materials, primitives, solids), numbered in order of first appearance.

import { InputError } from '../src/job/error.ts';

export interface Groups {
  readonly number: Map<string, number>;
  readonly triangle: number[]; // the group of each triangle so far
}

export function createGroups(): Groups {
  return { number: new Map(), triangle: [] };
}

/** Puts the next `count` triangles into the group of this key. */
export function addTriangles(groups: Groups, key: string, count: number, name: string): void {
  let group = groups.number.get(key);
  if (group === undefined) {
    group = groups.number.size;
    if (group > 0xffff) {
      throw new InputError(
        'too-large',
        `${name} has more than 65,536 groups: merge objects or materials before exporting`,
      );
    }
    groups.number.set(key, group);
  }
  for (let i = 0; i < count; i++) groups.triangle.push(group);
}

/** The group of each triangle, or null when all share one. */
export function listGroups(groups: Groups): Uint16Array | null {
  return groups.number.size > 1 ? Uint16Array.from(groups.triangle) : null;
}
