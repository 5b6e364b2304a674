// The playground: puts stage, player, hands, charts and panel together.

import { Timer } from 'three';
import { materials } from '../src/fracture/material.ts';
import { InputError } from '../src/job/error.ts';
import { readGeometry } from '../three/read.ts';
import { createActors } from './actors.ts';
import { createCharts, drawCharts, feedCharts, planCharts } from './charts.ts';
import { byId, download, hush, icon, make, say } from './elements.ts';
import { readModel, readRecording, writeRecording, writeShots } from './files.ts';
import { createGallery, markGallery } from './gallery.ts';
import { createGrips, showGrips } from './grip.ts';
import { Hands, TOOLS, type Tool } from './hands.ts';
import { writeLink } from './link.ts';
import { createOverlay, drawViews } from './overlay.ts';
import { paintOf, paintPlain } from './paint.ts';
import { createPanel, readWall, showCard, showFigures } from './panel.ts';
import { type Opening, Player } from './player.ts';
import {
  createStage,
  easeStage,
  frameStage,
  lightStage,
  sizeStage,
  type Theme,
  warmStage,
  watchContext,
} from './stage.ts';
import { choices, first, link, world } from './start.ts';

const stage = createStage(byId<HTMLCanvasElement>('view'));
if (stage.isSoftware) paintPlain();
watchContext(
  stage,
  () =>
    say('The graphics card has dropped the picture. The scene goes on; the picture comes back by itself.'),
  () => say('The picture is back.'),
);
const actors = createActors();
const overlay = createOverlay();
const grips = createGrips();
stage.scene.add(actors.group, overlay.group, grips.group);
const charts = createCharts();
const player = new Player(world, actors, link.setup, {
  onFrame: (frame) => feedCharts(charts, frame),
  onOpen(card) {
    byId('about').textContent = card.about;
    showCard(panel, card, player.setup);
    planCharts(charts, card.charts);
    markGallery(card.name);
    frameStage(stage, card.look);
    hands.isIdle = card.noHands !== undefined;
    byId('tools').hidden = hands.isIdle;
    byId('no-hands').hidden = !hands.isIdle;
    byId('no-hands').textContent = card.noHands ?? '';
    document.title = `${card.name} · fracas playground`;
    noteLink();
  },
  onViews(views) {
    touch();
    drawViews(overlay, views);
    showGrips(grips, views);
    showFigures(panel, views);
  },
  onError: tell,
});
const panel = createPanel({
  onWishes: (wishes) => player.wish(wishes).catch(tell),
  async onSetup(setup) {
    const isTuned = await player.tune(setup).catch(() => false);
    if (isTuned) noteLink();
    else open(opened);
  },
  onModel: () => pickFile('.obj,.ply,.stl,.glb,.gltf', openModel),
  onExport: exportFilm,
  onSave: saveRecording,
  onOpen: () => pickFile('.json', openRecording),
});
const hands = new Hands(
  stage,
  actors,
  player,
  byId('ring'),
  document.querySelector('#line') as SVGLineElement,
  say,
  grips,
);

let opened: Opening = { scene: link.scene };

async function open(opening: Opening, asked?: typeof first): Promise<void> {
  try {
    await player.open(opening, asked);
    opened = opening;
    if (!player.isPlaying) player.play();
  } catch (error) {
    tell(error as Error);
  }
}

/** Puts scene and setup into the address. */
function noteLink(): void {
  const { card, setup } = player;
  if (card !== null && card.name !== 'yours') history.replaceState(null, '', writeLink(card.name, setup));
}

/** The picture is to be drawn again: it is left as it is while nothing moves. */
function touch(): void {
  stage.isStale = true;
}

function tell(error: Error): void {
  if (!(error instanceof InputError)) console.error(error);
  say(error.message);
}

// Bar and corner.

const playButton = byId<HTMLButtonElement>('play');
function toggle(): void {
  if (player.isPlaying) player.pause();
  else if (player.isAtEnd && player.shot === player.last)
    open(opened); // once more
  else player.play();
}
function setSlow(isSlow: boolean): void {
  player.speed = isSlow ? 0.2 : 1;
  byId('slow').ariaPressed = String(isSlow);
}
function setTool(tool: Tool): void {
  hands.tool = tool;
  for (const name of TOOLS) byId(`tool-${name}`).ariaChecked = String(name === tool);
}
function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  lightStage(stage, theme);
  touch();
}
const flipTheme = () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
const togglePanel = () => {
  const isOpen = document.documentElement.toggleAttribute('data-panel');
  byId('more').ariaPressed = String(isOpen);
  fitPicture();
};
/** Fits the picture into what panel and gallery leave of the window. */
function fitPicture(): void {
  const isOpen = document.documentElement.hasAttribute('data-panel');
  const isWide = window.innerWidth > 860;
  const { offsetWidth, offsetHeight } = byId('panel');
  stage.shift = isWide ? Math.round(((isOpen ? offsetWidth : 0) - byId('gallery').offsetWidth) / 2) : 0;
  stage.lift = isOpen && !isWide ? Math.round(0.4 * offsetHeight) : 0;
  sizeStage(stage);
  touch();
}
async function share(): Promise<void> {
  const { card, setup, shot } = player;
  const isOwn = card === null || card.name === 'yours';
  const search = isOwn ? '' : writeLink(card.name, setup, player.isPlaying ? 0 : shot?.step);
  const address = new URL(search, location.href).href;
  await navigator.clipboard?.writeText(address).then(
    () => say('The link is on your clipboard.'),
    () => say(address),
  );
}
const actions: Record<string, () => void> = {
  play: toggle,
  reset: () => open(opened),
  step: () => player.stepOnce().catch(tell),
  slow: () => setSlow(player.speed === 1),
  theme: flipTheme,
  more: togglePanel,
  ask: () => byId<HTMLDialogElement>('help').showModal(),
  share,
};
for (const [id, run] of Object.entries(actions)) {
  byId(id).append(icon(id as Parameters<typeof icon>[0]));
  byId(id).onclick = run;
}
for (const tool of TOOLS) {
  const button = make('button', { id: `tool-${tool}`, onclick: () => setTool(tool) }, icon(tool), tool);
  button.role = 'radio';
  byId('tools').append(button);
}
const scrub = byId<HTMLInputElement>('scrub');
scrub.oninput = () => player.scrub(Number(scrub.value) / 1000);

choices.then(({ scenes }) => createGallery(scenes, (name) => open({ scene: name }))).catch(tell);

const neighbour = async (by: number) => {
  const { scenes } = await choices;
  const at = scenes.findIndex(({ name }) => name === player.card?.name);
  open({ scene: scenes[(at + by + scenes.length) % scenes.length].name });
};
const keys: Record<string, () => void> = {
  ' ': toggle,
  '.': actions.step,
  s: actions.slow,
  r: actions.reset,
  t: flipTheme,
  p: togglePanel,
  h: () => document.documentElement.toggleAttribute('data-bare'),
  '?': actions.ask,
  '[': () => neighbour(-1),
  ']': () => neighbour(1),
};
TOOLS.forEach((tool, k) => {
  keys[String(k + 1)] = () => setTool(tool);
});
window.addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || byId<HTMLDialogElement>('help').open) return;
  if (target instanceof HTMLElement && target.matches('input, select, textarea')) return;
  const run = keys[key.toLowerCase()];
  if (run === undefined) return;
  event.preventDefault();
  run();
});

// Files.

function pickFile(accept: string, run: (file: File) => void): void {
  const input = make('input', { type: 'file', accept });
  input.onchange = () => input.files?.[0] && run(input.files[0]);
  input.click();
}

async function openModel(file: File): Promise<void> {
  const box = byId('baking');
  const [text, bar, cancel] = box.children as unknown as [HTMLElement, HTMLProgressElement, HTMLElement];
  const controller = new AbortController();
  cancel.onclick = () => controller.abort();
  text.textContent = `Reading ${file.name}…`;
  bar.removeAttribute('value');
  box.hidden = false;
  hush();
  const worker = new Worker(new URL('./bake-worker.js', import.meta.url), { type: 'module' });
  try {
    const left: string[] = []; // notes on what of the file is left out
    const mesh = await readModel(file, (note) => left.push(note));
    const { bakeInWorker } = await import('../worker/bake.ts');
    const asset = await bakeInWorker(mesh, {
      name: file.name.replace(/\.\w+$/, ''),
      resolution: 18,
      shell: readWall(),
      material: materials.ceramic,
      signal: controller.signal,
      worker,
      onProgress(stage, fraction) {
        text.textContent = `Baking ${file.name}: ${stage}`;
        bar.value = fraction;
      },
    });
    await open({ model: await world.send(asset) });
    const notes = [...left, ...asset.notes].map((note) => note[0].toUpperCase() + note.slice(1));
    const triangles = (asset.surface.indices.length / 3).toLocaleString('en');
    say(notes.length === 0 ? `Baked as it is: ${triangles} triangles.` : notes.slice(0, 4).join('\n'));
  } catch (error) {
    const { name, code } = error as InputError;
    if (name === 'AbortError') say('The bake was cancelled.');
    else tell(error as Error);
    if (code === 'open-surface')
      say(`${file.name} is open and encloses nothing: give it a wall in Files, and open it again.`);
  } finally {
    worker.terminate();
    box.hidden = true;
  }
}

async function openRecording(file: File): Promise<void> {
  try {
    const { scene, setup, inputs, model } = await readRecording(file);
    player.setup = setup;
    await open(model === undefined ? { scene, inputs } : { model: await world.send(model), inputs });
  } catch (error) {
    tell(error as Error);
  }
}

async function exportFilm(): Promise<void> {
  try {
    const bytes = await makeFilm();
    download(`${player.card?.name ?? 'scene'}.glb`, bytes as BlobPart, 'model/gltf-binary');
  } catch (error) {
    tell(error as Error);
  }
}

async function makeFilm(): Promise<Uint8Array> {
  if (player.card?.skin !== undefined) {
    throw new InputError('bad-argument', 'A film holds bodies that keep their shape; this surface bends.');
  }
  return writeShots(player.shots, (key) => {
    const geometry = actors.surfaces.get(key);
    if (geometry === undefined) return null;
    return { mesh: readGeometry(geometry), crackGroup: geometry.userData.crackGroup ?? 1 };
  });
}

const saveText = async () => writeRecording(await player.save());

async function saveRecording(): Promise<void> {
  try {
    download('recording.json', await saveText(), 'application/json');
  } catch (error) {
    tell(error as Error);
  }
}

const dropping = byId('dropping');
window.addEventListener('dragover', (event) => {
  event.preventDefault();
  dropping.classList.add('on');
});
window.addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) dropping.classList.remove('on');
});
window.addEventListener('drop', (event) => {
  event.preventDefault();
  dropping.classList.remove('on');
  const file = event.dataTransfer?.files[0];
  if (file === undefined) return;
  if (file.name.endsWith('.json')) openRecording(file);
  else openModel(file);
});

// Start.

setTool('throw');
setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
if (window.innerWidth > 1100) togglePanel();
window.addEventListener('resize', fitPicture);
fitPicture();
warmStage(stage, paintOf('ceramic', ''));
await open(opened, first);
if (link.step > 0) await player.playTo(link.step);
else if (player.card !== null && !hands.isIdle)
  say('Click or tap the scene to throw a ball; hold for more strength.');

const timer = new Timer();
let slowFrames = 0;
let shownPlaying: boolean | null = null;
let shownTime = -1;
stage.controls.addEventListener('change', touch);

function draw(): void {
  timer.update();
  const seconds = timer.getDelta();
  const before = player.time;
  player.show(seconds);
  stage.controls.update();
  if (before !== player.time || shownTime !== player.time) touch();
  shownTime = player.time;
  if (stage.isStale) {
    stage.isStale = false;
    // A machine that is slow to draw gets fewer pixels, then coarser shadows.
    slowFrames = seconds > 0.045 ? slowFrames + 1 : Math.max(0, slowFrames - 1);
    if (slowFrames > 24 && easeStage(stage)) slowFrames = 0;
    stage.renderer.render(stage.scene, stage.camera);
  }
  drawCharts(charts);
  const { last, shots, time } = player;
  if (last !== undefined) {
    const span = last.time - shots[0].time;
    if (document.activeElement !== scrub || player.isPlaying)
      scrub.value = String(span > 0 ? Math.round((1000 * (time - shots[0].time)) / span) : 1000);
    byId('clock').textContent = `${time.toFixed(2)} s`;
  }
  if (player.isPlaying !== shownPlaying) {
    shownPlaying = player.isPlaying;
    playButton.replaceChildren(icon(shownPlaying ? 'pause' : 'play'));
  }
  requestAnimationFrame(draw);
}
requestAnimationFrame(draw);

export const playground = {
  player,
  stage,
  actors,
  hands,
  charts,
  world,
  open,
  openModel,
  makeFilm,
  saveText,
  setTheme,
};
