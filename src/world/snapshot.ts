// A world as bytes, and back. Everything that the next step goes by is in them, and nothing that follows from it, so
// that a restored world goes on bit for bit. Assets are named by their content, not stored.

import { hashBytes } from '../bake/hash.ts';
import { setBox, setFilter } from '../dynamics/broad-phase.ts';
import { reserveIslands } from '../dynamics/islands.ts';
import { relinkJoints } from '../dynamics/joints.ts';
import { checkBytes } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { reserveRows } from './add.ts';
import {
  altered,
  createReader,
  createWriter,
  finishWriter,
  type Reader,
  readColumn,
  readCount,
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
import { hexOf, makePlain, readPlain } from './plain.ts';
import { refuseVersion } from './recording.ts';
import { checkSources, findSource, nameSource, type Sources } from './sources.ts';
import { createState, type WorldState } from './state.ts';
import { validateBodies, validateJoints, validatePairs, validateWaiting } from './validate-snapshot.ts';

const MAGIC = 0x66726163; // a snapshot of a world
const VERSION = 13;
export const CONTENT = 24; // bytes before what the checksum is of: magic, version, checksum

/** Everything of a world, as bytes. Equal worlds give equal bytes. */
export function writeSnapshot(state: WorldState): Uint8Array {
  const writer = createWriter();
  const { slots } = state.bodies;
  writeNumber(writer, MAGIC);
  writeNumber(writer, VERSION);
  writeNumber(writer, 0); // place of the checksum
  writePlain(writer, state.settings);
  writeNumber(writer, state.steps);
  writeNumber(writer, state.time);
  writeNumber(writer, state.spare);
  writeNumber(writer, state.substep);
  writeNumber(writer, state.solver.substepRate[0]);
  writeColumn(writer, state.random.state, 4);
  writeSlots(writer, slots);
  for (const { name, size } of BODY_COLUMNS) writeColumn(writer, state.bodies[name], size * slots.count);
  for (const { name, size } of OWN_COLUMNS) writeColumn(writer, state[name], size * slots.count);
  writePlain(writer, state.breaking.waiting);
  writeCopies(writer, state);
  reserveIslands(state.islands, state.bodies);
  writeColumn(writer, state.islands.ring, slots.count);
  writeNumber(writer, state.islands.wokeCount); // by calls since the last step: the next one tells of them
  writeColumn(writer, state.islands.woke, state.islands.wokeCount);
  writePairs(writer, state.pairs);
  writeJoints(writer, state.joints);
  const bytes = finishWriter(writer);
  const { low, high } = hashBytes(bytes, CONTENT);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(CONTENT - 8, low, true);
  view.setUint32(CONTENT - 4, high, true);
  return bytes;
}

/** The checksum in the head of a snapshot: sixteen hexadecimal digits of all that follows it. */
export function checksumOf(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return hexOf({ low: view.getUint32(CONTENT - 8, true), high: view.getUint32(CONTENT - 4, true) });
}

/**
 * The world of a snapshot. `sources` are the assets, and whatever else is no plain shape, that its bodies are made of. The
 * checksum catches accidents; all that is read is checked besides, so that a forged one gives an error and no odd world.
 */
export function readSnapshot(bytes: Uint8Array, sources: Sources, options: WorldOptions): WorldState {
  checkBytes('bytes', bytes, 'the Uint8Array that snapshot() made');
  checkSources(sources);
  const reader = createReader(bytes);
  if (bytes.length < CONTENT || readNumber(reader) !== MAGIC) {
    throw new InputError('bad-file', 'bytes is not a snapshot of a world: give what snapshot() made');
  }
  const version = readNumber(reader);
  if (version !== VERSION) throw refuseVersion('snapshot', version, VERSION);
  readNumber(reader);
  if (hexOf(hashBytes(bytes, CONTENT)) !== checksumOf(bytes)) {
    throw altered('it does not match its checksum');
  }
  return readContent(reader, options, null, (state) => readCopy(reader, state, sources));
}

/**
 * Reads what follows the checksum, instances by `read`. With the workspaces of another world, if given: then the bytes are
 * its own and were in nobody's hands, so that they need no checks.
 */
export function readContent(
  reader: Reader,
  options: WorldOptions,
  from: WorldState | null,
  read: ReadInstance,
): WorldState {
  const state = createState({ ...parse(readText(reader)), ...options }, from);
  const { bodies } = state;
  const { slots } = bodies;
  state.steps = readNumber(reader);
  state.time = readNumber(reader);
  state.spare = readNumber(reader);
  state.substep = readNumber(reader);
  state.solver.substepRate[0] = readNumber(reader);
  state.random.state.set(readColumn(reader, new Uint32Array(4), 4));
  readSlots(reader, slots);
  const columns = bodies as unknown as Record<string, Float64Array>;
  for (const { name, size } of BODY_COLUMNS)
    columns[name] = readColumn(reader, columns[name], size * slots.count);
  reserveRows(state, slots.count);
  const own = state as unknown as Record<string, Float64Array>;
  for (const { name, size } of OWN_COLUMNS) own[name] = readColumn(reader, own[name], size * slots.count);
  const waiting = parse(readText(reader));
  validateWaiting(waiting);
  state.breaking.waiting.push(...waiting);
  readCopies(reader, state, read);
  reserveIslands(state.islands, bodies);
  state.islands.ring = readColumn(reader, state.islands.ring, slots.count);
  state.islands.wokeCount = readCount(reader, slots.count);
  state.islands.woke = readColumn(reader, state.islands.woke, state.islands.wokeCount);
  if (from === null) validateBodies(state);
  readPairs(reader, state.pairs, slots);
  if (from === null) validatePairs(state);
  readJoints(reader, state.joints);
  if (from === null) validateJoints(state);
  relinkJoints(state.joints);
  if (reader.at !== reader.bytes.length) throw altered('something follows its end');
  enterAll(state);
  return state;
}

/** Reads the instance that is next. */
type ReadInstance = (state: WorldState) => Instance;

/** The columns of bodies and their numbers a row, in the order they are stored in. */
const BODY_COLUMNS = [
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
  { name: 'thin', size: 1 },
  { name: 'rounding', size: 1 },
  { name: 'round', size: 1 },
  { name: 'friction', size: 1 },
  { name: 'restitution', size: 1 },
] as const;

/** Those of the world itself. */
const OWN_COLUMNS = [
  { name: 'label', size: 1 },
  { name: 'group', size: 1 },
  { name: 'mask', size: 1 },
  { name: 'restBox', size: 6 },
  { name: 'box', size: 6 },
  { name: 'damage', size: 1 },
  { name: 'crackArea', size: 1 },
  { name: 'born', size: 1 },
  { name: 'fading', size: 1 },
  { name: 'poses', size: 7 },
  { name: 'previousPoses', size: 7 },
] as const;

/** Writes a value as text that readPlain takes. */
function writePlain(writer: Writer, value: unknown): void {
  writeText(writer, JSON.stringify(makePlain(value)));
}

// biome-ignore lint/suspicious/noExplicitAny: what a snapshot of ours holds is checked where it is used
function parse(text: string): any {
  try {
    return readPlain(JSON.parse(text));
  } catch {
    throw altered('it holds text that cannot be read');
  }
}

/** All instances, in the order of their first bodies. */
export function listInstances({ instance }: Pick<WorldState, 'instance'>): Instance[] {
  const seen = new Set<Instance>();
  for (const of of instance) if (of !== null) seen.add(of);
  return [...seen];
}

/** Instances in the order of their first bodies, then the instance of each row. */
function writeCopies(writer: Writer, { bodies, instance }: WorldState): void {
  const instances = listInstances({ instance });
  const place = new Map(instances.map((of, k) => [of, k]));
  const number = new Int32Array(bodies.slots.count).fill(-1);
  for (let row = 0; row < bodies.slots.count; row++) {
    const of = instance[row];
    if (of !== null) number[row] = place.get(of) ?? -1;
  }
  writeNumber(writer, instances.length);
  for (const of of instances) {
    const text = textOf(of);
    writeColumn(writer, text, text.length);
    writeColumn(writer, Int32Array.from(of.row), of.row.length);
    const group = of.collider.field?.group ?? new Int32Array(1);
    writeColumn(writer, group, of.row.length);
    writeNumber(writer, of.groups);
    writeNumber(writer, of.version);
  }
  writeColumn(writer, number, number.length);
}

const texts = new WeakMap<Instance, { log: number; loose: number; bytes: Uint8Array }>(); // of instances, as last written

/** What an instance is made of and how it broke, as text. Both only ever grow, so their lengths tell whether it is new. */
function textOf(of: Instance): Uint8Array {
  const known = texts.get(of);
  if (known !== undefined && known.log === of.log.length && known.loose === of.loose.size) return known.bytes;
  const { density, material, scored, log } = of;
  const loose = [...of.loose].sort((a, b) => a - b);
  const plain = makePlain({ source: nameSource(of.source), density, material, scored, loose, log });
  const bytes = new TextEncoder().encode(JSON.stringify(plain));
  texts.set(of, { log: log.length, loose: of.loose.size, bytes });
  return bytes;
}

/** Lets an instance that is as another was, when it had so much behind it, know its text if that one does. */
export function passText(to: Instance, of: Instance): void {
  const known = texts.get(of);
  if (known !== undefined && known.log === to.log.length && known.loose === to.loose.size)
    texts.set(to, known);
}

function readCopies(reader: Reader, state: WorldState, read: ReadInstance): void {
  const { slots } = state.bodies;
  const count = readCount(reader, slots.count);
  const instances: Instance[] = [];
  for (let k = 0; k < count; k++) instances.push(read(state));
  const number = readColumn(reader, new Int32Array(slots.count), slots.count);
  for (let row = 0; row < slots.count; row++) {
    const of = instances[number[row]];
    const label = state.label[row];
    const fits = of === undefined ? slots.live[row] === 0 : of.row[label] === row && slots.live[row] === 1;
    if (!fits || (of === undefined && number[row] !== -1)) throw altered('a body is no fragment of anything');
    state.instance[row] = of ?? null;
  }
  for (const of of instances) {
    for (const row of of.row)
      if (row !== -1 && state.instance[row] !== of) throw altered('a fragment is of no body');
  }
}

/** The instance that is next, whole and then broken as it was. */
export function readCopy(reader: Reader, state: WorldState, sources: Sources): Instance {
  const text = parse(readText(reader));
  if (text === null || typeof text !== 'object') throw altered('it lacks what a body is made of');
  const { source, density, material, scored, loose, log } = text;
  const from = findSource(source, sources);
  if (!(typeof density === 'number' && density > 0 && density < Infinity)) throw altered('a density is none');
  if (!Array.isArray(log) || !Array.isArray(loose)) throw altered('it lacks how a body broke');
  const of = createInstance(state.works, from, density, readMaterial(from, material), scored ?? null);
  for (const bond of loose) of.loose.add(bond);
  if (of.brittle !== null) state.breaking.any = true;
  replayLog(state.works, of, log as Happening[]);
  readParts(reader, of);
  return of;
}

/** Reads which bodies the fragments of an instance are, and which of them still fit. */
export function readParts(reader: Reader, of: Instance): void {
  const fragments = of.collider.field?.family.fragments.count ?? 1;
  const rows = readColumn(reader, new Int32Array(fragments), fragments);
  of.row.splice(0, of.row.length, ...rows);
  const group = readColumn(reader, new Int32Array(fragments), fragments);
  if (!of.shared) of.collider.field?.group.set(group);
  of.groups = readCount(reader, Number.MAX_SAFE_INTEGER);
  of.version = readCount(reader, Number.MAX_SAFE_INTEGER);
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
