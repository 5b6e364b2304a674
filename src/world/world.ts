// The world: bodies made of assets and shapes, stepped, broken and asked. This class is the door; each of its methods
// is a function of the file that is named for what it does.

import type { ContactRows } from '../dynamics/contact-rows.ts';
import { holdsId, idOf, rowOf } from '../dynamics/slots.ts';
import type { Pattern } from '../fragment/patterns.ts';
import type { SplitRecord } from '../fragment/record.ts';
import type { SplitOptions } from '../fragment/split.ts';
import { checkOptions, isFunction } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { addSource } from './add.ts';
import type { FractureHook } from './break-hook.ts';
import { castWorld, overlapWorld, type QueryFilter, type RayHit } from './cast.ts';
import type { Vector } from './check.ts';
import { blast, dropBody, placeBodyAt, pushBody, setKind, setMotion } from './edit.ts';
import { clearEvents, type Events } from './events.ts';
import { type BodyInfo, describeBody, opacityOf, versionOf } from './info.ts';
import type { Source } from './instances.ts';
import { aimJoint, type JointOptions, joinBodies, turnJoint, unjoinBodies } from './joining.ts';
import { type Measures, measureWorld } from './measure.ts';
import { keepMoment, type Moment, returnTo } from './moment.ts';
import { type BodyKind, type BodyOptions, checkBodyOptions, type WorldOptions } from './options.ts';
import {
  ADVANCE,
  type AdvanceOptions,
  checkStep,
  isDuration,
  REPLAY,
  RESTORE,
  type ReplayOptions,
  type RestoreOptions,
  readSpare,
} from './play-options.ts';
import {
  CALLS,
  type Call,
  createRecorder,
  finishRecording,
  MOST_STEPS,
  noteCall,
  type Recorder,
  type Recording,
  readRecording,
} from './recording.ts';
import { keepWorld, rollBack } from './roll-back.ts';
import { checksumOf, readSnapshot, writeSnapshot } from './snapshot.ts';
import { checkSources, findSource, nameSource, type SourceName, type Sources } from './sources.ts';
import { splitBody } from './split.ts';
import { beBusy, createState, type WorldCounters, type WorldState } from './state.ts';
import { stepWorld } from './step.ts';
import type { Swept } from './swept.ts';
import { type Timings, throwFailed } from './timings.ts';

/** A world of bodies. Many can live side by side. Equal calls give equal bits, in every engine. */
export class World {
  #state: WorldState | null;
  #recorder: Recorder | null;

  constructor(options: WorldOptions = {}) {
    const state = createState(options);
    this.#state = state;
    this.#recorder = options.record ? createRecorder() : null;
    state.breaking.answers = this.#recorder?.answers ?? null;
  }

  /** Adds a body made of an asset or a shape; returns its id. */
  add(source: Source, options: BodyOptions = {}): number {
    const id = addSource(this.#change('add'), source, options);
    if (this.#recorder !== null) this.#note('add', nameSource(source), options);
    return id;
  }

  /** Adds a body that never moves. */
  addStatic(source: Source, options: BodyOptions = {}): number {
    checkBodyOptions(options);
    return this.add(source, { ...options, kind: 'static' });
  }

  /** Takes a body out, with its joints. */
  remove(body: number): void {
    dropBody(this.#change('remove'), this.#row(body));
    this.#note('remove', body);
  }

  /** Advances by `dt` seconds, at most 1. Events and previousPoses are those of this step from then on. */
  step(dt: number): void {
    checkStep('dt', dt);
    this.#step(dt, true);
    throwFailed(this.#open.timer);
  }

  /**
   * Advances by the time of a frame, however long, in steps of equal length: as many as fit, at most `most`; more are
   * left out, so that a slow machine does not fall behind for ever. Returns the share of a step that is left over, for
   * interpolatePose; events are those of all these steps, none if it took none.
   */
  advance(seconds: number, options: AdvanceOptions = {}): number {
    isDuration('seconds', seconds);
    checkOptions('options', options, ADVANCE);
    const { step = 1 / 60, most = 5 } = options;
    const state = this.#change('advance');
    let spare = Math.min(state.spare + seconds, (most + 1) * step);
    if (spare < step) clearEvents(state.events);
    for (let k = 0; k < most && spare >= step; k++) {
      this.#step(step, k === 0);
      spare -= step;
      this.#open.spare = Math.min(spare, step);
    }
    this.#open.spare = Math.min(spare, step);
    throwFailed(this.#open.timer);
    return this.#open.spare / step;
  }

  /**
   * Splits a body along a pattern, given in the rest frame of its asset. Returns the ids of the new bodies; the body
   * goes on as its largest piece.
   */
  split(body: number, pattern: Pattern, options: SplitOptions = {}): number[] {
    const state = this.#change('split');
    const row = this.#row(body);
    const log: SplitRecord[] = [];
    const made = beBusy(state, () => splitBody(state, row, pattern, options, log));
    this.#note('split', body, pattern, { ...options, log: undefined });
    options.log?.push(...log);
    throwFailed(state.timer);
    return made;
  }

  /**
   * Asked before a blow breaks a body: return false to leave it whole, a pattern to break it along that, nothing to
   * agree. It cannot change the world: calls that would are refused until the step has ended. If it throws, or returns
   * what is no pattern, the step throws, and the world is as it was before the step. Its answers are part of a recording,
   * not of a snapshot. Set it to null for none.
   */
  get onBeforeFracture(): FractureHook | null {
    return this.#open.breaking.hook;
  }

  set onBeforeFracture(hook: FractureHook | null | undefined) {
    if (hook !== null && hook !== undefined) isFunction('onBeforeFracture', hook);
    const { breaking } = this.#open;
    if (hook && breaking.hook === null) this.#change('onBeforeFracture'); // the step at hand was not kept, to go back to
    breaking.hook = hook ?? null;
  }

  /** Pushes a body by an impulse, N·s, at a point of the world; without one, at its centre of mass. */
  impulse(body: number, impulse: Vector, point?: Vector): void {
    pushBody(this.#change('impulse'), this.#row(body), impulse, point);
    this.#note('impulse', body, impulse, point);
  }

  /** Blasts what is within `radius` of a point away; `strength` in N·s/m² at the point. Returns how many bodies moved. */
  explode(point: Vector, strength: number, radius: number): number {
    const moved = blast(this.#change('explode'), point, strength, radius);
    this.#note('explode', point, strength, radius);
    return moved;
  }

  /** Joins two bodies, or a body and the world; returns the joint's id. See docs/joints.md. */
  join(joint: JointOptions): number {
    const id = joinBodies(this.#change('join'), joint);
    this.#note('join', joint);
    return id;
  }

  /** Takes a joint out. */
  unjoin(joint: number): void {
    unjoinBodies(this.#change('unjoin'), joint);
    this.#note('unjoin', joint);
  }

  /** Where a drag joint pulls to. */
  setTarget(joint: number, point: Vector): void {
    aimJoint(this.#change('setTarget'), joint, point);
    this.#note('setTarget', joint, point);
  }

  /** The speed that the motor of a hinge aims at, rad/s. */
  setMotor(joint: number, speed: number): void {
    turnJoint(this.#change('setMotor'), joint, speed);
    this.#note('setMotor', joint, speed);
  }

  /** Sets how fast a body moves, m/s, and turns, rad/s about the axes of the world. */
  setVelocity(body: number, velocity: Vector, spin?: Vector): void {
    setMotion(this.#change('setVelocity'), this.#row(body), velocity, spin);
    this.#note('setVelocity', body, velocity, spin);
  }

  /** Puts a body elsewhere at once, by its rest frame. For what moves, set the velocity of a kinematic body instead. */
  setPose(body: number, position: Vector, rotation?: Vector): void {
    placeBodyAt(this.#change('setPose'), this.#row(body), position, rotation);
    this.#note('setPose', body, position, rotation);
  }

  /** Makes a body static, kinematic or dynamic. */
  setKind(body: number, kind: BodyKind): void {
    setKind(this.#change('setKind'), this.#row(body), kind);
    this.#note('setKind', body, kind);
  }

  /** The first body along a ray; null if there is none. `direction` may be of any length. */
  castRay(origin: Vector, direction: Vector, options: QueryFilter = {}): RayHit | null {
    return castWorld(this.#open, origin, direction, options);
  }

  /** The bodies within `radius` of a point. */
  overlap(center: Vector, radius: number, options: QueryFilter = {}): number[] {
    return overlapWorld(this.#open, center, radius, options);
  }

  /** What a body is. */
  info(body: number): BodyInfo {
    return describeBody(this.#open, this.#row(body));
  }

  /** Grows when the shape of a body changes, in this World: 0 while it is whole. As `info(body).version`, without the rest. */
  version(body: number): number {
    return versionOf(this.#open, this.#row(body));
  }

  /** 1, less while a fragment of which there are too many fades. As `info(body).opacity`. */
  opacity(body: number): number {
    return opacityOf(this.#open, this.#row(body));
  }

  /** Momentum and energy of all dynamic bodies. */
  measure(): Measures {
    return measureWorld(this.#open);
  }

  /** Whether an id is that of a body still there. */
  has(body: number): boolean {
    return holdsId(this.#open.bodies.slots, body);
  }

  /** The place of a body in `poses`; another body may have it once this one is gone. */
  indexOf(body: number): number {
    return this.#row(body);
  }

  /** The ids of all bodies, by their places in `poses`. */
  get bodies(): number[] {
    const { slots } = this.#open.bodies;
    const ids: number[] = [];
    for (let row = 0; row < slots.count; row++) if (slots.live[row] === 1) ids.push(idOf(slots, row));
    return ids;
  }

  /** Seven numbers a body from 7 · indexOf(body) on: the origin of its rest frame, then the quaternion x y z w. */
  get poses(): Float32Array {
    return this.#open.poses;
  }

  /** The same before the last step. */
  get previousPoses(): Float32Array {
    return this.#open.previousPoses;
  }

  /** What happened in the last step, or in all steps of the last `advance`; valid until the next. */
  get events(): Events {
    return this.#open.events;
  }

  /** The contacts of the last collision step, as the solver left them. */
  get contacts(): ContactRows {
    return this.#open.contacts;
  }

  /** What was swept in the last step, to look at. */
  get swept(): Swept {
    return this.#open.swept;
  }

  /** Milliseconds of the last step by stage, if the world has a clock. */
  get timings(): Timings {
    return this.#open.timer.timings;
  }

  /** What collision steps did, summed until set to 0. */
  get counters(): WorldCounters {
    return this.#open.counters;
  }

  /** Seconds simulated. */
  get time(): number {
    return this.#open.time;
  }

  /** Everything, as bytes. Assets are named in them by their content. */
  snapshot(): Uint8Array {
    return writeSnapshot(this.#change('snapshot'));
  }

  /** The world of a snapshot, which goes on bit for bit, and does not record. `assets` is what its bodies are made of. */
  static restore(bytes: Uint8Array, settings: RestoreOptions): World {
    checkOptions('options', settings, RESTORE);
    const { assets, options, ...given } = settings;
    checkSources(assets);
    const world = new World();
    world.#state = readSnapshot(bytes, assets, { ...options, ...given });
    return world;
  }

  /** The world as it is, in memory: at the price of snapshot(); what breaks later is copied first, some ms a solid. */
  keep(): Moment {
    return keepMoment(this.#change('keep'));
  }

  /** Puts the world back to a moment that it kept, as often as asked; it goes on bit for bit. Not while it records. */
  goBack(moment: Moment): void {
    this.#state = returnTo(this.#change('goBack'), moment, this.#recorder !== null);
  }

  /** Sixteen hexadecimal digits that tell states apart: of everything that a snapshot holds. */
  hash(): string {
    return checksumOf(writeSnapshot(this.#change('hash')));
  }

  /** Every call so far that changed the world, for World.replay. Throws unless the world was made with `record`. */
  recording(): Recording {
    if (this.#recorder === null) {
      throw new InputError('bad-argument', 'this world does not record: make it with { record: true }');
    }
    return finishRecording(this.#recorder, this.#open.settings, this.#open.spare);
  }

  /** Plays a recording: a world in the state that the recorded one was in. `assets` as for restore. */
  static replay(recording: Recording, settings: ReplayOptions): World {
    checkOptions('options', settings, REPLAY);
    const { assets, options, maxSteps = MOST_STEPS, ...given } = settings;
    checkSources(assets);
    const { options: told, calls, answers } = readRecording(recording, maxSteps);
    const world = new World({ ...told, ...options, ...given });
    if (answers.length > 0) world.#open.breaking.replayed = answers;
    for (const call of calls) world.#play(call, assets);
    world.#open.breaking.replayed = null;
    return world;
  }

  #play([name, ...args]: Call, assets: Sources): void {
    if (name === 'add') this.add(findSource(args[0] as SourceName, assets), args[1] as BodyOptions);
    else if (name === 'step') for (let k = 0; k < (args[1] as number); k++) this.step(args[0] as number);
    else if (name === 'spare') this.#open.spare = readSpare(args[0]);
    else if (CALLS.includes(name))
      (this as unknown as Record<string, (...args: unknown[]) => void>)[name](...args);
    else throw new InputError('bad-file', `the recording calls '${name}': this fracas does not know it`);
  }

  #step(dt: number, fresh: boolean): void {
    const state = this.#change('step');
    const kept = keepWorld(state);
    if (fresh) clearEvents(state.events);
    try {
      beBusy(state, () => stepWorld(state, dt));
    } catch (error) {
      if (kept !== null) this.#state = rollBack(state, kept);
      throw error;
    }
    this.#note('step', dt);
  }

  #note(name: string, ...args: unknown[]): void {
    if (this.#recorder !== null) noteCall(this.#recorder, name, args);
  }

  /** Frees everything. The world cannot be used any more. */
  dispose(): void {
    if (this.#state !== null) this.#change('dispose');
    this.#state = null;
    this.#recorder = null;
  }

  get #open(): WorldState {
    if (this.#state !== null) return this.#state;
    throw new InputError('bad-argument', 'the world has been disposed of: make another');
  }

  /** The state for a call that changes it, or that tells all of it. Throws while a step is under way. */
  #change(call: string): WorldState {
    const state = this.#open;
    if (!state.busy) return state;
    throw new InputError(
      'bad-argument',
      `${call} was called within a step or a split, from onBeforeFracture or the clock: keep it until step() has returned`,
    );
  }

  #row(body: number): number {
    return rowOf(this.#open.bodies.slots, body, 'body');
  }
}
