// The playground's worker: a world, scenes to put into it, hands, and views of what is inside.

import { findScene, type Scene, scenes } from '../scenes/index.ts';
import type { Asset } from '../src/bake/asset.ts';
import { decodeAsset } from '../src/bake/decode.ts';
import { InputError } from '../src/job/error.ts';
import type { WorldFrame } from '../worker/frame.ts';
import { serveWorld, type WorldHost } from '../worker/serve.ts';
import {
  actSession,
  createModelScene,
  createSession,
  type Input,
  playSession,
  type Session,
  type Setup,
  seekSession,
} from './session.ts';
import { computeViews, views } from './views/index.ts';
import type { ViewCard, ViewData, ViewWishes } from './views/view.ts';

/** A frame of the playground. */
export interface PlayFrame extends WorldFrame {
  readonly step: number;
  readonly fractures: number; // since the last frame
  readonly views: Readonly<Record<string, ViewData>>;
}

/** What can be saved and opened again. */
export interface PlayRecording {
  readonly format: 'fracas-play';
  readonly version: 1;
  readonly scene: string;
  readonly setup: Setup;
  readonly steps: number;
  readonly inputs: readonly Input[];
}

/** What the page must know of a scene. */
export interface SceneCard {
  readonly name: string;
  readonly about: string;
  readonly dt: number;
  readonly look: Scene['look'];
}

/** What there is to choose from. The page asks for it, so that it need not load what the worker holds. */
export interface Choices {
  readonly scenes: readonly { readonly name: string; readonly about: string }[];
  readonly views: readonly ViewCard[];
}

let session: Session | null = null;
let wishes: ViewWishes = {};

function opened(): Session {
  if (session === null) throw new InputError('bad-argument', 'no scene is open: open one first');
  return session;
}

function frameOf(host: WorldHost, fractures = 0): PlayFrame {
  return { ...host.frame(), step: opened().step, fractures, views: computeViews(host.world, wishes) };
}

async function fetchAsset(host: WorldHost, address: string): Promise<Asset> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.status}`);
  const asset = decodeAsset(new Uint8Array(await response.arrayBuffer()));
  const known = host.assets.find((source) => 'hash' in source && source.hash === asset.hash);
  if (known !== undefined) return known as Asset;
  host.assets.push(asset);
  return asset;
}

const loaded = new Map<string, Promise<Asset>>(); // by address

serveWorld({
  list: (): Choices => ({
    scenes: scenes.map(({ name, about }) => ({ name, about })),
    views: views.map(({ compute: _compute, ...card }) => card),
  }),
  async openScene(host, name: string, base: string, setup: Setup, inputs: readonly Input[] = []) {
    const scene = name === 'yours' ? session?.scene : findScene(name);
    if (scene === undefined || (name === 'yours' && scene.name !== name)) {
      throw new InputError('bad-argument', `there is no scene '${name}'`);
    }
    const names = Object.keys(scene.assets);
    const assets = await Promise.all(
      names.map((asset) => {
        const address = new URL(`assets/${name}-${asset}.fracas`, base).href;
        let work = loaded.get(address);
        if (work === undefined) {
          work = fetchAsset(host, address);
          work.catch(() => loaded.delete(address));
          loaded.set(address, work);
        }
        return work;
      }),
    );
    const byName = Object.fromEntries(names.map((asset, k) => [asset, assets[k]]));
    session = createSession(host, scene, byName, setup, inputs);
    return { card: cardOf(scene), frame: frameOf(host) };
  },
  openModel(host, hash: string, setup: Setup) {
    const asset = host.assets.find((source) => 'hash' in source && source.hash === hash);
    if (asset === undefined) throw new InputError('bad-argument', 'the model was not sent: send it first');
    const scene = createModelScene(asset as Asset);
    session = createSession(host, scene, {}, setup);
    return { card: cardOf(scene), frame: frameOf(host) };
  },
  play(host, steps: number): PlayFrame {
    const played = playSession(opened(), host.world, steps);
    return { ...frameOf(host, played.fractures), timings: played.timings };
  },
  act: (host, name: string, ...args) => actSession(opened(), host.world, name, args),
  seek(host, step: number): PlayFrame {
    seekSession(opened(), host, step);
    return frameOf(host);
  },
  wish(host, wanted: ViewWishes) {
    wishes = wanted;
    return computeViews(host.world, wishes);
  },
  save(): PlayRecording {
    const { scene, setup, step, inputs } = opened();
    return { format: 'fracas-play', version: 1, scene: scene.name, setup, steps: step, inputs };
  },
});

function cardOf({ name, about, dt, look }: Scene): SceneCard {
  return { name, about, dt, look };
}
