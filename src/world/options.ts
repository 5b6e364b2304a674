// What a world and its bodies can be told. Checked once, when given.

import { checkOrder, type Order } from '../contact/options.ts';
import type { Rebuild } from '../contact/update.ts';
import { checkMaterial, type Material } from '../fracture/material.ts';
import type { Scored } from '../fracture/scored.ts';
import type { DepthForm } from '../fragment/fragment-field.ts';
import {
  above0,
  anything,
  between,
  type Check,
  type Checks,
  checkOptions,
  checkRecord,
  isBits,
  isFlag,
  isFunction,
  numbers,
  oneOf,
  orNull,
  refuse,
  whole,
} from '../job/check.ts';
import { isPlace, isRotation, isSpeed, type Vector } from './check.ts';
import { GRAVEST } from './constants.ts';
import { isAsset, type Source } from './instances.ts';

/** Something that tells the time, such as `performance`. Only for `world.timings`: it never steers anything. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
}

/** What a world can be told. */
export interface WorldOptions {
  /** Gravity in m/s²; default 0, −9.81, 0. */
  readonly gravity?: Vector;
  /** Seed of everything random in this world; default 1. */
  readonly seed?: number;
  /** Substeps of the solver in 1/60 s, more where contacts would sink; default 8. */
  readonly substeps?: number;
  /** Longest time between two looks for contacts, in seconds; default 1/60. */
  readonly collisionStep?: number;
  /** Contacts by patches, a few that bound each; false: as many as `contacts` and `adaptive` say. Default: unless one of those is given. */
  readonly manifolds?: boolean;
  /** Contacts that a pair of bodies begins with, without manifolds; default 8. */
  readonly contacts?: number;
  /** More contacts where they are needed; false: that many and no more. Default true. */
  readonly adaptive?: boolean;
  /** Look at where bodies came to, and solve again if they are too deep there; default true. */
  readonly speculation?: boolean;
  /** Look at what bodies that went far meet on the way, too; default true. */
  readonly sweep?: boolean;
  /** Bodies that rest stop being simulated; default true. */
  readonly sleep?: boolean;
  /** Order of contact queries, to compare: 'plain' is breadth first; default 'distance'. */
  readonly order?: Order;
  /** `meanForm`, to compare: depths in fragments as the paper has them; in no snapshot. */
  readonly form?: DepthForm;
  /** `rebuildFragments`, to compare: trees and fields anew instead of updated; in no snapshot. */
  readonly rebuild?: Rebuild;
  /** Friction of bodies that say nothing; default 0.5. */
  readonly friction?: number;
  /** Restitution of bodies that say nothing; default 0. */
  readonly restitution?: number;
  /** Coefficient of rolling resistance, of bodies that hardly turn; default 0.05. */
  readonly rolling?: number;
  /** Metres across: what is smaller does not break by blows; default 0.02. */
  readonly smallestFragment?: number;
  /** The most pieces that one fracture leaves of a body; default 64. */
  readonly maxPieces?: number;
  /** Fragments beyond which the smallest leave; default 5000. */
  readonly maxFragments?: number;
  /** Seconds that fragments take to leave; default 2. */
  readonly fadeTime?: number;
  /** Clock for world.timings; default none. */
  readonly clock?: Clock;
  /** Keep every call, for world.recording(); default false. */
  readonly record?: boolean;
}

/** WorldOptions with everything in them. */
export interface WorldSettings {
  readonly gravity: Float64Array;
  readonly seed: number;
  readonly substeps: number;
  readonly collisionStep: number;
  readonly manifolds: boolean;
  readonly contacts: number;
  readonly adaptive: boolean;
  readonly speculation: boolean;
  readonly sweep: boolean;
  readonly sleep: boolean;
  readonly order: Order;
  readonly friction: number;
  readonly restitution: number;
  readonly rolling: number;
  readonly smallestFragment: number;
  readonly maxPieces: number;
  readonly maxFragments: number;
  readonly fadeTime: number;
}

/** Whether forces move a body, its velocity alone does, or nothing. */
export type BodyKind = 'static' | 'kinematic' | 'dynamic';
export const BODY_KINDS: readonly BodyKind[] = ['static', 'kinematic', 'dynamic'];

/** What a body can be told. */
export interface BodyOptions {
  /** Where the rest frame's origin is; default 0, 0, 0. */
  readonly position?: Vector;
  /** Quaternion x, y, z, w; default 0, 0, 0, 1. */
  readonly rotation?: Vector;
  /** Velocity of the centre of mass, m/s; default 0, 0, 0. */
  readonly velocity?: Vector;
  /** Angular velocity, rad/s; default 0, 0, 0. */
  readonly spin?: Vector;
  /** Whether forces, its velocity or nothing moves it; default 'dynamic'. */
  readonly kind?: BodyKind;
  /** What blows break it as; null: never. Default the asset's, if it has one. */
  readonly material?: Material | null;
  /** Cells that blows break it along; default what the material makes of them. */
  readonly scored?: Scored;
  /** Density in kg/m³; default the material's, else 1000. */
  readonly density?: number;
  /** Two bodies rub with the geometric mean of theirs; default the material's, else the world's. */
  readonly friction?: number;
  /** Of two bodies the larger counts; default likewise. */
  readonly restitution?: number;
  /** Bits of the groups it belongs to; default 1. */
  readonly group?: number;
  /** Bits of the groups it meets; default all. */
  readonly mask?: number;
}

const isClock: Check = (name, value) => {
  if (typeof (value as Clock | null)?.now !== 'function')
    throw refuse(name, value, 'something with now(), such as performance');
};

const isFriction = between(0, 1e6);
const isShare = between(0, 1);

const FORM = ['create', 'propagate', 'measure'] as const;

/** What each option of a world may be. */
const WORLD: Checks<WorldOptions> = {
  gravity: numbers(3, GRAVEST),
  seed: whole(Number.MIN_SAFE_INTEGER),
  substeps: whole(1, 64),
  collisionStep: between(1e-4, 0.1, ' s'),
  manifolds: isFlag,
  contacts: whole(1, 64),
  adaptive: isFlag,
  speculation: isFlag,
  sweep: isFlag,
  sleep: isFlag,
  order: (_name, value) => checkOrder(value as Order),
  form: (name, value) => {
    checkRecord(name, value, FORM, 'meanForm of fracas/papers');
    for (const call of FORM) isFunction(`${name}.${call}`, (value as DepthForm)[call]);
  },
  rebuild: isFunction,
  friction: isFriction,
  restitution: isShare,
  rolling: isShare,
  smallestFragment: between(0, Number.MAX_VALUE, ' m'),
  maxPieces: between(2, Number.MAX_VALUE),
  maxFragments: between(1, Number.MAX_VALUE),
  fadeTime: between(0, Number.MAX_VALUE, ' s'),
  clock: isClock,
  record: isFlag,
};

/** What each option of a body may be. Scores are checked against their solid. */
const BODY: Checks<BodyOptions> = {
  position: isPlace,
  rotation: isRotation,
  velocity: isSpeed,
  spin: isSpeed,
  kind: oneOf(...BODY_KINDS),
  material: orNull((_name, value) => checkMaterial(value as Material)),
  scored: anything,
  density: above0(Number.MAX_VALUE, ' kg/m³'),
  friction: isFriction,
  restitution: isShare,
  group: isBits,
  mask: isBits,
};

/** Checks options of a world and fills in the rest. */
export function readWorldOptions(options: WorldOptions): WorldSettings {
  checkOptions('options', options, WORLD);
  const { gravity = [0, -9.81, 0], seed = 1, substeps = 8, collisionStep = 1 / 60, contacts = 8 } = options;
  const { friction = 0.5, restitution = 0, rolling = 0.05, order = 'distance' } = options;
  const { smallestFragment = 0.02, maxPieces = 64, maxFragments = 5000, fadeTime = 2 } = options;
  return {
    gravity: Float64Array.from(gravity),
    seed,
    substeps,
    collisionStep,
    manifolds: options.manifolds ?? (options.contacts === undefined && options.adaptive === undefined),
    contacts,
    adaptive: options.adaptive ?? true,
    speculation: options.speculation ?? true,
    sweep: options.sweep ?? true,
    sleep: options.sleep ?? true,
    order,
    friction,
    restitution,
    rolling,
    smallestFragment,
    maxPieces,
    maxFragments,
    fadeTime,
  };
}

/** Checks options of a body. */
export function checkBodyOptions(options: BodyOptions): void {
  checkOptions('options', options, BODY);
}

/** What a body of `source` breaks as; null if blows do not break it. */
export function readMaterial(source: Source, material: Material | null | undefined): Material | null {
  const given = material === undefined && isAsset(source) ? source.material : (material ?? null);
  if (given === null) return null;
  checkMaterial(given);
  return Object.freeze({ ...given });
}

/** The number of a kind of body. */
export function readKind(kind: BodyKind): number {
  BODY.kind('kind', kind);
  return BODY_KINDS.indexOf(kind);
}
