// The page of test/pack/page in a real browser: a plate falls, breaks, and everything of it is drawn with its textures.

import type { Browser } from 'playwright-core';
import { expect } from 'vitest';

interface Result {
  readonly error?: string;
  readonly bodies: number;
  readonly drawn: number;
  readonly calls: number;
  readonly seen: Readonly<Record<'red' | 'blue' | 'green' | 'white', number>>;
  readonly told: number;
  readonly lines: number;
  readonly three: string;
}

/** Opens the page at an address and checks what it comes to, in a world of a kind. */
export async function checkPlate(
  browser: Browser,
  address: string,
  kind: 'main' | 'worker',
): Promise<Result> {
  const page = await browser.newPage();
  try {
    page.setDefaultTimeout(300_000); // for what never comes: the machine may be busy
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('requestfailed', (request) => problems.push(`failed: ${request.url()}`));
    await page.goto(`${address}?${kind}`);
    await page.waitForFunction('globalThis.result !== undefined');
    const result = (await page.evaluate('globalThis.result')) as Result;
    expect(result.error).toBeUndefined();
    expect(result.bodies).toBeGreaterThan(8); // it broke
    expect(result.drawn).toBe(result.bodies);
    expect(result.calls).toBeLessThanOrEqual(4);
    for (const [color, count] of Object.entries(result.seen)) {
      expect({ color, count: count > 20 }).toEqual({ color, count: true });
    }
    if (kind === 'worker') expect(result.told).toBeGreaterThan(5);
    else expect(result.lines).toBeGreaterThan(100);
    expect(problems.filter((text) => !IGNORED.test(text))).toEqual([]);
    return result;
  } finally {
    await page.close();
  }
}

/** Pixels of the last screenshot with the colour of broken ceramic: brown, far from the grey floor and the white vase. */
const COUNT_BROWN = `async (png) => {
  const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + png)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let brown = 0;
  for (let k = 0; k < data.length; k += 4) if (data[k] > 60 && data[k] > 2 * data[k + 2]) brown++;
  return brown;
}`;

/** Opens the example of README and waits until cracks are seen; they are not before the vase has fallen. */
export async function checkVase(browser: Browser, address: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 480, height: 320 } });
  try {
    page.setDefaultTimeout(300_000);
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${address}?vase`);
    await page.waitForSelector('canvas');
    let brown = 0;
    for (let tries = 0; brown < 100 && tries < 200 && problems.length === 0; tries++) {
      const png = (await page.screenshot()).toString('base64');
      brown = (await page.evaluate(`(${COUNT_BROWN})('${png}')`)) as number;
      if (tries === 0) expect(brown).toBe(0);
      await page.waitForTimeout(200);
    }
    expect(problems).toEqual([]);
    expect(brown).toBeGreaterThanOrEqual(100);
  } finally {
    await page.close();
  }
}

/** What Chromium says of a machine without a graphics card. */
const IGNORED = /GPU stall|GL Driver Message|swiftshader|software WebGL/i;
