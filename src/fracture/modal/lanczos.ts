// The lowest modes of K φ = ω² M φ, by Lanczos' method on (K + σ M)⁻¹ M, whose largest eigenvalues are 1/(ω² + σ). The
// six ways a free body moves without bending are known and kept out from the start.

import type { Work } from '../../job/work.ts';
import { createRandom, nextFloat } from '../../math/random.ts';
import { CHECK_STEPS, EXTRA_MODES } from '../constants.ts';
import { eigenSymmetric } from '../eigen.ts';
import type { QuadraticMesh } from './element.ts';
import type { Factor } from './factor.ts';
import { solveFactor } from './solve.ts';

interface Eigenpairs {
  readonly square: Float64Array; // ω², ascending
  readonly vector: readonly Float64Array[]; // three numbers a node, of unit mass norm
  readonly solves: number;
  readonly residual: number; // the largest, over its eigenvalue
}

/** Finds the `count` lowest modes, or as many as the mesh has, to a residual of `tolerance`. Deterministic. */
export function* findModes(
  mesh: QuadraticMesh,
  factor: Factor,
  shift: number,
  count: number,
  tolerance = 1e-6,
): Work<Eigenpairs> {
  const { mass } = mesh;
  const size = 3 * mesh.count;
  const most = Math.min(size - 6, 12 * count + 60);
  const wanted = Math.min(count + EXTRA_MODES, size - 6);
  const basis: Float64Array[] = [];
  const rigid = createRigid(mesh);
  const diagonal: number[] = [];
  const beside: number[] = [];
  const random = createRandom(1);
  let vector: Float64Array = new Float64Array(size);
  for (let i = 0; i < size; i++) vector[i] = nextFloat(random) - 0.5;
  clearOf(vector, rigid, mass);
  scale(vector, 1 / Math.sqrt(product(vector, vector, mass)));
  for (;;) {
    basis.push(vector);
    const next = new Float64Array(size);
    for (let i = 0; i < size; i++) next[i] = mass[Math.floor(i / 3)] * vector[i];
    solveFactor(next, factor, next);
    diagonal.push(product(vector, next, mass));
    for (let pass = 0; pass < 2; pass++) {
      clearOf(next, rigid, mass);
      clearOf(next, basis, mass);
    }
    const length = Math.sqrt(product(next, next, mass));
    beside.push(length);
    const steps = basis.length;
    const last = steps >= most || !(length > 1e-14 * diagonal[0]);
    if (last || (steps >= wanted + CHECK_STEPS && steps % CHECK_STEPS === 0)) {
      const ritz = diagonalise(diagonal, beside, wanted);
      if (last || ritz.residual <= tolerance) return readPairs(ritz, basis, shift, Math.min(count, steps));
    }
    yield Math.min(0.99, steps / (3 * wanted));
    scale(next, 1 / length);
    vector = next;
  }
}

/** What a basis knows of the eigenvalues. */
interface Ritz {
  readonly value: Float64Array; // descending
  readonly turn: Float64Array; // column i is the vector of value i, in the basis
  readonly residual: number; // of the worst of the `wanted` first, over its value
}

function diagonalise(diagonal: readonly number[], beside: readonly number[], wanted: number): Ritz {
  const n = diagonal.length;
  const matrix = new Float64Array(n * n);
  const turn = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    matrix[i * n + i] = diagonal[i];
    if (i + 1 < n) matrix[i * n + i + 1] = matrix[(i + 1) * n + i] = beside[i];
  }
  eigenSymmetric(matrix, turn, n);
  const order = Array.from({ length: n }, (_, i) => i).sort(
    (i, j) => matrix[j * n + j] - matrix[i * n + i] || i - j,
  );
  let residual = 0;
  for (const i of order.slice(0, wanted)) {
    residual = Math.max(residual, (beside[n - 1] * Math.abs(turn[(n - 1) * n + i])) / matrix[i * n + i]);
  }
  const value = Float64Array.from(order, (i) => matrix[i * n + i]);
  return { value, turn: turn.map((_, at) => turn[at - (at % n) + order[at % n]]), residual };
}

function readPairs(
  { value, turn, residual }: Ritz,
  basis: readonly Float64Array[],
  shift: number,
  count: number,
): Eigenpairs {
  return {
    square: value.slice(0, count).map((x) => 1 / x - shift),
    vector: Array.from({ length: count }, (_, i) => combine(basis, turn, i)),
    solves: basis.length,
    residual,
  };
}

function combine(basis: readonly Float64Array[], turn: Float64Array, column: number): Float64Array {
  const n = basis.length;
  const sum = new Float64Array(basis[0].length);
  for (let r = 0; r < n; r++) {
    const factor = turn[r * n + column];
    const of = basis[r];
    for (let i = 0; i < sum.length; i++) sum[i] += factor * of[i];
  }
  return sum;
}

/** The six rigid motions, of unit mass norm and orthogonal by mass. */
export function createRigid({ positions, mass, count }: QuadraticMesh): Float64Array[] {
  const center = [0, 0, 0];
  let total = 0;
  for (let i = 0; i < count; i++) {
    total += mass[i];
    for (let d = 0; d < 3; d++) center[d] += mass[i] * positions[3 * i + d];
  }
  const motions: Float64Array[] = [];
  for (let m = 0; m < 6; m++) {
    const motion = new Float64Array(3 * count);
    const d = m % 3;
    for (let i = 0; i < count; i++) {
      if (m < 3) motion[3 * i + d] = 1;
      else {
        const a = (d + 1) % 3;
        const b = (d + 2) % 3;
        motion[3 * i + b] = positions[3 * i + a] - center[a] / total;
        motion[3 * i + a] = center[b] / total - positions[3 * i + b];
      }
    }
    clearOf(motion, motions, mass);
    scale(motion, 1 / Math.sqrt(product(motion, motion, mass)));
    motions.push(motion);
  }
  return motions;
}

/** Takes out of a vector what it has of others that are orthonormal by mass. */
function clearOf(vector: Float64Array, others: readonly Float64Array[], mass: Float64Array): void {
  for (const other of others) {
    const share = product(vector, other, mass);
    for (let i = 0; i < vector.length; i++) vector[i] -= share * other[i];
  }
}

function product(a: Float64Array, b: Float64Array, mass: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < mass.length; i++) {
    const k = 3 * i;
    sum += mass[i] * (a[k] * b[k] + a[k + 1] * b[k + 1] + a[k + 2] * b[k + 2]);
  }
  return sum;
}

function scale(vector: Float64Array, factor: number): void {
  for (let i = 0; i < vector.length; i++) vector[i] *= factor;
}
