// Tuned numbers of geometric tests. Bounds of rounding are proved where they stand.

// Continuous tests: continuous.ts
/** Intervals of time shorter than this are not cut further: 2⁻⁴⁰, about 1e-12 of the step. */
export const SHORTEST_INTERVAL = 1 / 1099511627776;
/**
 * How many intervals a search may look at. Motions that are coplanar throughout and slide along each other need many;
 * whatever remains when they are used up counts as contact.
 */
export const MAX_INTERVALS = 400;

// Points and triangles: point-triangle.ts
/**
 * A triangle lower than a hundredth of its longer edge at corner a is thin: the products below cancel there (they
 * carry about 1e-16 of the edges' fourth power, as much as a sliver's whole area squared), so it takes the slow way.
 */
export const THIN_TRIANGLE = 1e-4;
