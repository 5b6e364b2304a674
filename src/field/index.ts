// fracas/field: grids of signed distance.

export { CLEAR, NEAR, OPEN } from './answer.ts';
export { buildGridField } from './build.ts';
export { fieldBytes, type GridField } from './grid-field.ts';
export type { HeightInput } from './height-field.ts';
export { buildOctree, type FieldOctree, octreeBytes } from './octree.ts';
export type { FieldOptions } from './plan.ts';
export { sampleField, sampleGradient } from './sample.ts';
