// Cutting a fragment by a level set: the sign of φ labels its nodes, its magnitude places one cut on each edge between
// two labels. Everything that decides how things break, from a plane to a crack front, ends here.

import { InputError } from '../job/error.ts';
import { type Changes, checkChanges } from './changes.ts';
import { setSides } from './components.ts';
import { divideFragment } from './divide.ts';
import { checkFragment, type Family } from './family.ts';
import { recordSplit, type SplitRecord } from './record.ts';

export interface SplitOptions {
  readonly clamp?: number; // nearest a cut comes to a node, in mean edge lengths at the node; default 0.04
  readonly minNodes?: number; // pieces with fewer nodes join their surroundings; default 1
  readonly minVolume?: number; // pieces with less volume, m³, by a quarter of the tets at each node; default 0
  readonly maxPieces?: number; // that are left of the fragment: beyond these, small ones join what is around them
  readonly log?: SplitRecord[]; // receives a record of the split, if there was one, to replay it elsewhere
}

const CLAMP = 0.04; // keeps slivers out and moves a cut by no more than is seen

/**
 * Cuts a fragment where φ changes sign. `phi` holds a value for each node of the solid, in metres and near zero like
 * a distance; only those of the fragment's nodes are read. Returns the number of new fragments: 0 when φ has one sign
 * or every piece but one was too small, and then nothing has changed. The piece with the most nodes keeps the label.
 * `changes.piece` and `changes.side` list what is left of the fragment, also when nothing has changed.
 *
 * Only edges within the fragment are cut, each once, and nothing else moves: all other fragments stay as they are, bit
 * for bit. The cost grows with the fragment, not with the solid. Allocates nothing but room for new fragments.
 */
export function splitFragment(
  changes: Changes,
  family: Family,
  fragment: number,
  phi: Float64Array,
  options: SplitOptions = {},
): number {
  checkFragment(family, fragment);
  checkChanges(changes, family);
  const clamp = readClamp(options);
  const most = readMost(options);
  if (phi.length !== family.topology.nodeCount) {
    throw new InputError(
      'bad-argument',
      `phi has ${phi.length} numbers, the solid ${family.topology.nodeCount} nodes: give one for each`,
    );
  }
  setSides(changes.work, family, fragment, phi, clamp);
  const made = divideFragment(changes, family, fragment, options.minNodes ?? 1, options.minVolume ?? 0, most);
  if (made > 0 && options.log) options.log.push(recordSplit(changes, family, fragment));
  return made;
}

/** The clamp of the options, or the default. Throws when it is out of range. */
export function readClamp(options: SplitOptions): number {
  const clamp = options.clamp ?? CLAMP;
  if (!(clamp > 0 && clamp <= 0.5)) {
    throw new InputError('bad-argument', `clamp is ${clamp}: give a number above 0 and up to 0.5`);
  }
  return clamp;
}

/** The most pieces that a fragment may become, Infinity by default. Throws when that is less than one. */
export function readMost(options: SplitOptions = {}): number {
  const most = options.maxPieces ?? Infinity;
  if (!(most >= 1)) throw new InputError('bad-argument', `maxPieces is ${most}: give a number from 1 up`);
  return most;
}
