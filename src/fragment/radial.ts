// The pattern of a struck plate: a crushed disc in the middle, rays from it, arcs between the rays.

import {
  above0,
  anything,
  between,
  type Checks,
  checkList,
  checkOptions,
  isNumber,
  whole,
} from '../job/check.ts';
import { checkFinite, checkPoint, InputError, readDirection } from '../job/error.ts';
import { show } from '../job/format.ts';
import { createRandom, nextFloat } from '../math/random.ts';
import { cos, HALF_PI, PI, sin, TWO_PI } from '../math/trig.ts';
import { type CellField, splitCells } from './cells.ts';
import type { Changes } from './changes.ts';
import type { Family } from './family.ts';
import { readMost, type SplitOptions } from './split.ts';
import type { FamilyTopology } from './topology.ts';

/** Cracks around an axis: the hub first, then the rays, then the arcs of each sector, which end on its rays. */
export interface RadialPattern {
  /** Tells patterns apart. */
  readonly kind: 'radial';
  /** A point of the axis, rest frame. */
  readonly center: readonly number[];
  /** Across the plate. */
  readonly axis: readonly number[];
  /** Radius of the middle disc, metres; 0 for none. */
  readonly hub: number;
  /** Of the rays, radians, ascending within one turn; at least two. */
  readonly angles: readonly number[];
  /** Radii of the arcs in the sector after each ray, ascending. */
  readonly rings: readonly (readonly number[])[];
}

/** What createRadial can be told. */
export interface RadialOptions {
  /** Where the blow was, in the rest frame. */
  readonly center: readonly number[];
  /** Along which the plate is thin. */
  readonly axis: readonly number[];
  /** Radius of the outermost arcs, in metres. */
  readonly radius: number;
  /** Rays from the middle; default 9. */
  readonly rays?: number;
  /** Arcs a sector; default 3. */
  readonly rings?: number;
  /** Radius of the middle, in metres; default a twelfth of the radius. */
  readonly hub?: number;
  /** 0: regular, 1: as irregular as cells stay apart; default 0.6. */
  readonly jitter?: number;
  /** Seed of the irregularity; default 1. */
  readonly seed?: number;
}

const isPoint = (name: string, value: unknown) => checkPoint(name, value as number[]);

/** What each option may be; how large the middle may be depends on the radius. */
const RADIAL: Checks<RadialOptions> = {
  center: isPoint,
  axis: (name, value) => readDirection(name, value as number[]),
  radius: /* @__PURE__ */ above0(1e9, ' m'),
  rays: /* @__PURE__ */ whole(2, 4096),
  rings: /* @__PURE__ */ whole(0, 4096),
  hub: isNumber,
  jitter: /* @__PURE__ */ between(0, 1),
  seed: /* @__PURE__ */ whole(Number.MIN_SAFE_INTEGER),
};

/** What each member of a pattern may be. */
const PATTERN: Checks<RadialPattern> = {
  kind: anything,
  center: isPoint,
  axis: RADIAL.axis,
  hub: /* @__PURE__ */ between(0, Number.MAX_VALUE, ' m'),
  angles: (name, value) => checkList(name, value),
  rings: (name, value) => {
    if (!Array.isArray(value)) throw refuse(name, value as number, 'a list for each ray');
    for (const ring of value) checkList(name, ring, 'a list of radii for each ray');
  },
};

/** A radial pattern with seeded irregularity. Arcs lie closer together towards the middle. */
export function createRadial(options: RadialOptions): RadialPattern {
  checkOptions('options', options, RADIAL);
  const { center, axis, radius, rays = 9, rings = 3, jitter = 0.6, seed = 1 } = options;
  RADIAL.center('center', center);
  RADIAL.axis('axis', axis);
  RADIAL.radius('radius', radius);
  const hub = options.hub ?? radius / 12;
  if (!(hub >= 0 && hub < radius)) refuse('hub', hub, 'a length from 0 to below the radius');
  const random = createRandom(seed);
  const shake = () => 0.45 * jitter * (2 * nextFloat(random) - 1); // of a step: neighbours keep a tenth between them
  const angles = Array.from({ length: rays }, (_, k) => ((k + 0.5 + shake()) / rays) * TWO_PI);
  const ring = (j: number) => {
    const share = (j + 1 + shake()) / (rings + 0.5);
    return hub + (radius - hub) * Math.min(1, share * share);
  };
  return {
    kind: 'radial',
    center: [...center],
    axis: [...axis],
    hub,
    angles,
    rings: angles.map(() => Array.from({ length: rings }, (_, j) => ring(j))),
  };
}

/** Breaks a fragment along a radial pattern. Returns the number of new fragments. */
export function splitRadial(
  changes: Changes,
  family: Family,
  fragment: number,
  pattern: RadialPattern,
  options?: SplitOptions,
): number {
  checkRadial(pattern);
  const before = family.fragments.count;
  const { topology } = family;
  const { hub, rings } = pattern;
  const polar = measurePolar(topology, pattern);
  const middle = createRings(polar, [hub]);
  const most = readMost(options) + before;
  const left = () => ({ ...options, maxPieces: most - family.fragments.count }); // that one piece may become
  const pieces = hub > 0 ? splitCells(changes, family, fragment, middle, options) : [{ fragment, cell: 1 }];
  const sectors = createSectors(polar, pattern.angles);
  for (const piece of pieces) {
    if (piece.cell === 0) continue;
    for (const part of splitCells(changes, family, piece.fragment, sectors, left())) {
      splitCells(changes, family, part.fragment, createRings(polar, rings[part.cell]), left());
    }
  }
  return family.fragments.count - before;
}

/** Coordinates across the axis, and the distance from it, three a node. */
function measurePolar(topology: FamilyTopology, pattern: RadialPattern): Float64Array {
  const { positions, nodeCount } = topology;
  const n = readDirection('axis', pattern.axis);
  const { center } = pattern;
  // The coordinate axis least along n, made perpendicular to it, is where angles start.
  const least = [0, 1, 2].reduce((a, d) => (Math.abs(n[d]) < Math.abs(n[a]) ? d : a), 0);
  const u = readDirection(
    'axis',
    n.map((x, d) => (d === least ? 1 : 0) - x * n[least]),
  );
  const v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
  const polar = new Float64Array(3 * nodeCount);
  for (let i = 0; i < nodeCount; i++) {
    const x = positions[3 * i] - center[0];
    const y = positions[3 * i + 1] - center[1];
    const z = positions[3 * i + 2] - center[2];
    const p = x * u[0] + y * u[1] + z * u[2];
    const q = x * v[0] + y * v[1] + z * v[2];
    polar[3 * i] = p;
    polar[3 * i + 1] = q;
    polar[3 * i + 2] = Math.sqrt(p * p + q * q);
  }
  return polar;
}

/** Cells between radii: cell k lies outside radius k − 1 and inside radius k. */
function createRings(polar: Float64Array, radii: readonly number[]): CellField {
  return {
    count: radii.length + 1,
    setPhi(phi, node, _from, mid) {
      const radius = radii[mid - 1];
      for (let n = 0; n < node.length; n++) phi[node[n]] = radius - polar[3 * node[n] + 2];
    },
  };
}

/** Cells between rays: cell k lies after ray k and before the next. */
function createSectors(polar: Float64Array, angles: readonly number[]): CellField {
  const cosine = angles.map((angle) => cos(angle));
  const sine = angles.map((angle) => sin(angle));
  return {
    count: angles.length,
    setPhi(phi, node, from, mid) {
      const c0 = cosine[from];
      const s0 = sine[from];
      const c1 = cosine[mid];
      const s1 = sine[mid];
      const narrow = angles[mid] - angles[from] <= PI;
      for (let n = 0; n < node.length; n++) {
        const x = polar[3 * node[n]];
        const y = polar[3 * node[n] + 1];
        const after = c0 * y - s0 * x; // distance past the line of the first ray
        const before = s1 * x - c1 * y; // distance before the line of the second
        phi[node[n]] = narrow ? Math.min(after, before) : Math.max(after, before);
      }
    },
  };
}

/** Throws unless a pattern can be broken along. */
export function checkRadial(pattern: RadialPattern): void {
  for (const key of Object.keys(PATTERN) as (keyof RadialPattern)[]) PATTERN[key](key, pattern[key]);
  const { angles, rings } = pattern;
  if (angles.length < 2) refuse('angles', angles.length, 'two rays or more');
  if (rings.length !== angles.length) refuse('rings', rings.length, 'a list for each ray');
  for (const list of [angles, ...rings]) {
    const name = list === angles ? 'angles' : 'rings';
    for (let k = 0; k < list.length; k++) {
      checkFinite(name, list[k]);
      if (k > 0 && !(list[k] > list[k - 1])) refuse(name, list[k], 'ascending numbers');
    }
  }
  const turn = angles[angles.length - 1] - angles[0];
  if (!(turn < 4 * HALF_PI)) refuse('angles', turn, 'rays within one turn');
}

function refuse(name: string, value: number, remedy: string): never {
  throw new InputError('bad-argument', `${name} is ${show(value)}: give ${remedy}`);
}
