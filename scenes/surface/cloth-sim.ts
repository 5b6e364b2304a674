// A position-based cloth: points on a grid, held apart by threads along it, across it and over two of its cells,
// stopped by a ball that drags them along, and kept from each other by a hash of cells.

const N = 65; // points a side
const SIDE = 4.2;
const RADIUS = 1.03; // of the ball that stops it, a little more than what is drawn
const GRAVITY = 0.0022; // units a frame, squared
const ROUNDS = 10;

export interface Cloth {
  readonly position: Float64Array;
  readonly before: Float64Array;
}

export function createCloth(): Cloth {
  const position = new Float64Array(3 * N * N);
  for (let j = 0; j < N; j++) {
    for (let i = 0; i < N; i++) {
      const o = 3 * (j * N + i);
      position[o] = SIDE * (i / (N - 1) - 0.5);
      position[o + 1] = RADIUS + 0.15 + 0.002 * ((i * 7 + j * 13) % 5);
      position[o + 2] = SIDE * (j / (N - 1) - 0.5);
    }
  }
  return { position, before: position.slice() };
}

/** One frame: fall, then rounds of threads, points apart, ball. */
export function stepCloth({ position, before }: Cloth, spin: number): void {
  for (let o = 0; o < position.length; o++) {
    const moved = 0.985 * (position[o] - before[o]);
    before[o] = position[o];
    position[o] += moved - (o % 3 === 1 ? GRAVITY : 0);
  }
  const step = SIDE / (N - 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (let j = 0; j < N; j++) {
      for (let i = 0; i < N; i++) {
        const a = j * N + i;
        if (i + 1 < N) hold(position, a, a + 1, step, 1);
        if (j + 1 < N) hold(position, a, a + N, step, 1);
        if (i + 1 < N && j + 1 < N) {
          hold(position, a, a + N + 1, step * Math.SQRT2, 0.5);
          hold(position, a + 1, a + N, step * Math.SQRT2, 0.5);
        }
        if (i + 2 < N) hold(position, a, a + 2, 2 * step, 0.3);
        if (j + 2 < N) hold(position, a, a + 2 * N, 2 * step, 0.3);
      }
    }
    if (round % 5 === 4) keepApart(position, 0.8 * step);
    stopAtBall(position, before, spin);
  }
}

/** Moves two points towards the distance they should have, by a part of the difference. */
function hold(p: Float64Array, a: number, b: number, rest: number, part: number): void {
  const i = 3 * a;
  const j = 3 * b;
  const x = p[j] - p[i];
  const y = p[j + 1] - p[i + 1];
  const z = p[j + 2] - p[i + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length === 0) return;
  const f = (0.5 * part * (length - rest)) / length;
  p[i] += f * x;
  p[i + 1] += f * y;
  p[i + 2] += f * z;
  p[j] -= f * x;
  p[j + 1] -= f * y;
  p[j + 2] -= f * z;
}

function stopAtBall(p: Float64Array, before: Float64Array, spin: number): void {
  for (let o = 0; o < p.length; o += 3) {
    const length = Math.sqrt(p[o] * p[o] + p[o + 1] * p[o + 1] + p[o + 2] * p[o + 2]);
    if (length >= RADIUS || length === 0) continue;
    const scale = RADIUS / length;
    for (let d = 0; d < 3; d++) p[o + d] *= scale;
    // Friction: the point goes most of the way that the ball's skin goes.
    const skin = [spin * p[o + 2], 0, -spin * p[o]];
    for (let d = 0; d < 3; d++) p[o + d] += 0.5 * (before[o + d] + skin[d] - p[o + d]);
  }
}

const HEADS = 8192;
const head = new Int32Array(HEADS); // scratch: the last point of a cell of the hash, plus one
const next = new Int32Array(N * N); // scratch: the point before it

function cellOf(x: number, y: number, z: number): number {
  return (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & (HEADS - 1);
}

/** Pushes points that are no neighbors on the grid at least `least` apart. */
function keepApart(p: Float64Array, least: number): void {
  head.fill(0);
  const at = (v: number) => Math.floor(v / least);
  for (let a = 0; a < N * N; a++) {
    const x = at(p[3 * a]);
    const y = at(p[3 * a + 1]);
    const z = at(p[3 * a + 2]);
    for (let c = 0; c < 27; c++) {
      const cell = cellOf(x + (c % 3) - 1, y + (Math.floor(c / 3) % 3) - 1, z + Math.floor(c / 9) - 1);
      for (let b = head[cell] - 1; b >= 0; b = next[b] - 1) {
        if (Math.abs((a % N) - (b % N)) < 2 && Math.abs(Math.floor(a / N) - Math.floor(b / N)) < 2) continue;
        const dx = p[3 * b] - p[3 * a];
        const dy = p[3 * b + 1] - p[3 * a + 1];
        const dz = p[3 * b + 2] - p[3 * a + 2];
        if (dx * dx + dy * dy + dz * dz < least * least) hold(p, a, b, least, 1);
      }
    }
    const own = cellOf(x, y, z);
    next[a] = head[own];
    head[own] = a + 1;
  }
}

/** Writes the cloth on a finer grid of quads, through the points by cubics (Catmull-Rom). */
export function refineCloth(out: Float64Array, { position }: Cloth, quads: number): void {
  const weight = new Float64Array(4);
  const rows = new Float64Array(3 * (quads + 1) * N);
  for (let i = 0; i <= quads; i++) {
    const first = weigh(weight, (i / quads) * (N - 1));
    for (let j = 0; j < N; j++) {
      for (let d = 0; d < 3; d++) {
        let sum = 0;
        for (let k = 0; k < 4; k++) sum += weight[k] * position[3 * (j * N + clampPoint(first + k)) + d];
        rows[3 * (j * (quads + 1) + i) + d] = sum;
      }
    }
  }
  for (let j = 0; j <= quads; j++) {
    const first = weigh(weight, (j / quads) * (N - 1));
    for (let i = 0; i < 3 * (quads + 1); i++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += weight[k] * rows[3 * (quads + 1) * clampPoint(first + k) + i];
      out[3 * (quads + 1) * j + i] = sum;
    }
  }
}

function clampPoint(i: number): number {
  return Math.max(0, Math.min(N - 1, i));
}

/** Weights of four points for a place between the second and the third; returns the first point. */
function weigh(weight: Float64Array, place: number): number {
  const base = Math.min(N - 2, Math.floor(place));
  const t = place - base;
  weight[0] = (-t + 2 * t * t - t * t * t) / 2;
  weight[1] = (2 - 5 * t * t + 3 * t * t * t) / 2;
  weight[2] = (t + 4 * t * t - 3 * t * t * t) / 2;
  weight[3] = (t * t * t - t * t) / 2;
  return base - 1;
}
