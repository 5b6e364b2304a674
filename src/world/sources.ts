// What bodies are made of, by name: assets by the hash of their contents, shapes by their kind and sizes.

import { type Collider, createShape, SHAPES } from '../contact/collider.ts';
import { InputError } from '../job/error.ts';
import { isAsset, type Source } from './copies.ts';

/** Assets, and colliders that are no plain shapes, in any order. */
export type Sources = readonly Source[];

/** A name for a source, which survives JSON. */
export type SourceName = { readonly asset: string } | { readonly shape: string; readonly size: number[] };

export function nameSource(source: Source): SourceName {
  if (isAsset(source)) return { asset: source.hash };
  return { shape: SHAPES[source.kind], size: [...source.size] };
}

/** The source of a name: from `sources`, or made anew. Throws when an asset is missing. */
export function findSource(name: SourceName, sources: Sources): Source {
  if ('shape' in name) return createShape(name.shape as Parameters<typeof createShape>[0], ...name.size);
  for (const source of sources) if (isAsset(source) && source.hash === name.asset) return source;
  throw new InputError(
    'bad-argument',
    `assets lacks the one with hash ${name.asset}: give all that the bodies are made of`,
  );
}

export type { Collider };
