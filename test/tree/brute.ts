// The slow, obvious siblings of src/tree: the definitions of [Glondu13, sec. 5.1], word for word.

function squared(positions: Float64Array, i: number, j: number): number {
  const dx = positions[3 * i] - positions[3 * j];
  const dy = positions[3 * i + 1] - positions[3 * j + 1];
  const dz = positions[3 * i + 2] - positions[3 * j + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** The furthest pair; pairs are met in lexicographic order and only a further one replaces the first. */
export function bruteDiameter(positions: Float64Array): [number, number] {
  const count = positions.length / 3;
  let pair: [number, number] = [0, 1];
  let best = -1;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const d = squared(positions, i, j);
      if (d > best) {
        best = d;
        pair = [i, j];
      }
    }
  }
  return pair;
}

/** The maximum-distance order in O(n²). */
export function bruteOrder(positions: Float64Array): number[] {
  const count = positions.length / 3;
  if (count < 3) return Array.from({ length: count }, (_, i) => i);
  const order: number[] = [];
  const least = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const chosen = new Uint8Array(count);
  const choose = (p: number) => {
    order.push(p);
    chosen[p] = 1;
    for (let i = 0; i < count; i++) least[i] = Math.min(least[i], squared(positions, i, p));
  };
  for (const p of bruteDiameter(positions)) choose(p);
  while (order.length < count) {
    let far = -1;
    for (let i = 0; i < count; i++) if (!chosen[i] && (far < 0 || least[i] > least[far])) far = i;
    choose(far);
  }
  return order;
}

export interface BruteNode {
  readonly point: number;
  readonly level: number;
  children: BruteNode[];
}

/** All levels as the paper builds them, then without the nodes that have a single child; and the full count. */
export function bruteTree(positions: Float64Array, order: ArrayLike<number>) {
  const count = order.length;
  let standing: BruteNode[] = [{ point: order[0], level: 0, children: [] }];
  const root = standing[0];
  let nodes = 1;
  let levels = 1;
  while (standing.length < count) {
    const above = standing;
    standing = [];
    for (let r = 0; r < Math.min(2 * above.length, count); r++) {
      const node = { point: order[r], level: levels, children: [] };
      let parent = 0;
      if (r < above.length) parent = r;
      else {
        for (let q = 1; q < above.length; q++) {
          const better = squared(positions, order[r], order[q]) < squared(positions, order[r], order[parent]);
          if (better) parent = q;
        }
      }
      above[parent].children.push(node);
      standing.push(node);
      nodes++;
    }
    levels++;
  }
  return { root: collapse(root), levels, nodes };
}

function collapse(node: BruteNode): BruteNode {
  let branching = node;
  while (branching.children.length === 1) branching = branching.children[0];
  return { point: node.point, level: node.level, children: branching.children.map(collapse) };
}

/** Distance from a node's point to its furthest leaf. */
export function bruteRadius(positions: Float64Array, node: BruteNode, point = node.point): number {
  if (node.children.length === 0) return Math.sqrt(squared(positions, node.point, point));
  return Math.max(...node.children.map((child) => bruteRadius(positions, child, point)));
}
