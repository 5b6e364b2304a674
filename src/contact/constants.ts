// Every tuned number of contact queries, by what it is for. Sizes of records and of scratch stand with the code that has
// them. Lengths are in ε, the depth from which contacts are never left out, or in radii, where it is said.

// ε and what follows from it: limits.ts
/** ε in radii of the smaller body [Glondu13, sec. 5.2]. */
export const EPSILON_SHARE = 0.002;
/** How far apart speculative contacts may be to stand for each other, in the extent of the smaller fragment. */
export const WATCH_APART = 0.35;
/** What lies between them is off by about this much of that extent at the end of the step. */
export const WATCH_SLACK = 0.04;
/** How far ahead edges are looked for, of that extent, while points are as far as asked. */
export const EDGE_AHEAD = 0.03;
/** What coordinates lose by rounding, relative to the largest one: a few dozen roundings. */
export const ROUNDING = 1e-14;

// The choice of contacts: traverse.ts, picks.ts, convex-places.ts, shape-pass.ts, touch-edges.ts
/** Points that are closer, in radii of their parent's sphere, wait: more takes more points, less leaves bunches (bench `traversal`). */
export const SPREAD_CLOSE = 0.35;
/** Contacts of the last query count as so many times as far from others. */
export const STEADY = 1.5;
/** Places of two shapes closer to one another than this, in ε, are one. */
export const SAME_PLACE = 4;
/** Contacts that hold a body: edges are then sought for what goes deeper, not for support. */
export const ENOUGH_CONTACTS = 3;
/** Contacts this close to an end of an edge, of its reach, are at that end. */
export const EDGE_END = 0.05;

// Edges against fields: edge.ts
/** Stretches are halved this often at most. A place halfway along each: 2⁶ − 1 = 63 at most. */
export const EDGE_LEVELS = 5;
/** Where only what is deep counts, no stretches are asked that are shorter than so many times as much. */
export const EDGE_COARSE = 4;
/** A place sees the same flat face as the one before it if its normal is turned by less than this, the cosine … */
export const EDGE_ALIKE = 0.98;
/** … and its distance is off by no more than this part of the way between them. */
export const EDGE_OFF = 0.05;
/** Once an edge is near, stretches that could be lower by no more than this part of its length are left. */
export const EDGE_ENOUGH = 0.125;
/** Places tried on the way down from the lowest one found. */
export const EDGE_STEPS = 8;
/** Places looked at for each end of a stretch that lies along a face. */
export const EDGE_STRETCH = 6;
/** A slope below this is level. */
export const EDGE_LEVEL = 0.01;
/** A contact may move along its edge by this part of it from one query to the next, and be found again. */
export const EDGE_FOLLOW = 0.25;
/**
 * Where two slopes meet, the normal of both together counts if it is at least this long; it is 1 if they are parallel, 0.7
 * at the edge of a box. Shorter ones come from walls that the edge goes right through.
 */
export const EDGE_BLUNT = 0.4;

// A direction that parts two solids: axis.ts
/** Steps of the search between hulls; most end after 3 to 6. */
export const AXIS_STEPS = 12;
/** Bodies that have moved by less, of their overlap, are likely to overlap still. */
export const AXIS_AGAIN = 0.25;

// Two convex shapes: convex-*.ts, shape-*.ts
/** Rounds of moving overlapping shapes apart; two or three mostly. */
export const CONVEX_ROUNDS = 6;
/** How far they are moved apart, in parts of their overlap. */
export const CONVEX_CLEARANCE = 0.1;
/** Cosine: directions closer than this are one. */
export const CONVEX_SAME = 0.999;
/** Points added in the search of the closest ones; a rim takes about ten. */
export const CLOSEST_ROUNDS = 40;
/** The gap along the direction is less than the distance by this part of it at most. */
export const CLOSEST_OFF = 1e-7;
/** Of the squared size of differences: below, they touch. */
export const CLOSEST_TOUCH = 1e-18;
/** Sine: lines that cross at less touch along a stretch. */
export const PARALLEL = 0.02;
/** A disc or rim that is tilted less has no deepest place: its four points stay where they are. */
export const RIM_LEVEL = 0.01;
/** Steps towards the deepest place of a rim. */
export const RIM_STEPS = 4;
/** Halvings of a capsule's segment, to find where a stretch ends. */
export const SEGMENT_HALVINGS = 12;
/** Steps to the least along it; every other one halves what is left. */
export const SEGMENT_STEPS = 24;
/** A slope, or a part of the segment, that is as good as none. */
export const SEGMENT_CLOSE = 1e-6;
/** Distances that differ by less of the radius from those to one face are to that face. */
export const SEGMENT_OFF = 1e-4;
/** Stretches that are shorter, of the radius, are one contact. */
export const SEGMENT_SHORT = 0.1;
/** Cosine: faces of ground turned by less are one. */
export const TERRAIN_ALIKE = 0.97;
/** Cosine: a contact whose normal has turned by less since the last query is the same. */
export const TERRAIN_SAME = 0.9;

// The side that features came in by: history.ts
/** In ε: so close to the surface the closest side is the right one. */
export const ENTRY_SHALLOW = 2;
/** Cosine: a closest surface turned by more than 70° is another side. */
export const ENTRY_TURN = 0.35;
/** Ways out and in that differ by more of the way in are different ways. */
export const ENTRY_UNEVEN = 0.25;
/** Cosine: the closest surface faces away from the side it came in by, past the middle of a wall. */
export const ENTRY_OPPOSITE = -0.5;
/** Depths; a way in that is longer, across the closest surface, was a slide along it. */
export const ENTRY_SLID = 5;
/** Steps of a march; one through a wall of 1000 ε takes about 25, for steps double and halve. */
export const ENTRY_STEPS = 64;

// Points are touched from in front: facing.ts
/** Cosine: with more than 25° between its faces a point is a corner, which may be touched from anywhere. */
export const FACING_SMOOTH = 0.9;
/** Cosine: faces of a point that differ by less are one plane. */
export const FACING_FLAT = 0.99;
/** Cosine: what comes from further than 45° aside does not meet a smooth part. */
export const FACING_AHEAD = 0.7;

// Contacts of a pair agree on the way out, and what is jammed is freed: agree.ts
/** Cosine: normals within 60° of the way out are left as they are. */
export const AGREE_WITH = 0.5;
/** Cosine: normals that push the other way. */
export const AGREE_AGAINST = -0.3;
/** In ε: contacts that are deeper have gone wrong. */
export const AGREE_DEEP = 4;
/** Cosine: directions that close are one. */
export const AGREE_SAME = 0.95;
/** Directions out that are tried. */
export const AGREE_TRIES = 8;
/** Of the smaller radius: hulls that overlap more are not parted by moving along one direction. */
export const AGREE_OVERLAP = 0.1;
/** In ε: deeper contacts that push against each other hold bodies in each other. */
export const JAM_DEEP = 2.5;
/** In ε: they go on while something is deeper than this and two that are deeper than half of it push against each other. */
export const JAM_FREE = 1;
/** Cosine between normals that push against each other. */
export const JAM_OPPOSED = -0.3;

// Normals that a feature can have: cone.ts, mend.ts
/** Sine: how far a normal may lie outside of the cone of its feature. */
export const CONE_SLACK = 0.2;
/** Cosine: what the field says where it is asked again, and the normal that it was asked for, are the same. */
export const MEND_ALIKE = 0.98;
/** In ε: how far beyond the deepest contact, and inward of a rim, the field is asked again. */
export const MEND_BEYOND = 2;
/** Up to so many times as far inward. */
export const MEND_FAR = 4;

// Contacts of a patch: patches.ts
/** Cosine: normals turned by less than 22° are of one patch. */
export const PATCH_ALIKE = 0.927;
/** Patches of a pair, unless what is left is deeper than ε. */
export const PATCHES = 4;
/** Contacts of a patch that touch: more shake tall towers (bench `stack`) … */
export const PATCH_TOUCHING = 4;
/** … unless one is outside of those by so much of the farthest distance between two of them, as the fifth tip of a star is: what tips over there would sink … */
export const PATCH_OUTSIDE = 0.25;
/** … and then no more than this; contacts that do not touch yet are added up to as many, too (bench `pile`). */
export const PATCH_MOST = 6;
/** Contacts of a patch that do not touch yet. */
export const PATCH_AHEAD = 2;
/** Of how far a patch reaches: contacts that are closer are one. */
export const PATCH_CLOSE = 0.03;
/** Steps for which a contact that bore something stays though it does not touch. */
export const PATCH_IDLE = 60;
/** Of the widest area: while those chosen span as much they stay. */
export const PATCH_STAY = 0.85;
/** In ε: what is so close to the deepest, or to touching, bears as soon as it is asked to. */
export const PATCH_TIGHT = 0.25;
/** In ε: a contact that is so much deeper than those chosen is one of them. */
export const PATCH_DEEPER = 0.5;
/** Points of a crack, each the furthest from those before, that a manifold of pieces which have just broken is chosen from. */
export const CRACK_POINTS = 12;
