// Animated GLB: accepted by the validator of the Khronos group, with every thing shown from when to when it should be.

import { createRequire } from 'node:module';
import { WebIO } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { type MovingMesh, writeFilm } from '../../io/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';

const { validateBytes } = createRequire(import.meta.url)('gltf-validator') as {
  validateBytes(
    bytes: Uint8Array,
  ): Promise<{ issues: { numErrors: number; numWarnings: number; messages: unknown[] } }>;
};

const box = shapes.createBox();
const things: MovingMesh[] = [
  {
    name: 'falls',
    mesh: box,
    color: [1, 0, 0],
    times: [0, 0.5, 1],
    poses: [0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 0, 0.6, 0.8, 0, 0, 0, 0, 0, -0.8, -0.6],
    from: 0,
    to: 0.7,
  },
  {
    name: 'comes',
    mesh: box,
    color: [1, 0, 0],
    times: [0.7],
    poses: [0, 0, 0, 0, 0, 0, 1],
    from: 0.7,
    to: Infinity,
  },
];

describe('writeFilm', () => {
  it('writes what the validator accepts, without a warning', async () => {
    const { issues } = await validateBytes(await writeFilm(things, 1));
    expect(issues.messages).toEqual([]);
    expect(issues.numErrors).toBe(0);
  });

  it('shares meshes, moves by keys, turns the short way, and shows by scale', async () => {
    const document = await new WebIO().readBinary(await writeFilm(things, 1));
    const root = document.getRoot();
    expect(root.listMeshes().length).toBe(1);
    const [film] = root.listAnimations();
    const track = (name: string, path: string) =>
      film
        .listChannels()
        .find((c) => c.getTargetNode()?.getName() === name && c.getTargetPath() === path)
        ?.getSampler();
    expect([...(track('falls', 'translation')?.getOutput()?.getArray() ?? [])].slice(3, 6)).toEqual([
      0, 0.5, 0,
    ]);
    const turns = track('falls', 'rotation')?.getOutput()?.getArray() ?? [];
    expect(turns[2 * 4 + 3]).toBeCloseTo(0.6, 6); // the sign nearer to the one before
    expect([...(track('falls', 'scale')?.getOutput()?.getArray() ?? [])]).toEqual([1, 1, 1, 0, 0, 0]);
    expect([...(track('comes', 'scale')?.getOutput()?.getArray() ?? [])]).toEqual([0, 0, 0, 1, 1, 1]);
    expect(track('comes', 'translation')).toBeUndefined();
  });

  it('refuses an empty film', async () => {
    await expect(writeFilm([], 1)).rejects.toThrow(/at least one/);
  });
});
