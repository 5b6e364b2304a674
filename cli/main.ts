#!/usr/bin/env node
// The command line. Exit codes: 0 done, 1 bad input, 2 bad usage, 130 interrupted.

import { readFileSync } from 'node:fs';
import { InputError } from '../src/job/error.ts';
import { runBake } from './bake.ts';
import { runInspect } from './inspect.ts';
import { runPlay } from './play.ts';
import { runRun } from './run.ts';
import { UsageError } from './usage.ts';

const HELP = `fracas: collision detection for a world that breaks

Usage: fracas COMMAND [options]

  bake MODEL -o FILE   make a solid that can break from a mesh (obj, ply, stl, gltf, glb) or a tet mesh
  inspect FILE         tell what is in a mesh, a tet mesh or a .fracas file, and what is wrong with it
  run SCENE            play a scene of breaking things and tell what it cost
  play [SCENE]         open the playground in your browser

  fracas COMMAND --help shows a command's options; --version prints the version.`;

const COMMANDS: Record<string, (args: string[]) => Promise<void>> = {
  bake: runBake,
  inspect: runInspect,
  run: runRun,
  play: runPlay,
};

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') {
    console.log(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    console.log(HELP);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    const message = `there is no command "${name}"; try ${Object.keys(COMMANDS).join(' or ')}, or fracas --help`;
    if (args.includes('--json')) tellAsJson(new UsageError(message));
    else console.error(`fracas: ${message}`);
    return 2;
  }
  try {
    await command(rest);
    return 0;
  } catch (error) {
    if (rest.includes('--json') && tellAsJson(error)) return error instanceof UsageError ? 2 : 1;
    if (error instanceof UsageError) {
      console.error(`fracas ${name}: ${error.message}; see fracas ${name} --help`);
      return 2;
    }
    if (error instanceof InputError) {
      console.error(`fracas ${name}: ${error.message}`);
      return 1;
    }
    if (error instanceof Error && error.name === 'AbortError') {
      console.error(`fracas ${name}: interrupted, nothing was written`);
      return 130;
    }
    throw error;
  }
}

/** Prints what went wrong for a program to read; false for faults of ours. */
function tellAsJson(error: unknown): boolean {
  if (!(error instanceof UsageError || error instanceof InputError)) return false;
  const code = error instanceof InputError ? error.code : 'bad-usage';
  console.log(JSON.stringify({ error: { code, message: error.message } }, null, 1));
  return true;
}

// A reader that stops early (fracas inspect FILE | head) is no fault of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(process.argv.slice(2));
