// npm run film: the moving picture of README, taken from the playground frame by frame, so that it runs as on a machine
// that keeps up. `-- SCENE FILE FROM TO` takes another.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveSite } from '../cli/site.ts';
import { launchChromium } from './chromium.ts';
import { encodeGif, type GifFrame } from './gif.ts';
import { buildPage, root, site } from './site.ts';

const SIZE = { width: 640, height: 360 };
const EVERY = 1; // steps from picture to picture
const DELAY = 4; // hundredths of a second of each: slower than it is, to be seen
const HOLD = 120; // hundredths of a second that the last one stays
const LIMIT = 3e6; // bytes

const [scene = 'piggy', file = 'docs/figures/film.gif', from = '8', to = '58'] = process.argv.slice(2);

await buildPage();
const served = await serveSite(site, {});
await served.prepare(scene);
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: SIZE });
  page.setDefaultTimeout(300_000);
  await page.goto(`${served.address}?scene=${scene}&step=${from}`);
  await page.waitForFunction(`globalThis.playground?.player.last?.step >= ${from}`);
  await page.evaluate(`playground.player.pause(); playground.setTheme('light');
    document.documentElement.toggleAttribute('data-bare', true);
    document.head.append(Object.assign(document.createElement('style'), { textContent: '#toast { display: none }' }));
    playground.stage.sharpness = 2; dispatchEvent(new Event('resize'));
    const { camera, controls } = playground.stage; camera.position.lerp(controls.target, 0.3); controls.target.y -= 0.12; controls.update();`);
  const frames: GifFrame[] = [];
  for (let step = Number(from); step <= Number(to); step += EVERY) {
    await page.evaluate(`playground.player.playTo(${step})`);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const shot = await page.screenshot({ timeout: 120_000 });
    const pixels = Uint8Array.from(
      (await page.evaluate(`(async () => {
        const image = await createImageBitmap(await (await fetch('data:image/png;base64,${shot.toString('base64')}')).blob());
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        return [...context.getImageData(0, 0, image.width, image.height).data];
      })()`)) as number[],
    );
    frames.push({ pixels, delay: step + EVERY > Number(to) ? HOLD : DELAY });
    process.stderr.write(`\r${step} of ${to}`);
  }
  const path = join(root, file);
  writeFileSync(path, encodeGif(SIZE.width, SIZE.height, frames));
  const bytes = statSync(path).size;
  console.log(`\n${file}: ${frames.length} pictures, ${(bytes / 1e6).toFixed(2)} MB`);
  if (bytes > LIMIT) throw new Error(`${file} is larger than ${LIMIT / 1e6} MB: take fewer pictures`);
} finally {
  await browser.close();
  await served.close();
}
