// What a WorldView costs a page: draw calls, vertices and the processor's time of a frame in which every piece moves, in a
// real Chromium without a graphics card.

import { createServer } from 'vite';
import { launchChromium } from '../scripts/chromium.ts';
import { root } from '../scripts/site.ts';
import { bake, encodeAsset } from '../src/index.ts';
import { createBox } from '../src/mesh/shapes/index.ts';
import type { Bench } from './bench.ts';

interface Drawn {
  readonly pieces: number;
  readonly calls: number;
  readonly triangles: number;
  readonly vertices: number;
  readonly room: number; // for vertices, in buffers that grow by twos
  readonly update: number; // milliseconds of WorldView a frame, the middle of nine rounds
  readonly least: number;
  readonly render: number; // of three's part, without the graphics card's
}

const SIZES = [60, 300, 1000];
const CALLS = 12; // at most
const UPDATE = 2; // milliseconds at most, at 1,000 pieces

export const bench: Bench = {
  name: 'draw',
  answers: 'draw calls, vertices and milliseconds a frame of WorldView for 60, 300 and 1,000 pieces',
  async run(report) {
    const box = await bake(createBox({ size: [0.2, 0.2, 0.2], edge: 0.05 }), { resolution: 5, cells: 16 });
    const bytes = Array.from(encodeAsset(box));
    const server = await createServer({
      root,
      configFile: false,
      logLevel: 'error',
      server: { port: 0, hmr: false },
      optimizeDeps: { entries: ['bench/draw/index.html'] },
    });
    await server.listen();
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(300_000);
      page.on('pageerror', (error) => report.note(error.message));
      await page.goto(new URL('bench/draw/index.html', server.resolvedUrls?.local[0]).href);
      await page.waitForFunction('globalThis.measure !== undefined');
      for (const size of SIZES) {
        const ask = `measure([${bytes}], ${size})`;
        const { pieces, calls, triangles, vertices, room, update, least, render } = (await page.evaluate(
          ask,
        )) as Drawn;
        const name = `${size} pieces`;
        report.row({
          name: `${name}: draw calls`,
          value: calls,
          unit: 'calls',
          target: CALLS,
          pieces,
          triangles,
        });
        report.row({
          name: `${name}: vertices`,
          value: vertices,
          unit: 'vertices',
          room,
        });
        const target = size === 1000 ? { target: UPDATE } : {};
        report.row({
          name: `${name}: WorldView a frame`,
          value: update,
          unit: 'ms',
          ...target,
          least,
          render,
        });
      }
    } finally {
      await browser.close();
      await server.close();
    }
  },
};
