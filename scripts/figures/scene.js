// Draws one panel with three: meshes, slices, spheres, lines and arrows, in one light, over a floor that takes the shadow.

import * as THREE from 'three';

const CLAY = 0xd9cbb8;
const CUT = 0xc8643c;

const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true, alpha: true });
renderer.setPixelRatio(2);
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = THREE.PCFShadowMap;

/** Pixels as a canvas. */
export function toCanvas({ data, width, height }) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const bytes = Uint8ClampedArray.from(atob(data), (c) => c.charCodeAt(0));
  canvas.getContext('2d').putImageData(new ImageData(bytes, width, height), 0, 0);
  return canvas;
}

function createView(bounds, view, aspect) {
  const { from = [0.42, 0.3, 1], distance = 4.7, lower = 0.03, floor } = view;
  const scene = new THREE.Scene();
  const [x0, y0, z0, x1, y1, z1] = bounds;
  const center = new THREE.Vector3((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2);
  const radius = Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2;
  const camera = new THREE.PerspectiveCamera(24, aspect, radius / 10, radius * 20);
  camera.position
    .copy(center)
    .add(new THREE.Vector3(...from).normalize().multiplyScalar((radius * distance) / Math.min(1, aspect)));
  camera.lookAt(center.clone().add(new THREE.Vector3(0, -radius * lower, 0)));
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
  if (floor === null) return { scene, camera };
  const ground = new THREE.Mesh(
    new THREE.PlaneGeometry(20 * radius, 20 * radius),
    new THREE.ShadowMaterial({ opacity: 0.16 }),
  );
  ground.rotation.x = -Math.PI / 2;
  ground.position.set(center.x, floor ?? y0, center.z);
  ground.receiveShadow = true;
  scene.add(ground);
  return { scene, camera };
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
  if (opacity === 1) return;
  // Only what is in front is seen: the depth is laid first.
  const depth = new THREE.Mesh(
    geometry,
    new THREE.MeshBasicMaterial({ colorWrite: false, side: THREE.DoubleSide }),
  );
  depth.renderOrder = -1;
  scene.add(depth);
}

function addSlice(scene, { corner, right, up, ...image }) {
  const texture = new THREE.CanvasTexture(toCanvas(image));
  texture.colorSpace = THREE.SRGBColorSpace;
  const geometry = new THREE.BufferGeometry();
  const a = new THREE.Vector3(...corner);
  const r = new THREE.Vector3(...right);
  const u = new THREE.Vector3(...up);
  const points = [a, a.clone().add(r), a.clone().add(r).add(u), a.clone().add(u)];
  geometry.setFromPoints(points);
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute([0, 0, 1, 0, 1, 1, 0, 1], 2));
  geometry.setIndex([0, 1, 2, 0, 2, 3]);
  const material = new THREE.MeshBasicMaterial({ map: texture, side: THREE.DoubleSide, transparent: true });
  scene.add(new THREE.Mesh(geometry, material));
}

/** Clear in the middle, coloured at the outline, so that many spheres can be seen through each other. */
function createRim(color) {
  return new THREE.ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { color: { value: new THREE.Color(color) } },
    vertexShader: `
      varying vec3 side;
      varying vec3 eye;
      void main() {
        vec4 p = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
        side = normalize(normalMatrix * normal);
        eye = normalize(-p.xyz);
        gl_Position = projectionMatrix * p;
      }`,
    fragmentShader: `
      uniform vec3 color;
      varying vec3 side;
      varying vec3 eye;
      void main() {
        float edge = 1.0 - abs(dot(normalize(side), normalize(eye)));
        gl_FragColor = vec4(color, 0.05 + 0.5 * smoothstep(0.7, 0.88, edge));
        #include <colorspace_fragment>
      }`,
  });
}

function addSpheres(scene, { center, radius, color = CUT, opacity = 0.18, rim = false, glow = false }) {
  const geometry = rim ? new THREE.SphereGeometry(1, 64, 40) : new THREE.SphereGeometry(1, 32, 20);
  let material = new THREE.MeshStandardMaterial({
    color,
    transparent: true,
    opacity,
    depthWrite: false,
    roughness: 0.6,
  });
  if (rim) material = createRim(color);
  if (glow) material = new THREE.MeshBasicMaterial({ color, transparent: true, depthTest: false });
  const mesh = new THREE.InstancedMesh(geometry, material, radius.length);
  if (glow) mesh.renderOrder = scene.children.length; // what comes later is on top
  const matrix = new THREE.Matrix4();
  radius.forEach((r, i) => {
    matrix.makeScale(r, r, r).setPosition(center[3 * i], center[3 * i + 1], center[3 * i + 2]);
    mesh.setMatrixAt(i, matrix);
  });
  scene.add(mesh);
}

const UP = new THREE.Vector3(0, 1, 0);

/** A cylinder or cone from a place along a direction. */
function addRod(scene, material, from, along, bottom, top) {
  const length = along.length();
  if (length === 0) return;
  const rod = new THREE.Mesh(new THREE.CylinderGeometry(top, bottom, length, 12), material);
  rod.position.copy(from).addScaledVector(along, 0.5);
  rod.quaternion.setFromUnitVectors(UP, along.clone().normalize());
  scene.add(rod);
}

function addLines(scene, { ends, radius, color }) {
  const material = new THREE.MeshBasicMaterial({ color });
  for (let i = 0; i < ends.length; i += 6) {
    const from = new THREE.Vector3(...ends.slice(i, i + 3));
    const along = new THREE.Vector3(...ends.slice(i + 3, i + 6)).sub(from);
    addRod(scene, material, from, along, radius, radius);
  }
}

function addArrows(scene, { from, along, radius, color }) {
  const material = new THREE.MeshStandardMaterial({ color, roughness: 0.6 });
  for (let i = 0; i < from.length; i += 3) {
    const tail = new THREE.Vector3(...from.slice(i, i + 3));
    const whole = new THREE.Vector3(...along.slice(i, i + 3));
    const head = whole.clone().setLength(Math.min(6 * radius, whole.length()));
    const shaft = whole.clone().sub(head);
    addRod(scene, material, tail, shaft, radius, radius);
    addRod(scene, material, tail.clone().add(shaft), head, 2.4 * radius, 0);
  }
}

/** Draws a panel to a canvas of its own. */
export function drawScene(panel, width, height) {
  const { scene, camera } = createView(panel.bounds, panel.view ?? {}, width / height);
  for (const mesh of panel.meshes ?? []) addMesh(scene, mesh);
  for (const slice of panel.slices ?? []) addSlice(scene, slice);
  for (const spheres of panel.spheres ?? []) addSpheres(scene, spheres);
  for (const lines of panel.lines ?? []) addLines(scene, lines);
  for (const arrows of panel.arrows ?? []) addArrows(scene, arrows);
  renderer.setSize(width, height);
  renderer.render(scene, camera);
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  canvas.style.width = `${width}px`;
  canvas.getContext('2d').drawImage(renderer.domElement, 0, 0);
  return canvas;
}
