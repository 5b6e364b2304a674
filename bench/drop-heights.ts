// From how high things must fall on a hard floor to break: each in 26 directions, by the worst, the median and the best.

import {
  type Brittle,
  buildBrittle,
  buildFamilyTopology,
  createDecision,
  createFamily,
  decideFracture,
} from '../src/fragment/index.ts';
import { bake, type Material, materials } from '../src/index.ts';
import * as shapes from '../src/mesh/shapes/index.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { Bench } from './bench.ts';
import { fallOn } from './falls.ts';
import { loadBunny } from './models.ts';

/** How a thing fared. Heights in metres, pieces in the median direction. */
export interface Drops {
  readonly thing: string;
  readonly material: string;
  readonly least: number;
  readonly median: number;
  readonly most: number;
  readonly pieces: readonly { readonly height: number; readonly count: number }[]; // the median of those that break
}

type MaterialName = Exclude<keyof typeof materials, 'steel'>;

const THINGS: readonly (readonly [string, () => TriangleMesh, readonly MaterialName[]])[] = [
  ['drinking glass, 12 cm', () => shapes.createGlass({ triangles: 6000 }), ['glass', 'ice']],
  ['plate, 26 cm', () => shapes.createPlate(), ['ceramic', 'glass', 'plaster']],
  ['piggy bank, 18 cm', () => shapes.createPiggyBank(), ['ceramic', 'plaster']],
  ['brick, 24 cm', () => shapes.createBrick(), ['brick', 'concrete', 'stone', 'ice']],
  ['solid bunny, 20 cm', () => loadBunny(), ['ceramic', 'plaster', 'stone', 'glass']],
];

const HEIGHTS = [1.5, 4]; // at which pieces are counted

/** Everything in every material. `onThing` tells what comes next. */
export async function measureDrops(onThing: (name: string) => void): Promise<Drops[]> {
  const drops: Drops[] = [];
  for (const [thing, make, names] of THINGS) {
    onThing(thing);
    const brittle = await prepare(make(), materials[names[0]]);
    for (const name of names) drops.push(measureDrop(thing, brittle, materials[name])); // modes only know ν: near enough
  }
  return drops;
}

async function prepare(mesh: TriangleMesh, material: Material): Promise<Brittle> {
  const asset = await bake(mesh, { material });
  return buildBrittle(buildFamilyTopology(asset), asset.thickness, asset.modes);
}

function listDirections(): number[][] {
  const directions: number[][] = [];
  for (let i = 0; i < 27; i++) {
    const [x, y, z] = [(i % 3) - 1, (Math.floor(i / 3) % 3) - 1, Math.floor(i / 9) - 1];
    // Turned a little off the axes: nothing falls so straight that it stands.
    if (x !== 0 || y !== 0 || z !== 0) directions.push([x + 0.11, y + 0.07, z - 0.05]);
  }
  return directions;
}

function measureDrop(thing: string, brittle: Brittle, material: Material): Drops {
  const directions = listDirections();
  const heights = directions.map((down) => findHeight(brittle, material, down)).sort((a, b) => a - b);
  const pieces = HEIGHTS.map((height) => {
    const counts = directions
      .map((down) => fall(brittle, material, down, height))
      .flatMap(({ breaks, count }) => (breaks ? [count] : []))
      .sort((a, b) => a - b);
    return { height, count: counts[counts.length >> 1] ?? 1 };
  });
  return {
    thing,
    material: material.name,
    least: heights[0],
    median: heights[heights.length >> 1],
    most: heights[heights.length - 1],
    pieces,
  };
}

const decision = createDecision();

function fall(brittle: Brittle, material: Material, down: number[], height: number) {
  const loads = fallOn(brittle, material.density, height, down);
  const family = createFamily(brittle.topology);
  const options = { dt: 1 / 60, maxPieces: 1000 };
  const breaks = decideFracture(decision, brittle, family, 0, material, loads, 1, options);
  return { breaks, count: Math.max(2, decision.pieces) };
}

/** The height from which on it breaks, to a per cent. */
function findHeight(brittle: Brittle, material: Material, down: number[]): number {
  let [low, high] = [0.001, 100];
  while (high > 1.01 * low) {
    const middle = Math.sqrt(low * high);
    if (fall(brittle, material, down, middle).breaks) high = middle;
    else low = middle;
  }
  return high;
}

export const bench: Bench = {
  name: 'drop-heights',
  answers: 'from how high things must fall to break, by material; the same whatever the mesh',
  async run(report) {
    const drops = await measureDrops((name) => report.note(name));
    report.keep('drops', drops);
    for (const { thing, material, least, median, most, pieces } of drops) {
      const glass = thing.startsWith('drinking') && material === 'glass';
      const [near, far] = pieces.map(({ height, count }) => [`pieces from ${height} m`, count] as const);
      const counters = Object.fromEntries([near, far]);
      const row = { unit: 'm', ...counters };
      report.row({
        name: `${thing}, ${material}: breaks at last from`,
        value: most,
        ...row,
        ...(glass && { target: 1.5 }),
      });
      report.row({ name: `${thing}, ${material}: half of the ways from`, value: median, ...row });
      report.row({
        name: `${thing}, ${material}: at first from`,
        value: least,
        ...row,
        ...(glass && { target: 0.1, atLeast: true }),
      });
    }
    report.note('the glass with other meshes');
    const medians: number[] = [];
    for (const triangles of [2600, 6000, 16000]) {
      const brittle = await prepare(shapes.createGlass({ triangles }), materials.glass);
      const { median, least, most } = measureDrop('glass', brittle, materials.glass);
      medians.push(median);
      const tets = brittle.topology.tetCount;
      report.row({
        name: `glass of ${triangles} triangles: half of the ways from`,
        value: median,
        unit: 'm',
        least,
        most,
        tets,
      });
    }
    const spread = Math.max(...medians) / Math.min(...medians);
    report.row({ name: 'highest over lowest of these', value: spread, unit: '', target: 1.1 });
  },
};
