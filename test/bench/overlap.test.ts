// The judge of overlaps, against cases of known depth and against dense samples of both surfaces.

import { describe, expect, it } from 'vitest';
import {
  createOverlapJudge,
  judgeOverlaps,
  judgePair,
  type Placed,
  placeBodies,
  skinMesh,
} from '../../bench/overlap.ts';
import { createShape } from '../../src/contact/shape.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { createFrame, setFrame } from '../../src/math/rigid.ts';
import { createBox, createTorus } from '../../src/mesh/shapes/index.ts';
import { distanceSurface, type SurfaceQuery } from '../../src/mesh/surface-distance.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { World } from '../../src/world/world.ts';
import { boxAsset } from '../world/things.ts';

const EPSILON = 1e-4;

function placeMesh(mesh: TriangleMesh, pose: number[]): Placed {
  const frame = createFrame();
  setFrame(frame, Float64Array.from(pose), 0);
  const info = { center: pose.slice(0, 3), radius: 1, pose, kind: 'dynamic' } as unknown as Placed['info'];
  return { id: 0, info, skin: skinMesh(mesh, 1), frame, family: mesh };
}

/** The deepest of many points of one surface in the other. */
function sampleDepth(a: Placed, b: Placed, count: number, seed: number): number {
  const random = createRandom(seed);
  const out = new Float64Array(4);
  let deepest = 0;
  for (const [from, into] of [
    [a, b],
    [b, a],
  ]) {
    const { indices } = from.skin.query as SurfaceQuery;
    for (let k = 0; k < count; k++) {
      const t = 3 * Math.floor((nextFloat(random) * indices.length) / 3);
      const [u, v] = [nextFloat(random), nextFloat(random)];
      const w = [1 - Math.sqrt(u), Math.sqrt(u) * (1 - v), v * Math.sqrt(u)];
      const q = [0, 0, 0];
      for (let c = 0; c < 3; c++) {
        for (let d = 0; d < 3; d++) q[d] += w[c] * from.skin.positions[3 * indices[t + c] + d];
      }
      const at = [0, 1, 2].map(
        (d) =>
          from.frame[9 + d] +
          from.frame[3 * d] * q[0] +
          from.frame[3 * d + 1] * q[1] +
          from.frame[3 * d + 2] * q[2] -
          into.frame[9 + d],
      );
      const back = [0, 1, 2].map((d) => [0, 1, 2].reduce((sum, e) => sum + into.frame[3 * e + d] * at[e], 0));
      distanceSurface(out, into.skin.query as SurfaceQuery, Float64Array.from(back), 0, -1);
      deepest = Math.max(deepest, -out[0]);
    }
  }
  return deepest;
}

describe('known depths', () => {
  const box = createBox({ size: [1, 1, 1], edge: 0.5 });
  it('faces, corners, edges across each other, and none', () => {
    const at = (...pose: number[]) =>
      judgePair(placeMesh(box, [0, 0, 0, 0, 0, 0, 1]), placeMesh(box, pose), EPSILON);
    expect(at(0.1, 0.98, 0.2, 0, 0, 0, 1).depth).toBeCloseTo(0.02, 9);
    expect(at(0.1, 1.00005, 0.2, 0, 0, 0, 1)).toEqual({ depth: 0, apart: expect.closeTo(0.00005, 9) });
    expect(at(0.1, 1.1, 0.2, 0, 0, 0, 1)).toEqual({ depth: 0, apart: Infinity });
    // Two edges at right angles: the upper edge of one along x, the lower one of the other along z, each turned by 45°.
    const s = Math.sin(Math.PI / 8);
    const c = Math.cos(Math.PI / 8);
    const below = placeMesh(box, [0, 0, 0, s, 0, 0, c]);
    const above = placeMesh(box, [0, 2 * Math.SQRT1_2 - 0.05, 0, 0, 0, s, c]);
    expect(judgePair(below, above, EPSILON).depth).toBeCloseTo(0.05 * Math.SQRT1_2, 3);
  });

  it('spheres, planes and bodies of a world', async () => {
    const world = new World({ gravity: [0, 0, 0] });
    world.addStatic(createShape('plane'));
    world.add(createShape('sphere', 0.1), { position: [0, 0.09, 0] });
    world.add(createShape('sphere', 0.1), { position: [0, 0.285, 0] });
    world.add(await boxAsset(0.2, 0.2, 0.2, 0.1), { position: [1, 0.097, 0] });
    world.add(createShape('box', 0.1, 0.1, 0.1), { position: [1.19, 0.297, 0] });
    const overlaps = judgeOverlaps(placeBodies(createOverlapJudge(), world)).filter(
      ({ depth }) => depth > 1e-6,
    );
    const depths = overlaps.map(({ depth }) => depth).sort((x, y) => x - y);
    expect(depths).toHaveLength(3);
    for (const [k, depth] of [0.003, 0.005, 0.01].entries()) expect(depths[k]).toBeCloseTo(depth, 6);
    expect(Math.min(...overlaps.map(({ epsilon }) => epsilon))).toBeCloseTo(0.002 * 0.1, 9);
  });
});

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i', (seed) => {
  it('is no less than any of many samples, and no more than a little beyond the deepest', () => {
    const random = createRandom(seed);
    const shapes = [
      createBox({ size: [0.5, 0.2, 0.3], edge: 0.2 }),
      createTorus({ radius: 0.3, tube: 0.1, triangles: 400 }),
    ];
    const turn = (): number[] => {
      const q = [0, 0, 0, 0].map(() => nextFloat(random) - 0.5);
      const length = Math.hypot(...q);
      return q.map((x) => x / length);
    };
    const a = placeMesh(shapes[seed % 2], [0, 0, 0, ...turn()]);
    // Moved apart until they overlap little: deeper than the middle of a part, faces have places of their own that are deepest.
    const away = [0, 0, 0].map(() => nextFloat(random) - 0.5);
    const rotation = turn();
    const at = (far: number): Placed =>
      placeMesh(shapes[(seed >> 1) % 2], [...away.map((x) => far * x), ...rotation]);
    let far = 0.1; // not one in the other
    while (judgePair(a, at(far), EPSILON).depth > 0.02) far += 0.01;
    const b = at(far);
    const { depth } = judgePair(a, b, EPSILON);
    const sampled = sampleDepth(a, b, 60000, seed);
    expect(depth).toBeGreaterThan(sampled - EPSILON);
    expect(depth).toBeLessThan(sampled + 0.004); // samples fall short by their distance
  });
});
