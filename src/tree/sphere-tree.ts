// The sphere tree: what it is, before and after fracture [Glondu13, sec. 5.1, 6]. build.ts makes it, validate.ts
// states what must hold.

/**
 * A tree of spheres over points; every sphere is centred on one of its points and encloses all points below it.
 *
 * Invariants (validateSphereTree checks them; the first four outlive every split and insertion):
 * 1. every point is exactly one leaf, and no node has a single child;
 * 2. the point of a node is the point of its first child, hence of one of its leaves;
 * 3. the children of a node form one run of nodes, by rising rank: its own point first;
 * 4. the sphere of a node encloses all its leaves;
 * 5. as built, cutting the tree at level l leaves the first min(2^l, n) points of the order, and runs are laid out
 *    level by level and within a level by the rank of their parent: parents before children, each level a prefix.
 *
 * How it splits and grows at run time [Glondu13, sec. 6.2, 6.3]. Nothing names a node but its parent's run, its
 * children's `parent` and, for a leaf, `leaf`; so a node moves in time proportional to its children, and new runs
 * may be appended behind `count`. Nothing is derived from a node's place. Hence:
 * - a split partitions the run of a splitting node by fragment: one part stays and shrinks, the others move to new
 *   runs under copies of the node. It starts at `leaf` of the points that change fragment and climbs `parent`, so
 *   the work follows the small pieces, and pure subtrees stay where they are;
 * - `point` and `radius` belong to the node, not to the point: a copy gets its own, the rest keep theirs;
 * - the instances of a point are the chain from `leaf` up while `point` stays the same: an insertion looks there
 *   for the sphere just larger than the distance, appends the enlarged run, and climbs on to enlarge ancestors.
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
