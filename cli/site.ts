// Serves the playground: its page as it was built, and solids that are baked when they are first asked for, or before.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadEncodedAsset } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import type { AssetPlan } from '../scenes/scene.ts';
import { encodeMesh } from '../scenes/surface/mesh-file.ts';
import { loadSurfaceModels } from '../scenes/surface/models.ts';

export interface Site {
  readonly address: string;
  /** Bakes what a scene needs, unless that is done. */
  prepare(scene: string): Promise<void>;
  /** Bakes what all scenes need, one after the other. */
  prepareAll(): Promise<void>;
  close(): Promise<void>;
}

export interface SiteOptions {
  readonly port?: number; // 0, the default: one that is free
  /** Told how far the bake of a solid is; once more with 1 when it is there. */
  readonly onProgress?: (name: string, stage: string, fraction: number) => void;
}

const KINDS: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Serves the page of a folder on this machine alone. Rejects where the port is taken. */
export async function serveSite(folder: string, { port = 0, onProgress }: SiteOptions = {}): Promise<Site> {
  const made = new Map<string, Promise<unknown>>(); // by address
  /** Made when it is first asked for; what failed is tried anew the next time. */
  const once = <T>(key: string, make: () => Promise<T>): Promise<T> => {
    let result = made.get(key) as Promise<T> | undefined;
    if (result === undefined) {
      result = make();
      made.set(key, result);
      result.catch(() => made.delete(key));
    }
    return result;
  };
  const solid = (file: string, name: string, plan: AssetPlan): Promise<Uint8Array> =>
    once(file, async () => {
      const encoded = await loadEncodedAsset(name, plan, {
        onProgress: (stage, fraction) => onProgress?.(name, stage, Math.min(fraction, 0.999)),
      });
      onProgress?.(name, 'ready', 1);
      return gzipSync(encoded, { level: 6 });
    });
  const find = async (path: string): Promise<Uint8Array | null> => {
    const [, file] = /^\/assets\/([\w-]+\.(?:fracas|mesh))$/.exec(path) ?? [];
    for (const scene of scenes) {
      for (const [name, plan] of Object.entries(scene.assets)) {
        if (file === `${scene.name}-${name}.fracas`) return solid(file, name, plan);
      }
    }
    if (file?.endsWith('.mesh')) {
      const name = file.slice(0, -'.mesh'.length);
      const all = await once('models', loadSurfaceModels);
      if (Object.hasOwn(all, name)) return gzipSync(encodeMesh(all[name]), { level: 6 });
    }
    return readPlain(folder, path);
  };
  const server = createServer((request, response) => {
    const path = readPath(request.url ?? '/');
    const found = path === null ? Promise.resolve(null) : find(path);
    found
      .then((bytes) => answer(response, path ?? '', bytes))
      .catch((error) => {
        response.statusCode = 500;
        response.end(String(error));
      });
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  const prepare = async (wanted: string): Promise<void> => {
    const scene = scenes.find(({ name }) => name === wanted);
    for (const [name, plan] of Object.entries(scene?.assets ?? {}))
      await solid(`${wanted}-${name}.fracas`, name, plan);
  };
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    prepare,
    async prepareAll() {
      for (const { name } of scenes) await prepare(name);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The path that an address of a request names; null if it names none. */
function readPath(address: string): string | null {
  try {
    return decodeURIComponent(new URL(address, 'http://localhost').pathname);
  } catch {
    return null;
  }
}

/** A file of the page; null if there is none. */
function readPlain(folder: string, path: string): Uint8Array | null {
  const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path));
  if (!file.startsWith(folder + sep) || !existsSync(file) || !statSync(file).isFile()) return null;
  return readFileSync(file);
}

function answer(response: ServerResponse, path: string, bytes: Uint8Array | null): void {
  if (bytes === null) {
    response.statusCode = 404;
    response.end();
    return;
  }
  response.setHeader('Content-Type', KINDS[extname(path) || '.html'] ?? 'application/octet-stream');
  response.end(bytes);
}
