// What a contact query gives: a flat list of contacts. Each is a feature of one body (a point of its sphere tree or a
// sharp edge), where it is, how far it is from the other body, and which way is out of that body.

/** A contact whose feature is a point of a sphere tree; its index is the point's. */
export const FEATURE_POINT = 0;
/** A contact whose feature is a sharp edge; its index is the edge's, see fragment/rims.ts. */
export const FEATURE_EDGE = 1;
/** The same where a stretch of the edge lies along the other body: this is one end of it; FEATURE_EDGE of the same side and index is the other, if it was chosen. */
export const FEATURE_STRETCH = 2;

/** Contacts in columns of at least `count` entries, replaced when they grow. Made by createContacts alone. */
export interface Contacts {
  count: number;
  side: Uint8Array; // whose feature it is: 0 for A's against the field of B, 1 for B's against the field of A
  kind: Uint8Array; // FEATURE_POINT, FEATURE_EDGE or FEATURE_STRETCH
  index: Int32Array; // of the feature; the same from step to step
  owner: Int32Array; // the point of the sphere tree that the feature hangs on; a point hangs on itself
  point: Float64Array; // xyz of the feature
  normal: Float64Array; // xyz, of unit length
  distance: Float64Array; // of the feature to the other body's surface, negative inside
}

/** An empty list with room for `capacity` contacts before it must grow. */
export function createContacts(capacity = 64): Contacts {
  const none = capacity === 0; // of most pairs
  return {
    count: 0,
    side: none ? NO_BYTES : new Uint8Array(capacity),
    kind: none ? NO_BYTES : new Uint8Array(capacity),
    index: none ? NO_INDICES : new Int32Array(capacity),
    owner: none ? NO_INDICES : new Int32Array(capacity),
    point: none ? NO_NUMBERS : new Float64Array(3 * capacity),
    normal: none ? NO_NUMBERS : new Float64Array(3 * capacity),
    distance: none ? NO_NUMBERS : new Float64Array(capacity),
  };
}

const NO_BYTES = new Uint8Array(0);
const NO_INDICES = new Int32Array(0);
const NO_NUMBERS = new Float64Array(0);

/**
 * Writes a contact of the point p[0..2] whose distance and normal are found[0..3] to a row: one of the list's, or the
 * next, which appends it. Allocates only when the list outgrows its columns.
 */
export function setContact(
  out: Contacts,
  row: number,
  side: number,
  kind: number,
  index: number,
  owner: number,
  p: Float64Array,
  found: Float64Array,
): void {
  if (row === out.side.length) growContacts(out);
  out.side[row] = side;
  out.kind[row] = kind;
  out.index[row] = index;
  out.owner[row] = owner;
  out.distance[row] = found[0];
  for (let d = 0; d < 3; d++) {
    out.point[3 * row + d] = p[d];
    out.normal[3 * row + d] = found[1 + d];
  }
  if (row === out.count) out.count = row + 1;
}

/** The least distance of any contact, 0 if none is below. */
export function deepestOf({ count, distance }: Contacts): number {
  let deepest = 0;
  for (let i = 0; i < count; i++) if (distance[i] < deepest) deepest = distance[i];
  return deepest;
}

/** Makes room for `least` contacts. */
export function reserveContacts(out: Contacts, least: number): void {
  while (out.side.length < least) growContacts(out);
}

function growContacts(out: Contacts): void {
  const wide = createContacts(Math.max(16, 2 * out.side.length));
  wide.side.set(out.side);
  wide.kind.set(out.kind);
  wide.index.set(out.index);
  wide.owner.set(out.owner);
  wide.point.set(out.point);
  wide.normal.set(out.normal);
  wide.distance.set(out.distance);
  out.side = wide.side;
  out.kind = wide.kind;
  out.index = wide.index;
  out.owner = wide.owner;
  out.point = wide.point;
  out.normal = wide.normal;
  out.distance = wide.distance;
}
