// npm run shots: takes the pictures of the playground: thumbnails of its gallery, and those of README and docs.
// npm run shots -- NAME… takes these alone; with --built, of the page as it was
// built last.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { serveSite } from '../cli/site.ts';
import { scenes } from '../scenes/index.ts';
import { surfaceCatalog } from '../scenes/surface/catalog.ts';
import { launchChromium } from './chromium.ts';
import { buildPage, root, site } from './site.ts';
import { writeWebp } from './webp.ts';

interface Shot {
  readonly name: string;
  readonly file: string;
  readonly scene: string;
  readonly step: number;
  readonly size: readonly [number, number];
  readonly theme: 'light' | 'dark';
  readonly setup?: string; // more of the address
  readonly isBare?: boolean; // the picture alone
  readonly before?: string; // run in the page before
}

/** The step that shows best what a scene is about. */
const MOMENT: Readonly<Record<string, number>> = {
  piggy: 19,
  bunnies: 112,
  bricks: 150,
  plates: 52,
  mouse: 44,
  wall: 21,
  table: 36,
  tower: 20,
  triceratops: 175,
  apple: 105,
  pumpkin: 130,
  cloth: 58,
  'n-body': 30,
  walls: 47,
  dragon: 92,
};

/** Comes closer: thumbnails are small. */
const CLOSER =
  'const { camera, controls } = playground.stage; camera.position.lerp(controls.target, 0.4); controls.update()';

const slide = (name: string, to: number) =>
  `document.querySelector('.row:has(#view-${name}) input[type=range]').value = ${to}`;
const view = (name: string) => `document.getElementById('view-${name}').click()`;
const shots: readonly Shot[] = [
  ...[...scenes, ...surfaceCatalog].map(({ name }) => ({
    name: `thumb-${name}`,
    file: `playground/public/thumbs/${name}.jpg`,
    scene: name,
    step: MOMENT[name] ?? 40,
    size: [320, 200] as const,
    theme: 'light' as const,
    isBare: true,
    before: CLOSER,
  })),
  {
    name: 'playground',
    file: 'docs/figures/playground.webp',
    scene: 'plates',
    step: 78,
    size: [1440, 900],
    theme: 'light',
    // Not the charts: their milliseconds are those of the machine that takes the picture.
    before: `document.querySelectorAll('#tabs button')[1].click(); ${view('contacts')}`,
  },
  {
    name: 'playground-phone',
    file: 'docs/figures/playground-phone.webp',
    scene: 'piggy',
    step: 22,
    size: [390, 844],
    theme: 'dark',
  },
  {
    name: 'playground-inside',
    file: 'docs/figures/playground-inside.webp',
    scene: 'piggy',
    step: 24,
    size: [1440, 900],
    theme: 'dark',
    before: `document.querySelectorAll('#tabs button')[1].click();
      document.querySelector('#inside input[type=range]').value = 5;
      ${view('spheres')}; ${view('contacts')}`,
  },
  {
    name: 'playground-bullet',
    file: 'docs/figures/playground-bullet.webp',
    scene: 'table',
    step: 4,
    size: [1440, 900],
    theme: 'dark',
    before: `document.querySelectorAll('#tabs button')[1].click();
      ${view('swept')}; playground.hands.shoot(700, 330); playground.player.playTo(7);
      document.getElementById('view-swept').scrollIntoView()`,
  },
  {
    name: 'playground-apple',
    file: 'docs/figures/playground-apple.webp',
    scene: 'apple',
    step: 240,
    size: [1440, 900],
    theme: 'light',
    before: `document.querySelectorAll('#tabs button')[1].click(); ${slide('boxes', 7)}; ${view('boxes')}`,
  },
  {
    name: 'playground-cloth',
    file: 'docs/figures/playground-cloth.webp',
    scene: 'cloth',
    step: 72,
    size: [1440, 900],
    theme: 'dark',
    setup: '&culling=dual',
    before: `document.querySelectorAll('#tabs button')[1].click(); ${slide('cones', 8)}; ${view('cones')}`,
  },
];

async function take(page: Page, address: string, shot: Shot): Promise<void> {
  const { scene, step, size, theme, setup = '', isBare = false, before = '', file } = shot;
  await page.setViewportSize({ width: size[0], height: size[1] });
  await page.goto(`${address}?scene=${scene}&step=${step}${setup}`, {
    waitUntil: 'commit',
    timeout: 120_000,
  });
  await page.waitForFunction(`globalThis.playground?.player.last?.step >= ${step}`, null, {
    timeout: 180_000,
  });
  // Where the processor draws, edges are smooth only if there are more pixels than are shown.
  await page.evaluate("playground.stage.sharpness = 2; dispatchEvent(new Event('resize'));");
  await page.evaluate(
    `playground.setTheme('${theme}'); document.documentElement.toggleAttribute('data-bare', ${isBare}); ${before}`,
  );
  await page.waitForTimeout(1500);
  if (file.endsWith('webp')) {
    await writeWebp(page, join(root, file), await page.screenshot({ timeout: 120_000 }));
  } else await page.screenshot({ path: join(root, file), timeout: 120_000, quality: 82 });
  console.log(file);
}

const wanted = process.argv.slice(2).filter((name) => name !== '--built');
if (!process.argv.includes('--built')) await buildPage();
mkdirSync(join(root, 'playground/public/thumbs'), { recursive: true });
const server = await serveSite(site);
const browser = await launchChromium();
try {
  const page = await browser.newPage({ deviceScaleFactor: 1 });
  page.on('pageerror', (error) => console.error(error.message));
  for (const shot of shots) {
    if (wanted.length === 0 || wanted.includes(shot.name)) await take(page, server.address, shot);
  }
} finally {
  await browser.close();
  await server.close();
}
