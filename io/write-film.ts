// An animated GLB through @gltf-transform/core: things that appear, move and disappear, in one animation. A thing is
// shown and hidden by its scale, which every viewer knows. Things of one mesh share it.

import type { Accessor, Animation, Buffer, Document, Mesh, Node } from '@gltf-transform/core';
import { between, checkList, checkNumbers, checkRecord, isList, isText, refuse } from '../src/job/check.ts';
import { InputError } from '../src/job/error.ts';
import { checkMesh } from '../src/mesh/check.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { createPrimitive } from './gltf-primitive.ts';

/** A mesh and where it is at given times. */
export interface MovingMesh {
  /** Of its node. */
  readonly name: string;
  /** The same object for things that look alike. */
  readonly mesh: TriangleMesh;
  /** Rgb of its surface, 0 to 1. */
  readonly color: readonly number[];
  /** Of the triangles of its crackGroup. */
  readonly crackColor?: readonly number[];
  /** Default: the last group, if there are several. */
  readonly crackGroup?: number;
  /** Seconds, ascending; between them it moves evenly. */
  readonly times: readonly number[];
  /** Seven a time: position, quaternion x y z w. */
  readonly poses: readonly number[];
  /** Seconds: from when on it is there. */
  readonly from: number;
  /** Until when; Infinity for ever. */
  readonly to: number;
}

const isEnd = between(0, Number.MAX_VALUE, ' s');

/** The bytes of an animated GLB. */
export async function writeFilm(things: readonly MovingMesh[], end: number): Promise<Uint8Array> {
  if (!isList(things)) throw refuse('things', things, 'an array of moving meshes');
  isEnd('end', end);
  for (const thing of things) {
    checkRecord('an entry of things', thing, ['name', 'mesh', 'color', 'times'], 'a MovingMesh');
    isText('name', thing.name);
    checkMesh('mesh', thing.mesh);
    checkNumbers('color', thing.color, 3);
    if (thing.crackColor !== undefined) checkNumbers('crackColor', thing.crackColor, 3);
    checkList('times', thing.times);
    checkNumbers('times', thing.times, thing.times.length);
    checkNumbers('poses', thing.poses, 7 * thing.times.length);
  }
  if (things.length === 0) throw new InputError('bad-argument', 'things is empty: give at least one');
  const { Document, WebIO, Logger } = await import('@gltf-transform/core');
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const scene = document.createScene();
  const buffer = document.createBuffer();
  const animation = document.createAnimation('film');
  const meshes = new Map<TriangleMesh, Mesh>();
  const colors = new Map<string, ReturnType<Document['createMaterial']>>();
  const paint = (rgb: readonly number[]) => {
    const key = rgb.join(' ');
    const material = colors.get(key) ?? document.createMaterial(`color${colors.size}`);
    colors.set(key, material);
    return material
      .setBaseColorFactor([rgb[0], rgb[1], rgb[2], 1])
      .setRoughnessFactor(0.8)
      .setMetallicFactor(0)
      .setDoubleSided(true);
  };
  for (const thing of things) {
    let mesh = meshes.get(thing.mesh);
    if (mesh === undefined) {
      mesh = document.createMesh(thing.name);
      const groups = thing.mesh.groups ? [...new Set(thing.mesh.groups)].sort((a, b) => a - b) : [0];
      groups.forEach((group, k) => {
        const crack =
          thing.crackGroup === undefined ? k > 0 && k === groups.length - 1 : group === thing.crackGroup;
        const primitive = createPrimitive(document, buffer, thing.mesh, group);
        mesh?.addPrimitive(
          primitive.setMaterial(paint(crack ? (thing.crackColor ?? thing.color) : thing.color)),
        );
      });
      meshes.set(thing.mesh, mesh);
    }
    const node = document.createNode(thing.name).setMesh(mesh);
    scene.addChild(node);
    animate(document, buffer, animation, node, thing, end);
  }
  if (animation.listChannels().length === 0) animation.dispose();
  return new WebIO().setLogger(document.getLogger()).writeBinary(document);
}

function animate(
  document: Document,
  buffer: Buffer,
  animation: Animation,
  node: Node,
  thing: MovingMesh,
  end: number,
): void {
  const { times, poses } = thing;
  const count = times.length;
  node.setTranslation([poses[0], poses[1], poses[2]]);
  node.setRotation([poses[3], poses[4], poses[5], poses[6]]);
  if (count > 1) {
    const input = column(document, buffer, 'SCALAR', Float32Array.from(times));
    const place = new Float32Array(3 * count);
    const turn = new Float32Array(4 * count);
    for (let k = 0; k < count; k++) {
      for (let d = 0; d < 3; d++) place[3 * k + d] = poses[7 * k + d];
      setTurn(turn, k, poses);
    }
    addTrack(
      document,
      animation,
      node,
      'translation',
      'LINEAR',
      input,
      column(document, buffer, 'VEC3', place),
    );
    addTrack(document, animation, node, 'rotation', 'LINEAR', input, column(document, buffer, 'VEC4', turn));
  }
  const shown: [number, number][] = [[0, thing.from <= 0 ? 1 : 0]];
  if (thing.from > 0) shown.push([thing.from, 1]);
  if (thing.to < end) shown.push([thing.to, 0]);
  if (shown.length === 1) return;
  const input = column(
    document,
    buffer,
    'SCALAR',
    Float32Array.from(shown, ([time]) => time),
  );
  const scale = Float32Array.from(shown.flatMap(([, size]) => [size, size, size]));
  addTrack(document, animation, node, 'scale', 'STEP', input, column(document, buffer, 'VEC3', scale));
  if (thing.from > 0) node.setScale([0, 0, 0]);
}

/** Writes quaternion k, of length 1, with the sign that is closer to the one before. */
function setTurn(out: Float32Array, k: number, poses: readonly number[]): void {
  const q = [3, 4, 5, 6].map((d) => poses[7 * k + d]);
  let along = 0;
  if (k > 0) for (let d = 0; d < 4; d++) along += q[d] * out[4 * k - 4 + d];
  const scale = (along < 0 ? -1 : 1) / Math.hypot(...q);
  for (let d = 0; d < 4; d++) out[4 * k + d] = scale * q[d];
}

function column(
  document: Document,
  buffer: Buffer,
  type: 'SCALAR' | 'VEC3' | 'VEC4',
  array: Float32Array,
): Accessor {
  return document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
}

function addTrack(
  document: Document,
  animation: Animation,
  node: Node,
  path: 'translation' | 'rotation' | 'scale',
  interpolation: 'LINEAR' | 'STEP',
  input: Accessor,
  output: Accessor,
): void {
  const sampler = document
    .createAnimationSampler()
    .setInput(input)
    .setOutput(output)
    .setInterpolation(interpolation);
  const channel = document
    .createAnimationChannel()
    .setTargetNode(node)
    .setTargetPath(path)
    .setSampler(sampler);
  animation.addSampler(sampler).addChannel(channel);
}
