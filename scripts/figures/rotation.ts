// docs/figures/rotation.webp: a rotation on real boxes. The triceratops' tree takes in the triangles of a cut one by one
// until one makes a node two higher on one side; the node is drawn before the insertion and after the rotation.

import { recordTriceratops } from '../../bench/surface-steps.ts';
import { insertTriangle } from '../../src/hierarchy/balance.ts';
import { buildTree } from '../../src/hierarchy/build.ts';
import { reshapeTriangles } from '../../src/hierarchy/flood.ts';
import { refitTouched } from '../../src/hierarchy/refit.ts';
import { boundTriangle, type TriangleTree } from '../../src/hierarchy/tree.ts';
import type { CutMesh } from '../../src/surface/cut-mesh.ts';
import { boundsOf, type Drawn, type Lines, type Panel, type Picture } from './panel.ts';

const COLORS = [0xf0a35a, 0x7fb0ea, 0x93cfa0, 0xd8203c];
const HIGH = 6; // the rotation shown is at a node about this high

interface Group {
  readonly node: number;
  readonly color: number;
  readonly radius: number;
}

function triangles(tree: TriangleTree, node: number): number[] {
  if (tree.triangle[node] >= 0) return [tree.triangle[node]];
  return [...triangles(tree, tree.child[2 * node]), ...triangles(tree, tree.child[2 * node + 1])];
}

function drawTriangles(cut: CutMesh, list: number[], color: number): Drawn {
  const positions = list.flatMap((t) =>
    [0, 1, 2].flatMap((i) => {
      const v = cut.indices[3 * t + i];
      return [...cut.positions.subarray(3 * v, 3 * v + 3)];
    }),
  );
  return { positions, color, flat: true };
}

function drawBox({ box }: TriangleTree, { node, color, radius }: Group): Lines {
  const ends: number[] = [];
  const corner = (i: number) => [0, 1, 2].map((d) => box[6 * node + d + ((i >> d) & 1 ? 3 : 0)]);
  for (let i = 0; i < 8; i++) {
    for (let d = 0; d < 3; d++) if (!((i >> d) & 1)) ends.push(...corner(i), ...corner(i | (1 << d)));
  }
  return { ends, radius, color };
}

/** A direction that looks at most of some triangles from in front, a little from the side. */
function facing(positions: number[]): number[] {
  const sum = [0, 0, 0];
  for (let o = 0; o < positions.length; o += 9) {
    const u = [0, 1, 2].map((d) => positions[o + 3 + d] - positions[o + d]);
    const v = [0, 1, 2].map((d) => positions[o + 6 + d] - positions[o + d]);
    sum[0] += u[1] * v[2] - u[2] * v[1];
    sum[1] += u[2] * v[0] - u[0] * v[2];
    sum[2] += u[0] * v[1] - u[1] * v[0];
  }
  const length = Math.hypot(...sum);
  return sum.map((x, d) => x / length + [0.25, 0.35, 0.3][d]);
}

/** Subtrees of a node that a rotation moves: a child, and the children of the other one. */
function drawNode(
  title: string,
  detail: string,
  tree: TriangleTree,
  cut: CutMesh,
  groups: number[][],
  boxes: number[],
  fresh: number,
  bounds: number[],
  from: number[],
): Panel {
  const size = Math.hypot(...[0, 1, 2].map((d) => bounds[3 + d] - bounds[d]));
  return {
    title,
    detail,
    bounds,
    view: { from, distance: 4.5, floor: null },
    meshes: groups.map((list, k) =>
      drawTriangles(cut, list, list.includes(fresh) && list.length === 1 ? COLORS[3] : COLORS[k]),
    ),
    lines: boxes.map((node, k) =>
      drawBox(tree, {
        node,
        color: k === 0 ? 0x23262b : 0x8a9099,
        radius: size * (k === 0 ? 0.003 : 0.0022),
      }),
    ),
  };
}

export async function drawRotation(): Promise<Picture> {
  const { start, steps } = recordTriceratops(5660);
  const cut = steps[0];
  const tree = buildTree(start);
  reshapeTriangles(tree, cut, cut.changes.reshaped, cut.changes.reshapedCount);
  refitTouched(tree);
  // One by one, beside a neighbour that is there, until a node of the wanted height takes part in a rotation.
  for (let t = cut.changes.first; t < cut.triangleCount; t++) {
    const beside = [0, 1, 2]
      .map((i) => Math.floor(cut.twin[3 * t + i] / 3))
      .find((n) => n < t && tree.leaf[n] >= 0);
    if (beside === undefined) continue;
    const before = { ...tree, box: tree.box.slice(), child: tree.child.slice(), parent: tree.parent.slice() };
    const leaf = insertTriangle(tree, t, beside);
    boundTriangle(tree.box, leaf, cut.positions, cut.indices, t);
    // A node that had another parent, and was one, before: it went down in a rotation.
    let low = -1;
    for (let n = 0; n < before.nodeCount; n++) {
      const turned = tree.height[n] > 0 && before.parent[n] >= 0 && before.parent[tree.parent[n]] === n;
      if (turned && tree.height[n] >= HIGH - 1) low = n;
    }
    refitTouched(tree);
    if (low < 0) continue;
    const high = tree.parent[low];
    const kept = tree.child[2 * high] === low ? tree.child[2 * high + 1] : tree.child[2 * high];
    const other = before.child[2 * low] === high ? before.child[2 * low + 1] : before.child[2 * low];
    const given = tree.child[2 * low] === other ? tree.child[2 * low + 1] : tree.child[2 * low];
    const lists = [other, given, kept].map((n) => triangles(tree, n).filter((s) => s !== t));
    lists.push([t]);
    const all = drawTriangles(cut, lists.flat(), 0).positions;
    const from = facing(all);
    const bounds = boundsOf([
      ...before.box.subarray(6 * low, 6 * low + 6),
      ...tree.box.subarray(6 * high, 6 * high + 6),
    ]);
    const heights = [other, given, kept].map((n) => tree.height[n]);
    return {
      panels: [
        drawNode(
          'before: a over (A, b), b over (B, C)',
          `heights: A ${heights[0]}, B ${heights[1]}, and C grows to ${heights[2]} with a new triangle`,
          before,
          cut,
          lists,
          [low, high],
          t,
          bounds,
          from,
        ),
        drawNode(
          'after: b over (C, a), a over (A, B)',
          'balanced, but a now spans all that b does: exchanges come next',
          tree,
          cut,
          lists,
          [high, low],
          t,
          bounds,
          from,
        ),
      ],
      columns: 2,
      width: 620,
      height: 420,
      title: 22,
      legends: [
        {
          label: '',
          boxes: [
            { color: '#f0a35a', text: 'A' },
            { color: '#7fb0ea', text: 'B' },
            { color: '#93cfa0', text: 'C' },
          ],
        },
      ],
    };
  }
  throw new Error('no rotation at such a node');
}
