// The playground in a real Chromium, as it is built: scenes, hands, files, timeline, links, a phone; surfaces are in
// surface-scenes.ts.

import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeObj } from '../../io/write-obj.ts';
import { scenes } from '../../scenes/index.ts';
import { launchChromium } from '../../scripts/chromium.ts';
import { type SiteServer, serveSite } from '../../scripts/serve-site.ts';
import { PAGE_LIMIT, root, weighSite } from '../../scripts/site.ts';
import { createBox } from '../../src/mesh/shapes/index.ts';
import { testLostPicture } from './lost-picture.ts';
import { testPhonePanel } from './phone-panel.ts';
import { testSurfaces } from './surface-scenes.ts';

const { validateBytes } = createRequire(import.meta.url)('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number; messages: unknown[] } }>;
};

const LIMIT = 500_000; // milliseconds, for what never comes: the machine may be busy
const artifacts = join(root, 'artifacts/playground');
const problems: string[] = [];
let server: SiteServer;
let browser: Browser;
let page: Page;

/** Runs a script in the page, where `playground` is what the page offers. */
// biome-ignore lint/suspicious/noExplicitAny: the page's globals have no types here
const run = (script: string): Promise<any> => page.evaluate(`(async () => { ${script} })()`);

async function openPage(width: number, height: number, hasTouch = false): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width, height }, hasTouch });
  opened.setDefaultTimeout(LIMIT);
  opened.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  opened.on('pageerror', (error) => problems.push(error.message));
  return opened;
}

async function goto(opened: Page, search: string): Promise<void> {
  await opened.goto(server.address + search);
  await opened.waitForFunction('globalThis.playground?.player.last !== undefined');
  // A quarter of the pixels: all of them are drawn by the processor here.
  await opened.evaluate("playground.stage.sharpness = 0.5; dispatchEvent(new Event('resize'));");
}

/** Opens a scene, which stands still at its first step: how much is played before the next call is chance. */
const open = (scene: string) =>
  run(`playground.player.pause();
    await playground.open({ scene: '${scene}' });
    playground.player.pause();`);

/** Where a body is in the window. */
const PROJECT = `const place = (body, up = 0) => {
  const { mesh } = playground.actors.actors.get(body);
  const v = mesh.position.clone();
  v.y += up;
  v.project(playground.stage.camera);
  return [(v.x + 1) / 2 * innerWidth, (1 - v.y) / 2 * innerHeight];
};`;

/** How much the brightness of the picture varies; 0 for a blank one. */
const VARIETY = `const small = document.createElement('canvas');
small.width = 64; small.height = 48;
const context = small.getContext('2d');
context.drawImage(playground.stage.renderer.domElement, 0, 0, 64, 48);
const { data } = context.getImageData(0, 0, 64, 48);
let [sum, squares] = [0, 0];
for (let k = 0; k < data.length; k += 4) { sum += data[k]; squares += data[k] ** 2; }
const n = data.length / 4;
return Math.sqrt(squares / n - (sum / n) ** 2);`;

/** The hash of a scene as plain Node plays what tsc emitted: here, modules are wrapped and ten times as slow. */
function hashInNode(name: string, seed: number, steps: number): Promise<string> {
  const script = `const load = (file) => import(new URL('dist/scenes/' + file, 'file://${root}/').href);
    const { findScene } = await load('index.js');
    const { createScene, stepScene } = await load('run.js');
    const scene = findScene('${name}');
    const assets = await (await load('assets.js')).loadAssets(scene);
    const world = createScene(scene, assets, { seed: ${seed} });
    for (let step = 0; step < ${steps}; step++) stepScene(scene, world, step, assets);
    console.log(world.hash());`;
  return runNode('--input-type=module', '-e', script);
}

/** What a process of Node prints, or why it failed. */
function runNode(...args: string[]): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: root }, (error, out) => done(error?.message ?? out.trim()));
  });
}

const STEPS = 300;
let inNode: Promise<string>; // the wall's, computed while the page is tested

beforeAll(async () => {
  mkdirSync(artifacts, { recursive: true });
  expect(await runNode('dist/scripts/site.js')).toMatch(/kB gzipped/);
  inNode = hashInNode('wall', 7, STEPS);
  server = await serveSite();
  browser = await launchChromium();
  page = await openPage(480, 600); // little to draw, with room between the bars
  await goto(page, '?scene=tower');
});

afterAll(async () => {
  await browser?.close();
  await server?.close();
});

describe('the playground', () => {
  for (const { name } of scenes) {
    it(`shows ${name}, which moves`, async () => {
      await open(name);
      await run('playground.player.play();');
      await page.waitForFunction('playground.player.shots.length > 3');
      const moved = await run(`const { shots, last } = playground.player;
        return Array.from(last.poses).some((x, k) => x !== shots[0].poses[k]);`);
      expect(moved).toBe(true);
      await run('await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));');
      expect(await run(VARIETY)).toBeGreaterThan(3);
      await page.screenshot({ path: join(artifacts, `${name}.png`) });
    });
  }

  it('breaks a plate that is clicked on', async () => {
    await open('plates');
    const [x, y] = await run(`${PROJECT}
      const { bodies, looks } = playground.player.shot;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return place(bodies[looks.findIndex((look) => look.name === 'plate')]);`);
    await page.mouse.click(x, y, { delay: 1000 }); // as strong as it gets, however long it takes
    // Before step 17, when the first of the scene's own balls arrives.
    await page.waitForFunction(
      'playground.player.shots.some(({ step, looks }) => step < 17 && looks.filter(({ name }) => name === "plate").length > 4)',
    );
  });

  it('slices what a line crosses, and goes back to the same bits and on to the same bits', async () => {
    await open('tower');
    await run('await playground.player.playTo(3);');
    const before = await run('return playground.player.last.bodies.length;');
    await page.keyboard.press('3');
    await page.mouse.move(150, 300);
    await page.mouse.down();
    await page.mouse.move(330, 305, { steps: 3 });
    await page.mouse.up();
    await page.waitForFunction(`playground.player.last.bodies.length > ${before}`);
    const result = await run(`const { player } = playground;
      player.pause();
      const from = player.last.step + 3; // some are on their way
      await player.playTo(from);
      const middle = await player.hash();
      await player.playTo(from + 5);
      const end = await player.hash();
      const at = player.shots.findIndex((shot) => shot.step === from);
      player.time = player.shots[at].time;
      await player.settle();
      const again = await player.hash();
      await player.playTo(from + 5);
      return [middle === again, end === await player.hash(), middle !== end];`);
    expect(result).toEqual([true, true, true]);
  });

  it('grabs a body and flings it', async () => {
    await open('mouse');
    await page.keyboard.press('2');
    const [body, [x, y], height] = await run(`${PROJECT}
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const body = playground.player.last.bodies[5];
      return [body, place(body, 0.08), playground.actors.actors.get(body).mesh.position.y];`);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 40, { steps: 2 });
    await page.mouse.move(x, y - 80, { steps: 2 });
    await page.waitForFunction(`playground.actors.actors.get(${body}).mesh.position.y > ${height + 0.1}`);
    await page.mouse.up();
    const names = await run('return (await playground.player.save()).inputs.map((input) => input.name);');
    expect(names[0]).toBe('grab');
    expect(names).toContain('pull');
    await page.keyboard.press('1');
  });

  it('bakes a model that is dropped, breaks it, and exports a film that a validator accepts', async () => {
    const obj = writeObj(createBox({ size: [0.3, 1, 0.3] })); // slender: there is little to bake
    await drop('post.obj', obj);
    await page.waitForFunction(`playground.player.card.name === 'yours'`);
    await run(`${PROJECT} await playground.player.playTo(5);
      playground.hands.blast(...place(playground.player.last.bodies[1]));`);
    await page.waitForFunction('playground.player.last.bodies.length > 4');
    const film = await run(`playground.player.pause();
      const bytes = await playground.makeFilm();
      let text = '';
      for (const byte of bytes) text += String.fromCharCode(byte);
      return btoa(text);`);
    const { issues } = await validateBytes(new Uint8Array(Buffer.from(film, 'base64')));
    expect(issues.messages.slice(0, 3).filter(() => issues.numErrors > 0)).toEqual([]);
    expect(film.length).toBeGreaterThan(10_000);
  });

  it('opens a recording of that model again, to the same bits', async () => {
    const [step, hash] = await run(`const { player } = playground;
      await player.playTo(0); // stops, and waits for what is on its way
      return [player.last.step, await player.hash()];`);
    const text = await run('return playground.saveText();');
    await open('tower');
    // It would begin to play, and on a busy machine be past that step before anyone can stop it.
    await run('playground.player.play = () => {}; playground.player.pause();');
    await drop('again.json', text);
    await page.waitForFunction(`playground.player.card.name === 'yours'`);
    expect(
      await run(`await playground.player.playTo(${step});
        delete playground.player.play;
        return [playground.player.last.step, await playground.player.hash()];`),
    ).toEqual([step, hash]);
  });

  it('gives an open surface the wall that is asked for, and says how when it is not', async () => {
    await open('tower');
    const sheet = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n';
    await drop('sheet.obj', sheet);
    await page.waitForFunction(`/open.*wall/.test(document.getElementById('toast').textContent)`);
    await run(`document.getElementById('wall').value = '40';`);
    await drop('sheet.obj', sheet);
    await page.waitForFunction(`playground.player.card.name === 'yours'`);
    await page.waitForFunction(`/a wall of 0.04 m/.test(document.getElementById('toast').textContent)`);
    await run(`document.getElementById('wall').value = '';`);
  });

  it('says what is wrong with a file', async () => {
    await run("document.getElementById('toast').textContent = '';");
    await drop('broken.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n');
    await page.waitForFunction(`/9/.test(document.getElementById('toast').textContent)`);
  });

  it('opens a link to the state that Node computes, 300 steps in', async () => {
    await goto(page, `?scene=wall&seed=7&step=${STEPS}`);
    await page.waitForFunction(`playground.player.last.step >= ${STEPS}`);
    expect(await run('return playground.player.hash();')).toBe(await inNode);
  });

  it('changes settings at once, and keeps what was changed', async () => {
    await open('tower');
    const [before, after, names] = await run(`const { player } = playground;
      await player.playTo(3);
      const before = (await player.save()).setup;
      for (const [key, value] of [['order', 'plain'], ['field', 'mean'], ['upkeep', 'rebuild']]) {
        const select = document.getElementById('set-' + key);
        select.value = value;
        select.dispatchEvent(new Event('change'));
      }
      await player.playTo(6);
      return [before, player.setup, (await player.save()).inputs.map(({ name }) => name)];`);
    expect(after).toEqual({ ...before, order: 'plain', field: 'mean', upkeep: 'rebuild' });
    expect(names).toEqual(['tune', 'tune', 'tune']);
    expect(await page.evaluate('location.search')).toContain('upkeep=rebuild');
    await run(`playground.player.setup = ${JSON.stringify(before)};`);
  });

  it('shoots bullets, whose way is shown', async () => {
    await open('wall');
    await run("await playground.player.playTo(2); document.getElementById('view-swept').click();");
    await page.keyboard.press('5');
    await page.mouse.click(240, 300);
    await page.waitForFunction(
      `playground.player.shots.some(({ views }) => /sweeps, [1-9]\\d* touch/.test(views.swept?.note))`,
    );
    await page.keyboard.press('1');
    await run("playground.player.pause(); document.getElementById('view-swept').click();");
  });

  it('moves the plane of the field by its knob', async () => {
    await open('tower');
    await run("await playground.player.playTo(1); document.getElementById('view-slice').click();");
    await page.waitForFunction('playground.player.last.views.slice !== undefined');
    const value = () =>
      run(`return Number(document.querySelector('.row:has(#view-slice) input[type=range]').value);`);
    const before = await value();
    // On a busy machine the knob may not have been drawn yet where it is: then nothing is grabbed.
    while ((await value()) === before) {
      const [x, y] = await run(`for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
        let knob;
        playground.stage.scene.traverse((thing) => { if (thing.isSprite) knob = thing; });
        const v = knob.position.clone().project(playground.stage.camera);
        return [((v.x + 1) / 2) * innerWidth, ((1 - v.y) / 2) * innerHeight];`);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + 60, { steps: 2 });
      await page.mouse.up();
    }
    expect(Math.abs((await value()) - before)).toBeGreaterThan(5);
    const bodies = await run('return playground.player.last.bodies.length;');
    expect(await run('await playground.player.playTo(3); return playground.player.last.bodies.length;')).toBe(
      bodies,
    ); // no ball
    await run("document.getElementById('view-slice').click();");
  });

  it('draws every view, with figures', async () => {
    const notes = await run(`const notes = [];
      for (const box of document.querySelectorAll('#inside input[type=checkbox]')) {
        box.click();
        const note = box.closest('.row').querySelector('output');
        while (note.textContent === '') await new Promise(requestAnimationFrame);
        notes.push(note.textContent);
        box.click();
      }
      return notes;`);
    expect(notes.length).toBeGreaterThanOrEqual(6);
    for (const note of notes) expect(note).toMatch(/\d/);
  });

  it('tells that the picture is lost, goes on without it, and draws the same again when it is back', async () => {
    await testLostPicture(page, open, () => run(VARIETY));
  });

  it('fits a phone, where a tap throws a ball', async () => {
    const phone = await openPage(390, 844, true);
    await goto(phone, '?scene=tower');
    const bodies = (await phone.evaluate('playground.player.last.bodies.length')) as number;
    await phone.touchscreen.tap(195, 420);
    await phone.waitForFunction(`playground.player.last.bodies.length > ${bodies}`);
    const wide = await phone.evaluate('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(390);
    for (const id of ['bar', 'tools', 'corner']) {
      const box = await phone.locator(`#${id}`).boundingBox();
      expect(box!.x).toBeGreaterThanOrEqual(0);
      expect(box!.x + box!.width).toBeLessThanOrEqual(390);
      expect(box!.y + box!.height).toBeLessThanOrEqual(844);
    }
    await phone.screenshot({ path: join(artifacts, 'phone.png') });
    await testPhonePanel(phone);
    await phone.close();
  });

  testSurfaces(() => ({
    page,
    artifacts,
    variety: VARIETY,
    run,
    open,
    goto: (search) => goto(page, search),
  }));

  it('moves once page, worker and the bakes of its scene are there, and waits for nothing else', async () => {
    const fresh = await openPage(1280, 800);
    const asked: string[] = [];
    fresh.on('request', (request) => asked.push(new URL(request.url()).pathname.slice('/assets/'.length)));
    await fresh.addInitScript(`const look = () => {
      if (globalThis.playground?.player.time > 0) globalThis.movedAfter = performance.now();
      else requestAnimationFrame(look);
    };
    look();`);
    let letGo = () => {};
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    await fresh.route(/thumbs/, async (route) => {
      await held;
      await route.continue();
    });
    await fresh.goto(server.address, { waitUntil: 'commit' });
    await fresh.waitForFunction('globalThis.movedAfter > 0');
    const seconds = ((await fresh.evaluate('globalThis.movedAfter')) as number) / 1000;
    console.log(`the first scene moves ${seconds.toFixed(2)} s after its page was asked for (aim: 2 s)`);
    const shown = await fresh.evaluate('playground.player.card.name');
    const [{ assets }] = scenes.filter(({ name }) => name === shown);
    const bakes = Object.keys(assets).map((name) => `${shown}-${name}.fracas`);
    expect(asked.filter((file) => /\.(fracas|mesh)$/.test(file))).toEqual(bakes);
    const { first, parts } = weighSite();
    const scripts = new Set(asked.filter((file) => file.endsWith('.js')));
    expect([...scripts].reduce((sum, file) => sum + parts[file], 0)).toBeLessThan(first + 0.1);
    letGo();
    await fresh.waitForLoadState();
    await fresh.close();
  });

  it(`weighs at most ${PAGE_LIMIT} kB, gzipped, with three`, () => {
    expect(weighSite().first).toBeLessThan(PAGE_LIMIT);
  });

  it('leaves the console clean', () => {
    expect(problems).toEqual([]);
  });
});

async function drop(name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer }));
    },
    [name, text] as const,
  );
}
