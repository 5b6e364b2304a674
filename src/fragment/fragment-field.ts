// The fragment distance field [Glondu13, sec. 4]: what a family knows of how far its fragments' surfaces are. The grid
// of the whole stays as it was baked; what cracks add is kept here and brought up to date after every fracture, where
// it changed. measure.ts asks it. Two forms: by closest face, ours, and by mean directions, the paper's.

import type { GridField } from '../field/grid-field.ts';
import { InputError } from '../job/error.ts';
import type { NodeDistance } from '../mesh/node-distance.ts';
import { fitBox } from './boxes.ts';
import type { Changes } from './changes.ts';
import { type CrackFaces, createCrackFaces, makeFaces } from './crack-faces.ts';
import { type Family, grow } from './family.ts';
import { createFaceFront, type FaceFront, propagateFaces } from './propagate.ts';
import type { TetGrid } from './tet-grid.ts';

/** What all copies of a solid share; an asset has the first two, buildTetGrid makes the third. */
export interface FieldParts {
  readonly field: GridField; // signed distance to the surface of the whole
  readonly nodes: NodeDistance; // exact way from each node to it
  readonly tetGrid: TetGrid;
}

/** Distances to the fragments of a family. Made by createFragmentField alone. */
export interface FragmentField {
  readonly family: Family;
  readonly grid: GridField;
  readonly nodes: NodeDistance;
  readonly tetGrid: TetGrid;
  readonly faces: CrackFaces;
  readonly front: FaceFront;
  box: Float64Array; // a label: min xyz, max xyz; replaced when it grows
  group: Int32Array; // a label: fragments that have not moved against each other share a number; replaced as well
}

/** The field of a family, whole or broken already. */
export function createFragmentField(parts: FieldParts, family: Family): FragmentField {
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
  const field: FragmentField = {
    family,
    grid: parts.field,
    nodes: parts.nodes,
    tetGrid: parts.tetGrid,
    faces: createCrackFaces(topology.tetCount),
    front: createFaceFront(parts.nodes.distance),
    box: new Float64Array(0),
    group: new Int32Array(0),
  };
  reserveLabels(field);
  const cut = Uint32Array.from(family.cutCase.keys()).filter((t) => family.cutCase[t] > 0);
  learnCuts(field, cut, cut.length);
  for (let label = 0; label < family.fragments.count; label++) fitBox(field.box, family, field.faces, label);
  return field;
}

/**
 * Brings the field up to date with all that was cut since clearChanges. Visits only what changed: new cracks, nodes that
 * came closer to a surface, fragments that were cut. Fragments that were not cut answer as before. Deterministic;
 * allocates only to grow.
 */
export function updateFragmentField(field: FragmentField, changes: Changes): void {
  const { family, faces } = field;
  if (changes.family !== null && changes.family !== family) {
    throw new InputError('bad-argument', 'changes holds those of another family: give those of field.family');
  }
  reserveLabels(field);
  learnCuts(field, changes.tet, changes.tetCount);
  for (let k = 0; k < changes.parentCount; k++) fitBox(field.box, family, faces, changes.parent[k]);
  for (let k = 0; k < changes.fragmentCount; k++) fitBox(field.box, family, faces, changes.fragment[k]);
}

/** Room for all labels; new ones are groups of their own. */
function reserveLabels(field: FragmentField): void {
  const { count } = field.family.fragments;
  const known = field.group.length;
  if (count <= known) return;
  field.group = grow(field.group, count);
  field.box = grow(field.box, 6 * field.group.length);
  for (let label = known; label < field.group.length; label++) field.group[label] = label;
}

function learnCuts(field: FragmentField, tets: Uint32Array, count: number): void {
  makeFaces(field.faces, field.family, tets, count);
  propagateFaces(field.front, field.faces, field.family, tets, count);
}
