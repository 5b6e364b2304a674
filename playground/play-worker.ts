// The playground's worker: a world, scenes to put into it, hands, and views of what is inside.

import { type Assets, findScene, type Scene, scenes } from '../scenes/index.ts';
import { surfaceCatalog } from '../scenes/surface/catalog.ts';
import type { Asset } from '../src/bake/asset.ts';
import { decodeAsset } from '../src/bake/decode.ts';
import { InputError } from '../src/job/error.ts';
import { warmUp } from '../src/world/warm-up.ts';
import { World } from '../src/world/world.ts';
import { serveWorld, type WorldHost } from '../worker/serve.ts';
import type { PlayFrame, Playing, SceneCard } from './playing.ts';
import { createModelScene, createSession, type Input, type Session, type Setup } from './session.ts';
import type { ViewWishes } from './views/view.ts';
import { createWorldPlaying } from './world-playing.ts';

/** What there is to choose from. The page asks for it, so that it need not load what the worker holds. */
export interface Choices {
  readonly scenes: readonly { readonly name: string; readonly about: string }[];
}

/**
 * What a worker is started for, as its name: it begins at once, where a message would wait until the page, which loads
 * three and opens its canvas, lets it through.
 */
export interface FirstScene {
  readonly scene: string;
  readonly base: string; // address of the page
  readonly setup: Setup;
}

/** The answer to opening a scene. */
export interface Opened {
  readonly card: SceneCard;
  readonly frame: PlayFrame;
}

let playing: Playing | null = null;
let wishes: ViewWishes = {};

function current(): Playing {
  if (playing === null) throw new InputError('bad-argument', 'no scene is open: open one first');
  return playing;
}

function begin(next: Playing): Opened {
  playing = next;
  return { card: next.card, frame: next.frame(wishes) };
}

const CORES = 3; // that a page can use at once, with this worker and what draws
const SHOWN = 5; // frames after which the first has been shown for certain: a few are asked for ahead
let frames = 0; // played so far
let isCold = true; // breaking has not been compiled yet

/** Lets breaking be compiled while the worker has nothing else to do. */
function warm(host: WorldHost): void {
  if (isCold) host.idle(warmUp());
  isCold = false;
}

function beginWorld(host: WorldHost, session: Session, model: Asset | null = null): Opened {
  // With fewer it waits until the scene moves, which is to be soon.
  if (globalThis.navigator?.hardwareConcurrency >= CORES) warm(host);
  return begin(createWorldPlaying(host, session, model));
}

/** A file that scripts/site.ts wrote, unzipped. */
async function fetchBytes(address: string): Promise<Uint8Array> {
  const { ok, status, body } = await fetch(address);
  if (!ok || body === null) throw new Error(`${address} could not be loaded: ${status}`);
  const whole = new Response(body.pipeThrough(new DecompressionStream('gzip')));
  return new Uint8Array(await whole.arrayBuffer());
}

async function fetchAsset(host: WorldHost, address: string): Promise<Asset> {
  const asset = decodeAsset(await fetchBytes(address));
  const known = host.assets.find((source) => 'hash' in source && source.hash === asset.hash);
  if (known !== undefined) return known as Asset;
  host.assets.push(asset);
  return asset;
}

const loaded = new Map<string, Promise<Asset>>(); // by address

/** What a scene is made of, as it was baked for the page. */
async function loadAssets(host: WorldHost, { name, assets }: Scene, base: string): Promise<Assets> {
  const loading = Object.keys(assets).map(async (asset) => {
    const address = new URL(`assets/${name}-${asset}.fracas`, base).href;
    let work = loaded.get(address);
    if (work === undefined) {
      work = fetchAsset(host, address);
      work.catch(() => loaded.delete(address));
      loaded.set(address, work);
    }
    return [asset, await work] as const;
  });
  return Object.fromEntries(await Promise.all(loading));
}

/** Surface scenes are loaded when the first one is opened. */
async function openSurface(name: string, base: string, setup: Setup): Promise<Playing> {
  const [{ findExhibit }, { createSurfacePlaying }, { decodeMesh }] = await Promise.all([
    import('../scenes/surface/index.ts'),
    import('./surface/playing.ts'),
    import('../scenes/surface/mesh-file.ts'),
  ]);
  const exhibit = findExhibit(name);
  if (exhibit === undefined) throw new InputError('bad-argument', `there is no scene '${name}'`);
  return createSurfacePlaying(exhibit, setup, async (model) =>
    decodeMesh(await fetchBytes(new URL(`assets/${model}.mesh`, base).href)),
  );
}

async function openScene(
  host: WorldHost,
  { scene: name, base, setup }: FirstScene,
  inputs: readonly Input[] = [],
): Promise<Opened> {
  if (surfaceCatalog.some((card) => card.name === name)) {
    const surface = await openSurface(name, base, setup);
    host.replace(new World({ clock: host.clock })); // the scene before is over
    return begin(surface);
  }
  const scene = findScene(name);
  if (scene === undefined) throw new InputError('bad-argument', `there is no scene '${name}'`);
  const assets = await loadAssets(host, scene, base);
  return beginWorld(host, createSession(host, scene, assets, setup, inputs));
}

const wanted = typeof self === 'undefined' ? '' : self.name; // threads of Node have none
let first: Promise<Opened> | null = null; // the scene that the worker was started for, until it is asked for

const host = serveWorld({
  list: (): Choices => ({
    scenes: [...scenes, ...surfaceCatalog].map(({ name, about }) => ({ name, about })),
  }),
  open: () => {}, // a scene brings its world
  openScene(host, scene: string, base: string, setup: Setup, inputs: readonly Input[] = []) {
    const isFirst = inputs.length === 0 && JSON.stringify({ scene, base, setup }) === wanted;
    const opened = isFirst && first !== null ? first : openScene(host, { scene, base, setup }, inputs);
    first = null;
    return opened;
  },
  openModel(host, hash: string, setup: Setup, inputs: readonly Input[] = []) {
    const asset = host.assets.find((source) => 'hash' in source && source.hash === hash);
    if (asset === undefined) throw new InputError('bad-argument', 'the model was not sent: send it first');
    const session = createSession(host, createModelScene(asset as Asset), {}, setup, inputs);
    return beginWorld(host, session, asset as Asset);
  },
  play(host, steps: number) {
    const frame = current().play(steps, wishes);
    if (++frames > SHOWN && current().card.noHands === undefined) warm(host);
    return frame;
  },
  act: (_host, name: string, ...args) => current().act(name, args),
  seek: (_host, step: number) => current().seek(step, wishes),
  tune: (_host, setup: Setup) => current().tune(setup),
  wish(_host, wanted: ViewWishes) {
    wishes = wanted;
    return current().look(wishes);
  },
  lookBack(_host, step: number) {
    const { lookBack } = current();
    return lookBack === undefined ? {} : lookBack(step, wishes);
  },
  save: () => current().save(),
  hash: () => current().hash(),
});

if (wanted !== '') {
  first = openScene(host, JSON.parse(wanted));
  first.catch(() => {}); // told who asks for it
}
