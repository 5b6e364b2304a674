// The shapes that fracas can make: primitives, household things and the models of the papers' experiments,
// whose originals are not public. Closed surfaces unless said otherwise; metres, y up.

export {
  createPiggyBank,
  createTriceratops,
  type PiggyBankOptions,
  type TriceratopsOptions,
} from './animals.ts';
export {
  type BoxOptions,
  createBox,
  createSheet,
  createShelf,
  type SheetOptions,
  type ShelfOptions,
} from './box.ts';
export { type ClubOptions, createClub } from './club.ts';
export { type AppleOptions, createApple, createPumpkin, type PumpkinOptions } from './fruit.ts';
export {
  type BrickOptions,
  createBrick,
  createGear,
  createWall,
  type GearOptions,
  type Opening,
  type WallOptions,
} from './masonry.ts';
export {
  type CapsuleOptions,
  type CylinderOptions,
  createCapsule,
  createCylinder,
  createTorus,
  type TorusOptions,
} from './round.ts';
export { createSphere, createSphereOf, type SphereOptions } from './sphere.ts';
export {
  type BowlOptions,
  createBowl,
  createGlass,
  createPlate,
  type GlassOptions,
  type PlateOptions,
} from './tableware.ts';
