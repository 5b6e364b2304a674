// The server of the playground: files of the page, nothing beside them, and solids that are baked when they are asked for.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLines } from '../../cli/progress.ts';
import { type Site, serveSite } from '../../cli/site.ts';
import { decodeAsset } from '../../src/index.ts';

let folder: string;
let site: Site;
const told: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fracas-site-'));
  writeFileSync(join(folder, 'index.html'), '<p>here</p>');
  site = await serveSite(folder, {
    onProgress: (name, stage, fraction) => fraction === 1 && told.push(`${name} ${stage}`),
  });
});

afterAll(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('serves the page, and nothing that is not of it', async () => {
  expect(await (await fetch(site.address)).text()).toBe('<p>here</p>');
  for (const path of ['nothing.js', '..%2f..%2fetc%2fpasswd', 'assets/none-none.fracas']) {
    expect((await fetch(site.address + path)).status).toBe(404);
  }
});

it('answers addresses that are none, and goes on', async () => {
  const { hostname, port } = new URL(site.address);
  const ask = (address: string) =>
    new Promise<number>((done, fail) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${address} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`);
      });
      socket.once('data', (data) => done(Number(String(data).split(' ')[1])));
      socket.once('error', fail);
      socket.once('close', () => fail(new Error('closed without an answer')));
    });
  for (const address of ['/%zz', '//', 'http://[', '/%', '/%ff', '/assets/constructor.mesh']) {
    expect([address, await ask(address)]).toEqual([address, 404]);
  }
  expect((await fetch(site.address)).status).toBe(200);
});

it('bakes what a scene needs once, before it is asked for or then', async () => {
  const address = `${site.address}assets/bricks-brick.fracas`;
  const [a, b] = await Promise.all([fetch(address), fetch(address)]);
  const bytes = new Uint8Array(await a.arrayBuffer());
  expect(new Uint8Array(await b.arrayBuffer())).toEqual(bytes);
  expect(decodeAsset(gunzipSync(bytes)).name).toBe('brick');
  await site.prepare('bricks');
  expect(told).toEqual(['brick ready']);
});

it('tries anew what failed, and tells of it until then', async () => {
  let fails = true;
  const other = await serveSite(folder, {
    onProgress: () => {
      if (fails) throw new Error('no room');
    },
  });
  try {
    const address = `${other.address}assets/bricks-brick.fracas`;
    const [a, b] = await Promise.all([fetch(address), fetch(address)]);
    expect([a.status, b.status, await a.text()]).toEqual([500, 500, 'Error: no room']);
    fails = false;
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    expect(decodeAsset(gunzipSync(bytes)).name).toBe('brick');
  } finally {
    await other.close();
  }
});

it('tells one line a solid, and none of what was there', () => {
  const written: string[] = [];
  const stream = { isTTY: false, write: (text: string) => written.push(text) };
  const lines = createLines(stream as unknown as NodeJS.WriteStream);
  lines.report('piggy', 'repair', 0);
  lines.report('piggy', 'tetrahedra', 0.5);
  lines.report('piggy', 'ready', 1);
  lines.report('plate', 'ready', 1);
  expect(written.join('')).toMatch(/^ {2}piggy: baked in [\d.]+ s\n$/);
});
