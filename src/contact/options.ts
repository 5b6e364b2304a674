// What a contact query can be told, checked once: queries read the record that createQueryOptions makes.

import { InputError } from '../job/error.ts';
import type { ManifoldRole } from './role.ts';

/**
 * How many contacts a query gives: 'adaptive' stops at the pair's number and goes on for deeper ones alone, 'hard'
 * stops there, 'full' gives all.
 */
export type Budget = 'adaptive' | 'hard' | 'full';

/**
 * How a query goes through a tree: 'distance' keeps the first contacts apart [Glondu13, sec. 5.3], 'plain' is breadth
 * first, siblings together, as that section compares with.
 */
export type Order = 'distance' | 'plain';

/** Distances in metres. */
export interface QueryChoice {
  readonly budget?: Budget; // default 'adaptive'
  readonly manifold?: ManifoldRole | null; // `manifolds`: a few contacts of each patch, in place of the budget's; default null
  readonly contacts?: number; // contacts a pair begins with; default 8
  readonly cap?: number; // most contacts of a pair, unless the budget is 'full'; default 64
  readonly epsilon?: number; // deeper ones are never left out; default 0.2 % of the smaller of both radii
  readonly tolerance?: number; // features closer than this are contacts; default epsilon
  readonly margin?: number; // the same, for speculative contacts: the larger of both counts; default 0
  readonly hysteresis?: number; // how much further away last step's contacts are kept; default epsilon
  readonly edges?: boolean; // test sharp edges too; default true
  readonly seeds?: boolean; // begin with last step's contacts; default true
  readonly order?: Order; // default 'distance'
  readonly thin?: boolean; // push out the way things came in, not to the closest surface; default true
  readonly jams?: boolean; // free what is stuck in each other, not only what was at the last query; default true
}

/** A choice with everything in it, in this order; −1 stands for a length that follows from the pair. Made here alone. */
export interface QueryOptions {
  readonly budget: Budget;
  readonly manifold: ManifoldRole | null;
  readonly contacts: number;
  readonly cap: number;
  readonly epsilon: number;
  readonly tolerance: number;
  readonly margin: number;
  readonly hysteresis: number;
  readonly edges: boolean;
  readonly seeds: boolean;
  readonly order: Order;
  readonly thin: boolean;
  readonly jams: boolean;
}

/** What a query does that is told nothing. */
export const DEFAULT_OPTIONS: QueryOptions = {
  budget: 'adaptive',
  manifold: null,
  contacts: 8,
  cap: 64,
  epsilon: -1,
  tolerance: -1,
  margin: 0,
  hysteresis: -1,
  edges: true,
  seeds: true,
  order: 'distance',
  thin: true,
  jams: true,
};

/** Options of contact queries. Throws 'bad-argument' when one is out of range. */
export function createQueryOptions(choice: QueryChoice = {}): QueryOptions {
  const { budget = DEFAULT_OPTIONS.budget, contacts = DEFAULT_OPTIONS.contacts } = choice;
  const { cap = DEFAULT_OPTIONS.cap, order = DEFAULT_OPTIONS.order } = choice;
  const { edges = true, seeds = true, thin = true, jams = true } = choice;
  if (budget !== 'adaptive' && budget !== 'hard' && budget !== 'full') {
    throw new InputError('bad-argument', `budget is ${budget}: give 'adaptive', 'hard' or 'full'`);
  }
  const { manifold = null } = choice;
  if (manifold !== null && typeof manifold?.choose !== 'function') {
    throw new InputError(
      'bad-argument',
      `manifold is ${String(manifold)}: give manifolds of fracas/contact, or leave it out`,
    );
  }
  checkOrder(order);
  if (!(Number.isInteger(contacts) && contacts >= 1)) {
    throw new InputError('bad-argument', `contacts is ${contacts}: give a whole number from 1 on`);
  }
  if (!(Number.isInteger(cap) && cap >= contacts)) {
    throw new InputError('bad-argument', `cap is ${cap}: give a whole number from contacts (${contacts}) on`);
  }
  return {
    budget,
    manifold,
    contacts,
    cap,
    epsilon: readLength('epsilon', choice.epsilon),
    tolerance: readLength('tolerance', choice.tolerance),
    margin: readLength('margin', choice.margin ?? 0),
    hysteresis: readLength('hysteresis', choice.hysteresis),
    edges,
    seeds,
    order,
    thin,
    jams,
  };
}

/** Throws unless it is an order of queries. */
export function checkOrder(order: Order): void {
  if (order === 'distance' || order === 'plain') return;
  throw new InputError('bad-argument', `order is '${order}': give 'distance' or 'plain'`);
}

function readLength(name: string, value: number | undefined): number {
  if (value === undefined) return -1;
  if (value >= 0 && value < Infinity) return value;
  throw new InputError('bad-argument', `${name} is ${value}: give a length of 0 or more, in metres`);
}
