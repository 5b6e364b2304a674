// docs/figures/dual-cones.webp: a folded sheet in the patches that a search for self-collisions passes over: by dual
// cones, with the axes and rims of their cones of normals and the binormals at the border; and by the contour.

import { createSheet } from '../../src/mesh/shapes/box.ts';
import { type Culling, isCulled } from '../../src/surface/cull.ts';
import { addBody, moveBody } from '../../src/surface/edit.ts';
import { createSurface, type Surface } from '../../src/surface/surface.ts';
import { updateSurface } from '../../src/surface/update.ts';
import { type Arrows, boundsOf, count, type Drawn, type Lines, type Panel, type Picture } from './panel.ts';

const SIDE = 44;
const COLORS = [0x7fb3d5, 0xf0b27a, 0x82c9a0, 0xd7a6d3, 0xe8d27a, 0x9fb4e8, 0xe59c9c, 0xa7d8d0, 0xc9c2a5].map(
  (c) => [(c >> 16) / 255, ((c >> 8) & 255) / 255, (c & 255) / 255],
);

/** A sheet laid in two folds, one over the other. */
function foldSheet(): Surface {
  const surface = createSurface();
  const sheet = createSheet({ width: 3, depth: 1.6, columns: SIDE, rows: SIDE / 2 });
  const body = addBody(surface, sheet);
  const positions = sheet.positions.slice();
  for (let i = 0; i < positions.length; i += 3) {
    const u = positions[i] / 3; // −0.5 to 0.5
    positions[i] = 0.9 * Math.sin(5.2 * u) + 0.35 * u;
    positions[i + 1] = 0.75 * u + 0.1 * Math.cos(9 * u) * (1 + 0.4 * positions[i + 2]);
  }
  moveBody(surface, body, positions);
  updateSurface(surface, { culling: 'dual' });
  return surface;
}

/** The highest nodes that are passed over, from the root down; single triangles where none is. */
function listPatches(surface: Surface, culling: Culling): number[] {
  const { tree, culled } = surface;
  culled.fill(0);
  const patches: number[] = [];
  const waiting = [tree.root];
  while (waiting.length > 0) {
    const n = waiting.pop()!;
    if (tree.triangle[n] >= 0 || isCulled(surface, n, culling)) patches.push(n);
    else waiting.push(tree.child[2 * n + 1], tree.child[2 * n]);
  }
  return patches;
}

function drawPatches(surface: Surface, patches: number[]): Drawn {
  const out: Drawn = { positions: [], colors: [], flat: true };
  const { order, indices, end } = surface;
  patches.forEach((n, p) => {
    const color = surface.tree.triangle[n] >= 0 ? [0.35, 0.35, 0.38] : COLORS[p % COLORS.length];
    for (let r = order.first[n]; r < order.first[n] + order.size[n]; r++) {
      for (let k = 0; k < 3; k++) {
        const v = 3 * indices[3 * order.triangle[r] + k];
        out.positions.push(...end.subarray(v, v + 3));
        out.colors?.push(...color);
      }
    }
  });
  return out;
}

/** The axis of each patch's cone, and a ring at its half angle. */
function drawCones(surface: Surface, patches: number[]): { arrows: Arrows; rings: Lines } {
  const { order, indices, end, cone, tree } = surface;
  const arrows: Arrows = { from: [], along: [], radius: 0.007, color: 0x2360ad };
  const rings: Lines = { ends: [], radius: 0.004, color: 0x2360ad };
  for (const n of patches) {
    if (tree.triangle[n] >= 0 || order.size[n] < 30) continue;
    const center = [0, 0, 0];
    for (let r = order.first[n]; r < order.first[n] + order.size[n]; r++) {
      for (let k = 0; k < 3; k++) {
        const v = 3 * indices[3 * order.triangle[r] + k];
        for (let d = 0; d < 3; d++) center[d] += end[v + d] / (3 * order.size[n]);
      }
    }
    const [x, y, z, cosine] = cone.subarray(4 * n, 4 * n + 4);
    const length = 0.28;
    arrows.from.push(...center);
    arrows.along.push(length * x, length * y, length * z);
    const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
    const across = Math.abs(y) < 0.9 ? [z, 0, -x] : [0, -z, y];
    const norm = Math.hypot(...across);
    const u = across.map((c) => c / norm);
    const w = [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]];
    const at = (angle: number) =>
      [x, y, z].map(
        (a, d) =>
          center[d] + length * (cosine * a + sine * (Math.cos(angle) * u[d] + Math.sin(angle) * w[d])),
      );
    for (let k = 0; k < 16; k++) rings.ends.push(...at((k * Math.PI) / 8), ...at(((k + 1) * Math.PI) / 8));
    for (let k = 0; k < 16; k += 4) rings.ends.push(...center, ...at((k * Math.PI) / 8));
  }
  return { arrows, rings };
}

/** Where the sheet ends, which way its binormals point. */
function drawBinormals({ indices, neighbor, end, triangleCount }: Surface): Arrows {
  const arrows: Arrows = { from: [], along: [], radius: 0.005, color: 0xa81f3c };
  let nth = 0;
  for (let t = 0; t < triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      if (neighbor[3 * t + k] >= 0 || nth++ % 5 !== 0) continue;
      const [a, b, c] = [0, 1, 2].map((j) => 3 * indices[3 * t + ((k + j) % 3)]);
      const edge = [0, 1, 2].map((d) => end[b + d] - end[a + d]);
      const other = [0, 1, 2].map((d) => end[c + d] - end[a + d]);
      const along =
        edge.reduce((sum, x, d) => sum + x * other[d], 0) / edge.reduce((sum, x) => sum + x * x, 0);
      const out = other.map((x, d) => along * edge[d] - x);
      const length = Math.hypot(...out);
      arrows.from.push(...[0, 1, 2].map((d) => (end[a + d] + end[b + d]) / 2));
      arrows.along.push(...out.map((x) => (0.14 * x) / length));
    }
  }
  return arrows;
}

export async function drawDualCones(): Promise<Picture> {
  const surface = foldSheet();
  const bounds = boundsOf(drawPatches(surface, [surface.tree.root]).positions);
  const view = { from: [0.55, 0.35, 1], distance: 3.6, floor: null };
  const dual = listPatches(surface, 'dual');
  const contour = listPatches(surface, 'contour');
  const { arrows, rings } = drawCones(surface, dual);
  const panels: Panel[] = [
    {
      title: 'dual cones',
      detail: `${count(dual.length)} patches of ${count(surface.tree.leafCount)} triangles`,
      bounds,
      view,
      meshes: [drawPatches(surface, dual)],
      arrows: [arrows, drawBinormals(surface)],
      lines: [rings],
    },
    {
      title: 'contour',
      detail: `${count(contour.length)} patches, none of which can miss a contact`,
      bounds,
      view,
      meshes: [drawPatches(surface, contour)],
    },
  ];
  return { panels, width: 560 };
}
