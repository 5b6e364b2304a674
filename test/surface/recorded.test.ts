import { describe, expect, it } from 'vitest';
import { addBody, beginStep, moveBody } from '../../src/surface/edit.ts';
import { createSurface } from '../../src/surface/surface.ts';
import { createSurfaceContacts, sweepSurface, VERTEX_FACE } from '../../src/surface/sweep.ts';
import { updateSurface } from '../../src/surface/update.ts';
import { DATA, readBytes, readShape, type Shape } from '../support/data.ts';

const readJson = (path: string) => JSON.parse(readBytes(`ccd-scenes/${path}`).toString('latin1'));

/** Edges as the data numbers them: unique, by their larger vertex, then by the smaller. */
function listEdges({ indices }: Shape): Map<string, number> {
  const edges = new Map<string, [number, number]>();
  for (let i = 0; i < indices.length; i++) {
    const v = indices[i];
    const w = indices[i % 3 === 2 ? i - 2 : i + 1];
    edges.set(`${Math.min(v, w)} ${Math.max(v, w)}`, [Math.min(v, w), Math.max(v, w)]);
  }
  const sorted = [...edges.entries()].sort(([, a], [, b]) => a[1] - b[1] || a[0] - b[0]);
  return new Map(sorted.map(([name], i) => [name, i]));
}

/** Contacts of a step between two recorded frames, as the data names them. */
function sweepFrames(before: Shape, after: Shape): Set<string> {
  const surface = createSurface();
  const body = addBody(surface, before);
  beginStep(surface);
  moveBody(surface, body, after.positions);
  updateSurface(surface, { swept: true });
  const contacts = createSurfaceContacts();
  sweepSurface(contacts, surface);
  const edges = listEdges(before);
  const vertexCount = before.positions.length / 3;
  const edge = (e: number) => {
    const v = surface.indices[e];
    const w = surface.indices[e % 3 === 2 ? e - 2 : e + 1];
    return vertexCount + edges.get(`${Math.min(v, w)} ${Math.max(v, w)}`)!;
  };
  const found = new Set<string>();
  for (let i = 0; i < contacts.count; i++) {
    const [a, b] = contacts.feature.subarray(2 * i, 2 * i + 2);
    const isFace = contacts.kind[i] === VERTEX_FACE;
    found.add(namePair(isFace ? a : edge(a), isFace ? vertexCount + edges.size + b : edge(b)));
  }
  return found;
}

const namePair = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;

function readTruth(scene: string, frame: number): Set<string> {
  const truth = new Set<string>();
  for (const kind of ['vf', 'ee']) {
    const hits: boolean[] = readJson(`${scene}/mma_bool/${frame}${kind}_mma_bool.json`);
    const pairs: [number, number][] = readJson(`${scene}/boxes/${frame}${kind}.json`);
    pairs.forEach(([a, b], i) => {
      if (hits[i]) truth.add(namePair(a, b));
    });
  }
  return truth;
}

describe.skipIf(!DATA)('recorded scenes: every true pair is found, and no other', () => {
  it('cloth-funnel', () => {
    const [before, after] = [227, 228].map((f) => readShape(`ccd-scenes/cloth-funnel/frames/${f}.ply`));
    const truth = readTruth('cloth-funnel', 227);
    expect(truth.size).toBe(134);
    expect(sweepFrames(before, after)).toEqual(truth);
  });

  it('cloth-ball: 92 K triangles and 113,854 contacts in one step', () => {
    const [before, after] = [92, 93].map((f) => readShape(`ccd-scenes/cloth-ball/frames/cloth_ball${f}.ply`));
    const truth = readTruth('cloth-ball', 92);
    expect(truth.size).toBe(113854);
    const found = sweepFrames(before, after);
    let missed = 0;
    for (const pair of truth) if (!found.has(pair)) missed++;
    expect(missed).toBe(0);
    expect(found.size).toBe(truth.size);
  });
});
