// The workspace of contact queries: queues, what is known of each point in this query, and how many contacts are still
// wanted. Made once, grows with the largest solid, serves all queries one after another.

import type { Rims } from '../fragment/rims.ts';
import { createFrame } from '../math/rigid.ts';
import type { SphereForest } from '../tree/forest.ts';
import type { Collider } from './collider.ts';
import { EDGE_AHEAD, EPSILON_SHARE, ROUNDING, WATCH_APART, WATCH_SLACK } from './constants.ts';
import { type Contacts, createContacts } from './contacts.ts';
import type { EdgeReach } from './edge-reach.ts';
import { createEntryFaces, type EntryFaces } from './entry-faces.ts';
import { DEFAULT_OPTIONS, type QueryOptions } from './options.ts';
import { createPair, type PairState } from './pair.ts';
import { createShellWork, type ShellWork } from './shell.ts';

/** Places in Query.limit. */
export const TAU = 0; // a feature closer than this is a contact; it falls once there are enough of them
export const EPSILON = 1; // deeper contacts are never left out
export const KEEP = 2; // last step's contacts are kept while closer than this
export const REST = 3; // contacts further away than this are speculative: closer ones take their place
export const SLACK = 4; // more than coordinates lose by rounding
export const WATCH = 5; // speculative contacts closer than this, apart from all others, are never left out; −∞ if none
export const APART = 6; // how far that is
export const RIM = 7; // edges further away than this are no contacts yet: to find them costs more than it is worth

/** One pass of a query: the features of one fragment against the field of another. */
export interface Pass {
  readonly side: number; // 0: features of A against the field of B, 1: the other way
  solid: Collider; // whose features
  label: number;
  field: Collider; // whose distances
  fieldLabel: number;
  sealed: boolean; // whether closed cracks of the field do not count
  readonly frame: Float64Array; // moves features into the frame of the field
  readonly before: Float64Array; // the same at the last query
  known: boolean; // whether `before` is
  siblings: boolean; // whether both fragments broke from one copy
  justBroken: boolean; // whether, besides, they lie as they broke and have a crack in common: see crack-contacts.ts
  readonly spin: Float64Array; // one number: how far a point at distance 1 has turned since, at most
  readonly plane: Float64Array; // the field's fragment lies below n·x = s: n, then s, in the frame of the field
  readonly gap: Float64Array; // one number: how far the features' fragment is above it; below 0 it reaches through
  readonly entryFaces: EntryFaces; // where features can have come in since the break
  edge: Int32Array; // slots of edges that may touch, of a manifold: see touchKeptEdges; replaced when it grows
  edgeCount: number;
}

/** What queries did, summed until set to 0 by whoever reads it. */
export interface QueryCounters {
  nodes: number; // spheres visited
  points: number; // points measured
  calls: number; // measurements of points, repeated ones too
  edges: number; // edges measured
  turned: number; // contacts that were given the side they came from
}

/** Made by createQuery alone. Columns per point and per node are those of the forest of the features. */
export interface Query {
  out: Contacts; // what this query finds
  pair: PairState; // what it remembers
  options: QueryOptions;
  epoch: number; // of the query: what is stamped with it is known
  pointEpoch: Int32Array; // per point
  near: Uint8Array; // per point, 1 if its distance was measured
  lower: Float64Array; // per point, its distance if measured, else less than it
  past: Int32Array; // per point, its place among the pair's last contacts, −1 if none; all −1 between queries
  cursor: Uint32Array; // per node, children passed on
  queue: Int32Array; // nodes of this level
  next: Int32Array; // nodes of the next level
  edgeReach: EdgeReach | null; // how far edges reach out of the spheres
  edgeEpoch: Int32Array; // per slot of an edge: noted or tested
  edge: Int32Array; // slots of edges to be tested
  edgeCount: number;
  idle: Uint8Array; // scratch: per contact in the list, as PairState.idle
  entry: Float64Array; // per contact in the list, where its feature came in, and the normal there: see history.ts
  first: number; // contacts in the list before this pass began
  share: number; // contacts after which only deeper ones are added
  cap: number; // contacts in the list at which to stop
  full: boolean; // give all contacts
  hard: boolean; // stop at the share
  manifold: boolean; // gather all that is close, then choose a few of each patch
  swaps: boolean; // of a manifold: once the cap is reached, the furthest gives way to what is closer
  plain: boolean; // go through trees breadth first, siblings together
  thin: boolean; // let features go back the way they came
  done: boolean; // whether to stop
  looked: boolean; // whether this query looked for a direction that parts the fragments, beyond the last one
  entryFace: Int32Array; // lists of entry faces: all of this pass, then those that each node may have come through; see entry-faces.ts
  entryFaceEnd: number; // their end
  entryFaceFirst: Int32Array; // per node, its list
  entryFaceLength: Int32Array;
  worst: number; // the contact that the next one takes the place of, −1 if none
  wait: Int32Array; // points that wait for others further apart: see traverse.ts
  waitCount: number;
  readonly limit: Float64Array; // TAU, EPSILON, KEEP, REST, SLACK, WATCH, APART
  readonly gap: Float64Array; // one number: how far the features of this pass are above the plane that parts the fragments
  readonly span: Float64Array; // scratch: how far the features of the node at hand reach from its point
  readonly p: Float64Array; // scratch: a feature in the frame of the field
  readonly reach: Float64Array; // scratch: near and far of a measurement
  readonly radius: Float64Array; // scratch: a reach alone
  readonly found: Float64Array; // scratch: distance and normal
  readonly shell: ShellWork;
  readonly counters: QueryCounters;
  readonly passes: Pass[]; // one for each side, from the first query on
}

/** An empty workspace. */
export function createQuery(): Query {
  return {
    out: createContacts(0),
    pair: createPair(),
    options: DEFAULT_OPTIONS,
    epoch: 0,
    pointEpoch: new Int32Array(0),
    near: new Uint8Array(0),
    lower: new Float64Array(0),
    past: new Int32Array(0),
    cursor: new Uint32Array(0),
    queue: new Int32Array(0),
    next: new Int32Array(0),
    edgeReach: null,
    edgeEpoch: new Int32Array(0),
    edge: new Int32Array(0),
    edgeCount: 0,
    idle: new Uint8Array(0),
    entry: new Float64Array(0),
    first: 0,
    share: 0,
    cap: 0,
    full: false,
    hard: false,
    manifold: false,
    swaps: false,
    plain: false,
    thin: false,
    done: false,
    looked: false,
    entryFace: new Int32Array(1024),
    entryFaceEnd: 0,
    entryFaceFirst: new Int32Array(0),
    entryFaceLength: new Int32Array(0),
    worst: -1,
    wait: new Int32Array(0),
    waitCount: 0,
    limit: new Float64Array(8),
    gap: new Float64Array(1),
    span: new Float64Array(1),
    p: new Float64Array(3),
    reach: new Float64Array(2),
    radius: new Float64Array(1),
    found: new Float64Array(4),
    shell: createShellWork(),
    counters: { nodes: 0, points: 0, calls: 0, edges: 0, turned: 0 },
    passes: [],
  };
}

/** Names the fragments of the pass of a side and returns it; its frames are for the caller to set. */
export function setPass(
  query: Query,
  side: number,
  solid: Collider,
  label: number,
  field: Collider,
  fieldLabel: number,
): Pass {
  while (query.passes.length <= side) query.passes.push(createPass(query.passes.length, solid, field));
  const pass = query.passes[side];
  pass.solid = solid;
  pass.label = label;
  pass.field = field;
  pass.fieldLabel = fieldLabel;
  return pass;
}

const NOTHING = { field: null } as Collider; // what passes name that are to hold on to nobody

/** Lets go of the bodies of the last query: those that have gone are not to take room until the next one. */
export function releaseQuery(query: Query): void {
  query.edgeReach = null;
  for (const pass of query.passes) {
    pass.solid = NOTHING;
    pass.label = 0;
    pass.field = NOTHING;
    pass.fieldLabel = 0;
  }
}

/** The same query, or a new one if it is `most` times as large as forests of so many nodes need. */
export function trimQuery(query: Query, nodes: number, most: number): Query {
  if (query.cursor.length <= most * nodes) return query;
  const fresh = createQuery();
  Object.assign(fresh.counters, query.counters);
  return fresh;
}

function createPass(side: number, solid: Collider, field: Collider): Pass {
  return {
    side,
    solid,
    label: 0,
    field,
    fieldLabel: 0,
    sealed: true,
    frame: createFrame(),
    before: createFrame(),
    known: false,
    siblings: false,
    justBroken: false,
    spin: new Float64Array(1),
    plane: new Float64Array(4),
    gap: new Float64Array(1),
    entryFaces: createEntryFaces(),
    edge: new Int32Array(0),
    edgeCount: 0,
  };
}

/** Makes room for a forest and its edges, and forgets what was known of them. */
export function beginPass(query: Query, forest: SphereForest, rims: Rims | null): void {
  if (query.pointEpoch.length < forest.pointCount) {
    const room = Math.ceil(1.5 * forest.pointCount);
    query.pointEpoch = new Int32Array(room);
    query.near = new Uint8Array(room);
    query.lower = new Float64Array(room);
    query.past = new Int32Array(room).fill(-1);
  }
  // The nodes of a level and of the next are different ones, and the queue of a level holds its own nodes and, for each
  // node of the next, at most one more that came back for it: neither queue outgrows the forest.
  if (query.cursor.length < forest.nodeCount) {
    const room = Math.ceil(1.5 * forest.nodeCount);
    query.cursor = new Uint32Array(room);
    query.entryFaceFirst = new Int32Array(room);
    query.entryFaceLength = new Int32Array(room);
    query.queue = new Int32Array(room);
    query.next = new Int32Array(room);
  }
  if (rims !== null && query.edge.length < rims.count) {
    const room = Math.ceil(1.5 * rims.count);
    query.edgeEpoch = new Int32Array(room);
    query.edge = new Int32Array(room);
  }
  if (++query.epoch === 0x7fffffff) {
    query.pointEpoch.fill(0);
    query.edgeEpoch.fill(0);
    query.epoch = 1;
  }
  query.edgeCount = 0;
  query.waitCount = 0;
  query.done = false;
}

/** Makes room for the entries of `count` contacts. */
export function growEntry(query: Query, count: number): void {
  if (query.entry.length >= 6 * count) return;
  const wide = new Float64Array(12 * count);
  wide.set(query.entry);
  query.entry = wide;
}

// What counts in a query, in metres: how close a contact is, how deep none is left out, and how far apart speculative
// ones are.

/** Sets query.limit for a pass. */
export function setLimits(query: Query, pass: Pass): void {
  const { options } = query;
  const { solid, field, frame } = pass;
  const { limit } = query;
  const { forest } = solid;
  const root = forest === null ? -1 : forest.root[pass.label];
  let extent = forest === null || !(root >= 0) ? Math.min(solid.radius, field.radius) : forest.radius[root];
  for (let d = 0; d < 3; d++) {
    extent += Math.abs(frame[9 + d]);
    if (forest !== null && root >= 0) extent += Math.abs(solid.position[3 * forest.point[root] + d]);
  }
  const epsilon =
    options.epsilon >= 0 ? options.epsilon : EPSILON_SHARE * Math.min(solid.radius, field.radius);
  const hysteresis = options.hysteresis >= 0 ? options.hysteresis : epsilon;
  const tolerance = options.tolerance >= 0 ? options.tolerance : epsilon;
  limit[TAU] = options.margin < 0 ? options.margin : Math.max(options.margin, tolerance);
  limit[EPSILON] = epsilon;
  limit[KEEP] = options.margin < 0 ? options.margin : limit[TAU] + hysteresis;
  limit[REST] = tolerance + hysteresis;
  limit[SLACK] = ROUNDING * extent;
  const spread = limit[TAU] > limit[REST] + hysteresis && options.budget === 'adaptive' && !query.manifold;
  limit[WATCH] = spread ? limit[TAU] : -Infinity;
  writeExtent(0, solid, pass.label);
  writeExtent(1, field, pass.fieldLabel);
  const size = Math.min(extents[0], extents[1]);
  limit[RIM] = query.full ? Infinity : Math.max(limit[REST], EDGE_AHEAD * size);
  limit[APART] = size * Math.min(WATCH_APART, (WATCH_SLACK * size) / limit[TAU]);
}

const extents = new Float64Array(2); // scratch: of both fragments

/** Writes the radius of a sphere that holds a fragment, up to twice what is needed. */
function writeExtent(at: number, { forest, radius }: Collider, label: number): void {
  const root = forest === null ? -1 : forest.root[label];
  extents[at] = forest === null || !(root >= 0) ? 2 * radius : forest.radius[root];
}
