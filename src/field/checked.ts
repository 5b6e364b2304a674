// What fracas/field offers to others, with its arguments checked: guard.ts. Inside, the same is called as it is.

import { guard, options, orNone, shaped } from '../job/guard.ts';
import { buildGridField as _buildGridField } from './build.ts';
import { fieldBytes as _fieldBytes } from './grid-field.ts';
import { buildOctree as _buildOctree, octreeBytes as _octreeBytes } from './octree.ts';

const isFieldOptions = /* @__PURE__ */ options(
  'cells',
  'cell',
  'thickness',
  'band',
  'margin',
  'box',
  'exact',
  'limit',
  'embedded',
);
const isSurfaceQuery = /* @__PURE__ */ shaped(
  'what createSurfaceQuery made',
  '',
  'indices faceNormal edgeNormal vertexNormal',
  'hierarchy',
);
const isGridField = /* @__PURE__ */ shaped(
  'what buildGridField made',
  'cell scale nx',
  'origin brick corner base node',
);
const isFieldOctree = /* @__PURE__ */ shaped(
  'what buildOctree made',
  'levels unit rim',
  'block first sizeX sizeY',
  'field',
);

export const buildGridField = /* @__PURE__ */ guard(_buildGridField, () => ({
  mesh: shaped('{ positions, indices }', '', 'positions indices'),
  options: orNone(isFieldOptions),
  given: orNone(isSurfaceQuery),
}));
export const fieldBytes = /* @__PURE__ */ guard(_fieldBytes, () => ({ field: isGridField }));
export const buildOctree = /* @__PURE__ */ guard(_buildOctree, () => ({ field: isGridField }));
export const octreeBytes = /* @__PURE__ */ guard(_octreeBytes, () => ({ fieldOctree: isFieldOctree }));
