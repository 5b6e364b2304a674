// What bodies look like: materials by name, or by a function; where none is given, colours of what they are made of.

import { type Material, MeshStandardMaterial } from 'three';
import { InputError } from '../src/job/error.ts';

/** What a body is drawn with. */
export interface Look {
  /**
   * Of its surface: one for all of it, or one for each group of the model. Default a plain one of the body's substance,
   * or with the colours that the model has at its vertices.
   */
  readonly surface?: Material | readonly Material[];
  /**
   * Of its cracks; default a plain one of the body's substance. Texture coordinates there are metres, so a texture that
   * is to span 20 cm has `repeat.set(5, 5)` and wraps (RepeatWrapping).
   */
  readonly crack?: Material;
  /** Default true. */
  readonly castShadow?: boolean;
  /** Default true. */
  readonly receiveShadow?: boolean;
}

/** A body as looks are chosen by. */
export interface LookSubject {
  /** Its id. */
  readonly body: number;
  /** The name of its asset; '' for shapes. */
  readonly name: string;
  /** The name of what it is made of; '' if nothing breaks it. */
  readonly material: string;
  /** The name of its shape; null for what is made of an asset. */
  readonly shape: string | null;
}

/**
 * Looks by the name of an asset, of a substance ('ceramic') or of a shape ('plane'), in that order, or 'default'; or a
 * function that chooses. A material alone is that of the surface. Null: it is not drawn.
 */
export type Looks =
  | Readonly<Record<string, Look | Material | null>>
  | ((subject: LookSubject) => Look | Material | null | undefined);

/** A look with everything decided. */
export interface Dress {
  readonly surface: readonly Material[];
  readonly crack: Material;
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
}

const COLORS: Readonly<Record<string, readonly [surface: number, crack: number, roughness: number]>> = {
  glass: [0xbfe3df, 0x8fd0c8, 0.1],
  ceramic: [0xe9e2d6, 0xb85f3c, 0.4],
  brick: [0x8e4a38, 0xc98a66, 0.92],
  plaster: [0xefebe3, 0xcfc3b2, 0.95],
  concrete: [0x97958f, 0x6f675d, 0.95],
  ice: [0xd8eefb, 0xeef8ff, 0.15],
  stone: [0xa39a8a, 0xd9c3a0, 0.88],
  steel: [0x7d8794, 0x777d86, 0.35],
};
const PLAIN = [0xb3aea4, 0x8d6b52, 0.8] as const;
const GROUND = [0x8f8d88, 0x8f8d88, 0.95] as const;

/** Looks as a view uses them. Made by createDresser alone. */
export interface Dresser {
  readonly looks: Looks;
  readonly own: Map<string, readonly [Material, Material]>; // materials that were made here
}

export function createDresser(looks: Looks): Dresser {
  return { looks, own: new Map() };
}

/** What a body wears, whose vertices may have colours; null if it is not drawn. */
export function dressOf(dresser: Dresser, subject: LookSubject, colored: boolean): Dress | null {
  const { looks } = dresser;
  const found = typeof looks === 'function' ? looks(subject) : findLook(looks, subject);
  if (found === null) return null;
  const look: Look = found === undefined ? {} : isMaterial(found) ? { surface: found } : found;
  checkLook(look, subject);
  const { surface, crack, castShadow = true, receiveShadow = true } = look;
  const [plain, inside] = plainOf(dresser, subject, colored);
  const given = surface === undefined ? [plain] : [surface].flat();
  return { surface: given.length > 0 ? given : [plain], crack: crack ?? inside, castShadow, receiveShadow };
}

function findLook(
  looks: Readonly<Record<string, Look | Material | null>>,
  { name, material, shape }: LookSubject,
): Look | Material | null | undefined {
  for (const key of [name, material, shape ?? '', 'default']) {
    if (key !== '' && Object.hasOwn(looks, key)) return looks[key];
  }
  return undefined;
}

function isMaterial(look: unknown): look is Material {
  return (look as Material | null)?.isMaterial === true;
}

const KEYS = ['surface', 'crack', 'castShadow', 'receiveShadow'];

/** A color or a misspelt key would be passed over in silence. */
function checkLook(look: Look, { name, material, shape }: LookSubject): void {
  const of = `the look of '${name || material || shape}'`;
  if (typeof look !== 'object') {
    throw new InputError(
      'bad-argument',
      `${of} is ${String(look)}: give a Material of three, or surface and crack`,
    );
  }
  for (const key of Object.keys(look)) {
    if (KEYS.includes(key)) continue;
    throw new InputError('bad-argument', `${of} has a key '${key}': it may have ${KEYS.join(', ')}`);
  }
  for (const given of [look.surface ?? [], look.crack ?? []].flat()) {
    if (isMaterial(given)) continue;
    throw new InputError('bad-argument', `${of} has ${String(given)} in place of a Material of three`);
  }
}

function plainOf(
  { own }: Dresser,
  { material, shape }: LookSubject,
  colored: boolean,
): readonly [Material, Material] {
  const kind = shape === 'plane' || shape === 'terrain' ? 'ground' : material;
  const key = colored ? `${kind}, coloured` : kind;
  let pair = own.get(key);
  if (pair === undefined) {
    const [surface, crack, roughness] = kind === 'ground' ? GROUND : (COLORS[kind] ?? PLAIN);
    pair = [
      new MeshStandardMaterial({ color: colored ? 0xffffff : surface, roughness, vertexColors: colored }),
      new MeshStandardMaterial({ color: crack, roughness: 0.95 }),
    ];
    own.set(key, pair);
  }
  return pair;
}

/** Frees the materials that were made here; those that were given are the giver's. */
export function disposeDresser({ own }: Dresser): void {
  for (const pair of own.values()) for (const material of pair) material.dispose();
  own.clear();
}
