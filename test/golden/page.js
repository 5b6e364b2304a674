// Plays what is pinned in the browser, with the emitted library and the bakes that Node made, and tells the server.

import { scenes } from '../../dist/scenes/index.js';
import * as run from '../../dist/scenes/run.js';
import * as fracas from '../../dist/src/index.js';
import { playScene, playWorlds } from './worlds.ts';

const engine = new URLSearchParams(location.search).get('engine');
const tell = (told) =>
  fetch(`/told/${engine}`, { method: 'POST', body: JSON.stringify({ agent: navigator.userAgent, ...told }) });

async function loadAssets(scene) {
  const entries = Object.keys(scene.assets).map(async (name) => {
    const answer = await fetch(`/baked/${scene.name}/${name}`);
    return [name, fracas.decodeAsset(new Uint8Array(await answer.arrayBuffer()))];
  });
  return Object.fromEntries(await Promise.all(entries));
}

try {
  const ends = { worlds: await playWorlds(fracas), scenes: {} };
  for (const scene of scenes) ends.scenes[scene.name] = playScene(run, scene, await loadAssets(scene));
  await tell({ ends });
} catch (error) {
  await tell({ error: `${error}\n${error?.stack}` });
}
