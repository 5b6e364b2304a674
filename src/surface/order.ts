// The order of a surface's tree, brought up to date before whatever reads it.

import { growCost } from '../hierarchy/cost.ts';
import { refreshOrder } from '../hierarchy/restructure-order.ts';
import { relink } from './link.ts';
import { growCones, growNodes, type Surface, UNSURE } from './surface.ts';

/** Brings the order up to date, and links where cones are asked for, and makes room in all columns. */
export function reorder(surface: Surface): void {
  growNodes(surface);
  if (surface.coned) growCones(surface);
  growCost(surface.cost, surface.tree.parent.length);
  if (surface.reshaped) {
    refreshOrder(surface.order, surface.tree);
    surface.blocks.listed = false;
    surface.ordered.fill(1, 0, surface.bodyCount);
  }
  if (surface.coned && (surface.reshaped || surface.link[surface.tree.root] <= UNSURE)) relink(surface);
  surface.reshaped = false;
}
