// npm start: builds the playground, serves it and opens it as soon as its first scene is ready, while the others are
// baked. A machine without a screen gets the address and a screenshot. `npm start -- --once` ends after that; `--port N` serves there.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOpener } from '../cli/open.ts';
import { play } from '../cli/play.ts';
import { readArgs, UsageError } from '../cli/usage.ts';
import { scenes } from '../scenes/index.ts';
import { launchChromium } from './chromium.ts';
import { buildPage, root, site } from './site.ts';

const { values } = readOptions();

function readOptions() {
  try {
    return readArgs({ options: { once: { type: 'boolean' }, port: { type: 'string' } } });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

async function takePicture(address: string): Promise<void> {
  const file = 'artifacts/playground.png';
  mkdirSync(join(root, 'artifacts'), { recursive: true });
  let browser: Awaited<ReturnType<typeof launchChromium>>;
  try {
    browser = await launchChromium();
  } catch (error) {
    console.log(`No picture: ${(error as Error).message.split('\n')[0]}`);
    return;
  }
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${address}?scene=piggy&step=24`);
    await page.waitForFunction('globalThis.playground?.player.last?.step >= 24', null, { timeout: 180_000 });
    await page.waitForTimeout(1000);
    await page.screenshot({ path: join(root, file), timeout: 120_000 });
    console.log(`A picture of it: ${file}`);
  } finally {
    await browser.close();
  }
}

console.log('Building the playground…');
await buildPage();
const isSeen = findOpener() !== null;
const port = values.port === undefined ? undefined : Number(values.port);
const served = await play(site, scenes[0].name, port, isSeen && !values.once);
if (!isSeen) await takePicture(served.address);
if (values.once) {
  await served.close();
  process.exit(0);
}
