// Random worlds for bench `worlds`: solids of eleven kinds, convex and not, 2 cm to 3 m, light and heavy, whole and broken,
// in stacks, on slopes, in pits, through funnels, or raining. Nothing overlaps when they begin.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { colliderOf } from '../src/contact/inside.ts';
import { createShape } from '../src/contact/shape.ts';
import { familyOf } from '../src/contact/update.ts';
import { scatterSeeds } from '../src/fragment/scatter.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { cos, sin } from '../src/math/trig.ts';
import { extrudeSection } from '../src/mesh/shapes/extrude.ts';
import { createBowl, createBox, createCylinder, createTorus } from '../src/mesh/shapes/index.ts';
import { cutOutline, type PlanePoint } from '../src/mesh/shapes/polygon.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { World } from '../src/world/world.ts';
import { randomTurn, randomVector } from './motion-energy.ts';
import { createOverlapJudge, judgeOverlaps, placeBodies } from './overlap.ts';

const SIZES = 7; // from 2 cm to 3 m, each 2.3 times the one before
const VARIANTS = 3; // of each kind and size
const DENSITIES = [100, 700, 2500, 7800]; // kg/m³
const SETTINGS = ['stack', 'slope', 'pit', 'funnel', 'rain'] as const;

type Draw = () => number; // from 0 to 1

const sizeOf = (k: number): number => 0.02 * 150 ** (k / (SIZES - 1));

/** Outlines of solids that are not convex, of width 1. */
const OUTLINES: Readonly<Record<string, readonly PlanePoint[]>> = {
  U: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [0.3, 0.5],
    [0.3, -0.3],
    [-0.3, -0.3],
    [-0.3, 0.5],
    [-0.5, 0.5],
  ],
  L: [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, -0.25],
    [-0.25, -0.25],
    [-0.25, 0.5],
    [-0.5, 0.5],
  ],
  H: [
    [-0.5, -0.5],
    [-0.3, -0.5],
    [-0.3, -0.1],
    [0.3, -0.1],
    [0.3, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [0.3, 0.5],
    [0.3, 0.1],
    [-0.3, 0.1],
    [-0.3, 0.5],
    [-0.5, 0.5],
  ],
};

function extrude(outline: readonly PlanePoint[], size: number, height: number): TriangleMesh {
  const scaled = outline.map(([x, y]): PlanePoint => [size * x, size * y]);
  const section = { outline: cutOutline(scaled, 0.25 * size), holes: [], height: size * height };
  return extrudeSection({ ...section, layers: 2, spacing: 0.3 * size, turn: 'up' });
}

/** A prism over corners at random angles, every other one at `near` of the radius. */
function prism(draw: Draw, size: number, near: number): TriangleMesh {
  const corners = 5 + Math.floor(6 * draw());
  const outline = Array.from({ length: corners }, (_, k): PlanePoint => {
    const angle = (2 * Math.PI * (k + 0.5 * (draw() - 0.5))) / corners;
    const radius = k % 2 === 0 ? 0.5 : 0.5 * near;
    return [radius * cos(angle), radius * sin(angle)];
  });
  return extrude(outline, size, 0.2 + 0.5 * draw());
}

const KINDS: Readonly<Record<string, (draw: Draw, size: number) => TriangleMesh>> = {
  box: (f, z) => createBox({ size: [z * (0.2 + f()), z * (0.2 + f()), z * (0.2 + f())], edge: 0.3 * z }),
  thin: (f, z) => createBox({ size: [z, z * (0.03 + 0.07 * f()), z * (0.4 + 0.6 * f())], edge: 0.15 * z }),
  rod: (_, z) => createBox({ size: [z, 0.1 * z, 0.1 * z], edge: 0.1 * z }),
  star: (f, z) => prism(f, z, 0.4),
  prism: (f, z) => prism(f, z, 1),
  torus: (f, z) => createTorus({ radius: 0.35 * z, tube: z * (0.06 + 0.1 * f()), triangles: 800 }),
  bowl: (_, z) => createBowl({ radius: 0.5 * z, height: 0.35 * z, wall: 0.04 * z, vertices: 400 }),
  cylinder: (f, z) =>
    createCylinder({ radius: z * (0.1 + 0.4 * f()), height: z * (0.1 + 0.9 * f()), triangles: 400 }),
  U: (_, z) => extrude(OUTLINES.U, z, 0.3),
  L: (_, z) => extrude(OUTLINES.L, z, 0.4),
  H: (_, z) => extrude(OUTLINES.H, z, 0.25),
};

const baked = new Map<string, Asset>();

async function bakeKind(kind: string, size: number, variant: number): Promise<Asset> {
  const key = `${kind} ${size} ${variant}`;
  let asset = baked.get(key);
  if (asset === undefined) {
    const random = createRandom(100 * size + variant + 7);
    asset = await bake(
      KINDS[kind](() => nextFloat(random), sizeOf(size)),
      { resolution: 10 },
    );
    baked.set(key, asset);
  }
  return asset;
}

/** Lowest and highest place of a solid, and how far it reaches from its origin. */
function extentOf({ surface: { positions } }: Asset): { low: number; high: number; reach: number } {
  let [low, high, reach] = [Infinity, -Infinity, 0];
  for (let i = 0; i < positions.length; i += 3) {
    low = Math.min(low, positions[i + 1]);
    high = Math.max(high, positions[i + 1]);
    reach = Math.max(reach, Math.hypot(positions[i], positions[i + 1], positions[i + 2]));
  }
  return { low, high, reach };
}

export interface RandomWorld {
  readonly world: World;
  readonly setting: (typeof SETTINGS)[number];
  readonly size: number; // metres, of most of its solids
  readonly broken: boolean;
}

/** Walls around the middle, upright or leaning outward. */
function putWalls(world: World, size: number, lean: number): void {
  for (let k = 0; k < 4; k++) {
    const around = (k * Math.PI) / 2;
    const [s, c] = [sin(-around / 2), cos(-around / 2)];
    const [t, d] = [sin(-lean / 2), cos(-lean / 2)];
    const far = lean === 0 ? 2 * size : 3 * size;
    world.addStatic(createShape('box', 0.3 * size, 5 * size, 6 * size), {
      position: [far * cos(around), lean === 0 ? 4 * size : 5 * size, far * sin(around)],
      rotation: [s * t, s * d, c * t, c * d],
    });
  }
}

/** The world of a seed. */
export async function createRandomWorld(seed: number): Promise<RandomWorld> {
  const random = createRandom(seed);
  const draw: Draw = () => nextFloat(random);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)];
  const setting = pick(SETTINGS);
  const step = Math.floor(draw() * SIZES);
  const size = sizeOf(step);
  const mixed = draw() < 0.4;
  const alike = draw() < 0.6 ? pick(DENSITIES) : 0; // one material for all
  const broken = draw() < 0.4;
  const count = setting === 'stack' ? 3 + Math.floor(5 * draw()) : 6 + Math.floor(14 * draw());
  const world = new World({ seed });
  world.addStatic(createShape('plane'), { friction: 0.3 + 0.6 * draw() });
  if (setting === 'slope') {
    const tilt = 0.05 + 0.2 * draw();
    world.addStatic(createShape('box', 6 * size, 0.5 * size, 6 * size), {
      position: [0, 1.5 * size, 0],
      rotation: [0, 0, sin(tilt), cos(tilt)],
      friction: 0.3 + 0.6 * draw(),
    });
  }
  if (setting === 'pit') putWalls(world, size, 0);
  if (setting === 'funnel') putWalls(world, size, 0.5);
  const ids: number[] = [];
  let top = setting === 'stack' ? 0 : size;
  const above = { stack: 0, slope: 3 * size, pit: 0, funnel: 4 * size, rain: 0 }[setting];
  for (let k = 0; k < count; k++) {
    const other = mixed ? step + Math.floor(3 * draw()) - 1 : step;
    const asset = await bakeKind(
      pick(Object.keys(KINDS)),
      Math.max(0, Math.min(SIZES - 1, other)),
      Math.floor(VARIANTS * draw()),
    );
    const { low, high, reach } = extentOf(asset);
    const options = {
      density: alike > 0 ? alike : pick(DENSITIES),
      friction: 0.1 + 0.8 * draw(),
      restitution: draw() < 0.7 ? 0 : 0.5 * draw(),
      material: null,
    };
    if (setting === 'stack') {
      const aside = (): number => 0.05 * size * (draw() - 0.5);
      ids.push(world.add(asset, { ...options, position: [aside(), top - low + 0.001 * size, aside()] }));
      top += high - low + 0.002 * size;
      continue;
    }
    const wide = (setting === 'rain' ? 2.5 : 1.2) * size;
    const velocity = randomVector(random, draw() < 0.3 ? 6 * Math.sqrt(size / 0.2) : 1);
    velocity[1] = -Math.abs(velocity[1]);
    ids.push(
      world.add(asset, {
        ...options,
        position: [wide * (draw() - 0.5), top + reach + above, wide * (draw() - 0.5)],
        rotation: randomTurn(random),
        velocity,
        spin: randomVector(random, draw() < 0.3 ? 20 : 2),
      }),
    );
    top += 2 * reach;
  }
  clear(world);
  if (broken) for (const id of ids) if (world.has(id) && draw() < 0.6) shatter(world, id, seed + id, draw);
  return { world, setting, size, broken };
}

/** Takes out what overlaps something. */
function clear(world: World): void {
  for (const { a, b, depth } of judgeOverlaps(placeBodies(createOverlapJudge(), world))) {
    if (depth === 0 || !world.has(a.id) || !world.has(b.id)) continue;
    world.remove(b.info.kind === 'dynamic' ? b.id : a.id);
  }
}

function shatter(world: World, id: number, seed: number, draw: Draw): void {
  const family = familyOf(colliderOf(world.info(id)).collider);
  const seeds = scatterSeeds(family, 0, { count: 3 + Math.floor(6 * draw()), seed });
  world.split(id, { kind: 'voronoi', seeds });
}
