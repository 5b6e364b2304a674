// fracas/field: grids of signed distance.

export { CLEAR, NEAR, OPEN } from './answer.ts';
export { buildGridField, buildOctree, fieldBytes, octreeBytes } from './checked.ts';
export type { GridField } from './grid-field.ts';
export type { HeightInput } from './height-field.ts';
export type { FieldOctree } from './octree.ts';
export type { FieldOptions } from './plan.ts';
export { sampleField, sampleGradient } from './sample.ts';
