// docs/figures/surface-scenes.webp: frames of the peeled apple and of the broken pumpkin, and the boxes of the apple's tree
// at one depth.

import { apple } from '../../scenes/surface/apple.ts';
import { pumpkin } from '../../scenes/surface/pumpkin.ts';
import type { SurfacePlay } from '../../scenes/surface/surface-scene.ts';
import { listLevel, type TriangleTree } from '../../src/hierarchy/tree.ts';
import { createCutTrees, intersectCutTrees, updateCutTrees } from '../../src/surface/cut-trees.ts';
import { boundsOf, count, type Drawn, type Lines, type Panel, type Picture } from './panel.ts';

const INSIDE: Record<string, number[]> = { apple: [0.95, 0.9, 0.72], pumpkin: [0.93, 0.72, 0.36] };
const SKIN: Record<string, number[]> = { apple: [0.72, 0.16, 0.13], pumpkin: [0.86, 0.42, 0.1] };
const HIT = [0.1, 0.35, 0.85];

function drawPlay(play: SurfacePlay, name: string, hits: Set<number>): Drawn {
  const out: Drawn = { positions: [], colors: [], flat: true };
  const { positions, indices } = play.mesh;
  for (let h = 0; h < indices.length; h++) {
    const t = Math.floor(h / 3);
    out.positions.push(...positions.subarray(3 * indices[h], 3 * indices[h] + 3));
    out.colors?.push(...(hits.has(t) ? HIT : play.cut.crack[t] ? INSIDE[name] : SKIN[name]));
  }
  return out;
}

/** Plays to a frame. */
function panelAt(
  name: string,
  frames: number,
  depth: number | null,
  from: number[],
  distance: number,
): Panel {
  const play = (name === 'apple' ? apple : pumpkin).play();
  const trees = createCutTrees(play.cut, play.mesh);
  for (let frame = 0; frame < frames; frame++) {
    const { piece } = play.step();
    if (name === 'apple') updateCutTrees(trees, play.cut, play.mesh, piece);
  }
  const out = new Uint32Array(100000);
  const found = name === 'apple' ? intersectCutTrees(out, trees, play.mesh) : 0;
  const mesh = drawPlay(play, name, new Set(out.subarray(0, 2 * found)));
  const bounds = boundsOf(mesh.positions);
  const lines: Lines[] = [];
  if (depth !== null) {
    const ends = trees.trees.flatMap((tree) => boxesAt(tree, depth));
    lines.push({ ends, radius: 0.00012, color: 0x23262b });
  }
  const pieces = play.cut.pieceCount;
  return {
    title: `${name}, frame ${frames}`,
    detail:
      depth === null
        ? `${count(play.cut.triangleCount)} triangles, ${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`
        : `boxes ${depth} below the root, ${count(found)} intersecting pairs (blue)`,
    bounds,
    view: { from, distance, floor: null },
    meshes: [mesh],
    lines,
  };
}

function boxesAt(tree: TriangleTree, depth: number): number[] {
  const ends: number[] = [];
  for (const node of listLevel(tree, depth)) {
    const corner = (i: number) => [0, 1, 2].map((d) => tree.box[6 * node + d + ((i >> d) & 1 ? 3 : 0)]);
    for (let i = 0; i < 8; i++) {
      for (let d = 0; d < 3; d++) if (!((i >> d) & 1)) ends.push(...corner(i), ...corner(i | (1 << d)));
    }
  }
  return ends;
}

export async function drawSurfaceScenes(): Promise<Picture> {
  return {
    panels: [
      panelAt('apple', 110, null, [1, 0.35, 0.25], 3.3),
      panelAt('apple', 250, 5, [0.4, 0.35, 1], 3.3),
      panelAt('pumpkin', 140, null, [0.4, 0.5, 1], 3.1),
    ],
    columns: 3,
    width: 480,
    height: 420,
    title: 20,
  };
}
