// The long form, `npm run pack-test`: bundlers and versions of three and TypeScript that users have.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { checkPlate, checkVase } from './broken-plate.ts';
import {
  copyPage,
  createProject,
  createWorkshop,
  must,
  packFracas,
  programOf,
  removeWorkshop,
  run,
  type Served,
  serveFolder,
  startServer,
} from './project.ts';

const KINDS = ['main', 'worker'] as const;
const PAGE =
  '<!doctype html><link rel="icon" href="data:," /><script type="module" src="./main.js"></script>';

describe.runIf(process.env.FRACAS_PACK === 'all')('the tarball elsewhere', () => {
  let workshop: string;
  let tarball: string;
  let browser: Browser;

  beforeAll(async () => {
    workshop = createWorkshop();
    tarball = await packFracas(workshop, true);
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    removeWorkshop(workshop);
  });

  async function create(name: string, ...packages: string[]): Promise<string> {
    const folder = await createProject(workshop, tarball, name, packages);
    copyPage(folder);
    return folder;
  }

  async function check(served: Served, revision?: string): Promise<void> {
    try {
      for (const kind of KINDS) {
        const { three } = await checkPlate(browser, served.address, kind);
        if (revision !== undefined) expect(three).toBe(revision);
      }
      await checkVase(browser, served.address);
    } finally {
      served.close();
    }
  }

  describe.each([
    ['Vite 6', 'vite@6', 'three@0.160.1', '160'],
    ['Vite 8', 'vite@8', 'three@latest', undefined],
    ['Vite 7', 'vite@7', 'three@0.170.0', '170'],
  ] as const)('%s', (name, vite, three, revision) => {
    let folder: string;

    beforeAll(async () => {
      folder = await create(name.replace(' ', '-'), vite, three);
    });

    it('serves while one develops, without configuration', async () => {
      await check(await startServer(folder, programOf(folder, 'vite'), ['--port', '0']), revision);
    });

    it('builds, without configuration', async () => {
      await must(folder, programOf(folder, 'vite'), ['build', '--base=./']);
      await check(await serveFolder(join(folder, 'dist')), revision);
    });
  });

  it('webpack 5 builds without a warning but that of size', async () => {
    const folder = await create('webpack', 'webpack@5', 'webpack-cli', 'three@latest');
    const args = ['--mode', 'production', '--entry', './main.js'];
    const said = await must(folder, programOf(folder, 'webpack'), args);
    expect(said).not.toMatch(/Critical dependency|ERROR/);
    writeFileSync(join(folder, 'dist/index.html'), PAGE);
    await check(await serveFolder(join(folder, 'dist')));
  });

  it('esbuild builds', async () => {
    const folder = await create('esbuild', 'esbuild', 'three@latest');
    const args = ['main.js', '--bundle', '--format=esm', '--outdir=out'];
    // Its program is a script that starts another, which npm has put beside it.
    await must(folder, programOf(folder, 'esbuild'), args);
    writeFileSync(join(folder, 'out/index.html'), PAGE);
    await check(await serveFolder(join(folder, 'out')));
  });

  it('plays every scene from the command line', async () => {
    const folder = await create('scenes');
    const env = { FRACAS_CACHE: join(workshop, 'cache') };
    for (const scene of ['piggy', 'bunnies', 'bricks', 'plates', 'mouse', 'wall', 'table', 'tower']) {
      const args = ['run', scene, '--steps', '3', '--cold', '-q'];
      const { code, error } = await run(folder, programOf(folder, 'fracas'), args, env);
      expect({ scene, code, error }).toEqual({ scene, code: 0, error: '' });
    }
    // Without three: what it would read is told of.
    writeFileSync(
      join(folder, 'a.stl'),
      'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n',
    );
    const { code, error } = await run(folder, programOf(folder, 'fracas'), ['inspect', 'a.stl'], env);
    expect({ code, told: error.includes('npm install three') }).toEqual({ code: 1, told: true });
  });

  it('serves the playground from the package, which bakes what it needs', async () => {
    const folder = await create('play');
    const served = await startServer(
      folder,
      programOf(folder, 'fracas'),
      ['play', 'bricks', '--port', '0', '--no-open'],
      {
        FRACAS_CACHE: join(workshop, 'cache'),
      },
    );
    const page = await browser.newPage();
    try {
      page.setDefaultTimeout(300_000);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(`${served.address}?scene=bricks&step=5`);
      await page.waitForFunction('globalThis.playground?.player.last?.step >= 5');
      expect(problems).toEqual([]);
    } finally {
      await page.close();
      served.close();
    }
  });

  it('pleases publint and arethetypeswrong', async () => {
    const folder = await create('lint', 'publint', '@arethetypeswrong/cli');
    await must(folder, programOf(folder, 'publint'), ['run', tarball, '--strict']);
    await must(folder, programOf(folder, 'attw'), [tarball, '--profile', 'esm-only']);
  });

  it.each([
    ['5.4', '0.160.0', false],
    ['5.4', '0.160.0', true],
    ['5.9', 'latest', false],
    ['7', 'latest', false],
    ['7', 'latest', true],
  ])('has types for TypeScript %s with those of three %s, skipLibCheck %s', async (version, three, skip) => {
    const name = `types-${version}-${skip}`;
    const folder = await createProject(workshop, tarball, name, [
      `typescript@${version}`,
      `three@${three}`,
      `@types/three@${three}`,
    ]);
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/main.ts'), SAMPLE);
    const options = ['--strict', '--target', 'es2022', '--lib', 'es2023,dom,dom.iterable', '--noEmit'];
    for (const module of ['nodenext', 'bundler']) {
      const kind = module === 'bundler' ? ['--module', 'esnext'] : ['--module', 'nodenext'];
      const args = [...options, ...kind, '--moduleResolution', module, '--skipLibCheck', String(skip)];
      const { code, out } = await run(folder, programOf(folder, 'tsc'), [...args, 'src/main.ts']);
      // Those of three and what it brings are not ours to mend.
      const ours = out
        .split('\n')
        .filter((line) => /error/.test(line) && !/node_modules\/(?!fracas|@gltf-transform)/.test(line));
      expect(ours).toEqual([]);
      if (skip) expect(code).toBe(0);
    }
  });
});

/** Every entry, as a program in TypeScript uses it. */
const SAMPLE = `import { bake, createShape, extractSurface, interpolatePose, materials, World, type BodyInfo } from 'fracas';
import { colliderOf } from 'fracas/contact';
import * as fragment from 'fracas/fragment';
import * as mesh from 'fracas/mesh';
import * as field from 'fracas/field';
import * as hierarchy from 'fracas/hierarchy';
import * as surface from 'fracas/surface';
import * as papers from 'fracas/papers';
import { createBrick } from 'fracas/shapes';
import { readMesh } from 'fracas/io';
import { bakeGeometry, bakeObject, debugLines, WorldView, type Looks } from 'fracas/three';
import { bakeInWorker, openWorld, type RemoteWorld } from 'fracas/worker';
import { BoxGeometry, Group, MeshStandardMaterial, Scene } from 'three';

const asset = await bake(createBrick(), { material: materials.ceramic });
const world = new World();
const body: number = world.add(asset, { position: [0, 1, 0] });
world.addStatic(createShape('plane'));
const info: BodyInfo = world.info(body);
const looks: Looks = { brick: { surface: new MeshStandardMaterial(), crack: new MeshStandardMaterial() } };
const view = new WorldView(world, new Scene(), looks, { debris: 0.1 });
view.advance(1 / 60);
debugLines(world, 'contacts', 'boxes').update();
const box = await bakeGeometry(new BoxGeometry(1, 1, 1), { resolution: 8, onProgress: (stage, part) => console.log(stage, part) });
const { assets } = await bakeObject(new Group(), { each: true });
const remote: RemoteWorld = await openWorld({ onProgress: (part: number) => console.log(part) });
new WorldView(remote, new Scene(), (subject) => (subject.shape === 'plane' ? null : undefined));
console.log(colliderOf(info).label, extractSurface(info)?.groups.length, box.name, assets.length, bakeInWorker, readMesh);
console.log(fragment, mesh, field, hierarchy, surface, papers, interpolatePose);
`;
