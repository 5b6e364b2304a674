// The gallery of scenes: names and lines are those of scenes/, pictures are made by npm run shots.

import { byId, make } from './elements.ts';

/** A scene as the worker lists it. */
export interface Listed {
  readonly name: string;
  readonly about: string;
}

const links = new Map<string, HTMLAnchorElement>();

/** Fills the gallery; `open` gets the name of the scene that was chosen. */
export function createGallery(scenes: readonly Listed[], open: (name: string) => void): void {
  for (const { name, about } of scenes) {
    const picture = make('img', {
      src: `thumbs/${name}.jpg`,
      alt: '',
      loading: 'lazy',
      width: 320,
      height: 200,
    });
    const link = make(
      'a',
      { href: `?scene=${name}`, title: about },
      picture,
      make('span', { textContent: name }),
    );
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      open(name);
    };
    links.set(name, link);
    byId('gallery').append(link);
  }
}

/** Marks the scene that is open. */
export function markGallery(open: string): void {
  for (const [name, link] of links) {
    link.ariaCurrent = String(name === open);
    if (name === open) link.scrollIntoView({ block: 'nearest', inline: 'center' });
  }
}
