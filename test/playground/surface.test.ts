// Surface scenes as the playground's worker plays them: frames that fit together, the same bits again, views, and
// settings that change what a frame costs but not what it finds.

import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { readLink, writeLink } from '../../playground/link.ts';
import type { PlayFrame, Playing } from '../../playground/playing.ts';
import type { Setup } from '../../playground/session.ts';
import { createSurfacePlaying } from '../../playground/surface/playing.ts';
import { surfaceCatalog } from '../../scenes/surface/catalog.ts';
import { createClothScene } from '../../scenes/surface/cloth.ts';
import { type Exhibit, findExhibit, type ModelMesh } from '../../scenes/surface/index.ts';
import { decodeMesh, encodeMesh } from '../../scenes/surface/mesh-file.ts';
import { loadSurfaceModels } from '../../scenes/surface/models.ts';
import { createBalls } from '../../scenes/surface/n-body.ts';
import { createWalls } from '../../scenes/surface/walls.ts';

const { setup } = readLink('', 'apple');
let models: Record<string, ModelMesh>;

beforeAll(async () => {
  models = await loadSurfaceModels();
});

/** A scene of the page. */
function open(name: string, own: Partial<Setup> = {}, other: Partial<Exhibit> = {}): Promise<Playing> {
  return createSurfacePlaying(
    { ...findExhibit(name)!, ...other },
    { ...setup, ...own },
    async (model) => models[model],
  );
}
const smallCloth = { bodies: async () => createClothScene(30, 4) };
const smallWalls = { bodies: async () => createWalls({ cells: 8, layers: 1, pieces: 12 }) };
const BREAK = 8; // the frame in which the first wall breaks

const pairsOf = ({ rows }: PlayFrame) => rows[1][0];
const testsOf = ({ rows }: PlayFrame) => rows[2][0];
const trianglesOf = ({ rows }: PlayFrame) => rows[3][0];

describe('surface scenes of the playground', () => {
  it.each(surfaceCatalog.map(({ name }) => name))('%s: meshes and charts fit together', async (name) => {
    const playing = await open(name);
    const { positions, triangles } = playing.frame({}).mesh!;
    const { indices, counts, bodies } = triangles!;
    expect(indices.length).toBe(3 * counts.reduce((sum, count) => sum + count));
    expect(bodies.length).toBe(indices.length / 3);
    expect(Array.from(indices).every((v) => v < positions.length / 3)).toBe(true);
    const frame = playing.play(1, {});
    expect(frame.step).toBe(1);
    expect(frame.time).toBeCloseTo(playing.card.dt, 12);
    expect(frame.rows.map((row) => row.length)).toEqual(playing.card.charts.map(({ names }) => names.length));
    expect(frame.mesh!.positions.every(Number.isFinite)).toBe(true);
    expect(trianglesOf(frame)).toBeGreaterThan(3000);
    expect(trianglesOf(frame)).toBeLessThan(30_000);
    expect(existsSync(new URL(`../../playground/public/thumbs/${name}.jpg`, import.meta.url))).toBe(true);
  });

  it('break, send triangles when they are others, know their cracks, and end', async () => {
    const playing = await open('walls', {}, smallWalls);
    expect(playing.frame({}).mesh!.triangles).toBeDefined();
    const before = playing.play(BREAK - 1, {});
    expect(before.fractures).toBe(0);
    expect(before.mesh!.triangles).toBe(undefined);
    const broken = playing.play(1, {});
    expect(broken.fractures).toBe(1);
    const [skin, crack, guest] = broken.mesh!.triangles!.counts;
    expect(crack).toBeGreaterThan(50);
    expect(skin + crack + guest).toBe(trianglesOf(broken));
    expect(playing.play(1000, {}).step).toBe(playing.card.steps);
  });

  it('give the same bits again, also after going back; another seed gives others', async () => {
    const first = await open('walls', {}, smallWalls);
    first.play(BREAK + 2, {});
    const hash = first.hash();
    first.play(3, {});
    expect(first.hash()).not.toBe(hash);
    first.seek(BREAK + 2, {});
    expect(first.hash()).toBe(hash);
    const again = await open('walls', {}, smallWalls);
    again.play(BREAK + 2, {});
    expect(again.hash()).toBe(hash);
    const other = await open('walls', { seed: 2 }, smallWalls);
    other.play(BREAK + 2, {});
    expect(other.hash()).not.toBe(hash);
  });

  it('bodies: settings change what a query costs at once, and not what it finds', async () => {
    const playing = await open('cloth', {}, smallCloth);
    const other = await open('cloth', { trees: 'rebuild' }, smallCloth);
    const on = playing.play(64, {});
    other.play(64, {});
    expect(playing.tune({ ...setup, culling: 'off' })).toBe(true);
    const off = playing.play(1, {});
    const rebuilt = other.play(1, {});
    expect(pairsOf(off)).toBeGreaterThan(0);
    expect(pairsOf(rebuilt)).toBe(pairsOf(off));
    expect(testsOf(off)).toBeGreaterThan(1.3 * testsOf(on));
    playing.tune({ ...setup, culling: 'dual' });
    expect(testsOf(playing.play(1, {}))).toBeLessThan(testsOf(off));
    expect(playing.tune({ ...setup, seed: 5 })).toBe(false);
    expect(playing.save().setup.culling).toBe('dual');
  });

  it('bodies: the paper restructures a cloth that folds; refitting only does not', async () => {
    const rebuilt = async (trees: Setup['trees']) => {
      const playing = await open('cloth', { culling: 'dual', trees }, smallCloth);
      let sum = 0;
      for (let frame = 0; frame < 60; frame++) {
        const { note } = playing.play(1, { restructured: 0 }).views.restructured;
        sum += Number(/(\d+) subtrees? built again/.exec(note)?.[1] ?? 0);
      }
      return sum;
    };
    expect(await rebuilt('traversal')).toBeGreaterThan(0);
    expect(await rebuilt('refit')).toBe(0);
  });

  it('cuts: trees that are kept and trees that are built anew find the same', async () => {
    const [kept, anew] = [await open('apple'), await open('apple', { trees: 'rebuild' })];
    const wishes = { restructured: 0 };
    for (const playing of [kept, anew]) playing.play(3, wishes);
    const before = trianglesOf(kept.frame(wishes));
    let [a, b] = [kept, anew].map((playing) => playing.play(1, wishes));
    while (trianglesOf(a) === before) [a, b] = [kept, anew].map((playing) => playing.play(1, wishes));
    expect(pairsOf(a)).toBe(pairsOf(b));
    expect(trianglesOf(a)).toBe(trianglesOf(b));
    // Both changed nodes where the cut went; built anew, hardly any is what it was.
    const [few, all] = [a, b].map(({ views }) => (views.restructured.lines?.length ?? 0) / 72);
    expect(few).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(4 * few);
    expect(kept.tune({ ...setup, trees: 'rebuild' })).toBe(true);
  });
});

describe('views of surface scenes', () => {
  it('are computed of bodies that break, with arrays that fit together', async () => {
    const playing = await open('walls', {}, smallWalls);
    const { views } = playing.card;
    expect(views.map(({ name }) => name)).toEqual(['hits', 'boxes', 'cones', 'restructured']);
    const wishes = Object.fromEntries(views.map(({ name, slider }) => [name, slider?.start ?? 0]));
    playing.play(BREAK - 1, wishes);
    const { hits, boxes, cones, restructured } = playing.play(1, { ...wishes, nothing: 0 }).views;
    expect(hits.triangles?.length).toBeGreaterThan(0);
    expect(hits.triangles?.length).toBe(hits.triangleColors?.length);
    expect(boxes.lines?.length).toBe(72 * 64); // level 6
    expect(cones.lines?.length).toBe(cones.lineColors?.length);
    expect(cones.note).toMatch(/\d+ nodes at level 7, \d+ passed over/);
    expect(restructured.lines?.length).toBeGreaterThan(0);
    const [quiet] = [playing.play(1, wishes).views];
    expect(quiet.restructured.note).toMatch(/^0 of \d+ nodes/);
    expect(playing.look({ boxes: 0 }).boxes.lines?.length).toBe(72);
  });

  it('boxes bound what moves at every level, where no query looked too', async () => {
    const other = { bodies: async () => createBalls(1), isContinuous: false };
    const playing = await open('n-body', {}, other);
    const { positions } = playing.play(40, {}).mesh!;
    const bounds = (p: Float32Array) => [Math.min(...p), Math.max(...p)];
    for (const level of [0, 6, 9, 11]) {
      const boxes = bounds(playing.look({ boxes: level }).boxes.lines!);
      for (const [k, side] of bounds(positions).entries()) expect(boxes[k]).toBeCloseTo(side, 4);
    }
  });

  it('cuts have no cones; without the frame before, nothing is called restructured', async () => {
    const playing = await open('pumpkin');
    expect(playing.card.views.map(({ name }) => name)).toEqual(['hits', 'boxes', 'restructured']);
    expect(playing.look({ cones: 3, restructured: 0 })).toEqual({
      restructured: { note: 'from frame 1 on' },
    });
    expect(playing.play(1, { restructured: 0 }).views.restructured.note).toMatch(/^0 of 3999 nodes/);
  });
});

describe('links to surface scenes', () => {
  it('come back as they went', () => {
    const own: Setup = { ...setup, seed: 4, trees: 'refit', culling: 'dual' };
    expect(writeLink('cloth', own)).toBe('?scene=cloth&seed=4&trees=refit&culling=dual');
    expect(readLink(writeLink('cloth', own), '').setup).toEqual(own);
    expect(readLink('?trees=felled&culling=no', '').setup).toEqual(setup);
  });
});

describe('models of surface scenes', () => {
  it('come back from their files, rounded', () => {
    const { positions, indices } = decodeMesh(encodeMesh(models.bunny));
    expect(indices).toEqual(models.bunny.indices);
    expect(positions).toEqual(Float64Array.from(models.bunny.positions, Math.fround));
  });
});
