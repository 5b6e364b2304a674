// npm run -s trust [-- --json] [--write] [--share N] [--jobs N] [--only TEXT]: tries what users will find, and tells a row a
// check: what was tried, how many, and how many failed. --share 50 does a fiftieth. --write puts its rows into docs/promises.md.
// Parts are tried on as many threads as --jobs says, one for each core unless told otherwise: what is tried does not depend on
// that. npm run fuzz [-- --from N] is the same for the sequences alone, from number N on.

import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { type Check, listChecks } from '../test/trust/checks.ts';

interface Part {
  readonly check: number;
  readonly from: number;
  readonly to: number;
}

interface Tried extends Part {
  readonly failed: string[];
  readonly seconds: number; // of processor
}

interface Row {
  readonly check: string;
  readonly tried: number;
  readonly failures: number;
  readonly seconds: number;
  readonly first?: string;
}

const PAGE = 'docs/promises.md';
const checks = await listChecks();

if (!isMainThread) {
  parentPort?.on('message', async ({ check, from, to }: Part) => {
    const begun = process.cpuUsage().user;
    const failed = await checks[check].run(from, to);
    parentPort?.postMessage({ check, from, to, failed, seconds: (process.cpuUsage().user - begun) / 1e6 });
  });
} else await main();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      fuzz: { type: 'boolean', default: false },
      share: { type: 'string', default: '1' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      only: { type: 'string', default: '' },
      from: { type: 'string', default: '0' },
    },
  });
  const share = Math.max(1, Number(values.share) || 1);
  const only = values.fuzz ? 'random sequences' : values.only;
  const wanted = checks.map((_, k) => k).filter((k) => checks[k].name.includes(only));
  const first = values.fuzz ? Math.max(0, Math.floor(Number(values.from)) || 0) : 0;
  const rows = await tryAll(wanted, first, share, Number(values.jobs) || 1, !values.json);
  if (values.json) console.log(JSON.stringify({ share, rows }, null, 2));
  if (values.write) writeFileSync(PAGE, writePage(rows));
  if (rows.some(({ failures }) => failures > 0)) process.exitCode = 1;
}

/** Tries all parts of checks, from number `first` on, a thread each at a time; tells rows as they end. */
async function tryAll(
  wanted: readonly number[],
  first: number,
  share: number,
  jobs: number,
  tells: boolean,
): Promise<Row[]> {
  const countOf = ({ count }: Check) => Math.ceil(count / share);
  const waiting: Part[] = [];
  const done = new Map<number, Tried[]>(wanted.map((check) => [check, []]));
  for (const check of wanted) {
    const { part } = checks[check];
    const count = countOf(checks[check]);
    for (let from = 0; from < count; from += part)
      waiting.push({ check, from: first + from, to: first + Math.min(count, from + part) });
  }
  const left = new Map(wanted.map((check) => [check, waiting.filter((part) => part.check === check).length]));
  const work = async () => {
    const worker = new Worker(new URL(import.meta.url));
    let hear: (tried: Tried) => void = () => {};
    worker.on('message', (tried: Tried) => hear(tried));
    worker.setMaxListeners(0);
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const tried = await new Promise<Tried>((resolve, reject) => {
        hear = resolve;
        worker.once('error', reject);
        worker.postMessage(part);
      });
      done.get(part.check)?.push(tried);
      const more = (left.get(part.check) ?? 0) - 1;
      left.set(part.check, more);
      if (tells) for (const text of tried.failed) console.log(text);
      if (tells && more === 0) tell(rowOf(part.check));
      else if (tells && !process.stdout.isTTY) console.log(`  ${part.from} to ${part.to} tried`);
    }
    await worker.terminate();
  };
  const rowOf = (check: number): Row => {
    const parts = (done.get(check) ?? []).sort((a, b) => a.from - b.from);
    const failed = parts.flatMap(({ failed }) => failed);
    return {
      check: checks[check].name,
      tried: parts.reduce((sum, { from, to }) => sum + to - from, 0),
      failures: failed.length,
      seconds: Math.round(parts.reduce((sum, { seconds }) => sum + seconds, 0)),
      ...(failed.length > 0 && { first: failed[0] }),
    };
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return wanted.map(rowOf);
}

function tell({ check, tried, failures, seconds }: Row): void {
  console.log(`${String(tried).padStart(7)} ${String(failures).padStart(4)} failed ${seconds} s  ${check}`);
}

/** The page with these rows; those of checks that were not tried stay as they were. */
function writePage(rows: readonly Row[]): string {
  const old = readFileSync(PAGE, 'utf8').split('\n');
  const lines = checks.map(({ name }) => {
    const row = rows.find(({ check }) => check === name);
    if (row === undefined) return old.find((line) => line.startsWith(`| ${name} |`)) ?? `| ${name} | 0 | 0 |`;
    return `| ${name} | ${row.tried.toLocaleString('en')} | ${row.failures} |`;
  });
  return `# Promises\n\nWritten by \`npm run trust -- --write\`: what was tried, how often, and how often it failed. SECURITY.md says what may come from strangers. A failing sequence is cut down to its shortest and printed as code with \`--json\`.\n\n| tried | how many | failures |\n|---|---:|---:|\n${lines.join('\n')}\n`;
}
