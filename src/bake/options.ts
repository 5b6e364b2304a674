// What a bake can be told, and what it decides when not told.

import { checkMaterial, type Material } from '../fracture/material.ts';
import {
  type Check,
  type Checks,
  checkOptions,
  isFunction,
  isSignal,
  isText,
  oneOf,
  orNull,
  show,
} from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { formatBytes, toDigits } from '../job/format.ts';
import { LATTICE_STEP } from '../mesh/constants.ts';
import { checkWeld } from '../mesh/repair.ts';
import type { MeshInput } from '../mesh/triangle-mesh.ts';

/** The stages of a bake, in order. */
export type BakeStage =
  | 'repair'
  | 'shell'
  | 'inspect'
  | 'refine'
  | 'tetrahedra'
  | 'thickness'
  | 'field'
  | 'nodes'
  | 'modes'
  | 'tree';

/** What a bake can be told. */
export interface BakeOptions {
  /** Kept in the asset and shown by tools. */
  readonly name?: string;
  /**
   * Tets along the longest side of the solid, its wall included: spacing = longest side / resolution. Default 24;
   * `spacing` overrides it.
   */
  readonly resolution?: number;
  /** Longest surface edge, in metres: longer ones are split. */
  readonly spacing?: number;
  /** Step of the lattice of points inside, in metres. Default 1.5 × spacing, which gives tets of even size. */
  readonly interior?: number;
  /** Cells of the distance grid along the longest side, unless thin walls ask for more. Default 64. */
  readonly cells?: number;
  /** Edges that deviate from flat by more than this many degrees are features of their own. Default 30. */
  readonly sharpAngle?: number;
  /** What it is made of: lets it break by force. Default none. */
  readonly material?: Material | null;
  /** 'auto' keeps the input's surface where it can (Delaunay) and re-meshes dirty input (stuffing). */
  readonly mesher?: 'auto' | 'delaunay' | 'stuffing';
  /**
   * Vertices of open edges this close are joined, in metres: seams that rounding has parted. Default: a millionth of
   * the longest side, and at most half of the shortest edge; 0 joins only what is at exactly the same place.
   */
  readonly weld?: number;
  /**
   * Makes a wall of this thickness, in metres, of a surface that encloses nothing or has walls too thin: all points
   * within half of it of the surface, whichever way triangles face. Its edges are round. A closed surface becomes
   * hollow. Default: none, the surface bounds a solid.
   */
  readonly shell?: number;
  /** Bytes the bake may need before it is refused. Default 2 GiB. */
  readonly memoryLimit?: number;
  /** Called with the stage and the fraction of the whole bake that is done. */
  readonly onProgress?: (stage: BakeStage, fraction: number) => void;
  /** Cancels the bake. */
  readonly signal?: AbortSignal;
}

const HUGE = 170; // metres: beyond it a note asks for the units
const SMALLEST = 1e-6; // metres: beyond these sizes squares and cubes of lengths run out of digits
const LARGEST = 1e6;

const RESOLUTION = atLeast(1, Infinity);
const LENGTH = atLeast(0, Infinity);

/** What each option may be. */
const BAKE: Checks<BakeOptions> = {
  name: isText,
  resolution: RESOLUTION,
  spacing: LENGTH,
  interior: LENGTH,
  cells: atLeast(4, 4096),
  sharpAngle: atLeast(0, 180),
  material: orNull((_name, value) => checkMaterial(value as Material)),
  mesher: oneOf('auto', 'delaunay', 'stuffing'),
  weld: (_name, value) => checkWeld(value as number),
  shell: atLeast(0, LARGEST),
  memoryLimit: LENGTH,
  onProgress: isFunction,
  signal: isSignal,
};

/** Throws unless options are those of a bake. */
export function checkBakeOptions(options: BakeOptions): void {
  checkOptions('options', options, BAKE);
}

/** Options with every choice made. */
export interface BakeSettings {
  readonly name: string;
  readonly longest: number; // side of the solid: of the wall, where one is made
  readonly spacing: number;
  readonly interior: number;
  readonly cells: number;
  readonly sharpAngle: number;
  readonly material: Material | null;
  readonly mesher: 'auto' | 'delaunay' | 'stuffing';
  readonly weld: number | undefined; // undefined: repair chooses
  readonly shell: number | undefined;
  readonly memoryLimit: number;
}

export const DEFAULT_RESOLUTION = 24;
const DEFAULT_CELLS = 64;
const DEFAULT_SHARP_ANGLE = 30;
const DEFAULT_MEMORY = 2 * 1024 * 1024 * 1024;

/** Refuses what three and its loaders hand out, and says what takes it. */
export function refuseForeign(input: MeshInput): void {
  const kind = input as unknown as Record<string, unknown> | null;
  if (kind === null || typeof kind !== 'object') {
    throw new InputError('bad-argument', 'mesh is no mesh: give { positions, indices }');
  }
  if (kind.isBufferGeometry === true || kind.isMesh === true) {
    const what = kind.isMesh === true ? 'Mesh' : 'BufferGeometry';
    throw new InputError('bad-argument', `mesh is a ${what} of three: use bakeGeometry of fracas/three`);
  }
  if (kind.isObject3D === true || 'scene' in kind) {
    throw new InputError('bad-argument', 'mesh is a model of three: use bakeObject of fracas/three');
  }
}

/** Notes the length of what is a hundred times as long as a person: units may be others. */
export function noteUnits(longest: number, notes: string[]): void {
  if (!(longest > HUGE)) return;
  notes.push(
    `the model is ${toDigits(longest)} m long, and sizes are metres: if it was made in centimetres, scale it by 0.01, if in millimetres, by 0.001`,
  );
}

/** Refuses solids whose longest side is no size of a thing. */
export function refuseOddSize(longest: number): void {
  if (longest >= SMALLEST && longest <= LARGEST) return;
  throw new InputError(
    'bad-argument',
    `the model is ${longest} m long, and sizes from ${SMALLEST} to ${LARGEST} m are taken: scale its coordinates to metres`,
  );
}

/** Checks options and fills in defaults for a solid whose longest side is `longest`. */
export function settleOptions(options: BakeOptions, longest: number): BakeSettings {
  const {
    mesher = 'auto',
    cells = DEFAULT_CELLS,
    sharpAngle = DEFAULT_SHARP_ANGLE,
    memoryLimit = DEFAULT_MEMORY,
    material = null,
  } = options;
  const grown = longest + (options.shell ?? 0);
  const spacing = options.spacing ?? grown / (options.resolution ?? DEFAULT_RESOLUTION);
  const interior = options.interior ?? LATTICE_STEP * spacing;
  return {
    name: options.name ?? '',
    longest: grown,
    spacing,
    interior,
    cells,
    sharpAngle,
    material,
    mesher,
    weld: options.weld,
    shell: options.shell,
    memoryLimit,
  };
}

/** Numbers from `low`, or above it if it is 0, to `high`. */
function atLeast(low: number, high: number): Check {
  const least = low === 0 ? 'above 0' : `of at least ${low}`;
  const range = `a number ${least}${high === Infinity ? '' : `, at most ${high}`}`;
  return (name, value) => {
    if (typeof value === 'number' && value <= high && (low === 0 ? value > 0 : value >= low)) return;
    throw new InputError('bad-argument', `${name} is ${show(value)}: it must be ${range}`);
  };
}

/**
 * Refuses a spacing that would exhaust memory, before anything of that size is made. The counts are those of even meshes:
 * a surface triangle covers about √3/4·(0.8·spacing)², a lattice of step h holds 2 points in h³, and about
 * 6.5 tets meet each point; the bytes are what a bake of such a mesh was seen to need at its peak.
 */
export function refuseTooLarge(
  area: number,
  volume: number,
  triangles: number,
  settings: BakeSettings,
): void {
  const { longest, spacing, interior: step, memoryLimit } = settings;
  const surface = Math.max(triangles / 2, area / (0.55 * spacing * spacing));
  const interior = (2 * Math.max(volume, 0)) / (step * step * step);
  const bytes = (surface + interior) * BYTES_PER_POINT;
  if (bytes <= memoryLimit) return;
  const resolution = Math.round(longest / spacing);
  throw new InputError(
    'too-large',
    `a resolution of ${resolution} (spacing ${toDigits(spacing)} m, ${toDigits(step)} m inside) would need about ${formatBytes(bytes)} of memory, ` +
      `above the limit of ${formatBytes(memoryLimit)}: choose a lower resolution or raise memoryLimit`,
  );
}

const TETS_PER_POINT = 4; // measured: bench/bake, between 3 for plates and 5 for balls

/** About the tets that a resolution asks for, of a solid whose surface is no finer than that. */
export function countTets(area: number, volume: number, spacing: number, step: number): number {
  const points = area / (0.55 * spacing * spacing) + (2 * Math.max(volume, 0)) / (step * step * step);
  return TETS_PER_POINT * points;
}

const BYTES_PER_POINT = 1500; // measured: bench/bake, peak of typed arrays over points
