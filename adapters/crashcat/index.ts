// Entry fracas/crashcat: contacts of fracas in crashcat's solver, through its custom shapes.

export { breakFracasBody, createFracasBody, fitSettings } from './body.ts';
export { registerFracas } from './register.ts';
export { createFracasShape, type FracasShape, type FracasShapeOptions, type UserType } from './shape.ts';
