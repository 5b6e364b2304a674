// The views of worlds, in the order in which the page shows them.

import { contacts, rejected } from './contacts.ts';
import { cracks } from './cracks.ts';
import { islands } from './islands.ts';
import { occupancy } from './occupancy.ts';
import { slice } from './slice.ts';
import { spheres } from './spheres.ts';
import { swept } from './swept.ts';
import type { View } from './view.ts';

export const views: readonly View[] = [contacts, rejected, spheres, slice, occupancy, islands, cracks, swept];
