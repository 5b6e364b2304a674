// Clean closed meshes of the kinds that CAD programs and scanners write: needles by the thousand, coplanar fans,
// strips with very short edges, threads, gyroids, raised text. Turned askew and rounded to 32-bit floats, as STL
// stores them, so that flat faces are flat but for rounding. Deterministic.

import { createRandom, nextFloat } from '../src/math/random.ts';
import { cos, sin } from '../src/math/trig.ts';
import { type PlanePoint, triangulatePolygon } from '../src/mesh/shapes/polygon.ts';
import { createTriangleMesh, type TriangleMesh } from '../src/mesh/triangle-mesh.ts';

export interface FidelityMesh {
  readonly name: string;
  readonly make: () => TriangleMesh;
}

/** All of them, from about 1,000 to 120,000 triangles. */
export const FIDELITY_MESHES: readonly FidelityMesh[] = [
  { name: 'needles 1k', make: () => createNeedles(250) },
  { name: 'needles 8k', make: () => createNeedles(2000) },
  { name: 'fans 4k', make: () => createFans(6, 24) },
  { name: 'fans 45k', make: () => createFans(14, 56) },
  { name: 'strips 2k', make: () => createStrips(14, 1) },
  { name: 'strips 60k', make: () => createStrips(120, 3) },
  { name: 'thread 10k', make: () => createThread(8, 64) },
  { name: 'thread 100k', make: () => createThread(20, 256) },
  { name: 'gyroid 25k', make: () => createGyroid(2, 9) },
  { name: 'gyroid 100k', make: () => createGyroid(3, 10) },
  { name: 'scan 21k', make: () => createScan(24) },
  { name: 'scan 93k', make: () => createScan(50) },
  { name: 'text 3k', make: () => createText(5, 4) },
  { name: 'text 100k', make: () => createText(29, 22) },
];

/** A cylinder of `sides` sides, their height in one: needles all around, and both caps a fan about one rim vertex. */
export function createNeedles(sides: number): TriangleMesh {
  const build = createBuilder();
  const rim = (y: number) =>
    Array.from({ length: sides }, (_, i) => {
      const a = (2 * Math.PI * i) / sides;
      return build.vertex(0.3 * cos(a), y, -0.3 * sin(a));
    });
  const low = rim(-0.5);
  const high = rim(0.5);
  for (let i = 0; i < sides; i++) {
    const j = (i + 1) % sides;
    build.quad(low[i], low[j], high[j], high[i]);
    if (i > 1) {
      build.triangle(high[0], high[i - 1], high[i]);
      build.triangle(low[0], low[i], low[i - 1]);
    }
  }
  return build.finish();
}

/**
 * A plate of `count` × `count` tiles with a round hole in each, of `sides` sides: every tile is a fan from each of its
 * corners to a quarter of the hole, as CAD kernels cut flat faces.
 */
export function createFans(count: number, sides: number): TriangleMesh {
  const build = createBuilder();
  const side = 1 / count;
  const quarter = Math.ceil(sides / 4);
  const layer = (y: number) => {
    const corner = Array.from({ length: (count + 1) * (count + 1) }, (_, i) =>
      build.vertex(side * (i % (count + 1)), y, -side * Math.floor(i / (count + 1))),
    );
    const hole = Array.from({ length: count * count }, (_, tile) =>
      Array.from({ length: 4 * quarter }, (_, i) => {
        // The first quarter is seen from the corner at the lower left.
        const a = Math.PI + (Math.PI / 2) * (i / quarter);
        return build.vertex(
          side * ((tile % count) + 0.5 + 0.4 * cos(a)),
          y,
          -side * (Math.floor(tile / count) + 0.5 + 0.4 * sin(a)),
        );
      }),
    );
    return { corner, hole };
  };
  const low = layer(0);
  const high = layer(0.08);
  const row = count + 1;
  for (let tile = 0; tile < count * count; tile++) {
    const c = (tile % count) + row * Math.floor(tile / count);
    const around = [c, c + 1, c + 1 + row, c + row];
    for (let i = 0; i < 4 * quarter; i++) {
      const j = (i + 1) % (4 * quarter);
      const q = Math.floor(i / quarter);
      for (const [face, up] of [
        [high, true],
        [low, false],
      ] as const) {
        const h = face.hole[tile];
        const put = up ? build.triangle : (a: number, b: number, c: number) => build.triangle(a, c, b);
        put(face.corner[around[q]], h[j], h[i]);
        if (j % quarter === 0) put(face.corner[around[q]], face.corner[around[(q + 1) % 4]], h[j]);
      }
      const [a, b] = [low.hole[tile][i], low.hole[tile][j]];
      build.quad(b, a, high.hole[tile][i], high.hole[tile][j]);
    }
  }
  const side4 = (from: number, step: number) => {
    for (let i = 0; i < count; i++) {
      const [a, b] = [from + step * i, from + step * (i + 1)];
      build.quad(low.corner[a], low.corner[b], high.corner[b], high.corner[a]);
    }
  };
  side4(0, 1);
  side4(count, row);
  side4(row * row - 1, -1);
  side4(row * count, -row);
  return build.finish();
}

/**
 * A block whose faces are strips of triangles between `rows` rows cut at places of their own, `fineness` times as many,
 * down to gaps of 1/30,000 of its side: what is left after T-junctions were welded.
 */
export function createStrips(rows: number, fineness: number): TriangleMesh {
  const build = createBuilder();
  const random = createRandom(11);
  // A closed band of rows around the block, each a loop of points; caps are fans about their middle.
  const loops = Array.from({ length: rows + 1 }, (_, r) => {
    const at = [0];
    for (let x = 0; x < 4; ) {
      const next = Math.floor(x + 1);
      x += (0.02 + 0.1 * nextFloat(random)) / fineness;
      if (x > next - 0.03 / fineness) x = next;
      if (x === 4) break;
      at.push(x);
      if (x % 1 !== 0 && nextFloat(random) < 0.5) at.push(x + 3e-5 * (1 + nextFloat(random)));
    }
    return { at, points: at.map((x) => build.vertex(squareX(x), r / rows, -squareX(x + 3))) };
  });
  for (let r = 0; r < rows; r++) {
    const [a, b] = [loops[r], loops[r + 1]];
    const [m, n] = [a.at.length, b.at.length];
    // Go around both loops at once, always with the one that is behind; corners are met together.
    for (let i = 0, j = 0; i < m || j < n; ) {
      const nextA = i < m ? (a.at[i + 1] ?? 4) : Infinity;
      const nextB = j < n ? (b.at[j + 1] ?? 4) : Infinity;
      if (nextA <= nextB) {
        build.triangle(a.points[i], a.points[(i + 1) % m], b.points[j % n]);
        i++;
      } else {
        build.triangle(a.points[i % m], b.points[(j + 1) % n], b.points[j]);
        j++;
      }
    }
  }
  for (const [loop, y] of [
    [loops[0], 0],
    [loops[rows], 1],
  ] as const) {
    const middle = build.vertex(0.5, y, -0.5);
    const n = loop.points.length;
    for (let i = 0; i < n; i++) {
      const [p, q] = [loop.points[i], loop.points[(i + 1) % n]];
      if (y === 1) build.triangle(middle, p, q);
      else build.triangle(middle, q, p);
    }
  }
  return build.finish();
}

/** How far right the point lies that has gone x sides around the unit square. */
function squareX(x: number): number {
  const at = x % 4;
  return at < 1 ? at : at < 2 ? 1 : at < 3 ? 3 - at : 0;
}

/** A threaded rod: `turns` turns, `sides` steps a turn, a trapezoid for a profile; the ends run out in flat fans. */
export function createThread(turns: number, sides: number): TriangleMesh {
  const build = createBuilder();
  const profile = 10; // points along the axis a turn
  const rings = turns * profile;
  const depth = (phase: number) => {
    const p = phase - Math.floor(phase);
    return Math.min(1, Math.max(0, 3 * Math.abs(2 * p - 1) - 1));
  };
  const ring = (k: number) =>
    Array.from({ length: sides }, (_, i) => {
      const a = (2 * Math.PI * i) / sides;
      const r = 0.12 + 0.03 * depth(k / profile + i / sides);
      return build.vertex(r * cos(a), k / rings, -r * sin(a));
    });
  let below = ring(0);
  const foot = build.vertex(0, 0, 0);
  for (let i = 0; i < sides; i++) build.triangle(foot, below[(i + 1) % sides], below[i]);
  for (let k = 1; k <= rings; k++) {
    const above = ring(k);
    for (let i = 0; i < sides; i++) {
      const j = (i + 1) % sides;
      build.quad(below[i], below[j], above[j], above[i]);
    }
    below = above;
  }
  const top = build.vertex(0, 1, 0);
  for (let i = 0; i < sides; i++) build.triangle(top, below[i], below[(i + 1) % sides]);
  return build.finish();
}

/** A cube of `periods` periods a side, filled with a gyroid of walls, by marching tetrahedra of `steps` steps a period. */
export function createGyroid(periods: number, steps: number): TriangleMesh {
  const turn = 2 * Math.PI * periods;
  return march(periods * steps, (x, y, z) => {
    const [a, b, c] = [turn * x, turn * y, turn * z];
    const value = sin(a) * cos(b) + sin(b) * cos(c) + sin(c) * cos(a);
    const box = Math.max(Math.abs(x - 0.5), Math.abs(y - 0.5), Math.abs(z - 0.5)) - 0.4613;
    return Math.max(Math.abs(value) / turn / 1.2 - 0.09 / periods, box);
  });
}

/** A lump with fine and coarse waves, as scanned: marching tetrahedra leave slivers everywhere. */
export function createScan(steps: number): TriangleMesh {
  const random = createRandom(7);
  const waves = Array.from({ length: 24 }, (_, i) => {
    const k = 4 * (1 + i / 3);
    const [a, b, c, phase] = [0, 1, 2, 3].map(() => 2 * nextFloat(random) - 1);
    return [k * a, k * b, k * c, 3 * phase, 0.12 / (1 + i)];
  });
  return march(2 * steps, (x, y, z) => {
    const [px, py, pz] = [x - 0.5, y - 0.5, z - 0.5];
    let value = Math.sqrt(px * px * 1.3 + py * py * 2 + pz * pz) - 0.34;
    for (const [a, b, c, phase, size] of waves) value += 0.4 * size * sin(a * px + b * py + c * pz + phase);
    return value;
  });
}

const GLYPHS: readonly { outline: PlanePoint[]; hole?: PlanePoint[] }[] = [
  { outline: arc(0, 1, 0.42, 40), hole: arc(0, 1, 0.25, 40).reverse() }, // O
  { outline: [...arc(0.1, 0.9, 0.42, 36), ...arc(0.1, 0.9, 0.26, 36, false).reverse()] }, // C
  { outline: corners('-2-4 2-4 2-2 0-2 0 4 -2 4') }, // L
  { outline: corners('-1-4 1-4 1 2 4 2 4 4 -4 4 -4 2 -1 2') }, // T
  { outline: corners('-3-4 3-4 3-2 -1-2 -1-1 2-1 2 1 -1 1 -1 2 3 2 3 4 -3 4') }, // E
  {
    outline: [...corners('-3 4 -3-4'), ...arc(-0.25, 0.25, 0.4, 24, false)],
    hole: [...arc(-0.25, 0.25, 0.2, 24, false).reverse(), ...corners('-1.5-2 -1.5 2')],
  }, // D
];

/** Points on a circle about the origin, from and to a part of a turn. */
function arc(from: number, to: number, r: number, n: number, whole = to - from === 1): PlanePoint[] {
  return Array.from({ length: n }, (_, i): PlanePoint => {
    const a = 2 * Math.PI * (from + ((to - from) * i) / (whole ? n : n - 1));
    return [r * cos(a), r * sin(a)];
  });
}

/** Points listed as numbers, in tenths. */
function corners(text: string): PlanePoint[] {
  const n = text.match(/-?[\d.]+/g)!.map(Number);
  return Array.from({ length: n.length / 2 }, (_, i): PlanePoint => [n[2 * i] / 10, n[2 * i + 1] / 10]);
}

/** A plate with `columns` × `rows` raised letters: round ones with fine arcs beside plain ones with long edges. */
export function createText(columns: number, rows: number): TriangleMesh {
  const build = createBuilder();
  const size = 1 / Math.max(columns, rows);
  const high = 0.1 * size;
  const square = corners('-5-5 5-5 5 5 -5 5');
  const cuts = GLYPHS.map(({ outline, hole }) => ({
    loops: hole ? [outline, hole] : [outline],
    tile: triangulatePolygon(square, [outline.slice().reverse()]),
    top: triangulatePolygon(outline, hole ? [hole] : []),
    well: hole && triangulatePolygon(hole.slice().reverse(), []),
  }));
  for (let t = 0; t < columns * rows; t++) {
    const [u, v] = [t % columns, Math.floor(t / columns)];
    const { loops, tile, top, well } = cuts[(5 * t + v) % cuts.length];
    const put = (x: number, y: number, z: number) =>
      build.shared(size * (u + 0.5 + x), z, -size * (v + 0.5 + y));
    const cap = (flat: { x: number[]; y: number[]; corner: number[] }, z: number) => {
      const p = flat.x.map((x, i) => put(x, flat.y[i], z));
      for (let h = 0; h < flat.corner.length; h += 3) {
        build.triangle(p[flat.corner[h]], p[flat.corner[h + 1]], p[flat.corner[h + 2]]);
      }
    };
    cap(tile, 0);
    cap(top, high);
    if (well) cap(well, 0);
    const wall = (loop: readonly PlanePoint[], from: number, to: number) => {
      for (let i = 0; i < loop.length; i++) {
        const [a, b] = [loop[i], loop[(i + 1) % loop.length]];
        build.quad(put(...a, from), put(...b, from), put(...b, to), put(...a, to));
      }
    };
    for (const loop of loops) wall(loop, 0, high);
    const floor = square.map(([x, y]) => put(x, y, -0.03));
    build.quad(floor[0], floor[3], floor[2], floor[1]);
    for (let i = 0; i < 4; i++) {
      const ends = [v === 0, u === columns - 1, v === rows - 1, u === 0];
      if (!ends[i]) continue;
      const [a, b] = [square[i], square[(i + 1) % 4]];
      build.quad(put(...a, -0.03), put(...b, -0.03), put(...b, 0), put(...a, 0));
    }
  }
  return build.finish();
}

const NEAR = 0.004; // of a lattice edge: how near a corner the surface may cut it

/** The surface where `value` changes sign in the unit cube, negative inside, over `steps` cubes of six tets a side. */
function march(steps: number, value: (x: number, y: number, z: number) => number): TriangleMesh {
  const build = createBuilder();
  const n = steps + 1;
  const values = new Float64Array(n * n * n);
  for (let i = 0; i < values.length; i++) {
    const [x, y, z] = [i % n, Math.floor(i / n) % n, Math.floor(i / (n * n))];
    values[i] = value(x / steps, y / steps, z / steps);
  }
  const known = new Map<number, number>();
  const cut = (a: number, b: number): number => {
    const [p, q] = a < b ? [a, b] : [b, a];
    const key = p * values.length + q;
    let v = known.get(key);
    if (v === undefined) {
      const t = Math.min(1 - NEAR, Math.max(NEAR, values[p] / (values[p] - values[q])));
      const at = (i: number, k: number) => Math.floor(i / n ** k) % n;
      const place = [0, 1, 2].map((k) => (at(p, k) + t * (at(q, k) - at(p, k))) / steps);
      v = build.vertex(place[0], place[1], place[2]);
      known.set(key, v);
    }
    return v;
  };
  const stride = [1, n, n * n];
  const ways = [0, 1, 2].flatMap((a) => [1, 2].map((k) => [a, (a + k) % 3, (a + 3 - k) % 3]));
  for (let i = 0; i < values.length; i++) {
    if (i % n === steps || Math.floor(i / n) % n === steps || Math.floor(i / (n * n)) === steps) continue;
    for (const [a, b, c] of ways) {
      const even = (b - a + 3) % 3 === 1;
      const tet = [i, i + stride[a], i + stride[a] + stride[b], i + stride[a] + stride[b] + stride[c]];
      if (!even) [tet[2], tet[3]] = [tet[3], tet[2]]; // all positive
      const inside = tet.filter((p) => values[p] < 0);
      if (inside.length === 0 || inside.length === 4) continue;
      // An even permutation of the tet that begins with the corners inside.
      const order = EVEN.find((e) => e.every((k, at) => values[tet[k]] < 0 === at < inside.length))!;
      const [p, q, r, s] = order.map((k) => tet[k]);
      if (inside.length === 1) build.triangle(cut(p, q), cut(p, r), cut(p, s));
      else if (inside.length === 3) build.triangle(cut(s, p), cut(s, q), cut(s, r));
      else build.quad(cut(p, r), cut(p, s), cut(q, s), cut(q, r));
    }
  }
  return build.finish();
}

const EVEN = [0, 1, 2, 3].flatMap((a) =>
  [0, 1, 2, 3].flatMap((b) =>
    [0, 1, 2, 3]
      .filter((c) => a !== b && b !== c && a !== c)
      .map((c) => [a, b, c, 6 - a - b - c])
      .filter((e) => isEven(e)),
  ),
);

function isEven(e: number[]): boolean {
  let swaps = 0;
  for (let i = 0; i < 4; i++) for (let j = i + 1; j < 4; j++) if (e[i] > e[j]) swaps++;
  return swaps % 2 === 0;
}

/** Gathers vertices and triangles; finish() turns them askew and rounds. */
function createBuilder() {
  const positions: number[] = [];
  const indices: number[] = [];
  const known = new Map<string, number>();
  const vertex = (x: number, y: number, z: number): number => positions.push(x, y, z) / 3 - 1;
  return {
    vertex,
    /** The vertex at a place, made once. */
    shared(x: number, y: number, z: number): number {
      const key = [x, y, z].map((v) => Math.round(v * 1e9)).join();
      const found = known.get(key) ?? vertex(x, y, z);
      known.set(key, found);
      return found;
    },
    triangle(a: number, b: number, c: number): void {
      indices.push(a, b, c);
    },
    quad(a: number, b: number, c: number, d: number): void {
      indices.push(a, b, c, a, c, d);
    },
    finish(): TriangleMesh {
      return createTriangleMesh({ positions: askew(positions), indices });
    },
  };
}

/** A turn about an odd axis, and 32 bits a coordinate. */
function askew(positions: number[]): number[] {
  const [s, c] = [sin(0.7), cos(0.7)];
  const [t, d] = [sin(0.4), cos(0.4)];
  return positions.map((_, i) => {
    const [x, y, z] = [0, 1, 2].map((k) => positions[i - (i % 3) + k]);
    const [u, v] = [c * x - s * y, s * x + c * y];
    return Math.fround([u, d * v - t * z, t * v + d * z][i % 3]);
  });
}
