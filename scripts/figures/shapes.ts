// docs/figures/shapes-1.webp and shapes-2.png: the solids of src/mesh/shapes, baked.

import { bake } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { drawSurface } from './bake.ts';
import { boundsOf, count, type Panel, type Picture } from './panel.ts';

type Input = Parameters<typeof bake>[0];

async function drawRow(list: [string, () => Input][]): Promise<Picture> {
  const panels: Panel[] = [];
  for (const [title, create] of list) {
    const asset = await bake(create(), { resolution: 24 });
    panels.push({
      title,
      detail: `${count(asset.surface.indices.length / 3)} triangles, ${count(asset.report.tets)} tets`,
      bounds: boundsOf(asset.tets.positions),
      meshes: [{ ...drawSurface(asset), normals: undefined, flat: true }],
    });
  }
  return { panels };
}

export function drawShapes1(): Promise<Picture> {
  return drawRow([
    ['piggy bank', shapes.createPiggyBank],
    ['plate', shapes.createPlate],
    ['perforated brick', shapes.createBrick],
    ['drinking glass', shapes.createGlass],
  ]);
}

export function drawShapes2(): Promise<Picture> {
  return drawRow([
    ['triceratops', shapes.createTriceratops],
    ['apple', shapes.createApple],
    ['pumpkin', shapes.createPumpkin],
    ['gear', shapes.createGear],
  ]);
}
