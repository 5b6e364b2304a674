// The panel: charts, inside views, setup and files, as tabs.

import { byId, make } from './elements.ts';
import type { Knob, SceneCard } from './playing.ts';
import type { Setup } from './session.ts';
import type { ViewCard, ViewData, ViewWishes } from './views/view.ts';

export interface PanelEvents {
  onWishes(wishes: ViewWishes): void;
  onSetup(setup: Setup): void;
  onModel(): void;
  onExport(): void;
  onSave(): void;
  onOpen(): void;
}

const TABS = { charts: 'Charts', inside: 'Inside', setup: 'Setup', files: 'Files' };
type Tab = keyof typeof TABS;

/** Made by createPanel alone. */
export interface Panel {
  readonly events: PanelEvents;
  readonly notes: Map<string, HTMLElement>; // figures of views, by name
  readonly wishes: Record<string, number>; // views that are on, of all kinds of scenes
  readonly seen: Set<string>; // views that were shown before: they are on or off as they were left
  kind: string; // what the panel was filled for
  setup: Setup | null; // that it shows
}

export function createPanel(events: PanelEvents): Panel {
  fillTabs();
  fillFiles(events);
  return { events, notes: new Map(), wishes: {}, seen: new Set(), kind: '', setup: null };
}

/** Fills in the views and settings of a scene, if they are others than those before. */
export function showCard(panel: Panel, { views, knobs, isLive, noHands }: SceneCard, setup: Setup): void {
  const kind = JSON.stringify([views, knobs]);
  const note = isLive
    ? 'A change takes effect at once: watch the charts.'
    : 'A change begins the scene anew: compare motion and charts.';
  const both = isLive && noHands === undefined ? ' Go back to see the same moment both ways.' : '';
  if (kind !== panel.kind) fillViews(panel, views);
  if (kind !== panel.kind || setup !== panel.setup) fillSetup(panel, knobs, setup, note + both);
  panel.kind = kind;
}

/** Moves the slider of a view, to a share of its way. */
export function slideView(view: string, share: number): void {
  const range = byId(`view-${view}`).closest('.row')?.querySelector<HTMLInputElement>('input[type=range]');
  if (!range) return;
  range.value = String(share * Number(range.max));
  range.dispatchEvent(new Event('input'));
}

/** Shows the figures of views. */
export function showFigures({ notes }: Panel, views: Readonly<Record<string, ViewData>>): void {
  for (const [name, note] of notes) note.textContent = views[name]?.note ?? '';
}

function fillTabs(): void {
  const buttons = new Map<string, HTMLButtonElement>();
  const show = (tab: string) => {
    for (const [name, button] of buttons) {
      button.ariaSelected = String(name === tab);
      byId(name).classList.toggle('on', name === tab);
    }
  };
  for (const [name, title] of Object.entries(TABS) as [Tab, string][]) {
    const button = make('button', { textContent: title, onclick: () => show(name) });
    button.role = 'tab';
    buttons.set(name, button);
    byId('tabs').append(button);
  }
  show('charts');
}

function fillViews({ notes, wishes, seen, events }: Panel, views: readonly ViewCard[]): void {
  notes.clear();
  byId('inside').replaceChildren();
  const isOn = views.filter((view) => view.isOn && !seen.has(view.name));
  for (const { name, slider } of isOn) wishes[name] = slider?.start ?? 0;
  if (isOn.length > 0) events.onWishes({ ...wishes });
  for (const { name, title, about, slider } of views) {
    seen.add(name);
    const box = make('input', { type: 'checkbox', id: `view-${name}`, checked: Object.hasOwn(wishes, name) });
    const note = make('output', { className: 'note' });
    const row = make(
      'div',
      { className: 'row' },
      make('label', { htmlFor: box.id, textContent: title }),
      box,
      make('p', { className: 'note', textContent: about }),
    );
    const range = slider
      ? make('input', {
          type: 'range',
          min: '0',
          max: String(slider.max),
          step: slider.step ?? '1',
          value: String(wishes[name] ?? slider.start),
        })
      : null;
    if (range !== null) {
      range.ariaLabel = `${title}: ${slider?.label}`;
      row.append(range);
    }
    row.append(note);
    const wish = () => {
      if (box.checked) wishes[name] = Number(range?.value ?? 0);
      else delete wishes[name];
      events.onWishes({ ...wishes });
    };
    box.onchange = wish;
    if (range !== null) range.oninput = () => box.checked && wish();
    notes.set(name, note);
    byId('inside').append(row);
  }
}

function fillSetup(panel: Panel, knobs: readonly Knob[], start: Setup, about: string): void {
  let setup = start;
  panel.setup = start;
  const change = (key: keyof Setup, value: unknown) => {
    setup = { ...setup, [key]: value };
    panel.setup = setup;
    panel.events.onSetup(setup);
  };
  const rows = knobs.map((knob) => {
    const { key, title, about } = knob;
    const control = createControl(knob, start[key], (value) => change(key, value));
    control.id = `set-${key}`;
    const label = make('label', { htmlFor: control.id, textContent: title });
    const note = make('p', { className: 'note', textContent: about });
    return make('div', { className: 'row' }, label, control, note);
  });
  byId('setup').replaceChildren(...rows, make('p', { className: 'note', textContent: about }));
}

function createControl(knob: Knob, value: unknown, change: (value: unknown) => void): HTMLElement {
  if (knob.kind === 'switch') {
    const box = make('input', { type: 'checkbox', checked: value as boolean });
    box.onchange = () => change(box.checked);
    return box;
  }
  if (knob.kind === 'choice') {
    const select = make('select', {}, ...knob.options.map(([value, text]) => new Option(text, value)));
    select.value = value as string;
    select.onchange = () => change(select.value);
    return select;
  }
  const { low, high } = knob;
  const input = make('input', { type: 'number', min: String(low), max: String(high), value: String(value) });
  input.onchange = () => {
    const wanted = Math.round(Number(input.value));
    const taken = Number.isFinite(wanted) && input.value !== '' ? wanted : Number(value);
    input.value = String(Math.min(high, Math.max(low, taken)));
    change(Number(input.value));
  };
  return input;
}

/** How thick a wall is made of models to come, in metres; undefined: they are solid. */
export function readWall(): number | undefined {
  const millimetres = byId<HTMLInputElement>('wall').valueAsNumber;
  return millimetres > 0 ? millimetres / 1000 : undefined;
}

function fillFiles(events: PanelEvents): void {
  const rows: [string, string, string, () => void][] = [
    ['Your model', 'Open…', 'OBJ, PLY, STL or GLB; or drop it anywhere. It is baked here.', events.onModel],
    ['Animated GLB', 'Export', 'The timeline as a film that any glTF viewer plays.', events.onExport],
    ['Save recording', 'Save', 'Scene, seed and everything you did, as a small JSON.', events.onSave],
    ['Open recording', 'Open…', 'Plays it again, to the same bits.', events.onOpen],
  ];
  for (const [title, word, about, run] of rows) {
    const button = make('button', { textContent: word, onclick: run });
    button.ariaLabel = title;
    const note = make('p', { className: 'note', textContent: about });
    byId('files').append(
      make('div', { className: 'row' }, make('label', { textContent: title }), button, note),
    );
  }
  const wall = make('input', { id: 'wall', type: 'number', min: '2', max: '100', placeholder: 'solid' });
  const about = 'For open surfaces and thin shells: the thickness to give your next model, at 40 cm long.';
  byId('files').firstElementChild?.after(
    make(
      'div',
      { className: 'row' },
      make('label', { htmlFor: 'wall', textContent: 'Its wall, mm' }),
      wall,
      make('p', { className: 'note', textContent: about }),
    ),
  );
}
