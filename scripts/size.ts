// npm run -s size [-- --json]: how much there is to read. Files that one breaking step runs through, names that entries
// export, code that is written twice, long lists of parameters, lines and comments. Nothing is judged here.

import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadAssets } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import { createScene, stepScene, warmUpScene } from '../scenes/run.ts';
import { root } from './site.ts';

const SAME = 6; // lines in a row that make a repeat
const MANY = 8; // parameters
const WHERE = 'piggy'; // the scene whose first break is followed

/** Files below a folder that end in `.ts`, by path from the root, in order. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
    .sort();
}

/** Names that a file exports by lists such as `export { a, type B } from './c.ts'`. */
function listExports(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const names: string[] = [];
  for (const [, , list] of text.matchAll(/^export (type )?\{([^}]*)\}/gm)) {
    for (const name of list.split(',')) if (name.trim() !== '') names.push(name.trim());
  }
  for (const [, name] of text.matchAll(/^export \* as (\w+)/gm)) names.push(name);
  return names;
}

/** Lines of code, without comments, imports and what is only brackets. */
function codeLines(text: string): string[] {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^(import|export)\b[^;]*\bfrom '[^']*';/gm, '')
    .split('\n')
    .map((line) => line.replace(/\/\/ .*$/, '').trim())
    .filter((line) => line.length > 3);
}

/** How many lines of code stand in a run of six that is somewhere else too, as `shape` sees them. */
function countRepeats(files: readonly string[], shape: (line: string) => string): number {
  const seen = new Map<string, [number, number]>();
  const covered: Uint8Array[] = [];
  files.forEach((file, at) => {
    const lines = codeLines(readFileSync(join(root, file), 'utf8')).map(shape);
    covered.push(new Uint8Array(lines.length));
    for (let i = 0; i + SAME <= lines.length; i++) {
      const run = lines.slice(i, i + SAME).join('\n');
      const first = seen.get(run);
      if (first === undefined) seen.set(run, [at, i]);
      else if (first[0] !== at || first[1] + SAME <= i) {
        covered[at].fill(1, i, i + SAME);
        covered[first[0]].fill(1, first[1], first[1] + SAME);
      }
    }
  });
  return covered.reduce((sum, marks) => sum + marks.reduce((lines, mark) => lines + mark, 0), 0);
}

/** A line of code with its names, strings and numbers made alike. */
function shapeOf(line: string): string {
  const words = /\b(const|let|for|if|else|return|while|function|export|continue|break|new|of|in)\b/;
  return line
    .replace(/'[^']*'/g, "''")
    .replace(/\b\d[\w.]*\b/g, '0')
    .replace(/\b[A-Za-z_]\w*\b/g, (word) => (words.test(word) ? word : 'x'));
}

/** Functions with many parameters, but for kernels that write to `out`. */
function listLong(files: readonly string[]): string[] {
  const found: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name, list] of text.matchAll(/function\*? (\w+)(?:<[^>]*>)?\(([^)]*)\)/g)) {
      const flat = list.replace(/\{[^}]*\}/g, '');
      const count = flat.split(',').filter((one) => one.includes(':')).length;
      if (count > MANY && !flat.trim().startsWith('out')) found.push(`${file} ${name} (${count})`);
    }
  }
  return found;
}

/** Files of src/ in which something runs during the first step of a scene in which something breaks. */
async function followBreak(): Promise<string[]> {
  const scene = scenes.find(({ name }) => name === WHERE);
  if (scene === undefined) throw new Error(`no scene ${WHERE}`);
  const assets = await loadAssets(scene);
  warmUpScene(assets);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const world = createScene(scene, assets);
  const base = pathToFileURL(`${join(root, 'dist', 'src')}/`).href;
  for (let step = 0; step < scene.steps; step++) {
    await session.post('Profiler.takePreciseCoverage');
    stepScene(scene, world, step, assets);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    if (world.events.fractures.length === 0) continue;
    session.disconnect();
    return result
      .filter(({ url }) => url.startsWith(base))
      .filter(({ functions }) => functions.some((f) => f.functionName !== '' && f.ranges[0].count > 0))
      .map(({ url }) => relative(join(root, 'dist'), fileURLToPath(url)))
      .sort();
  }
  throw new Error(`nothing broke in ${WHERE}`);
}

const files = listFiles('src');
const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
const comments = texts.reduce(
  (sum, text) => sum + text.split('\n').filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line)).length,
  0,
);
const long = listLong(files);
const entries = listFiles('src').filter((file) => /^src\/(\w+\/)?index\.ts$/.test(file));
const reached = await followBreak();
const report = {
  reached: reached.length,
  exports: listExports('src/index.ts').length,
  repeats: countRepeats(files, (line) => line),
  alike: countRepeats(files, shapeOf),
  long: long.length,
  files: files.length,
  lines,
  comments: Math.round((1000 * comments) / lines) / 10,
};
if (process.argv.includes('--json')) console.log(JSON.stringify(report));
else {
  console.log(`files that a breaking step reaches      ${report.reached}`);
  if (process.argv.includes('--files')) for (const file of reached) console.log(`  ${file}`);
  for (const file of entries) {
    const names = listExports(file).length;
    if (names > 0) console.log(`names exported by ${file.padEnd(22)}${names}`);
  }
  console.log(`lines of code that are written twice    ${report.repeats}`);
  console.log(`the same, but for names and numbers     ${report.alike}`);
  console.log(`functions with over ${MANY} parameters       ${report.long}`);
  for (const name of long) console.log(`  ${name}`);
  console.log(`files of src/                           ${report.files}`);
  console.log(
    `lines of src/                           ${report.lines}, ${report.comments} % of them comments`,
  );
}
