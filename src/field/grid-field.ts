// The grid field: signed distance to a solid's surface on a regular grid, in bricks near the surface and in
// corners of coarse cells elsewhere. build.ts makes it, sample.ts reads it. What it guarantees: docs/grid-field.md.

/** Cells along a brick's side. */
export const BRICK = 8;
/** Nodes along a brick's side: borders are stored with every brick, so that one sample reads one brick. */
export const SIDE = BRICK + 1;
/** Nodes of a brick. */
export const BRICK_NODES = SIDE * SIDE * SIDE;

/** A coarse cell without a brick. */
export const NO_BRICK = -1;

/**
 * Signed distance in metres, negative inside. Coarse cell (i, j, k) spans 8³ cells and has number
 * (k·by + j)·bx + i; its corners are on a lattice of (bx + 1)(by + 1)(bz + 1). Where `brick` names a brick b, node
 * (x, y, z) of it holds step·(base[b] + node[729·b + (9·z + y)·9 + x]). Made by createGridField alone.
 *
 * Minima and maxima over blocks, for swept queries, belong in a structure of their own beside this one; the
 * bricks are its leaves' parents: their ranges follow from `node`, those of cells without a brick from `corner`.
 */
export interface GridField {
  readonly origin: Float64Array; // xyz of the first node
  readonly cell: number; // edge of a cell
  readonly scale: number; // 1 / cell
  readonly nx: number; // cells, multiples of 8
  readonly ny: number;
  readonly nz: number;
  readonly band: number; // every point of the box this close to the surface is in a brick
  readonly error: number; // in a brick, |sample − distance| ≤ error; everywhere |distance| ≥ |sample| − error
  readonly step: number; // the unit of nodes
  readonly brick: Int32Array; // brick of each coarse cell, or −1
  readonly corner: Float32Array; // signed distance at each corner of the coarse cells, rounded towards 0
  readonly base: Int32Array; // a brick, in steps
  readonly node: Uint16Array; // 729 a brick, in steps above its base
}

/** The one factory of fields, from arrays that fit each other. */
export function createGridField(parts: Omit<GridField, 'scale' | 'error'>): GridField {
  const { origin, cell, nx, ny, nz, band, step, brick, corner, base, node } = parts;
  return {
    origin,
    cell,
    scale: 1 / cell,
    nx,
    ny,
    nz,
    band,
    error: fieldError(cell, step),
    step,
    brick,
    corner,
    base,
    node,
  };
}

/**
 * The most by which a sample in a brick differs from the distance. Distance is 1-Lipschitz, so the interpolant
 * Σ wᵢdᵢ is off by Σ wᵢ|x − cᵢ| ≤ √(Σ wᵢ|x − cᵢ|²) = cell·√(Σ f(1 − f)) ≤ (√3/2)·cell at most; nodes are
 * rounded to half a step.
 */
function fieldError(cell: number, step: number): number {
  return 0.86603 * cell + 0.5 * step;
}

/** Bytes of a field's arrays. */
export function fieldBytes(field: GridField): number {
  return field.brick.byteLength + field.corner.byteLength + field.base.byteLength + field.node.byteLength;
}
