// What runs first: the worker is started for the scene of the link, and gets ready while the page, with three, is still
// loading.

import { joinWorld } from '../worker/world.ts';
import { readLink } from './link.ts';
import type { Choices, FirstScene, Opened } from './play-worker.ts';

export const link = readLink(location.search, 'piggy');
/** Where the page is, for what it fetches. */
export const base = new URL('./', document.baseURI).href;
const wanted: FirstScene = { scene: link.scene, base, setup: link.setup };
const worker = new Worker(new URL('./play-worker.js', import.meta.url), {
  type: 'module',
  name: JSON.stringify(wanted),
});
export const world = joinWorld(worker);
export const choices = world.ask<Choices>('list');
/** The first scene. */
export const first = world.ask<Opened>('openScene', link.scene, base, link.setup, []);
first.catch(() => {}); // told where it is waited for

// Not waited for, since it imports from here. For tests and for the console, the page's parts are in `playground`.
import('./main.ts').then(({ playground }) => Object.assign(window, { playground }));
