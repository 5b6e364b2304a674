// The cells in which a fragment may have a part, at one level of the occupancy grid.

import { colliderOf } from '../../src/contact/inside.ts';
import { hueColor, placePoint, type View } from './view.ts';

const MOST = 4000; // cells to draw
/** The edges of a cube by the corners they join; bits of a corner are its x, y and z. */
const EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

export const occupancy: View = {
  name: 'occupancy',
  title: 'Occupancy grid',
  about:
    'Cells that may hold a part of a piece, a bit for each; coarser levels skip empty space [Glondu13, sec. 4.5].',
  slider: { label: 'level, from fine to coarse', max: 5, start: 1 },
  compute(world, slider) {
    const lines: number[] = [];
    const colors: number[] = [];
    const color = new Float32Array(3);
    let cells = 0;
    world.bodies.forEach((body, k) => {
      const { collider, label } = colliderOf(world.info(body));
      if (collider.field === null) return;
      const { grid, levelCount, size, start, words, bits } = collider.field.occupancy;
      if (words === 0) return;
      const o = 7 * world.indexOf(body);
      const pose = world.poses.subarray(o, o + 7);
      const level = Math.min(slider, levelCount - 1);
      const side = grid.cell * 2 ** level;
      const [nx, ny] = size.subarray(3 * level);
      hueColor(color, 0, k);
      for (let c = start[level]; c < start[level + 1] && cells < MOST; c++) {
        const bit = label % (32 * words);
        if (((bits[c * words + (bit >> 5)] >>> (bit & 31)) & 1) === 0) continue;
        cells++;
        const at = c - start[level];
        const place = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / (nx * ny))];
        for (const corner of EDGES) {
          const p = place.map((n, d) => grid.origin[d] + side * (n + ((corner >> d) & 1)));
          lines.push(...placePoint(pose, p, 0));
          colors.push(...color);
        }
      }
    });
    const note = cells === 0 ? '0 cells: nothing has broken yet' : `${cells} cells at level ${slider}`;
    return { lines: Float32Array.from(lines), lineColors: Float32Array.from(colors), note };
  },
};
