// The panel: charts, inside views, setup and files, as tabs.

import { materials } from '../src/fracture/material.ts';
import { byId, make } from './elements.ts';
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

/** Fills the panel; a function that shows figures of the views. */
export function createPanel(
  views: readonly ViewCard[],
  setup: Setup,
  events: PanelEvents,
): (views: Record<string, ViewData>) => void {
  fillTabs();
  const notes = fillViews(views, events);
  fillSetup(setup, events);
  fillFiles(events);
  return (found) => {
    for (const [name, note] of notes) note.textContent = found[name]?.note ?? '';
  };
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

function fillViews(views: readonly ViewCard[], events: PanelEvents): Map<string, HTMLElement> {
  const notes = new Map<string, HTMLElement>();
  const wishes: Record<string, number> = {};
  for (const { name, title, about, slider } of views) {
    const box = make('input', { type: 'checkbox', id: `view-${name}` });
    const note = make('output', { className: 'note' });
    const row = make(
      'div',
      { className: 'row' },
      make('label', { htmlFor: box.id, textContent: title }),
      box,
      make('p', { className: 'note', textContent: about }),
    );
    const range = slider
      ? make('input', { type: 'range', min: '0', max: String(slider.max), value: String(slider.start) })
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
  return notes;
}

function fillSetup(start: Setup, events: PanelEvents): void {
  let setup = start;
  const change = (part: Partial<Setup>) => {
    setup = { ...setup, ...part };
    events.onSetup(setup);
  };
  const addRow = (title: string, about: string, control: HTMLElement) => {
    control.id = `set-${title.toLowerCase().replaceAll(' ', '-')}`;
    const label = make('label', { htmlFor: control.id, textContent: title });
    const note = make('p', { className: 'note', textContent: about });
    byId('setup').append(make('div', { className: 'row' }, label, control, note));
  };
  const select = make('select', {}, new Option('as it is', ''));
  for (const name of Object.keys(materials)) select.append(new Option(name, name));
  select.value = start.material;
  select.onchange = () => change({ material: select.value as Setup['material'] });
  addRow('Material', 'What breaks is made of this; steel never does.', select);
  const seed = make('input', { type: 'number', value: String(start.seed), step: '1' });
  seed.onchange = () => change({ seed: Math.round(Number(seed.value)) || 0 });
  addRow('Seed', 'Of everything random. The same seed gives the same bits, in every browser.', seed);
  const contacts = make('input', { type: 'number', min: '1', max: '64', value: String(start.contacts) });
  contacts.onchange = () =>
    change({ contacts: Math.min(64, Math.max(1, Math.round(Number(contacts.value)) || 8)) });
  addRow('Contacts', 'That a pair of bodies begins with [Glondu13, sec. 5.2].', contacts);
  const switches: [keyof Setup, string, string][] = [
    ['adaptive', 'Self-adapting', 'More contacts where a pair needs them; off: that many and no more.'],
    ['speculation', 'Speculation', 'Stops bodies before they meet; off: only once they overlap.'],
    ['sleep', 'Sleep', 'What rests costs nothing; off: everything is simulated for ever.'],
  ];
  for (const [key, title, about] of switches) {
    const box = make('input', { type: 'checkbox', checked: start[key] as boolean });
    box.onchange = () => change({ [key]: box.checked });
    addRow(title, about, box);
  }
  const note = 'A change begins the scene anew: compare motion and charts.';
  byId('setup').append(make('p', { className: 'note', textContent: note }));
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
}
