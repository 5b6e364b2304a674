// Every tuned number of surfaces, by what it is for. Bounds of rounding stand with the code that they hold for.

// Cutting: cut-tree.ts, cut-section.ts
/** Rebuild beyond this Q: [Otaduy07, sec. 5.3]. */
export const WORN_QUALITY = 2.3;
/** The plane is moved by this part of the piece's size until no vertex is that close to it. */
export const PLANE_NUDGE = 1e-7;

// Blocks of triangles: blocks.ts
/** Triangles of a block at most. Measured: n-body takes 8 % longer with 32, as long with 8. */
export const BLOCK_SIZE = 16;

// Culling of what cannot meet itself: cull.ts, star.ts, contour.ts
/** Cosine of the widest cone: one closer to a quarter turn would leave projected triangles too thin to orient. */
export const LEAST_CONE = 0.02;
/** A node that failed the contour test is left alone for so many queries, by its number, lest all try again at once. */
export const CONTOUR_REST = 2;
/** Smaller nodes have fewer pairs than the test takes to rule out. Measured: bench fastcd, 4 to 16 are alike. */
export const CONTOUR_LEAST = 8;
/** Triangles around a vertex; larger stars are not tried. */
export const MAX_STAR = 24;
/** Triangles of a node whose contour is tried. */
export const MAX_CONTOUR_TRIANGLES = 4096;
/** Edges of its border at most. */
export const MAX_CONTOUR_EDGES = 512;
/** Edges that follow each other lie close together: pairs of so many are tried first. */
export const CONTOUR_BLOCK = 8;
/** How much of a normal must lie along the view: sine of the least angle between a triangle and the view. */
export const LEAST_FRONT = 0.01;
