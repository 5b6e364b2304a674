// npm run -s trust [-- --json] [--write] [--share N]: tries what users will find, and tells a row a check: what was tried, how
// many, and how many failed. --share 50 does a fiftieth. --write makes docs/promises.md of it. npm run fuzz is the same for
// the sequences alone, --sequences FROM TO.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hashBytes } from '../src/bake/hash.ts';
import { createShape, decodeAsset, encodeAsset, materials, World } from '../src/index.ts';
import { InputError } from '../src/job/error.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { attempt, listCalls } from '../test/trust/exports.ts';
import { runSequences } from '../test/trust/sequences.ts';
import { boxAsset } from '../test/world/things.ts';

interface Row {
  readonly check: string;
  readonly tried: number;
  readonly failures: number;
  readonly first?: string;
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    fuzz: { type: 'boolean', default: false },
    share: { type: 'string', default: '1' },
  },
});
const share = Math.max(1, Number(values.share) || 1);
const rows: Row[] = [];
const random = createRandom(24);
const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);

function note(check: string, tried: number, failed: readonly string[]): void {
  rows.push({ check, tried, failures: failed.length, ...(failed.length > 0 && { first: failed[0] }) });
  if (!values.json)
    console.log(`${String(tried).padStart(7)} ${String(failed.length).padStart(4)} failed  ${check}`);
}

/** Bytes with a few of them changed, cut off or repeated. */
function mutate(bytes: Uint8Array): Uint8Array {
  const out = bytes.slice(
    0,
    nextFloat(random) < 0.1 ? Math.floor(nextFloat(random) * bytes.length) : bytes.length,
  );
  for (let k = 0; k < 1 + 3 * nextFloat(random) && out.length > 0; k++) {
    out[Math.floor(nextFloat(random) * out.length)] = Math.floor(256 * nextFloat(random));
  }
  return out;
}

function tryMutations(
  check: string,
  bytes: Uint8Array,
  count: number,
  read: (bytes: Uint8Array) => void,
): void {
  const failed: string[] = [];
  for (let k = 0; k < count; k++) {
    try {
      read(mutate(bytes));
    } catch (error) {
      if (!(error instanceof InputError)) failed.push(String(error));
    }
  }
  note(check, count, failed);
}

function buildWorld(): World {
  const world = new World({ record: true, maxPieces: 6 });
  world.addStatic(createShape('plane'));
  const body = world.add(cube, { position: [0, 0.5, 0], material: materials.glass });
  world.add(createShape('sphere', 0.1), { position: [0.5, 1, 0] });
  world.join({ kind: 'ball', bodyA: body, anchor: [0, 0.5, 0] });
  world.split(body, { kind: 'slice', normal: [1, 0.2, 0], offset: 0 });
  for (let k = 0; k < 40; k++) world.step(1 / 60);
  return world;
}

if (!values.fuzz) {
  const world = buildWorld();
  const many = Math.ceil(20_000 / share);
  tryMutations(
    'assets, altered: refused, or as they were',
    encodeAsset(cube),
    Math.ceil(many / 10),
    decodeAsset,
  );
  tryMutations('snapshots, altered: refused', world.snapshot(), many, (bytes) =>
    World.restore(bytes, { assets: [cube] }),
  );
  tryMutations(
    'snapshots, forged with a right checksum: refused, or a world that goes on in numbers',
    world.snapshot(),
    Math.ceil(many / 4),
    (bytes) => {
      if (bytes.length < 24) throw new InputError('bad-file', 'too short');
      const { low, high } = hashBytes(bytes, 24);
      const view = new DataView(bytes.buffer);
      view.setUint32(16, low, true);
      view.setUint32(20, high, true);
      const forged = World.restore(bytes, { assets: [cube] });
      for (let k = 0; k < 2; k++) forged.step(1 / 60);
      if (!forged.poses.every(Number.isFinite)) throw new Error('a pose is no number');
    },
  );
  tryMutations(
    'recordings, altered: refused',
    new TextEncoder().encode(JSON.stringify(world.recording())),
    Math.ceil(many / 10),
    (bytes) => {
      let parsed: unknown;
      try {
        parsed = JSON.parse(new TextDecoder().decode(bytes));
      } catch {
        return; // not JSON: the caller's to say
      }
      World.replay(parsed as never, { assets: [cube] });
    },
  );
  const junk = [
    undefined,
    null,
    Number.NaN,
    -1,
    'x',
    true,
    {},
    [],
    () => {},
    Symbol('x'),
    10n,
    new ArrayBuffer(3),
  ];
  const failed: string[] = [];
  let tried = 0;
  for (const entry of await listCalls()) {
    if (share > 10 && /bake|create(Pig|Club|Tri)/.test(entry.name)) continue;
    for (let at = 0; at < entry.args.length; at++) {
      for (const value of junk) {
        const args = [...entry.args];
        args[at] = value;
        const error = await attempt({ call: entry.call, args });
        tried++;
        if (error !== null && !(error instanceof InputError)) failed.push(`${entry.name}: ${String(error)}`);
      }
    }
  }
  note('functions for makers, one argument wrong: InputError, or done', tried, failed);
}
const sequences = Math.ceil(1000 / share);
note(
  'random sequences of 200 calls: numbers, depth, energy, momentum, restore, replay',
  sequences,
  runSequences(0, sequences, 200, cube),
);

if (values.json) console.log(JSON.stringify({ share, rows }, null, 2));
if (values.write) {
  const lines = rows.map(
    ({ check, tried, failures }) => `| ${check} | ${tried.toLocaleString('en')} | ${failures} |`,
  );
  const text = `# Promises\n\nWritten by \`npm run trust -- --write${share > 1 ? ` --share ${share}` : ''}\`: what was tried, how often, and how often it failed. SECURITY.md says what may come from strangers. A failing sequence is cut down to its shortest and printed as code with \`--json\`.\n\n| tried | how many | failures |\n|---|---:|---:|\n${lines.join('\n')}\n`;
  writeFileSync('docs/promises.md', text);
}
if (rows.some(({ failures }) => failures > 0)) process.exitCode = 1;
