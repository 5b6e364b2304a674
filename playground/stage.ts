// The stage: renderer, light, floor and camera. Everything is scaled to how far the camera of a scene stands.

import {
  ACESFilmicToneMapping,
  CircleGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  type Material,
  Mesh,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  SphereGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/examples/jsm/environments/RoomEnvironment.js';
import type { SceneCard } from './playing.ts';

export type Theme = 'light' | 'dark';

const LOOKS = {
  light: { sky: 0xe4dfd6, floor: 0xc9c2b6, sun: 3.1, fill: 0.18, room: 0.3, exposure: 0.86 },
  dark: { sky: 0x1b1e23, floor: 0x454b56, sun: 2.6, fill: 0.2, room: 0.24, exposure: 1 },
};

/** Made by createStage alone. */
export interface Stage {
  readonly renderer: WebGLRenderer;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly sun: DirectionalLight;
  readonly fill: HemisphereLight;
  readonly floor: Mesh<CircleGeometry, MeshStandardMaterial>;
  span: number; // metres from the camera to what it looks at, at first
  sharpness: number; // pixels a point of the screen
  shift: number; // pixels that the middle of the picture is moved to the left, from under the panel
  lift: number; // and upwards
  isStale: boolean; // whether it must be drawn again
  readonly isSoftware: boolean; // no graphics card draws it
}

export function createStage(canvas: HTMLCanvasElement): Stage {
  const isSoftware = drawsInSoftware();
  const renderer = new WebGLRenderer({ canvas, antialias: !isSoftware, preserveDrawingBuffer: true });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = ACESFilmicToneMapping;
  const scene = new Scene();
  scene.fog = new Fog(0, 1, 10); // as frameStage sets it: without one, shaders are others
  if (!isSoftware) reflectRoom(renderer, scene);
  const camera = new PerspectiveCamera(38, 1, 0.05, 100);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = true;
  controls.dampingFactor = 0.12;
  controls.maxPolarAngle = 1.54;
  const sun = new DirectionalLight(0xfff1de, 2.6);
  sun.castShadow = true;
  sun.shadow.mapSize.setScalar(isSoftware ? 1024 : 2048);
  sun.shadow.radius = 4;
  sun.shadow.bias = -0.0004;
  const fill = new HemisphereLight(0xffffff, 0x8a7f70, 0.5);
  const floor = new Mesh(
    new CircleGeometry(1, 96).rotateX(-Math.PI / 2),
    new MeshStandardMaterial({ roughness: 0.95, metalness: 0 }),
  );
  floor.receiveShadow = true;
  scene.add(sun, sun.target, fill, floor);
  return {
    renderer,
    scene,
    camera,
    controls,
    sun,
    fill,
    floor,
    span: 1,
    sharpness: isSoftware ? 0.5 : Math.min(window.devicePixelRatio, 2),
    shift: 0,
    lift: 0,
    isStale: true,
    isSoftware,
  };
}

/** Makes what shiny things reflect; it is drawn, and so lost with the renderer's context. */
function reflectRoom(renderer: WebGLRenderer, scene: Scene): void {
  scene.environment?.dispose();
  const room = new PMREMGenerator(renderer);
  scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
  room.dispose();
}

/**
 * Tells when the graphics card takes the picture away, as it may at any time, and when it is back. Geometries and materials
 * are uploaded again by three; nothing else of the page depends on the picture.
 */
export function watchContext(stage: Stage, onLost: () => void, onBack: () => void): void {
  const { renderer, scene, isSoftware } = stage;
  const canvas = renderer.domElement;
  canvas.addEventListener('webglcontextlost', (event) => {
    event.preventDefault(); // else it never comes back
    onLost();
  });
  canvas.addEventListener('webglcontextrestored', () => {
    if (!isSoftware) reflectRoom(renderer, scene);
    stage.isStale = true;
    onBack();
  });
}

/** Draws once with materials that will be needed, so that their shaders are there when the scene is. */
export function warmStage({ renderer, scene, camera }: Stage, materials: readonly Material[]): void {
  const balls = materials.map((material) => {
    const ball = new Mesh(new SphereGeometry(1e-3, 3, 2), material);
    ball.castShadow = ball.receiveShadow = true;
    ball.frustumCulled = false;
    return ball;
  });
  scene.add(...balls);
  renderer.setViewport(0, 0, 8, 8); // shaders are what takes the time here, not pixels
  renderer.render(scene, camera);
  const { x, y } = renderer.getSize(new Vector2());
  renderer.setViewport(0, 0, x, y);
  scene.remove(...balls);
  for (const { geometry } of balls) geometry.dispose();
}

/** Whether there is no graphics card: what it reflects would take seconds to make, and every sample of a pixel counts. */
function drawsInSoftware(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  const names = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = names ? String(gl?.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

/** Puts the camera and the floor where a scene wants them; in a narrow window the camera stands further off. */
export function frameStage(stage: Stage, { from, at, floor: height = 0 }: SceneCard['look']): void {
  const { camera, controls, sun, floor, scene } = stage;
  const target = new Vector3(...(at as [number, number, number]));
  const way = new Vector3(...(from as [number, number, number])).sub(target);
  stage.span = way.length();
  const narrow = Math.max(1, 0.8 / camera.aspect) ** 0.85;
  camera.position.copy(target).addScaledVector(way, 0.94 * narrow);
  camera.near = 0.02 * stage.span;
  camera.far = 40 * stage.span;
  camera.updateProjectionMatrix();
  controls.target.copy(target);
  controls.minDistance = 0.2 * stage.span;
  controls.maxDistance = 5 * stage.span;
  controls.update();
  const size = stage.span;
  sun.position.copy(target).add(new Vector3(-0.75 * size, 1.35 * size, 0.55 * size));
  sun.target.position.copy(target);
  const { camera: eye } = sun.shadow;
  eye.left = eye.bottom = -0.75 * size;
  eye.right = eye.top = 0.75 * size;
  eye.near = 0.1 * size;
  eye.far = 4 * size;
  eye.updateProjectionMatrix();
  sun.shadow.normalBias = 0.004 * size;
  floor.scale.setScalar(14 * size);
  floor.visible = height !== null;
  floor.position.y = height ?? 0;
  scene.fog = new Fog(0, 2.2 * size, 8 * size);
  if (scene.background instanceof Color) scene.fog.color.copy(scene.background);
}

export function lightStage({ scene, renderer, sun, fill, floor }: Stage, theme: Theme): void {
  const look = LOOKS[theme];
  scene.background = new Color(look.sky);
  scene.fog?.color.set(look.sky);
  scene.environmentIntensity = look.room;
  sun.intensity = look.sun;
  fill.intensity = scene.environment === null ? look.fill + 4.5 * look.room : look.fill; // no room to reflect
  floor.material.color.set(look.floor);
  renderer.toneMappingExposure = look.exposure;
}

/** Fits the picture to its element. */
export function sizeStage({ renderer, camera, sharpness, shift, lift }: Stage): void {
  const { clientWidth: width, clientHeight: height } = renderer.domElement;
  renderer.setPixelRatio(sharpness);
  renderer.setSize(width, height, false);
  camera.aspect = width / Math.max(1, height);
  if (shift === 0 && lift === 0) camera.clearViewOffset();
  else camera.setViewOffset(width, height, shift, lift, width, height);
  camera.updateProjectionMatrix();
}

/** Makes the picture cheaper to draw: fewer pixels, then coarser shadows. False when it is as cheap as it gets. */
export function easeStage(stage: Stage): boolean {
  const { sun } = stage;
  if (stage.sharpness > 1) stage.sharpness = 1;
  else if (sun.shadow.mapSize.x > 1024) {
    sun.shadow.mapSize.set(1024, 1024);
    sun.shadow.map?.dispose();
    sun.shadow.map = null;
  } else if (stage.sharpness > 0.75) stage.sharpness = 0.75;
  else return false;
  sizeStage(stage);
  return true;
}
