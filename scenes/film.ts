// Filming a world: what every body looks like, from when to when, and where it is in each frame.

import type { MovingMesh } from '../io/write-film.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { SHAPES } from '../src/contact/shape.ts';
import { createFragmentMesh, extractFragment, toTriangleMesh } from '../src/fragment/extract.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { BodyInfo } from '../src/world/info.ts';
import type { World } from '../src/world/world.ts';

interface Take {
  readonly body: number;
  readonly version: number; // of its shape
  readonly name: string;
  readonly mesh: TriangleMesh;
  readonly crackGroup: number;
  readonly color: readonly number[];
  readonly times: number[];
  readonly poses: number[];
  readonly from: number;
  to: number;
}

/** Made by createFilm alone. */
export interface Film {
  readonly takes: Take[];
  readonly rolling: Map<number, Take>; // by id of body
  readonly wholes: Map<unknown, TriangleMesh>; // of assets and shapes, shared
  last: number; // time of the last frame
}

export function createFilm(): Film {
  return { takes: [], rolling: new Map(), wholes: new Map(), last: 0 };
}

const COLORS: Record<string, readonly number[]> = {
  glass: [0.55, 0.75, 0.75],
  ceramic: [0.87, 0.82, 0.74],
  brick: [0.62, 0.28, 0.2],
  plaster: [0.9, 0.89, 0.86],
  concrete: [0.55, 0.55, 0.54],
  ice: [0.75, 0.87, 0.95],
  stone: [0.6, 0.58, 0.53],
  steel: [0.35, 0.37, 0.4],
};
const PLAIN = [0.72, 0.7, 0.66];
const CRACK = [0.75, 0.42, 0.3];
const GROUND = 6; // metres: half of how far a plane is drawn

/** Takes a picture of everything at a time, seconds, after that of the last one. */
export function filmFrame(film: Film, world: World, time: number): void {
  const { poses } = world;
  const seen = new Set<number>();
  for (const body of world.bodies) {
    seen.add(body);
    const info = world.info(body);
    const { version } = info;
    let take = film.rolling.get(body);
    if (take === undefined || take.version !== version) {
      if (take !== undefined) take.to = time;
      take = {
        body,
        version,
        name: `${info.material?.name ?? 'body'} ${body}${version > 0 ? ` after ${version}` : ''}`,
        mesh: meshOf(film, info),
        crackGroup: colliderOf(info).collider.solid?.topology.skin.crackGroup ?? 1,
        color: COLORS[info.material?.name ?? ''] ?? PLAIN,
        times: [],
        poses: [],
        from: time,
        to: Infinity,
      };
      film.takes.push(take);
      film.rolling.set(body, take);
    }
    const o = 7 * world.indexOf(body);
    addKey(take, time, film.last, poses.subarray(o, o + 7));
  }
  for (const [body, take] of film.rolling) {
    if (seen.has(body)) continue;
    take.to = time;
    film.rolling.delete(body);
  }
  film.last = time;
}

/** Adds a key where a body has moved, and one for where it stood until then. */
function addKey({ times, poses }: Take, time: number, last: number, pose: Float32Array): void {
  const n = times.length;
  if (n > 0) {
    let moved = false;
    for (let d = 0; d < 7; d++) if (poses[7 * n - 7 + d] !== pose[d]) moved = true;
    if (!moved) return;
    if (times[n - 1] < last) {
      times.push(last);
      poses.push(...poses.slice(7 * n - 7));
    }
  }
  times.push(time);
  poses.push(...pose);
}

/** What was filmed, for writeFilm. */
export function finishFilm({ takes }: Film): MovingMesh[] {
  return takes.map(({ name, mesh, color, crackGroup, times, poses, from, to }) => {
    return { name, mesh, color, crackColor: CRACK, crackGroup, times, poses, from, to };
  });
}

const fragment = createFragmentMesh(); // scratch: the surface of a piece

function meshOf({ wholes }: Film, info: BodyInfo): TriangleMesh {
  const { version } = info;
  const { collider, label } = colliderOf(info);
  const source = info.asset ?? collider;
  const found = version === 0 ? wholes.get(source) : undefined;
  if (found !== undefined) return found;
  let mesh: TriangleMesh;
  if (collider.field === null) mesh = meshOfShape(SHAPES[collider.kind], [...collider.size]);
  else {
    extractFragment(fragment, collider.field.family, label);
    mesh = toTriangleMesh(fragment);
  }
  if (version === 0) wholes.set(source, mesh);
  return mesh;
}

function meshOfShape(kind: string, size: number[]): TriangleMesh {
  if (kind === 'sphere') return shapes.createSphere({ radius: size[0], frequency: 6 });
  if (kind === 'box') return shapes.createBox({ size: [2 * size[0], 2 * size[1], 2 * size[2]] });
  if (kind === 'capsule') {
    return shapes.createCapsule({ height: 2 * (size[0] + size[1]), radius: size[1], triangles: 500 });
  }
  if (kind === 'cylinder') {
    return shapes.createCylinder({ height: 2 * size[0], radius: size[1], triangles: 300 });
  }
  const g = GROUND;
  return createTriangleMesh({
    positions: [-g, 0, -g, -g, 0, g, g, 0, g, g, 0, -g],
    indices: [0, 1, 2, 0, 2, 3],
  });
}
