// Distances from outside, in boxes of faces, against the closest triangle of the extracted fragment.

import { describe, expect, test } from 'vitest';
import { clearChanges, createChanges } from '../../src/fragment/changes.ts';
import { faceTreeOf } from '../../src/fragment/face-tree.ts';
import { createFamily } from '../../src/fragment/family.ts';
import {
  createFragmentField,
  type FragmentField,
  updateFragmentField,
} from '../../src/fragment/fragment-field.ts';
import { AWAY, BEYOND, closestFace, FACE_HIT_SIZE, WITHIN } from '../../src/fragment/outside.ts';
import { applyPattern } from '../../src/fragment/patterns.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { findGarbage } from '../support/allocation.ts';
import { breakSolid, closestOfShape, drawInside, readyOf, readySolid, shapeOf } from './field-oracle.ts';
import { createSolid } from './solids.ts';

const hit = new Float64Array(FACE_HIT_SIZE);
const exact = new Float64Array(4);

describe.each(['ball', 'crate', 'slab'] as const)('faces of a %s broken twice, seed 4', (name) => {
  const broken = breakSolid(readyOf(name), 12, 8, 4);
  const { field, family } = broken;
  const { meanScale } = broken.ready.topology;
  const { count } = family.fragments;

  /** Compares every fragment with its extracted surface at points in and around the solid; returns what was met. */
  function compare(points: number, seed: number) {
    const random = createRandom(seed);
    const draw = drawInside(family, random);
    const p = new Float64Array(3);
    const met = [0, 0, 0];
    for (let label = 0; label < family.fragments.count; label++) {
      const shape = shapeOf(family, label);
      for (let k = 0; k < points; k++) {
        draw(p);
        for (let d = 0; d < 3; d++) p[d] += (k % 3) * meanScale * (2 * nextFloat(random) - 1);
        closestOfShape(exact, shape, p);
        const near = 4 * meanScale * nextFloat(random);
        const far = near + (k % 2) * meanScale;
        const found = closestFace(hit, field, label, p, 0, Float64Array.of(near * near, far * far), false);
        met[found]++;
        const right = exact[0] < near ? WITHIN : exact[0] < far ? BEYOND : AWAY;
        if (Math.abs(exact[0] - near) > 1e-9 && Math.abs(exact[0] - far) > 1e-9) expect(found).toBe(right);
        if (found === WITHIN) expect(Math.abs(Math.sqrt(hit[0]) - exact[0])).toBeLessThan(1e-9);
      }
    }
    return met;
  }

  test('are as far as the closest triangle', () => {
    const met = compare(200, 1);
    for (const often of met) expect(often).toBeGreaterThan(50);
  });

  /** The faces of a fragment by a walk over all tets and triangles. */
  function listFaces(label: number): number[] {
    const { label: labelOf, topology } = family;
    const { first, size, own } = field.faces;
    const list: number[] = [];
    for (let t = 0; t < topology.tetCount; t++) {
      for (let f = 2 * first[t]; f < 2 * (first[t] + size[t]); f++) {
        if (own[f] > 0 && labelOf[topology.tetNode[4 * t + Math.log2(own[f] & -own[f])]] === label)
          list.push(f);
      }
    }
    for (let t = 0; 3 * t < topology.triangle.length; t++) {
      if (topology.triangle.subarray(3 * t, 3 * t + 3).some((i) => labelOf[i] === label)) list.push(-1 - t);
    }
    return list.sort((a, b) => a - b);
  }

  /** Every fragment's boxes hold its faces, each once, and their normals. */
  function checkBoxes(): void {
    for (let label = 0; label < family.fragments.count; label++) {
      const { item, count: faces, box, normals, first, last, next } = faceTreeOf(field, label);
      expect([...item.subarray(0, faces)].sort((a, b) => a - b)).toEqual(listFaces(label));
      let held = 0;
      let outside = 0;
      const open = [0];
      for (let b = open.pop(); b !== undefined; b = open.pop()) {
        for (let k = first[b]; k < last[b]; k++) {
          const crack = item[k] >= 0;
          const geometry = crack ? field.faces.geometry : field.triangles;
          const o = 16 * (crack ? item[k] >> 1 : -1 - item[k]);
          for (let c = 0; c < 12; c++) {
            const at = geometry[o + c];
            if (at < box[6 * b + (c % 3)] || at > box[6 * b + 3 + (c % 3)]) outside++;
          }
          for (let d = 0; d < 3; d++) {
            const n = (crack && item[k] % 2 === 1 ? -1 : 1) * geometry[o + 12 + d];
            if (n < normals[6 * b + d] || n > normals[6 * b + 3 + d]) outside++;
          }
        }
        if (next[b] > 0) open.push(b + 1, next[b]);
        else held += last[b] - first[b];
      }
      expect(held).toBe(faces);
      expect(outside).toBe(0);
    }
  }

  test('stand each once below boxes that hold them and their normals', checkBoxes);

  test('come in the same order whatever was cut first', () => {
    const anew = createFragmentField(broken.ready, family);
    for (let label = 0; label < count; label++) {
      const trees = [field, anew].map((f) => faceTreeOf(f, label));
      const [first, next] = [trees, trees].map(([a, b], k) =>
        k === 0 ? [a.first, b.first] : [a.next, b.next],
      );
      for (const [a, b] of [first, next])
        expect(a.subarray(0, trees[0].boxes)).toEqual(b.subarray(0, trees[1].boxes));
      // Polygons may be numbered otherwise, but are the same.
      const places = [field, anew].map(({ faces, triangles }, k) =>
        [...trees[k].item.subarray(0, trees[k].count)].map((f) =>
          f >= 0 ? faces.geometry[16 * (f >> 1)] : triangles[16 * (-1 - f)],
        ),
      );
      expect(places[0]).toEqual(places[1]);
    }
  });

  test('follow a further break, and nothing is allocated once they are made', () => {
    const changes = createChanges(broken.ready.topology);
    clearChanges(changes);
    const made = applyPattern(changes, family, 0, { kind: 'slice', normal: [1, 0.2, 0.1], offset: 0 });
    updateFragmentField(field, changes);
    if (made > 0) expect(family.fragments.count).toBeGreaterThan(count);
    compare(60, 2);
    checkBoxes();
    const p = Float64Array.of(0.1, 0.2, 0.3);
    const bound = Float64Array.of(1, 1);
    const garbage = findGarbage(1000, () => {
      for (let k = 0; k < 1000; k++) closestFace(hit, field, 0, p, 0, bound, true);
    });
    expect(garbage).toEqual([]);
  });
});

/** How far a fragment is from a point by its faces. */
function distanceTo(field: FragmentField, label: number, p: number[]): number {
  const found = closestFace(hit, field, label, Float64Array.from(p), 0, Float64Array.of(100, 100), false);
  return found === WITHIN ? Math.sqrt(hit[0]) : Infinity;
}

test('copies of a whole share its faces, until one breaks', () => {
  const ready = readyOf('crate');
  const families = [0, 1].map(() => createFamily(ready.topology));
  const [whole, broken] = families.map((family) => createFragmentField(ready, family));
  expect(faceTreeOf(broken, 0)).toBe(faceTreeOf(whole, 0));
  const changes = createChanges(ready.topology);
  applyPattern(changes, families[1], 0, { kind: 'slice', normal: [1, 0.2, 0.1], offset: 0 });
  updateFragmentField(broken, changes);
  const random = createRandom(3);
  const p = new Float64Array(3);
  [whole, broken].forEach((field, k) => {
    for (let label = 0; label <= k; label++) {
      const shape = shapeOf(families[k], label);
      for (let n = 0; n < 50; n++) {
        for (let d = 0; d < 3; d++) p[d] = 4 * nextFloat(random) - 2;
        closestOfShape(exact, shape, p);
        expect(distanceTo(field, label, [...p])).toBeCloseTo(exact[0], 9);
      }
    }
  });
});

test('a solid in loose parts leaves nothing of the others behind when they come apart uncut', () => {
  const corner = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const solid = createSolid([...corner, ...corner.map((x) => x + 3)], [0, 1, 2, 3, 4, 5, 6, 7]);
  const ready = readySolid(solid, 16);
  const family = createFamily(ready.topology);
  const field = createFragmentField(ready, family);
  expect(distanceTo(field, 0, [3, 3, 2])).toBeCloseTo(1, 9);
  const changes = createChanges(ready.topology);
  expect(applyPattern(changes, family, 0, { kind: 'slice', normal: [1, 0, 0], offset: 2 })).toBe(1);
  updateFragmentField(field, changes);
  const near = [0, 1].map((label) => distanceTo(field, label, [3, 3, 2]));
  expect(Math.min(...near)).toBeCloseTo(1, 9);
  expect(Math.max(...near)).toBeGreaterThan(3);
});
