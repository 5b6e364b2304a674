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

/** What Chromium says of a machine without a graphics card. */
const IGNORED = /GPU stall|GL Driver Message|swiftshader|software WebGL/i;
