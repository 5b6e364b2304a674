// Every tuned number of sweeps, by what it is for.

// Conservative advancement: advancement.ts
/** Queries a sphere; then it is taken to touch where it has come. */
export const MAX_QUERIES = 4000;
/** Halves of a way: below that rounding says nothing. */
export const MAX_HALVINGS = 24;

// Colliders against each other: collider.ts
/** How often a point may graze. */
export const MAX_LIFTS = 32;
/** How often it may graze or cross a corner. */
export const MAX_CORNERS = 256;
/** Of `sink`: what is deeper already may go on by that, or it would never come free. */
export const STUCK_SHARE = 0.2;
/** Of a step: windows in which bodies are looked at in full. */
export const SHORTEST_WINDOW = 1 / 16;
/** Balls that stand for a capsule. */
export const MAX_CAPSULE_BALLS = 16;
