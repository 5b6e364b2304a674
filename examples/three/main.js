import { createShape, materials, World } from 'fracas';
import { bakeGeometry, WorldView } from 'fracas/three';
import * as THREE from 'three';

const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
renderer.setSize(innerWidth, innerHeight);
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(innerWidth > innerHeight ? 35 : 55, innerWidth / innerHeight);
camera.rotateX(-0.3).position.set(0, 1.1, 2.6);
const sun = Object.assign(new THREE.DirectionalLight('white', 2).translateX(0.5), { castShadow: true });
const scene = new THREE.Scene().add(new THREE.HemisphereLight('white', 'tan', 1.5), sun);

const wall = [0, 0, 0.12, 0, 0.17, 0.15, 0.08, 0.35, 0.05, 0.35, 0.14, 0.15, 0, 0.03]; // across, up, across, …
const profile = [0, 2, 4, 6, 8, 10, 12].map((k) => new THREE.Vector2(wall[k], wall[k + 1]));
const options = { material: materials.ceramic, resolution: 12 };
const fall = { position: [0, 1, 0], velocity: [0, -2, 0], spin: [2, 0, 3] };
bakeGeometry(new THREE.LatheGeometry(profile, 32), options).then((vase) => world.add(vase, fall));
const world = new World();
world.addStatic(createShape('plane'));
const view = new WorldView(world, scene);
renderer.setAnimationLoop(() => {
  view.advance(); // by the time that has passed
  renderer.render(scene, camera);
});
