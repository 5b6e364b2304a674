// Every tuned number of breaking, by what it is for.

// Whether something breaks, by energy: decide.ts, brittle.ts
/** Of the strained material at the strength, on average: bending strains faces more than the middle. */
export const STRAINED_FILL = 0.3;
/** Energy that the place of the impact takes, over what bends the body, in a body as thick as wide. */
export const BRUISE_ENERGY = 4;
/** Cubes of the thickness that an impact strains before the strength is reached: a disc of radius 20 t. */
export const STRAINED_CUBES = 1250;
/** Share of what bends the body that goes into cracks. */
export const CRACK_SHARE = 0.15;
/** Share of the energy of the modes that goes into cracks. */
export const MODAL_CRACK_SHARE = 0.3;
/** Modes that there is room for. */
export const MAX_MODES = 64;
/** Pieces of a blow, unless options say otherwise. */
export const MAX_PIECES = 64;
/** How far around an impact pieces are small, of the size of the body. */
export const IMPACT_REACH = 0.35;
/** Of the second longest side: a solid lower than this may be a plate. */
export const PLATE_FLAT = 0.2;
/** Times the thickness: a plate is no higher than this, or it is bent. */
export const PLATE_EVEN = 1.5;

// Along what: apply.ts, scored.ts
/** Fewer pieces make no star. */
export const STAR_PIECES = 6;
/** Of the way from the middle of a plate to its end: stars begin there, not at the rim. */
export const STAR_INSIDE = 0.5;
/** Cells that a solid may be scored into: they are numbered by 16 bits. */
export const MAX_CELLS = 65536;

// The modes of a solid: modal/modes.ts, modal/lanczos.ts, modal/dissect.ts, modal/factor.ts
/** Modes that are baked. */
export const MODE_COUNT = 20;
/** Of the square that was guessed: what moves slower does not bend, but comes apart. */
export const LOOSE_MODE = 1e-6;
/** Triangles of a coarse surface without thin walls. */
export const MIN_TRIANGLES = 1000;
/** Triangles beyond which modes would take longer than everything else in a bake. */
export const MAX_TRIANGLES = 2400;
/** Edges over thickness: longer ones bend too stiffly (measured: bench/modes). */
export const SLENDER_EDGE = 4;
/** Mean edges: longer ones are split. */
export const LONGEST_EDGE = 2.2;
/** Mean edges: steps of the lattice inside. */
export const LATTICE_STEP = 1.6;
/** Change of the volume at most, of the volume. */
export const MAX_VOLUME_CHANGE = 0.05;
/** Tries, with half as many triangles again each time. */
export const COARSE_TRIES = 3;
/** Modes beyond those asked for that must be known too, so that none is passed over. */
export const EXTRA_MODES = 4;
/** Steps between two looks at how far it has come. */
export const CHECK_STEPS = 8;
/** Nodes that are not halved further (measured: bench/modes; 24 to 64 take the same time). */
export const DISSECT_LEAF = 40;
/** Columns at a time, so that they stay in the cache. */
export const PANEL_COLUMNS = 24;

// What a blow does to them: modal/respond.ts, modal/stress.ts
/** Of critical: glass and stone ring on, and a few per cent change little within a blow. */
export const DAMPING = 0.02;
/** Radius of the spot that is hit, over the body's size. */
export const IMPACT_RADIUS = 0.1;
/** In m/s: slower contacts push steadily. */
export const RESTING_SPEED = 0.05;
/** Of the volume: the tension that decides is about that which this much of it exceeds. */
export const STRESSED_SHARE = 0.02;

// Cracks that follow the stress: modal/crack.ts, modal/crack-area.ts, modal/crack-body.ts
/** Of the body's size: the way on which a front turns towards the stress, where that has a direction. */
export const CRACK_BEND = 0.5;
/** Longest edges of a node: φ is a distance, so nothing changes sign around a node further off. */
export const CRACK_NEAR = 1.5;
/** Cracks that follow the stress; beyond, cells look the same and cost less. */
export const MAX_CRACKS = 10;
/** Places that are tried. */
export const MAX_CRACK_SEEDS = 16;
/** Of the size of a piece: no two cracks begin nearer to each other. */
export const CRACKS_APART = 0.6;
