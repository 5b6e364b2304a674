// The surface of a body, to draw it with.

import { colliderOf } from '../contact/inside.ts';
import { indexFragment, type Surface } from '../fragment/drawn.ts';
import { createFragmentMesh, extractFragment } from '../fragment/extract.ts';
import { lightenFragment } from '../fragment/lighten.ts';
import { between, type Checks, checkOptions } from '../job/check.ts';
import type { BodyInfo } from './info.ts';

/** How much a drawn surface may differ from the one that collides, unless said otherwise: a share of the whole's size. */
const TOLERANCE = 0.0007;

const mesh = createFragmentMesh(); // scratch: the surface of a body

/** What extractSurface can be told. */
export interface SurfaceOptions {
  /**
   * How far the surface may be from the one that collides, as a share of the size of the whole; default 0.0007. Vertices
   * that show nothing, in planes and on straight edges, are left out by it. 0 keeps every triangle.
   */
  readonly tolerance?: number;
}

const SURFACE: Checks<SurfaceOptions> = { tolerance: between(0, 1, ', a share of the size') };

/**
 * The surface of a body in its rest frame, for a renderer: indexed, with normals, texture coordinates, colours and the
 * groups of the model, and cracks in a group of their own. Null for a shape. It is another one when the body's `version`
 * is; bodies of one asset with version 0 share it.
 */
export function extractSurface(info: BodyInfo, options: SurfaceOptions = {}): Surface | null {
  checkOptions('options', options, SURFACE);
  const { tolerance = TOLERANCE } = options;
  const { collider, label } = colliderOf(info);
  if (collider.field === null || collider.solid === null) return null;
  const { family } = collider.field;
  extractFragment(mesh, family, label);
  if (tolerance > 0) lightenFragment(mesh, 2 * tolerance * collider.solid.radius);
  return indexFragment(mesh, family.topology.skin.crackGroup);
}
