import { describe, expect, it } from 'vitest';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createTetMesh } from '../../src/mesh/tet-mesh.ts';
import { reportTetMesh } from '../../src/mesh/tet-report.ts';

type Vector = [number, number, number];

const sub = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const norm = (a: Vector) => Math.hypot(...a);

/** The obvious way: the angle between the two other corners, both seen perpendicular to the edge. */
function slowDihedral(p: Vector, q: Vector, r: Vector, s: Vector): number {
  const e = sub(q, p);
  const flatten = (v: Vector): Vector => {
    const k = dot(v, e) / dot(e, e);
    return [v[0] - k * e[0], v[1] - k * e[1], v[2] - k * e[2]];
  };
  const u = flatten(sub(r, p));
  const v = flatten(sub(s, p));
  return (Math.atan2(norm(cross(u, v)), dot(u, v)) * 180) / Math.PI;
}

/** The circumcentre solves 2(b−a)·x = |b|²−|a|² and so on; Cramer's rule. */
function slowRadius([a, b, c, d]: Vector[]): number {
  const [u, v, w] = [sub(b, a), sub(c, a), sub(d, a)];
  const det = 2 * dot(u, cross(v, w));
  const [uu, vv, ww] = [dot(u, u), dot(v, v), dot(w, w)];
  const [vw, wu, uv] = [cross(v, w), cross(w, u), cross(u, v)];
  return norm([0, 1, 2].map((i) => (uu * vw[i] + vv * wu[i] + ww * uv[i]) / det) as Vector);
}

const regular = [1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1];

describe('reportTetMesh', () => {
  it('knows the regular tet', () => {
    const report = reportTetMesh(createTetMesh(regular, [0, 1, 2, 3]));
    const angle = (Math.acos(1 / 3) * 180) / Math.PI;
    expect(report).toMatchObject({ points: 4, tets: 1, interior: 0, triangles: 4, slivers: 0 });
    expect(report.minDihedral).toBeCloseTo(angle, 10);
    expect(report.maxDihedral).toBeCloseTo(angle, 10);
    expect(report.radiusEdge95).toBeCloseTo(Math.sqrt(6) / 4, 12);
    expect(report.volume).toBeCloseTo(8 / 3, 12);
    expect([report.recovered, report.volumeError, report.milliseconds]).toEqual([null, null, null]);
  });

  it('equals the obvious formulas on 500 random tets, seed 21', () => {
    const random = createRandom(21);
    for (let n = 0; n < 500; n++) {
      const x = Array.from({ length: 12 }, () => nextFloat(random));
      const report = reportTetMesh(createTetMesh(x, [0, 1, 2, 3]));
      const p = [0, 1, 2, 3].map((i) => x.slice(3 * i, 3 * i + 3) as Vector);
      const angles: number[] = [];
      const edges: number[] = [];
      for (let i = 0; i < 4; i++) {
        for (let j = i + 1; j < 4; j++) {
          const [k, l] = [0, 1, 2, 3].filter((m) => m !== i && m !== j);
          angles.push(slowDihedral(p[i], p[j], p[k], p[l]));
          edges.push(norm(sub(p[i], p[j])));
        }
      }
      const volume = Math.abs(dot(sub(p[1], p[0]), cross(sub(p[2], p[0]), sub(p[3], p[0])))) / 6;
      expect(report.minDihedral).toBeCloseTo(Math.min(...angles), 6);
      expect(report.maxDihedral).toBeCloseTo(Math.max(...angles), 6);
      expect(report.radiusEdge95 / (slowRadius(p) / Math.min(...edges))).toBeCloseTo(1, 6);
      expect(report.slivers).toBe(Math.min(...angles) < 5 || volume < 1e-3 * Math.max(...edges) ** 3 ? 1 : 0);
    }
  });

  it('counts slivers by angle and by volume, and interior points', () => {
    // Four points near a square, its diagonals apart by 0.02: dihedral angles of about 1°.
    const sliver = createTetMesh([1, 0, 0, -1, 0, 0, 0, 1, 0.02, 0, -1, 0.02], [0, 1, 2, 3]);
    expect(reportTetMesh(sliver).slivers).toBe(1);
    // A needle: good angles at its long edges, next to no volume.
    const needle = createTetMesh([0, 0, 0, 0.05, 0, 0, 0.025, 0.043, 0, 0.025, 0.0144, 3], [0, 1, 2, 3]);
    expect(reportTetMesh(needle).minDihedral).toBeGreaterThan(5);
    expect(reportTetMesh(needle).slivers).toBe(1);
    const star = createTetMesh([...regular, 0, 0, 0], [4, 1, 2, 3, 0, 4, 2, 3, 0, 1, 4, 3, 0, 1, 2, 4]);
    expect(reportTetMesh(star)).toMatchObject({ points: 5, interior: 1, triangles: 4, slivers: 0 });
  });

  it('survives flat tets and no tets at all', () => {
    const flat = {
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0),
      indices: Uint32Array.of(0, 1, 2, 3),
    };
    expect(reportTetMesh(flat)).toMatchObject({ minDihedral: 0, slivers: 1, volume: 0 });
    const none = { positions: new Float64Array(0), indices: new Uint32Array(0) };
    expect(reportTetMesh(none)).toMatchObject({
      points: 0,
      tets: 0,
      minDihedral: 0,
      maxDihedral: 0,
      radiusEdge95: 0,
    });
  });

  it('passes on what the mesher knows', () => {
    const tets = createTetMesh(regular, [0, 1, 2, 3]);
    const report = reportTetMesh({ tets, surfaceCount: 3, recovered: 0.5, volumeError: 0.01 }, 12);
    expect(report).toMatchObject({ interior: 1, recovered: 0.5, volumeError: 0.01, milliseconds: 12 });
  });
});
