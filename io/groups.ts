// Groups as files name them (objects, materials, primitives, solids), numbered in order of first appearance.

import { InputError } from '../src/work/error.ts';

export interface Groups {
  readonly number: Map<string, number>;
  readonly triangle: Uint16Array; // the group of each triangle
}

/** No groups yet, and every triangle in group 0. */
export function createGroups(triangleCount: number): Groups {
  return { number: new Map(), triangle: new Uint16Array(triangleCount) };
}

/** The number of a group, a new one for a new key. */
export function groupOf(groups: Groups, key: string, name: string): number {
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
  return group;
}

/** The group of each triangle, or null when all share one. */
export function listGroups(groups: Groups): Uint16Array | null {
  return groups.number.size > 1 ? groups.triangle : null;
}
