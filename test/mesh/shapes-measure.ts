// Slow and obvious measures of triangle meshes, for the tests of shapes, refiner and decimator.

import { orient3d } from 'robust-predicates';

export interface Surface {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** Directed edges without exactly one partner that runs the other way, counting doubled ones too. */
export function countBadEdges({ indices, positions }: Surface): number {
  const count = positions.length / 3;
  const uses = new Map<number, number>();
  for (let h = 0; h < indices.length; h++) {
    const key = indices[h] * count + indices[h % 3 === 2 ? h - 2 : h + 1];
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  let bad = 0;
  for (const [key, n] of uses) {
    const back = (key % count) * count + Math.floor(key / count);
    if (n !== 1 || uses.get(back) !== 1) bad++;
  }
  return bad;
}

/** Vertices whose triangles do not form one closed fan; unused vertices are among them. */
export function countBadVertices({ indices, positions }: Surface): number {
  const fans: Map<number, number>[] = Array.from({ length: positions.length / 3 }, () => new Map());
  for (let h = 0; h < indices.length; h++) {
    const t = 3 * Math.floor(h / 3);
    fans[indices[h]].set(indices[t + ((h + 1) % 3)], indices[t + ((h + 2) % 3)]);
  }
  let bad = 0;
  for (const fan of fans) {
    const first = fan.keys().next().value;
    let steps = 0;
    let v = first;
    while (v !== undefined && steps <= fan.size) {
      v = fan.get(v);
      steps++;
      if (v === first) break;
    }
    if (fan.size === 0 || steps !== fan.size) bad++;
  }
  return bad;
}

/** V − E + F. */
export function eulerNumber({ indices, positions }: Surface): number {
  const edges = new Set<number>();
  const count = positions.length / 3;
  for (let h = 0; h < indices.length; h++) {
    const a = indices[h];
    const b = indices[h % 3 === 2 ? h - 2 : h + 1];
    edges.add(Math.min(a, b) * count + Math.max(a, b));
  }
  return count - edges.size + indices.length / 3;
}

/** Parts that hang together by edges or vertices. */
export function countComponents({ indices, positions }: Surface): number {
  const parent = Array.from({ length: positions.length / 3 }, (_, v) => v);
  const root = (v: number): number => {
    while (parent[v] !== v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (let i = 0; i < indices.length; i += 3) {
    parent[root(indices[i])] = root(indices[i + 1]);
    parent[root(indices[i + 1])] = root(indices[i + 2]);
  }
  return new Set(parent.map((_, v) => root(v))).size;
}

export function volumeOf({ indices, positions: p }: Surface): number {
  let six = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [3 * indices[i], 3 * indices[i + 1], 3 * indices[i + 2]];
    six +=
      p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]) +
      p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2]) +
      p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
  }
  return six / 6;
}

/** The least angle of each triangle in degrees, ascending. */
export function leastAngles({ indices, positions }: Surface): number[] {
  const angles: number[] = [];
  const at = (v: number) => positions.subarray(3 * v, 3 * v + 3);
  for (let i = 0; i < indices.length; i += 3) {
    const corner = [at(indices[i]), at(indices[i + 1]), at(indices[i + 2])];
    let least = 180;
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [corner[k], corner[(k + 1) % 3], corner[(k + 2) % 3]];
      const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
      const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
      const cross = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
      least = Math.min(least, (Math.atan2(cross, ux * vx + uy * vy + uz * vz) * 180) / Math.PI);
    }
    angles.push(least);
  }
  return angles.sort((a, b) => a - b);
}

/** Shortest, mean and longest edge. */
export function edgeLengths({ indices, positions: p }: Surface): {
  least: number;
  mean: number;
  most: number;
} {
  let least = Infinity;
  let most = 0;
  let sum = 0;
  for (let h = 0; h < indices.length; h++) {
    const a = 3 * indices[h];
    const b = 3 * indices[h % 3 === 2 ? h - 2 : h + 1];
    const length = Math.hypot(p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2]);
    least = Math.min(least, length);
    most = Math.max(most, length);
    sum += length;
  }
  return { least, mean: sum / indices.length, most };
}

/** Low and high corner of the box around a mesh. */
export function boundsOf({ positions }: Surface): { low: number[]; high: number[]; size: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  return { low, high, size: high.map((x, k) => x - low[k]) };
}

/**
 * Pairs of triangles of which an edge of one passes through the inside of the other, corners in common apart;
 * exact predicates, every pair whose boxes overlap. Contacts without crossing (in one plane) are not counted.
 */
export function countCrossings({ indices, positions: p }: Surface): number {
  const count = indices.length / 3;
  const box = new Float64Array(6 * count);
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const x = [0, 1, 2].map((i) => p[3 * indices[3 * t + i] + k]);
      box[6 * t + k] = Math.min(...x);
      box[6 * t + 3 + k] = Math.max(...x);
    }
  }
  const order = Array.from({ length: count }, (_, t) => t).sort((s, t) => box[6 * s] - box[6 * t]);
  const side = (a: number, b: number, c: number, d: number) => {
    const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * d];
    // biome-ignore format: one point a line
    return orient3d(
      p[i], p[i + 1], p[i + 2],
      p[j], p[j + 1], p[j + 2],
      p[k], p[k + 1], p[k + 2],
      p[l], p[l + 1], p[l + 2],
    );
  };
  const pierces = (s: number, t: number): boolean => {
    const [a, b, c] = indices.subarray(3 * t, 3 * t + 3);
    for (let i = 0; i < 3; i++) {
      const e = indices[3 * s + i];
      const f = indices[3 * s + ((i + 1) % 3)];
      if (e === a || e === b || e === c || f === a || f === b || f === c) continue;
      if (side(a, b, c, e) * side(a, b, c, f) >= 0) continue;
      const [u, v, w] = [side(e, f, a, b), side(e, f, b, c), side(e, f, c, a)];
      if ((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0)) return true;
    }
    return false;
  };
  let crossings = 0;
  for (let i = 0; i < count; i++) {
    const s = order[i];
    for (let j = i + 1; j < count && box[6 * order[j]] <= box[6 * s + 3]; j++) {
      const t = order[j];
      if (box[6 * t + 1] > box[6 * s + 4] || box[6 * s + 1] > box[6 * t + 4]) continue;
      if (box[6 * t + 2] > box[6 * s + 5] || box[6 * s + 2] > box[6 * t + 5]) continue;
      if (pierces(s, t) || pierces(t, s)) crossings++;
    }
  }
  return crossings;
}

/** FNV-1a over the bytes of positions and indices. */
export function hashSurface({ positions, indices }: Surface): number {
  let hash = 0x811c9dc5;
  for (const array of [positions, indices]) {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i], 0x01000193) >>> 0;
  }
  return hash;
}
