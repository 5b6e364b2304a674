// A world that went back is drawn as it is: what broke in another way, and what came instead of something else, have the ids
// and the numbers of events of what was drawn before.

import * as THREE from 'three';
import { expect, it } from 'vitest';
import { createShape, materials, World } from '../../src/index.ts';
import { WorldView } from '../../three/index.ts';
import { boxAsset } from '../world/things.ts';

const cube = await boxAsset(0.4, 0.4, 0.4, 0.1);

/** How far what is drawn of a body reaches along each axis. */
function reach(view: WorldView, body: number): number[] {
  const { geometry } = view.meshOf(body) as THREE.Mesh;
  geometry.computeBoundingBox();
  return (geometry.boundingBox as THREE.Box3).max.toArray().map((x) => Math.round(100 * x) / 100);
}

const draw = (world: World) => new WorldView(world, new THREE.Scene(), {}, { warmUp: false, debris: 0 });

it('draws what broke in another way since', () => {
  const world = new World({ gravity: [0, 0, 0] });
  const body = world.add(cube);
  const moment = world.keep();
  const view = draw(world);
  const versions: number[] = [];
  for (const normal of [
    [1, 0, 0],
    [0, 1, 0],
  ]) {
    world.goBack(moment);
    expect(world.version(body)).toBe(0);
    world.split(body, { kind: 'slice', normal, offset: 0.1 });
    view.update();
    versions.push(world.version(body));
    expect(reach(view, body)).toEqual(normal.map((n) => (n === 1 ? 0.1 : 0.2)));
  }
  expect(versions[1]).toBeGreaterThan(versions[0]);
  const again = world.keep();
  const drawn = view.meshOf(body);
  world.goBack(again);
  view.update();
  expect(view.meshOf(body)).toBe(drawn); // the same is not drawn anew
  expect(world.version(body)).toBe(versions[1]);
});

it('draws what came instead of something else', () => {
  const world = new World({ gravity: [0, 0, 0] });
  const moment = world.keep();
  const view = draw(world);
  const ids = [createShape('sphere', 0.3), cube, createShape('box', 0.1, 0.1, 0.1)].map((source, k) => {
    world.goBack(moment);
    const body = world.add(source, { material: materials.glass });
    view.update();
    expect(reach(view, body)).toEqual([0, 1, 2].map(() => [0.3, 0.2, 0.1][k]));
    return body;
  });
  expect(new Set(ids).size).toBe(1);
});
