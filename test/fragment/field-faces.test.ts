// Crack faces against the surfaces that extraction writes, and the closest point of a face against its triangles.

import { describe, expect, test } from 'vitest';
import {
  CASE_COUNT,
  CASE_POLYGONS,
  CASE_SIDE,
  CASE_TRIANGLES,
  POLYGON_STREAM,
} from '../../src/fragment/cases.ts';
import { clearChanges } from '../../src/fragment/changes.ts';
import {
  type CrackFaces,
  closestPointFace,
  createCrackFaces,
  faceWithin,
  POLYGON_PLANE,
  POLYGON_SIZE,
  SPAN_SIZE,
  writeSpan,
} from '../../src/fragment/crack-faces.ts';
import { CASE_FIRST, POLYGON_STRIDE, POLYGON_TABLE } from '../../src/fragment/crack-table.ts';
import { createFragmentMesh, extractShape } from '../../src/fragment/extract.ts';
import { updateFragmentField } from '../../src/fragment/fragment-field.ts';
import { closestPointTriangle } from '../../src/geometry/point-triangle.ts';
import { writeFrame } from '../../src/geometry/triangle.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { breakSolid, largest, readyOf, shatter } from './field-oracle.ts';

test('the table lists each side of each case as cases.ts does, with what lies across', () => {
  for (let c = 1; c < CASE_COUNT; c++) {
    for (let corner = 0; corner < 4; corner++) {
      const expected: string[] = [];
      let at = CASE_POLYGONS[4 * c + corner];
      for (let n = POLYGON_STREAM[at++]; n > 0; n--) {
        const count = POLYGON_STREAM[at++];
        expected.push([...POLYGON_STREAM.subarray(at, at + count)].sort((a, b) => a - b).join());
        at += count;
      }
      const listed: string[] = [];
      let across = 0;
      for (
        let e = POLYGON_STRIDE * CASE_FIRST[c];
        e < POLYGON_STRIDE * CASE_FIRST[c + 1];
        e += POLYGON_STRIDE
      ) {
        for (const side of [6, 7]) {
          if ((POLYGON_TABLE[e + side] & (1 << corner)) === 0) continue;
          expect(POLYGON_TABLE[e + side]).toBe(CASE_SIDE[4 * c + corner]);
          expect(POLYGON_TABLE[e + side] & POLYGON_TABLE[e + side + 2]).toBe(0);
          expect(POLYGON_TABLE[e + side + 2]).toBeGreaterThan(0);
          across |= POLYGON_TABLE[e + side + 2];
          const points = [...POLYGON_TABLE.subarray(e + 2, e + 2 + POLYGON_TABLE[e + 1])];
          listed.push(points.sort((a, b) => a - b).join());
        }
      }
      expect(listed.sort()).toEqual(expected.sort());
      expect(across | CASE_SIDE[4 * c + corner]).toBe(15); // faces of a side part it from all other corners
      expect(CASE_TRIANGLES[4 * c + corner]).toBeLessThan(9);
    }
  }
});

describe.each(['ball', 'crate', 'slab'] as const)('faces of a %s, seed 4', (name) => {
  const { family, field, changes, ready } = breakSolid(readyOf(name), 14, 6, 4);
  const { faces } = field;
  const { tetNode, positions, tetCount } = ready.topology;

  test('lie in their planes, turn about their normals, have their sides where they say', () => {
    const edge = ready.topology.meanScale;
    let wrong = 0;
    for (let g = 0; g < faces.count; g++) {
      const [nx, ny, nz, d] = faces.geometry.subarray(
        POLYGON_SIZE * g + POLYGON_PLANE,
        POLYGON_SIZE * (g + 1),
      );
      const above = (x: ArrayLike<number>) => nx * x[0] + ny * x[1] + nz * x[2] - d;
      const corners = cornersOf(faces, g);
      for (const x of corners) if (Math.abs(above(x)) > 1e-12 * edge) wrong++;
      if (areaAlong(corners, [nx, ny, nz]) < -1e-12 * edge * edge) wrong++;
      for (let c = 0; c < 4; c++) {
        const i = 3 * tetNode[4 * faces.tet[g] + c];
        const bit = 1 << c;
        const height = above(positions.subarray(i, i + 3));
        if ((faces.own[2 * g] | faces.across[2 * g + 1]) & bit && !(height < 0)) wrong++;
        if ((faces.own[2 * g + 1] | faces.across[2 * g]) & bit && !(height > 0)) wrong++;
      }
    }
    expect(faces.count).toBeGreaterThan(300);
    expect(wrong).toBe(0);
  });

  test('have the area of the cracks of each fragment', () => {
    const area = new Float64Array(family.fragments.count);
    let wrong = 0;
    for (let t = 0; t < tetCount; t++) {
      if (faces.size[t] > 0 !== family.cutCase[t] > 0) wrong++;
      for (let f = 2 * faces.first[t]; f < 2 * (faces.first[t] + faces.size[t]); f++) {
        if (faces.own[f] === 0) continue;
        const labels = [0, 1, 2, 3]
          .filter((c) => faces.own[f] & (1 << c))
          .map((c) => family.label[tetNode[4 * t + c]]);
        if (new Set(labels).size !== 1) wrong++;
        const o = POLYGON_SIZE * (f >> 1) + POLYGON_PLANE;
        area[labels[0]] += areaAlong(cornersOf(faces, f >> 1), faces.geometry.subarray(o, o + 3));
      }
    }
    expect(wrong).toBe(0);
    const mesh = createFragmentMesh();
    for (let label = 0; label < family.fragments.count; label++) {
      extractShape(mesh, family, label);
      expect(area[label]).toBeCloseTo(mesh.crackArea, 10);
      expect(mesh.crackArea).toBeGreaterThan(0);
    }
  });

  test('keep their numbers and places when other tets are cut', () => {
    const before = faces.geometry.slice(0, POLYGON_SIZE * faces.count);
    const first = faces.first.slice();
    clearChanges(changes);
    shatter(changes, family, largest(family), 4, 99);
    updateFragmentField(field, changes);
    expect(changes.tetCount).toBeGreaterThan(0);
    expect(faces.geometry.subarray(0, before.length)).toEqual(before);
    const cut = new Set(changes.tet.subarray(0, changes.tetCount));
    let wrong = 0;
    for (let t = 0; t < tetCount; t++) {
      if (cut.has(t) ? faces.first[t] < before.length / POLYGON_SIZE : faces.first[t] !== first[t]) wrong++;
    }
    expect(wrong).toBe(0);
  });
});

test('the closest point of a face is that of its triangles, slivers and doubled corners too, seed 8', () => {
  const random = createRandom(8);
  const faces = createFaces();
  const out = new Float64Array(4);
  const p = new Float64Array(3);
  for (let round = 0; round < 4000; round++) {
    const corners = drawPolygon(round, () => 2 * nextFloat(random) - 1);
    setFace(faces, corners);
    for (let d = 0; d < 3; d++) p[d] = 3 * nextFloat(random) - 1.5;
    closestPointFace(out, faces.geometry, 0, faces.sides[0], p, 0);
    const exact = closestOfFan(corners, p);
    expect(Math.sqrt(out[0])).toBeCloseTo(exact, 9);
    expect(Math.hypot(out[1] - p[0], out[2] - p[1], out[3] - p[2])).toBeCloseTo(exact, 9);
    // Within a limit, and only then, the other way gives the same.
    const least = out[0];
    for (const limit of [0.5, 1 - 1e-6, 1 + 1e-6, 2, Infinity]) {
      out[0] = limit * least;
      expect(faceWithin(out, faces.geometry, 0, faces.sides[0], p, 0)).toBe(limit > 1);
      expect(out[0]).toBe(limit > 1 ? least : limit * least);
    }
  }
});

/** A convex polygon in a random plane: three or four corners, now and then thin, short or with two corners in one. */
function drawPolygon(round: number, next: () => number): number[][] {
  const axis = [0, 1, 2].map(next);
  const u = unit(cross(axis, [next(), next(), next()]));
  const v = unit(cross(axis, u));
  const width = round % 5 === 0 ? 1e-6 : 1;
  const count = 3 + (round % 2);
  const turns = Array.from({ length: count }, (_, k) => (2 * Math.PI * (k + 0.4 * next())) / count);
  const corners = turns.map((a) =>
    u.map((x, d) => Math.cos(a) * x + width * Math.sin(a) * v[d] + 0.1 * axis[d]),
  );
  if (count === 4 && round % 7 === 0) corners[1] = [...corners[0]];
  return corners;
}

function createFaces(): CrackFaces {
  const faces = createCrackFaces(1);
  faces.geometry = new Float64Array(POLYGON_SIZE);
  faces.sides = new Uint8Array(1);
  return faces;
}

function setFace(faces: CrackFaces, corners: number[][]): void {
  const { geometry } = faces;
  const last = corners[corners.length - 1];
  geometry.set([...corners, ...Array(4 - corners.length).fill(last)].flat());
  faces.sides[0] = corners.length;
  const [a, b, c] = corners;
  const d = corners[3] ?? a;
  const n = unit(cross(sub(c, a), sub(d, b)));
  geometry.set([...n, dot(n, a)], POLYGON_PLANE);
}

function closestOfFan(corners: number[][], p: Float64Array): number {
  const frame = new Float64Array(12);
  const hit = new Float64Array(4);
  let best = Infinity;
  for (let k = 2; k < corners.length; k++) {
    const positions = Float64Array.from([...corners[0], ...corners[k - 1], ...corners[k]]);
    writeFrame(frame, 0, positions, Uint32Array.of(0, 1, 2), 0);
    closestPointTriangle(hit, frame, 0, p[0], p[1], p[2]);
    best = Math.min(best, Math.sqrt(hit[0]));
  }
  return best;
}

function cornersOf(faces: CrackFaces, g: number): number[][] {
  return Array.from({ length: faces.sides[g] }, (_, k) => [
    ...faces.geometry.subarray(POLYGON_SIZE * g + 3 * k, POLYGON_SIZE * g + 3 * k + 3),
  ]);
}

function areaAlong(corners: number[][], n: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 2; k < corners.length; k++) {
    sum += dot(cross(sub(corners[k - 1], corners[0]), sub(corners[k], corners[0])), n) / 2;
  }
  return sum;
}

function sub(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function unit(a: number[]): number[] {
  const length = Math.hypot(...a);
  return length > 0 ? a.map((x) => x / length) : a;
}

test('spans hold polygons, whatever the size of their coordinates, and little more, seed 11', () => {
  const random = createRandom(11);
  const polygon = new Float64Array(POLYGON_SIZE);
  const span = new Float32Array(SPAN_SIZE);
  const drawPlace = () => (nextFloat(random) - 0.5) * 10 ** Math.floor(30 * nextFloat(random) - 20);
  for (let k = 0; k < 20000; k++) {
    const far = drawPlace();
    for (let n = 0; n < POLYGON_SIZE; n++) polygon[n] = k % 2 === 0 ? drawPlace() : far + 0.1 * drawPlace();
    if (k % 3 === 0) polygon.copyWithin(9, 6, 9); // a triangle
    if (k % 7 === 0) polygon[k % 12] = 0;
    writeSpan(span, 0, polygon, 0);
    for (let d = 0; d < 3; d++) {
      const corners = [0, 3, 6, 9].map((c) => polygon[c + d]);
      const low = Math.min(...corners);
      const high = Math.max(...corners);
      const slack = 3e-7 * Math.max(Math.abs(low), Math.abs(high)) + 1e-36;
      expect(span[d]).toBeLessThanOrEqual(low);
      expect(span[3 + d]).toBeGreaterThanOrEqual(high);
      expect(span[d]).toBeGreaterThanOrEqual(low - slack);
      expect(span[3 + d]).toBeLessThanOrEqual(high + slack);
      expect(span[6 + d]).toBe(Math.fround(polygon[POLYGON_PLANE + d]));
    }
  }
});
