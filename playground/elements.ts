// Small helpers for the page's elements, and its icons.

/** An element of the page by its id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element '${id}'`);
  return element as T;
}

/** A new element with properties and children. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const ICONS = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  step: 'M6 5v14l9-7zM18.5 5v14',
  reset: 'M4 5v5h5M4.5 10a8 8 0 1 1-.5 4',
  slow: 'M4 16a8 8 0 1 1 16 0M12 16l-3.5-4.5',
  theme: 'M20 14a8 8 0 1 1-9-10 6.5 6.5 0 0 0 9 10z',
  ask: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.3',
  more: 'M5 19V11M12 19V5M19 19v-6',
  share: 'M9.5 14.5l5-5M8 12l-2 2a3.5 3.5 0 0 0 5 5l2-2M16 12l2-2a3.5 3.5 0 0 0-5-5l-2 2',
  throw: 'M16 12a4 4 0 1 0-8 0 4 4 0 0 0 8 0M3 6l4 3M2.5 12H5M3 18l4-3',
  grab: 'M7 12V6.5a1.5 1.5 0 0 1 3 0V11V5a1.5 1.5 0 0 1 3 0v6V6.5a1.5 1.5 0 0 1 3 0V14c0 4-2 6-5 6-2.5 0-4-1-5.5-3.5L4 13.5c-.6-1.5 1-2.3 2-1.2z',
  slice: 'M5 19 19 5M5 9l4-4M15 19l4-4',
  shoot: 'M3 12h9M3 8h5M3 16h5M12 8h3.5c3 0 5 2 5.5 4-.5 2-2.5 4-5.5 4H12z',
  blast: 'M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l2.9 2.9M15.5 15.5l2.9 2.9M5.6 18.4l2.9-2.9M15.5 8.5l2.9-2.9',
};

/** An icon as an element. */
export function icon(name: keyof typeof ICONS): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

let timer = 0; // of the message that is shown

/** Shows a message for a while. */
export function say(text: string): void {
  const toast = byId('toast');
  toast.textContent = text;
  toast.classList.add('on');
  clearTimeout(timer);
  timer = window.setTimeout(() => toast.classList.remove('on'), 3500 + 30 * text.length);
}

/** Takes back what was said. */
export function hush(): void {
  byId('toast').classList.remove('on');
}

/** Lets the user save bytes as a file. */
export function download(name: string, bytes: BlobPart, type: string): void {
  const link = make('a', { href: URL.createObjectURL(new Blob([bytes], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
