// All views. The page asks for them by name and shows them in this order.

import { InputError } from '../../src/job/error.ts';
import type { World } from '../../src/world/world.ts';
import { contacts, rejected } from './contacts.ts';
import { cracks } from './cracks.ts';
import { islands } from './islands.ts';
import { occupancy } from './occupancy.ts';
import { slice } from './slice.ts';
import { spheres } from './spheres.ts';
import type { View, ViewData, ViewWishes } from './view.ts';

export const views: readonly View[] = [contacts, rejected, spheres, slice, occupancy, islands, cracks];

/** The wanted views of a world. */
export function computeViews(world: World, wishes: ViewWishes): Record<string, ViewData> {
  const found: Record<string, ViewData> = {};
  for (const [name, slider] of Object.entries(wishes)) {
    const view = views.find((one) => one.name === name);
    if (view === undefined) throw new InputError('bad-argument', `there is no view '${name}'`);
    found[name] = view.compute(world, slider);
  }
  return found;
}
