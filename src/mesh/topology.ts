// Who neighbours whom in a triangle mesh. Half-edge h = 3·t + i runs from corner i of triangle t to the next.

/** Half-edges grouped by undirected edge. */
export interface EdgeTable {
  readonly edgeCount: number;
  readonly edge: Uint32Array; // the undirected edge of each half-edge
  readonly start: Uint32Array; // run of each edge in `half`; edgeCount + 1 entries
  readonly half: Uint32Array; // half-edges, grouped by edge, ascending in each group
}

/** The vertex a half-edge starts from is indices[h]; this is the half-edge after it in its triangle. */
export function nextHalf(h: number): number {
  return h % 3 === 2 ? h - 2 : h + 1;
}

/** Groups the half-edges of a mesh by undirected edge, numbered by (lower vertex, higher vertex). Linear time. */
export function buildEdges(indices: Uint32Array, vertexCount: number): EdgeTable {
  const count = indices.length;
  const low = new Uint32Array(count); // of a half-edge, its lower vertex
  const high = new Uint32Array(count);
  for (let t = 0; t < count; t += 3) {
    for (let i = 0; i < 3; i++) {
      const a = indices[t + i];
      const b = indices[i === 2 ? t : t + i + 1];
      low[t + i] = Math.min(a, b);
      high[t + i] = Math.max(a, b);
    }
  }
  // Two stable counting sorts: by the higher vertex, then by the lower one.
  const sorted = sortBy(low, sortBy(high, null, vertexCount), vertexCount);
  const edge = new Uint32Array(count);
  const start = new Uint32Array(count + 1);
  let edges = 0;
  for (let i = 0; i < count; i++) {
    const h = sorted[i];
    const g = i > 0 ? sorted[i - 1] : h;
    if (i === 0 || low[g] !== low[h] || high[g] !== high[h]) start[edges++] = i;
    edge[h] = edges - 1;
  }
  start[edges] = count;
  return { edgeCount: edges, edge, start: start.slice(0, edges + 1), half: sorted };
}

/** All half-edges by their key; those with equal keys stay in the order given. */
function sortBy(key: Uint32Array, order: Uint32Array | null, keys: number): Uint32Array {
  const slot = new Uint32Array(keys + 1);
  for (let h = 0; h < key.length; h++) slot[key[h] + 1]++;
  for (let v = 0; v < keys; v++) slot[v + 1] += slot[v];
  const sorted = new Uint32Array(key.length);
  for (let i = 0; i < key.length; i++) {
    const h = order ? order[i] : i;
    sorted[slot[key[h]]++] = h;
  }
  return sorted;
}

/**
 * The half-edge across each half-edge: −1 on an open edge, −2 where more than two triangles meet or the two
 * neighbours disagree about their orientation.
 */
export function buildTwins(indices: Uint32Array, edges: EdgeTable): Int32Array {
  const twin = new Int32Array(indices.length).fill(-1);
  for (let e = 0; e < edges.edgeCount; e++) {
    const from = edges.start[e];
    const size = edges.start[e + 1] - from;
    const h = edges.half[from];
    const g = edges.half[from + 1];
    if (size === 2 && indices[h] !== indices[g]) {
      twin[h] = g;
      twin[g] = h;
    } else if (size > 1) {
      for (let i = from; i < from + size; i++) twin[edges.half[i]] = -2;
    }
  }
  return twin;
}
