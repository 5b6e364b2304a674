// Bakes what a scene needs, in Node, and keeps it on disk: a bake takes seconds, reading it back a fraction of one. What
// is kept is named for all that made it: the mesh, the options and the code that bakes.

import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPaperModel } from '../bench/models.ts';
import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import { decodeContainer } from '../src/bake/container.ts';
import { decodeAsset } from '../src/bake/decode.ts';
import { encodeAsset } from '../src/bake/encode.ts';
import type { BakeOptions } from '../src/bake/options.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { listImports } from './imports.ts';
import type { AssetPlan, Assets, Scene } from './scene.ts';

/** Where baked assets are kept: `FRACAS_CACHE`, or where the system keeps what can be made again. */
export function cacheFolder(): string {
  const { FRACAS_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (FRACAS_CACHE) return FRACAS_CACHE;
  if (process.platform === 'win32' && LOCALAPPDATA) return join(LOCALAPPDATA, 'fracas', 'Cache');
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/fracas');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'fracas');
}

const UNUSED = 30; // days after which a kept bake is thrown away

const used: Record<string, string> = {}; // by name: a hash of the bytes of each bake that was handed out

/** The bakes that this process has used so far, each by its name with a hash of what it holds. */
export function usedBakes(): Readonly<Record<string, string>> {
  return used;
}

export interface LoadOptions {
  readonly onProgress?: (stage: string, fraction: number) => void;
}

/** Bakes the assets of a scene, or reads them from the cache. */
export async function loadAssets(scene: Scene, options: LoadOptions = {}): Promise<Assets> {
  const assets: Record<string, Asset> = {};
  for (const [name, plan] of Object.entries(scene.assets)) {
    assets[name] = await loadAsset(name, plan, options);
  }
  return assets;
}

/** The mesh of a plan and all options that it is baked with. */
export function readPlan(name: string, { model, options }: AssetPlan): [TriangleMesh, BakeOptions] {
  if (typeof model === 'function') return [model(), { name, ...options }];
  const { mesh, spacing, interior } = loadPaperModel(model);
  return [mesh, { name, spacing, interior, ...options }];
}

/** The same as bytes: what was baked before is checked to be whole, but not decoded. */
export async function loadEncoded(
  scene: Scene,
  options: LoadOptions = {},
): Promise<Record<string, Uint8Array>> {
  const encoded: Record<string, Uint8Array> = {};
  for (const [name, plan] of Object.entries(scene.assets)) {
    const onProgress: LoadOptions['onProgress'] = (stage, fraction) =>
      options.onProgress?.(`${name}: ${stage}`, fraction);
    encoded[name] = await loadEncodedAsset(name, plan, { onProgress });
  }
  return encoded;
}

/** The bytes of one. */
export function loadEncodedAsset(
  name: string,
  plan: AssetPlan,
  options: LoadOptions = {},
): Promise<Uint8Array> {
  const check = (bytes: Uint8Array) => {
    decodeContainer(bytes);
    return bytes;
  };
  return loadKept(name, plan, options, check, encodeAsset);
}

function loadAsset(name: string, plan: AssetPlan, options: LoadOptions): Promise<Asset> {
  const onProgress: LoadOptions['onProgress'] = (stage, fraction) =>
    options.onProgress?.(`${name}: ${stage}`, fraction);
  return loadKept(name, plan, { onProgress }, decodeAsset, (asset) => asset);
}

/** Reads what a plan was baked to, or bakes it and keeps it. */
async function loadKept<T>(
  name: string,
  plan: AssetPlan,
  { onProgress }: LoadOptions,
  read: (bytes: Uint8Array) => T,
  take: (asset: Asset) => T,
): Promise<T> {
  const [mesh, options] = readPlan(name, plan);
  const folder = cacheFolder();
  const file = join(folder, `${name}-${keyOf(mesh, options)}.fracas`);
  try {
    const bytes = readFileSync(file);
    const result = read(bytes);
    used[name] = shortHash(bytes);
    keep(() => utimesSync(file, new Date(), new Date()));
    return result;
  } catch {
    // not there yet, or not whole: bake
  }
  const asset = await bake(mesh, {
    ...options,
    onProgress,
  });
  const bytes = encodeAsset(asset);
  used[name] = shortHash(bytes);
  keep(() => {
    mkdirSync(folder, { recursive: true });
    const part = `${file}.${process.pid}.part`;
    writeFileSync(part, bytes);
    renameSync(part, file);
    throwOldAway(folder);
  });
  return take(asset);
}

/** Where nothing can be written, bakes are not kept, but used all the same. */
function keep(write: () => void): void {
  try {
    write();
  } catch {
    // the next run bakes again
  }
}

/** Bakes of code that is no more would gather for ever. */
function throwOldAway(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/-[0-9a-f]{16}\.fracas(\.\d+\.part)?$/.test(name)) continue;
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false }); // another process may throw away too
    if (stat && Date.now() - stat.mtimeMs > UNUSED * 86_400_000) rmSync(path, { force: true });
  }
}

let codeHash = '';

/** A hash of the code that bakes: every file that bake.ts imports, as it runs here. */
function hashCode(): string {
  if (codeHash === '') {
    const hash = createHash('sha256');
    const bake = import.meta.url.endsWith('.ts') ? '../src/bake/bake.ts' : '../src/bake/bake.js';
    for (const file of listImports(fileURLToPath(new URL(bake, import.meta.url))))
      hash.update(readFileSync(file));
    codeHash = hash.digest('hex');
  }
  return codeHash;
}

function shortHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** A name for what goes into a bake. */
function keyOf({ positions, indices }: TriangleMesh, options: BakeOptions): string {
  const hash = createHash('sha256');
  hash.update(hashCode());
  hash.update(JSON.stringify(options, (_, value) => (value === Infinity ? 'Infinity' : value)));
  for (const column of [positions, indices]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return hash.digest('hex').slice(0, 16);
}
