// The queue of edges that wait to be collapsed: a binary heap of (cost, a, b). Entries are never removed when
// an edge changes; they carry the stamps their ends had, and the reader skips those whose ends moved on.

export interface EdgeHeap {
  count: number;
  cost: Float64Array;
  ends: Uint32Array; // a, b, stamp of a, stamp of b
}

export function createEdgeHeap(capacity: number): EdgeHeap {
  return { count: 0, cost: new Float64Array(capacity), ends: new Uint32Array(4 * capacity) };
}

/** Whether entry i goes before a given one: lower cost; ties by vertex numbers, so that the order is fixed. */
function before(heap: EdgeHeap, i: number, cost: number, a: number, b: number): boolean {
  if (heap.cost[i] !== cost) return heap.cost[i] < cost;
  if (heap.ends[4 * i] !== a) return heap.ends[4 * i] < a;
  return heap.ends[4 * i + 1] < b;
}

function move(heap: EdgeHeap, from: number, to: number): void {
  heap.cost[to] = heap.cost[from];
  heap.ends.copyWithin(4 * to, 4 * from, 4 * from + 4);
}

function write(
  heap: EdgeHeap,
  i: number,
  cost: number,
  a: number,
  b: number,
  stampA: number,
  stampB: number,
): void {
  heap.cost[i] = cost;
  heap.ends[4 * i] = a;
  heap.ends[4 * i + 1] = b;
  heap.ends[4 * i + 2] = stampA;
  heap.ends[4 * i + 3] = stampB;
}

export function pushEdge(
  heap: EdgeHeap,
  cost: number,
  a: number,
  b: number,
  stampA: number,
  stampB: number,
): void {
  if (heap.count === heap.cost.length) grow(heap);
  let i = heap.count++;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (before(heap, parent, cost, a, b)) break;
    move(heap, parent, i);
    i = parent;
  }
  write(heap, i, cost, a, b, stampA, stampB);
}

/** Writes the ends and stamps of the cheapest edge to `out` and removes it; returns false when none is left. */
export function popEdge(out: Uint32Array, heap: EdgeHeap): boolean {
  if (heap.count === 0) return false;
  for (let k = 0; k < 4; k++) out[k] = heap.ends[k];
  const last = --heap.count;
  const cost = heap.cost[last];
  const a = heap.ends[4 * last];
  const b = heap.ends[4 * last + 1];
  const stampA = heap.ends[4 * last + 2];
  const stampB = heap.ends[4 * last + 3];
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= last) break;
    if (
      child + 1 < last &&
      before(heap, child + 1, heap.cost[child], heap.ends[4 * child], heap.ends[4 * child + 1])
    ) {
      child++;
    }
    if (!before(heap, child, cost, a, b)) break;
    move(heap, child, i);
    i = child;
  }
  write(heap, i, cost, a, b, stampA, stampB);
  return true;
}

function grow(heap: EdgeHeap): void {
  const cost = new Float64Array(2 * heap.cost.length + 16);
  cost.set(heap.cost);
  const ends = new Uint32Array(4 * cost.length);
  ends.set(heap.ends);
  heap.cost = cost;
  heap.ends = ends;
}
