// The sphere tree of a whole solid: what it is [Glondu13, sec. 5.1, 6.1]. build.ts makes it, validate.ts states what
// must hold.

/**
 * A tree of spheres over points; every sphere is centred on one of its points and encloses all points below it.
 *
 * Invariants (validateSphereTree checks them; the first four hold for the trees of a forest too, where only the first
 * child of a run has its place):
 * 1. every point is exactly one leaf, and no node has a single child;
 * 2. the point of a node is the point of its first child, hence of one of its leaves;
 * 3. the children of a node form one run of nodes, by rising rank: its own point first;
 * 4. the sphere of a node encloses all its leaves;
 * 5. as built, cutting the tree at level l leaves the first min(2^l, n) points of the order, and runs are laid out
 *    level by level and within a level by the rank of their parent: parents before children, each level a prefix.
 *
 * A tree as built does not change: all copies of an asset share it. A family that breaks takes a copy into a forest
 * (forest.ts) and splits and grows that one. The layout is made for it: nothing names a node but its parent's run, its
 * children's `parent` and, for a leaf, `leaf`, and nothing follows from a node's place, so a node moves in time
 * proportional to its children. `point` and `radius` belong to the node, not to the point. The instances of a point are
 * the chain from `leaf` up while `point` stays the same.
 */
export interface SphereTree {
  readonly count: number; // nodes; at most 2n - 1 for n points. Node 0 is the root
  readonly levels: number; // levels before single children were dropped: 0, or ceil(log2 n) + 1
  readonly point: Uint32Array; // per node, the point at its centre
  readonly radius: Float32Array; // per node, rounded up; 0 for a leaf
  readonly firstChild: Uint32Array; // per node; 0 for a leaf
  readonly childCount: Uint32Array; // per node; 0 for a leaf. 32 bits: coinciding points may share one parent
  readonly parent: Int32Array; // per node; -1 for the root
  readonly level: Uint8Array; // per node, the first level it stands in; it lasts until its children's
  readonly rank: Uint32Array; // per point, its place in the maximum-distance order
  readonly leaf: Uint32Array; // per point, the node that is its leaf
}

// Radii of spheres: floats, rounded up, so that a stored sphere never loses a point it was measured to hold.

const ROUND_UP = 1 + 1 / (1 << 25) / (1 << 25); // 1 + 2⁻⁵⁰
const single = new Float32Array(1); // scratch: a radius, to step to the next float
const bits = new Uint32Array(single.buffer);

/**
 * Writes to out[at] a float surely not below the distance whose rounded square is squared[from], and at most two floats
 * above it. A squared distance in doubles is off by at most 5 × 2⁻⁵³ of itself, its root by half of that and one
 * rounding: < 2⁻⁵⁰.
 */
export function storeRadius(out: Float32Array, at: number, squared: Float64Array, from: number): void {
  const radius = Math.sqrt(squared[from]) * ROUND_UP;
  single[0] = radius;
  if (single[0] < radius) bits[0]++; // positive floats have consecutive bit patterns
  out[at] = single[0];
}
