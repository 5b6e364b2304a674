import { describe, expect, it } from 'vitest';
import { type BodyScene, playFrame } from '../../scenes/surface/body-scene.ts';
import { cloth } from '../../scenes/surface/cloth.ts';
import { createExplosion } from '../../scenes/surface/dragon.ts';
import { nBody } from '../../scenes/surface/n-body.ts';
import { walls } from '../../scenes/surface/walls.ts';
import { createSphere } from '../../src/mesh/shapes/sphere.ts';
import { collideSurface, createSurfacePairs } from '../../src/surface/collide.ts';
import { beginStep } from '../../src/surface/edit.ts';
import { createSurface, type Surface } from '../../src/surface/surface.ts';
import { updateSurface } from '../../src/surface/update.ts';
import { validateSurface } from '../../src/surface/validate.ts';

function play(scene: BodyScene, frames: number): Surface {
  const surface = createSurface();
  const playing = scene.play(surface);
  while (playing.frame < frames) {
    beginStep(surface);
    playFrame(playing);
  }
  updateSurface(surface);
  return surface;
}

const bodies = ({ node }: Surface) => node.filter((n) => n >= 0).length;

describe('surface scenes', () => {
  it('n-body: 106 balls of 320 triangles', () => {
    const surface = play(nBody, 3);
    expect(surface.tree.leafCount).toBe(33920);
    expect(collideSurface(createSurfacePairs(), surface, { scope: 'within' })).toBe(0);
  });

  it('breaking walls: the first wall breaks into pieces, closed, that do not intersect themselves', () => {
    const surface = play(walls, walls.fractures[0]);
    expect(surface.tree.leafCount).toBeGreaterThan(52000);
    expect(bodies(surface)).toBeGreaterThan(100);
    expect(collideSurface(createSurfacePairs(), surface, { scope: 'within' })).toBe(0);
  });

  it('explosion: bursts along its edges, keeps its triangles, the same bits every time', () => {
    const ball = createSphere({ frequency: 10 });
    const scene = createExplosion(ball, createSphere({ frequency: 4 }));
    const last = scene.fractures[1] + 1;
    const surface = play(scene, last);
    validateSurface(surface);
    expect(surface.tree.leafCount).toBe(2000 + 320);
    expect(bodies(surface)).toBeGreaterThan(15);
    expect(surface.end).toEqual(play(scene, last).end);
  });

  it('cloth: 92 K triangles, and the cloth does not cross itself before it folds', () => {
    const surface = play(cloth, 4);
    expect(surface.tree.leafCount).toBe(92092);
    expect(collideSurface(createSurfacePairs(), surface)).toBe(0);
  });
});
