// What every field says of a point when it is asked how far the solid is: see measureCollider in contact/.

/** Proven: no part of the solid lies within `far` of the point. */
export const CLEAR = 0;
/** The solid may lie within `far` of the point, but not within `near`. */
export const OPEN = 1;
/** The signed distance is below `near`; it and the outward normal are written. Points inside are always near. */
export const NEAR = 2;
