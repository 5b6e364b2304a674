// Models from outside, dropped on a plane whole and in pieces: how deep do they get, and does the solver lose its way?

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMesh } from '../io/read-mesh.ts';
import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { createShape } from '../src/contact/shape.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { InputError } from '../src/job/error.ts';
import { createRandom } from '../src/math/random.ts';
import { createTriangleMesh, type MeshInput, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { World } from '../src/world/world.ts';
import { createJudge, judgeDepth } from '../test/support/judge.ts';
import type { Report } from './bench.ts';
import { allowedDepth } from './motion-depth.ts';
import { randomTurn } from './motion-energy.ts';

const FOLDER = '../shared/data/meshes'; // npm runs benches in the package's folder
const MOST = 60_000; // triangles
const RESOLUTION = 16;
const ACROSS = 0.3; // metres, along the longest side
const HEIGHT = 0.3; // metres, of the lowest that a model can be however it is turned
const PIECES = 12;
const SECONDS = 1.5;
const DT = 1 / 60;

/** How a fall went. */
interface Fall {
  deepest: number; // of any body after any step, in parts of what is allowed
  tooDeep: number; // bodies that were deeper than that
  resting: number; // the deepest at the end
  bodies: number;
  limited: number;
  frozen: number; // how often a body stood still for a step, with its velocity left
  held: number;
}

async function readModel(file: string): Promise<TriangleMesh> {
  const bytes = readFileSync(join(FOLDER, file));
  if (!file.endsWith('.json')) return readMesh(bytes, { name: file });
  const { positions, cells }: { positions: number[][]; cells: number[][] } = JSON.parse(bytes.toString());
  return createTriangleMesh({ positions: positions.flat(), indices: cells.flat() });
}

/** The mesh with its middle at the origin, `ACROSS` long. */
function scaleModel({ positions, indices }: TriangleMesh): MeshInput {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const scale = ACROSS / Math.max(...high.map((x, d) => x - low[d]));
  return {
    positions: Float64Array.from(positions, (x, i) => scale * (x - (low[i % 3] + high[i % 3]) / 2)),
    indices,
  };
}

/** How far the surface of an asset is from its origin at most. */
function reachOf({ surface: { positions } }: Asset): number {
  let most = 0;
  for (let i = 0; i < positions.length; i += 3) {
    most = Math.max(most, Math.hypot(positions[i], positions[i + 1], positions[i + 2]));
  }
  return most;
}

const judge = createJudge();

/** Drops a model, split beforehand if it is to be in pieces. */
function playDrop(asset: Asset, pieces: number, seed: number): Fall {
  const world = new World();
  const floor = world.addStatic(createShape('plane'));
  const whole = world.add(asset, {
    position: [0, reachOf(asset) + HEIGHT, 0],
    rotation: randomTurn(createRandom(seed)),
    material: null,
  });
  const bodies = [whole];
  if (pieces > 1) {
    const { collider, label } = colliderOf(world.info(whole));
    if (collider.field === null) throw new Error('a model without a solid');
    const seeds = scatterSeeds(collider.field.family, label, { count: pieces, seed: seed + 1 });
    bodies.push(...world.split(whole, { kind: 'voronoi', seeds }));
  }
  const allowed = bodies.map((body) => allowedDepth({ radius: world.info(body).radius, thin: asset.wall }));
  const deepest = bodies.map(() => 0);
  let resting = 0;
  let frozen = 0;
  for (let step = 0; step * DT < SECONDS; step++) {
    world.step(DT);
    resting = 0;
    bodies.forEach((body, k) => {
      const depth = judgeDepth(judge, world, body, floor) / allowed[k];
      deepest[k] = Math.max(deepest[k], depth);
      resting = Math.max(resting, depth);
      if (isFrozen(world, body)) frozen++;
    });
  }
  const { limited, held } = world.counters;
  world.dispose();
  return {
    deepest: Math.max(...deepest),
    tooDeep: deepest.filter((depth) => depth > 1).length,
    resting,
    bodies: bodies.length,
    limited,
    frozen,
    held,
  };
}

/** Whether a body has hardly moved in the last step, for all its speed. */
function isFrozen(world: World, body: number): boolean {
  const o = 7 * world.indexOf(body);
  const { poses, previousPoses } = world;
  const speed = Math.hypot(...world.info(body).velocity);
  const moved = Math.hypot(...[0, 1, 2].map((d) => poses[o + d] - previousPoses[o + d]));
  return speed > 0.02 && moved < 0.1 * speed * DT;
}

/** Bakes a model, or says why not. */
async function bakeModel(report: Report, file: string): Promise<Asset | null> {
  const mesh = await readModel(file);
  const triangles = mesh.indices.length / 3;
  if (triangles > MOST) {
    report.note(`${file}: left out, ${triangles} triangles are more than ${MOST}`);
    return null;
  }
  report.note(`${file}: baking ${triangles} triangles`);
  try {
    return await bake(scaleModel(mesh), { name: file, resolution: RESOLUTION });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    report.note(`${file}: left out, ${error.message}`);
    return null;
  }
}

/** A row for each model whole and one in pieces, and the worst of all. */
export async function judgeModels(report: Report, trials: number): Promise<void> {
  if (!existsSync(FOLDER)) {
    report.note(`models are left out: there is no folder ${FOLDER}`);
    return;
  }
  const files = readdirSync(FOLDER).filter((name) => /\.(obj|json|ply\.gz)$/.test(name));
  const ways = { whole: 1, [`in ${PIECES} pieces`]: PIECES };
  const worst = Object.keys(ways).map((): Fall[] => []);
  for (const file of files.sort()) {
    const asset = await bakeModel(report, file);
    if (asset === null) continue;
    const name = file.replace(/\.(obj|json|ply\.gz)$/, '');
    for (const [k, [way, pieces]] of Object.entries(ways).entries()) {
      const falls = Array.from({ length: trials }, (_, trial) => playDrop(asset, pieces, 100 * trial + 7));
      worst[k].push(...falls);
      reportFalls(report, `${name} ${way}`, falls, asset.wall);
    }
  }
  for (const [k, way] of Object.keys(ways).entries()) {
    if (worst[k].length > 0) reportFalls(report, `all models ${way}`, worst[k]);
  }
}

function reportFalls(report: Report, name: string, falls: readonly Fall[], wall?: number): void {
  const sum = (of: (fall: Fall) => number): number => falls.reduce((all, fall) => all + of(fall), 0);
  report.row({
    name: `${name}, dropped: deepest`,
    value: Math.max(...falls.map((fall) => fall.deepest)),
    unit: 'of what is allowed',
    target: 1,
    tooDeep: sum((fall) => fall.tooDeep),
    bodies: sum((fall) => fall.bodies),
    resting: Math.max(...falls.map((fall) => fall.resting)),
    limited: sum((fall) => fall.limited),
    frozen: sum((fall) => fall.frozen),
    held: sum((fall) => fall.held),
    cases: falls.length,
    ...(wall === undefined ? {} : { wall: 1000 * wall }), // mm
  });
}
