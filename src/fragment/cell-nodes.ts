// The nodes of the tets in each cell of a tet grid: what an occupancy reads, once for a cell instead of once a tet.
// Built with the grid, and shared like it.

/** Cells that tets overlap, by number. */
export interface CellNodes {
  readonly filled: Uint32Array; // these cells
  readonly above: Uint32Array; // for each of them, the cell of the next coarser level that holds it
  readonly place: Int32Array; // of every cell, its place in `filled`, −1 if no tet overlaps it
  readonly start: Uint32Array; // the nodes of filled[k] are node[start[k]…start[k + 1])
  readonly node: Uint32Array; // each once a cell
  readonly cellStart: Uint32Array; // the cells that list node i are cell[cellStart[i]…cellStart[i + 1]),
  readonly cell: Uint32Array; // by place in `filled`
}

/** Lists the nodes of every cell. Deterministic; linear in the lists. */
export function listCellNodes(
  cellStart: Uint32Array,
  cellTet: Uint32Array,
  tetNode: Uint32Array,
  nodeCount: number,
  size: Int32Array,
): CellNodes {
  const cellCount = cellStart.length - 1;
  const place = new Int32Array(cellCount).fill(-1);
  let count = 0;
  for (let c = 0; c < cellCount; c++) if (cellStart[c + 1] > cellStart[c]) place[c] = count++;
  const filled = new Uint32Array(count);
  const above = new Uint32Array(count);
  const start = new Uint32Array(count + 1);
  const seen = new Int32Array(nodeCount).fill(-1);
  const list = new Uint32Array(4 * cellTet.length);
  let nodes = 0;
  for (let c = 0; c < cellCount; c++) {
    if (place[c] < 0) continue;
    filled[place[c]] = c;
    above[place[c]] = cellAbove(size, c);
    for (let k = cellStart[c]; k < cellStart[c + 1]; k++) {
      for (let corner = 4 * cellTet[k]; corner < 4 * cellTet[k] + 4; corner++) {
        const i = tetNode[corner];
        if (seen[i] === c) continue;
        seen[i] = c;
        list[nodes++] = i;
      }
    }
    start[place[c] + 1] = nodes;
  }
  const node = list.slice(0, nodes);
  return { filled, above, place, start, node, ...turnLists(start, node, nodeCount) };
}

/** The cells of each node, from the nodes of each cell. */
function turnLists(start: Uint32Array, node: Uint32Array, nodeCount: number) {
  const cellStart = new Uint32Array(nodeCount + 1);
  for (let n = 0; n < node.length; n++) cellStart[node[n] + 1]++;
  for (let i = 0; i < nodeCount; i++) cellStart[i + 1] += cellStart[i];
  const next = cellStart.slice(0, nodeCount);
  const cell = new Uint32Array(node.length);
  for (let k = 0; k + 1 < start.length; k++) {
    for (let n = start[k]; n < start[k + 1]; n++) cell[next[node[n]]++] = k;
  }
  return { cellStart, cell };
}

/** The cell that holds a cell when there are half as many along each axis, rounded up. */
function cellAbove(size: Int32Array, cell: number): number {
  const row = Math.floor(cell / size[0]);
  const slab = Math.floor(row / size[1]);
  const x = (cell - row * size[0]) >> 1;
  const y = (row - slab * size[1]) >> 1;
  return x + ((size[0] + 1) >> 1) * (y + ((size[1] + 1) >> 1) * (slab >> 1));
}
