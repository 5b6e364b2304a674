// What a user gets: the packed tarball in empty folders, from the npm registry, in a real browser. The short form is one
// project with Vite and the newest three; `npm run pack-test` tries the others too.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { root } from '../../scripts/site.ts';
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
} from './project.ts';

let workshop: string;
let tarball: string;
let folder: string;
let browser: Browser;

beforeAll(async () => {
  workshop = createWorkshop();
  const opened = launchChromium();
  tarball = await packFracas(workshop);
  folder = await createProject(workshop, tarball, 'short', ['three']);
  copyPage(folder);
  browser = await opened;
});

afterAll(async () => {
  await browser?.close();
  removeWorkshop(workshop);
});

/** A module of the installed package, by its path there. */
const load = (file: string) =>
  import(/* @vite-ignore */ pathToFileURL(join(folder, 'node_modules/fracas', file)).href);

describe('the tarball', () => {
  it('has no link in its pages that leads nowhere, and no picture that is missing', () => {
    const own = join(folder, 'node_modules/fracas');
    const pages = readdirSync(own, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    let pictures = 0;
    for (const page of pages) {
      const text = readFileSync(join(own, page), 'utf8').replace(/```[\s\S]*?```/g, '');
      for (const [, sign, link] of text.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)) {
        if (page === 'README.md') expect(link).not.toMatch(/^https?:/);
        if (/^https?:|^#/.test(link)) continue;
        if (sign !== '') pictures++;
        expect(existsSync(join(own, page, '..', link.replace(/#.*/, ''))), `${page}: ${link}`).toBe(true);
      }
    }
    expect(pages.length).toBeGreaterThan(30);
    expect(pictures).toBeGreaterThan(20);
  });

  it('installs beside any three, or none', () => {
    const { peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    );
    expect(peerDependencies.three).toBe('>=0.160.0');
    expect(peerDependenciesMeta.three.optional).toBe(true);
  });

  it('says what to call where a geometry of three is baked, and asks for units', async () => {
    const { bake } = await load('dist/src/index.js');
    const { createBox } = await load('dist/src/mesh/shapes/index.js');
    const THREE = await import(pathToFileURL(join(folder, 'node_modules/three/build/three.module.js')).href);
    await expect(bake(new THREE.BoxGeometry())).rejects.toThrow('bakeGeometry of fracas/three');
    await expect(bake(new THREE.Mesh())).rejects.toThrow('bakeGeometry of fracas/three');
    await expect(bake(new THREE.Group())).rejects.toThrow('bakeObject of fracas/three');
    const large = await bake(createBox({ size: [180, 20, 20] }), { resolution: 4 });
    expect(large.notes.join()).toMatch('sizes are metres');
    const small = await bake(createBox({ size: [1.8, 0.2, 0.2] }), { resolution: 4 });
    expect(small.notes.join()).not.toMatch('metres');
  });
});

describe('a world from the tarball', () => {
  it('tells of a fracture and of every body at 30 frames a second, and keeps colliders back', async () => {
    const { bake, createShape, extractSurface, materials, World } = await load('dist/src/index.js');
    const { createBox } = await load('dist/src/mesh/shapes/index.js');
    const { colliderOf } = await load('dist/src/contact/index.js');
    const tile = createBox({ size: [0.3, 0.02, 0.3], edge: 0.05 });
    const plate = await bake(tile, { spacing: 0.05, cells: 24, material: materials.ceramic });
    const world = new World({ maxPieces: 6 });
    world.addStatic(createShape('plane'));
    const body = world.add(plate, { position: [0, 0.25, 0], velocity: [0, -6, 0], spin: [1, 0, 2] });
    const known = new Set(world.bodies);
    let fractures = 0;
    for (let frame = 0; frame < 6; frame++) {
      world.advance(1 / 30);
      fractures += world.events.fractures.length;
      for (const { fragments } of world.events.splits) for (const piece of fragments) known.add(piece);
    }
    expect(fractures).toBeGreaterThan(0);
    expect([...known].sort()).toEqual([...world.bodies].sort());
    const info = world.info(body);
    expect(info).toMatchObject({ asset: plate, shape: null, kind: 'dynamic', opacity: 1 });
    expect(info.version).toBeGreaterThan(0);
    expect(info.pose).toHaveLength(7);
    expect(Object.keys(info)).not.toContain('collider');
    expect(colliderOf(info).collider.field).not.toBeNull();
    expect(extractSurface(info).groups.at(-1).group).toBe(1); // its cracks
  });
});

describe('a view from the tarball', () => {
  it('lets no time pass before the engine has compiled breaking, unless it is given no turn to', async () => {
    const { World } = await load('dist/src/index.js');
    const { WorldView } = await load('dist/three/index.js');
    const { Group } = await import(
      pathToFileURL(join(folder, 'node_modules/three/build/three.module.js')).href
    );
    const turn = () => new Promise((done) => setTimeout(done));
    const world = new World();
    const told: number[] = [];
    const view = new WorldView(world, new Group(), {}, { onProgress: (part: number) => told.push(part) });
    let isReady = false;
    view.ready.then(() => {
      isReady = true;
    });
    const other = new WorldView(world, new Group()); // waits for the same, and tells as well
    const hasty = new World();
    const film = new WorldView(hasty, new Group());
    for (let k = 0; k < 2; k++) film.advance(1 / 60);
    expect(hasty.time).toBeGreaterThan(0);
    let held = 0;
    for (; !isReady; held++, await turn()) {
      view.advance(1 / 60);
      other.advance(1 / 60);
      if (!isReady) expect(world.time).toBe(0);
    }
    expect(held).toBeGreaterThan(5);
    expect(told.length).toBeGreaterThan(5);
    view.advance(1 / 60);
    expect(world.time).toBeGreaterThan(0);
  });
});

describe('the command', () => {
  const fracas = (args: string[], cache = join(workshop, 'cache')) =>
    run(folder, programOf(folder, 'fracas'), args, { XDG_CACHE_HOME: cache, FRACAS_CACHE: '' });

  it('plays scenes whose models the package does not ship, and keeps bakes where users keep caches', async () => {
    const { loadBunny } = await load('dist/bench/models.js');
    expect(loadBunny().indices.length).toBeGreaterThan(3000); // a piggy bank stands in
    const { code, out, error } = await fracas(['run', 'bricks', '--steps', '2', '--cold', '--json', '-q']);
    expect(error).toBe('');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ scene: 'bricks', steps: 2 });
    expect(readdirSync(join(workshop, 'cache/fracas'))).toHaveLength(1);
  });

  it('tells errors as JSON where JSON was asked for', async () => {
    const missing = await fracas(['inspect', 'nothing.obj', '--json']);
    expect(missing.code).toBe(1);
    expect(JSON.parse(missing.out).error.message).toMatch('nothing.obj');
    const wrong = await fracas(['bake', '--json']);
    expect(wrong.code).toBe(2);
    expect(JSON.parse(wrong.out).error.code).toBe('bad-usage');
    const unknown = await fracas(['brake', '--json']);
    expect(unknown.code).toBe(2);
    expect(JSON.parse(unknown.out).error.message).toMatch('no command "brake"');
  });
});

describe.concurrent('a page that Vite built, with the newest three', () => {
  let served: Served;

  beforeAll(async () => {
    // The project's own copy of fracas, by the Vite of this checkout: its installation is the longest part.
    await must(folder, process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--base=./']);
    served = await serveFolder(join(folder, 'dist'));
  });

  afterAll(() => served?.close());

  it('runs the 25 lines of README: a vase falls, and its cracks show', async () => {
    await checkVase(browser, served.address);
  });

  it.each(['main', 'worker'] as const)(
    'breaks a plate and draws every piece, in a world of kind %s',
    async (kind) => {
      await checkPlate(browser, served.address, kind);
    },
  );
});
