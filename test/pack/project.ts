// Projects of users: empty folders into which the packed tarball is installed, as npm does it, and what builds and serves
// them there.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { buildPage, root } from '../../scripts/site.ts';

/** What a command printed, and how it ended. */
export interface Run {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs a program in a folder to its end. */
export function run(
  folder: string,
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
  return new Promise((done) => {
    execFile(file, args, options, (error, out, text) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), out, error: text }),
    );
  });
}

/** Runs one, and throws with what it said if it fails. */
export async function must(folder: string, file: string, args: readonly string[]): Promise<string> {
  const { code, out, error } = await run(folder, file, args);
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed in ${folder}:\n${out}\n${error}`);
  return out;
}

/** A folder of its own for all projects of a test. */
export function createWorkshop(): string {
  return mkdtempSync(join(tmpdir(), 'fracas-pack-'));
}

export function removeWorkshop(folder: string | undefined): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/**
 * Packs what was built; the path of the tarball. From a copy: other tests build the playground in dist/ meanwhile. The
 * page of the playground, which takes a while, comes along only if it is wanted.
 */
export async function packFracas(workshop: string, hasPage = false): Promise<string> {
  const stage = join(workshop, 'stage');
  mkdirSync(stage);
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] };
  const listed = files.filter((path) => !/^!|dist\/site|\*/.test(path));
  for (const path of ['package.json', 'README.md', 'LICENSE', 'docs', ...listed]) {
    cpSync(join(root, path), join(stage, path), { recursive: true });
  }
  if (hasPage) await buildPage(join(stage, 'dist/site'));
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', workshop];
  const [{ filename }] = JSON.parse(await must(stage, 'npm', args)) as [{ filename: string }];
  return join(workshop, filename);
}

/** An empty project with the tarball and other packages, by name and version; its folder. */
export async function createProject(
  workshop: string,
  tarball: string,
  name: string,
  packages: readonly string[],
): Promise<string> {
  const folder = join(workshop, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await must(folder, 'npm', ['install', ...quiet, tarball, ...packages]);
  return folder;
}

/** Copies the page of these tests into a project, and the example of README beside it. */
export function copyPage(folder: string): void {
  cpSync(join(root, 'test/pack/page'), folder, { recursive: true });
  cpSync(join(root, 'examples/three/main.js'), join(folder, 'example/main.js'));
}

export interface Served {
  readonly address: string;
  close(): void;
}

const KINDS: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Serves the files of a folder as they are. */
export async function serveFolder(folder: string): Promise<Served> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    try {
      const bytes = readFileSync(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      response.setHeader('Content-Type', KINDS[extname(path) || '.html'] ?? 'application/octet-stream');
      response.end(bytes);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** Starts a server of a project's own, and waits until it says its address. */
export function startServer(
  folder: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  return new Promise((done, fail) => {
    const child: ChildProcess = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
    });
    let said = '';
    const hear = (data: unknown) => {
      said += String(data);
      const found = /http:\/\/(?:localhost|127\.0\.0\.1):\d+\//.exec(said);
      if (found !== null) done({ address: found[0], close: () => child.kill() });
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('error', fail);
    child.on('exit', (code) => fail(new Error(`${command} ended with ${code}:\n${said}`)));
  });
}

/** The program of a package that a project has. */
export const programOf = (folder: string, name: string): string => join(folder, 'node_modules/.bin', name);
