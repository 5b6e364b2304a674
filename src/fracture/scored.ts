// Scored solids: cells that they break along, and bonds between neighbouring cells, each of a strength. A blow pays for
// bonds from where it strikes outwards; what is then no longer held together comes apart.

import type { Family } from '../fragment/family.ts';
import type { LabelPattern } from '../fragment/patterns.ts';
import { checkList, checkOwn, checkRecord, refuse } from '../job/check.ts';
import { checkFinite, InputError } from '../job/error.ts';
import { show } from '../job/format.ts';
import { MAX_CELLS } from './constants.ts';

/** Cells and bonds of a solid. Plain data; survives JSON. */
export interface Scored {
  readonly cells: readonly number[]; // the cell of each node of the solid, whole numbers from 0 to 65535
  readonly strength?: number; // of bonds that are not named, over the crack energy of the material; default 1
  readonly bonds?: readonly (readonly [a: number, b: number, strength: number])[]; // of the others
}

/** A solid scored into the cells of seeds: each node is of the seed closest to it. `seeds` holds xyz each. */
export function scoreCells(
  positions: ArrayLike<number>,
  seeds: ArrayLike<number>,
  options: Omit<Scored, 'cells'> = {},
): Scored {
  checkList('positions', positions);
  checkList('seeds', seeds);
  for (let i = 0; i < positions.length; i++) checkFinite('positions', positions[i]);
  for (let i = 0; i < seeds.length; i++) checkFinite('seeds', seeds[i]);
  checkRecord('options', options, [], 'an object such as { strength, bonds }');
  const count = seeds.length / 3;
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_CELLS)) {
    throw new InputError(
      'bad-argument',
      `seeds has ${seeds.length} numbers: give x, y, z of 1 to ${MAX_CELLS} seeds`,
    );
  }
  const cells: number[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    let best = 0;
    let least = Infinity;
    for (let s = 0; s < count; s++) {
      const x = positions[i] - seeds[3 * s];
      const y = positions[i + 1] - seeds[3 * s + 1];
      const z = positions[i + 2] - seeds[3 * s + 2];
      const square = x * x + y * y + z * z;
      if (square >= least) continue;
      least = square;
      best = s;
    }
    cells.push(best);
  }
  const scored = { ...options, cells };
  checkScored(scored, cells.length);
  return scored;
}

/** Throws unless a score fits a solid of so many nodes. */
export function checkScored(scored: Scored, nodes: number): void {
  checkRecord('scored', scored, ['cells'], '{ cells }, as scoreCells makes it');
  checkOwn('scored', scored);
  const { cells, strength = 1, bonds = [] } = scored;
  checkList('scored.cells', cells);
  if (!Array.isArray(bonds)) throw refuse('scored.bonds', bonds, 'a list of [cell, cell, strength]');
  for (const bond of bonds) {
    if (!Array.isArray(bond) || bond.length !== 3 || !bond.every(Number.isFinite)) {
      throw refuse('a bond of scored', bond, '[cell, cell, strength]');
    }
  }
  if (cells.length !== nodes) {
    throw new InputError(
      'bad-argument',
      `scored.cells has ${cells.length} numbers, the solid ${nodes} nodes: give one for each`,
    );
  }
  for (let i = 0; i < nodes; i++) {
    const cell = cells[i];
    if (Number.isInteger(cell) && cell >= 0 && cell < MAX_CELLS) continue;
    throw new InputError(
      'bad-argument',
      `scored.cells holds ${show(cell)}: give whole numbers from 0 to ${MAX_CELLS - 1}`,
    );
  }
  for (const value of [strength, ...bonds.map((bond) => bond[2])]) {
    if (typeof value === 'number' && value >= 0 && value < Infinity) continue;
    throw new InputError(
      'bad-argument',
      `a bond of scored has strength ${show(value)}: give a finite number from 0 up`,
    );
  }
}

/** Checks a score and returns a copy of it, which its giver cannot change. */
export function keepScored(scored: Scored, nodes: number): Scored {
  checkScored(scored, nodes);
  const bonds = scored.bonds?.map((bond) => [...bond] as const);
  return { ...scored, cells: Uint16Array.from(scored.cells) as unknown as number[], ...(bonds && { bonds }) };
}

/** Two cells that are neighbours, in one number. */
function bondKey(a: number, b: number): number {
  return Math.min(a, b) * MAX_CELLS + Math.max(a, b);
}

interface Bond {
  readonly a: number;
  readonly b: number;
  faces: number; // m², of all dual faces
  readonly across: number[]; // their sum as vectors, from a to b
  readonly middle: number[]; // sum of places, weighted by `faces`
}

/**
 * What breaks of a scored fragment that is struck at `point`: bonds in the order of their distance from it, as many as
 * `energy`, J, pays for at `crackEnergy` J/m². Bonds that break are added to `loose`, which holds those that broke
 * before. Returns the pieces as labels, or null where everything still hangs together. Deterministic.
 */
export function breakBonds(
  family: Family,
  fragment: number,
  scored: Scored,
  loose: Set<number>,
  point: ArrayLike<number>,
  energy: number,
  crackEnergy: number,
): LabelPattern | null {
  const bonds = listBonds(family, fragment, scored.cells);
  const strength = new Map((scored.bonds ?? []).map(([a, b, value]) => [bondKey(a, b), value]));
  const order = bonds
    .map((bond) => ({ bond, key: bondKey(bond.a, bond.b), far: distanceOf(bond, point) }))
    .sort((p, q) => p.far - q.far || p.key - q.key);
  let left = energy;
  for (const { bond, key } of order) {
    if (loose.has(key)) continue;
    const cost = (strength.get(key) ?? scored.strength ?? 1) * crackEnergy * areaOf(bond);
    if (cost > left) break;
    left -= cost;
    loose.add(key);
  }
  return partCells(family, fragment, scored.cells, bonds, loose);
}

/**
 * The bonds between the cells of a fragment. An edge between two cells stands for the face of its tet's dual between its
 * ends: with all six of them the volume is a third of the sum of area times length, so one is V / 2L.
 */
function listBonds(
  { label, topology, cutEvent }: Family,
  fragment: number,
  cells: readonly number[],
): Bond[] {
  const { tetNode, tetEdge, edgeNode, tetCount, tetVolume, positions } = topology;
  const found = new Map<number, Bond>();
  for (let t = 0; t < tetCount; t++) {
    const n = 4 * t;
    const inside =
      label[tetNode[n]] === fragment ||
      label[tetNode[n + 1]] === fragment ||
      label[tetNode[n + 2]] === fragment ||
      label[tetNode[n + 3]] === fragment;
    if (!inside) continue;
    for (let k = 6 * t; k < 6 * t + 6; k++) {
      const i = edgeNode[2 * tetEdge[k]];
      const j = edgeNode[2 * tetEdge[k] + 1];
      if (label[i] !== fragment || label[j] !== fragment || cells[i] === cells[j]) continue;
      if (cutEvent[tetEdge[k]] < 0) addFace(found, positions, tetVolume[t], i, j, cells);
    }
  }
  return [...found.values()];
}

/** Adds the face of an edge ij in a tet of so much volume to the bond of its cells. */
function addFace(
  found: Map<number, Bond>,
  x: Float64Array,
  volume: number,
  i: number,
  j: number,
  cells: readonly number[],
): void {
  const [low, high] = cells[i] < cells[j] ? [i, j] : [j, i];
  const key = bondKey(cells[i], cells[j]);
  let bond = found.get(key);
  if (bond === undefined) {
    bond = { a: cells[low], b: cells[high], faces: 0, across: [0, 0, 0], middle: [0, 0, 0] };
    found.set(key, bond);
  }
  const way = [0, 1, 2].map((d) => x[3 * high + d] - x[3 * low + d]);
  const length = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
  const area = volume / (2 * length);
  bond.faces += area;
  for (let d = 0; d < 3; d++) {
    bond.across[d] += (area * way[d]) / length;
    bond.middle[d] += (area * (x[3 * i + d] + x[3 * j + d])) / 2;
  }
}

/** Dual faces zigzag about a crack: across it, they add up to its area. Around a corner they do so to half of theirs. */
function areaOf({ faces, across: [x, y, z] }: Bond): number {
  return Math.max(Math.sqrt(x * x + y * y + z * z), faces / 2);
}

function distanceOf({ faces, middle }: Bond, point: ArrayLike<number>): number {
  let square = 0;
  for (let d = 0; d < 3; d++) square += (middle[d] / faces - point[d]) * (middle[d] / faces - point[d]);
  return Math.sqrt(square);
}

/** Cells that still hang together get one label. */
function partCells(
  { node, fragments, topology }: Family,
  fragment: number,
  cells: readonly number[],
  bonds: readonly Bond[],
  loose: ReadonlySet<number>,
): LabelPattern | null {
  const lead = new Map<number, number>();
  const find = (cell: number): number => {
    let at = cell;
    while ((lead.get(at) ?? at) !== at) at = lead.get(at) as number;
    return at;
  };
  for (const { a, b } of bonds) {
    if (loose.has(bondKey(a, b))) continue;
    const [p, q] = [find(a), find(b)];
    if (p !== q) lead.set(Math.max(p, q), Math.min(p, q));
  }
  const labels = new Array<number>(topology.nodeCount).fill(0);
  const start = fragments.start[fragment];
  const kinds = new Set<number>();
  for (let n = start; n < start + fragments.nodeCount[fragment]; n++) {
    const kind = find(cells[node[n]]);
    labels[node[n]] = kind;
    kinds.add(kind);
  }
  return kinds.size > 1 ? { kind: 'labels', labels } : null;
}
