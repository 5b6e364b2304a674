// The cells of surface nets: which edges of a cell the surface crosses, and which of them the same sheet. A cell that
// two sheets cross gets two vertices, so that sheets stay apart.

// Corner c of a cell lies at (c & 1, c >> 1 & 1, c >> 2). Its edges: 4 along x, then 4 along y, then 4 along z.
export const EDGES = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3].map((i) => {
    const from = ((i & 1) << ((axis + 1) % 3)) | ((i >> 1) << ((axis + 2) % 3));
    return [from, from | (1 << axis)];
  }),
);

const sheets: Int8Array[] = []; // of sets of inside corners that were met

/** For a set of inside corners of a cell: the sheet that crosses each edge, numbered from 0, −1 where none does. */
export function sheetsOf(inside: number): Int8Array {
  sheets[inside] ??= findSheets(inside);
  return sheets[inside];
}

function findSheets(inside: number): Int8Array {
  const isIn = (corner: number) => ((inside >> corner) & 1) === 1;
  const parent = EDGES.map(([a, b], e) => (isIn(a) !== isIn(b) ? e : -1));
  const root = (e: number): number => (parent[e] === e ? e : root(parent[e]));
  for (let axis = 0; axis < 3; axis++) {
    for (let side = 0; side < 2; side++) {
      const onFace = (corner: number) => ((corner >> axis) & 1) === side;
      const crossed = EDGES.flatMap(([a, b], e) => (onFace(a) && onFace(b) && parent[e] >= 0 ? [e] : []));
      // Two crossings are one line over the face. Four are two lines, drawn around the corners that are inside:
      // a choice by the face alone, so the cell beyond it makes the same.
      for (const e of crossed) {
        for (const f of crossed) {
          const corner = EDGES[e].find((c) => EDGES[f].includes(c));
          const together = crossed.length === 2 || (corner !== undefined && isIn(corner));
          if (together) parent[root(e)] = root(f);
        }
      }
    }
  }
  const names = new Map<number, number>();
  return Int8Array.from(parent, (p, e) => {
    if (p < 0) return -1;
    const name = root(e);
    if (!names.has(name)) names.set(name, names.size);
    return names.get(name)!;
  });
}

/** Adds a square as two triangles, split along its shorter diagonal. */
export function pushQuad(indices: number[], positions: number[], [a, b, c, d]: number[]): void {
  if (distance2(positions, a, c) <= distance2(positions, b, d)) indices.push(a, b, c, a, c, d);
  else indices.push(a, b, d, b, c, d);
}

function distance2(positions: number[], p: number, q: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const difference = positions[3 * p + k] - positions[3 * q + k];
    sum += difference * difference;
  }
  return sum;
}
