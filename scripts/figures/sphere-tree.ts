// docs/figures/sphere-tree.webp: the spheres of some depths of the bunny's tree, and of the tree that one of its fragments
// got when it broke.

import type { Collider } from '../../src/contact/collider.ts';
import { boundsOf, count, type Panel, type Picture, type Spheres } from './panel.ts';
import { bakePaperModel, breakModel, drawFragment } from './subject.ts';

const CELLS = 8;
const SEED = 1;
const DEPTHS = [3, 5, 7];
const DISTANCES = [7.8, 6.6, 5.4]; // of the camera: spheres stand out less and less
const DOT = 0.0125; // radius of a point, in radii of what is seen

/** The nodes so many steps below the root of a fragment's tree that a query would look at, and leaves above them. */
function listDepth({ forest }: Collider, label: number, depth: number): number[] {
  if (forest === null) throw new Error('not a solid');
  const { root, firstChild, childCount, exposed } = forest;
  let list = [root[label]];
  for (let d = 0; d < depth; d++) {
    list = list.flatMap((node) => {
      if (childCount[node] === 0) return [node];
      const children = Array.from({ length: childCount[node] }, (_, k) => firstChild[node] + k);
      return children.filter((child) => exposed[child] === 1);
    });
  }
  return list;
}

/** Spheres, and the points they are centred on. */
function drawNodes({ forest, position }: Collider, nodes: number[], dot: number): Spheres[] {
  if (forest === null) throw new Error('not a solid');
  const center = nodes.flatMap((node) => [
    ...position.subarray(3 * forest.point[node], 3 * forest.point[node] + 3),
  ]);
  return [
    { center, radius: nodes.map((node) => forest.radius[node]), rim: true },
    { center, radius: nodes.map(() => dot), color: 0x7a2f16, opacity: 1 },
  ];
}

export async function drawSphereTree(): Promise<Picture> {
  const model = await bakePaperModel('bunny');
  const whole = breakModel(model, 1, SEED);
  const broken = breakModel(model, CELLS, SEED);
  const { nodeCount, count: pieces } = broken.field.family.fragments;
  const label = nodeCount.subarray(0, pieces).indexOf(Math.max(...nodeCount.subarray(0, pieces)));
  const body = drawFragment(whole.field, 0);
  const piece = drawFragment(broken.field, label);
  const rows = [
    {
      name: 'whole',
      collider: whole.collider,
      label: 0,
      mesh: body,
      from: [0.42, 0.3, 1],
      further: 0,
      lower: 0.1,
    },
    {
      name: 'fragment',
      collider: broken.collider,
      label,
      mesh: piece,
      from: [-1, 0.45, 0.12],
      further: 0.6,
      lower: -0.1,
    },
  ];
  const panels: Panel[] = rows.flatMap(({ name, collider, label, mesh, from, further, lower }) =>
    DEPTHS.map((depth, k) => {
      const nodes = listDepth(collider, label, depth);
      const bounds = boundsOf(mesh.positions);
      const dot = (DOT * Math.hypot(...[0, 1, 2].map((d) => bounds[3 + d] - bounds[d]))) / 2;
      return {
        title: `${name}, depth ${depth}`,
        detail: `${count(nodes.length)} spheres`,
        bounds,
        view: { from, distance: DISTANCES[k] + further, lower, floor: null },
        meshes: [mesh],
        spheres: drawNodes(collider, nodes, dot),
      };
    }),
  );
  return { panels, columns: 3, width: 390, height: 370, title: 25 };
}
