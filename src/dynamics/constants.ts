// Every tuned number of the solver, joints, islands and the broad phase, by what it is for. Sizes of records stand with
// the code that has them.

// How contacts give way: solver.ts, prepare.ts, restitution.ts, rolling.ts
/**
 * Oscillations of a contact a substep: 96 Hz for 8 substeps of 1/60 s. At 1/8, as in 2D, 10 boxes of 5 cm sink into each
 * other by 12 % of their height and buckle; from 1/4 on, one pass a substep no longer brings stacks to rest. Published
 * solvers make contacts with static bodies twice as stiff; here that kept stacks of 5 shaking at 10 cm/s.
 */
export const CONTACT_CYCLES = 1 / 5;
/** Above 1, so that an overlap leaves without swinging. */
export const CONTACT_DAMPING = 5;
/** Contacts of a pair that are as stiff as one is: more of them share the stiffness of so many, springs in parallel. */
export const CONTACTS_SHARED = 6;
/** How far, on average, what touches is from the middle of a patch, of how far its contacts are: those bound it, and it is taken for a disc. */
export const PATCH_LEVER = 2 / 3;
/**
 * Coulomb's disc under even pressure, force and twist f, t as shares of the most that either can be, sliding at s times the
 * speed that its mean lever spins at: f = s t times this where it hardly slides …
 */
export const DISC_SPINS = 2 / 3;
/** … and this where it hardly spins; between, by the cube of s over that of the rim. */
export const DISC_SLIDES = 16 / 9;
/** f² + t² + this f² t² = 1, off by 1 % at most: 0.50 where it hardly slides, 0.78 where it hardly spins. */
export const DISC_EDGE = 0.6;
/** Of how easily a patch is lifted: what keeps tilts that none of its contacts can show from being asked for; far above rounding. */
export const PRESS_RIDGE = 1e-6;
/** Of the square of the radius of gyration, about: what moves by less changes masses by less than a fifth. */
export const ARM_MOVED = 0.01;
/** Passes over the bouncing contacts: a box that lands flat is to rise flat. */
export const BOUNCE_PASSES = 8;
/** m/s at the radius of the smaller body: slower turning is not resisted. */
export const ROLLING_SLOW = 0.0025;
/** m/s there: faster turning is not either, and what is slower the more, the slower it is. */
export const ROLLING_ROCKING = 0.1;

// How many substeps: solve.ts
/** Seconds of the step that options are for; shorter steps are cut into fewer. */
export const SUBSTEPS_STEP = 1 / 60;
/** No fewer than this. */
export const SUBSTEPS_LEAST = 2;
/** How far contacts may sink: the root of the mean square, as a share of the smaller body's diameter. */
export const SUBSTEPS_SINK = 0.0005;
/** A contact counts as sinking by at most so many times as much: a crumb under a boulder is not to slow the world. */
export const SUBSTEPS_SINK_TIMES = 16;
/** How much lighter a body is at a point than in all, about: 4 at the corners of a cube. */
export const SUBSTEPS_LIGHTER = 3;
/** Seconds in which they go again; more come at once. */
export const SUBSTEPS_FALL = 1;
/** They stay while this share of them is wanted. */
export const SUBSTEPS_STAY = 0.7;

// What a body bears counts as its mass: burden.ts
/** How far a contact may sink under load, of the body's radius: towers of twenty prisms lean by what is left (bench `stack`). */
export const BURDEN_SINK = 0.0001;
/** At least so many metres. */
export const BURDEN_LEAST_SINK = 0.00001;
/** Seconds in which a load is forgotten: a boulder that rocks is to find its crumbs as it left them. */
export const BURDEN_FALL = 0.5;
/** It stays while this share of it is felt: crumbs that became lighter and heavier by turns would feed a rocking boulder. */
export const BURDEN_STAY = 0.5;
/**
 * What is as fast as this, m/s, has its own mass alone; the slower, the more of what it bears. At 0.2 a stack that begins to
 * slide takes twice as long to; at 0.02 heaps take longer to come to rest (bench `pile`).
 */
export const BURDEN_FAST = 0.05;
/** Times its own mass, at most. */
export const BURDEN_MOST = 1000;

// Free turning: spin.ts, turned.ts
/** Up to this square of the angle turned in a step, times its unevenness, a body counts as slow: its spin is brought up to date once a step. */
export const SLOW_TURN = 0.04 * 0.04;
/** Above this square of the angle turned in a substep, the energy of the spin is mended too. */
export const FAST_TURN = 0.003 * 0.003;
/** A faster body turns in parts of at most so many radians … */
export const SPIN_PART = 0.1;
/** … and at most so many parts. */
export const SPIN_PARTS = 32;
/** Newton steps of mending the energy of a spin. */
export const SPIN_MENDS = 3;
/** The share of the energy that is left alone. */
export const SPIN_MENDED = 1e-10;
/** The most that a step of mending may turn a body. */
export const SPIN_MEND_TURN = 0.1;
/** A body that has gained more than this share in spite of all, at thousands of radians a second, is braked. */
export const SPIN_GAIN = 1e-6;
/** How easily what spins as fast as it may is turned by contacts, as a share of how easily it would be: not at all, but no zero. */
export const CAPPED_EASE = 1e-6;
/** By what share of the hardest axis' a body may answer otherwise than contacts believe. */
export const TURNED_OFF = 0.05;

// Joints: joint-step.ts, joint-tree.ts
/**
 * Oscillations a substep of what should not give way. Joints that are solved one after the other are 1.6 times as stiff
 * as contacts; with twice the rate, loops and chains of rods swing up.
 */
export const JOINT_CYCLES = 0.25;
/** The same in trees, which are solved at once and can be stiff. */
export const JOINT_TREE_CYCLES = 2;
/** Damping ratio of both. */
export const JOINT_DAMPING = 2;
/**
 * m/s and rad/s: as fast as joints pull together what is apart, such as a body that was put elsewhere. At 4 what is pulled
 * gains a third of the energy it is put elsewhere with, at 2 next to none (test/trust/joints.test.ts).
 */
export const JOINT_PULL = 2;
/** A budget counts as used up when no more than this share is left: rounding. */
export const JOINT_SPENT = 1e-9;
/** How far a body may turn, in radians, before its tree is factored anew … */
export const JOINT_TURNED = 1e-4;
/**
 * … and what that may change at the end of its arms, which turn the more easily the longer they are: from 0.5 on, what should
 * stop an anchor throws it. Where arms are 6 times as long as the radius of gyration, this comes to be less.
 */
export const JOINT_OFF = 0.01;

// No energy from nothing: energy.ts
/** Passes over groups that have gained energy, at most. */
export const SETTLE_PASSES = 8;
/**
 * The share of its energy that a group may gain when old impulses are applied again: what swings about a joint by 1 rad in a
 * substep gains so much, until it has moved. In jams, those of a blow gave 28 times as much (test/repro/no-energy.test.ts).
 */
export const WARM_GAIN = 1;
/** The share of its energy that a group may gain in a substep. */
export const SETTLE_GAIN = 1e-4;
/**
 * What turning alone has added in a substep is taken from spin, at the cost of angular momentum, from this share of the energy
 * on: at half of it clouds of slow bodies lose some (bench `motion`), at five times what spins fast gains 4 % in a step.
 */
export const BRAKE_GAIN = 2e-3;
/**
 * m/s: or up to as much as if all of it that touches something were as fast as this: overlaps that are pushed out leave that
 * between passes. At 0.02 towers of twenty cubes of 1 m sink and those of prisms lean by half as much again (bench `stack`).
 */
export const SETTLE_SPEED = 0.05;

// Sleeping and waking: waking.ts
/** Speeds at which bodies rest hold from this size on, metres across; below they shrink with it … */
export const REST_SMALL = 0.05;
/** … and hold up to this size; beyond they grow with it. */
export const REST_LARGE = 3;
/** They shrink no further than to this share: jitter comes from gravity and the substep, and does not shrink for ever. */
export const REST_LEAST = 0.2;
/** Sleepers that may become this many times as fast as what rests wake with their ring. */
export const WAKE_HARD = 30;
/** A speed, m/s, at which even the smallest rests: slower blows wake nothing, and need not be followed. */
export const WAKE_LEAST = 0.001;

// The broad phase: broad-phase-build.ts, broad-phase-sort.ts
/** Depth from which on rows are halved as they come: leaves are no deeper than 28 + log2(2²⁰) = 48. */
export const TREE_HALVING_DEPTH = 28;
/** What building the tree costs, in box tests a row (bench `broad-phase`). */
export const TREE_BUILD_TESTS = 16;
/** Pairs that insertion sorts faster than counting over the rows does. */
export const SORT_FEW = 48;
