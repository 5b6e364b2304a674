// docs/figures/modes.webp: how things ring. Modes, moved far more than they are, with their tension and compression.

import { TET_NODES } from '../../src/fracture/modal/element.ts';
import { TET_EDGES } from '../../src/mesh/tet-mesh.ts';
import { boundsOf, type Panel, type Picture } from './panel.ts';
import { drawSurface, type Ringing, ringSubject, stressColor } from './ringing.ts';

const SWAY = 0.09; // of the size of a solid: how far its mode is drawn to move

/** A panel with mode k of a solid. */
function drawMode(subject: Ringing, k: number, from: number[]): Panel {
  const { brittle, material, asset, name } = subject;
  const { modal, topology, size } = brittle;
  if (modal === null || asset.modes === null) throw new Error(`${name} has no modes`);
  const { mesh, shape, stress, tet, weight } = modal;
  const moved = new Float64Array(topology.positions.length);
  const tension = new Float64Array(topology.nodeCount);
  for (let i = 0; i < topology.nodeCount; i++) {
    const w = weight.subarray(4 * i, 4 * i + 4);
    const value = Array.from({ length: TET_NODES }, (_, a) =>
      a < 4 ? w[a] * (2 * w[a] - 1) : 4 * w[TET_EDGES[2 * (a - 4)]] * w[TET_EDGES[2 * (a - 4) + 1]],
    );
    value.forEach((x, a) => {
      const at = 3 * (mesh.count * k + mesh.node[TET_NODES * tet[i] + a]);
      for (let d = 0; d < 3; d++) moved[3 * i + d] += x * shape[at + d];
    });
    for (let c = 0; c < 4; c++) {
      const at = 6 * (mesh.corners * k + mesh.tets.indices[4 * tet[i] + c]);
      tension[i] += w[c] * (stress[at] + stress[at + 1] + stress[at + 2]); // the trace: tension less compression
    }
  }
  const far = moved.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const sorted = tension.map(Math.abs).sort();
  const most = sorted[Math.floor(0.98 * sorted.length)];
  const positions = topology.positions.map((x, i) => x + ((SWAY * size) / far) * moved[i]);
  const hertz = Math.sqrt((modal.square[k] * material.young) / material.density) / (2 * Math.PI);
  return {
    title: `${name}, mode ${k + 1}`,
    detail: `${Math.round(hertz).toLocaleString('en-US')} Hz in ${material.name}`,
    bounds: boundsOf(positions),
    view: { from, floor: null },
    meshes: [drawSurface(subject, positions, (i) => stressColor(tension[i] / most))],
  };
}

export async function drawModes(): Promise<Picture> {
  const [glass, plate, bunny] = await Promise.all(['glass', 'plate', 'bunny'].map(ringSubject));
  return {
    panels: [
      drawMode(glass, 0, [0.4, 0.9, 1]),
      drawMode(glass, 2, [0.4, 0.9, 1]),
      drawMode(plate, 0, [0.3, 0.8, 1]),
      drawMode(plate, 5, [0.3, 0.8, 1]),
      drawMode(bunny, 0, [0.42, 0.3, 1]),
      drawMode(bunny, 4, [0.42, 0.3, 1]),
    ],
    columns: 3,
    width: 414,
    height: 330,
    legends: [
      {
        label: '',
        boxes: [
          { color: '#215a9e', text: 'compression' },
          { color: '#ede8de', text: 'none' },
          { color: '#b81c26', text: 'tension' },
        ],
      },
    ],
  };
}
