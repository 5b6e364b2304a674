import { describe, expect, it } from 'vitest';
import { eigenSymmetric } from '../../src/fracture/eigen.ts';
import { dissectMesh } from '../../src/fracture/modal/dissect.ts';
import {
  createQuadraticMesh,
  type QuadraticMesh,
  stiffnessOfTet,
  TET_NODES,
  TET_SIZE,
} from '../../src/fracture/modal/element.ts';
import { factorMesh } from '../../src/fracture/modal/factor.ts';
import { createRigid, findModes } from '../../src/fracture/modal/lanczos.ts';
import { computeModes, type Modes, unpackMode } from '../../src/fracture/modal/modes.ts';
import { solveFactor } from '../../src/fracture/modal/solve.ts';
import { finishWork } from '../../src/job/work.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createTetMesh } from '../../src/mesh/tet-mesh.ts';
import { boxTets } from './meshes.ts';

/** The slow sibling of factor and solve: K u tet by tet. */
function applyStiffness(mesh: QuadraticMesh, poisson: number, u: ArrayLike<number>): Float64Array {
  const out = new Float64Array(3 * mesh.count);
  const k = new Float64Array(TET_SIZE * TET_SIZE);
  for (let t = 0; t < mesh.tetCount; t++) {
    stiffnessOfTet(k, mesh.tets, t, poisson);
    for (let i = 0; i < TET_SIZE; i++) {
      const row = 3 * mesh.node[TET_NODES * t + Math.floor(i / 3)] + (i % 3);
      for (let j = 0; j < TET_SIZE; j++) {
        out[row] += k[i * TET_SIZE + j] * u[3 * mesh.node[TET_NODES * t + Math.floor(j / 3)] + (j % 3)];
      }
    }
  }
  return out;
}

/** The slow sibling of Lanczos: all ω² by a dense eigenproblem. */
function denseSquares(mesh: QuadraticMesh, poisson: number): number[] {
  const n = 3 * mesh.count;
  const a = new Float64Array(n * n);
  const unit = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    unit.fill(0);
    unit[j] = 1 / Math.sqrt(mesh.mass[Math.floor(j / 3)]);
    applyStiffness(mesh, poisson, unit).forEach((x, i) => {
      a[i * n + j] = x / Math.sqrt(mesh.mass[Math.floor(i / 3)]);
    });
  }
  eigenSymmetric(a, new Float64Array(n * n), n);
  return Array.from({ length: n }, (_, i) => a[i * n + i]).sort((x, y) => x - y);
}

const frequencies = (modes: Modes) => [...modes.square].map(Math.sqrt); // at √(E/ρ) = 1

describe('quadratic tets', () => {
  const mesh = createQuadraticMesh(boxTets([1, 0.7, 0.5], [2, 1, 1]));

  it('mass is volume; moving and turning as a whole takes no force', () => {
    expect(mesh.mass.reduce((sum, m) => sum + m)).toBeCloseTo(0.35, 12);
    for (const motion of createRigid(mesh)) {
      for (const force of applyStiffness(mesh, 0.3, motion)) expect(Math.abs(force)).toBeLessThan(1e-12);
    }
  });

  it('stretch and bending have exactly the energy that they should have', () => {
    const stretch = new Float64Array(3 * mesh.count);
    const bend = new Float64Array(3 * mesh.count); // about z, with ν = 0: w = −x²/2 and u = x·y
    for (let i = 0; i < mesh.count; i++) {
      const [x, y] = mesh.positions.subarray(3 * i, 3 * i + 2);
      stretch[3 * i] = x;
      bend[3 * i] = x * y;
      bend[3 * i + 1] = (-x * x) / 2;
    }
    const work = (u: Float64Array, f: Float64Array) => u.reduce((sum, x, i) => sum + x * f[i], 0);
    const [nu, volume] = [0.3, 0.35];
    const young = (1 - nu) / ((1 + nu) * (1 - 2 * nu)); // stretch without narrowing
    expect(work(stretch, applyStiffness(mesh, nu, stretch))).toBeCloseTo(young * volume, 12);
    expect(work(bend, applyStiffness(mesh, 0, bend))).toBeCloseTo((0.7 ** 3 / 3) * 0.5, 12); // ∫ y²
  });
});

describe('factor and Lanczos', () => {
  it('dissection parts: no tet has nodes in two groups of which neither is above the other', () => {
    const mesh = createQuadraticMesh(boxTets([1, 1, 1], [4, 3, 3]));
    const { groupOf, parent, node, groups } = dissectMesh(mesh);
    expect(groups).toBeGreaterThan(7);
    expect([...node].sort((a, b) => a - b)).toEqual(Array.from({ length: mesh.count }, (_, i) => i));
    const isAbove = (a: number, b: number) => {
      let g = b;
      while (g >= 0 && g !== a) g = parent[g];
      return g === a;
    };
    for (let t = 0; t < mesh.tetCount; t++) {
      const of = [...mesh.node.subarray(TET_NODES * t, TET_NODES * (t + 1))].map((i) => groupOf[i]);
      for (const a of of) for (const b of of) expect(isAbove(a, b) || isAbove(b, a)).toBe(true);
    }
  });

  it('the factor solves, against K applied tet by tet (seed 5)', () => {
    const mesh = createQuadraticMesh(boxTets([1, 0.8, 0.6], [4, 3, 3]));
    const random = createRandom(5);
    const b = Float64Array.from({ length: 3 * mesh.count }, () => nextFloat(random) - 0.5);
    const x = new Float64Array(b.length);
    const factor = finishWork(factorMesh(mesh, dissectMesh(mesh), 0.25, 0.7));
    solveFactor(x, factor, b);
    const back = applyStiffness(mesh, 0.25, x);
    for (let i = 0; i < b.length; i++) {
      expect(back[i] + 0.7 * mesh.mass[Math.floor(i / 3)] * x[i]).toBeCloseTo(b[i], 9);
    }
  });

  it('finds what a dense solver finds, also of a cube, whose modes come in twos and threes', () => {
    for (const [size, cells] of [
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      [
        [1, 0.5, 0.4],
        [2, 1, 1],
      ],
    ]) {
      const mesh = createQuadraticMesh(boxTets(size, cells));
      const factor = finishWork(factorMesh(mesh, dissectMesh(mesh), 0.3, 0.5));
      const { square, residual } = finishWork(findModes(mesh, factor, 0.5, 12));
      expect(residual).toBeLessThan(1e-6);
      const dense = denseSquares(mesh, 0.3);
      expect(Math.abs(dense[5])).toBeLessThan(1e-9); // six rigid ones
      square.forEach((x, k) => {
        expect(x / dense[6 + k]).toBeCloseTo(1, 8);
      });
    }
  });
});

describe('modes', () => {
  const poisson = 0.3;

  it('a bar bends, twists and stretches as beams do', () => {
    const [length, side] = [1, 0.05];
    const tets = boxTets([length, side, side], [12, 2, 2]);
    const found = frequencies(finishWork(computeModes(tets, poisson)) as Modes);
    const beam = (side / Math.sqrt(12) / length ** 2) * 4.730041 ** 2; // Euler and Bernoulli; shear takes 1 % off
    expect(found[0] / beam).toBeGreaterThan(0.975);
    expect(found[0] / beam).toBeLessThan(1.005);
    expect(found[1] / found[0]).toBeCloseTo(1, 2); // and the other way across
    const twist = (Math.PI / length) * Math.sqrt((0.1406 * 6) / (2 * (1 + poisson)));
    const stretch = Math.PI / length;
    const closest = (wave: number) => Math.min(...found.map((w) => Math.abs(w / wave - 1)));
    expect(closest(stretch)).toBeLessThan(0.002);
    expect(closest(twist)).toBeLessThan(0.05); // two tets across are few for the way a section warps
  });

  it('a plate of one layer of tets rings as a plate does', () => {
    const [side, thickness] = [1, 0.02];
    const modes = finishWork(computeModes(boxTets([side, thickness, side], [10, 1, 10]), poisson)) as Modes;
    const unit = thickness / Math.sqrt(12 * (1 - poisson * poisson)) / (side * side);
    const known = [13.47, 19.6, 24.27]; // of a free square plate at ν = 0.3 (Leissa, Vibration of Plates, table 4.72)
    known.forEach((lambda, k) => {
      expect(frequencies(modes)[k] / (lambda * unit)).toBeGreaterThan(0.97);
      expect(frequencies(modes)[k] / (lambda * unit)).toBeLessThan(1.03);
    });
  });

  it('two solids that move by themselves have none', () => {
    const one = boxTets([1, 1, 1], [2, 1, 1]);
    const count = one.positions.length / 3;
    const two = createTetMesh(
      [...one.positions, ...one.positions.map((x) => x + 5)],
      [...one.indices, ...one.indices.map((i) => i + count)],
    );
    expect(finishWork(computeModes(one, 0.25, 4))).not.toBeNull();
    expect(finishWork(computeModes(two, 0.25, 4))).toBeNull();
  });

  it('stored in 16 bits they are still of unit mass, apart from each other, and of their own stiffness', () => {
    const modes = finishWork(computeModes(boxTets([1, 0.3, 0.6], [4, 2, 3]), 0.25, 10)) as Modes;
    const mesh = createQuadraticMesh(modes.tets);
    const size = 3 * mesh.count;
    const shape = new Float32Array(size * modes.count);
    for (let k = 0; k < modes.count; k++) unpackMode(shape, size * k, modes, mesh, k);
    for (let k = 0; k < modes.count; k++) {
      const u = shape.subarray(size * k, size * (k + 1));
      const force = applyStiffness(mesh, 0.25, u);
      expect(u.reduce((sum, x, i) => sum + x * force[i], 0) / modes.square[k]).toBeCloseTo(1, 3);
      for (let j = 0; j <= k; j++) {
        const v = shape.subarray(size * j, size * (j + 1));
        const mass = u.reduce((sum, x, i) => sum + mesh.mass[Math.floor(i / 3)] * x * v[i], 0);
        expect(mass).toBeCloseTo(j === k ? 1 : 0, 3);
      }
      for (const rigid of createRigid(mesh)) {
        expect(u.reduce((sum, x, i) => sum + mesh.mass[Math.floor(i / 3)] * x * rigid[i], 0)).toBeCloseTo(
          0,
          3,
        );
      }
    }
  });
});
