// The emitted command line as a user runs it: exit codes, messages, files.

import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TorusGeometry } from 'three';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeGlb, writeObj } from '../../io/index.ts';
import { bake, decodeAsset, encodeAsset } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { box } from '../bake/meshes.ts';

const main = resolve(import.meta.dirname, '../../dist/cli/main.js');
let folder: string;

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [main, ...args], { cwd: folder }, (error, out, err) => {
      done({ code: error ? Number(error.code ?? -1) : 0, out, err });
    });
  });
}

const file = (name: string, contents: string | Uint8Array) => writeFileSync(join(folder, name), contents);
const objOf = (mesh: { positions: ArrayLike<number>; indices: ArrayLike<number> }) =>
  writeObj(createTriangleMesh(mesh));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fracas-'));
  file('box.obj', objOf(box()));
  file('empty.obj', '# nothing here\n');
  file('nan.obj', 'v 0 0 0\nv nan 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n');
  file('range.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n');
  file('single.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  file('sheet.obj', writeObj(shapes.createSheet({ columns: 5, rows: 5 })));
  file('two.obj', objOf({ ...box(), ...joinTwo() }));
  file('letter.obj', 'Dear Sir or Madam,\n\nthis is not a mesh.\n');
  file('picture.ply', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0));
  const glb = await writeGlb(shapes.createTorus());
  file('cut.glb', glb.subarray(0, glb.length >> 1));
  const asset = encodeAsset(await bake(box(), { name: 'box', resolution: 5 }));
  file('good.fracas', asset);
  file('cut.fracas', asset.subarray(0, asset.length - 100));
  const flipped = asset.slice();
  flipped[flipped.length >> 1] ^= 16;
  file('flipped.fracas', flipped);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function joinTwo() {
  const other = box([3, 0, 0]);
  return {
    positions: [...box().positions, ...other.positions],
    indices: [...box().indices, ...other.indices.map((v) => v + 8)],
  };
}

describe('fracas bake', () => {
  it('makes a wall of a sheet', async () => {
    const { code, out } = await run(
      'bake',
      'sheet.obj',
      '--shell',
      '0.1',
      '--resolution',
      '6',
      '--json',
      '-q',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).notes).toContain('the surface was made a wall of 0.1 m');
  });

  it('bakes a mesh, tells its stages in plain lines, and writes the asset', async () => {
    const { code, out, err } = await run('bake', 'box.obj', '-o', 'box.fracas', '--resolution', '6');
    expect(err.split('\n').filter(Boolean)).toEqual(
      ['repair', 'inspect', 'refine', 'tetrahedra', 'thickness', 'field', 'nodes', 'tree'].map(
        (s) => `box: ${s}`,
      ),
    );
    expect(code).toBe(0);
    expect(out).toMatch(/tets/);
    expect(out).toMatch(/wrote box.fracas/);
    const asset = decodeAsset(readFileSync(join(folder, 'box.fracas')));
    expect(asset.name).toBe('box');
    expect(asset.spacing).toBeCloseTo(1 / 6, 9);
  });

  it('scales, simplifies and reports as JSON', async () => {
    file('ball.obj', writeObj(shapes.createSphere({ radius: 1, frequency: 8 })));
    const options = ['-q', '--json', '--scale', '0.1', '--triangles', '300', '--resolution', '2'];
    const { code, out, err } = await run('bake', 'ball.obj', ...options);
    expect(err).toBe('');
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report.solidVolume).toBeGreaterThan(0.95 * (4 / 3) * Math.PI * 1e-3);
    expect(report.solidVolume).toBeLessThan((4 / 3) * Math.PI * 1e-3);
    expect(report.triangles).toBe(300);
    expect(existsSync(join(folder, 'ball.fracas'))).toBe(true);
  });

  it('does not write over the model', async () => {
    const before = readFileSync(join(folder, 'box.obj'));
    const { code, err } = await run('bake', 'box.obj', '-q', '-o', './box.obj');
    expect(err).toMatch(/this is the model itself/);
    expect(code).toBe(1);
    expect(readFileSync(join(folder, 'box.obj'))).toEqual(before);
  });

  it('leaves nothing behind when interrupted', async () => {
    const before = readdirSync(folder);
    const child = spawn(
      process.execPath,
      [main, 'bake', 'box.obj', '-o', 'never.fracas', '--resolution', '60'],
      { cwd: folder },
    );
    child.stderr.once('data', () => child.kill('SIGINT'));
    const code = await new Promise((done) => child.once('close', done));
    expect(code).toBe(130);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('takes two disjoint solids', async () => {
    const { code } = await run('bake', 'two.obj', '-q', '-o', 'two.fracas', '--resolution', '12');
    expect(code).toBe(0);
  });

  it.each([
    ['empty.obj', /empty\.obj.*(no triangles|no faces)/i],
    ['nan.obj', /nan\.obj.*(NaN|number)/i],
    ['range.obj', /range\.obj.*(vertex 9|names vertex)/i],
    ['single.obj', /single\.obj.*(open|enclose|solid)/i],
    ['sheet.obj', /sheet\.obj.*(open|enclose|solid)/i],
    ['letter.obj', /letter\.obj.*not an? .*OBJ/i],
    ['picture.ply', /picture\.ply.*not a .*PLY/i],
    ['cut.glb', /cut\.glb.*(cut|short|truncated|ends)/i],
    ['missing.obj', /missing\.obj: there is no such file/],
    ['good.fracas', /good\.fracas: this is baked already/],
  ])('refuses %s with one sentence, exit code 1, and writes nothing', async (name, message) => {
    const before = readdirSync(folder);
    const { code, err } = await run('bake', name, '-q', '-o', 'never.fracas');
    expect(err).toMatch(message);
    expect(err.trim().split('\n').length).toBe(1);
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual(before);
  });

  it('refuses resolutions of 0 and of a million', async () => {
    const none = await run('bake', 'box.obj', '-q', '-o', 'never.fracas', '--resolution', '0');
    expect(none.err).toMatch(/--resolution is "0"/);
    expect(none.code).toBe(2);
    const many = await run('bake', 'box.obj', '-q', '-o', 'never.fracas', '--resolution', '1000000');
    expect(many.err).toMatch(/would need about .*B of memory/);
    expect(many.code).toBe(1);
    expect(existsSync(join(folder, 'never.fracas'))).toBe(false);
  });

  it('names the option that was meant, and says how a value is given', async () => {
    const meant = await run('bake', 'box.obj', '--resoluton', '3');
    expect([meant.code, meant.err]).toEqual([2, expect.stringContaining("did you mean '--resolution'?")]);
    const below = await run('bake', 'box.obj', '--resolution', '-3');
    expect([below.code, below.err]).toEqual([2, expect.stringContaining('one that does not begin with -')]);
  });

  it('refuses wrong usage with exit code 2', async () => {
    expect((await run()).code).toBe(2);
    expect((await run('smash')).code).toBe(2);
    expect((await run('bake')).code).toBe(2);
    expect((await run('bake', 'box.obj', '--nonsense')).code).toBe(2);
    expect((await run('bake', 'box.obj', '--mesher', 'magic')).code).toBe(2);
    expect((await run('bake', 'box.obj', '--shell', '0')).err).toContain(
      '--shell is "0" but must be a number above 0',
    );
    expect((await run('bake', 'box.obj', '--weld=-1')).err).toContain(
      '--weld is "-1" but must be a number of 0 or more',
    );
    expect((await run('bake', 'box.obj', '-o', 'no/such/folder/x.fracas')).code).toBe(1);
  });

  it('shows help and version', async () => {
    for (const args of [['--help'], ['bake', '--help'], ['inspect', '-h']]) {
      const { code, out } = await run(...args);
      expect(code).toBe(0);
      expect(out).toMatch(/Usage: fracas/);
    }
    expect((await run('--version')).out).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe('fracas inspect', () => {
  it('describes a mesh with its defects', async () => {
    const { code, out } = await run('inspect', 'sheet.obj', '--json');
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report.triangles).toBe(50);
    expect(report.defects.map((d: { kind: string }) => d.kind)).toContain('open-edge');
    expect((await run('inspect', 'sheet.obj')).out).toMatch(/open-edge/);
  });

  it('welds seams as a bake does and tells so, unless told not to', async () => {
    const torus = new TorusGeometry(0.5, 0.2, 14, 32);
    file('seam.obj', objOf({ positions: torus.attributes.position.array, indices: torus.index!.array }));
    const welded = await run('inspect', 'seam.obj');
    expect(welded.out).toMatch(/closed +yes/);
    expect(welded.out).toMatch(/welded: \d+ vertices were joined with others up to \S+e-\d+ m away/);
    const report = JSON.parse((await run('inspect', 'seam.obj', '--json')).out);
    expect(report.welded).toHaveLength(1);
    expect(report.defects).toEqual([]);
    const raw = await run('inspect', 'seam.obj', '--weld', '0');
    expect(raw.out).toMatch(/closed +no/);
    expect(raw.out).toMatch(/open-edge/);
    expect((await run('inspect', 'seam.obj', '--weld', 'no')).code).toBe(2);
    expect(JSON.parse((await run('inspect', 'box.obj', '--json')).out).welded).toEqual([]);
  });

  it('tells of a material, and refuses others', async () => {
    const { code, out } = await run('bake', 'box.obj', '-o', 'steel.fracas', '--material', 'steel', '-q');
    expect(code).toBe(0);
    expect(out).toMatch(/material +steel, never breaks/);
    const wrong = await run('bake', 'box.obj', '--material', 'jelly');
    expect(wrong.code).toBe(2);
    expect(wrong.err).toMatch(/--material is "jelly" but must be one of glass, /);
  });

  it('describes an asset', async () => {
    const { code, out } = await run('inspect', 'good.fracas');
    expect(code).toBe(0);
    expect(out).toMatch(/sphere tree/);
    expect(JSON.parse((await run('inspect', 'good.fracas', '--json')).out).kind).toBe('asset');
  });

  it.each(['cut.fracas', 'flipped.fracas'])('refuses %s', async (name) => {
    const { code, err } = await run('inspect', name);
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`${name}: .*(bytes where|checksum)`));
  });
});
