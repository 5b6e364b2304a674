// npm run soak [-- --minutes N]: simulated minutes of spawning, breaking, joining and removing, ten unless told otherwise.
// Each minute ends with all bodies taken away; then heap and buffers are told, and what a step took. The first minute has half
// as many bodies again as the others, because workspaces grow to what the fullest step needs. Fails where after it heap and
// buffers are not steady within 5 %, steps take longer and longer, an id is given twice, what sleeps has moved, or the first
// ten seconds come to another hash under node --no-opt. The engine's compiled code is left out of the heap. --hash [--seconds N]
// prints that hash alone.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { getHeapCodeStatistics } from 'node:v8';
import { createShape, materials, World } from '../src/index.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { boxAsset } from '../test/world/things.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    hash: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
  },
});
const minutes = Number(values.minutes) || 10;
const hashed = 60 * (Number(values.seconds) || 10); // steps until the hash is taken
const BODIES = 40;
const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
const world = new World({ maxPieces: 5, maxFragments: 60, fadeTime: 0.5 });
world.addStatic(createShape('plane'));
const random = createRandom(7);
const ROWS = 2 ** 20; // ids are a row and, above it, how often that was given
const given = new Map<number, number>(); // the last id of each row
let ids = 0;
let age: number[] = []; // ids, the oldest first
const asleep = new Map<number, string>();
const wrong: string[] = [];

function note(id: number): void {
  if (id <= (given.get(id % ROWS) ?? -1)) wrong.push(`id ${id} was given twice`);
  given.set(id % ROWS, id);
  ids++;
  age.push(id);
}

/** What happens between steps: one thing comes, and of what is too many the oldest goes. */
function play(step: number): void {
  if (step % 20 !== 0) return;
  const u = () => 2 * nextFloat(random) - 1;
  const place = [4 * u(), 3 + 2 * nextFloat(random), 4 * u()];
  const solid = nextFloat(random) < 0.5;
  const body = solid
    ? world.add(cube, { position: place, velocity: [0, -9, 0], material: materials.glass })
    : world.add(createShape('box', 0.15, 0.1, 0.2), { position: place, spin: [u(), u(), u()] });
  note(body);
  if (nextFloat(random) < 0.2) world.join({ kind: 'ball', bodyA: body, anchor: place, breakForce: 200 });
  age = age.filter((id) => world.has(id));
  const most = step < 3600 ? 1.5 * BODIES : BODIES;
  for (const old of age.splice(0, Math.max(0, age.length - most))) world.remove(old);
}

/** Sleepers stay where they fell asleep, to the last bit. */
function watchSleepers(): void {
  for (const body of world.events.woken) asleep.delete(body);
  for (const body of world.bodies) {
    const { asleep: sleeps, pose } = world.info(body);
    if (!sleeps) asleep.delete(body);
    else if (!asleep.has(body)) asleep.set(body, pose.join(' '));
    else if (asleep.get(body) !== pose.join(' ')) wrong.push(`sleeper ${body} has moved`);
  }
}

interface Minute {
  readonly heap: number; // bytes
  readonly buffers: number;
  readonly milliseconds: number; // of processor a step
}

/** Takes away all but the ground. */
function takeAll(): void {
  for (const body of world.bodies) if (world.info(body).kind === 'dynamic') world.remove(body);
  age = [];
  asleep.clear();
  world.step(1 / 60);
}

/** Bytes in use once garbage is collected, which for buffers takes a moment. */
async function weigh(): Promise<{ heap: number; buffers: number }> {
  for (let round = 0; round < 3; round++) {
    (globalThis as { gc?: () => void }).gc?.();
    await new Promise((done) => setTimeout(done, 50));
  }
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  const { heapUsed, arrayBuffers: buffers } = process.memoryUsage();
  return { heap: heapUsed - code - bytecode, buffers };
}

const told: Minute[] = [];
let early = '';
for (let minute = 0; minute < minutes; minute++) {
  const begun = process.cpuUsage().user;
  for (let step = 0; step < 3600; step++) {
    play(3600 * minute + step);
    world.step(1 / 60);
    for (const { fragments } of world.events.splits) fragments.forEach(note);
    if (step % 10 === 0) watchSleepers();
    if (minute > 0 || step + 1 !== hashed) continue;
    early = world.hash();
    if (!values.hash) continue;
    console.log(early);
    process.exit(wrong.length > 0 ? 1 : 0);
  }
  const milliseconds = (process.cpuUsage().user - begun) / 3600 / 1000;
  const bodies = world.bodies.length;
  takeAll();
  const { heap, buffers } = await weigh();
  told.push({ heap, buffers, milliseconds });
  console.log(
    `minute ${minute + 1}: heap ${(heap / 1e6).toFixed(1)} MB, buffers ${(buffers / 1e6).toFixed(1)} MB, ${milliseconds.toFixed(2)} ms a step, ${bodies} bodies, ${ids} ids`,
  );
}
console.log(`hash ${world.hash()}`);
const plain = spawnSync(
  process.execPath,
  ['--no-opt', fileURLToPath(import.meta.url), '--hash', '--seconds', String(hashed / 60)],
  { encoding: 'utf8' },
).stdout.trim();
if (plain !== early) wrong.push(`without optimisation the hash is ${plain}, with it ${early}`);
for (const key of ['heap', 'buffers'] as const) {
  const [first, last] = [told[1]?.[key] ?? Infinity, told.at(-1)?.[key] ?? 0];
  if (last > 1.05 * first) wrong.push(`${key} grew from ${first} to ${last} bytes`);
}
const half = Math.floor(told.length / 2);
const mean = (part: readonly Minute[]) =>
  part.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / part.length;
if (told.length > 3 && mean(told.slice(half)) > 1.25 * mean(told.slice(1, half)))
  wrong.push('steps take longer and longer');
for (const line of wrong.slice(0, 10)) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
