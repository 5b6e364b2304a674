// Houses of cards, thin baked boxes that lean against each other edge to edge and bear floors: do they stand? Each seed
// has other angles, places, frictions and first pushes. Three storeys are also played without sleep, which could hide that
// they creep.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { createShape } from '../src/contact/shape.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { cos, sin } from '../src/math/trig.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import { World } from '../src/world/world.ts';
import type { Bench, Report } from './bench.ts';

const DT = 1 / 60;
const SECONDS = 60;
const HIGH = 0.088; // of a card, metres: those one plays with
const DEEP = 0.063;
const SPACING = 0.085; // between two pairs of leaning cards
const FALLEN = 0.1; // of a card's height: one that has gone as far lies somewhere else
const GAP = 2e-5; // metres between cards as they are put

/** Cards of one thickness: the leaning ones, and a floor for each storey but the last. */
export interface Cards {
  readonly thick: number;
  readonly card: Asset;
  readonly floors: readonly Asset[]; // over one pair, over two, …
}

export async function bakeCards(thick: number, storeys: number): Promise<Cards> {
  const bakeBox = (x: number, y: number): Promise<Asset> =>
    bake(createBox({ size: [x, y, DEEP], edge: 0.03 }), { spacing: 0.03 });
  const floors: Asset[] = [];
  for (let pairs = 2; pairs <= storeys; pairs++) floors.push(await bakeBox(pairs * SPACING, thick));
  return { thick, card: await bakeBox(thick, HIGH), floors };
}

export interface House {
  readonly world: World;
  readonly ids: readonly number[];
}

/** Builds a house: as many leaning pairs side by side as storeys, a floor, one pair less, and so on. */
export function buildHouse(
  { thick, card, floors }: Cards,
  storeys: number,
  seed: number,
  sleep: boolean,
): House {
  const random = createRandom(seed);
  const shake = (size: number): number => size * (2 * nextFloat(random) - 1);
  const friction = 0.7 + shake(0.1);
  const world = new World({ sleep });
  world.addStatic(createShape('plane'), { friction });
  const ids: number[] = [];
  const put = (asset: Asset, x: number, y: number, angle: number): void => {
    ids.push(
      world.add(asset, {
        position: [x, y, shake(0.0005)],
        rotation: [0, 0, sin(angle / 2), cos(angle / 2)],
        velocity: [shake(0.002), 0, shake(0.002)],
        friction,
        material: null,
      }),
    );
  };
  let base = GAP;
  for (let pairs = storeys; pairs > 0; pairs--) {
    const angle = 0.4 + shake(0.02); // from upright: 23°
    const [s, c] = [sin(angle), cos(angle)];
    const high = (HIGH * c + thick * s) / 2; // from the middle of a card up to its highest edge
    const aside = (HIGH * s + thick * c) / 2 + GAP; // to where it meets the other
    for (let k = 0; k < pairs; k++) {
      const x = SPACING * (k - (pairs - 1) / 2) + shake(0.001);
      put(card, x + aside, base + high, angle);
      put(card, x - aside, base + high, -angle);
    }
    base += 2 * high + GAP;
    if (pairs === 1) break;
    put(floors[pairs - 2], shake(0.001), base + thick / 2, 0);
    base += thick + GAP;
  }
  return { world, ids };
}

/** What became of a house. */
export interface Stood {
  readonly fell: boolean;
  readonly time: number; // seconds that it stood
  readonly drift: number; // metres that any card has gone since it was put, at most
  readonly creep: number; // of these, since 1 s
  readonly asleep: number; // seconds; Infinity if never
  readonly fastest: number; // m/s after 10 s
}

export function playHouse({ world, ids }: House, seconds = SECONDS): Stood {
  const places = ids.map((id) => world.info(id).center);
  let settled = places;
  let asleep = Infinity;
  let drift = 0;
  let creep = 0;
  let fastest = 0;
  let time = 0;
  for (let step = 1; step <= seconds / DT && drift < FALLEN * HIGH && asleep === Infinity; step++) {
    world.step(DT);
    time = step * DT;
    const infos = ids.map((id) => world.info(id));
    if (step === 60) settled = infos.map(({ center }) => center);
    const furthest = (from: readonly (readonly number[])[]): number =>
      Math.max(...infos.map(({ center }, k) => Math.hypot(...center.map((x, d) => x - from[k][d]))));
    drift = Math.max(drift, furthest(places));
    if (step > 60) creep = Math.max(creep, furthest(settled));
    if (time > 10) fastest = Math.max(fastest, ...infos.map(({ velocity }) => Math.hypot(...velocity)));
    // What sleeps stands for good.
    if (infos.every((info) => info.asleep)) asleep = time;
  }
  const fell = drift >= FALLEN * HIGH;
  return { fell, time: fell ? time : seconds, drift, creep, asleep, fastest };
}

function judgeHouses(report: Report, cards: Cards, storeys: number, seeds: number, sleep: boolean): void {
  const name = `${storeys} storeys of cards 1/${Math.round(HIGH / cards.thick)} as thick as high${sleep ? '' : ', kept awake'}`;
  const houses = Array.from({ length: seeds }, (_, k) => {
    const house = buildHouse(cards, storeys, k + 1, sleep);
    const stood = playHouse(house);
    house.world.dispose();
    return stood;
  });
  const worst = (read: (stood: Stood) => number): number => Math.max(...houses.map(read));
  report.row({
    name: `${name}: fell within ${SECONDS} s`,
    value: houses.filter(({ fell }) => fell).length,
    unit: `of ${seeds}`,
    target: 0,
    firstAfter: Math.min(...houses.map(({ time }) => time)),
    neverAsleep: houses.filter(({ asleep }) => asleep === Infinity).length,
    asleepAfter: worst(({ asleep }) => Math.min(asleep, SECONDS)),
    fastestAfter10s: worst(({ fastest }) => fastest),
  });
  report.row({
    name: `${name}: drift`,
    value: worst(({ drift }) => drift) / cards.thick,
    unit: 'thicknesses',
    target: 1,
    creepMillimetres: 1000 * worst(({ creep }) => creep),
  });
}

export const bench: Bench = {
  name: 'cards',
  answers: 'houses of thin cards that lean on each other: do they stand for a minute?',
  async run(report, flags) {
    const seeds = flags.trials ?? (flags.quick ? 2 : 10);
    for (const thick of flags.quick ? [0.002] : [0.002, 0.001]) {
      report.note(`baking cards of ${1000 * thick} mm`);
      const cards = await bakeCards(thick, 3);
      for (const storeys of [1, 2, 3]) judgeHouses(report, cards, storeys, seeds, true);
      judgeHouses(report, cards, 3, seeds, false);
    }
  },
};
