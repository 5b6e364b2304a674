// The WebGL context of the playground is taken away and given back, as a graphics card may at any time.

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/** `open` shows a scene at its first step, `measure` says how much the picture varies. */
export async function testLostPicture(
  page: Page,
  open: (scene: string) => Promise<unknown>,
  measure: () => Promise<number>,
): Promise<void> {
  const says = (words: string) =>
    page.waitForFunction(`document.getElementById('toast').textContent.includes('${words}')`);
  await open('tower');
  await page.evaluate(TWO_FRAMES);
  const before = await measure();
  await page.evaluate(`globalThis.loser = playground.stage.renderer.getContext().getExtension('WEBGL_lose_context');
    loser.loseContext();`);
  await says('dropped the picture');
  const step = 'playground.player.last.step';
  const stood = await page.evaluate<number>(step);
  await page.evaluate('playground.player.stepOnce()');
  expect(await page.evaluate<number>(step)).toBeGreaterThan(stood);
  await page.evaluate('loser.restoreContext()');
  await says('is back');
  await open('tower');
  await page.evaluate(TWO_FRAMES);
  expect(await measure()).toBeCloseTo(before, 0);
}
