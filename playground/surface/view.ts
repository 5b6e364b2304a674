// What a view of a surface scene is, and boxes of nodes as lines.

import { hueColor, type View, type ViewData } from '../views/view.ts';
import type { SurfaceRun, ViewedTree } from './run.ts';

export interface SurfaceView extends View<SurfaceRun> {
  fits?(run: SurfaceRun): boolean; // whether it makes sense for this scene; always unless told otherwise
}

/** A node to draw. */
export interface DrawnNode {
  readonly tree: ViewedTree;
  readonly node: number;
  readonly hue: number; // nodes of the same number have the same colour
}

/** Boxes of nodes as lines. */
export function drawBoxes(list: readonly DrawnNode[]): Pick<ViewData, 'lines' | 'lineColors'> {
  const lines = new Float32Array(72 * list.length);
  const lineColors = new Float32Array(72 * list.length);
  const color = new Float32Array(3);
  let at = 0;
  for (const { tree, node, hue } of list) {
    hueColor(color, 0, hue + 3);
    for (let d = 0; d < 3; d++) color[d] **= 2; // thin lines want strong colours
    for (let corner = 0; corner < 8; corner++) {
      for (let along = 0; along < 3; along++) {
        if ((corner >> along) & 1) continue;
        for (const end of [corner, corner | (1 << along)]) {
          for (let d = 0; d < 3; d++) {
            lineColors[at] = color[d];
            lines[at++] = tree.box[6 * node + d + (((end >> d) & 1) === 1 ? 3 : 0)];
          }
        }
      }
    }
  }
  return { lines, lineColors };
}
