// Which triangles face the wrong way. Neighbours across a plain edge must run through it in opposite directions; a
// surface with an inside must have it behind its triangles, unless it is the wall of a cavity.

import { buildHierarchy } from '../hierarchy/hierarchy.ts';
import { measureTriangle } from './inspect-shape.ts';
import type { Connections } from './inspect-topology.ts';
import { createSets, findSet, joinSets } from './inspect-topology.ts';
import { nextHalf } from './topology.ts';
import { buildWinding, type Winding, windingNumber } from './winding.ts';

/** What to turn, by triangle of the connections. */
export interface Orientation {
  readonly flip: Uint8Array; // 1: turn it over
  readonly insideOut: number; // components that are inside out as a whole
  readonly twisted: number; // plain edges across which no turning helps: a surface with one side only
  readonly firstTwisted: number; // a half-edge of the first of them, −1
}

// A component whose holes, taken as discs, are at most this part of its area has an inside.
const HOLES = 0.25;

/** Finds the triangles to turn so that neighbours agree and every solid is outside out. */
export function findFlips(positions: Float64Array, connections: Connections): Orientation {
  const { indices } = connections;
  const count = indices.length / 3;
  const area = new Float64Array(count);
  const size = new Float64Array(6);
  for (let t = 0; t < count; t++) {
    measureTriangle(size, positions, indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]);
    const a = Math.sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
    area[t] = Number.isFinite(a) ? a : 0;
  }
  const flip = new Uint8Array(count);
  const twist = agreeWithNeighbors(flip, connections, area);
  const inward = findInward(positions, connections, flip, area);
  for (let t = 0; t < count; t++) flip[t] ^= inward[connections.component[t]];
  let insideOut = 0;
  for (let c = 0; c < inward.length; c++) insideOut += inward[c];
  return { flip, insideOut, ...twist };
}

/** Turns, in every patch of plain edges, whichever side has less area. Leaves patches with one side as they are. */
function agreeWithNeighbors(
  flip: Uint8Array,
  { indices, edges }: Connections,
  area: Float64Array,
): { twisted: number; firstTwisted: number } {
  const { edge, start, half } = edges;
  const count = indices.length / 3;
  const seen = new Uint8Array(count);
  let twisted = 0;
  let firstTwisted = -1;
  for (let seed = 0; seed < count; seed++) {
    if (seen[seed]) continue;
    seen[seed] = 1;
    const patch = [seed];
    let balance = 0; // area of the triangles like the seed, less that of the others
    let odd = 0; // half-edges across which no choice agrees
    let firstOdd = -1;
    for (let k = 0; k < patch.length; k++) {
      const t = patch[k];
      balance += flip[t] ? -area[t] : area[t];
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const e = edge[h];
        if (start[e + 1] - start[e] !== 2) continue;
        const g = half[start[e]] === h ? half[start[e] + 1] : half[start[e]];
        const u = Math.floor(g / 3);
        const want = indices[h] === indices[g] ? 1 - flip[t] : flip[t];
        if (!seen[u]) {
          seen[u] = 1;
          flip[u] = want;
          patch.push(u);
        } else if (flip[u] !== want) {
          odd++;
          if (firstOdd < 0 || h < firstOdd) firstOdd = h;
        }
      }
    }
    if (odd > 0) {
      if (firstTwisted < 0 || firstOdd < firstTwisted) firstTwisted = firstOdd;
      twisted += odd / 2;
      for (const t of patch) flip[t] = 0;
    } else if (balance < 0) {
      for (const t of patch) flip[t] ^= 1;
    }
  }
  return { twisted, firstTwisted };
}

/** Which components are inside out: 1 a component. */
function findInward(
  positions: Float64Array,
  connections: Connections,
  flip: Uint8Array,
  area: Float64Array,
): Uint8Array {
  const { component, componentCount } = connections;
  const hole = measureHoles(positions, connections, flip);
  const total = new Float64Array(componentCount);
  const volume = new Float64Array(componentCount);
  const largest = new Int32Array(componentCount).fill(-1); // a triangle a component
  for (let t = 0; t < component.length; t++) {
    const c = component[t];
    total[c] += area[t];
    if (largest[c] < 0 || area[t] > area[largest[c]]) largest[c] = t;
  }
  addVolumes(volume, positions, connections, flip, largest);
  const inward = new Uint8Array(componentCount);
  let sum = 0;
  let solids = 0;
  for (let c = 0; c < componentCount; c++) {
    if (!(hole[c] <= HOLES * total[c])) volume[c] = 0; // a sheet: no inside to judge by
    if (volume[c] !== 0) solids++;
    sum += volume[c];
  }
  // All of it inside out, cavities too; what that does to a solid that was right, the next step undoes.
  if (sum < 0) for (let c = 0; c < componentCount; c++) if (volume[c] !== 0) inward[c] = 1;
  for (let c = 0; c < componentCount; c++) if (inward[c]) volume[c] = -volume[c];
  if (solids < 2 || !volume.some((v) => v < 0)) return inward;
  const winding = windingOf(positions, connections, flip, inward, area);
  for (let c = 0; c < componentCount; c++) {
    if (volume[c] < 0 && !isCavity(positions, connections, winding, largest[c])) inward[c] ^= 1;
  }
  return inward;
}

/** Adds up the volume of each component about a point of its own. */
function addVolumes(
  volume: Float64Array,
  positions: Float64Array,
  { indices, component }: Connections,
  flip: Uint8Array,
  largest: Int32Array,
): void {
  for (let t = 0; t < component.length; t++) {
    const o = 3 * indices[3 * largest[component[t]]];
    const a = 3 * indices[3 * t];
    const b = 3 * indices[3 * t + 1];
    const c = 3 * indices[3 * t + 2];
    const x = (p: number, d: number) => positions[p + d] - positions[o + d];
    const v =
      (x(a, 0) * (x(b, 1) * x(c, 2) - x(b, 2) * x(c, 1)) +
        x(a, 1) * (x(b, 2) * x(c, 0) - x(b, 0) * x(c, 2)) +
        x(a, 2) * (x(b, 0) * x(c, 1) - x(b, 1) * x(c, 0))) /
      6;
    if (Number.isFinite(v)) volume[component[t]] += flip[t] ? -v : v;
  }
}

/** The area of each component's holes: discs as long around as each connected run of unpaired edges. */
function measureHoles(
  positions: Float64Array,
  { indices, edges, component, componentCount }: Connections,
  flip: Uint8Array,
): Float64Array {
  const { edgeCount, start, half } = edges;
  const loop = createSets(positions.length / 3); // vertices joined by unpaired edges
  const unpaired: number[] = []; // a half-edge of each
  for (let e = 0; e < edgeCount; e++) {
    let left = 0;
    for (let i = start[e]; i < start[e + 1]; i++) {
      const h = half[i];
      const up = indices[h] < indices[nextHalf(h)];
      left += up === (flip[Math.floor(h / 3)] === 0) ? 1 : -1;
    }
    if (left === 0) continue;
    const h = half[start[e]];
    joinSets(loop, indices[h], indices[nextHalf(h)]);
    unpaired.push(h);
  }
  const length = new Map<number, number>();
  const owner = new Map<number, number>();
  for (const h of unpaired) {
    const a = 3 * indices[h];
    const b = 3 * indices[nextHalf(h)];
    const x = positions[b] - positions[a];
    const y = positions[b + 1] - positions[a + 1];
    const z = positions[b + 2] - positions[a + 2];
    const key = findSet(loop, indices[h]);
    length.set(key, (length.get(key) ?? 0) + Math.sqrt(x * x + y * y + z * z));
    owner.set(key, component[Math.floor(h / 3)]);
  }
  const hole = new Float64Array(componentCount);
  for (const [key, l] of length) hole[owner.get(key)!] += (l * l) / (4 * Math.PI);
  return hole;
}

function windingOf(
  positions: Float64Array,
  { indices, component }: Connections,
  flip: Uint8Array,
  inward: Uint8Array,
  area: Float64Array,
): Winding {
  const turned = new Uint32Array(indices.length);
  let count = 0;
  for (let t = 0; t < component.length; t++) {
    if (!(area[t] > 0)) continue; // nothing to see, or not finite
    const over = flip[t] ^ inward[component[t]];
    turned[count++] = indices[3 * t];
    turned[count++] = indices[3 * t + 1 + over];
    turned[count++] = indices[3 * t + 2 - over];
  }
  return buildWinding(buildHierarchy(positions, turned.slice(0, count)));
}

/**
 * Whether an inward component is a hole in something. The winding number changes by one across it: from 1 to 0 if so,
 * from 0 to −1 if it is a solid inside out. Taken on both sides of a triangle.
 */
function isCavity(
  positions: Float64Array,
  { indices }: Connections,
  winding: Winding,
  triangle: number,
): boolean {
  const [a, b, c] = indices.subarray(3 * triangle, 3 * triangle + 3);
  const size = new Float64Array(6);
  measureTriangle(size, positions, a, b, c);
  const length = Math.sqrt(size[0] * size[0] + size[1] * size[1] + size[2] * size[2]);
  const step = (1e-4 * Math.sqrt(length)) / length; // normals are as long as the area: a ten-thousandth of a side
  const p = new Float64Array(3);
  const out = new Float64Array(1);
  let sum = 0;
  for (const side of [-step, step]) {
    for (let d = 0; d < 3; d++) {
      p[d] = (positions[3 * a + d] + positions[3 * b + d] + positions[3 * c + d]) / 3 + side * size[d];
    }
    windingNumber(out, winding, p, 0);
    sum += out[0];
  }
  return sum > 0;
}
