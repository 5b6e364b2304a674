// The points that a split moves: checked, then listed with all that go with them.

import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import type { SphereForest } from './forest.ts';
import type { SplitWork } from './split-work.ts';

/**
 * Throws unless every point listed is in a tree and moves to a new fragment that no other fragment feeds. Makes room
 * for the roots of new fragments, and changes nothing else.
 */
export function checkMoved(
  work: SplitWork,
  forest: SphereForest,
  node: Uint32Array,
  count: number,
  label: Int32Array,
): void {
  const { baseCount, fragment, root } = forest;
  let labels = root.length;
  for (let k = 0; k < count; k++) {
    const p = node[k];
    if (!(p < baseCount && fragment[p] >= 0)) {
      throw new InputError('bad-argument', `node names point ${p}, which is in no tree or not of the whole`);
    }
    const to = label[p];
    if (to !== fragment[p] && (!(to >= 0) || (to < root.length && root[to] >= 0))) {
      throw new InputError('bad-argument', `point ${p} moves to fragment ${to}, which is not a new one`);
    }
    labels = Math.max(labels, to + 1);
  }
  work.labelVisit = growColumn(work.labelVisit, labels);
  work.labelGroup = growColumn(work.labelGroup, labels);
  const { labelVisit, labelGroup } = work;
  const visit = ++work.visit;
  for (let k = 0; k < count; k++) {
    const from = fragment[node[k]];
    const to = label[node[k]];
    if (to === from) continue;
    if (labelVisit[to] === visit && labelGroup[to] !== from) {
      throw new InputError('bad-argument', `fragment ${to} gets points of ${from} and of ${labelGroup[to]}`);
    }
    labelVisit[to] = visit;
    labelGroup[to] = from;
  }
  forest.root = growColumn(forest.root, labels, -1);
}

/** Lists the points that move, with their followers, and gives them their fragment. */
export function collectMoved(
  work: SplitWork,
  forest: SphereForest,
  node: Uint32Array,
  count: number,
  label: Int32Array,
): void {
  const { fragment, follower } = forest;
  work.moved = growColumn(work.moved, forest.pointCount);
  work.before = growColumn(work.before, forest.pointCount);
  const { moved, before } = work;
  let movedCount = 0;
  for (let k = 0; k < count; k++) {
    const to = label[node[k]];
    const from = fragment[node[k]];
    if (to === from) continue;
    for (let p = node[k]; p >= 0; p = follower[p]) {
      fragment[p] = to;
      moved[movedCount] = p;
      before[movedCount++] = from;
    }
  }
  work.movedCount = movedCount;
}
