// npm start: builds the playground, serves it and opens it. A machine without a screen gets the address and a
// screenshot. `npm start -- --once` ends after that; `--port N` serves there.

import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from './chromium.ts';
import { type SiteServer, serveSite } from './serve-site.ts';
import { buildSite, root } from './site.ts';

const { values } = parseArgs({ options: { once: { type: 'boolean' }, port: { type: 'string' } } });

/** The command that opens an address in a browser here; null where there is no screen. */
function findOpener(): string[] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

async function serve(): Promise<SiteServer> {
  const port = Number(values.port ?? 4173);
  try {
    return await serveSite(port);
  } catch (error) {
    if (values.port !== undefined) throw error;
    return serveSite(); // that one is taken
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
await buildSite((text) => console.log(`  baking ${text}`));
const server = await serve();
console.log(`\nThe playground: ${server.address}`);
const opener = findOpener();
if (opener === null) await takePicture(server.address);
else if (!values.once) {
  const child = spawn(opener[0], [...opener.slice(1), server.address], { stdio: 'ignore', detached: true });
  child.on('error', () => console.log('Open it in your browser.'));
  child.unref();
}
if (values.once) {
  await server.close();
  process.exit(0);
}
console.log('Ctrl-C ends it.');
