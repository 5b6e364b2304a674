// The views of worlds, in the order in which the page shows them.

import { contacts, rejected } from './contacts.ts';
import { cracks } from './cracks.ts';
import { islands } from './islands.ts';
import { occupancy } from './occupancy.ts';
import { slice } from './slice.ts';
import { spheres } from './spheres.ts';
import { swept } from './swept.ts';
import type { View, ViewData, ViewWishes } from './view.ts';

export const views: readonly View[] = [contacts, rejected, spheres, slice, occupancy, islands, cracks, swept];

/** The wanted ones of these views; those of other kinds of scenes are passed over. */
export function computeViews<Subject>(
  list: readonly View<Subject>[],
  subject: Subject,
  wishes: ViewWishes,
): Record<string, ViewData> {
  const found: Record<string, ViewData> = {};
  for (const { name, compute } of list) {
    if (Object.hasOwn(wishes, name)) found[name] = compute(subject, wishes[name]);
  }
  return found;
}
