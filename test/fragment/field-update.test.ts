// Updates of the fragment field: what nodes know against the exact surfaces, and that only what changed changes.

import { describe, expect, test } from 'vitest';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { closestPointFace } from '../../src/fragment/crack-faces.ts';
import { createFragmentMesh, extractShape } from '../../src/fragment/extract.ts';
import { createFamily, type Family } from '../../src/fragment/family.ts';
import {
  createFragmentField,
  type FragmentField,
  updateBareField,
  updateFragmentField,
} from '../../src/fragment/fragment-field.ts';
import { measureFragment } from '../../src/fragment/measure.ts';
import { propagateFaces } from '../../src/fragment/propagate.ts';
import { createRandom } from '../../src/math/random.ts';
import { meanForm } from '../../src/papers/mean-form.ts';
import { type MeanFront, propagateMeans } from '../../src/papers/mean-front.ts';
import {
  breakSolid,
  closestOfShape,
  drawInside,
  largest,
  readyOf,
  shapeOf,
  shatter,
} from './field-oracle.ts';

/** The exact depth of every node below the surface of its fragment. */
function exactDepths(family: Family): Float64Array {
  const { label, topology, fragments } = family;
  const depth = new Float64Array(topology.nodeCount);
  const out = new Float64Array(4);
  for (let f = 0; f < fragments.count; f++) {
    const shape = shapeOf(family, f);
    for (let i = 0; i < topology.nodeCount; i++) {
      if (label[i] !== f) continue;
      closestOfShape(out, shape, topology.positions.slice(3 * i, 3 * i + 3));
      depth[i] = out[0];
    }
  }
  return depth;
}

function listCut(family: Family): Uint32Array {
  return Uint32Array.from(family.cutCase.keys()).filter((t) => family.cutCase[t] > 0);
}

describe.each(['ball', 'crate', 'slab'] as const)('the field of a %s broken twice, seed 3', (name) => {
  const ready = readyOf(name);
  const { family, field } = breakSolid(ready, 12, 7, 3);
  const { meanScale, nodeCount, positions } = ready.topology;
  const exact = exactDepths(family);

  test('nodes are no deeper than they know, and nearly all know it exactly', () => {
    const { distance, face } = field.front;
    const hit = new Float64Array(4);
    let right = 0;
    for (let i = 0; i < nodeCount; i++) {
      expect(distance[i]).toBeGreaterThan(exact[i] - 1e-12);
      expect(distance[i]).toBeLessThanOrEqual(ready.nodes.distance[i]);
      if (distance[i] < exact[i] + 1e-9) right++;
      if (face[i] < 0) expect(distance[i]).toBe(ready.nodes.distance[i]);
      else {
        const g = face[i] >> 1;
        closestPointFace(hit, field.faces.geometry, 16 * g, field.faces.sides[g], positions, 3 * i);
        expect(Math.sqrt(hit[0])).toBe(distance[i]);
      }
    }
    expect(right / nodeCount).toBeGreaterThan(0.97);
  });

  test('a second propagation changes nothing', () => {
    const before = field.front.distance.slice();
    const cut = listCut(family);
    propagateFaces(field.front, field.faces, family, cut, cut.length);
    expect(field.front.distance).toEqual(before);
    expect(field.front.visits).toBe(0);
  });

  test('a field made anew knows as much', () => {
    const anew = createFragmentField(ready, family);
    let apart = 0;
    for (let i = 0; i < nodeCount; i++) {
      expect(anew.front.distance[i]).toBeGreaterThan(exact[i] - 1e-12);
      if (Math.abs(anew.front.distance[i] - field.front.distance[i]) > 0.01 * meanScale) apart++;
    }
    expect(apart / nodeCount).toBeLessThan(0.02);
    expect(anew.box.subarray(0, 6 * family.fragments.count)).toEqual(
      field.box.subarray(0, 6 * family.fragments.count),
    );
  });

  test('boxes are those of the extracted surfaces', () => {
    checkBoxes(field);
  });

  test('and are after six more breaks, each of the largest, with tets cut again and again', () => {
    const more = breakSolid(ready, 12, 7, 3);
    for (let k = 0; k < 6; k++) {
      clearChanges(more.changes);
      shatter(more.changes, more.family, largest(more.family), 6, 20 + k);
      updateFragmentField(more.field, more.changes);
      checkBoxes(more.field);
    }
  });

  test('and are left to the caller who says so', () => {
    const more = breakSolid(ready, 12, 0, 3);
    const before = more.field.box.slice(0, 6);
    clearChanges(more.changes);
    shatter(more.changes, more.family, 0, 7, 4);
    updateBareField(more.field, more.changes);
    expect(more.field.box.subarray(0, 6)).toEqual(before);
    expect(more.field.box.length).toBeGreaterThanOrEqual(6 * more.family.fragments.count);
  });

  test('fragments that are not cut answer with the same bits after others are', () => {
    const again = breakSolid(ready, 12, 7, 3);
    const cut = largest(again.family);
    const points: { label: number; p: Float64Array }[] = [];
    const draw = drawInside(again.family, createRandom(5));
    while (points.length < 400) {
      const p = new Float64Array(3);
      const label = draw(p);
      if (label !== cut) points.push({ label, p });
    }
    const before = points.map(({ label, p }) => askDepth(again.field, label, p));
    clearChanges(again.changes);
    shatter(again.changes, again.family, cut, 5, 77);
    updateFragmentField(again.field, again.changes);
    expect(again.changes.fragmentCount).toBeGreaterThan(1);
    expect(points.map(({ label, p }) => askDepth(again.field, label, p))).toEqual(before);
  });

  test("the paper's form: distances fall and stay finite, directions are unit, fronts come to rest", () => {
    const mean = breakSolid(ready, 12, 7, 3, meanForm);
    const front = mean.field.known as MeanFront | null;
    if (front === null) throw new Error('no front');
    for (let i = 0; i < nodeCount; i++) {
      expect(front.distance[i]).toBeLessThanOrEqual(ready.nodes.distance[i]);
      expect(front.distance[i]).toBeGreaterThanOrEqual(0);
      expect(Math.hypot(...front.direction.subarray(3 * i, 3 * i + 3))).toBeCloseTo(1, 9);
    }
    const cut = listCut(mean.family);
    propagateMeans(front, mean.field.faces, mean.family, cut, cut.length);
    const before = front.distance.slice();
    propagateMeans(front, mean.field.faces, mean.family, cut, cut.length);
    expect(front.distance).toEqual(before);
  });
});

/** Compares the boxes of all fragments with those of their surfaces, to the last bit. */
function checkBoxes(field: FragmentField): void {
  const { family, box } = field;
  const mesh = createFragmentMesh();
  for (let label = 0; label < family.fragments.count; label++) {
    extractShape(mesh, family, label);
    const tight = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let v = 0; v < 3 * mesh.vertexCount; v++) {
      tight[v % 3] = Math.min(tight[v % 3], mesh.positions[v]);
      tight[3 + (v % 3)] = Math.max(tight[3 + (v % 3)], mesh.positions[v]);
    }
    expect([...box.subarray(6 * label, 6 * label + 6)]).toEqual(tight);
  }
}

function askDepth(field: FragmentField, label: number, p: Float64Array): number[] {
  const out = new Float64Array(4);
  measureFragment(out, field, label, p, 0, new Float64Array(2), false);
  return [...out];
}

test('a small cut visits little', () => {
  const ready = readyOf('ball');
  const { family, changes, field } = breakSolid(ready, 30, 0, 2);
  clearChanges(changes);
  shatter(changes, family, largest(family), 2, 1);
  const made = field.faces.count;
  updateFragmentField(field, changes);
  expect(changes.tetCount).toBeGreaterThan(0);
  expect(field.faces.count - made).toBeLessThan(8 * changes.tetCount);
  expect(field.front.tests).toBeLessThan(40 * changes.tetCount);
  expect(field.front.visits).toBeLessThan(ready.topology.nodeCount / 4);
});

test('what does not fit is refused', () => {
  const ready = readyOf('ball');
  const other = readyOf('crate');
  const family = createFamily(ready.topology);
  expect(() => createFragmentField(other, family)).toThrow(/tetGrid/);
  expect(() => createFragmentField({ ...ready, nodes: other.nodes }, family)).toThrow(/nodes/);
  expect(() => createFragmentField(ready, family, { form: 'exact' as never })).toThrow(/form/);
  const field = createFragmentField(ready, family);
  const changes = createChanges(ready.topology);
  shatter(changes, createFamily(ready.topology), 0, 3, 1);
  expect(() => updateFragmentField(field, changes)).toThrow(/another family/);
});
