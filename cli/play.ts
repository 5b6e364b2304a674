// fracas play: serves the playground that the package ships, opens it as soon as its first scene is ready, and bakes what
// the other scenes need meanwhile.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findScene, scenes } from '../scenes/index.ts';
import { InputError } from '../src/job/error.ts';
import { openAddress } from './open.ts';
import { createLines } from './progress.ts';
import { type Site, serveSite } from './site.ts';
import { readArgs, readNumber, UsageError } from './usage.ts';

const PORT = 4173;

const HELP = `Usage: fracas play [SCENE] [options]

Serves the playground on this machine and opens it in your browser. SCENE is what it begins with; default ${scenes[0].name}.

  --port N     where to serve; default ${PORT}, or one that is free
  --no-open    tell the address only
  -h, --help   this text`;

/** Where the built page lies, beside what runs. */
export const PAGE = fileURLToPath(new URL('../site', import.meta.url));

export async function runPlay(args: string[]): Promise<void> {
  const { values, positionals } = readArgs({
    args,
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      'no-open': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const scene = positionals[0] ?? scenes[0].name;
  if (positionals.length > 1) throw new UsageError('name one scene at most');
  if (findScene(scene) === undefined) {
    throw new UsageError(`there is no scene "${scene}", but ${scenes.map(({ name }) => name).join(', ')}`);
  }
  const port = readNumber(values.port, '--port', 'distance');
  if (port !== undefined && !(Number.isInteger(port) && port <= 65535)) {
    throw new UsageError(`--port is "${values.port}" but must be a whole number of 0 to 65535`);
  }
  await play(PAGE, scene, port, !values['no-open']);
}

/** Serves a built page until the process ends; returns once the first scene is ready. */
export async function play(
  folder: string,
  scene: string,
  port: number | undefined,
  opens: boolean,
): Promise<Site> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new InputError('bad-file', `the playground is not in ${folder}: build it with npm run build`);
  }
  const lines = createLines();
  const onProgress = lines.report;
  let site: Site;
  try {
    site = await serveSite(folder, { port: port ?? PORT, onProgress });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (port !== undefined && (code === 'EADDRINUSE' || code === 'EACCES')) {
      const why = code === 'EACCES' ? 'may not be used by you' : 'is in use';
      throw new UsageError(`--port is ${port}, which ${why}: name another, or none to take one that is free`);
    }
    if (code !== 'EADDRINUSE') throw error;
    site = await serveSite(folder, { onProgress });
  }
  const address = scene === scenes[0].name ? site.address : `${site.address}?scene=${scene}`;
  await site.prepare(scene);
  lines.say(`The playground: ${address} (Ctrl-C ends it)`);
  if (opens) openAddress(address);
  site.prepareAll().catch((error) => lines.say(`A scene could not be baked: ${error.message}`));
  return site;
}
