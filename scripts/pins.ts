// npm run pins: plays the golden worlds and scenes and writes what they come to into test/golden/pins.json. For changes
// that mean to move them; the commit says why. The tests compare Node, Chromium and Firefox with what is written.

import { writeFileSync } from 'node:fs';
import { loadAssets } from '../scenes/assets.ts';
import { scenes } from '../scenes/index.ts';
import * as run from '../scenes/run.ts';
import * as fracas from '../src/index.ts';
import { playScene, playWorlds } from '../test/golden/worlds.ts';

const pins = {
  assets: {} as Record<string, string>,
  worlds: await playWorlds(fracas),
  scenes: {} as Record<string, string>,
};
for (const scene of scenes) {
  const assets = await loadAssets(scene);
  for (const [name, asset] of Object.entries(assets)) pins.assets[`${scene.name}: ${name}`] = asset.hash;
  pins.scenes[scene.name] = playScene(run, scene, assets);
  console.log(`${scene.name.padEnd(10)} ${pins.scenes[scene.name]}`);
}
writeFileSync('test/golden/pins.json', `${JSON.stringify(pins, null, 2)}\n`);
