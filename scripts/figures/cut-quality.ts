// docs/figures/cut-quality.webp: the split triceratops of [Otaduy07, fig. 4] half way and at the end, and its tree: Q over
// the eleven steps, kept in several ways and built anew (fig. 7).

import { recordTriceratops } from '../../bench/surface-steps.ts';
import { buildTree } from '../../src/hierarchy/build.ts';
import { createFloodWork, reshapeTriangles } from '../../src/hierarchy/flood.ts';
import { measureQuality, optimiseVisited } from '../../src/hierarchy/quality.ts';
import { refitTouched } from '../../src/hierarchy/refit.ts';
import type { TriangleTree } from '../../src/hierarchy/tree.ts';
import type { CutMesh } from '../../src/surface/cut-mesh.ts';
import { floodCutTriangles, updateCutTree } from '../../src/surface/cut-tree.ts';
import { boundsOf, count, type Drawn, type Panel, type Picture } from './panel.ts';

const TRIANGLES = 22640;
const OLD = [0.72, 0.7, 0.66];
const CRACK = [0.16, 0.42, 0.72];
const FRESH = [0.75, 0.14, 0.16];

/** The mesh, pulled apart where it is open; crack faces blue, what the last step made red. */
function drawCut(cut: CutMesh, first: number, cracks: Uint8Array): Drawn {
  const out: Drawn = { positions: [], colors: [], flat: true };
  for (let t = 0; t < cut.triangleCount; t++) {
    for (let i = 0; i < 3; i++) {
      const v = cut.indices[3 * t + i];
      for (let d = 0; d < 3; d++) out.positions.push(cut.positions[3 * v + d]);
      out.colors?.push(...(t >= first ? FRESH : cracks[t] ? CRACK : OLD));
    }
  }
  return out;
}

function drawStep(title: string, steps: CutMesh[], k: number): Panel {
  const cut = steps[k];
  const cracks = new Uint8Array(cut.triangleCount);
  for (const { changes, triangleCount } of steps.slice(0, k + 1)) {
    for (let t = changes.first + changes.decomposed; t < triangleCount; t++) cracks[t] = 1;
  }
  // Seen from the side, without the half in front: what lies above the plane.
  const open = drawCut(cut, cut.changes.first, cracks);
  const kept: Drawn = { positions: [], colors: [], flat: true };
  for (let t = 0; t < cut.triangleCount; t++) {
    let depth = 0;
    for (let i = 0; i < 3; i++) {
      const o = 9 * t + 3 * i;
      depth += 0.1 * open.positions[o] + open.positions[o + 2] - 0.004;
    }
    if (cracks[t] ? t % 2 !== 1 : depth > 0) continue; // faces come in pairs; the second is that of the half behind
    kept.positions.push(...open.positions.slice(9 * t, 9 * t + 9));
    kept.colors?.push(...(open.colors ?? []).slice(9 * t, 9 * t + 9));
  }
  return {
    title,
    detail: `${count(cut.triangleCount)} triangles`,
    bounds: boundsOf(open.positions),
    view: { from: [0.25, 0.25, 1], distance: 3.4 },
    meshes: [kept],
  };
}

export async function drawCutQuality(): Promise<Picture> {
  const { start, steps } = recordTriceratops(TRIANGLES);
  const kept = buildTree(start);
  const flooded = buildTree(start);
  const plain = buildTree(start);
  const work = createFloodWork();
  const flood = (tree: TriangleTree, cut: CutMesh) => {
    reshapeTriangles(tree, cut, cut.changes.reshaped, cut.changes.reshapedCount);
    floodCutTriangles(tree, cut, cut, work);
    refitTouched(tree);
  };
  const curves: number[][] = [kept, flooded, plain, kept].map((tree) => [measureQuality(tree)]);
  for (const cut of steps) {
    updateCutTree(kept, cut, cut, work);
    flood(flooded, cut);
    optimiseVisited(flooded);
    flood(plain, cut);
    [kept, flooded, plain, buildTree(cut)].forEach((tree, k) => {
      curves[k].push(measureQuality(tree));
    });
  }
  const [ours, byFlood, byFloodAlone, anew] = curves;
  return {
    panels: [
      drawStep('step 6 of 11, the half in front left out', steps, 5),
      {
        title: 'Q, smaller is better',
        detail: `${count(TRIANGLES)} triangles at first`,
        chart: {
          x: [...Array(12).keys()],
          xLabel: 'step',
          yLabel: 'Q',
          from: 1.5,
          series: [
            { name: 'flooding', color: '#a81f3c', y: byFloodAlone },
            { name: 'and exchanges', color: '#c9701c', y: byFlood },
            { name: 'faces in bulk', color: '#2360ad', y: ours },
            { name: 'built anew', color: '#6a7079', y: anew, dashed: true },
          ],
        },
      },
    ],
    columns: 2,
    width: 620,
    height: 400,
    title: 22,
    legends: [
      {
        label: '',
        boxes: [
          { color: '#b8b3a8', text: 'old triangles' },
          { color: '#296bb8', text: 'crack faces' },
          { color: '#bf2429', text: 'made in this step' },
        ],
      },
    ],
  };
}
