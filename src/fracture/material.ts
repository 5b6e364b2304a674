// What a solid is made of, in SI units. Stiffness and density are those of the handbooks. Strength and crack energy are
// those that make things of 5 cm to 3 m break as one has seen them break: an impact is short, real surfaces are worn,
// and most of the energy goes into heat and sound, not into cracks (docs/materials.md).

import { checkOwn, checkRecord, refuse, refuseName, show } from '../job/check.ts';
import { InputError } from '../job/error.ts';

/** Plain data; survives JSON. */
export interface Material {
  /** What it is called: looks and reports name it. */
  readonly name: string;
  /** Kg/m³. */
  readonly density: number;
  /** Young's modulus, Pa. */
  readonly young: number;
  /** Poisson's ratio, 0 to below 0.5. */
  readonly poisson: number;
  /** Tension at which cracks begin in an impact, Pa; Infinity never breaks. */
  readonly strength: number;
  /** Taken up by a square metre of crack, J/m². */
  readonly crackEnergy: number;
  /** Coefficient of friction; a pair has the geometric mean of both. */
  readonly friction: number;
  /** 0 to 1. */
  readonly restitution: number;
  /** How much impacts that do not break it weaken it, 0: not at all, 1: fully. */
  readonly damage: number;
}

/** A material of given properties; those left out are those of `like`. Throws on what no material has. */
export function createMaterial(properties: Partial<Material>, like: Material = materials.stone): Material {
  checkRecord('properties', properties, [], 'an object such as { strength: 1e7 }');
  checkRecord('like', like, [], 'one of `materials`');
  for (const key of Object.keys(properties)) {
    if (!Object.hasOwn(materials.stone, key))
      throw refuseName('properties', key, Object.keys(materials.stone));
  }
  const { name, density, young, poisson, strength, crackEnergy, friction, restitution, damage } = {
    ...like,
    ...properties,
  };
  const material = {
    name,
    density,
    young,
    poisson,
    strength,
    crackEnergy,
    friction,
    restitution,
    damage,
  };
  checkMaterial(material);
  return material;
}

/** The same material, so many times as strong. */
export function strengthenMaterial(material: Material, factor: number): Material {
  if (!(typeof factor === 'number' && factor > 0)) throw refuse('factor', factor, 'a number above 0');
  checkMaterial(material);
  return createMaterial({ strength: factor * material.strength }, material);
}

/** Throws unless a material is whole and possible. */
export function checkMaterial(material: Material): void {
  if (material === null || typeof material !== 'object') {
    throw new InputError(
      'bad-argument',
      `material is ${show(material)}: give one of \`materials\` or your own`,
    );
  }
  checkOwn('material', material);
  for (const key of ['density', 'young', 'crackEnergy'] as const) require(material, key, 0, Infinity, true);
  require(material, 'strength', 0, Infinity, true, true);
  require(material, 'poisson', 0, 0.4999);
  require(material, 'friction', 0, Infinity);
  require(material, 'restitution', 0, 1);
  require(material, 'damage', 0, 1);
  if (typeof material.name === 'string') return;
  throw new InputError('bad-argument', `material.name is ${show(material.name)}: give a text`);
}

function require(
  material: Material,
  key: keyof Material,
  low: number,
  high: number,
  above = false,
  endless = false,
): void {
  const value = material[key] as number;
  const inside = typeof value === 'number' && (above ? value > low : value >= low) && value <= high;
  if (inside && (endless || value < Infinity)) return;
  const range =
    high === Infinity
      ? above
        ? `a number above ${low}`
        : `a number from ${low} up`
      : `a number from ${low} to ${high}`;
  throw new InputError('bad-argument', `material.${key} is ${show(value)}: give ${range}`);
}

type MaterialName = 'glass' | 'ceramic' | 'brick' | 'plaster' | 'concrete' | 'ice' | 'stone' | 'steel';

/** Materials to begin with. */
export const materials: Readonly<Record<MaterialName, Material>> = Object.freeze({
  glass: Object.freeze({
    name: 'glass',
    density: 2500,
    young: 70e9,
    poisson: 0.22,
    strength: 110e6,
    crackEnergy: 50,
    friction: 0.4,
    restitution: 0.1,
    damage: 0,
  }),
  ceramic: Object.freeze({
    name: 'ceramic',
    density: 2400,
    young: 60e9,
    poisson: 0.2,
    strength: 60e6,
    crackEnergy: 60,
    friction: 0.5,
    restitution: 0.1,
    damage: 0.05,
  }),
  brick: Object.freeze({
    name: 'brick',
    density: 1900,
    young: 10e9,
    poisson: 0.15,
    strength: 15e6,
    crackEnergy: 60,
    friction: 0.7,
    restitution: 0.05,
    damage: 0.3,
  }),
  plaster: Object.freeze({
    name: 'plaster',
    density: 1100,
    young: 4e9,
    poisson: 0.2,
    strength: 4e6,
    crackEnergy: 20,
    friction: 0.6,
    restitution: 0.05,
    damage: 0.3,
  }),
  concrete: Object.freeze({
    name: 'concrete',
    density: 2400,
    young: 30e9,
    poisson: 0.2,
    strength: 28e6,
    crackEnergy: 100,
    friction: 0.7,
    restitution: 0.05,
    damage: 0.2,
  }),
  ice: Object.freeze({
    name: 'ice',
    density: 917,
    young: 9e9,
    poisson: 0.33,
    strength: 6e6,
    crackEnergy: 10,
    friction: 0.05,
    restitution: 0.1,
    damage: 0.1,
  }),
  stone: Object.freeze({
    name: 'stone',
    density: 2650,
    young: 50e9,
    poisson: 0.25,
    strength: 45e6,
    crackEnergy: 120,
    friction: 0.6,
    restitution: 0.1,
    damage: 0.1,
  }),
  steel: Object.freeze({
    name: 'steel',
    density: 7850,
    young: 200e9,
    poisson: 0.29,
    strength: Infinity,
    crackEnergy: 1e5,
    friction: 0.4,
    restitution: 0.2,
    damage: 0,
  }),
});
