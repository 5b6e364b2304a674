// What bodies are made of. An instance is one solid with all its fragments, whole at first, or a shape; a body is one
// fragment of an instance. Instances keep a log of how they broke: from it they are rebuilt bit for bit.

import { type Asset, checkAsset } from '../bake/asset.ts';
import { type Collider, checkCollider, createCollider } from '../contact/collider.ts';
import { copyCollider } from '../contact/copy-collider.ts';
import { buildSolid, type Solid } from '../contact/solid.ts';
import { type BreakWork, createBreakWork, type Rebuild, updateCollider } from '../contact/update.ts';
import { KIND_CAPSULE } from '../field/analytic.ts';
import { type Brittle, buildBrittle } from '../fracture/brittle.ts';
import type { Material } from '../fracture/material.ts';
import { keepScored, type Scored } from '../fracture/scored.ts';
import { removeFragment } from '../fragment/family.ts';
import type { DepthForm } from '../fragment/fragment-field.ts';
import { replaySplit, type SplitRecord } from '../fragment/record.ts';
import { checkRecord, refuse } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import type { Adjacent } from './siblings.ts';

/** What a body can be made of: a baked asset, or what createShape and its kin make. */
export type Source = Asset | Collider;

/** One thing that happened to an instance: the splits of one fracture, or a fragment that left. */
export type Happening = readonly SplitRecord[] | number;

/** Made by createCopy alone. */
export interface Instance {
  readonly source: Source;
  collider: Collider; // while it is whole, that of all whole instances of its asset in a world; see ownCollider
  shared: boolean; // whether it is
  kept: boolean; // whether a moment holds its collider, which must stay as it is then: see moment.ts
  readonly work: BreakWork | null; // of a solid: shared by all its instances in a world
  readonly thickness: number; // of its thinnest part, metres
  readonly density: number; // kg/m³
  readonly material: Material | null; // without one, blows do not break it
  readonly brittle: Brittle | null; // what breaking by blows needs to know of it; null if it cannot
  readonly scored: Scored | null; // along which cells blows break it; null: its material says
  readonly loose: Set<number>; // bonds of these that have broken
  readonly adjacent: Adjacent;
  readonly row: number[]; // the body of each label, −1 once it has left
  readonly log: Happening[];
  version: number; // of its shape: goes up when it breaks or when a crack opens
  readonly cuts: number[]; // per event of its family, a number that no other of this world has: see numberCuts
  groups: number; // numbers given to groups of fragments so far: see siblings.ts
}

/** The solids that a world breaks, each with one workspace, and how all of them keep their fields. */
export interface Works {
  readonly form: DepthForm | null;
  readonly rebuild: Rebuild | null;
  readonly bySolid: Map<Solid, BreakWork>;
  readonly whole: Map<Solid, Collider>; // what whole instances share
  cuts: number; // so far, those that were gone back before too
}

const solids = new WeakMap<Asset, Solid>(); // what follows from an asset and never changes, once for all worlds

export function isAsset(source: Source): source is Asset {
  return 'tets' in source;
}

/** The solid of an asset; built at the first call, in linear time. */
function solidOf(asset: Asset): Solid {
  let solid = solids.get(asset);
  if (solid === undefined) {
    solid = buildSolid(asset);
    solids.set(asset, solid);
  }
  return solid;
}

const brittles = new WeakMap<Asset, Brittle>(); // the same for those that can break by blows

function brittleOf(asset: Asset, solid: Solid): Brittle {
  let brittle = brittles.get(asset);
  if (brittle === undefined) {
    brittle = buildBrittle(solid.topology, asset.thickness, asset.modes);
    brittles.set(asset, brittle);
  }
  return brittle;
}

/** Throws unless a value is an asset or a shape, as far as its members tell. */
export function checkSource(source: Source): void {
  const remedy = 'an asset that bake made, or a shape that createShape made';
  checkRecord('source', source, [], remedy);
  if ('tets' in source) checkAsset('source', source);
  else checkCollider('source', source, remedy);
}

/** A whole instance. Throws when `source` is neither an asset nor a shape. */
export function createInstance(
  works: Works,
  source: Source,
  density: number,
  material: Material | null,
  scored: Scored | null = null,
): Instance {
  if (!isAsset(source)) {
    if (source.field !== null) {
      throw new InputError(
        'bad-argument',
        'source is a collider of a solid: give its asset, so that the world makes an instance of its own',
      );
    }
    if (scored !== null) throw refuse('scored', scored, 'none: a shape never breaks');
    const { kind, size } = source;
    const widths = kind === KIND_CAPSULE ? size.subarray(1) : size; // a capsule is as thin as it is round
    const thickness = size.length > 0 ? 2 * Math.min(...widths) : Infinity;
    return createRecord(source, source, null, thickness, density, material, null, null);
  }
  const solid = solidOf(source);
  const own = scored === null ? null : keepScored(scored, solid.topology.nodeCount);
  let work = works.bySolid.get(solid);
  if (work === undefined) {
    work = createBreakWork(solid, works.rebuild);
    works.bySolid.set(solid, work);
  }
  let collider = works.whole.get(solid);
  if (collider === undefined) {
    collider = createWhole(works, solid);
    works.whole.set(solid, collider);
  }
  const brittle = material === null ? null : brittleOf(source, solid);
  return createRecord(source, collider, work, source.wall, density, material, brittle, own);
}

function createRecord(
  source: Source,
  collider: Collider,
  work: BreakWork | null,
  thickness: number,
  density: number,
  material: Material | null,
  brittle: Brittle | null,
  scored: Scored | null,
): Instance {
  return {
    source,
    collider,
    shared: work !== null,
    kept: false,
    work,
    thickness,
    density,
    material,
    brittle,
    scored,
    loose: new Set(),
    adjacent: { events: 0, keys: new Set() }, // its own: another break may have as many events
    row: [-1],
    log: [],
    version: 0,
    cuts: [],
    groups: 0,
  };
}

function createWhole({ form }: Works, solid: Solid): Collider {
  return createCollider(solid, { form });
}

/** To be called before an instance breaks: gives it a collider of its own. */
export function ownCollider(works: Works, instance: Instance): void {
  const { solid } = instance.collider;
  if (solid === null || !(instance.shared || instance.kept)) return;
  instance.collider = instance.shared
    ? createWhole(works, solid)
    : copyCollider(instance.collider, { form: works.form });
  instance.shared = false;
  instance.kept = false;
}

/**
 * Numbers the cuts of an instance that are new. A world that goes back and breaks in another way comes to the same events, and
 * whoever draws it must know the one from the other.
 */
export function numberCuts(works: Works, { collider, cuts }: Instance): void {
  const events = collider.field?.family.events.count ?? 0;
  while (cuts.length < events) cuts.push(++works.cuts);
}

/** An instance as it was when it had `log` behind it, with the collider that it had then. */
export function createAgain(
  of: Instance,
  collider: Collider,
  log: readonly Happening[],
  loose: Iterable<number>,
): Instance {
  const { source, work, thickness, density, material, brittle, scored } = of;
  const again = createRecord(source, collider, work, thickness, density, material, brittle, scored);
  for (const bond of loose) again.loose.add(bond);
  again.log.push(...log);
  const events = collider.field?.family.events.count ?? 0;
  again.cuts.push(...of.cuts.slice(0, events));
  return again;
}

/** Makes everything in a log happen to a whole instance of the same asset. */
export function replayLog(works: Works, instance: Instance, log: readonly Happening[]): void {
  if (log.length > 0) ownCollider(works, instance);
  const { collider, work } = instance;
  if (collider.field === null || work === null) return;
  const { family } = collider.field;
  for (const happening of log) {
    if (typeof happening === 'number') removeFragment(family, happening);
    else {
      if (!Array.isArray(happening))
        throw refuse('a happening', happening, 'splits, or a fragment that left');
      for (const record of happening) {
        if (replaySplit(work.changes, family, record) === 0)
          throw refuse('a record', record, 'one of a split that parted something');
      }
      updateCollider(work, collider);
    }
    instance.log.push(happening);
  }
  numberCuts(works, instance);
}
