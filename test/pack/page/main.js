// A plate with textures falls and breaks, in a world on this thread (?main) or in a worker (?worker). What the page then
// holds and shows is left in globalThis.result. Or the example of README runs (?vase), which is put beside this file.

import { createShape, materials, World } from 'fracas';
import { bakeGeometry, debugLines, readGeometry, WorldView } from 'fracas/three';
import { bakeInWorker, openWorld } from 'fracas/worker';
import * as THREE from 'three';

/** A texture of two colours side by side, which wraps. */
function createTexture(left, right, repeat) {
  const data = Uint8Array.from([...left, 255, ...right, 255]);
  const texture = new THREE.DataTexture(data, 2, 1);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.repeat.set(repeat, repeat);
  texture.needsUpdate = true;
  return texture;
}

const COLORS = { red: [255, 0, 0], blue: [0, 0, 255], green: [0, 255, 0], white: [255, 255, 255] };

async function run() {
  const inWorker = location.search === '?worker';
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true });
  renderer.setSize(640, 400);
  document.body.append(renderer.domElement);
  const camera = new THREE.PerspectiveCamera(40, 1.6, 0.01, 60);
  camera.position.set(0, 0.9, 0.9);
  camera.lookAt(0, 0, 0);
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0, 0, 0);

  const outer = new THREE.MeshBasicMaterial({ map: createTexture(COLORS.red, COLORS.blue, 1) });
  const crack = new THREE.MeshBasicMaterial({ map: createTexture(COLORS.green, COLORS.white, 20) });
  const plate = new THREE.Mesh(new THREE.CylinderGeometry(0.25, 0.2, 0.06, 32), outer);
  const options = { name: 'plate', resolution: 12, material: materials.ceramic };
  const asset = inWorker
    ? await bakeInWorker(readGeometry(plate), options)
    : await bakeGeometry(plate, options);

  let told = 0;
  const world = inWorker ? await openWorld({ onProgress: () => told++ }) : new World();
  await world.addStatic(createShape('plane'));
  await world.add(asset, { position: [0, 0.4, 0], velocity: [0, -6, 0], spin: [3, 0, 1] });
  const looks = { plane: null, plate: { surface: outer, crack } };
  const view = new WorldView(world, scene, looks, {
    onError: (error) => {
      globalThis.result = { error: String(error) };
    },
  });
  const lines = inWorker ? null : debugLines(world, 'contacts', 'boxes', 'spheres', 'islands');
  if (lines !== null) lines.update();

  let frame = null;
  for (let k = 0; k < 40; k++) {
    if (inWorker) {
      frame = await world.advance(1 / 30);
      view.show(frame);
    } else view.advance(1 / 30);
    renderer.render(scene, camera);
  }
  const seen = { red: 0, blue: 0, green: 0, white: 0 };
  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * 640 * 400);
  gl.readPixels(0, 0, 640, 400, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  for (let k = 0; k < pixels.length; k += 4) {
    for (const [name, color] of Object.entries(COLORS)) {
      if (color.every((value, d) => Math.abs(pixels[k + d] - value) < 40)) seen[name]++;
    }
  }
  const bodies = inWorker ? frame.bodies.length : world.bodies.length;
  globalThis.result = {
    bodies: bodies - 1, // the plane is not drawn
    drawn: view.drawn,
    calls: renderer.info.render.calls,
    seen,
    told,
    lines: lines?.geometry.drawRange.count ?? 0,
    three: THREE.REVISION,
  };
}

const task = location.search === '?vase' ? import('./example/main.js') : run();
task.catch((error) => {
  globalThis.result = { error: error.stack ?? String(error) };
});
