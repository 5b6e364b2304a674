// Every tuned number of triangle trees, by what it is for. Sizes of records and of stacks stand with the code that has
// them.

// Building: hierarchy.ts, split-range.ts, median.ts
/** Triangles a leaf; measured: 2 to 6 are within 5 % of each other for closest points. */
export const LEAF_TRIANGLES = 4;
/** Deeper than this, a hierarchy is split at the median, so that its depth is at most 32 + log2(2³²) = 64. */
export const HIERARCHY_MEDIAN_DEPTH = 32;
/** Deeper than this, every way turns to the median, so that a tree over 2³² triangles is at most 40 + 32 high. */
export const TREE_MEDIAN_DEPTH = 40;
/** Bins of the surface-area heuristic along an axis. */
export const BINS = 16;

// Trees that are edited: bulk.ts, quality.ts, moved-tree.ts
/** A part is joined whole if the sides of its box come to this much of the tree's. Measured with bench avl-dynamic. */
export const JOIN_SHARE = 0.25;
/**
 * Flat boxes have no volume, and a wall of them would look perfect however it is grouped: no side counts as shorter
 * than this part of the longest side of all.
 */
export const QUALITY_FLOOR = 1e-6;
/**
 * Levels above the leaves that are bounded anew by their triangles, not by turned boxes; measured with bench pairs: 2
 * to 6 are within 10 % of each other.
 */
export const FINE_LEVELS = 3;

// Restructuring: restructure.ts, restructure-build.ts, cost.ts
/**
 * A node whose box is this many times as large as its children's together is loose: as in [Heo10]'s comparison, with a
 * threshold of ours.
 */
export const LOOSE_RATIO = 1.8;
/** Subtrees that one update restructures. */
export const MAX_RESTRUCTURED = 64;
/** Triangles of a subtree: smaller ones are not looked into (surface/blocks.ts). */
export const MIN_RESTRUCTURED = 17;
/** [Heo10] sets G between 100 and 1000. Measured (bench/fastcd): 100 to 400 build equally fast, 100 culls best. */
export const GRID_LEAST = 128;
/** A grid halves the extent of centers on every axis; what crowds on for 40 rounds goes to the median. */
export const GRID_DEPTH = 40;
/**
 * Extents are floored at this part of the longest, so that flat boxes have a volume (methods: zero volumes break P).
 */
export const COST_FLOOR = 1e-3;
