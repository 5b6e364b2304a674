// Every tuned number of the world, by what it is for. Sizes of records stand with the code that has them. ε is the depth
// from which contacts are never left out (contact/constants.ts); the thinnest part is that of the thinner of two bodies.

// Contacts of a step: narrow-phase.ts, broad-phase.ts, depth.ts
/** In ε: what is closer touches. */
export const NEAR = 0.5;
/** Contacts of a pair, from each side, that manifolds are chosen from, at most. */
export const GATHERED = 256;
/** In ε: how far queries look beyond what the step needs, so that the next steps need none. */
export const AHEAD = 4;
/** In ε: bodies that have moved further against each other are queried anew. */
export const STALE = 2;
/** The same for bodies that rest, so that what was left out does not stay deeper than the rest. */
export const STALE_AT_REST = 0.5;
/** Seconds at rest from which on that counts. */
export const CALM = 0.2;
/** Times how deep bodies may be in each other: what goes further in a step keeps no contacts that it does not touch yet. */
export const SLOW_DEPTHS = 8;
/** Cosine: a contact takes over what another bore if their normals are turned by less. */
export const PASS_ALIKE = 0.9;
/** Steps after which a pair with many contacts is asked whether it does with fewer. */
export const FEWER_PERIOD = 8;
/** Of the radius, on all sides of a body's box: more than the tolerance and hysteresis of contacts. */
export const BOX_MARGIN = 0.005;
/** Of the radius, or of the thinnest part where that is less: how deep bodies may be in each other. */
export const ALLOWED_DEPTH = 0.01;

// Looks after the solver: step.ts, continuous.ts, late-contacts.ts, relative-motion.ts
/** Times as many substeps as a step has at first that it is solved again with, at most: with 64 shots pass through free plates (bench `tunnel`), for the work of RECHECK_WORK is spent sooner. */
export const FINEST = 32;
/**
 * Rows times substeps that solving a step again may take, give or take the last time: without end a break of the piggy bank
 * takes 2.5 times as long and heaps take longer to rest (benches `spike`, `pile`), with half of it plates go 13 ε into each
 * other (`overlaps`). A step that took more to solve once is not cut: a crash of a thousand pieces was, for single ones that
 * tumbled in another's hollow, into twelve parts.
 */
export const RECHECK_WORK = 30_000;
/** Parts that a collision step is cut into, at most. */
export const CUTS = 16;
/** Of how far a pair moved: what is this close may be next. */
export const NEXT_WIDTH = 0.25;
/** Radii of the smaller body: what goes further in a substep touches before the step is cut there. */
export const FAST_RADII = 0.5;
/** Radians: what grips turns no further in a part of a step, for contacts hold it by planes (bench `mechanisms`, a nut). */
export const GRIPPED_TURN = 0.075;
/** Of the radius of the smaller body: what touches it so deep within its hull, the way that it faces there, grips it. At 0.25 heaps are cut ten times as often. */
export const GRIPPED_REACH = 0.75;
/** Looks at pieces that lie in each other's cracks: what these leave, the next step sees, unless it is deep. */
export const INTERLOCKED_RECHECKS = 2;
/** Contacts that a recheck adds to a pair: the deepest, and those farthest from it. */
export const LATE_ROWS = 4;
/** Cosine between normals that are the same, give or take. */
export const LATE_ALIKE = 0.99;
/** How far before touching a sweep says that bodies touch, of the thinnest part. */
export const SLOP = 0.05;
/** How deep what touches may go on the way, of the thinnest part: it is looked at where it comes to. */
export const SINK = 0.25;
/** Of the thinnest part: what was deeper in something when the step began is not held by it. */
export const STUCK = 0.5;
/** Thinnest parts in a step: what touched something and goes further is held by it. */
export const FLYING = 4;
/** Of the thinnest part: how far apart the places are that a way is looked at. */
export const PLACES_APART = 0.5;
/** More places than this are too many to look at: the way is swept. */
export const PLACES = 64;
/** Of the thinnest part: how far chords may be from paths. */
export const CHORD = 0.1;
/** Chords of a path, at most. */
export const CHORDS = 64;

// The net below the solver: energy-limit.ts
/** Times the fastest of its island; two bodies of very different mass bounce at twice the speed. */
export const LIMIT_TIMES = 4;
/** m/s on top: springs and joints pull. */
export const LIMIT_SPARE = 20;
/** What is left of the velocity of a body that is put back. */
export const LIMIT_LEFT = 0.5;

// Breaking: break*.ts, split.ts
/** m/s: contacts that would change the body's speed by less are no blows. */
export const BLOW_LIGHT = 0.02;
/** m/s: bodies whose blows together would change their speed by less are left alone. */
export const BLOW_LEAST = 0.25;
/** Points on the cracks that an event tells of, at most. */
export const CRACK_SAMPLES = 64;
/** Of the whole: smaller pieces stay with their neighbours. */
export const CRUMB = 2e-4;
/** Nodes of the smallest fragment that breaks again: two pieces of three nodes each, and something to spare. */
export const BREAK_NODES = 8;
/**
 * Seconds for which pieces do not break again: a blow lasts for less than that, and its energy has gone into their
 * making. Without it the same blow would be counted anew in every step that it takes.
 */
export const BREAK_PAUSE = 0.1;
/** Bodies that break in one collision step; the others wait, so that no step takes the time of all. */
export const BREAKS_A_STEP = 3;
/** Steps that they wait, at most. */
export const BREAK_WAITS = 2;
/** Share of its cracks that are there already in what is fully damaged. */
export const CRACKED = 0.9;
/** Nodes of a piece, unless said otherwise: smaller ones are splinters that no solver holds. */
export const MIN_NODES = 3;

// Pieces that still fit: siblings.ts
/** Of the radius of the smaller fragment: what a resting pile gives way is less. */
export const SEAM_MOVED = 1e-3;
/** In radii of the smaller body: how far beyond a contact to look for air. */
export const BEYOND = 0.02;
/** Of that: further out of the whole than this is air. */
export const AIR = 0.3;

// Bodies: add.ts, debris.ts, world.ts
/** kg/m³, of bodies that say nothing. */
export const DENSITY = 1000;
/** m/s: what fades and is slower than this counts as at rest. */
export const FADING_SLOW = 0.2;
/** Times as large as what is left needs: then workspaces are given back. What breaks needs up to eight times what the whole did. */
export const ROOMY = 4;
/** Seconds that a step may take. */
export const LONGEST_STEP = 1;
/** And the least: far shorter ones, cut into substeps, have no inverse. */
export const SHORTEST_STEP = 1e-9;

// Ranges that work, test/world/ranges.test.ts shows it; what is beyond them is refused: check.ts
/** Metres from the origin along each axis: there a place is still known to a nanometre. */
export const FARTHEST = 1e7;
/** m/s and rad/s, along each axis. */
export const FASTEST = 1e6;
/** m/s². */
export const GRAVEST = 1e6;
/** kg. */
export const LIGHTEST = 1e-18;
export const HEAVIEST = 1e18;
/** Radii of a body, from its centre to an anchor: 200 away, rounding shows in how it is held (test/repro/long-arms.test.ts). */
export const LONGEST_ARM = 100;
