// What bodies are made of, by name: assets by the hash of their contents, ground likewise, shapes by kind and sizes.

import { hashBytes } from '../bake/hash.ts';
import type { Collider } from '../contact/collider.ts';
import { createShape, SHAPES } from '../contact/shape.ts';
import { checkRecord, isList, refuse, show } from '../job/check.ts';
import { InputError } from '../job/error.ts';
import { checkSource, isAsset, type Source } from './instances.ts';

/** Assets, and ground made by createMeshTerrain or createHeightTerrain, in any order. */
export type Sources = readonly Source[];

/** A name for a source, which survives JSON. */
export type SourceName =
  | { readonly asset: string }
  | { readonly ground: string }
  | { readonly shape: string; readonly size: number[] };

/** Throws unless a value is a list of what bodies can be made of. */
export function checkSources(sources: Sources): void {
  if (!Array.isArray(sources)) throw refuse('assets', sources, 'an array of what the bodies are made of');
  for (const source of sources) checkSource(source);
}

export function nameSource(source: Source): SourceName {
  if (isAsset(source)) return { asset: source.hash };
  if (source.terrain !== null) return { ground: hashGround(source) };
  return { shape: SHAPES[source.kind], size: [...source.size] };
}

/** The source of a name: from `sources`, or made anew. Throws when one is missing. */
export function findSource(name: SourceName, sources: Sources): Source {
  checkRecord('the name of a source', name, [], '{ asset }, { ground } or { shape, size }');
  if ('shape' in name && !isList(name.size)) throw refuse('size', name.size, 'an array of numbers');
  if ('shape' in name) return createShape(name.shape as Parameters<typeof createShape>[0], ...name.size);
  for (const source of sources) {
    if (isAsset(source) ? 'asset' in name && source.hash === name.asset : isGround(source, name))
      return source;
  }
  const hash = show('asset' in name ? name.asset : name.ground);
  throw new InputError(
    'bad-argument',
    `assets lacks the one with hash ${hash}: give all that the bodies are made of`,
  );
}

function isGround(source: Collider, name: SourceName): boolean {
  return 'ground' in name && source.terrain !== null && hashGround(source) === name.ground;
}

/** A hash of what a ground is made of: its corners or its heights, and how far it is solid. */
function hashGround({ terrain }: Collider): string {
  if (terrain === null) return '';
  const { mesh, heights } = terrain;
  const columns = mesh !== null ? [mesh.positions, mesh.indices] : heights !== null ? [heights.height] : [];
  let name = '';
  for (const column of [...columns, terrain.box]) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    const { low, high } = hashBytes(bytes, 0);
    name += low.toString(16) + high.toString(16);
  }
  return name;
}
