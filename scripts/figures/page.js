// Draws panels of an asset with three: its surface, its tets cut open, a slice of its distance, its sphere tree.
// scripts/figures.ts bakes, calls draw(panels), and takes the picture.

import * as THREE from 'three';

const WIDTH = 400;
const HEIGHT = 400;
const CLAY = 0xd9cbb8;
const CUT = 0xc8643c;

function createView(bounds) {
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true, alpha: true });
  renderer.setPixelRatio(2);
  renderer.setSize(WIDTH, HEIGHT);
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFShadowMap;
  const scene = new THREE.Scene();
  const [x0, y0, z0, x1, y1, z1] = bounds;
  const center = new THREE.Vector3((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
  const radius = Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2;
  const camera = new THREE.PerspectiveCamera(24, WIDTH / HEIGHT, radius / 10, radius * 20);
  camera.position.copy(center).add(new THREE.Vector3(0.42, 0.3, 1).normalize().multiplyScalar(radius * 4.7));
  camera.lookAt(center.clone().add(new THREE.Vector3(0, -radius * 0.03, 0)));
  scene.add(new THREE.HemisphereLight(0xffffff, 0xb9b2a8, 1.7));
  const sun = new THREE.DirectionalLight(0xffffff, 2.4);
  sun.position.copy(center).add(new THREE.Vector3(-0.45, 1.9, 0.75).multiplyScalar(radius * 3));
  sun.target.position.copy(center);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = radius * 0.01;
  const s = sun.shadow.camera;
  s.left = s.bottom = -radius * 1.6;
  s.right = s.top = radius * 1.6;
  s.near = 0.1 * radius;
  s.far = 12 * radius;
  sun.shadow.radius = 5;
  scene.add(sun, sun.target);
  const floor = new THREE.Mesh(
    new THREE.PlaneGeometry(20 * radius, 20 * radius),
    new THREE.ShadowMaterial({ opacity: 0.16 }),
  );
  floor.rotation.x = -Math.PI / 2;
  floor.position.set(center.x, y0, center.z);
  floor.receiveShadow = true;
  scene.add(floor);
  return { renderer, scene, camera };
}

function addMesh(scene, { positions, normals, color = CLAY, colors, flat = false, opacity = 1 }) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3));
  if (normals) geometry.setAttribute('normal', new THREE.Float32BufferAttribute(normals, 3));
  else geometry.computeVertexNormals();
  if (colors) geometry.setAttribute('color', new THREE.Float32BufferAttribute(colors, 3));
  const material = new THREE.MeshStandardMaterial({
    color: colors ? 0xffffff : color,
    vertexColors: Boolean(colors),
    roughness: 0.75,
    flatShading: flat,
    transparent: opacity < 1,
    opacity,
    side: THREE.DoubleSide,
  });
  const mesh = new THREE.Mesh(geometry, material);
  mesh.castShadow = mesh.receiveShadow = opacity === 1;
  scene.add(mesh);
}

function addSlice(scene, { image, width, height, corner, right, up }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d').putImageData(new ImageData(Uint8ClampedArray.from(image), width, height), 0, 0);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  const geometry = new THREE.BufferGeometry();
  const a = new THREE.Vector3(...corner);
  const r = new THREE.Vector3(...right);
  const u = new THREE.Vector3(...up);
  const points = [a, a.clone().add(r), a.clone().add(r).add(u), a.clone().add(u)];
  geometry.setFromPoints(points);
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute([0, 0, 1, 0, 1, 1, 0, 1], 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  scene.add(
    new THREE.Mesh(
      geometry,
      new THREE.MeshBasicMaterial({ map: texture, side: THREE.DoubleSide, transparent: true }),
    ),
  );
}

function addSpheres(scene, { center, radius, color = CUT, opacity = 0.18 }) {
  const geometry = new THREE.SphereGeometry(1, 32, 20);
  const material = new THREE.MeshStandardMaterial({
    color,
    transparent: true,
    opacity,
    depthWrite: false,
    roughness: 0.6,
  });
  const mesh = new THREE.InstancedMesh(geometry, material, radius.length);
  const matrix = new THREE.Matrix4();
  radius.forEach((r, i) => {
    matrix.makeScale(r, r, r).setPosition(center[3 * i], center[3 * i + 1], center[3 * i + 2]);
    mesh.setMatrixAt(i, matrix);
  });
  scene.add(mesh);
}

window.draw = (panels) => {
  const strip = document.getElementById('strip');
  strip.replaceChildren();
  for (const panel of panels) {
    const { renderer, scene, camera } = createView(panel.bounds);
    for (const mesh of panel.meshes ?? []) addMesh(scene, mesh);
    for (const slice of panel.slices ?? []) addSlice(scene, slice);
    for (const spheres of panel.spheres ?? []) addSpheres(scene, spheres);
    renderer.render(scene, camera);
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    const title = document.createElement('b');
    title.textContent = panel.title;
    const detail = document.createElement('span');
    detail.textContent = panel.detail;
    caption.append(title, detail);
    figure.append(renderer.domElement, caption);
    strip.append(figure);
  }
};
window.ready = true;
