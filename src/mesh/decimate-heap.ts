// The queue of edges that wait to be collapsed: a binary heap of entries (cost, a, b). An entry is not removed
// when its edge changes; it carries the stamps its ends had, and the reader skips those whose ends moved on.

export interface EdgeHeap {
  count: number; // entries in the heap
  made: number; // entries made so far
  order: Uint32Array; // the heap: numbers of entries
  cost: Float64Array; // an entry
  ends: Uint32Array; // a, b, stamp of a, stamp of b: 4 an entry
}

export function createEdgeHeap(capacity: number): EdgeHeap {
  return {
    count: 0,
    made: 0,
    order: new Uint32Array(capacity),
    cost: new Float64Array(capacity),
    ends: new Uint32Array(4 * capacity),
  };
}

/** Whether entry i goes before entry j: lower cost; ties by vertex numbers, so that the order is fixed. */
function before(cost: Float64Array, ends: Uint32Array, i: number, j: number): boolean {
  if (cost[i] !== cost[j]) return cost[i] < cost[j];
  if (ends[4 * i] !== ends[4 * j]) return ends[4 * i] < ends[4 * j];
  return ends[4 * i + 1] < ends[4 * j + 1];
}

/** Adds an edge (its ends, then their stamps) at the cost price[at]. */
export function pushEdge(heap: EdgeHeap, price: Float64Array, at: number, edge: Uint32Array): void {
  if (heap.made === heap.cost.length) grow(heap);
  const { order, cost, ends } = heap;
  const entry = heap.made++;
  cost[entry] = price[at];
  for (let k = 0; k < 4; k++) ends[4 * entry + k] = edge[k];
  let i = heap.count++;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!before(cost, ends, entry, order[parent])) break;
    order[i] = order[parent];
    i = parent;
  }
  order[i] = entry;
}

/** Writes the ends and stamps of the cheapest edge to `out` and removes it; returns false when none is left. */
export function popEdge(out: Uint32Array, heap: EdgeHeap): boolean {
  if (heap.count === 0) return false;
  const { order, cost, ends } = heap;
  for (let k = 0; k < 4; k++) out[k] = ends[4 * order[0] + k];
  const last = --heap.count;
  const entry = order[last];
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= last) break;
    if (child + 1 < last && before(cost, ends, order[child + 1], order[child])) child++;
    if (!before(cost, ends, order[child], entry)) break;
    order[i] = order[child];
    i = child;
  }
  order[i] = entry;
  return true;
}

function grow(heap: EdgeHeap): void {
  const capacity = 2 * heap.cost.length + 16;
  const { order, cost, ends } = heap;
  heap.order = new Uint32Array(capacity);
  heap.order.set(order);
  heap.cost = new Float64Array(capacity);
  heap.cost.set(cost);
  heap.ends = new Uint32Array(4 * capacity);
  heap.ends.set(ends);
}
