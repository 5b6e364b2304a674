// Every tuned number of fragments, by what it is for. Sizes of records, and bounds that are proved, stand with the code
// that has them.

// Cutting: split.ts, components.ts, blocks.ts, voronoi.ts
/**
 * Least distance of a node from a cut, in mean edges at the node: keeps slivers out and moves a cut by no more than is
 * seen.
 */
export const CUT_CLAMP = 0.04;
/** The least that may be asked for instead: with less, places of cuts run out of digits. */
export const LEAST_CLAMP = 1e-9;
/**
 * The largest distance that counts, in mean edges at a node: none larger changes its sign on an edge. Larger values,
 * of a φ that is no distance, are cut off: a cut then stays further than 1/400 of an edge or so from both ends.
 */
export const LARGEST_PHI = 16;
/** Blocks of a fragment that is broken in one go: tables have a place for every pair. */
export const MAX_BLOCKS = 256;
/** Seeds that are sorted by distance from each other: with more, sorting costs more than it spares. */
export const MAX_LISTED_SEEDS = 64;

// The surface of a fragment: skin.ts, rims.ts
/** Cosine of 40°: faces that meet at a flatter angle share their normal. */
export const SMOOTH_COSINE = 0.766;
/** Degrees between faces from which an edge is sharp, as baking has it. */
export const SHARP_ANGLE = 30;
/**
 * Of the radius, about ε of the whole (from its centre of mass for its surface, from the middle of its box for cracks): blunter
 * edges count that an equally long one may cross by more. At five times that, pieces rest up to 4 ε in each other (bench
 * `pile`); finer models have few that are so long.
 */
export const EDGE_DIP = 0.002;

// Finding the tet of a point: tet-grid.ts, tet-grid-cells.ts
/** Cells a mean edge: measured, bench `locate`. Finer ones make shorter lists, but no faster answers. */
export const CELLS_PER_EDGE = 1.5;
/** Most cells a tet: a thin shell in a wide box gets larger cells instead of millions of empty ones. */
export const CELLS_PER_TET = 8;
/** A tet whose slack is greater is flat, about 1e-4 of its length thick, and tested exactly where that matters. */
export const FLAT_TET = 1e-9;
/** How much wider than the tet everything is taken, in cells: far above rounding, far below what lengthens lists. */
export const CELL_MARGIN = 1e-6;
/** A half-space this level along the free axis says nothing there that the box or an outline does not say. */
export const LEVEL_FACE = 1e-8;

// Which fragments are near: occupancy.ts
/** Words of 32 bits a cell: from the 257th fragment on, two may share a bit, "maybe" for both, which is safe. */
export const MAX_WORDS = 8;
/** Where more than this share of the nodes changed, all cells are computed anew. Measured: the same cost. */
export const REGATHER_SHARE = 0.2;

// Distances: propagate.ts, search.ts, measure.ts, outside.ts, face-tree.ts, face-tree-sweep.ts
/** Falls below this share of the mean edge are not worth a visit. */
export const WORTH_VISIT = 1e-9;
/** In mean edges: a point closer to the surface is on it, and the way there is mostly rounding. */
export const ON_SURFACE = 1e-9;
/** The most tets of a search where fragments of one group meet: those of closed cracks tell nothing. */
export const SEALED_TETS = 32;
/** Tets that a depth may take: with more, hardly anything gets better (measured: bench field). */
export const DEPTH_TETS = 8;
/**
 * Cells by which the grid must fall below the closest face to be believed instead: its own error is this large where
 * the surface bends sharply (measured: with 0 only 94 % of directions in a plate are within 30°, with this 98 %).
 */
export const GRID_TRUST = 0.5;
/** In cells: where the values of a grid cell are further from a plane's, it mixes several faces, and distances are taken to these. */
export const GRID_BENT = 0.05;
/**
 * Cosine: the way to a face that is further from its normal ends at its rim. From inside that is seldom the closest
 * place: rather the face next to it was not looked at.
 */
export const SQUARE_COSINE = 0.999;
/** Steps towards the surface from far outside: each goes as far as the grid proves to be free. */
export const APPROACH_STEPS = 16;
/** Relative: of two faces that are as close as that, the first has it. */
export const FACE_TIE = 1e-9;
/** Relative: more than rounding leaves between faces that meet. */
export const RIM_SLACK = 1e-6;
/** The same in edges, squared. */
export const RIM_TINY = 1e-18;
/** The most faces of a box that is not cut in two (measured: with 8 a search takes up to a tenth longer). */
export const FACE_LEAF = 4;
/** Tets are sorted down to so many: their faces then fill a box that is not cut in two. */
export const WALL_LEAF = 2;
/** In mean edges: how far beside a face a point still goes through it, so that none slips between two. */
export const ENTRY_RIM = 1e-9;

/** Of the squared distance: a fragment that has not moved and is no further away goes on where the rim of a closed crack is. */
export const SEAM_TIE = 0.05;
/** One less the cosine: a way from a rim that is turned by less is the face's normal. */
export const SEAM_TILT = 1e-9;
