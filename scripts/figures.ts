// npm run figures: writes the numbers of saved bench results into README and docs, draws charts from them, and pictures
// from fresh bakes and breaks, with three in Debian's Chromium. npm run figures -- NAME… draws these alone, `numbers`
// writes the numbers alone; --check tells which numbers have no source, and which results are older than what they
// measure. What is in a picture is computed here, in scripts/figures/NAME.ts, and sent to the page as data.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { launchChromium } from './chromium.ts';
import { drawBake } from './figures/bake.ts';
import { drawBreak } from './figures/break.ts';
import { drawContactSelection } from './figures/contact-selection.ts';
import { drawCostMetric } from './figures/cost-metric.ts';
import { drawCracks } from './figures/cracks.ts';
import { drawCutQuality } from './figures/cut-quality.ts';
import { drawDropHeights } from './figures/drop-heights.ts';
import { drawDualCones } from './figures/dual-cones.ts';
import { drawEdges } from './figures/edges.ts';
import { drawFractureFrames } from './figures/fracture-frames.ts';
import { drawFragmentField } from './figures/fragment-field.ts';
import { drawModes } from './figures/modes.ts';
import { fillPage, listLoose, listStale, listUnsteady, readResults } from './figures/numbers.ts';
import type { Picture } from './figures/panel.ts';
import { drawRotation } from './figures/rotation.ts';
import { drawScene, drawScenes } from './figures/scenes.ts';
import { drawSeries } from './figures/series.ts';
import { drawShapes1, drawShapes2 } from './figures/shapes.ts';
import { drawSphereTree } from './figures/sphere-tree.ts';
import { drawSurfaceScenes } from './figures/surface-scenes.ts';
import { drawSweep } from './figures/sweep.ts';
import { writeWebp } from './webp.ts';

const root = process.cwd(); // npm runs it in the package's folder
const folder = join(root, 'docs/figures');

const pictures: Record<string, () => Promise<Picture>> = {
  bake: drawBake,
  'shapes-1': drawShapes1,
  'shapes-2': drawShapes2,
  break: drawBreak,
  'fragment-field': drawFragmentField,
  'sphere-tree': drawSphereTree,
  'contact-selection': drawContactSelection,
  edges: drawEdges,
  sweep: drawSweep,
  fracture: () => drawScene('table', [14, 16, 19, 45]),
  scenes: drawScenes,
  rotation: drawRotation,
  'cut-quality': drawCutQuality,
  'surface-scenes': drawSurfaceScenes,
  'dual-cones': drawDualCones,
  'fracture-frames': drawFractureFrames,
  modes: drawModes,
  cracks: drawCracks,
};

/** Charts, which are SVG and need no browser. */
const charts: Record<string, () => Promise<string>> = {
  'drop-heights': drawDropHeights,
  'cost-metric': drawCostMetric,
  series: drawSeries,
};

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter((path) =>
  path.endsWith('.md'),
);
const results = readResults();

if (process.argv[2] === '--check') {
  let loose = 0;
  for (const page of pages) {
    const text = readFileSync(page, 'utf8');
    const { lost } = fillPage(text, results);
    for (const source of lost) console.log(`${page}: no saved result has ${source}`);
    const without = listLoose(text);
    for (const number of without) console.log(`${page}:${number} has no source`);
    loose += lost.length + without.length;
  }
  for (const line of listUnsteady(results)) console.log(line);
  const stale = listStale(results);
  for (const line of stale) console.log(line);
  console.log(`${loose} numbers without a source, ${stale.length} of ${results.size} results are old.`);
  process.exit(0);
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name === 'numbers' || name in pictures || name in charts));
if (unknown.length > 0) {
  console.error(
    `There is no picture ${unknown.join(', ')}: choose from ${['numbers', ...Object.keys(pictures), ...Object.keys(charts)].join(', ')}.`,
  );
  process.exit(1);
}

mkdirSync(folder, { recursive: true });
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
if (isWanted('numbers')) {
  for (const page of pages) {
    const before = readFileSync(page, 'utf8');
    const { text, lost } = fillPage(before, results);
    for (const source of lost) console.error(`${page}: no saved result has ${source}: its number stays`);
    if (text === before) continue;
    writeFileSync(page, text);
    console.log(page);
  }
}
for (const [name, draw] of Object.entries(charts)) {
  if (!isWanted(name)) continue;
  writeFileSync(join(folder, `${name}.svg`), await draw());
  console.log(`docs/figures/${name}.svg`);
}
if (!Object.keys(pictures).some(isWanted)) process.exit(0);

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  server: { port: 0, hmr: false },
});
await server.listen();
const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width: 1700, height: 560 } });
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(new URL('scripts/figures/index.html', server.resolvedUrls!.local[0]).href);
  await page.waitForFunction('window.ready === true');
  for (const [name, draw] of Object.entries(pictures)) {
    if (!isWanted(name)) continue;
    const picture = await draw();
    await page.evaluate(
      (data) => (window as unknown as { draw(picture: unknown): void }).draw(data),
      picture as unknown,
    );
    const png = await page.locator('#picture').screenshot({ timeout: 120_000 });
    await writeWebp(page, join(folder, `${name}.webp`), png);
    console.log(`docs/figures/${name}.webp`);
  }
} finally {
  await browser.close();
  await server.close();
}
