// Everything a world holds: columns by row of body beside those of dynamics/bodies.ts, and the workspaces of a step.

import { type Contacts, createContacts } from '../contact/contacts.ts';
import { manifolds } from '../contact/manifold.ts';
import { createQueryOptions, type QueryOptions } from '../contact/options.ts';
import { createQuery, type Query } from '../contact/query.ts';
import { type Bodies, createBodies } from '../dynamics/bodies.ts';
import { type BroadPhase, createBroadPhase } from '../dynamics/broad-phase.ts';
import { createPairList, type PairList } from '../dynamics/broad-phase-pairs.ts';
import { type ContactRows, createContactRows } from '../dynamics/contact-rows.ts';
import { createIslands, createLinks, type Islands, type Links } from '../dynamics/islands.ts';
import { createJoints, type Joints } from '../dynamics/joints.ts';
import { createSolver, createSolverOptions, type Solver, type SolverOptions } from '../dynamics/solver.ts';
import { createRandom, type Random } from '../math/random.ts';
import { type Breaking, createBreaking } from './break.ts';
import { GATHERED } from './constants.ts';
import { createEvents, type Events } from './events.ts';
import type { Instance, Works } from './instances.ts';
import { readWorldOptions, type WorldOptions, type WorldSettings } from './options.ts';
import { createPairs, emptyPairs, type Pair, type Pairs } from './pairs.ts';
import { createSavedStep, type SavedStep } from './saved-step.ts';
import { createSwept, type Swept } from './swept.ts';
import { createTimer, type Timer } from './timings.ts';

/** Query options that a world changes from pair to pair. */
type Asking = { -readonly [key in keyof QueryOptions]: QueryOptions[key] };

/** Made by createState alone. */
export interface WorldState {
  readonly settings: WorldSettings;
  readonly random: Random;
  steps: number; // collision steps so far
  time: number; // seconds simulated
  spare: number; // seconds that `advance` has not stepped yet
  substep: number; // length of the last substep, seconds; 0 before the first
  busy: boolean; // whether a step or a split is under way: then nobody may change anything
  readonly bodies: Bodies;
  readonly instance: (Instance | null)[]; // per row
  label: Int32Array; // per row, the fragment of its instance
  group: Uint32Array; // per row, bits
  mask: Uint32Array;
  restBox: Float64Array; // per row, min xyz max xyz in the rest frame
  box: Float64Array; // per row, the same in the world, grown by what may happen in a step
  damage: Float64Array; // per row, done by blows that did not break it: 0 none, 1 nothing holds any more
  crackArea: Float64Array; // per row, of its surface, m²
  born: Float64Array; // per row, the time at which a blow made it of a larger one; −∞ if none did
  fading: Float64Array; // per row, seconds since it was found to be too much debris; 0: it stays
  poses: Float32Array; // per row, seven numbers: the rest frame
  previousPoses: Float32Array;
  readonly works: Works;
  readonly broad: BroadPhase;
  readonly near: PairList; // pairs of rows whose boxes overlap
  readonly pairs: Pairs;
  readonly active: Pair[]; // pairs of this collision step that have contacts, or had
  readonly contacts: ContactRows;
  readonly joints: Joints;
  readonly islands: Islands;
  readonly solver: Solver;
  readonly solving: SolverOptions;
  readonly touches: Links; // bodies in contact, by the last findIslands
  readonly joined: Links; // and those with joints
  query: Query; // replaced when it is trimmed
  left: boolean; // whether a piece of a solid has left the world since the end of the last step
  readonly found: Contacts;
  readonly asking: Asking;
  readonly breaking: Breaking;
  readonly before: SavedStep; // as it was before the collision step at hand
  readonly events: Events;
  readonly swept: Swept; // of the last step
  readonly timer: Timer;
  readonly counters: WorldCounters;
}

/** What collision steps did, summed until set to 0 by whoever reads it. */
export interface WorldCounters {
  /** How often contacts were looked for: once a collision step, again where it is cut, something breaks or wakes. */
  looks: number;
  /** Pairs of bodies whose boxes overlap, once more where they are looked at again. */
  pairs: number;
  /** Bodies that were put back because the solver had no answer: see energy-limit.ts. */
  limited: number;
  /** Of these, how many were queried; the others went on with what they had. */
  queries: number;
  /** How often it was asked whether a pair is deeper in each other than it may be, before it was queried. */
  deepQueries: number;
  /** Points that all of these measured. */
  points: number;
  /** Pairs of bodies that were swept. */
  sweeps: number;
  /** How often a collision step was solved again because bodies came too deep, or crossed: see continuous.ts. */
  again: number;
  /** Rows that were solved, times their substeps. */
  solved: number;
  /** How often something was found on the way of a pair. */
  stopped: number;
  /** How often a collision step was cut where something small and very fast touches. */
  cuts: number;
  /** Bodies that stayed where they were for a step, because no look was enough. */
  held: number;
}

// Records that hot code reads are made by their factories alone: a copy by spread has one shape where it is interpreted and
// another where it is compiled, and code that is compiled for one would meet the other in the first world that counts.

function createSolving({ substeps }: WorldSettings): SolverOptions {
  const options = createSolverOptions();
  options.substeps = substeps;
  return options;
}

/** An empty world; with the workspaces of another, if given, which is then used no more. */
export function createState(options: WorldOptions, from: WorldState | null = null): WorldState {
  const settings = readWorldOptions(options);
  return {
    settings,
    random: createRandom(settings.seed),
    steps: 0,
    time: 0,
    spare: 0,
    substep: 0,
    busy: false,
    bodies: createBodies(),
    instance: [],
    label: new Int32Array(0),
    group: new Uint32Array(0),
    mask: new Uint32Array(0),
    restBox: new Float64Array(0),
    box: new Float64Array(0),
    damage: new Float64Array(0),
    crackArea: new Float64Array(0),
    born: new Float64Array(0),
    fading: new Float64Array(0),
    poses: new Float32Array(0),
    previousPoses: new Float32Array(0),
    works: from?.works ?? {
      form: options.form ?? null,
      rebuild: options.rebuild ?? null,
      bySolid: new Map(),
      whole: new Map(),
      cuts: 0,
    },
    broad: createBroadPhase(),
    near: createPairList(),
    pairs: from === null ? createPairs() : emptyPairs(from.pairs),
    active: [],
    contacts: createContactRows(),
    joints: createJoints(),
    islands: createIslands(),
    solver: createSolver(),
    solving: createSolving(settings),
    touches: createLinks(),
    joined: createLinks(),
    query: from?.query ?? createQuery(),
    left: from !== null, // what another left is trimmed
    found: createContacts(),
    asking: createQueryOptions({
      budget: settings.adaptive ? 'adaptive' : 'hard',
      manifold: settings.manifolds ? manifolds : null,
      cap: settings.manifolds ? GATHERED : 64,
      contacts: settings.contacts,
      order: settings.order,
    }),
    breaking: createBreaking(),
    before: createSavedStep(),
    events: createEvents(),
    swept: createSwept(),
    timer: createTimer(options.clock ?? null),
    counters: {
      looks: 0,
      limited: 0,
      pairs: 0,
      queries: 0,
      deepQueries: 0,
      points: 0,
      sweeps: 0,
      again: 0,
      solved: 0,
      stopped: 0,
      cuts: 0,
      held: 0,
    },
  };
}

/** Does work within which nobody may change the world. */
export function beBusy<T>(state: WorldState, work: () => T): T {
  state.busy = true;
  try {
    return work();
  } finally {
    state.busy = false;
  }
}
