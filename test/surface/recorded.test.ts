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

describe.skipIf(!DATA)('recorded scenes', () => {
  // The other recorded scene, cloth-ball, takes 6.6 million tests: bench fastcd checks it.
  it('cloth-funnel: every true pair is found, and no other', () => {
    const before = readShape('ccd-scenes/cloth-funnel/frames/227.ply');
    const after = readShape('ccd-scenes/cloth-funnel/frames/228.ply');
    const surface = createSurface();
    const body = addBody(surface, before);
    beginStep(surface);
    moveBody(surface, body, after.positions);
    updateSurface(surface, { swept: true });
    const contacts = createSurfaceContacts();
    sweepSurface(contacts, surface);

    const edges = listEdges(before);
    const vertexCount = before.positions.length / 3;
    const found = new Set<string>();
    for (let i = 0; i < contacts.count; i++) {
      const [a, b] = contacts.feature.subarray(2 * i, 2 * i + 2);
      const edge = (e: number) => {
        const v = surface.indices[e];
        const w = surface.indices[e % 3 === 2 ? e - 2 : e + 1];
        return vertexCount + edges.get(`${Math.min(v, w)} ${Math.max(v, w)}`)!;
      };
      const pair = contacts.kind[i] === VERTEX_FACE ? [a, vertexCount + edges.size + b] : [edge(a), edge(b)];
      found.add(pair.sort((p, q) => p - q).join(' '));
    }
    const truth = new Set<string>();
    for (const kind of ['vf', 'ee']) {
      const hits: boolean[] = readJson(`cloth-funnel/mma_bool/227${kind}_mma_bool.json`);
      const pairs: number[][] = readJson(`cloth-funnel/boxes/227${kind}.json`);
      pairs.forEach((pair, i) => {
        if (hits[i]) truth.add(pair.sort((p, q) => p - q).join(' '));
      });
    }
    expect(truth.size).toBeGreaterThan(100);
    expect(found).toEqual(truth);
  });
});
