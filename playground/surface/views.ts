// Views of surface scenes, in the order in which the page shows them: what collides, boxes by level, and the others.

import { listLevel } from '../../src/hierarchy/tree.ts';
import { cones } from './cones.ts';
import { restructured } from './restructured.ts';
import { drawBoxes, type SurfaceView } from './view.ts';

const HIT = [0.9, 0.1, 0.45];

const hits: SurfaceView = {
  name: 'hits',
  title: 'Colliding triangles',
  about:
    'What the query of this frame found, drawn through everything [Otaduy07, sec. 5.3; Heo10, sec. 3.1].',
  isOn: true,
  compute({ hits, positions, indices, figures, flawCount }) {
    const triangles = new Float32Array(9 * hits.size);
    let at = 0;
    for (const t of hits) {
      for (let k = 0; k < 3; k++) {
        const o = 3 * indices[3 * t + k];
        for (let d = 0; d < 3; d++) triangles[at++] = positions[o + d];
      }
    }
    const triangleColors = Float32Array.from(triangles, (_, k) => HIT[k % 3]);
    const flaws = flawCount > 0 ? `, without ${flawCount} pairs that the model came with` : '';
    return { triangles, triangleColors, note: `${figures.pairs} found: ${hits.size} triangles${flaws}` };
  },
};

const MOST = 3000; // boxes to draw

const boxes: SurfaceView = {
  name: 'boxes',
  title: 'Hierarchy',
  about:
    'Boxes at one level below the root of each tree: a query goes down only where two overlap [Otaduy07, sec. 3.1; Heo10, sec. 3.1].',
  slider: { label: 'level', max: 14, start: 6 },
  compute(run, slider) {
    const { trees } = run;
    run.refresh();
    const isOne = trees.length === 1;
    const list = trees.flatMap((tree, p) =>
      listLevel(tree, slider).map((node, k) => ({ tree, node, hue: isOne ? k : p })),
    );
    const height = Math.max(...trees.map((tree) => (tree.root < 0 ? 0 : tree.height[tree.root])));
    return {
      ...drawBoxes(list.slice(0, MOST)),
      note: `${list.length} boxes at level ${slider} of ${height}, ${trees.length} ${isOne ? 'tree' : 'trees'}`,
    };
  },
};

export const surfaceViews: readonly SurfaceView[] = [hits, boxes, cones, restructured];
