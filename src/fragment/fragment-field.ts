// The fragment distance field [Glondu13, sec. 4]: what a family knows of how far its fragments' surfaces are. The grid
// of the whole stays as it was baked; what cracks add is kept here and brought up to date after every fracture, where
// it changed. measure.ts asks it.

import type { GridField } from '../field/grid-field.ts';
import { InputError } from '../job/error.ts';
import { growColumn } from '../math/columns.ts';
import type { NodeDistance } from '../mesh/node-distance.ts';
import { fitAllBoxes, fitBoxes } from './boxes.ts';
import type { Changes } from './changes.ts';
import { type CrackFaces, createCrackFaces, makeFaces } from './crack-faces.ts';
import { type FaceTree, forgetFaceTrees, trianglesOf } from './face-tree.ts';
import type { Family } from './family.ts';
import { createOccupancy, type Occupancy, updateOccupancy } from './occupancy.ts';
import { createFaceFront, type FaceFront, propagateFaces } from './propagate.ts';
import type { TetGrid } from './tet-grid.ts';
import { createWalls, noteWalls, type Walls } from './walls.ts';

/** What all copies of a solid share; an asset has the first two, buildTetGrid makes the third. */
export interface FieldParts {
  readonly field: GridField; // signed distance to the surface of the whole
  readonly nodes: NodeDistance; // exact way from each node to it
  readonly tetGrid: TetGrid;
}

/** Distances to the fragments of a family. Made by createBareField alone. */
export interface FragmentField {
  readonly family: Family;
  readonly grid: GridField;
  readonly nodes: NodeDistance;
  readonly tetGrid: TetGrid;
  readonly faces: CrackFaces;
  readonly outer: Uint8Array; // a tet: 1 if one of its faces is old surface
  readonly front: FaceFront;
  readonly form: DepthForm | null; // another way to find depths, or null
  readonly known: unknown; // what that way knows at the nodes; null without one
  readonly occupancy: Occupancy;
  box: Float64Array; // a label: min xyz, max xyz; replaced when it grows
  labels: number; // fragments known so far
  group: Int32Array; // a label: fragments that have not moved against each other share a number; replaced as well
  readonly own: (GridField | null)[]; // a label: a grid of its own, where depths are built anew; see papers/rebuild.ts
  readonly triangles: Float64Array; // of the old surface, as polygons
  readonly walls: Walls; // faces by fragment
  readonly faceTrees: FaceTree[]; // a label: its faces in boxes, once somebody asked; see faceTreeOf
  readonly counter: Float64Array; // tets or boxes, crack faces and surface triangles that queries have looked at
}

/** Another way to find depths in place of the closest face, to compare: meanForm of the papers is one. */
export interface DepthForm {
  /** What is known at the nodes of a whole, from the exact ways to its surface. */
  create(distance: Float64Array, direction: Float64Array): unknown;
  /** Brings that up to date after the first `count` tets of a list were cut. */
  propagate(known: unknown, faces: CrackFaces, family: Family, tets: Uint32Array, count: number): void;
  /** Writes minus the depth and the outward normal of p[at…], in fragment `label` and in `tet` at bary[0..3]. */
  measure(
    out: Float64Array,
    field: FragmentField,
    known: unknown,
    tet: number,
    label: number,
    p: Float64Array,
    at: number,
    sealed: boolean,
    bary: Float64Array,
  ): void;
}

export interface FragmentFieldOptions {
  readonly form?: DepthForm | null; // how depths are found; default null: by the closest face
}

/** The field of a family, whole or broken already. */
export function createFragmentField(
  parts: FieldParts,
  family: Family,
  options: FragmentFieldOptions = {},
): FragmentField {
  const field = createBareField(parts, family, options);
  fitAllBoxes(field.box, family, field.faces);
  return field;
}

/** The same without boxes of fragments, for callers who know them from elsewhere and write them. */
export function createBareField(
  parts: FieldParts,
  family: Family,
  options: FragmentFieldOptions = {},
): FragmentField {
  const { form = null } = options;
  const { topology } = family;
  if (parts.tetGrid.topology !== topology) {
    throw new InputError(
      'bad-argument',
      'parts.tetGrid was built for another solid: buildTetGrid(family.topology)',
    );
  }
  if (parts.nodes.distance.length !== topology.nodeCount) {
    throw new InputError(
      'bad-argument',
      `parts.nodes has ${parts.nodes.distance.length} nodes, the family ${topology.nodeCount}: give those of its asset`,
    );
  }
  if (form !== null && typeof form !== 'object') {
    throw new InputError('bad-argument', `form is ${form}: give meanForm, or leave it out`);
  }
  const field: FragmentField = {
    family,
    grid: parts.field,
    nodes: parts.nodes,
    tetGrid: parts.tetGrid,
    faces: createCrackFaces(topology.tetCount),
    outer: markOuter(topology.tetNeighbor),
    front: createFaceFront(parts.nodes.distance),
    form,
    known: form === null ? null : form.create(parts.nodes.distance, parts.nodes.direction),
    occupancy: createOccupancy(parts.tetGrid, family),
    box: new Float64Array(0),
    labels: 0,
    group: new Int32Array(0),
    own: [],
    triangles: trianglesOf(topology),
    walls: createWalls(topology),
    faceTrees: [],
    counter: new Float64Array(3),
  };
  reserveLabels(field);
  if (family.events.count > 0) {
    const cut = Uint32Array.from(family.cutCase.keys()).filter((t) => family.cutCase[t] > 0);
    learnCuts(field, cut, cut.length);
  }
  return field;
}

/**
 * Brings the field up to date with all that was cut since clearChanges. Visits only what changed: new cracks, nodes that
 * came closer to a surface, fragments that were cut. Fragments that were not cut answer as before. Deterministic;
 * allocates only to grow.
 */
export function updateFragmentField(field: FragmentField, changes: Changes): void {
  const made = field.faces.count;
  updateBareField(field, changes);
  fitBoxes(field.box, field.family, field.faces, changes, made);
}

/** The same but for the boxes of fragments that were cut, which the caller writes. */
export function updateBareField(field: FragmentField, changes: Changes): void {
  const { family } = field;
  if (changes.family !== null && changes.family !== family) {
    throw new InputError('bad-argument', 'changes holds those of another family: give those of field.family');
  }
  reserveLabels(field);
  learnCuts(field, changes.tet, changes.tetCount);
  forgetFaceTrees(field, changes);
  updateOccupancy(field.occupancy, family, changes);
}

/** Room for all labels; new ones are groups of their own. */
function reserveLabels(field: FragmentField): void {
  const { count } = field.family.fragments;
  field.group = growColumn(field.group, count);
  field.box = growColumn(field.box, 6 * count);
  for (; field.labels < count; field.labels++) field.group[field.labels] = field.labels;
}

function learnCuts(field: FragmentField, tets: Uint32Array, count: number): void {
  const { faces, family, front, form, known, walls } = field;
  makeFaces(faces, family, tets, count);
  noteWalls(walls, tets, count);
  if (form === null) propagateFaces(front, faces, family, tets, count);
  else form.propagate(known, faces, family, tets, count);
}

function markOuter(tetNeighbor: Int32Array): Uint8Array {
  const outer = new Uint8Array(tetNeighbor.length / 4);
  for (let f = 0; f < tetNeighbor.length; f++) if (tetNeighbor[f] < 0) outer[f >> 2] = 1;
  return outer;
}
