import { describe, expect, it } from 'vitest';
import {
  bake,
  createMaterial,
  decodeAsset,
  encodeAsset,
  materials,
  strengthenMaterial,
} from '../../src/index.ts';
import { createBox } from '../../src/mesh/shapes/box.ts';

describe('materials', () => {
  it('presets are materials, and what is left out comes from another', () => {
    for (const [name, material] of Object.entries(materials)) {
      expect(material.name).toBe(name);
      expect(createMaterial({}, material)).toEqual(material);
    }
    const own = createMaterial({ name: 'jade', strength: 5e7 }, materials.glass);
    expect(own).toEqual({ ...materials.glass, name: 'jade', strength: 5e7 });
    expect(strengthenMaterial(own, 2).strength).toBe(1e8);
    expect(strengthenMaterial(materials.steel, 2).strength).toBe(Infinity);
  });

  it('names the property that is wrong', () => {
    expect(() => createMaterial({ young: 0 })).toThrow('material.young is 0: give a number above 0');
    expect(() => createMaterial({ poisson: 0.5 })).toThrow('material.poisson is 0.5');
    expect(() => createMaterial({ density: Infinity })).toThrow('material.density');
    expect(() => createMaterial({ restitution: 1.5 })).toThrow('from 0 to 1');
    expect(() => createMaterial({ strength: Number.NaN })).toThrow('material.strength');
    expect(() => strengthenMaterial(materials.ice, 0)).toThrow('factor is 0');
  });

  it('an asset carries its material, an endless strength too', async () => {
    const mesh = createBox({ size: [1, 1, 1], edge: 0.5 });
    const plain = await bake(mesh, { resolution: 2 });
    expect(plain.material).toBeNull();
    const hashes = new Set([plain.hash]);
    for (const material of [materials.steel, materials.glass]) {
      const asset = await bake(mesh, { resolution: 2, material });
      expect(decodeAsset(encodeAsset(asset)).material).toEqual(material);
      hashes.add(asset.hash);
    }
    expect(hashes.size).toBe(3);
    await expect(bake(mesh, { material: { ...materials.glass, young: -1 } })).rejects.toThrow(
      'material.young',
    );
  });
});
