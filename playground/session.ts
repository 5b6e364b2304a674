// A scene being played, in the worker: its world, what hands did to it and when, and snapshots to go back to. Equal
// scenes, seeds and inputs give equal bits, so a recording is just these.

import type { Assets, Scene } from '../scenes/scene.ts';
import type { Asset } from '../src/bake/asset.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { createShape } from '../src/contact/shape.ts';
import { materials } from '../src/fracture/material.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { InputError } from '../src/job/error.ts';
import { meanForm } from '../src/papers/mean-form.ts';
import { rebuildFragments } from '../src/papers/rebuild.ts';
import type { WorldOptions } from '../src/world/options.ts';
import type { Timings } from '../src/world/timings.ts';
import { World } from '../src/world/world.ts';
import type { WorldHost } from '../worker/serve.ts';

export type MaterialName = keyof typeof materials;

/** What a scene is opened with; part of links and recordings. */
export interface Setup {
  readonly seed: number;
  readonly material: MaterialName | ''; // of everything that breaks; '' as the scene has it
  readonly manifolds: boolean;
  readonly adaptive: boolean;
  readonly speculation: boolean;
  readonly sleep: boolean;
  readonly sweep: boolean;
  readonly contacts: number;
  readonly order: 'distance' | 'plain';
  readonly field: 'closest' | 'mean';
  readonly upkeep: 'update' | 'rebuild'; // of trees and fields, after a fracture
  readonly trees: '' | 'traversal' | 'refit' | 'rebuild'; // of surfaces: how they are kept; '' as we do
  readonly culling: 'contour' | 'dual' | 'off'; // of surfaces: what searches pass over
}

/** Something that a hand did, before the step of that number. */
export interface Input {
  readonly step: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Made by createSession alone. */
export interface Session {
  readonly scene: Scene;
  readonly assets: Assets;
  readonly start: Setup;
  setup: Setup; // in force
  readonly inputs: Input[]; // by step
  readonly snapshots: { readonly step: number; readonly setup: Setup; readonly bytes: Uint8Array }[];
  step: number; // steps done
  next: number; // the first input that is not done yet
}

const EVERY = 0.5; // seconds between two snapshots
const KEPT = 60; // seconds that can be gone back

/** Opens a scene in the world of a host. */
export function createSession(
  host: WorldHost,
  scene: Scene,
  assets: Assets,
  setup: Setup,
  inputs: readonly Input[] = [],
): Session {
  const world = new World({ ...scene.options, ...optionsOf(setup), clock: host.clock });
  dress(world, setup);
  scene.build(world, assets);
  host.replace(world);
  const session = {
    scene,
    assets,
    start: setup,
    setup,
    inputs: [...inputs],
    snapshots: [],
    step: 0,
    next: 0,
  };
  keepSnapshot(session, world);
  return session;
}

/** What a world is told of a setup. */
function optionsOf(setup: Setup): WorldOptions {
  const { material: _material, trees: _trees, culling: _culling, field, upkeep, ...options } = setup;
  return {
    ...options,
    ...(field === 'mean' ? { form: meanForm } : {}),
    ...(upkeep === 'rebuild' ? { rebuild: rebuildFragments } : {}),
  };
}

/** Whether a world can change from one setup to the other on its way: what is not there at first cannot. */
function canTune(from: Setup, to: Setup): boolean {
  return from.seed === to.seed && from.material === to.material;
}

/** Goes on with another setup. Everything in the world is made anew from its snapshot, under the new rules. */
function retune(session: Session, host: WorldHost, setup: Setup): void {
  restore(session, host, host.world.snapshot(), setup);
}

function restore(session: Session, host: WorldHost, bytes: Uint8Array, setup: Setup): void {
  const { assets, clock } = host;
  session.setup = setup;
  host.replace(World.restore(bytes, { assets, clock, options: optionsOf(setup) }));
  dress(host.world, setup);
}

/** Makes everything that breaks of the chosen material, from now on. */
function dress(world: World, { material }: Setup): void {
  if (material === '') return;
  world.add = (source, options = {}) => {
    const isOwn = options.material === undefined && 'tets' in source && source.material !== null;
    return World.prototype.add.call(
      world,
      source,
      isOwn ? { ...options, material: materials[material] } : options,
    );
  };
}

/** Plays so many steps; milliseconds by stage are those of all of them, and so are the counts. */
export function playSession(session: Session, host: WorldHost, steps: number): Played {
  const { scene, assets, inputs } = session;
  const sum: Played = { fractures: 0, timings: { ...host.world.timings } };
  for (const stage of Object.keys(sum.timings) as (keyof Timings)[]) sum.timings[stage] = 0;
  for (let k = 0; k < steps; k++) {
    for (; session.next < inputs.length && inputs[session.next].step <= session.step; session.next++) {
      const { name, args } = inputs[session.next];
      act(session, host, name, args);
    }
    const { world } = host;
    if (k === 0) for (const name of Object.keys(world.counters) as Counter[]) world.counters[name] = 0;
    scene.script?.(world, session.step, assets);
    world.step(scene.dt);
    session.step++;
    sum.fractures += world.events.fractures.length;
    for (const stage of Object.keys(sum.timings) as (keyof Timings)[])
      sum.timings[stage] += world.timings[stage];
    keepSnapshot(session, world);
  }
  return sum;
}

type Counter = keyof World['counters'];

export interface Played {
  fractures: number;
  readonly timings: Timings;
}

function keepSnapshot(session: Session, world: World): void {
  const { snapshots, scene, step } = session;
  const last = snapshots[snapshots.length - 1];
  if (last !== undefined && (step - last.step) * scene.dt < EVERY) return;
  if (scene.rests !== undefined && !scene.rests(step)) return;
  snapshots.push({ step, setup: session.setup, bytes: world.snapshot() });
  while ((step - snapshots[0].step) * scene.dt > KEPT + 2 * EVERY) snapshots.shift();
}

/**
 * Goes back, or on, to the state after so many steps, and forgets what came after, but for the setup: what was changed
 * later is changed there, so that the same moment can be seen both ways.
 */
export function seekSession(session: Session, host: WorldHost, step: number): void {
  const { snapshots, inputs, setup: last } = session;
  while (snapshots.length > 1 && snapshots[snapshots.length - 1].step > step) snapshots.pop();
  const { step: from, setup, bytes } = snapshots[snapshots.length - 1];
  restore(session, host, bytes, setup);
  session.step = from;
  session.next = inputs.findIndex((input) => input.step >= from);
  if (session.next < 0) session.next = inputs.length;
  playSession(session, host, step - from);
  inputs.length = session.next;
  tuneSession(session, host, last);
}

/** Goes on with another setup, and notes it. False if the scene must begin anew for that. */
export function tuneSession(session: Session, host: WorldHost, setup: Setup): boolean {
  if (!canTune(session.setup, setup)) return false;
  if (JSON.stringify(setup) !== JSON.stringify(session.setup)) actSession(session, host, 'tune', [setup]);
  return true;
}

/** Does what a hand does, now, and notes it. What was still to come of a recording is forgotten. */
export function actSession(
  session: Session,
  host: WorldHost,
  name: string,
  args: readonly unknown[],
): unknown {
  const result = act(session, host, name, args);
  session.inputs.length = session.next;
  session.inputs.push({ step: session.step, name, args });
  session.next++;
  return result;
}

const BULLET_RADIUS = 0.008; // metres

const HANDS: Readonly<Record<string, (world: World, ...args: never[]) => unknown>> = {
  throw: (world, radius: number, position: number[], velocity: number[]) =>
    world.add(createShape('sphere', radius), { position, velocity, material: materials.steel }),
  shoot: (world, position: number[], velocity: number[]) =>
    world.add(createShape('sphere', BULLET_RADIUS), { position, velocity, material: materials.steel }),
  grab: (world, body: number, anchor: number[]) =>
    world.join({ kind: 'drag', bodyA: body, anchor, hertz: 6, damping: 1 }),
  pull: (world, joint: number, point: number[]) => world.setTarget(joint, point),
  drop: (world, joint: number) => world.unjoin(joint),
  slice: (world, bodies: number[], normal: number[], offset: number) => {
    let made = 0;
    for (const body of bodies) made += world.has(body) ? sliceBody(world, body, normal, offset) : 0;
    return made;
  },
  blast: (world, body: number, point: number[], radius: number, strength: number) => {
    const made = body >= 0 && world.has(body) ? shatter(world, body, point, radius) : 0;
    return made + world.explode(point, strength, radius);
  },
};

function act(session: Session, host: WorldHost, name: string, args: readonly unknown[]): unknown {
  if (name === 'tune') return retune(session, host, args[0] as Setup);
  if (!Object.hasOwn(HANDS, name)) {
    throw new InputError('bad-file', `the recording has a hand '${name}': this playground does not know it`);
  }
  return HANDS[name](host.world, ...(args as never[]));
}

/** Slices a body by a plane of the world, and parts the pieces a little. */
function sliceBody(world: World, body: number, normal: number[], offset: number): number {
  const info = world.info(body);
  const { kind } = info;
  const { collider } = colliderOf(info);
  if (collider.field === null || kind !== 'dynamic') return 0;
  const o = 7 * world.indexOf(body);
  const [x, y, z] = world.poses.subarray(o, o + 3);
  const own = turnBack(world.poses, o + 3, normal);
  const made = world.split(body, {
    kind: 'slice',
    normal: own,
    offset: offset - (normal[0] * x + normal[1] * y + normal[2] * z),
  });
  return made.length;
}

/** Breaks a body around a point of the world. */
function shatter(world: World, body: number, point: number[], radius: number): number {
  const info = world.info(body);
  const { kind, material } = info;
  const { collider, label } = colliderOf(info);
  if (collider.field === null || kind !== 'dynamic' || material === null) return 0;
  const o = 7 * world.indexOf(body);
  const from = [0, 1, 2].map((d) => point[d] - world.poses[o + d]);
  const impact = { point: turnBack(world.poses, o + 3, from), radius: radius / 4 };
  const seeds = scatterSeeds(collider.field.family, label, { count: 12, seed: body + 1, impact });
  return world.split(body, { kind: 'voronoi', seeds }).length;
}

/** A direction of the world in the frame of a quaternion. */
function turnBack(q: Float32Array, at: number, v: readonly number[]): number[] {
  const [x, y, z, w] = [-q[at], -q[at + 1], -q[at + 2], q[at + 3]];
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

/** A scene for a model of one's own: it falls on the floor. */
export function createModelScene(asset: Asset): Scene {
  const { positions } = asset.surface;
  let [low, high] = [Infinity, -Infinity];
  for (let k = 1; k < positions.length; k += 3) {
    low = Math.min(low, positions[k]);
    high = Math.max(high, positions[k]);
  }
  const size = high - low;
  return {
    name: 'yours',
    about: asset.name,
    dt: 1 / 60,
    steps: 240,
    assets: {},
    options: { smallestFragment: 0.05 * size },
    look: { from: [1.6 * size, 1.5 * size, 3.2 * size], at: [0, 0.5 * size, 0] },
    build(world) {
      world.addStatic(createShape('plane'), { friction: 0.6 });
      world.add(asset, { position: [0, 0.02 * size - low, 0] });
    },
  };
}
