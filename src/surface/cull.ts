// Whether a node can be passed over in a search for self-collisions: the ways to decide it. All ask first that some
// direction makes an acute angle with every normal; they differ in what they ask of the border.

import { InputError } from '../job/error.ts';
import { CONTOUR_LEAST, CONTOUR_REST, LEAST_CONE } from './constants.ts';
import { passesContour } from './contour.ts';
import { CONNECTED, CULLED, type Surface } from './surface.ts';

/**
 * `contour`: the whole border, edges to the rest of the mesh included, projects without crossing itself [Volino94]:
 * never misses. `dual`: the cones of normals and of binormals at real borders [Heo10, sec. 4]: may miss. `border`: as
 * contour, at real borders alone: may miss. `normals`: the border does not matter: may miss. `off`: no culling.
 */
export type Culling = 'contour' | 'dual' | 'border' | 'normals' | 'off';

/** Whether a culling finds everything. */
export function neverMisses(culling: Culling): boolean {
  return culling === 'contour' || culling === 'off';
}

/** Throws where a query asks for a culling that the last update did not prepare. */
export function checkCulling({ coned }: Surface, culling: Culling): void {
  if (coned || neverMisses(culling)) return;
  throw new InputError('bad-argument', `culling ${culling} needs cones: give updateSurface the same culling`);
}

/** Whether all normals of a node stay within a cone of less than a quarter turn. */
function passesNormals({ cone }: Surface, node: number): boolean {
  return cone[4 * node + 3] > LEAST_CONE;
}

/** The dual-cone test (Theorem 4.2): a node in one piece whose cones pass. No real border at all passes too. */
export function passesDual({ cone, binormal, connectivity }: Surface, node: number): boolean {
  const o = 4 * node;
  if (connectivity[node] !== CONNECTED || !(cone[o + 3] > LEAST_CONE)) return false;
  if (binormal[o + 3] > 1) return true;
  const dot = cone[o] * binormal[o] + cone[o + 1] * binormal[o + 1] + cone[o + 2] * binormal[o + 2];
  return Math.abs(dot) < binormal[o + 3];
}

/** Whether a node is passed over. */
export function isCulled(surface: Surface, node: number, culling: Culling): boolean {
  switch (culling) {
    case 'contour': {
      const { culled, order } = surface;
      if (order.size[node] < CONTOUR_LEAST) return false;
      if (culled[node] > 0 && culled[node] < CULLED) {
        culled[node]--;
        return false;
      }
      const passes = passesContour(surface, node, false);
      culled[node] = passes ? CULLED : CONTOUR_REST + (node & 3);
      return passes;
    }
    case 'dual':
      return passesDual(surface, node);
    case 'border':
      return (
        surface.connectivity[node] === CONNECTED &&
        passesNormals(surface, node) &&
        passesContour(surface, node, true)
      );
    case 'normals':
      return surface.connectivity[node] === CONNECTED && passesNormals(surface, node);
    case 'off':
      return false;
  }
}
