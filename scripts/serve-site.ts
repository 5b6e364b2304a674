// Serves the built playground from dist/site, on this machine alone.

import { join } from 'node:path';
import { preview } from 'vite';
import { root, site } from './site.ts';

export interface SiteServer {
  readonly address: string;
  close(): Promise<void>;
}

export async function serveSite(port = 0): Promise<SiteServer> {
  const server = await preview({
    root: join(root, 'playground'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: site },
    preview: { port, host: '127.0.0.1' },
  });
  const address = server.resolvedUrls?.local[0];
  if (address === undefined) throw new Error('the server has no address');
  return { address, close: () => server.close() };
}
