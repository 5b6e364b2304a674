// A world on the stage: meshes come, move, break, fade and go as its bodies do. Over a world on this thread or in a worker.

import { type BufferGeometry, Group, type Intersection, Mesh, type Object3D, type Vector3 } from 'three';
import { colliderOf } from '../src/contact/inside.ts';
import type { Surface } from '../src/fragment/drawn.ts';
import { checkRecord } from '../src/job/check.ts';
import { InputError } from '../src/job/error.ts';
import { interpolatePose } from '../src/world/interpolate.ts';
import type { AdvanceOptions } from '../src/world/play-options.ts';
import { extractSurface } from '../src/world/surface.ts';
import type { World } from '../src/world/world.ts';
import type { BodyLook, WorldFrame } from '../worker/frame.ts';
import type { RemoteWorld } from '../worker/world.ts';
import { type Actor, blendPose, createActor, materialsOf, moveActor } from './actors.ts';
import { createSurfaceGeometry } from './geometry.ts';
import { createDresser, type Dress, type Dresser, disposeDresser, dressOf, type Looks } from './looks.ts';
import { createGroundGeometry, createShapeGeometry } from './shapes.ts';
import { addShard, bodyOfShard, createShards, disposeShards, removeShard, type Shards } from './shards.ts';
import { isWarm, warm } from './warm.ts';

/** What a view can be told. */
export interface ViewOptions {
  /**
   * Pieces with a radius below this, metres, are debris: drawn together, by one call for each material. Default all
   * pieces of what broke; 0 gives each a Mesh of its own.
   */
  readonly debris?: number;
  /** How far what is drawn may be off what collides, as a share of the size of the whole: see extractSurface. */
  readonly tolerance?: number;
  /** Whether a world on this thread is to warm up, if nothing was warmed up yet: see `ready`. Default true. */
  readonly warmUp?: boolean;
  /** Told how far the warm-up is, 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  /** Told of errors of a world in a worker; default: they are written to the console. */
  readonly onError?: (error: unknown) => void;
}

/** A geometry that several may share. */
interface Shared {
  readonly geometry: BufferGeometry;
  uses: number;
}

const HEAVY = 6000; // triangles that are made lighter in a frame; what is more waits for the next ones
const pose = new Float32Array(7); // scratch

/**
 * Draws a world: `scene` gets a group with a mesh for each body. `looks` says what they are drawn with; without it, by
 * what they are made of. Call `advance` with the seconds of each frame, or step the world yourself and call `update`.
 */
export class WorldView {
  /** What is drawn, as a child of the scene. */
  readonly group = new Group();
  /**
   * When the engine has compiled breaking, so that the first break does not freeze the page: time does not pass in
   * `advance` before that. In a worker it was done as the world was opened.
   */
  readonly ready: Promise<void>;
  readonly #world: World | RemoteWorld;
  readonly #options: ViewOptions;
  readonly #dresser: Dresser;
  readonly #actors = new Map<number, Actor>();
  readonly #shared = new Map<string, Shared>(); // geometries of wholes and shapes, by key
  readonly #surfaces = new Map<string, Surface>(); // that a worker sent, until they are drawn
  readonly #sent = new Map<number, BodyLook>(); // what bodies of a worker look like
  readonly #heavy = new Set<number>(); // bodies whose surface is to be made lighter
  readonly #shards: Shards;
  #round = 0;
  #events: object | null = null; // of the world as it was drawn last: another list once it went back
  #last = 0; // when `advance` was called last, seconds
  #waiting = 0; // seconds that a worker was not told of yet
  #asked = false; // whether it is under way
  #gone = false;
  #warming = false; // whether the engine compiles
  #turns = 0; // that the warm-up has had
  #heldAt = -1; // of them, as `advance` waited last

  constructor(world: World | RemoteWorld, scene: Object3D, looks: Looks = {}, options: ViewOptions = {}) {
    checkRecord('options', options, [], 'an object such as { debris: 0.1 }');
    const { debris = Infinity, tolerance = 0, warmUp = true, onProgress } = options;
    if (!(debris >= 0)) throw new InputError('bad-argument', `debris is ${debris}: give metres, 0 or more`);
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new InputError('bad-argument', `tolerance is ${tolerance}: give a share of the size, 0 to 1`);
    }
    if (!isRemote(world) && typeof world?.advance !== 'function') {
      throw new InputError(
        'bad-argument',
        'world is neither a World nor what openWorld promises: await that first',
      );
    }
    if ((scene as Object3D | undefined)?.isObject3D !== true) {
      throw new InputError('bad-argument', 'scene is no Object3D of three: give the Scene, or a Group in it');
    }
    this.#world = world;
    this.#options = options;
    this.#dresser = createDresser(looks);
    this.#shards = createShards(this.group);
    this.group.name = 'world';
    this.ready = warmUp && !isRemote(world) ? this.#warmUp(onProgress) : Promise.resolve();
    if (isRemote(world)) this.#ask(world.frame());
    else this.update();
    scene.add(this.group); // not if a look was wrong
  }

  /**
   * Lets `seconds` pass in the world, by default those since the last call, and draws where it is then, between two
   * steps. A world in a worker is asked, and drawn when it answers: what comes meanwhile is asked for together. While the
   * engine compiles breaking (`ready`), no time passes, unless calls follow each other without a turn for that.
   */
  advance(seconds?: number, options: AdvanceOptions = {}): void {
    if (this.#gone) return;
    const world = this.#world;
    const now = performance.now() / 1000;
    const passed = seconds ?? (this.#last === 0 ? 0 : now - this.#last);
    this.#last = now;
    if (!isRemote(world)) {
      this.update(world.advance(this.#isHeld() ? 0 : passed, options));
      return;
    }
    this.#waiting += passed;
    if (this.#asked) return;
    this.#ask(world.advance(this.#waiting, options));
    this.#waiting = 0;
  }

  /** Draws a world on this thread as it is, `share` of the way from before its last step (0) to after it (1). */
  update(share = 1): void {
    const world = this.#world;
    if (isRemote(world)) {
      throw new InputError(
        'bad-argument',
        'the world is in a worker: call show with a frame of it, or advance',
      );
    }
    if (this.#gone) return;
    this.#round++;
    const { bodies } = world;
    const isBack = world.events !== this.#events; // then ids may be those of other bodies
    this.#events = world.events;
    let room = HEAVY;
    for (let k = 0; k < bodies.length; k++) {
      const body = bodies[k];
      const version = world.version(body);
      let actor = this.#actors.get(body);
      const heavy = this.#heavy.size > 0 && this.#heavy.has(body) && room > 0;
      if (actor === undefined || actor.version !== version || heavy || isBack) {
        const info = world.info(body);
        const { asset, shape, size } = info;
        const key =
          asset === null ? `${shape} ${size.join(' ')}` : `${version === 0 ? asset.hash : body} ${version}`;
        const subject = { body, name: asset?.name ?? '', material: info.material?.name ?? '', shape };
        const isSame = actor?.key === key && actor.material === subject.material && !heavy;
        const isLight = room > 0 || version === 0;
        const isColored = asset !== null && asset.surface.colors !== null;
        const make = () => {
          if (asset === null) {
            return shape === 'terrain'
              ? createGroundGeometry(colliderOf(info).collider)
              : createShapeGeometry(shape ?? '', size);
          }
          const { tolerance } = this.#options;
          const surface = extractSurface(
            info,
            isLight ? { ...(tolerance !== undefined && { tolerance }) } : { tolerance: 0 },
          );
          if (surface === null) throw new Error('an asset without a surface');
          room -= surface.indices.length / 3;
          return createSurfaceGeometry(surface);
        };
        if (actor === undefined || !isSame) {
          actor = this.#dress(actor, version, key, subject, isColored, make);
          if (isLight) this.#heavy.delete(body);
          else this.#heavy.add(body);
        }
      }
      actor.seen = this.#round;
      interpolatePose(pose, 0, world, world.indexOf(body), share);
      moveActor(actor, pose, world.opacity(body));
    }
    this.#sweep();
  }

  /** Draws a frame of a world in a worker, for those who ask for frames themselves. */
  show(frame: WorldFrame & { readonly share?: number }): void {
    checkRecord('frame', frame, ['bodies', 'poses', 'looks', 'surfaces'], 'what a world in a worker sent');
    const { bodies, poses, previousPoses, opacities, looks, surfaces, share = 1 } = frame;
    if (this.#gone) return;
    this.#round++;
    for (const surface of surfaces) this.#surfaces.set(surface.key, surface);
    for (const look of looks) this.#sent.set(look.body, look);
    for (let k = 0; k < bodies.length; k++) {
      const body = bodies[k];
      const look = this.#sent.get(body);
      if (look === undefined) continue;
      let actor = this.#actors.get(body);
      if (actor === undefined || actor.key !== look.key || actor.material !== look.material) {
        const surface = this.#surfaces.get(look.key);
        const isColored = surface !== undefined && surface.colors !== null;
        actor = this.#dress(actor, look.version, look.key, look, isColored, () => {
          if (look.shape !== null) return createShapeGeometry(look.shape, look.size);
          if (surface === undefined) throw new Error(`the surface '${look.key}' was not sent`);
          return createSurfaceGeometry(surface);
        });
        if (look.version > 0) this.#surfaces.delete(look.key); // no other has it
      }
      actor.seen = this.#round;
      blendPose(pose, previousPoses, poses, 7 * k, share);
      moveActor(actor, pose, opacities[k]);
    }
    this.#sweep();
  }

  /** How many bodies are drawn, debris counted one by one. */
  get drawn(): number {
    let count = 0;
    for (const { mesh, shard } of this.#actors.values()) if (mesh !== null || shard !== null) count++;
    return count;
  }

  /** The mesh of a body; null for debris and for what is not drawn. */
  meshOf(body: number): Mesh | null {
    return this.#actors.get(body)?.mesh ?? null;
  }

  /** The body that a ray hit, by what a Raycaster found in `group`; null if it is none of ours. */
  bodyOf(hit: Intersection): number | null {
    checkRecord('hit', hit, ['object'], 'what a Raycaster of three found');
    const own = hit.object?.userData?.body as number | undefined;
    if (own !== undefined && this.#actors.get(own)?.mesh === hit.object) return own;
    const body = bodyOfShard(this.#shards, hit.object, hit.batchId);
    return body < 0 ? null : body;
  }

  /**
   * Takes everything off the stage and frees what the view has made; nothing is drawn from then on. Materials that were
   * given are left alone.
   */
  dispose(): void {
    this.#gone = true;
    for (const actor of this.#actors.values()) this.#remove(actor);
    this.#actors.clear();
    disposeShards(this.#shards);
    for (const { geometry } of this.#shared.values()) geometry.dispose();
    this.#shared.clear();
    this.#surfaces.clear();
    this.#sent.clear();
    disposeDresser(this.#dresser);
    this.group.removeFromParent();
  }

  async #warmUp(onProgress: ViewOptions['onProgress']): Promise<void> {
    if (isWarm()) return warm();
    this.#warming = true;
    try {
      await warm((fraction) => {
        this.#turns++;
        onProgress?.(fraction);
      });
    } finally {
      this.#warming = false;
    }
  }

  /** Whether time waits for the warm-up: not where a loop without a pause would keep both from going on. */
  #isHeld(): boolean {
    if (!this.#warming || this.#turns === this.#heldAt) return false;
    this.#heldAt = this.#turns;
    return true;
  }

  /** Draws the frame that a worker answers with. */
  #ask(answer: Promise<WorldFrame & { readonly share?: number }>): void {
    this.#asked = true;
    answer
      .then((frame) => this.show(frame))
      .catch((error) => {
        if (this.#gone) return;
        if (this.#options.onError === undefined) console.error(error);
        else this.#options.onError(error);
      })
      .finally(() => {
        this.#asked = false;
      });
  }

  /** Gives a body another look: its own geometry, or one that wholes share. */
  #dress(
    old: Actor | undefined,
    version: number,
    key: string,
    subject: Parameters<typeof dressOf>[1],
    isColored: boolean,
    make: () => BufferGeometry,
  ): Actor {
    const { body } = subject;
    const dress = dressOf(this.#dresser, subject, isColored);
    const actor =
      dress === null ? createActor(body, version, key) : this.#draw(body, version, key, dress, make);
    actor.material = subject.material;
    if (old !== undefined) this.#remove(old);
    this.#actors.set(body, actor);
    return actor;
  }

  #draw(body: number, version: number, key: string, dress: Dress, make: () => BufferGeometry): Actor {
    const isPiece = version > 0;
    let shared = isPiece ? undefined : this.#shared.get(key);
    const geometry = shared?.geometry ?? make();
    if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
    const { center, radius } = geometry.boundingSphere as { center: Vector3; radius: number };
    if (isPiece && radius < (this.#options.debris ?? Infinity)) {
      const shard = addShard(this.#shards, geometry, dress, body);
      geometry.dispose();
      return createActor(body, version, key, null, shard, center);
    }
    if (!isPiece) {
      shared ??= { geometry, uses: 0 };
      shared.uses++;
      this.#shared.set(key, shared);
    }
    const mesh = new Mesh(geometry, materialsOf(geometry, dress));
    mesh.castShadow = dress.castShadow;
    mesh.receiveShadow = dress.receiveShadow;
    mesh.matrixAutoUpdate = false;
    mesh.userData.body = body;
    this.group.add(mesh);
    return createActor(body, version, key, mesh, null, center);
  }

  /** Takes out what was not there in this round. */
  #sweep(): void {
    for (const [body, actor] of this.#actors) {
      if (actor.seen === this.#round) continue;
      this.#remove(actor);
      this.#actors.delete(body);
      this.#sent.delete(body);
      this.#heavy.delete(body);
    }
  }

  #remove({ mesh, shard, key, version, opacity }: Actor): void {
    if (shard !== null) removeShard(this.#shards, shard);
    if (mesh === null) return;
    this.group.remove(mesh);
    if (opacity < 1) for (const material of [mesh.material].flat()) material.dispose(); // copies, to fade
    if (version > 0) mesh.geometry.dispose();
    const shared = version > 0 ? undefined : this.#shared.get(key);
    if (shared === undefined || --shared.uses > 0) return;
    shared.geometry.dispose();
    this.#shared.delete(key);
  }
}

/** Whether a world is in a worker. */
function isRemote(world: World | RemoteWorld): world is RemoteWorld {
  return typeof (world as RemoteWorld | undefined)?.ask === 'function';
}
