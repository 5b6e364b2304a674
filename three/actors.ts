// Bodies that are drawn: a mesh of its own or a piece of debris each, where it is and how far it has faded.

import { type BufferGeometry, type Material, Matrix4, type Mesh, Quaternion, Vector3 } from 'three';
import type { Dress } from './looks.ts';
import { placeShard, type Shard } from './shards.ts';

/** A body that is drawn. */
export interface Actor {
  readonly body: number;
  readonly version: number;
  readonly key: string; // of what it looks like
  readonly mesh: Mesh | null;
  readonly shard: Shard | null;
  readonly center: Vector3; // of its geometry, about which it shrinks
  readonly pose: Float32Array; // that it was drawn at
  opacity: number;
  seen: number; // round in which it was there
  material: string; // by name
}

const place = new Vector3(); // scratch
const turn = new Quaternion();
const scale = new Vector3();
const matrix = new Matrix4();

/** Made by this alone. */
export function createActor(
  body: number,
  version: number,
  key: string,
  mesh: Mesh | null = null,
  shard: Shard | null = null,
  center: Vector3 = new Vector3(),
): Actor {
  return {
    body,
    version,
    key,
    mesh,
    shard,
    center,
    pose: new Float32Array(7),
    opacity: 1,
    seen: 0,
    material: '',
  };
}

/** A material for each group of a geometry, and one for its cracks; shapes have one alone. */
export function materialsOf({ userData }: BufferGeometry, { surface, crack }: Dress): Material | Material[] {
  const crackGroup = userData.crackGroup as number | undefined;
  if (crackGroup === undefined) return surface[0];
  const list = Array.from({ length: crackGroup }, (_, group) => surface[group] ?? surface[0]);
  return [...list, crack];
}

/** Moves a body to where it is, if it is elsewhere than it was, and fades it: a mesh gets clear, debris small. */
export function moveActor(actor: Actor, to: Float32Array, opacity: number): void {
  const { mesh, shard, pose: at, center } = actor;
  if (mesh === null && shard === null) return;
  let isSame = opacity === actor.opacity;
  for (let d = 0; d < 7 && isSame; d++) isSame = at[d] === to[d];
  if (isSame) return;
  at.set(to);
  place.set(to[0], to[1], to[2]);
  turn.set(to[3], to[4], to[5], to[6]);
  if (mesh !== null) {
    mesh.matrix.compose(place, turn, scale.setScalar(1));
    mesh.matrixWorldNeedsUpdate = true;
    if (opacity < 1) fade(mesh, actor.opacity === 1, opacity);
  } else if (shard !== null) {
    matrix.compose(place, turn, scale.setScalar(opacity));
    if (opacity < 1) {
      place
        .copy(center)
        .multiplyScalar(1 - opacity)
        .applyQuaternion(turn);
      matrix.elements[12] += place.x;
      matrix.elements[13] += place.y;
      matrix.elements[14] += place.z;
    }
    placeShard(shard, matrix);
  }
  actor.opacity = opacity;
}

function fade(mesh: Mesh, isFirst: boolean, opacity: number): void {
  if (isFirst) {
    const clear = (material: Material) => Object.assign(material.clone(), { transparent: true });
    mesh.material = Array.isArray(mesh.material) ? mesh.material.map(clear) : clear(mesh.material);
  }
  for (const material of [mesh.material].flat()) material.opacity = opacity;
}

/** Writes the pose between two, as interpolatePose does of a world. */
export function blendPose(
  out: Float32Array,
  from: Float32Array,
  to: Float32Array,
  o: number,
  t: number,
): void {
  for (let d = 0; d < 3; d++) out[d] = from[o + d] + t * (to[o + d] - from[o + d]);
  let along = 0;
  for (let d = 3; d < 7; d++) along += to[o + d] * from[o + d];
  let square = 0;
  for (let d = 3; d < 7; d++) {
    const end = along < 0 ? -to[o + d] : to[o + d];
    out[d] = from[o + d] + t * (end - from[o + d]);
    square += out[d] * out[d];
  }
  const size = 1 / Math.sqrt(square);
  for (let d = 3; d < 7; d++) out[d] *= size;
}
