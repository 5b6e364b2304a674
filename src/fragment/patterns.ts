// Ways to break a fragment that need no physics, as plain data: a slice, Voronoi cells, a radial pattern, labels.
// Each comes down to a list of splits; pass `log` in the options to get it.

import { checkList, checkOwn, checkRecord, refuse } from '../job/check.ts';
import { checkFinite, InputError, readDirection } from '../job/error.ts';
import { show } from '../job/format.ts';
import { type CellField, splitCells } from './cells.ts';
import type { Changes } from './changes.ts';
import { checkFragment, type Family } from './family.ts';
import { checkRadial, type RadialPattern, splitRadial } from './radial.ts';
import { type SplitOptions, splitFragment } from './split.ts';
import type { FamilyTopology } from './topology.ts';
import { checkVoronoi, createVoronoi, type VoronoiPattern } from './voronoi.ts';

/** The plane normal·x = offset. The normal need not be of unit length; the offset is along the unit normal. */
export interface SlicePattern {
  /** Tells patterns apart. */
  readonly kind: 'slice';
  /** Of the plane, in the rest frame; of any length. */
  readonly normal: readonly number[];
  /** Metres. */
  readonly offset: number;
}

/** One piece for each connected set of nodes with the same number. Cracks run halfway between nodes. */
export interface LabelPattern {
  /** Tells patterns apart. */
  readonly kind: 'labels';
  /** One for each node of the solid, whole numbers. */
  readonly labels: ArrayLike<number>;
}

/** A way to break, in the rest frame. Survives JSON. */
export type Pattern = SlicePattern | VoronoiPattern | RadialPattern | LabelPattern;

/**
 * Breaks a fragment along a pattern. Returns the number of new fragments; `changes` collects what changed, over all
 * splits. Deterministic: the same pattern on the same state gives the same bits.
 */
export function applyPattern(
  changes: Changes,
  family: Family,
  fragment: number,
  pattern: Pattern,
  options?: SplitOptions,
): number {
  checkFragment(family, fragment);
  checkPattern(pattern, family.topology);
  const before = family.fragments.count;
  switch (pattern.kind) {
    case 'slice':
      setPlane(changes.work.phi, family, fragment, pattern);
      return splitFragment(changes, family, fragment, changes.work.phi, options);
    case 'voronoi':
      splitCells(changes, family, fragment, createVoronoi(family.topology, pattern), options);
      break;
    case 'radial':
      splitRadial(changes, family, fragment, pattern, options);
      break;
    case 'labels':
      splitCells(changes, family, fragment, createLabels(family.topology, pattern), options);
      break;
  }
  return family.fragments.count - before;
}

/** Throws unless a value is a pattern that a solid can be broken along. Changes nothing. */
export function checkPattern(pattern: Pattern, topology: FamilyTopology): void {
  checkRecord('pattern', pattern, ['kind'], "a pattern, such as { kind: 'slice', normal, offset }");
  checkOwn('pattern', pattern);
  switch (pattern.kind) {
    case 'slice':
      readDirection('normal', pattern.normal);
      checkFinite('offset', pattern.offset);
      break;
    case 'voronoi':
      checkVoronoi(pattern);
      break;
    case 'radial':
      checkRadial(pattern);
      break;
    case 'labels':
      checkLabels(pattern, topology);
      break;
    default:
      throw refuse('pattern.kind', (pattern as Pattern).kind, "'slice', 'voronoi', 'radial' or 'labels'");
  }
}

function setPlane(phi: Float64Array, family: Family, fragment: number, pattern: SlicePattern): void {
  const [x, y, z] = readDirection('normal', pattern.normal);
  const offset = checkFinite('offset', pattern.offset);
  const { node, fragments, topology } = family;
  const { positions } = topology;
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  for (let n = start; n < end; n++) {
    const i = node[n];
    phi[i] = x * positions[3 * i] + y * positions[3 * i + 1] + z * positions[3 * i + 2] - offset;
  }
}

function checkLabels({ labels }: LabelPattern, topology: FamilyTopology): void {
  checkList('labels', labels);
  if (labels.length !== topology.nodeCount) {
    throw new InputError(
      'bad-argument',
      `labels has ${labels.length} numbers, the solid ${topology.nodeCount} nodes: give one for each`,
    );
  }
  for (let i = 0; i < labels.length; i++) {
    if (Number.isInteger(labels[i])) continue;
    throw new InputError('bad-argument', `labels holds ${show(labels[i])} at node ${i}: give whole numbers`);
  }
}

/** The labels as cells. Every node weighs the same, so cuts halve their edges and are planar. */
function createLabels(topology: FamilyTopology, pattern: LabelPattern): CellField {
  const { labels } = pattern;
  const kinds = new Set<number>();
  for (let i = 0; i < labels.length; i++) kinds.add(labels[i]);
  const sorted = [...kinds].sort((a, b) => a - b);
  const number = new Map(sorted.map((kind, k) => [kind, k]));
  const cell = Int32Array.from(labels, (label) => number.get(label) as number);
  const weight = topology.meanScale;
  return {
    count: sorted.length,
    setPhi(phi, node, _from, mid) {
      for (let n = 0; n < node.length; n++) phi[node[n]] = cell[node[n]] < mid ? weight : -weight;
    },
    setCells(out, node) {
      for (let n = 0; n < node.length; n++) out[node[n]] = cell[node[n]];
    },
  };
}
