// Scenes of surfaces in the page: part of playground.test.ts, in its browser and on its page.

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readLink } from '../../playground/link.ts';
import { createSurfacePlaying } from '../../playground/surface/playing.ts';
import { surfaceCatalog } from '../../scenes/surface/catalog.ts';
import { findExhibit } from '../../scenes/surface/index.ts';

/** What the tests of the page share. */
export interface PageTools {
  readonly page: Page;
  readonly artifacts: string;
  readonly variety: string; // a script: how much the brightness of the picture varies
  // biome-ignore lint/suspicious/noExplicitAny: what a script returns has no type here
  run(script: string): Promise<any>;
  open(scene: string): Promise<void>;
  goto(search: string): Promise<void>;
}

/** Whether vertices are elsewhere than at first, or triangles are others. */
const HAS_MOVED = `(() => {
  const { shots, last } = playground.player;
  const [a, b] = [shots[0]?.mesh, last?.mesh];
  return shots.length > 3 && (a.shape !== b.shape || b.positions.some((x, k) => x !== a.positions[k]));
})()`;

/** Box tests of the last query, as the chart has them. */
const TESTS = 'return playground.charts.list[2].columns[1].at(-1);';

export function testSurfaces(tools: () => PageTools): void {
  for (const { name } of surfaceCatalog) {
    it(`shows ${name}, a surface, which moves`, async () => {
      const { page, run, open, variety, artifacts } = tools();
      await open(name);
      await run('playground.player.play();');
      await page.waitForFunction(HAS_MOVED);
      await run('await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));');
      expect(await run(variety)).toBeGreaterThan(3);
      await page.screenshot({ path: join(artifacts, `${name}.png`) });
    });
  }

  it('changes what a query of a surface costs at once, and looks inside', async () => {
    const { page, run, open } = tools();
    await open('cloth');
    await run('await playground.player.playTo(12);');
    const before = await run(TESTS);
    await run(`const select = document.getElementById('set-culling');
      select.value = 'off';
      select.dispatchEvent(new Event('change'));`);
    await page.waitForFunction(`location.search.includes('culling=off')`);
    await run('await playground.player.stepOnce();');
    expect(await run('return playground.player.last.step;')).toBeGreaterThan(12); // it did not begin anew
    expect(await run(TESTS)).toBeGreaterThan(3 * before);
    const notes = await run(`const notes = [];
      for (const box of document.querySelectorAll('#inside input[type=checkbox]')) {
        if (!box.checked) box.click();
        const note = box.closest('.row').querySelector('output');
        while (note.textContent === '') await new Promise(requestAnimationFrame);
        notes.push(note.textContent);
        box.click();
      }
      return notes;`);
    expect(notes.length).toBe(4);
    for (const note of notes) expect(note).toMatch(/\d/);
  });

  it('looks back: a view that is switched on later is of the moment that is shown', async () => {
    const { page, run, open } = tools();
    await open('cloth');
    await run('await playground.player.playTo(12); playground.player.scrub(0.5);');
    await run(`const box = document.getElementById('view-boxes'); if (!box.checked) box.click();`);
    await page.waitForFunction('playground.player.shot.views.boxes !== undefined');
    const [step, then, last] = await run(`const { shot, last } = playground.player;
      return [shot.step, [...shot.views.boxes.lines.slice(0, 600)], [...last.views.boxes.lines.slice(0, 600)]];`);
    expect(step).toBeLessThan(10);
    expect(then).not.toEqual(last);
    // The same, played up to that moment with the view on.
    await open('cloth');
    await run(`await playground.player.playTo(${step});`);
    expect(await run('return [...playground.player.last.views.boxes.lines.slice(0, 600)];')).toEqual(then);
    await run(`document.getElementById('view-boxes').click();`);
    await page.waitForFunction(`!('boxes' in playground.player.last.views)`);
  });

  it('ends a surface scene, goes back without asking, and begins it once more', async () => {
    const { page, run, open } = tools();
    await open('walls');
    await run('await playground.player.playTo(1000);');
    const result = await run(`const { player } = playground;
      const end = [player.last.step, player.card.steps, player.isAtEnd];
      player.scrub(0.5);
      const middle = player.shot.step;
      await player.stepOnce();
      return [end, player.shot.step - middle, player.last.step];`);
    expect(result).toEqual([[80, 80, true], 1, 80]);
    await run(`playground.player.scrub(1); document.getElementById('play').click();`);
    await page.waitForFunction('playground.player.last.step < 80');
  });

  it('opens a link to the surface that Node computes, and has no hands for it, also on a phone', async () => {
    const { page, run, goto } = tools();
    const search = '?scene=walls&seed=3&step=10';
    await page.setViewportSize({ width: 390, height: 844 });
    await goto(search);
    await page.waitForFunction('playground.player.last.step >= 10');
    const { setup } = readLink(search, '');
    const here = await createSurfacePlaying(findExhibit('walls')!, setup, async () => {
      throw new Error('walls need no model');
    });
    here.play(10, {});
    expect(await run('return playground.player.hash();')).toBe(here.hash());
    expect(await page.locator('#tools').isVisible()).toBe(false);
    for (const id of ['bar', 'no-hands', 'corner']) {
      const box = (await page.locator(`#${id}`).boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(390);
      expect(box.y + box.height).toBeLessThanOrEqual(844);
    }
    await page.screenshot({ path: join(tools().artifacts, 'phone-walls.png') });
  });
}
