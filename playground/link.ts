// Links: what is in the address, so that a link opens the same state.

import { materials } from '../src/fracture/material.ts';
import type { MaterialName, Setup } from './session.ts';

export interface Link {
  readonly scene: string;
  readonly setup: Setup;
  readonly step: number; // to play to before it is shown
}

/** What a scene is opened with if nothing else is said. */
export const START: Setup = {
  seed: 1,
  material: '',
  manifolds: true,
  adaptive: true,
  speculation: true,
  sleep: true,
  sweep: true,
  contacts: 8,
  order: 'distance',
  field: 'closest',
  upkeep: 'update',
  trees: '',
  culling: 'contour',
};

/** What an address asks for; what makes no sense is left as it is by default. */
export function readLink(search: string, first: string): Link {
  const query = new URLSearchParams(search);
  const number = (name: string, start: number, low: number, high: number): number => {
    const text = query.get(name);
    const value = Math.round(Number(text));
    return text === null || !(value >= low && value <= high) ? start : value;
  };
  const choice = <T extends string>(name: string, options: readonly [T, ...T[]]): T =>
    options.find((option) => option === query.get(name)) ?? options[0];
  const material = query.get('material') ?? '';
  const isOn = (name: string) => query.get(name) !== '0';
  return {
    scene: query.get('scene') ?? first,
    step: number('step', 0, 0, 5000),
    setup: {
      seed: number('seed', START.seed, -(2 ** 31), 2 ** 31),
      material: material in materials ? (material as MaterialName) : '',
      manifolds: isOn('manifolds'),
      adaptive: isOn('adaptive'),
      speculation: isOn('speculation'),
      sleep: isOn('sleep'),
      sweep: isOn('sweep'),
      contacts: number('contacts', START.contacts, 1, 64),
      order: choice('order', ['distance', 'plain']),
      field: choice('field', ['closest', 'mean']),
      upkeep: choice('upkeep', ['update', 'rebuild']),
      trees: choice('trees', ['', 'traversal', 'refit', 'rebuild']),
      culling: choice('culling', ['contour', 'dual', 'off']),
    },
  };
}

/** The search part of an address that asks for this; what is as by default is left out. */
export function writeLink(scene: string, setup: Setup, step = 0): string {
  const query = new URLSearchParams({ scene });
  for (const [key, value] of Object.entries(setup)) {
    if (value === START[key as keyof Setup]) continue;
    query.set(key, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  if (step > 0) query.set('step', String(step));
  return `?${query}`;
}
