// npm run bench -- --list | NAME [--json] [--save] [--check] [--large] …: runs one of the benches beside this file,
// prints a table or one JSON object. A row with a target is met (ok) or missed; --check exits 1 when one is
// missed. --save keeps the result in bench/results/, where docs take their figures from.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { usedBakes } from '../scenes/assets.ts';
import type { Bench, Row } from './bench.ts';
import { createReport } from './report.ts';

const USAGE = `Usage: npm run bench -- --list
       npm run bench -- NAME [--json] [--save] [--check] [--trials N] [--steps N] [--scene NAME] [--large] [--quick]

  --list    name every bench and what it answers
  --json    print one JSON object and nothing else (with npm run -s)
  --save    keep the result in bench/results/NAME.json: README and docs take their figures from there
  --check   exit 1 when a row misses its target
  --trials  how often to repeat what is random, in benches that do
  --steps   of scenes, at most; for a quick look, not with --save
  --scene   one scene, or one part of a bench, alone; not with --save
  --large   the largest sizes too, in benches that leave them out
  --quick   a sample that takes a minute or less, in benches that have one; not with --save`;

const RESULTS = 'bench/results'; // npm runs it in the package's folder

const FOLDER = dirname(fileURLToPath(import.meta.url));

/** A bench is the file of its name: only that is loaded, so that nothing else is compiled beside it. */
async function loadBench(name: string): Promise<Bench | undefined> {
  if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(join(FOLDER, `${name}.js`)) || name === 'main')
    return undefined;
  return (await import(`./${name}.js`)).bench; // the other files are shared by several
}

async function findBenches(): Promise<Bench[]> {
  const names = readdirSync(FOLDER).flatMap((f) => (f.endsWith('.js') ? [f.slice(0, -3)] : []));
  const found = await Promise.all(names.sort().map(loadBench));
  return found.filter((bench) => bench !== undefined);
}

function format(value: unknown): string {
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US');
  return Math.abs(value) < 1e-3 ? value.toExponential(2) : value.toPrecision(4);
}

function printRow(row: Row): void {
  const { name, value, unit, paper, target, atLeast, ok, ...counters } = row;
  const parts = [`${name.padEnd(52)} ${format(value).padStart(11)} ${unit.padEnd(9)}`];
  if (paper !== undefined) parts.push(`paper ${format(paper)}`);
  if (target !== undefined) parts.push(`${ok ? 'ok' : 'MISSED'} (${atLeast ? '≥' : '≤'} ${format(target)})`);
  for (const [key, counter] of Object.entries(counters)) parts.push(`${key} ${format(counter)}`);
  console.log(parts.join('  '));
}

/** The commit that runs; with a + where the files differ from it. */
function readCommit(): string {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!bench/results', ':!docs') !== '';
    return git('rev-parse', '--short=7', 'HEAD') + (changed ? '+' : '');
  } catch {
    return 'unknown';
  }
}

/** Six digits are enough to keep. */
function shorten(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(6)) : value;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      json: { type: 'boolean' },
      save: { type: 'boolean' },
      check: { type: 'boolean' },
      trials: { type: 'string' },
      large: { type: 'boolean' },
      quick: { type: 'boolean' },
      steps: { type: 'string' },
      scene: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.list) {
    for (const bench of await findBenches()) console.log(`${bench.name.padEnd(16)} ${bench.answers}`);
    return 0;
  }
  const bench = positionals.length === 1 ? await loadBench(positionals[0]) : undefined;
  if (!bench) {
    const benches = await findBenches();
    const problem =
      positionals.length === 0 ? 'Name a bench.' : `There is no bench "${positionals.join(' ')}".`;
    console.error(`${problem}\n${USAGE}\n\nBenches: ${benches.map((b) => b.name).join(', ')}`);
    return 2;
  }
  const counts: { trials?: number; steps?: number } = {};
  for (const name of ['trials', 'steps'] as const) {
    if (values[name] === undefined) continue;
    const count = Number(values[name]);
    if (!(Number.isInteger(count) && count > 0)) {
      console.error(`--${name} is ${values[name]}: give a whole number above 0\n${USAGE}`);
      return 2;
    }
    counts[name] = count;
  }
  if (values.save && (values.trials ?? values.steps ?? values.scene ?? values.quick) !== undefined) {
    console.error(`--save keeps whole runs: leave --trials, --steps, --scene and --quick out\n${USAGE}`);
    return 2;
  }
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, Node ${process.versions.node}`;
  const commit = readCommit(); // before a bench that takes an hour
  const { report, rows, kept } = createReport(values.json ? null : printRow);
  if (!values.json) console.log(`${bench.name}: ${bench.answers}\n${machine}\n`);
  const { large = false, quick = false } = values;
  await bench.run(report, { ...counts, large, quick, scene: values.scene });
  if (rows.length === 0) {
    console.error(`Nothing was measured: ${bench.name} has no ${values.scene}.`);
    return 2;
  }
  const told = { bench: bench.name, machine, commit, large, bakes: usedBakes(), rows };
  const result = JSON.stringify(told, null, 1);
  if (values.json) console.log(result);
  if (values.save) {
    mkdirSync(RESULTS, { recursive: true });
    writeFileSync(
      join(RESULTS, `${bench.name}.json`),
      `${JSON.stringify({ ...told, ...kept }, shorten, 1)}\n`,
    );
    if (!values.json) console.log(`\nKept in bench/results/${bench.name}.json.`);
  }
  const missed = rows.filter((row) => row.ok === false).length;
  if (!values.json && rows.some((row) => row.target !== undefined)) {
    console.log(missed === 0 ? '\nEvery target met.' : `\n${missed} target${missed > 1 ? 's' : ''} missed.`);
  }
  return values.check && missed > 0 ? 1 : 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(
      error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE')
        ? `${error.message}\n${USAGE}`
        : error,
    );
    process.exitCode = 2;
  },
);
