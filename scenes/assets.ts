// Bakes what a scene needs, in Node, and keeps it on disk: a bake takes seconds, reading it back a fraction of one.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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
import type { AssetPlan, Assets, Scene } from './scene.ts';

const HERE = fileURLToPath(new URL('../', import.meta.url));
const ROOT = existsSync(join(HERE, 'package.json')) ? HERE : join(HERE, '..'); // run from sources, or from dist/

/** Where baked assets are kept: `FRACAS_CACHE`, or in node_modules. */
const CACHE = process.env.FRACAS_CACHE ?? join(ROOT, 'node_modules/.cache/fracas');

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
    encoded[name] = await loadKept(
      name,
      plan,
      options,
      (bytes) => {
        decodeContainer(bytes);
        return bytes;
      },
      encodeAsset,
    );
  }
  return encoded;
}

function loadAsset(name: string, plan: AssetPlan, options: LoadOptions): Promise<Asset> {
  return loadKept(name, plan, options, decodeAsset, (asset) => asset);
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
  const file = join(CACHE, `${name}-${keyOf(mesh, options)}.fracas`);
  try {
    return read(readFileSync(file));
  } catch {
    // not there yet, or of an older version: bake
  }
  const asset = await bake(mesh, {
    ...options,
    onProgress: (stage, fraction) => onProgress?.(`${name}: ${stage}`, fraction),
  });
  mkdirSync(CACHE, { recursive: true });
  const part = `${file}.${process.pid}.part`;
  writeFileSync(part, encodeAsset(asset));
  renameSync(part, file);
  return take(asset);
}

/** A name for what goes into a bake. */
function keyOf({ positions, indices }: TriangleMesh, options: BakeOptions): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(options, (_, value) => (value === Infinity ? 'Infinity' : value)));
  for (const column of [positions, indices]) {
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
  }
  return hash.digest('hex').slice(0, 16);
}
