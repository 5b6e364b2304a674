// Files in and out: a model of one's own is baked in a worker, scenes leave as animated GLB, recordings go both ways.

import type { MovingMesh } from '../io/write-film.ts';
import { InputError } from '../src/job/error.ts';
import type { MeshInput, TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import type { Shot } from './actors.ts';
import { START } from './link.ts';
import type { PlayRecording } from './playing.ts';
import type { Setup } from './session.ts';

const WANTED = 0.4; // metres: what a model's longest side is brought to
const CRACK = [0.79, 0.41, 0.25];
const COLORS: Readonly<Record<string, readonly number[]>> = {
  glass: [0.6, 0.78, 0.76],
  ceramic: [0.92, 0.88, 0.82],
  brick: [0.62, 0.28, 0.2],
  ice: [0.78, 0.9, 0.97],
  steel: [0.45, 0.47, 0.5],
};

export interface BakeEvents {
  onProgress(stage: string, fraction: number): void;
  readonly signal: AbortSignal;
}

/** A model as a mesh of a handy size, standing on y = 0; `onNote` is told what of the file is left out. */
export async function readModel(file: File, onNote: (note: string) => void): Promise<MeshInput> {
  const { readMesh } = await import('../io/read-mesh.ts');
  const mesh = await readMesh(new Uint8Array(await file.arrayBuffer()), { name: file.name, onNote });
  const { positions } = mesh;
  if (positions.length === 0) throw new InputError('bad-file', `${file.name} has no triangles`);
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k++) {
    low[k % 3] = Math.min(low[k % 3], positions[k]);
    high[k % 3] = Math.max(high[k % 3], positions[k]);
  }
  const scale = WANTED / Math.max(...high.map((h, d) => h - low[d]));
  const middle = [(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2];
  const scaled = Float64Array.from(positions, (x, k) => scale * (x - middle[k % 3]));
  return { ...mesh, positions: scaled };
}

/** Everything on the timeline as an animated GLB. */
export async function writeShots(
  shots: readonly Shot[],
  surfaceOf: (key: string) => { mesh: TriangleMesh; crackGroup: number } | null,
): Promise<Uint8Array> {
  const { writeFilm } = await import('../io/write-film.ts');
  const start = shots[0].time;
  const end = shots[shots.length - 1].time - start;
  const surfaces = new Map<string, { mesh: TriangleMesh; crackGroup: number }>();
  const things = new Map<string, { -readonly [K in keyof MovingMesh]: MovingMesh[K] }>();
  const keys = new Map<number, string>(); // what a body looked like in the shot before
  shots.forEach((shot) => {
    const time = shot.time - start;
    const here = new Set<number>();
    shot.bodies.forEach((body, k) => {
      const look = shot.looks[k];
      if (look.shape === 'plane') return;
      here.add(body);
      const name = `${body} ${look.key}`;
      const was = keys.get(body);
      if (was !== undefined && was !== name) hide(things.get(was), time);
      keys.set(body, name);
      let thing = things.get(name);
      if (thing === undefined) {
        const surface = surfaces.get(look.key) ?? surfaceOf(look.key);
        if (surface === null) return;
        surfaces.set(look.key, surface);
        const { mesh, crackGroup } = surface;
        const color = COLORS[look.material] ?? [0.7, 0.68, 0.62];
        const crackColor = CRACK;
        thing = { name, mesh, color, crackColor, crackGroup, times: [], poses: [], from: time, to: Infinity };
        things.set(name, thing);
      }
      (thing.times as number[]).push(time);
      (thing.poses as number[]).push(...shot.poses.subarray(7 * k, 7 * k + 7));
    });
    for (const [body, name] of keys) {
      if (here.has(body)) continue;
      hide(things.get(name), time);
      keys.delete(body);
    }
  });
  return writeFilm([...things.values()], end);
}

function hide(thing: { to: number } | undefined, time: number): void {
  if (thing !== undefined) thing.to = time;
}

/** A recording as text, with the model in it, if it has one. */
export function writeRecording({ model, ...recording }: PlayRecording): string {
  return JSON.stringify(model === undefined ? recording : { ...recording, model: toBase64(model) });
}

/** A recording from a file. Throws when it is none. */
export async function readRecording(file: File): Promise<PlayRecording> {
  let data: (Omit<PlayRecording, 'model'> & { readonly model?: string }) | null = null;
  let bytes: Uint8Array | null = null;
  try {
    data = JSON.parse(await file.text());
    if (data?.model !== undefined) bytes = Uint8Array.from(atob(data.model), (c) => c.charCodeAt(0));
  } catch {
    data = null; // told below
  }
  if (data?.format !== 'fracas-play' || data.version !== 1 || !Array.isArray(data.inputs)) {
    throw new InputError(
      'bad-file',
      `${file.name} is no recording of the playground: open one that was saved here`,
    );
  }
  const { model: _model, ...recording } = data;
  const setup = fillSetup(recording.setup);
  const inputs = recording.inputs.map((input) =>
    input.name === 'tune' ? { ...input, args: [fillSetup(input.args[0] as Partial<Setup>)] } : input,
  );
  const whole = { ...recording, setup, inputs };
  return bytes === null ? whole : { ...whole, model: bytes };
}

/** A setup from a time that knew less of it, with what is usual. */
function fillSetup(setup: Partial<Setup>): Setup {
  return { ...START, ...setup };
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let k = 0; k < bytes.length; k += 8192) text += String.fromCharCode(...bytes.subarray(k, k + 8192));
  return btoa(text);
}
