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

// Points inside a solid, before tets: tetrahedralise/tetrahedralise.ts, interior.ts
/** Of the spacing: point counts as [Glondu13, table 1] (measured: docs/tetrahedra.md). */
export const LATTICE_STEP = 1.5;
/** Of the lattice step: nearer to the surface a lattice point makes flat tets. */
export const LATTICE_CLEARANCE = 1 / 3;
/** Halvings of the lattice at most, near fine triangles: a speck of detail must not fill the solid with points. */
export const LATTICE_FINEST = 5;
/** Local edge lengths that a cube at the surface may span before it is halved. */
export const LATTICE_FINE = 3;
/** Of the local step: a perfect lattice has the Delaunay kernel compute exactly, at twice the cost. */
export const LATTICE_JITTER = 1e-3;
/** Cubes of a lattice: about 8 GB of points; refused before it starts. */
export const MOST_CUBES = 1 << 27;

// Bringing a surface into tets: tetrahedralise/relax.ts, conform.ts, recover.ts, split.ts, open-around.ts, search.ts
/** Height over longest side below which a triangle is a needle; fair triangles stay as they are. */
export const RELAX_NEEDLE = 0.2;
/** Edges to be flipped: so few are brought in by flips of tets, in a moment, and all triangles kept. */
export const RELAX_FEW = 200;
/** Flips a triangle, on average: far from needed, but rounding has no proof. */
export const RELAX_FLIPS = 20;
/** Points put on a surface to recover it, and one more for each … */
export const MANY_ADDED = 2000;
/** … of so many vertices: clean surfaces of 100,000 triangles need 1,500. */
export const MANY_SHARE = 20;
/** Rounds of recovery: four do for every mesh of bench/fidelity. */
export const RECOVERY_ROUNDS = 6;
/** Of what was missing: a round that leaves more is no progress. */
export const RECOVERY_PROGRESS = 0.5;
/** Points that call for each other: fewer leave work to the next round, more crowd one place. */
export const RECOVERY_DEPTH = 6;
/** Edges and triangles that may stay missing before recovery gives up … */
export const MOST_LOST = 200;
/** … plus this share of the triangles: an attempt that fails costs milliseconds. */
export const MOST_LOST_SHARE = 0.02;
/** Flips for one edge or triangle before a point is put there instead. */
export const RECOVERY_FLIPS = 100;
/** More in the way of one edge or triangle, and it is split at once. */
export const MAX_OBSTACLES = 40;
/** Obstacles of each kind around which room is looked for: pairs of flips cost the square of it. */
export const ROOM_NEAR = 6;
/** Of the target's length: longer edges, unless there were some, make fans that span the solid. */
export const FAIR_REACH = 2.5;
/** Flips in a row that make room but take no obstacle away. */
export const MAX_SHIFTS = 3;
/** Times that points beside the surface are added to make room for one edge. */
export const MAX_OPENINGS = 4;
/** Of the way from the edge to the sector's far points: where such a point is tried, from far to near. */
export const OPENING_STEPS = [0.5, 0.25, 0.1, 0.04, 0.015, 0.005];
/** Of an edge, or of a triangle's height: nearer to its ends or sides no point is put, but in the middle. */
export const SPLIT_MARGIN = 0.05;
/** Steps of a walk to a point, thousands of times as many as most need: where tets are not Delaunay it may go in circles. */
export const WALK_STEPS = 10000;
/** Tets of a star looked at before the search goes on from another corner … */
export const FIRST_LOOK = 128;
/** … and how many times as many each time after that: hubs have thousands. */
export const FURTHER_LOOK = 4;
/** Difference of texture coordinates or colours at which an edge is a seam: a fortieth of the least step of 8 bits. */
export const SEAM_STEP = 1e-4;

// Inside from outside: tetrahedralise/classify.ts, tetrahedralise.ts
/** How far from the centroid to each corner a tet is asked, besides the centroid. */
export const VOTE_PULL = 0.5;
/** Rounds of letting tets at pinches change sides: the most crumpled of bench/crossing-meshes takes six. */
export const MAX_UNPINCH = 10;
/** Of the longest side: what of a group of tets changes sides at a point where the surface touches itself. */
export const TIP = 0.002;
/** Of the volume: tets that differ by more are no picture of the solid. */
export const MAX_VOLUME_ERROR = 0.005;

// Better tets: tetrahedralise/improve.ts, reconnect.ts, smooth.ts, insert-inside.ts, peel.ts, thicken.ts
/** 11.5°: tets with a dihedral angle sharper or blunter are worked on. */
export const BAD_SINE = 0.2;
/** 5°: those that resist are given two flips at a time, and may be peeled. */
export const STUBBORN_SINE = 0.0872;
/** Of the longest side: parts of the surface are flat that deviate less, and flat tets at it may go. */
export const FLAT_PART = 1e-6;
/** Of the lattice step: first step of a point that is moved to better its tets. */
export const SMOOTH_REACH = 0.1;
/** Halvings of that step: the last is a hundred and sixtieth of the lattice step. */
export const SMOOTH_HALVINGS = 4;
/** Tets: a point with more is a hub that no small move betters. */
export const MAX_STAR = 100;
/** Passes, each over the tets that came out of the one before. */
export const IMPROVE_PASSES = 6;
/** Of the stubborn sine: what a new point may leave, where nothing better can be had … */
export const POOR_SHARES = [0.1, 1e-3, 1e-5];
/** … of that: a tet as bad as this is worth it. */
export const HOPELESS_SHARE = 1e-2;
/** Longest over shortest edge: such a tet rests on a needle of the surface, which no step betters … */
export const SLENDER = 12;
/** … and is left, unless it is next to flat … */
export const SOUND_SINE = 1e-3;
/** … or bad tets are so few that to try costs nothing. */
export const MANY_BAD = 5000;
/** Least gain in dihedral sine: less is a sliver that changed places. */
export const FLIP_GAIN = 1e-3;
/** Of the size of the faces on the surface: how deep below them a new point is tried. */
export const INSERT_DEPTHS = [0.3, 0.15, 0.6];
/** Height over length below which a triangle is a line. */
export const PEEL_LINE = 1e-6;
/** Tets without volume: where there are more, something else is wrong. */
export const MOST_FLAT = 64;
/** Halvings of a move that gives one a volume, until no neighbour suffers. */
export const THICKEN_HALVINGS = 10;

// Stuffing: stuffing/
/**
 * Cubes per spacing: the mean edge of a stuffed surface is 0.79 cubes (measured on bunny, torus and icosphere), so
 * that surface edges come to about the spacing. As many nodes a volume, then, as a cubic lattice of that step.
 */
export const CELL_PER_SPACING = 1.25;
/** Cubes: less loose material, about a ball of one cube's diameter, is dropped. */
export const SPECK = 0.5;
/** Halving goes on while it brings the misfit down to this much at least. */
export const HALVING_WORTH = 0.8;
/** A volume error beyond which the mesh is no picture of the solid. */
export const LOST_VOLUME = 0.5;
/** Bytes of a lattice node: winding number, two labels, slot, mesh node, snap direction. */
export const LATTICE_NODE_BYTES = 20;
/** Bytes of a tet while adjacency and boundary are made. */
export const LATTICE_TET_BYTES = 100;
/** Cubes along the blocks that are asked first; halved where undecided. */
export const LATTICE_BLOCK = 8;
/** How near, as a share of the edge, a cut point may come to a node before the node snaps [Labelle07]: long edges … */
export const SNAP_LONG = 0.24999;
/** … and short ones. Less leaves sharper angles, more turns tets over. */
export const SNAP_SHORT = 0.41189;
/** How far a corner is drawn towards its triangle's middle before its closest point is asked. */
export const CORNER_PULL = 0.02;
/** Points at which a lost part is looked for: an ear of a thousandth of the area has two. */
export const LOSS_SAMPLES = 2000;
/** Cubes: how far below and above a sample its sides are asked. */
export const LOSS_ASIDE = 1e-3;
/** Of a segment: how far past a crossing the next search starts. */
export const RAY_ADVANCE = 1e-9;
/** Sheets along one edge of the lattice before bisection takes over. */
export const EDGE_CROSSINGS = 64;
/** Steps of that search at most: bisection alone comes down to the gap … */
export const SEARCH_STEPS = 14;
/** … of this share of the segment. */
export const SEARCH_GAP = 1e-4;
/** Within 0.1 % of the exact volume of what bench/crossing-meshes makes, taken as open; twice as close where closed. */
export const VOLUME_RAYS = 4800;
/** Rows of rays are shifted by this, the golden ratio, so that they do not line up with a regular mesh. */
export const RAY_SHIFT = 0.6180339887498949;
/** Of what a surface encloses: less than this is what rounding leaves of a solid inside out. */
export const NO_VOLUME = 1e-9;
/** Crossings of a ray: a bound, far from reached, on soups of sheets. */
export const RAY_CROSSINGS = 4096;
/** Of a ray: how far beyond a crossing its side is asked. */
export const RAY_STEP = 1e-7;

// Repair: repair.ts, repair-weld.ts, repair-slivers.ts
/** Of the longest side: seams computed in floats part by 1e-7 of it, models have no such details. */
export const WELD = 1e-6;
/** Of the longest side: shorter edges are what rounding left of a point, two ulps of a float. */
export const WELD_ROUNDING = 2.4e-7;
/** Of the shortest edge: no edge is welded away, nor a strip as wide as it is long. */
export const WELD_OF_EDGE = 0.5;
/** Passes over slivers: each takes one out of every cluster at least. */
export const SLIVER_PASSES = 100;
/** Shortest to longest edge below which a collapse moves nothing visibly. */
export const SLIVER_NEEDLE = 1e-6;
/** Rounds of repair: three do for every mesh seen so far. */
export const REPAIR_ROUNDS = 20;
/** Edges of the largest hole that `fillHoles: true` closes. */
export const FILL_RIM = 100;

// Surfaces that cross themselves: unite/
/** Times that parts are grown, each another way, before no answer counts as the answer. */
export const UNITE_ATTEMPTS = 3;
/** Of the distance at which vertices are one: what parts are grown by, up to twice that. */
export const UNITE_GROWTH = 0.2;
/** Of that distance: growing moves points where surfaces cross at a low angle by more than itself. */
export const UNITE_REACH = 8;
/** Passes over slivers along cuts: each takes one out of every cluster at least. */
export const TIDY_PASSES = 200;
/** Tolerances: slivers with a shorter edge lose that. */
export const TIDY_NEEDLE = 4;
