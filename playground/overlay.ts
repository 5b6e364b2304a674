// Draws what views found: points, lines, triangles, spheres and a picture on a plane, over the scene.

import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  EdgesGeometry,
  Group,
  InstancedMesh,
  LinearFilter,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  type Object3D,
  PlaneGeometry,
  Points,
  PointsMaterial,
  SphereGeometry,
  SRGBColorSpace,
} from 'three';
import type { SliceImage, ViewData } from './views/view.ts';

/** Made by createOverlay alone. */
export interface Overlay {
  readonly group: Group;
}

export function createOverlay(): Overlay {
  return { group: new Group() };
}

/** Replaces what is drawn. */
export function drawViews({ group }: Overlay, views: Readonly<Record<string, ViewData>>): void {
  for (const child of group.children) dispose(child);
  group.clear();
  for (const view of Object.values(views)) {
    if (view.points && view.pointColors) group.add(drawPoints(view.points, view.pointColors));
    if (view.lines && view.lineColors) group.add(drawLines(view.lines, view.lineColors));
    if (view.triangles && view.triangleColors) group.add(drawTriangles(view.triangles, view.triangleColors));
    if (view.spheres && view.sphereColors) group.add(drawSpheres(view.spheres, view.sphereColors));
    if (view.slice) group.add(drawSlice(view.slice));
  }
}

function dispose(object: Object3D): void {
  for (const child of object.children) dispose(child);
  const { geometry, material } = object as Mesh;
  if (geometry !== ball) geometry.dispose();
  const { map } = material as MeshBasicMaterial;
  map?.dispose();
  if (object instanceof InstancedMesh) object.dispose();
  if (!shared.has(material)) (material as MeshBasicMaterial).dispose();
}

const over = { vertexColors: true, depthTest: false, toneMapped: false, transparent: true }; // drawn after glass
const dots = new PointsMaterial({ size: 5, sizeAttenuation: false, ...over });
const strokes = new LineBasicMaterial(over);
const sheet = new MeshBasicMaterial({ ...over, transparent: true, opacity: 0.8, side: DoubleSide });
const ball = new SphereGeometry(1, 18, 12);
const bubble = new MeshStandardMaterial({
  transparent: true,
  opacity: 0.24,
  roughness: 1,
  depthWrite: false,
});
const rim = new LineBasicMaterial({ color: 0xc9683f, toneMapped: false, fog: false });
const shared = new Set<unknown>([dots, strokes, sheet, bubble, rim]);

function drawPoints(points: Float32Array, colors: Float32Array): Object3D {
  const cloud = new Points(geometryOf(points, colors), dots);
  cloud.renderOrder = 10;
  cloud.frustumCulled = false;
  return cloud;
}

function drawLines(lines: Float32Array, colors: Float32Array): Object3D {
  const drawn = new LineSegments(geometryOf(lines, colors), strokes);
  drawn.renderOrder = 9;
  drawn.frustumCulled = false;
  return drawn;
}

function drawTriangles(triangles: Float32Array, colors: Float32Array): Object3D {
  const drawn = new Mesh(geometryOf(triangles, colors), sheet);
  drawn.renderOrder = 8;
  drawn.frustumCulled = false;
  return drawn;
}

function geometryOf(points: Float32Array, colors: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setAttribute('color', new BufferAttribute(colors, 3));
  return geometry;
}

function drawSpheres(spheres: Float32Array, colors: Float32Array): Object3D {
  const count = spheres.length / 4;
  const mesh = new InstancedMesh(ball, bubble, count);
  const { array } = mesh.instanceMatrix;
  for (let k = 0; k < count; k++) {
    const radius = spheres[4 * k + 3];
    array[16 * k] = array[16 * k + 5] = array[16 * k + 10] = radius;
    array[16 * k + 15] = 1;
    for (let d = 0; d < 3; d++) array[16 * k + 12 + d] = spheres[4 * k + d];
    array[16 * k + 1] = array[16 * k + 2] = array[16 * k + 4] = 0;
    array[16 * k + 6] = array[16 * k + 8] = array[16 * k + 9] = 0;
  }
  mesh.instanceMatrix.setUsage(DynamicDrawUsage);
  mesh.instanceColor = new BufferAttribute(colors, 3) as InstancedMesh['instanceColor'];
  mesh.frustumCulled = false;
  return mesh;
}

function drawSlice({ corner, across, up, width, height, pixels }: SliceImage): Object3D {
  const map = new DataTexture(pixels, width, height);
  map.colorSpace = SRGBColorSpace;
  map.magFilter = LinearFilter;
  map.needsUpdate = true;
  const [w, h] = [Math.hypot(...across), Math.hypot(...up)];
  const material = new MeshBasicMaterial({ map, transparent: true, side: DoubleSide, toneMapped: false });
  const mesh = new Mesh(new PlaneGeometry(w, h), material);
  mesh.position.set(corner[0] + w / 2, corner[1] + h / 2, corner[2]);
  mesh.renderOrder = 5;
  mesh.add(new LineSegments(new EdgesGeometry(mesh.geometry), rim));
  return mesh;
}
