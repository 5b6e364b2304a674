// docs/figures/scenes.webp: a moment of every scene. docs/figures/scene-NAME.webp: four moments of one.

import { loadAssets } from '../../scenes/assets.ts';
import { findScene, type Scene, scenes } from '../../scenes/index.ts';
import { createScene, stepScene } from '../../scenes/run.ts';
import { colliderOf } from '../../src/contact/inside.ts';
import { createFragmentMesh, extractFragment } from '../../src/fragment/extract.ts';
import { createFrame, movePoint, setFrame, turnVector } from '../../src/math/rigid.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import type { World } from '../../src/world/world.ts';
import type { Drawn, Panel, Picture } from './panel.ts';

const COLORS: Record<string, number[]> = {
  glass: [0.45, 0.68, 0.7],
  ceramic: [0.8, 0.74, 0.64],
  brick: [0.58, 0.25, 0.17],
  stone: [0.52, 0.5, 0.45],
  steel: [0.25, 0.27, 0.31],
};
const CRACK: Record<string, number[]> = {
  glass: [0.65, 0.85, 0.85],
  ceramic: [0.72, 0.34, 0.18],
  brick: [0.75, 0.42, 0.3],
  stone: [0.72, 0.62, 0.48],
};
const PLAIN = [0.6, 0.52, 0.42];

const frame = createFrame();
const mesh = createFragmentMesh();
const point = new Float64Array(3);

/** Every body of a world as triangles where it is. */
export function drawWorld(world: World): Drawn[] {
  const positions: number[] = [];
  const normals: number[] = [];
  const colors: number[] = [];
  for (const body of world.bodies) {
    const info = world.info(body);
    const { material } = info;
    const { collider, label } = colliderOf(info);
    const o = 7 * world.indexOf(body);
    setFrame(frame, Float64Array.from(world.poses.subarray(o, o + 7)), 0);
    const name = material?.name ?? '';
    if (collider.field !== null) {
      extractFragment(mesh, collider.field.family, label);
      for (let c = 0; c < 3 * mesh.triangleCount; c++) {
        movePoint(point, 0, frame, mesh.positions, 3 * mesh.indices[c]);
        positions.push(...point);
        turnVector(point, 0, frame, Float64Array.from(mesh.normals.subarray(3 * c, 3 * c + 3)), 0);
        normals.push(...point);
        const crack = c >= 3 * mesh.outerCount;
        colors.push(...((crack ? CRACK[name] : COLORS[name]) ?? PLAIN));
      }
      continue;
    }
    const shape = shapeOf(collider.kind, [...collider.size]);
    if (shape === null) continue;
    for (let c = 0; c < shape.indices.length; c++) {
      const v = 3 * shape.indices[c];
      movePoint(point, 0, frame, shape.positions, v);
      positions.push(...point);
      const t = c - (c % 3);
      const normal =
        collider.kind === 2
          ? shape.positions.subarray(v, v + 3)
          : faceNormal(shape.positions, shape.indices, t);
      turnVector(point, 0, frame, Float64Array.from(normal), 0);
      const length = Math.hypot(...point);
      normals.push(point[0] / length, point[1] / length, point[2] / length);
      colors.push(...(COLORS[name] ?? PLAIN));
    }
  }
  return [{ positions: round(positions, 4), normals: round(normals, 2), colors }];
}

/** Fewer digits: a picture is sent to the page as text. */
function round(values: number[], digits: number): number[] {
  const scale = 10 ** digits;
  return values.map((x) => Math.round(scale * x) / scale);
}

function shapeOf(kind: number, size: number[]) {
  if (kind === 2) return shapes.createSphere({ radius: size[0], frequency: 8 });
  if (kind === 1) return shapes.createBox({ size: [2 * size[0], 2 * size[1], 2 * size[2]] });
  return null;
}

function faceNormal(x: Float64Array, indices: Uint32Array, t: number): number[] {
  const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
  const u = [0, 1, 2].map((d) => x[b + d] - x[a + d]);
  const v = [0, 1, 2].map((d) => x[c + d] - x[a + d]);
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Plays a scene and draws it after the steps named. */
export async function drawMoments(scene: Scene, steps: readonly number[]): Promise<Panel[]> {
  const assets = await loadAssets(scene);
  const world = createScene(scene, assets);
  const panels: Panel[] = [];
  for (let step = 0; step <= Math.max(...steps); step++) {
    if (steps.includes(step)) panels.push(drawPanel(scene, world, step));
    stepScene(scene, world, step, assets);
  }
  return panels;
}

function drawPanel(scene: Scene, world: World, step: number): Panel {
  const { from, at } = scene.look;
  const away = Math.hypot(...from.map((x, d) => x - at[d]));
  const size = away / 4.7;
  const pieces = world.bodies.filter((body) => {
    const { field } = colliderOf(world.info(body)).collider;
    return field !== null && field.family.fragments.count > 1;
  }).length;
  return {
    title: `${scene.name}, ${(step * scene.dt).toFixed(2)} s`,
    detail: pieces > 0 ? `${pieces} fragments` : 'whole',
    bounds: [...at.map((x) => x - size / Math.sqrt(3)), ...at.map((x) => x + size / Math.sqrt(3))],
    view: { from: from.map((x, d) => x - at[d]), floor: 0, lower: 0 },
    meshes: drawWorld(world),
  };
}

/** The step of each scene that shows it best. */
const MOMENTS: Record<string, number> = {
  piggy: 22,
  bunnies: 150,
  bricks: 150,
  plates: 34,
  mouse: 60,
  wall: 22,
  table: 24,
  tower: 20,
};

export async function drawScenes(): Promise<Picture> {
  const panels: Panel[] = [];
  for (const scene of scenes) panels.push(...(await drawMoments(scene, [MOMENTS[scene.name]])));
  return { panels, columns: 4, width: 400, height: 330 };
}

/** Four moments of one scene. */
export async function drawScene(name: string, steps: readonly number[]): Promise<Picture> {
  const scene = findScene(name);
  if (scene === undefined) throw new Error(`there is no scene '${name}'`);
  return { panels: await drawMoments(scene, steps), columns: 4, width: 400, height: 330 };
}
