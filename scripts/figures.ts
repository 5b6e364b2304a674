// npm run figures: draws the pictures of README and docs from a fresh bake, with three in Debian's Chromium.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { loadBunny } from '../bench/models.ts';
import { type Asset, bake, buildGridField, finishWork, sampleField, shapes } from '../src/index.ts';
import { TET_FACES } from '../src/mesh/tet-mesh.ts';
import { launchChromium } from './chromium.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/figures');
const count = (n: number) => n.toLocaleString('en-US');

interface Drawn {
  positions: number[];
  normals?: number[];
  colors?: number[];
  color?: number;
  flat?: boolean;
}
interface Panel {
  title: string;
  detail: string;
  bounds: number[];
  meshes?: Drawn[];
  slices?: object[];
  spheres?: object[];
}

function boundsOf(asset: Asset): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  asset.tets.positions.forEach((x, i) => {
    bounds[i % 3] = Math.min(bounds[i % 3], x);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], x);
  });
  return bounds;
}

/** The surface, smooth, or only the part of it behind the plane z = cut. */
function drawSurface(asset: Asset, cut = Infinity): Drawn {
  const { indices } = asset.surface;
  const x = asset.tets.positions;
  const positions: number[] = [];
  const normals: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [0, 1, 2].map((k) => 3 * indices[t + k]);
    if (corners.every((c) => x[c + 2] > cut)) continue;
    for (const c of corners) {
      positions.push(x[c], x[c + 1], Math.min(x[c + 2], cut));
      normals.push(...asset.nodes.direction.subarray(c, c + 3));
    }
  }
  return { positions, normals };
}

/** The tets behind the plane z = cut, each a little smaller than it is, faces of the surface in another colour. */
function drawTets(asset: Asset, cut: number): Drawn {
  const { positions: x, indices } = asset.tets;
  const { surfaceCount } = asset;
  const outer = [0.69, 0.59, 0.47];
  const inner = [0.62, 0.21, 0.1];
  const positions: number[] = [];
  const colors: number[] = [];
  for (let t = 0; t < indices.length; t += 4) {
    const corners = [0, 1, 2, 3].map((k) => 3 * indices[t + k]);
    const middle = [0, 1, 2].map((d) => corners.reduce((sum, c) => sum + x[c + d] / 4, 0));
    if (middle[2] > cut) continue;
    for (let f = 0; f < 4; f++) {
      const face = [0, 1, 2].map((k) => corners[TET_FACES[3 * f + k]]);
      const outside = face.every((c) => c < 3 * surfaceCount);
      for (const c of face) {
        for (let d = 0; d < 3; d++) positions.push(middle[d] + 0.9 * (x[c + d] - middle[d]));
        colors.push(...(outside ? outer : inner));
      }
    }
  }
  return { positions, colors, flat: true };
}

/** A slice of the distance at z = cut: blue inside, amber outside, with lines of equal distance. */
function drawSlice(asset: Asset, bounds: number[], cut: number): object {
  const margin = 0.08 * (bounds[3] - bounds[0]);
  const [x0, y0, x1, y1] = [bounds[0] - margin, bounds[1], bounds[3] + margin, bounds[4] + margin];
  const width = 900;
  const height = Math.round((width * (y1 - y0)) / (x1 - x0));
  const image: number[] = [];
  const p = new Float64Array(3);
  const d = new Float64Array(1);
  const gap = (bounds[3] - bounds[0]) / 40;
  // Exact everywhere, so that the lines run on beyond the band that the asset stores.
  const field = finishWork(buildGridField(asset.surface, { cells: 96, exact: true }));
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      p[0] = x0 + ((x1 - x0) * (i + 0.5)) / width;
      p[1] = y1 - ((y1 - y0) * (j + 0.5)) / height;
      p[2] = cut;
      sampleField(d, field, p, 0);
      const depth = Math.min(1, Math.abs(d[0]) / (6 * gap));
      const line = Math.abs(d[0] / gap - Math.round(d[0] / gap)) < 0.06 && Math.abs(d[0]) > 0.5 * gap;
      const zero = Math.abs(d[0]) < 0.09 * gap;
      const shade = line ? 0.88 : 1;
      const inside = d[0] < 0;
      const from = inside ? [196, 222, 244] : [255, 236, 205];
      const to = inside ? [36, 84, 150] : [226, 150, 64];
      const fade = inside ? 255 : 255 * Math.max(0, 1 - Math.abs(d[0]) / (4.2 * gap));
      for (let k = 0; k < 3; k++)
        image.push(zero ? 40 : Math.round(shade * (from[k] + (to[k] - from[k]) * depth)));
      image.push(zero ? 255 : Math.round(fade));
    }
  }
  return { image, width, height, corner: [x0, y0, cut], right: [x1 - x0, 0, 0], up: [0, y1 - y0, 0] };
}

/** The spheres that stand for the whole solid at one level of the tree. */
function drawLevel(asset: Asset, level: number): { center: number[]; radius: number[] } {
  const { tree } = asset;
  const center: number[] = [];
  const radius: number[] = [];
  for (let i = 0; i < tree.count; i++) {
    const last = tree.childCount[i] === 0 ? Infinity : tree.level[tree.firstChild[i]];
    if (tree.level[i] > level || last <= level) continue;
    center.push(...asset.tets.positions.subarray(3 * tree.point[i], 3 * tree.point[i] + 3));
    radius.push(tree.radius[i]);
  }
  return { center, radius };
}

function bakePanels(asset: Asset): Panel[] {
  const bounds = boundsOf(asset);
  const cut = bounds[2] + 0.58 * (bounds[5] - bounds[2]);
  const level = 6;
  const { report, field } = asset;
  return [
    {
      title: 'mesh',
      detail: `${count(asset.surface.indices.length / 3)} triangles`,
      bounds,
      meshes: [drawSurface(asset)],
    },
    {
      title: 'tetrahedra',
      detail: `${count(report.tets)} tets, ${count(report.points)} points`,
      bounds,
      meshes: [drawTets(asset, cut)],
    },
    {
      title: 'distance',
      detail: `${field.nx} × ${field.ny} × ${field.nz} cells, in bricks`,
      bounds,
      meshes: [drawSurface(asset, cut - 1e-4 * (bounds[5] - bounds[2]))],
      slices: [drawSlice(asset, bounds, cut)],
    },
    {
      title: 'sphere tree',
      detail: `level ${level} of ${asset.tree.levels - 1}: ${2 ** level} points, far apart`,
      bounds,
      meshes: [drawSurface(asset)],
      spheres: [drawLevel(asset, level), { ...dots(asset, 2 ** level, bounds), opacity: 1, color: 0x7a2f16 }],
    },
  ];
}

function dots(asset: Asset, n: number, bounds: number[]): { center: number[]; radius: number[] } {
  const points = [...asset.order.subarray(0, n)];
  const r = 0.008 * (bounds[3] - bounds[0]);
  return {
    center: points.flatMap((p) => [...asset.tets.positions.subarray(3 * p, 3 * p + 3)]),
    radius: points.map(() => r),
  };
}

async function shapePanels(): Promise<Panel[][]> {
  const list: [string, Parameters<typeof bake>[0]][] = [
    ['piggy bank', shapes.createPiggyBank()],
    ['plate', shapes.createPlate()],
    ['perforated brick', shapes.createBrick()],
    ['drinking glass', shapes.createGlass()],
    ['triceratops', shapes.createTriceratops()],
    ['apple', shapes.createApple()],
    ['pumpkin', shapes.createPumpkin()],
    ['gear', shapes.createGear()],
  ];
  const panels: Panel[] = [];
  for (const [title, mesh] of list) {
    const asset = await bake(mesh, { resolution: 24 });
    panels.push({
      title,
      detail: `${count(asset.surface.indices.length / 3)} triangles, ${count(asset.report.tets)} tets`,
      bounds: boundsOf(asset),
      meshes: [{ ...drawSurface(asset), normals: undefined, flat: true }],
    });
  }
  return [panels.slice(0, 4), panels.slice(4)];
}

mkdirSync(folder, { recursive: true });
console.log('baking…');
const bunny = await bake(loadBunny({ triangles: 7940 }), { name: 'bunny' });
const [first, second] = await shapePanels();
const pictures: Record<string, Panel[]> = { bake: bakePanels(bunny), 'shapes-1': first, 'shapes-2': second };

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
  for (const [name, panels] of Object.entries(pictures)) {
    await page.evaluate(
      (data) => (window as unknown as { draw(panels: unknown): void }).draw(data),
      panels as unknown,
    );
    writeFileSync(join(folder, `${name}.png`), await page.locator('#strip').screenshot());
    console.log(`docs/figures/${name}.png`);
  }
} finally {
  await browser.close();
  await server.close();
}
