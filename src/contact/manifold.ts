// Manifolds, as queries are told of them: `createQueryOptions({ manifold: manifolds })`. The record carries the code, so
// that a program which asks for none does not hold it.

import { mendNormals } from './mend.ts';
import { choosePatches } from './patches.ts';
import type { ManifoldRole } from './role.ts';

/** A few contacts of each patch in which two bodies touch, with normals that their features can have. */
export const manifolds: ManifoldRole = { mend: mendNormals, choose: choosePatches };
