import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/job/error.ts';
import { createRandom } from '../../src/math/random.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { nextHalf } from '../../src/mesh/topology.ts';
import { type CutMesh, createCutMesh, labelPieces } from '../../src/surface/cut-mesh.ts';
import { advanceCut, type PlaneCut, planCut } from '../../src/surface/cut-plane.ts';
import { triangulatePolygon } from '../../src/surface/cut-polygon.ts';
import type { Shape } from '../support/data.ts';
import { box, joined, moved, reversed, shape, signed, sphere, torus } from '../support/shapes.ts';

/** Checks that half-edges are paired with their opposites, that no triangle repeats a vertex, and the columns' lengths. */
function checkClosed(cut: CutMesh): void {
  expect(cut.positions.length).toBe(3 * cut.vertexCount);
  expect(cut.indices.length).toBe(3 * cut.triangleCount);
  let wrong = 0;
  for (let h = 0; h < cut.indices.length; h++) {
    const g = cut.twin[h];
    if (g < 0 || cut.twin[g] !== h) wrong++;
    if (cut.indices[g] !== cut.indices[nextHalf(h)] || cut.indices[h] !== cut.indices[nextHalf(g)]) wrong++;
    if (cut.indices[h] === cut.indices[nextHalf(h)]) wrong++;
  }
  expect(wrong).toBe(0);
}

function volumeOf({ positions, indices, triangleCount, piece }: CutMesh, of: number): number {
  let sum = 0;
  for (let t = 0; t < triangleCount; t++) {
    if (piece[t] !== of) continue;
    const [a, b, c] = [0, 1, 2].map((i) =>
      positions.subarray(3 * indices[3 * t + i], 3 * indices[3 * t + i] + 3),
    );
    sum +=
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

function cutThrough(mesh: Shape, plane: PlaneCut, steps: number): CutMesh {
  const cut = createCutMesh(mesh);
  const volume = volumeOf(cut, 0);
  const crack = planCut(cut, plane);
  let faces = 0;
  for (let k = 1; k <= steps; k++) {
    const before = cut.triangleCount;
    const front = k === steps ? Infinity : crack.from + ((crack.to - crack.from) * k) / steps;
    const opened = advanceCut(cut, crack, front);
    faces += opened;
    checkClosed(cut);
    expect(cut.changes.first).toBe(before);
    expect(cut.triangleCount).toBe(before + cut.changes.decomposed + 2 * opened);
    // Opening a crack adds no volume.
    expect(volumeOf(cut, 0) / volume).toBeCloseTo(1, 12);
  }
  expect(faces).toBe(crack.order.length);
  expect(cut.crack.reduce((sum, x) => sum + x)).toBe(2 * faces);
  const pieces = labelPieces(cut);
  let sum = 0;
  for (let p = 0; p < pieces; p++) {
    const part = volumeOf(cut, p);
    expect(part).toBeGreaterThan(0);
    sum += part;
  }
  expect(sum / volume).toBeCloseTo(1, 12);
  return cut;
}

describe('faces of cracks', () => {
  it('are known as such, also once they have been cut themselves', () => {
    const cut = cutThrough(box(2, 1, 1), { normal: [1, 0, 0], offset: 1.001, along: [0, 1, 0] }, 3);
    const before = cut.crack.reduce((sum, x) => sum + x);
    const crack = planCut(cut, { normal: [0, 1, 0], offset: 0.503, along: [1, 0, 0], piece: 0 });
    const opened = advanceCut(cut, crack, Infinity);
    expect(cut.crack.reduce((sum, x) => sum + x)).toBeGreaterThan(before + 2 * opened);
    for (let t = 0; t < cut.triangleCount; t++) {
      const corners = [0, 1, 2].map((k) => 3 * cut.indices[3 * t + k]);
      const lies = (d: number, at: number) =>
        corners.every((o) => Math.abs(cut.positions[o + d] - at) < 1e-4);
      expect(cut.crack[t] === 1, `triangle ${t}`).toBe(lies(0, 1.001) || lies(1, 0.503));
    }
  });
});

describe('a growing cut leaves the mesh closed and its volume as it was', () => {
  const x: [number, number, number] = [1, 0, 0];
  const y: [number, number, number] = [0, 1, 0];
  it('a box in halves, in one step and in five', () => {
    for (const steps of [1, 5]) {
      const cut = cutThrough(box(2, 1, 1), { normal: x, offset: 1.001, along: y }, steps);
      expect(cut.pieceCount).toBe(2);
      expect(volumeOf(cut, 0) + volumeOf(cut, 1)).toBeCloseTo(2, 12);
      expect(Math.max(volumeOf(cut, 0), volumeOf(cut, 1))).toBeCloseTo(1.001, 5);
    }
  });

  it('through vertices, and along faces of a lattice: the plane gives way', () => {
    expect(cutThrough(sphere(8), { normal: x, offset: 0, along: y }, 6).pieceCount).toBe(2);
    expect(cutThrough(box(2, 1, 1), { normal: [1, 1, 0], offset: 1, along: [0, 0, 1] }, 3).pieceCount).toBe(
      2,
    );
  });

  it('a ring: in two arcs, and with a section that is a ring', () => {
    const ring = torus(40, 16);
    expect(cutThrough(ring, { normal: x, offset: 0.013, along: y }, 7).pieceCount).toBe(2);
    expect(cutThrough(ring, { normal: [0, 0, 1], offset: 0.011, along: x }, 7).pieceCount).toBe(2);
    // Not through: it hangs together after the cut ends in the hole's rim.
    expect(cutThrough(ring, { normal: x, offset: 1.1, along: y }, 4).pieceCount).toBe(2);
  });

  it('hollow and nested solids: loops in loops', () => {
    const shell = joined(
      sphere(10),
      reversed(moved(sphere(8), [0.1, 0, 0], 0.7)),
      moved(sphere(5), [0.1, 0, 0], 0.4),
    );
    const cut = createCutMesh(shell);
    // Three surfaces are three pieces to begin with; as one piece they are cut together.
    cut.piece.fill(0);
    cut.pieceCount = 1;
    const crack = planCut(cut, { normal: x, offset: 0.05, along: y });
    advanceCut(cut, crack, Infinity);
    checkClosed(cut);
    expect(volumeOf(cut, 0)).toBeCloseTo(volumeOf(createCutMeshOf(shell), 0), 10);
  });

  it('random planes through random places, twenty, seed 71', () => {
    const random = createRandom(71);
    const meshes = [sphere(9), torus(30, 12), shapes.createApple({ triangles: 2000 })];
    for (let k = 0; k < 20; k++) {
      const mesh = meshes[k % 3];
      const size = k % 3 === 2 ? 0.038 : 1;
      const draw = (): [number, number, number] => [signed(random), signed(random), signed(random)];
      const normal = draw();
      const up = k % 3 === 2 ? normal[1] * size : 0;
      cutThrough(mesh, { normal, offset: up + 0.2 * size * signed(random), along: draw() }, 1 + (k % 5));
    }
  });

  it('cuts again what was cut, piece by piece', () => {
    const cut = createCutMesh(sphere(9));
    const volume = volumeOf(cut, 0);
    const planes: PlaneCut[] = [
      { normal: x, offset: 0.05, along: y },
      { normal: y, offset: 0.03, along: x, piece: 0 },
      { normal: [0, 0, 1], offset: 0.02, along: x, piece: 1 },
      { normal: [1, 1, 1], offset: 0.3, along: x, piece: 2 },
    ];
    for (const plane of planes) {
      const crack = planCut(cut, plane);
      for (let k = 1; k <= 3; k++)
        advanceCut(cut, crack, k === 3 ? Infinity : crack.from + (k * (crack.to - crack.from)) / 3);
      checkClosed(cut);
      labelPieces(cut);
    }
    expect(cut.pieceCount).toBe(5);
    let sum = 0;
    for (let p = 0; p < 5; p++) sum += volumeOf(cut, p);
    expect(sum).toBeCloseTo(volume, 12);
  });

  it('refuses open meshes, no plane and a plane that misses', () => {
    expect(() => createCutMesh(shape([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]))).toThrow(InputError);
    const cut = createCutMesh(box());
    expect(() => planCut(cut, { normal: x, offset: 2, along: y })).toThrow(InputError);
    expect(() => planCut(cut, { normal: [0, 0, 0], offset: 0.5, along: y })).toThrow(InputError);
    expect(cut.triangleCount).toBe(12);
  });
});

function createCutMeshOf(mesh: Shape): CutMesh {
  const cut = createCutMesh(mesh);
  cut.piece.fill(0);
  return cut;
}

describe('triangulatePolygon', () => {
  const areaOf = (points: Float64Array, triangles: Int32Array) => {
    let sum = 0;
    let least = Infinity;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [2 * triangles[t], 2 * triangles[t + 1], 2 * triangles[t + 2]];
      const area =
        ((points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
          (points[b + 1] - points[a + 1]) * (points[c] - points[a])) /
        2;
      sum += area;
      least = Math.min(least, area);
    }
    return { sum, least };
  };

  it('a square with a lattice inside: area, orientation, sides', () => {
    const square = Float64Array.of(0, 0, 1, 0, 1, 1, 0, 1);
    const { points, triangles, neighbor } = triangulatePolygon(square, Uint32Array.of(0), 0.1);
    expect(points.length / 2).toBeGreaterThan(80);
    const { sum, least } = areaOf(points, triangles);
    expect(sum).toBeCloseTo(1, 12);
    expect(least).toBeGreaterThan(0);
    expect(neighbor.filter((side) => side < 0).length).toBe(4);
  });

  it('stars with holes, seed 72', () => {
    const random = createRandom(72);
    for (let k = 0; k < 20; k++) {
      const points: number[] = [];
      const starts = [0];
      const star = (n: number, cx: number, cy: number, r: number, turn: number) => {
        for (let i = 0; i < n; i++) {
          const s = r * (0.7 + 0.3 * signed(random));
          const angle = (turn * 2 * Math.PI * i) / n;
          points.push(cx + s * Math.cos(angle), cy + s * Math.sin(angle));
        }
      };
      star(40, 0, 0, 1, 1);
      for (const [cx, cy] of [
        [0.15, 0.1],
        [-0.18, -0.02],
        [0.02, -0.2],
      ]) {
        starts.push(points.length / 2);
        star(9, cx, cy, 0.08, -1);
      }
      const flat = Float64Array.from(points);
      let want = 0;
      starts.forEach((from, s) => {
        const end = s + 1 < starts.length ? starts[s + 1] : flat.length / 2;
        for (let i = from; i < end; i++) {
          const j = i + 1 < end ? i + 1 : from;
          want += (flat[2 * i] * flat[2 * j + 1] - flat[2 * j] * flat[2 * i + 1]) / 2;
        }
      });
      const mesh = triangulatePolygon(flat, Uint32Array.from(starts), 0.12);
      const { sum, least } = areaOf(mesh.points, mesh.triangles);
      expect(sum).toBeCloseTo(want, 12);
      expect(least).toBeGreaterThan(0);
      expect(mesh.neighbor.filter((side) => side < 0).length).toBe(40 + 27);
    }
  });
});
