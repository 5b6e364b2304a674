// The page of the bench `draw`: a world of so many pieces, all of which move between two steps, drawn by a WorldView.

import * as THREE from 'three';
import { decodeAsset, extractSurface, materials, World } from '../../dist/src/index.js';
import { WorldView } from '../../dist/three/index.js';

const FRAMES = 60; // of a round
const ROUNDS = 9;

/** So many pieces of boxes in a grid, turning, with nothing in their way. */
function createPieces(asset, count) {
  const world = new World({ gravity: [0, 0, 0] });
  while (world.bodies.length < count) {
    const body = world.add(asset, { position: [0, 0, 0], material: materials.ceramic });
    const left = count - world.bodies.length;
    for (const [normal, cuts] of [
      [[1, 0, 0], 3],
      [[0, 1, 0], 3],
      [[0, 0, 1], 3],
    ]) {
      for (const piece of [body, ...world.bodies.filter((other) => world.info(other).pose[0] === 0)]) {
        for (let k = 1; k < cuts && world.bodies.length < count && left > 0; k++) {
          world.split(piece, { kind: 'slice', normal, offset: 0.2 * (k / cuts - 0.5) });
        }
      }
    }
    world.bodies.forEach((other, k) => {
      world.setPose(other, [1 + 0.5 * (k % 10), 0.5 * (Math.floor(k / 10) % 10), 0.5 * Math.floor(k / 100)]);
    });
  }
  world.bodies.forEach((body, k) => {
    world.setVelocity(body, [0.1, 0, 0], [1, k % 3, 0.5]);
  });
  world.step(1 / 60);
  return world;
}

globalThis.measure = async (bytes, count) => {
  const world = createPieces(decodeAsset(Uint8Array.from(bytes)), count);
  const renderer = new THREE.WebGLRenderer();
  renderer.setSize(320, 200);
  renderer.info.autoReset = false;
  const scene = new THREE.Scene();
  scene.add(new THREE.HemisphereLight());
  const camera = new THREE.PerspectiveCamera(60, 1.6, 0.1, 100);
  camera.position.set(3, 2, 16);
  const view = new WorldView(world, scene, {}, { warmUp: false });
  for (let k = 0; k < 200; k++) view.update((k % 100) / 100); // what is heavy gets lighter over some frames
  const updates = [];
  const renders = [];
  for (let round = 0; round < ROUNDS; round++) {
    let drawing = 0;
    const start = performance.now();
    for (let k = 0; k < FRAMES; k++) {
      view.update((k + 0.5) / FRAMES);
      const before = performance.now();
      renderer.info.reset();
      renderer.render(scene, camera);
      drawing += performance.now() - before;
    }
    updates.push((performance.now() - start - drawing) / FRAMES);
    renders.push(drawing / FRAMES);
    await new Promise((done) => setTimeout(done));
  }
  const { calls, triangles } = renderer.info.render;
  let room = 0;
  view.group.traverse((child) => {
    room += child.geometry?.getAttribute('position').count ?? 0;
  });
  const vertices = world.bodies.reduce(
    (sum, body) => sum + extractSurface(world.info(body)).positions.length / 3,
    0,
  );
  const drawn = view.drawn;
  const middle = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  view.dispose();
  renderer.dispose();
  return {
    pieces: drawn,
    calls,
    triangles,
    vertices,
    room,
    update: middle(updates),
    least: updates[0],
    render: middle(renders),
  };
};
