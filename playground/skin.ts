// A surface that bends, on the stage: one mesh whose vertices move from shot to shot and whose triangles change when it
// breaks. Corners have normals of their own, so that skin is smooth, cracks are flat and edges stay sharp.

import { BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Mesh } from 'three';
import { paintSkin } from './paint.ts';
import type { SkinCard } from './playing.ts';
import type { MeshFrame, MeshTriangles } from './surface/mesh-frame.ts';

/** Made by createSkin alone. */
export interface Skin {
  readonly mesh: Mesh;
  readonly shapes: Map<number, MeshTriangles>; // that were sent
  card: SkinCard | null;
  shown: MeshFrame | null; // that the vertices are of, or just before
  share: number;
}

export function createSkin(): Skin {
  const mesh = new Mesh(new BufferGeometry());
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  mesh.visible = false;
  return { mesh, shapes: new Map(), card: null, shown: null, share: 0 };
}

/** Gets ready for another scene. */
export function dressSkin(skin: Skin, card: SkinCard | null): void {
  const { mesh, shapes } = skin;
  shapes.clear();
  mesh.geometry.dispose();
  mesh.geometry = new BufferGeometry();
  mesh.visible = false;
  skin.card = card;
  skin.shown = null;
  for (const material of [mesh.material].flat()) material.dispose();
  mesh.material = card === null ? [] : paintSkin(card);
}

/** Takes in the triangles that a frame brings; the frame without them. */
export function takeMesh({ shapes }: Skin, frame: MeshFrame | undefined): MeshFrame | null {
  if (frame === undefined) return null;
  const { shape, positions, triangles } = frame;
  if (triangles !== undefined) shapes.set(shape, triangles);
  return { shape, positions };
}

/** Shows what is between two frames, `share` of the way. */
export function placeSkin(
  skin: Skin,
  before: MeshFrame | null,
  after: MeshFrame | null,
  share: number,
): void {
  const { mesh, shapes } = skin;
  const triangles = after === null ? undefined : shapes.get(after.shape);
  mesh.visible = triangles !== undefined;
  if (after === null || triangles === undefined) return;
  if (skin.shown === after && skin.share === share) return;
  if (skin.shown?.shape !== after.shape) shapeSkin(skin, triangles);
  skin.shown = after;
  skin.share = share;
  const isSame = before !== null && before.shape === after.shape && share < 1;
  const vertices = isSame ? blend(before.positions, after.positions, share) : after.positions;
  placeCorners(mesh.geometry, triangles, vertices);
}

let blended = new Float32Array(0); // scratch: vertices between two frames

function blend(a: Float32Array, b: Float32Array, share: number): Float32Array {
  if (blended.length < b.length) blended = new Float32Array(b.length);
  for (let k = 0; k < b.length; k++) blended[k] = a[k] + share * (b[k] - a[k]);
  return blended;
}

/** Makes room for the corners of a shape, and says which of them are painted with what. */
function shapeSkin({ mesh, card }: Skin, { indices, counts, bodies }: MeshTriangles): void {
  let { geometry } = mesh;
  const room = geometry.getAttribute('position')?.count ?? 0;
  if (indices.length > room) {
    geometry.dispose();
    geometry = new BufferGeometry();
    mesh.geometry = geometry;
    for (const name of ['position', 'normal', ...(card?.isMotley ? ['color'] : [])]) {
      const array = new Float32Array(3 * Math.ceil(1.4 * indices.length));
      geometry.setAttribute(name, new BufferAttribute(array, 3).setUsage(DynamicDrawUsage));
    }
  }
  geometry.clearGroups();
  let start = 0;
  counts.forEach((count, slot) => {
    if (count > 0) geometry.addGroup(start, 3 * count, slot);
    if (count > 0 && card?.isHollow && slot === 0) geometry.addGroup(start, 3 * count, 1); // its back
    start += 3 * count;
  });
  const color = geometry.getAttribute('color') as BufferAttribute | undefined;
  if (color === undefined) return;
  const hue = new Color();
  bodies.forEach((body, t) => {
    hue.setHSL((0.618034 * body) % 1, 0.5, 0.56);
    for (let c = 3 * t; c < 3 * t + 3; c++) color.setXYZ(c, hue.r, hue.g, hue.b);
  });
  color.needsUpdate = true;
}

let sums = new Float32Array(0); // scratch: normals of vertices, of those of cracks behind them
const SHARP = 0.8; // cosine between a face and its vertex beyond which the edge stays sharp

/** Writes corners and their normals: of vertices, over skin or over cracks, unless the face turns away from them. */
function placeCorners(
  geometry: BufferGeometry,
  { indices, counts }: MeshTriangles,
  vertices: Float32Array,
): void {
  const position = geometry.getAttribute('position') as BufferAttribute;
  const normal = geometry.getAttribute('normal') as BufferAttribute;
  const p = position.array as Float32Array;
  const n = normal.array as Float32Array;
  const size = vertices.length;
  if (sums.length < 2 * size) sums = new Float32Array(2 * size);
  sums.fill(0, 0, 2 * size);
  const firstCrack = counts[0];
  const firstGuest = counts[0] + counts[1];
  const count = indices.length / 3;
  for (let t = 0; t < count; t++) {
    const side = t >= firstCrack && t < firstGuest ? size : 0;
    const o = 9 * t;
    for (let k = 0; k < 3; k++) {
      const v = 3 * indices[3 * t + k];
      p[o + 3 * k] = vertices[v];
      p[o + 3 * k + 1] = vertices[v + 1];
      p[o + 3 * k + 2] = vertices[v + 2];
    }
    const ax = p[o + 3] - p[o];
    const ay = p[o + 4] - p[o + 1];
    const az = p[o + 5] - p[o + 2];
    const bx = p[o + 6] - p[o];
    const by = p[o + 7] - p[o + 1];
    const bz = p[o + 8] - p[o + 2];
    n[o] = ay * bz - az * by;
    n[o + 1] = az * bx - ax * bz;
    n[o + 2] = ax * by - ay * bx;
    for (let k = 0; k < 3; k++) {
      const v = side + 3 * indices[3 * t + k];
      sums[v] += n[o];
      sums[v + 1] += n[o + 1];
      sums[v + 2] += n[o + 2];
    }
  }
  for (let t = 0; t < count; t++) {
    const side = t >= firstCrack && t < firstGuest ? size : 0;
    const o = 9 * t;
    const length = Math.sqrt(n[o] * n[o] + n[o + 1] * n[o + 1] + n[o + 2] * n[o + 2]) || 1;
    const x = n[o] / length;
    const y = n[o + 1] / length;
    const z = n[o + 2] / length;
    for (let k = 0; k < 3; k++) {
      const v = side + 3 * indices[3 * t + k];
      const sum = Math.sqrt(sums[v] * sums[v] + sums[v + 1] * sums[v + 1] + sums[v + 2] * sums[v + 2]) || 1;
      const isSharp = x * sums[v] + y * sums[v + 1] + z * sums[v + 2] < SHARP * sum;
      n[o + 3 * k] = isSharp ? x : sums[v] / sum;
      n[o + 3 * k + 1] = isSharp ? y : sums[v + 1] / sum;
      n[o + 3 * k + 2] = isSharp ? z : sums[v + 2] / sum;
    }
  }
  position.needsUpdate = true;
  normal.needsUpdate = true;
  geometry.setDrawRange(0, indices.length);
}
