// Numbers in README and docs come from saved results of benches. In a page, a number with a comment right behind it
// names its source: `5.9<!--scenes/piggy: a step, mean-->` is that row of bench/results/scenes.json, its scaled time or
// else its value; `#field` names another field of the row. `<!--[Glondu13]-->` behind a number is a paper's, and
// `<!--given-->` one that was chosen, not measured. A line that begins with `<!--measured-->` says for all of its page
// which benches, commits and machines its numbers come from.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from '../../bench/bench.ts';
import { REFERENCE } from '../../bench/kernel.ts';
import { listImports } from '../../scenes/imports.ts';

export interface Result {
  readonly bench: string;
  readonly machine: string;
  readonly commit: string;
  readonly rows: readonly Row[];
}

const FOLDER = 'bench/results';

/** All saved results, by the name of their bench. */
export function readResults(): Map<string, Result> {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.json')) : [];
  const results = files.map((file): Result => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')));
  return new Map(results.map((result) => [result.bench, result]));
}

/** What a bench kept beside its rows, for a chart. */
export function readKept<T>(bench: string, name: string): T {
  const path = join(FOLDER, `${bench}.json`);
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8'))[name] : undefined;
  if (kept === undefined) throw new Error(`${path} has no ${name}: npm run bench -- ${bench} --save`);
  return kept;
}

const SOURCED = /([−-]?[\d.,]*\d(?:e[−-]?\d+)?|\?)<!--([a-z][a-z0-9-]*)\/([^>]+?)(?:#([A-Za-z]\w*))?-->/g;
const MEASURED = /^<!--measured-->.*$/m;

export interface Filled {
  readonly text: string;
  readonly lost: readonly string[]; // sources that no saved result has
}

/** Writes the numbers of saved results into a page, and what they come from. Numbers whose source is lost stay. */
export function fillPage(text: string, results: ReadonlyMap<string, Result>): Filled {
  const lost: string[] = [];
  const used = new Set<Result>();
  let scaled = false;
  let cold = false;
  const filled = text.replace(
    SOURCED,
    (whole, number: string, bench: string, name: string, field?: string) => {
      const result = results.get(bench);
      const row = result?.rows.find((row) => row.name === name);
      const value = row && (field === undefined ? (row.scaled ?? row.value) : row[field]);
      if (result === undefined || typeof value !== 'number') {
        lost.push(`${bench}/${name}${field === undefined ? '' : `#${field}`}`);
        return whole;
      }
      used.add(result);
      if (field === undefined && row?.scaled !== undefined) scaled = true;
      if (row?.cold) cold = true;
      return formatNumber(value) + whole.slice(number.length);
    },
  );
  const line = used.size === 0 ? '<!--measured-->' : `<!--measured-->${tellSources([...used], scaled, cold)}`;
  return { text: filled.replace(MEASURED, line), lost };
}

/** Three digits, all of a whole number below a thousand million; commas at thousands. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return value.toLocaleString('en-US');
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString('en-US');
  if (size < 1e-3) return value.toExponential(1).replace('.0e', 'e');
  return String(Number(value.toPrecision(3)));
}

function tellSources(results: readonly Result[], scaled: boolean, cold: boolean): string {
  const byRun = new Map<string, string[]>(); // machine and commit → benches
  for (const { bench, commit, machine } of results.toSorted((a, b) => (a.bench < b.bench ? -1 : 1))) {
    const run = `at ${commit} on ${machine}`;
    byRun.set(run, [...(byRun.get(run) ?? []), `\`${bench}\``]);
  }
  const told = [...byRun].map(([run, benches]) => `${benches.join(', ')} ${run}`).join('; ');
  const unit = `; times as on a machine that takes ${REFERENCE} ms for the reference kernel`;
  return `*Measured by ${told}${scaled ? unit : ''}${scaled && cold ? ', first runs as they were' : ''}.*`;
}

const CODE = /```[\s\S]*?```|`[^`\n]*`/g;
const SOURCE = '@'; // stands for a comment behind a number, or behind its unit
const LOOSE =
  /(?<![\w.,/#[-])\d[\d.,]*\s(?:ms|µs|ns|s|MB|kB|GB|seconds|minutes|times as (?:fast|long|slow|many|much))(?![\w²³/])(?!@)/g;

/** Numbers of a page that look measured, by a unit of time, memory or speed, and name no source: line and text. */
export function listLoose(text: string): string[] {
  const plain = text
    .replace(MEASURED, '')
    .replace(CODE, (code) => code.replace(/[^\n]/g, ' '))
    .replace(/<!--.*?-->/g, SOURCE);
  return plain.split('\n').flatMap((line, at) => {
    return [...line.matchAll(LOOSE)].map(([number]) => `${at + 1}: ${number}`);
  });
}

/** Rows of saved results that were taken on a machine whose speed changed, however often they were taken again. */
export function listUnsteady(results: ReadonlyMap<string, Result>): string[] {
  return [...results.values()].flatMap(({ bench, rows }) =>
    rows.filter((row) => row.unsteady).map((row) => `${bench}/${row.name}: the machine was not steady`),
  );
}

/** Saved results of which something that they measured has changed since, with how many files. */
export function listStale(results: ReadonlyMap<string, Result>): string[] {
  return [...results.values()].flatMap(({ bench, commit }) => {
    const entry = `bench/${bench}.ts`;
    if (!existsSync(entry)) return [`${bench}: there is no such bench any more`];
    if (commit.endsWith('+')) return [`${bench}: was measured on files that were not committed`];
    try {
      const files = listImports(entry);
      const changed = execFileSync('git', ['diff', '--name-only', commit, '--', ...files], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const count = changed.toString().trim().split('\n').filter(Boolean).length;
      return count > 0 ? [`${bench}: measured at ${commit}, since then ${count} of its files changed`] : [];
    } catch {
      return [`${bench}: the commit ${commit} is not known here`];
    }
  });
}
