// What things are painted with: a material for the old surface, and one for the cracks.

import {
  BackSide,
  Color,
  DoubleSide,
  type Material,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
} from 'three';
import type { SkinCard } from './playing.ts';

interface Paint {
  readonly outer: number;
  readonly crack: number;
  readonly roughness: number;
  readonly metalness?: number;
  readonly coat?: number; // of glaze
  readonly opacity?: number;
}

const PAINTS: Readonly<Record<string, Paint>> = {
  glass: { outer: 0xbfe3df, crack: 0x8fd0c8, roughness: 0.06, opacity: 0.5 },
  ceramic: { outer: 0xe9e2d6, crack: 0xb85f3c, roughness: 0.38, coat: 0.8 },
  brick: { outer: 0x8e4a38, crack: 0xc98a66, roughness: 0.92 },
  plaster: { outer: 0xefebe3, crack: 0xcfc3b2, roughness: 0.95 },
  concrete: { outer: 0x97958f, crack: 0x6f675d, roughness: 0.95 },
  ice: { outer: 0xd8eefb, crack: 0xeef8ff, roughness: 0.15, opacity: 0.72 },
  stone: { outer: 0xa39a8a, crack: 0xd9c3a0, roughness: 0.88 },
  steel: { outer: 0x7d8794, crack: 0x777d86, roughness: 0.3, metalness: 0.35, coat: 0.6 },
  hide: { outer: 0x7d8a5c, crack: 0xa8402f, roughness: 0.7 },
  apple: { outer: 0xb3261e, crack: 0xf1e6bd, roughness: 0.3, coat: 0.9 },
  pumpkin: { outer: 0xd9701a, crack: 0xf2c56b, roughness: 0.55, coat: 0.25 },
  linen: { outer: 0x3f7f93, crack: 0xd8b877, roughness: 0.95 },
  balls: { outer: 0xffffff, crack: 0xffffff, roughness: 0.45, coat: 0.35 },
  stucco: { outer: 0xefe9dd, crack: 0xb5613f, roughness: 0.92 },
  jade: { outer: 0x4f9274, crack: 0xb4d6b6, roughness: 0.35, coat: 0.6 }, // its scan is folded in places: cracks of one hue
  '': { outer: 0xb08a5e, crack: 0x8a6a46, roughness: 0.75 },
};

/** Glazes of models in ceramic. */
const GLAZES: Readonly<Record<string, number>> = { piggy: 0xe0858c, bunny: 0x5f9d97, plate: 0xe8e4da };

let isPlain = false; // no glaze: its shader takes long where there is no graphics card

/** Paints everything with the simplest of shaders, from now on. */
export function paintPlain(): void {
  isPlain = true;
}

const made = new Map<string, [Material, Material]>();

/** The two materials of a body; bodies that look alike share them. */
export function paintOf(material: string, name: string): [Material, Material] {
  const key = `${material} ${name}`;
  let pair = made.get(key);
  if (pair === undefined) {
    const paint = PAINTS[material] ?? PAINTS.stone;
    const outer = material === 'ceramic' ? (GLAZES[name] ?? paint.outer) : paint.outer;
    pair = [mix(paint, outer), mix({ ...paint, coat: 0, roughness: 1, metalness: 0 }, paint.crack)];
    made.set(key, pair);
  }
  return pair;
}

function mix({ roughness, metalness = 0, coat = 0, opacity = 1 }: Paint, color: number): Material {
  const options = { color, roughness, metalness, transparent: opacity < 1, opacity };
  if (coat === 0 || isPlain) return new MeshStandardMaterial(options);
  return new MeshPhysicalMaterial({ ...options, clearcoat: coat, clearcoatRoughness: 0.25 });
}

/** The materials of a surface that bends: its skin, its cracks, what it meets. Cracks are the back of what is hollow. */
export function paintSkin({ paints, isHollow, isMotley }: SkinCard): Material[] {
  return paints.flatMap((name, k) => {
    const [outer, crack] = paintOf(name, '').map((material) => material.clone());
    if (isMotley) (outer as MeshStandardMaterial).vertexColors = true;
    if (k === 0 && isHollow) {
      crack.side = BackSide;
      outer.shadowSide = DoubleSide;
    }
    return [outer, crack];
  });
}

const tinted = new Map<string, Material>();

/** A plain material of a colour, for views. */
export function tintOf(r: number, g: number, b: number): Material {
  const color = new Color(r, g, b);
  const key = color.getHexString();
  let material = tinted.get(key);
  if (material === undefined) {
    material = new MeshStandardMaterial({ color, roughness: 0.8 });
    tinted.set(key, material);
  }
  return material;
}
