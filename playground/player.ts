// Playing: asks the worker for frames a little ahead of what is shown, keeps them for a minute, goes back and on.

import type { RemoteWorld } from '../worker/world.ts';
import { type Actors, clearActors, placeActors, type Shot, takeFrame } from './actors.ts';
import type { Opened } from './play-worker.ts';
import type { PlayFrame, PlayRecording, SceneCard } from './playing.ts';
import type { Setup } from './session.ts';
import { base } from './start.ts';
import type { ViewData, ViewWishes } from './views/view.ts';

const AHEAD = 2; // frames that are asked for before they are shown
const KEPT = 60; // seconds on the timeline
const MOST_VIEWED = 2 ** 27; // bytes of views that are kept
const TICK = 1 / 60; // seconds: what a frame spans at least

export interface PlayerEvents {
  onFrame(frame: PlayFrame): void; // as it comes
  onOpen(card: SceneCard): void; // before its first frame
  onViews(views: Readonly<Record<string, ViewData>>): void;
  onError(error: Error): void;
}

/** What can be opened: a scene, a model that was sent, or a recording. */
export type Opening =
  | { readonly scene: string; readonly inputs?: PlayRecording['inputs'] }
  | { readonly model: string; readonly inputs?: PlayRecording['inputs'] };

export class Player {
  readonly shots: Shot[] = [];
  card: SceneCard | null = null;
  setup: Setup;
  isPlaying = true;
  speed = 1;
  time = 0; // shown, seconds
  #world: RemoteWorld;
  #actors: Actors;
  #events: PlayerEvents;
  #era = 0; // goes up with every opening and going back
  #stale = -1; // what was asked for in this era or before is no longer wanted
  #asked = -1; // the era in which the frame under way was asked for; −1 for none
  #wishes: ViewWishes = {};
  #shown: Shot | null = null; // whose views are shown
  #told: ViewWishes = {}; // of which the worker knows
  #wishing = false;
  #viewed = new WeakMap<Shot, ViewWishes>(); // the wishes that views of a shot are of
  #isLookingBack = false;

  constructor(world: RemoteWorld, actors: Actors, setup: Setup, events: PlayerEvents) {
    this.#world = world;
    this.#actors = actors;
    this.#events = events;
    this.setup = setup;
  }

  /**
   * Opens a scene or a model; `asked` is the answer of the worker, if it was asked already. Until that comes, and if it
   * is an error, the scene before goes on.
   */
  async open(opening: Opening, asked?: Promise<Opened>): Promise<void> {
    const era = ++this.#era;
    const told = this.#told;
    const { card, frame } = await (asked ?? this.#askFor(opening));
    this.#stale = this.#era - 1;
    if (era !== this.#era) return;
    this.card = card;
    this.shots.length = 0;
    clearActors(this.#actors, card.skin ?? null);
    this.#events.onOpen(card);
    this.#take(frame, told);
    this.time = frame.time;
  }

  #askFor(opening: Opening): Promise<Opened> {
    const { inputs = [] } = opening;
    return 'model' in opening
      ? this.#world.ask('openModel', opening.model, this.setup, inputs)
      : this.#world.ask('openScene', opening.scene, base, this.setup, inputs);
  }

  /** Steps of the scene in a frame. */
  get stride(): number {
    return Math.max(1, Math.round(TICK / (this.card?.dt ?? TICK)));
  }

  get last(): Shot | undefined {
    return this.shots[this.shots.length - 1];
  }

  /** Whether the scene has nothing more to bring. */
  get isAtEnd(): boolean {
    return (this.last?.step ?? 0) >= (this.card?.steps ?? Infinity);
  }

  get isLive(): boolean {
    return this.last === undefined || this.time >= this.last.time - 1e-9 || this.isPlaying;
  }

  /** Shows the next picture; `seconds` since the last one. */
  show(seconds: number): void {
    const { last } = this;
    if (last === undefined) return;
    if (this.isPlaying) {
      this.time = Math.min(last.time, this.time + this.speed * Math.min(seconds, 0.1));
      const span = this.stride * (this.card?.dt ?? TICK);
      if (this.isAtEnd) this.isPlaying = this.time < last.time;
      else if (last.time - this.time < AHEAD * span) this.#ask();
    }
    const k = this.#find(this.time);
    const after = this.shots[k];
    const before = this.shots[Math.max(0, k - 1)];
    const span = after.time - before.time;
    if (after !== this.#shown) this.#showViews(after.views);
    this.#shown = after;
    if (this.#lacksViews(after)) this.#lookBack().catch(this.#events.onError);
    placeActors(this.#actors, before, after, span > 0 ? (this.time - before.time) / span : 1);
  }

  /** Those that are still wanted: what was recorded may have been switched off since. */
  #showViews(views: Readonly<Record<string, ViewData>>): void {
    const wanted = Object.entries(views).filter(([name]) => Object.hasOwn(this.#wishes, name));
    this.#events.onViews(Object.fromEntries(wanted));
  }

  /** The first shot that is not before a time. */
  #find(time: number): number {
    let [low, high] = [0, this.shots.length - 1];
    while (low < high) {
      const mid = (low + high) >> 1;
      if (this.shots[mid].time < time - 1e-9) low = mid + 1;
      else high = mid;
    }
    return low;
  }

  /** The shot that is shown. */
  get shot(): Shot | undefined {
    return this.shots[this.#find(this.time)];
  }

  get #isPending(): boolean {
    return this.#asked > this.#stale;
  }

  async #ask(steps = this.stride): Promise<void> {
    if (this.#isPending) return;
    const era = this.#era;
    const told = this.#told;
    this.#asked = era;
    try {
      const frame = await this.#world.ask<PlayFrame>('play', steps);
      if (era > this.#stale) this.#take(frame, told);
    } catch (error) {
      if (era > this.#stale) {
        this.isPlaying = false;
        this.#events.onError(error as Error);
      }
    }
    if (this.#asked === era) this.#asked = -1;
  }

  /** Whether a moment that has stopped is without the views that are wanted now, and can be looked at again. */
  #lacksViews(shot: Shot): boolean {
    if (this.isPlaying || this.#wishing || this.#isLookingBack || this.card?.noHands === undefined)
      return false;
    return Object.keys(this.#wishes).length > 0 && this.#viewed.get(shot) !== this.#wishes;
  }

  /** Asks for the views of what is shown, as often as it takes the worker to play up to it. */
  async #lookBack(): Promise<void> {
    this.#isLookingBack = true;
    const wishes = this.#wishes;
    let shot = this.#shown;
    try {
      while (shot !== null && shot === this.#shown && wishes === this.#wishes) {
        const views = await this.#world.ask<Record<string, ViewData> | null>('lookBack', shot.step);
        if (views === null) continue;
        shot.views = views;
        this.#viewed.set(shot, wishes);
        if (shot === this.#shown) this.#showViews(views);
        shot = null;
      }
    } catch (error) {
      if (shot !== null) this.#viewed.set(shot, wishes); // not asked again for every picture
      throw error;
    } finally {
      this.#isLookingBack = false;
    }
  }

  /** `told` is what the worker knew of wishes when it was asked. */
  #take(frame: PlayFrame, told: ViewWishes): void {
    const shot = takeFrame(this.#actors, frame);
    this.shots.push(shot);
    this.#viewed.set(shot, told);
    while (frame.time - this.shots[0].time > KEPT) this.shots.shift();
    if (Object.keys(frame.views).length > 0) this.#forgetViews();
    this.#events.onFrame(frame);
  }

  /** Views can be large: those of the oldest shots go. */
  #forgetViews(): void {
    let bytes = 0;
    for (let k = this.shots.length - 1; k >= 0; k--) {
      const shot = this.shots[k];
      if (bytes > MOST_VIEWED && Object.keys(shot.views).length === 0) return; // so are those before
      if (bytes > MOST_VIEWED) {
        shot.views = {};
        this.#viewed.delete(shot);
      }
      for (const view of Object.values(shot.views)) {
        for (const value of Object.values(view)) if (ArrayBuffer.isView(value)) bytes += value.byteLength;
      }
    }
  }

  play(): void {
    this.isPlaying = true;
    this.settle().catch(this.#events.onError);
  }

  pause(): void {
    this.isPlaying = false;
  }

  /** One step of the scene, whatever the stride. */
  async stepOnce(): Promise<void> {
    this.isPlaying = false;
    await this.settle();
    const next = this.#find(this.time) + 1;
    if (next >= this.shots.length && !this.isAtEnd) await this.#ask(1);
    this.time = this.shots[Math.min(next, this.shots.length - 1)]?.time ?? 0;
  }

  /** Plays up to so many steps of the scene at once; for tests. */
  async playTo(step: number): Promise<void> {
    this.isPlaying = false;
    while (this.#isPending) await new Promise((done) => setTimeout(done, 5));
    while ((this.last?.step ?? step) < step && !this.isAtEnd)
      await this.#ask(Math.min(this.stride, step - (this.last?.step ?? 0)));
    this.time = this.last?.time ?? 0;
  }

  /** Shows a moment of the timeline, from 0 to 1. */
  scrub(share: number): void {
    const { last } = this;
    if (last === undefined) return;
    this.isPlaying = false;
    const first = this.shots[0].time;
    this.time = this.shots[this.#find(first + share * (last.time - first))].time;
  }

  /** Makes the worker go on from what is shown. Where hands can do nothing, all that was shown stays true. */
  async settle(): Promise<void> {
    if (this.card?.noHands !== undefined) return;
    const k = this.#find(this.time);
    if (k >= this.shots.length - 1 - AHEAD) {
      this.time = Math.max(this.time, this.shots[k]?.time ?? 0);
      return;
    }
    const { step, time } = this.shots[k];
    const era = ++this.#era;
    this.#stale = era - 1;
    this.#asked = era;
    const told = this.#told;
    const later = this.shots.splice(k);
    try {
      const frame = await this.#world.ask<PlayFrame>('seek', step);
      if (era <= this.#stale) return;
      this.#take(frame, told);
      this.time = time;
    } catch (error) {
      if (era > this.#stale) this.shots.push(...later);
      throw error;
    } finally {
      if (this.#asked === era) this.#asked = -1;
    }
  }

  /** Does what a hand does. */
  async act<T>(name: string, ...args: unknown[]): Promise<T> {
    await this.settle();
    return this.#world.ask<T>('act', name, ...args);
  }

  /** Asks for views; while the worker is at it, only the last wish waits. */
  async wish(wishes: ViewWishes): Promise<void> {
    this.#wishes = wishes;
    if (this.#wishing) return;
    this.#wishing = true;
    try {
      for (let asked: ViewWishes | null = null; asked !== this.#wishes; ) {
        asked = this.#wishes;
        this.#told = asked;
        const views = await this.#world.ask<Record<string, ViewData>>('wish', asked);
        if (this.last !== undefined) {
          this.last.views = views;
          this.#viewed.set(this.last, asked);
        }
        const isBack = !this.isPlaying && this.card?.noHands !== undefined && this.shot !== this.last;
        if (!isBack) this.#showViews(views);
        else if (this.shot !== undefined) this.#showViews(this.shot.views); // until it is looked at again
      }
    } finally {
      this.#wishing = false;
    }
  }

  save(): Promise<PlayRecording> {
    return this.#world.ask('save');
  }

  hash(): Promise<string> {
    return this.#world.ask('hash');
  }

  /** Changes the setup of what is played; false if it must be opened anew for that. */
  tune(setup: Setup): Promise<boolean> {
    this.setup = setup;
    return this.#world.ask('tune', setup);
  }
}
