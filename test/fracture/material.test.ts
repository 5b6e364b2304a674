import { describe, expect, it } from 'vitest';
import { buildBrittle, buildFamilyTopology } from '../../src/fragment/index.ts';
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
    const asset = await bake(mesh, { resolution: 2, material: materials.steel });
    expect(asset.modes).toBeNull();
    expect(asset.hash).not.toBe(plain.hash);
    expect(decodeAsset(encodeAsset(asset)).material).toEqual(materials.steel);
    await expect(bake(mesh, { material: { ...materials.glass, young: -1 } })).rejects.toThrow(
      'material.young',
    );
  });

  it('one that can break is baked with its modes, in a stage of its own, and stored with them', async () => {
    const mesh = createBox({ size: [0.2, 0.06, 0.1], edge: 0.1 });
    const options = { resolution: 4, material: materials.brick };
    const stages = new Set<string>();
    let last = 0;
    const asset = await bake(mesh, {
      ...options,
      onProgress: (stage, fraction) => {
        stages.add(stage);
        expect(fraction).toBeGreaterThanOrEqual(last);
        last = fraction;
      },
    });
    expect([...stages].slice(-2)).toEqual(['modes', 'tree']);
    expect(last).toBe(1);
    const { modes } = asset;
    expect(modes?.count).toBe(20);
    const back = decodeAsset(encodeAsset(asset));
    expect(back.modes).toEqual(modes);
    expect(back.hash).toBe(asset.hash);
    const brittle = buildBrittle(buildFamilyTopology(back), back.thickness, back.modes);
    expect(brittle.modal?.count).toBe(20);
    const forged = { ...asset, modes: modes && { ...modes, shape: modes.shape.slice(3) } };
    expect(() => decodeAsset(encodeAsset(forged))).toThrow('its modes do not fit each other');

    const controller = new AbortController();
    const cancelled = bake(mesh, {
      ...options,
      signal: controller.signal,
      onProgress: (stage) => stage === 'modes' && controller.abort(),
    });
    await expect(cancelled).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});
