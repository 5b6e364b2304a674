// Scenes: whole, as large as the paper's, and the same each time they are played.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeFilm } from '../../io/index.ts';
import type * as AssetsModule from '../../scenes/assets.ts';
import { createFilm, filmFrame, finishFilm } from '../../scenes/film.ts';
import { type Assets, findScene, type Scene, scenes } from '../../scenes/index.ts';
import { measureScene, summarise } from '../../scenes/measure.ts';
import { GLONDU12, GLONDU13 } from '../../scenes/paper.ts';
import { createScene, stepScene } from '../../scenes/run.ts';
import { World } from '../../src/world/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'fracas-scenes-'));
let load: typeof AssetsModule;
let tower: Scene;
let assets: Assets;

beforeAll(async () => {
  vi.stubEnv('FRACAS_CACHE', folder);
  load = await import('../../scenes/assets.ts');
  tower = findScene('tower') as Scene;
  assets = await load.loadAssets(tower);
});

afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('scenes', () => {
  it('have names of their own, steps, and what the papers measured', () => {
    expect(new Set(scenes.map((scene) => scene.name)).size).toBe(scenes.length);
    expect(scenes.length).toBe(8);
    for (const { dt, steps, look, assets: plans } of scenes) {
      expect(dt).toBeGreaterThan(0);
      expect(dt).toBeLessThanOrEqual(0.03);
      expect(steps).toBeGreaterThan(0);
      expect([...look.from, ...look.at].every(Number.isFinite)).toBe(true);
      expect(Object.keys(plans).length).toBeGreaterThan(0);
    }
    const times = Object.fromEntries(scenes.map((scene) => [scene.name, scene.dt]));
    expect(times).toMatchObject({ piggy: 0.015, bunnies: 0.005, bricks: 0.03, plates: 0.03, mouse: 0.015 });
    for (const paper of [GLONDU12, GLONDU13]) {
      expect(Object.keys(paper)).toEqual(['piggy', 'bunnies', 'bricks', 'plates', 'mouse']);
    }
  });

  it('are baked once: the second time, what was kept is read', async () => {
    const stages: string[] = [];
    const again = await load.loadAssets(tower, { onProgress: (stage) => stages.push(stage) });
    expect(stages).toEqual([]);
    expect(again.block.hash).toBe(assets.block.hash);
  });

  it('break, cost what is measured, and can be filmed and played again', async () => {
    const film = createFilm();
    let reads = 0;
    const report = measureScene(tower, assets, {
      steps: 11,
      clock: { now: () => (reads++) ** 2 }, // each step takes longer than the last
      world: { record: true, maxPieces: 3 },
      collidingEvery: 7,
      onStep: (step, _, world) => filmFrame(film, world, step * tower.dt),
    });
    expect(report.fragments).toBeGreaterThan(1);
    expect(report.triangles[1]).toBeGreaterThan(report.triangles[0]);
    const { series, world } = report;
    for (const column of Object.values(series)) expect(column.length).toBe(11);
    expect(summarise(series.contacts).max).toBeGreaterThan(20);
    expect(summarise(series.colliding).max).toBeGreaterThan(0);
    expect(summarise(series.total).max).toBeGreaterThan(summarise(series.total).mean);
    const played = World.replay(world.recording(), { assets: Object.values(assets) });
    expect(played.hash()).toBe(report.hash);
    const takes = finishFilm(film);
    expect(takes.length).toBeGreaterThan(world.bodies.length); // what broke was there before as a whole
    expect(takes.some((take) => take.to < Infinity)).toBe(true);
    expect((await writeFilm(takes, 11 * tower.dt)).length).toBeGreaterThan(10_000);
  });

  it('stand still until something happens', () => {
    const world = createScene(tower, assets, { gravity: [0, -9.81, 0] });
    for (let step = 0; step < 4; step++) stepScene(tower, world, step, assets);
    expect(world.events.fractures).toEqual([]);
    for (const body of world.bodies.slice(1, 13)) {
      const o = 7 * world.indexOf(body) + 1;
      expect(Math.abs(world.poses[o] - world.previousPoses[o])).toBeLessThan(1e-3);
    }
  });
});
