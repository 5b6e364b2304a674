// Brings a triangle mesh to a wanted count: fewer triangles by edge collapse in the order of quadric errors,
// more by refining first. Used to make the papers' models at the papers' sizes.

import { surfaceArea } from '../geometry/triangle.ts';
import { checkRecord, show } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { finishWork, type Work } from '../job/work.ts';
import { checkMesh } from './check.ts';
import { COLLAPSE_STEPS, EVENNESS } from './constants.ts';
import {
  type CollapseMesh,
  checkCollapse,
  checkTurn,
  collapseEdge,
  createCollapseMesh,
  FIXED,
  INNER,
} from './decimate-collapse.ts';
import { createEdgeHeap, type EdgeHeap, popEdge, pushEdge } from './decimate-heap.ts';
import { measureQuadrics, mergeQuadrics, minimizeQuadrics, sumQuadrics } from './decimate-quadric.ts';
import { refineMesh } from './refine.ts';
import { nextHalf } from './topology.ts';
import { createTriangleMesh, type TriangleMesh } from './triangle-mesh.ts';

/** The wanted size: triangles or vertices, one of the two. */
export interface DecimateOptions {
  readonly triangles?: number;
  readonly vertices?: number;
  /**
   * How much even triangles count beside a close fit, from 0.0001 (flat parts become large triangles) to 1
   * (all triangles alike). Default 0.03.
   */
  readonly evenness?: number;
  /**
   * Asked before an edge is collapsed, for each triangle that this would change: its corners, the moved one first.
   * Where it says no, the edge stays. With it, no triangle gets thin or turns far, whatever the count.
   */
  readonly fits?: (corners: Float64Array) => boolean;
  /** With `fits`: no collapse makes an edge longer than this. */
  readonly longest?: number;
}

/**
 * Reduces a mesh to a wanted number of triangles or vertices. Manifold parts stay manifold and keep their
 * genus, borders stay borders, no triangle turns over. The count is exact where it can be: on a closed surface
 * it is even; otherwise, and where nothing more may be collapsed, the nearest count above is reached. Groups
 * are kept, texture coordinates, normals and colours are dropped, unused vertices too. Deterministic.
 */
export function decimateMesh(mesh: TriangleMesh, options: DecimateOptions): TriangleMesh {
  checkMesh('mesh', mesh);
  checkRecord('options', options, [], 'an object such as { triangles: 1000 }');
  return finishWork(decimateInSteps(mesh, options));
}

/** The same as a job, whose progress counts the triangles that went against those there were. */
export function* decimateInSteps(mesh: TriangleMesh, options: DecimateOptions): Work<TriangleMesh> {
  const { triangles = 0, vertices = 0, evenness = EVENNESS } = options;
  checkOptions(options, evenness);
  const wanted = { triangles, vertices };
  const work = createCollapseMesh(mesh.positions, mesh.indices);
  const center = centerMesh(work.positions);
  const fits = options.fits ? { ask: options.fits, longest: options.longest ?? Infinity, center } : null;
  const quadric = measureQuadrics(work, mesh.groups ?? null, evenness);
  const count = countLiving(work);
  const all = Math.max(1, count.triangles);
  // Strict first; then, only if the count is not reached, triangles may turn further and get thinner.
  for (const [turn, thin] of fits ? COLLAPSE_STEPS.slice(0, 1) : COLLAPSE_STEPS) {
    while (count.triangles > triangles && count.vertices > vertices) {
      const before = count.vertices;
      const queue = queueEdges(work, quadric, count);
      while (collapseEdges(work, quadric, queue, count, wanted, turn, thin, fits))
        yield 1 - count.triangles / all;
      if (count.vertices === before || fits) break;
    }
  }
  return finish(mesh, work, center);
}

/**
 * Brings a mesh to a wanted number of triangles or vertices, from either side: refined first where it has
 * fewer. The result stays close to the surface given, with even triangles. As decimateMesh otherwise.
 */
export function resampleMesh(mesh: TriangleMesh, options: DecimateOptions): TriangleMesh {
  checkMesh('mesh', mesh);
  checkRecord('options', options, [], 'an object such as { triangles: 1000 }');
  const { triangles = 0, vertices = 0 } = options;
  checkOptions(options, options.evenness ?? EVENNESS);
  const wanted = Math.max(triangles, 2 * vertices);
  const has = triangles > 0 ? mesh.indices.length / 3 : mesh.positions.length / 3;
  if (Math.max(triangles, vertices) <= has) return decimateMesh(mesh, options);
  // If no edge exceeds s, no triangle exceeds √3/4·s² in area: choosing s so that `wanted` such triangles
  // cover the surface makes at least as many.
  const spacing = Math.sqrt((4 * surfaceArea(mesh)) / (Math.sqrt(3) * wanted));
  if (!(spacing > 0)) {
    throw new InputError('not-solid', 'the mesh has no area to resample: give a mesh with triangles');
  }
  return decimateMesh(refineMesh(mesh, spacing).mesh, options);
}

function checkOptions({ triangles, vertices }: DecimateOptions, evenness: number): void {
  if ((triangles === undefined) === (vertices === undefined)) {
    throw new InputError('bad-argument', 'give the wanted count as triangles or as vertices, one of the two');
  }
  const [name, least] = triangles === undefined ? ['vertices', 3] : ['triangles', 1];
  const wanted = triangles ?? vertices ?? 0;
  if (!Number.isInteger(wanted) || wanted < least) {
    throw new InputError(
      'bad-argument',
      `${name} is ${show(wanted)}: give a whole number of at least ${least}`,
    );
  }
  if (!(typeof evenness === 'number' && evenness >= 1e-6 && evenness <= 1)) {
    throw new InputError('bad-argument', `evenness is ${show(evenness)}: give a number from 0.000001 to 1`);
  }
}

/** Moves the middle of the mesh's box to the origin, where quadrics lose least to rounding; returns it. */
function centerMesh(positions: Float64Array): number[] {
  const center = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    if (!(high - low < Infinity)) {
      if (positions.length === 0) continue;
      throw new InputError(
        'non-finite',
        'positions hold a NaN or infinite coordinate: repair it before decimating',
      );
    }
    center[k] = 0.5 * (low + high);
    for (let i = k; i < positions.length; i += 3) positions[i] -= center[k];
  }
  return center;
}

interface Count {
  triangles: number;
  vertices: number;
}

function countLiving({ alive, head }: CollapseMesh): Count {
  let triangles = 0;
  let vertices = 0;
  for (let t = 0; t < alive.length; t++) triangles += alive[t];
  for (let v = 0; v < head.length; v++) if (head[v] >= 0) vertices++;
  return { triangles, vertices };
}

/** What is asked before a collapse, and where the middle of the mesh was. */
interface Fits {
  readonly ask: (corners: Float64Array) => boolean;
  readonly longest: number;
  readonly center: number[];
}

const corners = new Float64Array(9); // scratch: a triangle after a collapse
const target = new Float64Array(4); // scratch: where an edge would collapse to, and its cost
const entry = new Uint32Array(4); // scratch: an edge from the heap
const edge = new Uint32Array(4); // scratch: an edge on its way there

/** Edges that wait to be collapsed. */
interface Queue {
  readonly heap: EdgeHeap;
  readonly stamp: Uint32Array; // how often a vertex has changed: older entries of its edges are void
}

function queueEdges(work: CollapseMesh, quadric: Float64Array, count: Count): Queue {
  const { indices, alive, head } = work;
  const stamp = new Uint32Array(head.length);
  const heap = createEdgeHeap(Math.max(16, 3 * count.triangles));
  for (let c = 0; c < indices.length; c++) {
    if (alive[Math.floor(c / 3)] === 0) continue;
    const b = indices[nextHalf(c)];
    // Each edge once; a border edge may run either way.
    if (indices[c] < b || work.kind[b] !== INNER) queueEdge(heap, work, quadric, stamp, indices[c], b);
  }
  return { heap, stamp };
}

const SLICE = 4096; // edges looked at between reports

/**
 * Collapses the cheapest edges first, until a count is reached, no edge may be collapsed any more, or a slice of work
 * is done: then it returns true, to be called again.
 */
function collapseEdges(
  work: CollapseMesh,
  quadric: Float64Array,
  { heap, stamp }: Queue,
  count: Count,
  { triangles, vertices }: Count, // wanted
  turn: number,
  thin: number,
  fits: Fits | null,
): boolean {
  const { indices, head, next } = work;
  for (let looked = 0; count.triangles > triangles && count.vertices > vertices; looked++) {
    if (looked === SLICE) return true;
    if (!popEdge(entry, heap)) return false;
    const a = entry[0];
    const b = entry[1];
    if (stamp[a] !== entry[2] || stamp[b] !== entry[3] || head[a] < 0 || head[b] < 0) continue;
    const removed = checkCollapse(work, a, b);
    if (removed === 0 || count.triangles - removed < triangles) continue;
    placeCollapse(target, work, quadric, a, b);
    if (!checkTurn(work, a, b, target, turn, thin) || !checkTurn(work, b, a, target, turn, thin)) continue;
    if (fits && !(checkLength(work, a, fits) && checkLength(work, b, fits))) continue; // quick, and says no often
    if (fits && !(checkFit(work, a, b, fits) && checkFit(work, b, a, fits))) continue;
    collapseEdge(work, a, b, target);
    mergeQuadrics(quadric, a, b);
    count.triangles -= removed;
    count.vertices--;
    stamp[a]++;
    for (let c = head[a]; c >= 0; c = next[c]) {
      queueEdge(heap, work, quadric, stamp, a, indices[nextHalf(c)]);
      // On a border, the edge that comes in has no triangle of its own that leaves by it.
      const p = indices[c % 3 === 0 ? c + 2 : c - 1];
      if (work.kind[a] !== INNER && work.kind[p] !== INNER) queueEdge(heap, work, quadric, stamp, a, p);
    }
  }
  return false;
}

/** Whether the edges of v are short enough once it is at `target`. */
function checkLength(
  { positions, indices, alive, head, next }: CollapseMesh,
  v: number,
  { longest }: Fits,
): boolean {
  for (let c = head[v]; c >= 0; c = next[c]) {
    if (alive[Math.floor(c / 3)] === 0) continue;
    const i = 3 * indices[nextHalf(c)]; // on a closed surface, each neighbour comes up once
    const x = positions[i] - target[0];
    const y = positions[i + 1] - target[1];
    const z = positions[i + 2] - target[2];
    if (x * x + y * y + z * z > longest * longest) return false;
  }
  return true;
}

/** Whether the triangles of v that do not hold `other` fit once v is at `target`. */
function checkFit(work: CollapseMesh, v: number, other: number, { ask, center }: Fits): boolean {
  const { positions, indices, alive, head, next } = work;
  for (let c = head[v]; c >= 0; c = next[c]) {
    const i = indices[nextHalf(c)];
    const j = indices[nextHalf(nextHalf(c))];
    if (alive[Math.floor(c / 3)] === 0 || i === other || j === other) continue;
    for (let k = 0; k < 3; k++) {
      corners[k] = target[k] + center[k];
      corners[3 + k] = positions[3 * i + k] + center[k];
      corners[6 + k] = positions[3 * j + k] + center[k];
    }
    if (!ask(corners)) return false;
  }
  return true;
}

function queueEdge(
  heap: EdgeHeap,
  work: CollapseMesh,
  quadric: Float64Array,
  stamp: Uint32Array,
  a: number,
  b: number,
): void {
  placeCollapse(target, work, quadric, a, b);
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  edge[0] = low;
  edge[1] = high;
  edge[2] = stamp[low];
  edge[3] = stamp[high];
  pushEdge(heap, target, 3, edge);
}

/** Where the edge (a, b) collapses to and at what cost: a vertex on a border or fixed draws an inner one to itself. */
function placeCollapse(
  out: Float64Array,
  work: CollapseMesh,
  quadric: Float64Array,
  a: number,
  b: number,
): void {
  const { positions, kind } = work;
  if (kind[a] === kind[b] && kind[a] !== FIXED) {
    minimizeQuadrics(out, quadric, a, b);
    if (out[3] >= 0) return;
    for (let k = 0; k < 3; k++) out[k] = 0.5 * (positions[3 * a + k] + positions[3 * b + k]);
  } else {
    const stay = kind[a] > kind[b] ? a : b;
    for (let k = 0; k < 3; k++) out[k] = positions[3 * stay + k];
  }
  sumQuadrics(out, quadric, a, b);
}

/** The living triangles as a mesh of their own, back in place. */
function finish(mesh: TriangleMesh, work: CollapseMesh, center: number[]): TriangleMesh {
  const { alive, head } = work;
  const number = new Int32Array(head.length).fill(-1);
  const positions: number[] = [];
  for (let v = 0; v < head.length; v++) {
    if (head[v] < 0) continue;
    number[v] = positions.length / 3;
    for (let k = 0; k < 3; k++) positions.push(work.positions[3 * v + k] + center[k]);
  }
  const indices: number[] = [];
  const groups: number[] = [];
  for (let t = 0; t < alive.length; t++) {
    if (alive[t] === 0) continue;
    for (let i = 0; i < 3; i++) indices.push(number[work.indices[3 * t + i]]);
    if (mesh.groups) groups.push(mesh.groups[t]);
  }
  return createTriangleMesh({ positions, indices, groups: mesh.groups && groups });
}
