// Tuned numbers of meshes, by what they are for. Sizes of records, error bounds with a proof and what is only counted
// between two reports of progress stand with the code that has them.

// Samples of surfaces: deviation.ts, stuffing/loss.ts
/** Steps of a low-discrepancy sequence in the square: powers of the inverse of x³ = x + 1's root. */
export const SQUARE_STEPS = [0.7548776662466927, 0.5698402909980532] as const;
/** The same in the cube, of x⁴ = x + 1: shell/volume.ts. */
export const CUBE_STEPS = [0.8191725133961645, 0.6710436067037893, 0.5497004779019703] as const;
/** Turns below a sample at which a solid ends there: a closed surface has 1, a lone sheet ½. */
export const BOUNDS = 0.75;

// Walls: shell/
/** Cells along the thickness of a wall at least: with fewer, a gap or a rim is lost. */
export const WALL_CELLS = 4;
/** Cells around the wall's box. Not a whole number: of sheets along the axes, the boundary would lie on nodes. */
export const WALL_MARGIN = 4.37;
/** Of a cell: what vertices keep from its sides, so that no two are in one place. */
export const WALL_CLEAR = 0.01;
/** Of the thickness: how far simplified triangles may stray from the isosurface. With twice that, rims look hewn. */
export const WALL_FLAT = 1 / 32;
/** Cosine between a triangle's normal and the way out of the surface: less is a triangle on two sheets. */
export const WALL_FACING = 0.2;
/** Rounds of moving vertices: the second takes what the first leaves where a few large triangles make a ball. */
export const BALANCE_ROUNDS = 2;
/** Parts along the sides of a triangle, each asked in its middle: some span a flat part and a round one. */
export const BALANCE_PARTS = 4;
/** Of the least height of a vertex's triangles: moves up to there turn none of them over. */
export const BALANCE_MOST = 0.25;
/** Points asked for the volume of a wall: 0.2 % of it. */
export const VOLUME_SAMPLES = 32768;
/** Nodes in blocks that a wall's boundary runs through, a face of it (a teapot, a bottle, random patches). */
export const NODES_BESIDE = 8;
/** Triangles of a wall's boundary, a face of its cells (the same). */
export const TRIANGLES_PER_FACE = 2.9;
/** Bytes of a node: value, first vertex and corners of its cell. */
export const WALL_NODE_BYTES = 9;
/** Bytes of a triangle while it is simplified: quadrics, queue, lists. */
export const WALL_TRIANGLE_BYTES = 400;

// Fewer triangles: decimate.ts, decimate-quadric.ts
/**
 * How much even triangles count. On the bunny at 7,940 triangles, 0.01 leaves 1 % of the triangles with an angle below
 * 21° and strays 0.08 % of the diagonal from the surface, 0.1 leaves 24° and strays 0.2 %.
 */
export const EVENNESS = 0.03;
/** How far triangles may turn (a cosine) and how thin they may get (1 is equilateral): strict first. */
export const COLLAPSE_STEPS = [
  [0.5, 0.3],
  [0.2, 0.05],
  [0, 0],
] as const;
/** Weight of planes that stand on borders and creases, beside the planes of the triangles. */
export const BORDER_WEIGHT = 10;
/** The cosine of the angle between two normals, 50°, from which their edge is a crease. */
export const CREASE = 0.64;
