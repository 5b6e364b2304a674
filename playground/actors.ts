// Bodies on the stage: a mesh for each, made of surfaces that the worker sent, placed between two frames.

import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Group,
  type Material,
  Mesh,
  Quaternion,
  SphereGeometry,
} from 'three';
import { createSurfaceGeometry } from '../three/index.ts';
import { type BodyLook, STATIC } from '../worker/frame.ts';
import { paintOf, tintOf } from './paint.ts';
import type { PlayFrame, SkinCard } from './playing.ts';
import { createSkin, dressSkin, placeSkin, type Skin, takeMesh } from './skin.ts';
import type { MeshFrame } from './surface/mesh-frame.ts';

/** A frame as the timeline keeps it. */
export interface Shot {
  readonly step: number;
  readonly time: number;
  readonly bodies: Float64Array;
  readonly poses: Float32Array;
  readonly states: Uint8Array;
  readonly looks: readonly BodyLook[]; // of every body, in the order of `bodies`
  readonly mesh: MeshFrame | null; // of scenes of surfaces
  views: PlayFrame['views'];
}

interface Actor {
  readonly mesh: Mesh;
  readonly look: BodyLook;
  seen: number;
}

/** Made by createActors alone. */
export interface Actors {
  readonly group: Group;
  readonly surfaces: Map<string, BufferGeometry>; // by key
  readonly looks: Map<number, BodyLook>; // as told last, by body
  readonly actors: Map<number, Actor>;
  readonly skin: Skin; // of scenes of surfaces
  round: number;
}

export function createActors(): Actors {
  return {
    group: new Group(),
    surfaces: new Map(),
    looks: new Map(),
    actors: new Map(),
    skin: createSkin(),
    round: 0,
  };
}

/** Takes in what a frame brings that is new; the frame as the timeline keeps it. */
export function takeFrame(actors: Actors, frame: PlayFrame): Shot {
  const { surfaces, looks } = actors;
  for (const surface of frame.surfaces) surfaces.set(surface.key, createSurfaceGeometry(surface));
  for (const look of frame.looks) looks.set(look.body, look);
  const { step, time, bodies, poses, states, views } = frame;
  const all = Array.from(bodies, (body) => looks.get(body) as BodyLook);
  const mesh = takeMesh(actors.skin, frame.mesh);
  return { step, time, bodies, poses, states, looks: all, mesh, views };
}

/** Gets ready for another scene: forgets pieces; wholes and shapes stay, as the worker will not send them again. */
export function clearActors(actors: Actors, skin: SkinCard | null): void {
  for (const [key, geometry] of actors.surfaces) {
    if (!key.startsWith('piece')) continue;
    geometry.dispose();
    actors.surfaces.delete(key);
  }
  actors.looks.clear();
  actors.actors.clear();
  actors.group.clear();
  dressSkin(actors.skin, skin);
  if (skin !== null) actors.group.add(actors.skin.mesh);
}

const from = new Quaternion(); // scratch: turns before and after
const to = new Quaternion();

/** Shows what is between two shots, `share` of the way. */
export function placeActors(actors: Actors, before: Shot, after: Shot, share: number): void {
  const { bodies, poses, looks, views } = after;
  placeSkin(actors.skin, before.mesh, after.mesh, share);
  const tints = Object.values(views).find((view) => view.tints)?.tints ?? null;
  const round = ++actors.round;
  let k0 = 0;
  for (let k = 0; k < bodies.length; k++) {
    if (looks[k].shape === 'plane') continue; // the floor
    const actor = actorOf(actors, bodies[k], looks[k]);
    actor.seen = round;
    // Both lists are in the order of rows, so the place before is this one or a little further down.
    if (before.bodies[k0] !== bodies[k]) k0 = before.bodies.indexOf(bodies[k]);
    const has = k0 >= 0;
    const a = has ? before.poses : poses;
    const o0 = 7 * (has ? k0 : k);
    const o1 = 7 * k;
    const { mesh } = actor;
    mesh.position.set(
      a[o0] + share * (poses[o1] - a[o0]),
      a[o0 + 1] + share * (poses[o1 + 1] - a[o0 + 1]),
      a[o0 + 2] + share * (poses[o1 + 2] - a[o0 + 2]),
    );
    from.set(a[o0 + 3], a[o0 + 4], a[o0 + 5], a[o0 + 6]);
    to.set(poses[o1 + 3], poses[o1 + 4], poses[o1 + 5], poses[o1 + 6]);
    mesh.quaternion.slerpQuaternions(from, to, share);
    mesh.material = materialOf(tints, k, looks[k], mesh.geometry);
    k0 = has ? k0 + 1 : 0;
  }
  for (const [body, { mesh, seen }] of actors.actors) {
    if (seen === round) continue;
    actors.group.remove(mesh);
    actors.actors.delete(body);
  }
}

function materialOf(
  tints: Float32Array | null,
  k: number,
  look: BodyLook,
  { userData }: BufferGeometry,
): Material | Material[] {
  if (tints === null || !(tints[3 * k] >= 0)) {
    const pair = paintOf(look.material, look.name);
    return look.shape === null ? spread(pair, userData.crackGroup) : pair[0];
  }
  const tint = tintOf(tints[3 * k], tints[3 * k + 1], tints[3 * k + 2]);
  return look.shape === null ? spread([tint, tint], userData.crackGroup) : tint;
}

const spreads = new WeakMap<Material, Material[]>(); // by that of the outside, of models with many groups

/** A material for each group of a model, and one for its cracks. */
function spread(pair: Material[], crackGroup: number): Material[] {
  if (crackGroup === 1) return pair;
  let list = spreads.get(pair[0]);
  if (list?.length !== crackGroup + 1) {
    list = [...new Array<Material>(crackGroup).fill(pair[0]), pair[1]];
    spreads.set(pair[0], list);
  }
  return list;
}

function actorOf(actors: Actors, body: number, look: BodyLook): Actor {
  const known = actors.actors.get(body);
  if (known !== undefined && known.look.key === look.key) return known;
  if (known !== undefined) actors.group.remove(known.mesh);
  const mesh = new Mesh(geometryOf(actors, look), paintOf(look.material, look.name));
  const isGlass = look.material === 'glass' || look.material === 'ice';
  mesh.castShadow = true;
  mesh.receiveShadow = !isGlass;
  mesh.userData.body = body;
  actors.group.add(mesh);
  const actor = { mesh, look, seen: 0 };
  actors.actors.set(body, actor);
  return actor;
}

function geometryOf({ surfaces }: Actors, { key, shape, size }: BodyLook): BufferGeometry {
  let geometry = surfaces.get(key);
  if (geometry === undefined) {
    if (shape === 'sphere') geometry = new SphereGeometry(size[0], 40, 28);
    else if (shape === 'box') geometry = new BoxGeometry(2 * size[0], 2 * size[1], 2 * size[2]);
    else if (shape === 'capsule') geometry = new CapsuleGeometry(size[1], 2 * size[0], 12, 32);
    else geometry = new CylinderGeometry(size[1] ?? 0.05, size[1] ?? 0.05, 2 * (size[0] ?? 0.05), 40);
    surfaces.set(key, geometry);
  }
  return geometry;
}

/** Bodies that move, with their meshes. */
export function listMovers(actors: Actors, { bodies, states }: Shot): Mesh[] {
  const movers: Mesh[] = [];
  bodies.forEach((body, k) => {
    const actor = actors.actors.get(body);
    if (actor !== undefined && states[k] !== STATIC) movers.push(actor.mesh);
  });
  return movers;
}
