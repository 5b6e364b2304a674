// A world as bytes, and back. Everything that the next step goes by is in them, and nothing that follows from it, so
// that a restored world goes on bit for bit. Assets are named by their content, not stored.

import type { Bodies } from '../dynamics/bodies.ts';
import { setBox, setFilter } from '../dynamics/broad-phase.ts';
import { reserveIslands } from '../dynamics/islands.ts';
import { InputError } from '../job/error.ts';
import { reserveRows } from './add.ts';
import {
  createReader,
  createWriter,
  finishWriter,
  type Reader,
  readColumn,
  readNumber,
  readSlots,
  readText,
  type Writer,
  writeColumn,
  writeNumber,
  writeSlots,
  writeText,
} from './bytes.ts';
import { createInstance, type Happening, type Instance, replayLog } from './instances.ts';
import { readJoints, writeJoints } from './joining.ts';
import { readMaterial, type WorldOptions } from './options.ts';
import { readPairs, writePairs } from './pair-bytes.ts';
import { findSource, nameSource, type Sources } from './sources.ts';
import { createState, type WorldState } from './state.ts';

const MAGIC = 0x66726163; // a snapshot of a world
const VERSION = 8;

/** Everything of a world, as bytes. Equal worlds give equal bytes. */
export function writeSnapshot(state: WorldState): Uint8Array {
  const writer = createWriter();
  writeNumber(writer, MAGIC);
  writeNumber(writer, VERSION);
  const { gravity, ...rest } = state.settings;
  writeText(writer, JSON.stringify({ gravity: [...gravity], ...rest }));
  writeNumber(writer, state.steps);
  writeNumber(writer, state.time);
  writeNumber(writer, state.substep);
  writeNumber(writer, state.solver.substepRate[0]);
  writeColumn(writer, state.random.state, 4);
  writeSlots(writer, state.bodies.slots);
  for (const { name, size } of COLUMNS) {
    writeColumn(writer, state.bodies[name], size * state.bodies.slots.count);
  }
  writeColumn(writer, state.label, state.bodies.slots.count);
  writeColumn(writer, state.group, state.bodies.slots.count);
  writeColumn(writer, state.mask, state.bodies.slots.count);
  writeColumn(writer, state.restBox, 6 * state.bodies.slots.count);
  writeColumn(writer, state.thin, state.bodies.slots.count);
  writeColumn(writer, state.box, 6 * state.bodies.slots.count);
  writeColumn(writer, state.damage, state.bodies.slots.count);
  writeColumn(writer, state.crackArea, state.bodies.slots.count);
  writeColumn(writer, state.born, state.bodies.slots.count);
  writeColumn(writer, state.fading, state.bodies.slots.count);
  writeText(writer, JSON.stringify(state.breaking.waiting));
  writeColumn(writer, state.poses, 7 * state.bodies.slots.count);
  writeColumn(writer, state.previousPoses, 7 * state.bodies.slots.count);
  writeCopies(writer, state);
  reserveIslands(state.islands, state.bodies);
  writeColumn(writer, state.islands.ring, state.bodies.slots.count);
  writePairs(writer, state.pairs);
  writeJoints(writer, state.joints);
  return finishWriter(writer);
}

/** The world of a snapshot. `sources` are the assets, and whatever else is no plain shape, that its bodies are made of. */
export function readSnapshot(bytes: Uint8Array, sources: Sources, options: WorldOptions): WorldState {
  if (!(bytes instanceof Uint8Array)) {
    throw new InputError('bad-argument', 'bytes is no Uint8Array: give what snapshot() made');
  }
  const reader = createReader(bytes);
  if (readNumber(reader) !== MAGIC) {
    throw new InputError('bad-file', 'bytes is not a snapshot of a world: give what snapshot() made');
  }
  const version = readNumber(reader);
  if (version !== VERSION) {
    throw new InputError('bad-file', `the snapshot is of version ${version}: this fracas reads ${VERSION}`);
  }
  const state = createState({ ...parse(readText(reader)), ...options });
  state.steps = readNumber(reader);
  state.time = readNumber(reader);
  state.substep = readNumber(reader);
  state.solver.substepRate[0] = readNumber(reader);
  state.random.state.set(readColumn(reader, new Uint32Array(4)));
  readSlots(reader, state.bodies.slots);
  for (const { name } of COLUMNS) readBodyColumn(reader, state.bodies, name);
  reserveRows(state, state.bodies.slots.count);
  state.label = readColumn(reader, state.label);
  state.group = readColumn(reader, state.group);
  state.mask = readColumn(reader, state.mask);
  state.restBox = readColumn(reader, state.restBox);
  state.thin = readColumn(reader, state.thin);
  state.box = readColumn(reader, state.box);
  state.damage = readColumn(reader, state.damage);
  state.crackArea = readColumn(reader, state.crackArea);
  state.born = readColumn(reader, state.born);
  state.fading = readColumn(reader, state.fading);
  state.breaking.waiting.push(...parse(readText(reader)));
  state.poses = readColumn(reader, state.poses);
  state.previousPoses = readColumn(reader, state.previousPoses);
  readCopies(reader, state, sources);
  reserveIslands(state.islands, state.bodies);
  state.islands.ring = readColumn(reader, state.islands.ring);
  readPairs(reader, state.pairs);
  readJoints(reader, state.joints);
  enterAll(state);
  return state;
}

/** The columns of bodies and their numbers a row, in the order they are stored in. */
const COLUMNS = [
  { name: 'kind', size: 1 },
  { name: 'awake', size: 1 },
  { name: 'rest', size: 1 },
  { name: 'load', size: 1 },
  { name: 'center', size: 3 },
  { name: 'turn', size: 4 },
  { name: 'velocity', size: 3 },
  { name: 'spin', size: 3 },
  { name: 'inverseMass', size: 1 },
  { name: 'inertia', size: 6 },
  { name: 'inverseInertia', size: 6 },
  { name: 'local', size: 3 },
  { name: 'frame', size: 12 },
  { name: 'radius', size: 1 },
  { name: 'rounding', size: 1 },
  { name: 'round', size: 1 },
  { name: 'friction', size: 1 },
  { name: 'restitution', size: 1 },
] as const;

function readBodyColumn(reader: Reader, bodies: Bodies, name: (typeof COLUMNS)[number]['name']): void {
  if (name === 'kind' || name === 'awake' || name === 'round')
    bodies[name] = readColumn(reader, bodies[name]);
  else bodies[name] = readColumn(reader, bodies[name]);
}

// biome-ignore lint/suspicious/noExplicitAny: what a snapshot of ours holds is checked where it is used
function parse(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError('bad-file', 'the snapshot holds text that cannot be read: it was altered');
  }
}

/** Instances in the order of their first bodies, then the instance of each row. */
function writeCopies(writer: Writer, { bodies, instance }: WorldState): void {
  const instances: Instance[] = [];
  const number = new Int32Array(bodies.slots.count).fill(-1);
  for (let row = 0; row < bodies.slots.count; row++) {
    const of = instance[row];
    if (of === null) continue;
    number[row] = instances.indexOf(of);
    if (number[row] < 0) number[row] = instances.push(of) - 1;
  }
  writeNumber(writer, instances.length);
  for (const of of instances) {
    writeText(
      writer,
      JSON.stringify({
        source: nameSource(of.source),
        density: of.density,
        material: of.material,
        scored: of.scored,
        loose: [...of.loose].sort((a, b) => a - b),
        log: of.log,
      }),
    );
    writeColumn(writer, Int32Array.from(of.row), of.row.length);
    const group = of.collider.field?.group ?? new Int32Array(1);
    writeColumn(writer, group, of.row.length);
    writeNumber(writer, of.groups);
    writeNumber(writer, of.version);
  }
  writeColumn(writer, number, number.length);
}

function readCopies(reader: Reader, state: WorldState, sources: Sources): void {
  const count = readNumber(reader);
  const instances: Instance[] = [];
  for (let k = 0; k < count; k++) {
    const { source, density, material, scored, loose, log } = parse(readText(reader));
    const from = findSource(source, sources);
    const of = createInstance(state.works, from, density, readMaterial(from, material), scored);
    for (const bond of loose) of.loose.add(bond);
    if (of.brittle !== null) state.breaking.any = true;
    replayLog(state.works, of, log as Happening[]);
    of.row.splice(0, of.row.length, ...readColumn(reader, new Int32Array(0)));
    const group = readColumn(reader, new Int32Array(0));
    if (!of.shared) of.collider.field?.group.set(group);
    of.groups = readNumber(reader);
    of.version = readNumber(reader);
    instances.push(of);
  }
  const number = readColumn(reader, new Int32Array(0));
  for (let row = 0; row < number.length; row++)
    state.instance[row] = number[row] < 0 ? null : instances[number[row]];
}

/** Tells the broad phase of all bodies. */
function enterAll(state: WorldState): void {
  const { slots } = state.bodies;
  for (let row = 0; row < slots.count; row++) {
    if (slots.live[row] === 0) continue;
    setFilter(state.broad, row, state.group[row], state.mask[row]);
    setBox(state.broad, row, state.box, 6 * row);
  }
}
