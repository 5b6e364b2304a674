// npm run soak [-- --minutes N] [--hash]: simulated minutes of spawning, breaking, joining and removing, ten unless told
// otherwise. Tells once a minute what heap, buffers and steps take; fails where after the first minute heap and buffers are
// not steady within 5 %, steps take longer and longer, an id is given twice, or what sleeps has moved. --hash prints the end
// alone: run it under node --no-opt too, and compare.

import { parseArgs } from 'node:util';
import { createShape, materials, World } from '../src/index.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { boxAsset } from '../test/world/things.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, hash: { type: 'boolean', default: false } },
});
const minutes = Number(values.minutes) || 10;
const BODIES = 40;
const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);
const world = new World({ maxPieces: 5, maxFragments: 60, fadeTime: 0.5 });
world.addStatic(createShape('plane'));
const random = createRandom(7);
const given = new Set<number>();
let age: number[] = []; // ids, the oldest first
const asleep = new Map<number, string>();
const wrong: string[] = [];

function note(id: number): void {
  if (given.has(id)) wrong.push(`id ${id} was given twice`);
  given.add(id);
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
  for (const old of age.splice(0, Math.max(0, age.length - BODIES))) world.remove(old);
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

const told: Minute[] = [];
for (let minute = 0; minute < minutes; minute++) {
  const begun = process.cpuUsage().user;
  for (let step = 0; step < 3600; step++) {
    play(3600 * minute + step);
    world.step(1 / 60);
    for (const { fragments } of world.events.splits) fragments.forEach(note);
    if (step % 10 === 0) watchSleepers();
  }
  const milliseconds = (process.cpuUsage().user - begun) / 3600 / 1000;
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed: heap, arrayBuffers: buffers } = process.memoryUsage();
  told.push({ heap, buffers, milliseconds });
  if (!values.hash)
    console.log(
      `minute ${minute + 1}: heap ${(heap / 1e6).toFixed(1)} MB, buffers ${(buffers / 1e6).toFixed(1)} MB, ${milliseconds.toFixed(2)} ms a step, ${world.bodies.length} bodies, ${given.size} ids`,
    );
}
console.log(`hash ${world.hash()}`);
for (const key of ['heap', 'buffers'] as const) {
  const [first, last] = [told[1]?.[key] ?? Infinity, told.at(-1)?.[key] ?? 0];
  if (last > 1.05 * first) wrong.push(`${key} grew from ${first} to ${last} bytes`);
}
for (const line of wrong.slice(0, 10)) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
