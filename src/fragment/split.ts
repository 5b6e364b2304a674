// Cutting a fragment by a level set: the sign of φ labels its nodes, its magnitude places one cut on each edge between
// two labels. Everything that decides how things break, from a plane to a crack front, ends here.

import { refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { classifyTet } from './cases.ts';
import { type Changes, checkChanges, noteFragment, noteParent, notePiece } from './changes.ts';
import {
  clearSides,
  findComponents,
  findRoot,
  hasBothSides,
  limitComponents,
  mergeComponents,
  setSides,
} from './components.ts';
import { CUT_CLAMP, LEAST_CLAMP } from './constants.ts';
import { addEvent, addFragment, checkFragment, type Family } from './family.ts';
import { recordSplit, type SplitRecord } from './record.ts';

export interface SplitOptions {
  readonly clamp?: number; // nearest a cut comes to a node, in mean edge lengths at the node; default 0.04
  readonly minNodes?: number; // pieces with fewer nodes join their surroundings; default 1
  readonly minVolume?: number; // pieces with less volume, m³, by a quarter of the tets at each node; default 0
  readonly maxPieces?: number; // that are left of the fragment: beyond these, small ones join what is around them
  readonly log?: SplitRecord[]; // receives a record of the split, if there was one, to replay it elsewhere
}

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
  const clamp = options.clamp ?? CUT_CLAMP;
  if (!(typeof clamp === 'number' && clamp >= LEAST_CLAMP && clamp <= 0.5))
    throw refuse('clamp', clamp, `a number from ${LEAST_CLAMP} to 0.5`);
  return clamp;
}

/** The most pieces that a fragment may become, Infinity by default. Throws when that is less than one. */
export function readMost(options: SplitOptions = {}): number {
  const most = options.maxPieces ?? Infinity;
  if (!(typeof most === 'number' && most >= 1)) throw refuse('maxPieces', most, 'a number from 1 up');
  return most;
}

// The second half of a split: from sides and weights at the nodes of a fragment to new labels, cut edges and pieces.

const crossings = new Int32Array(1); // scratch: how many edges have their ends on different sides

/**
 * Cuts a fragment along the sides and weights that its nodes have in the workspace, into `most` pieces at most. Returns
 * the number of new fragments.
 */
export function divideFragment(
  changes: Changes,
  family: Family,
  fragment: number,
  minNodes: number,
  minVolume: number,
  most: number,
): number {
  const { work } = changes;
  const { fragments, events } = family;
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  changes.pieceCount = 0;
  const count = findComponents(crossings, work, family, start, end);
  const large = mergeComponents(work, family, start, end, count, minNodes, minVolume);
  const left = limitComponents(work, family, start, end, count, large, most);
  const divided = left > 1 && left <= most && hasBothSides(work, count);
  if (divided) {
    const kept = findLargest(work.root, work.size, count);
    const event = addEvent(events, fragment, fragments.count, left - 1);
    const firstEdge = changes.edgeCount;
    placeFragments(changes, family, fragment, event, kept, count);
    cutEdges(changes, family, event, crossings[0]);
    moveNodes(changes, family, fragment, start, end);
    updateTets(changes, family, firstEdge);
  } else {
    notePiece(changes, fragment, work.sign[findRoot(work.root, 0)]);
  }
  clearSides(work, family, start, end);
  return divided ? left - 1 : 0;
}

/** The component with the most nodes, of equals the one with the lowest node. */
function findLargest(root: Int32Array, size: Uint32Array, count: number): number {
  let largest = findRoot(root, 0);
  for (let c = 1; c < count; c++) {
    const r = findRoot(root, c);
    if (size[r] > size[largest]) largest = r;
  }
  return largest;
}

/** Gives every component its label and its run of nodes: the kept one first, then by lowest node. */
function placeFragments(
  changes: Changes,
  family: Family,
  fragment: number,
  event: number,
  kept: number,
  count: number,
): void {
  const { root, size, sign, label, cursor } = changes.work;
  const { fragments } = family;
  let place = fragments.start[fragment];
  for (let c = 0; c < count; c++) label[c] = -1;
  label[kept] = fragment;
  cursor[kept] = place;
  place += size[kept];
  fragments.nodeCount[fragment] = size[kept];
  fragments.changed[fragment] = event;
  notePiece(changes, fragment, sign[kept]);
  noteParent(changes, fragment);
  for (let c = 0; c < count; c++) {
    const r = findRoot(root, c); // components are numbered by lowest node, and so are the joined ones here
    if (label[r] >= 0) continue;
    label[r] = addFragment(fragments, fragment, event, place, size[r]);
    cursor[r] = place;
    place += size[r];
    notePiece(changes, label[r], sign[r]);
    noteFragment(changes, label[r]);
  }
}

/** Cuts the crossing edges whose ends are still in different components. */
function cutEdges(changes: Changes, family: Family, event: number, crossingCount: number): void {
  const { crossing, component, root, weight } = changes.work;
  const { cutEvent, cutAt, cracked, topology } = family;
  const { edgeNode } = topology;
  const { edge } = changes;
  let edges = changes.edgeCount;
  for (let k = 0; k < crossingCount; k++) {
    const e = crossing[k];
    const low = edgeNode[2 * e];
    const high = edgeNode[2 * e + 1];
    if (findRoot(root, component[low]) === findRoot(root, component[high])) continue;
    cutEvent[e] = event;
    cutAt[e] = weight[low] / (weight[low] + weight[high]);
    cracked[low] = 1;
    cracked[high] = 1;
    edge[edges++] = e;
  }
  changes.edgeCount = edges;
}

/** Labels the nodes and groups them by fragment; within each they stay ascending. */
function moveNodes(changes: Changes, family: Family, fragment: number, start: number, end: number): void {
  const { node: changed, before, work } = changes;
  const { component, root, label: labelOf, cursor, list, nodeStamp, epoch } = work;
  const { node, label } = family;
  let count = changes.nodeCount;
  for (let n = start; n < end; n++) {
    const i = node[n];
    const c = findRoot(root, component[i]);
    list[cursor[c]++ - start] = i;
    if (labelOf[c] === fragment) continue;
    if (nodeStamp[i] !== epoch) {
      nodeStamp[i] = epoch;
      changed[count] = i;
      before[count++] = fragment;
    }
    label[i] = labelOf[c];
  }
  changes.nodeCount = count;
  for (let n = start; n < end; n++) node[n] = list[n - start];
}

/** Classifies the tets around the edges cut since `firstEdge` anew and lists them. */
export function updateTets(changes: Changes, family: Family, firstEdge: number): void {
  const { edge, edgeCount, tet, work } = changes;
  const { tetRound, tetStamp, epoch } = work;
  const { cutEvent, cutCase, topology } = family;
  const { edgeStart, edgeTet, tetEdge } = topology;
  if (work.round === 0xffffffff) {
    tetRound.fill(0);
    work.round = 0;
  }
  const round = ++work.round;
  let count = changes.tetCount;
  for (let k = firstEdge; k < edgeCount; k++) {
    const e = edge[k];
    for (let s = edgeStart[e], stop = edgeStart[e + 1]; s < stop; s++) {
      const t = edgeTet[s];
      if (tetRound[t] === round) continue;
      tetRound[t] = round;
      cutCase[t] = classifyTet(cutEvent, tetEdge, 6 * t);
      if (tetStamp[t] === epoch) continue;
      tetStamp[t] = epoch;
      tet[count++] = t;
    }
  }
  changes.tetCount = count;
}
