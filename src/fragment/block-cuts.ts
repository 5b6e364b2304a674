// The cuts of a break in one go: edges between blocks grouped by the split that parts them, φ at their ends alone.

import type { Blocks, Played, Splits } from './blocks.ts';
import type { CellField } from './cells.ts';
import type { Changes, SplitWork } from './changes.ts';
import { setWeights } from './components.ts';
import type { Family } from './family.ts';
import type { SplitRecord } from './record.ts';
import type { SplitOptions } from './split.ts';

/** Cuts the edges between blocks, split by split. */
export function cutBlocks(
  changes: Changes,
  family: Family,
  field: CellField,
  blocks: Blocks,
  splits: Splits,
  clamp: number,
  options: SplitOptions,
): void {
  const { played } = splits;
  if (played.length === 0) return;
  const { work } = changes;
  const start = sortCrossings(work, family, changes.edge, changes.edgeCount, blocks, splits);
  played.forEach((split, k) => {
    const from = changes.edgeCount;
    const to = from + start[k + 1] - start[k];
    let ends = listEnds(work, family, changes.edge, from, to);
    if (options.log) for (const i of split.lowest) work.list[ends++] = i;
    field.setPhi(work.phi, work.list.subarray(0, ends), split.from, split.mid, split.to);
    setWeights(work, family, work.list, ends, work.phi, clamp);
    cutRun(work, family, changes.edge, from, to, split.event);
    changes.edgeCount = to;
    options.log?.push(recordRun(work, split, work.list.subarray(0, ends)));
  });
}

/** Appends the crossing edges to `edge`, grouped by event, ascending in each; returns where the groups start. */
function sortCrossings(
  work: SplitWork,
  family: Family,
  edge: Uint32Array,
  at: number,
  blocks: Blocks,
  { event: eventOf, played }: Splits,
): Uint32Array {
  const { crossing, component } = work;
  const { edgeNode } = family.topology;
  const base = played[0].event;
  const { count, crossings } = blocks;
  const start = new Uint32Array(played.length + 1);
  for (let k = 0; k < crossings; k++) {
    const e = crossing[k];
    start[eventOf[count * component[edgeNode[2 * e]] + component[edgeNode[2 * e + 1]]] - base + 1]++;
  }
  for (let k = 0; k < played.length; k++) start[k + 1] += start[k];
  const cursor = start.slice();
  for (let k = 0; k < crossings; k++) {
    const e = crossing[k];
    const event = eventOf[count * component[edgeNode[2 * e]] + component[edgeNode[2 * e + 1]]];
    edge[at + cursor[event - base]++] = e;
  }
  return start;
}

/** Lists the ends of the edges [from, to), each once, in SplitWork.list; returns their number. */
function listEnds(work: SplitWork, family: Family, edge: Uint32Array, from: number, to: number): number {
  const { list, parent } = work;
  const { edgeNode } = family.topology;
  let count = 0;
  for (let k = 2 * from; k < 2 * to; k++) {
    const i = edgeNode[2 * edge[k >> 1] + (k & 1)];
    if (parent[i] === -2 - from) continue; // marks of this list; parents are not needed any more
    parent[i] = -2 - from;
    list[count++] = i;
  }
  return count;
}

function cutRun(
  work: SplitWork,
  family: Family,
  edge: Uint32Array,
  from: number,
  to: number,
  event: number,
): void {
  const { weight } = work;
  const { cutEvent, cutAt, cracked, topology } = family;
  const { edgeNode } = topology;
  for (let k = from; k < to; k++) {
    const e = edge[k];
    const low = edgeNode[2 * e];
    const high = edgeNode[2 * e + 1];
    cutEvent[e] = event;
    cutAt[e] = weight[low] / (weight[low] + weight[high]);
    cracked[low] = 1;
    cracked[high] = 1;
  }
}

function recordRun(work: SplitWork, split: Played, ends: Uint32Array): SplitRecord {
  const node = [...new Set(ends)].sort((a, b) => a - b);
  const phi = node.map((i) => (work.cell[i] < split.mid ? work.weight[i] : -work.weight[i]));
  return { fragment: split.fragment, node, phi };
}
