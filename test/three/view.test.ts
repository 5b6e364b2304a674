// A world on the stage, without a graphics card: every body is drawn where it is, pieces are dressed anew when they break,
// and nothing is left behind.

import { resolve } from 'node:path';
import * as THREE from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadAssets } from '../../scenes/assets.ts';
import { findScene } from '../../scenes/index.ts';
import type * as Contact from '../../src/contact/index.ts';
import type * as Fragment from '../../src/fragment/index.ts';
import type * as Fracas from '../../src/index.ts';
import type * as Three from '../../three/index.ts';
import type * as Frame from '../../worker/frame.ts';

// As it was emitted: modules that vitest wraps are several times as slow.
const built = (file: string) => import(resolve(import.meta.dirname, '../../dist', file));
const { createShape, extractSurface, InputError, materials, World } = (await built(
  'src/index.js',
)) as typeof Fracas;
const { colliderOf, familyOf } = (await built('src/contact/index.js')) as typeof Contact;
const { scatterSeeds } = (await built('src/fragment/index.js')) as typeof Fragment;
const { bakeGeometry, bakeObject, createSurfaceGeometry, debugLines, readGeometry, WorldView } = (await built(
  'three/index.js',
)) as typeof Three;
const { captureFrame, createSent } = (await built('worker/frame.js')) as typeof Frame;
type World = Fracas.World;
type Asset = Fracas.Asset;

const QUIET = { warmUp: false };
let plate: Asset;

beforeAll(async () => {
  const mesh = new THREE.Mesh(new THREE.CylinderGeometry(0.2, 0.15, 0.03, 16));
  mesh.name = 'plate';
  plate = await bakeGeometry(mesh, { resolution: 8, material: materials.ceramic, ...QUIET });
});

function createFall(count = 1): World {
  const world = new World({ maxPieces: 12, smallestFragment: 0 });
  world.addStatic(createShape('plane'));
  for (let k = 0; k < count; k++) {
    world.add(plate, { position: [0.5 * k, 0.3, 0], velocity: [0, -6, 0], spin: [1, 0, 2] });
  }
  world.add(createShape('sphere', 0.05), { position: [0, 1.5, 0], kind: 'static' });
  return world;
}

/** Everything that three would have to free, by counting who is told of it. */
function watch(): { alive(): number; restore(): void } {
  const seen = new Set<object>();
  const kinds = [THREE.BufferGeometry, THREE.Material, THREE.Texture] as const;
  const restores = kinds.map((kind) => {
    const own = kind.prototype.dispose;
    kind.prototype.dispose = function (this: object) {
      seen.delete(this);
      own.call(this);
    };
    return () => {
      kind.prototype.dispose = own;
    };
  });
  const attribute = THREE.BufferGeometry.prototype.setAttribute;
  THREE.BufferGeometry.prototype.setAttribute = function (name, value) {
    seen.add(this);
    return attribute.call(this, name, value);
  };
  restores.push(() => {
    THREE.BufferGeometry.prototype.setAttribute = attribute;
  });
  const restore = () => {
    for (const undo of restores) undo();
  };
  return { alive: () => seen.size, restore };
}

/** Where corners of what is drawn are, in the world: of meshes and of debris. */
function countDrawn(group: THREE.Group): number {
  let triangles = 0;
  group.traverse((child) => {
    const mesh = child as THREE.Mesh;
    if (!mesh.isMesh) return;
    triangles += mesh.geometry.index?.count ?? 0;
  });
  return triangles / 3;
}

describe('WorldView', () => {
  it('draws every body, at the pose between two steps', () => {
    const world = createFall();
    const scene = new THREE.Scene();
    const view = new WorldView(world, scene, {}, { debris: 0, ...QUIET });
    for (let frame = 0; frame < 40; frame++) {
      view.advance(1 / 50);
      expect(view.drawn).toBe(world.bodies.length);
      for (const body of world.bodies) {
        const mesh = view.meshOf(body) as THREE.Mesh;
        const o = 7 * world.indexOf(body);
        const [from, to] = [world.previousPoses, world.poses].map((p) => new THREE.Vector3().fromArray(p, o));
        const at = new THREE.Vector3().setFromMatrixPosition(mesh.matrix);
        expect(at.distanceTo(from) + at.distanceTo(to)).toBeCloseTo(from.distanceTo(to), 5);
      }
    }
    expect(world.bodies.length).toBeGreaterThan(8);
    view.dispose();
    expect(scene.children).toEqual([]);
  });

  it('draws pieces as debris, a batch for each material, and moves and picks them', () => {
    const world = createFall();
    const [outer, crack] = [new THREE.MeshBasicMaterial(), new THREE.MeshBasicMaterial()];
    const view = new WorldView(world, new THREE.Scene(), { plate: { surface: outer, crack } }, QUIET);
    for (let frame = 0; frame < 60; frame++) view.advance(1 / 60);
    const batches = view.group.children.filter((child) => child instanceof THREE.BatchedMesh);
    expect(batches.map(({ material }) => material).sort()).toEqual([outer, crack].sort());
    expect(view.drawn).toBe(world.bodies.length);
    view.group.updateMatrixWorld(true);
    const hits = world.bodies.slice(1).filter((body) => {
      const [x, y, z] = world.info(body).center;
      const ray = new THREE.Raycaster(new THREE.Vector3(x, y + 1, z), new THREE.Vector3(0, -1, 0));
      const found = ray.intersectObject(view.group).map((hit) => view.bodyOf(hit));
      return found.includes(body);
    });
    expect(hits.length).toBeGreaterThan(0.7 * (world.bodies.length - 1)); // a ray may miss what is bent
    view.dispose();
  });

  it('draws a frame of a world elsewhere as it draws the world itself', () => {
    const world = createFall();
    const sent = createSent();
    const here = new WorldView(world, new THREE.Scene(), {}, { debris: 0, ...QUIET });
    const remote = { ask() {}, frame: () => new Promise(() => {}) };
    const there = new WorldView(remote as never, new THREE.Scene(), {}, { debris: 0 });
    for (let frame = 0; frame < 40; frame++) {
      const share = world.advance(1 / 50);
      here.update(share);
      there.show({ ...captureFrame(world, sent), share });
    }
    for (let frame = 0; frame < 9; frame++) here.update(); // what was too much for one frame
    there.show(captureFrame(world, sent));
    for (const body of world.bodies) {
      const [a, b] = [here, there].map((view) => view.meshOf(body) as THREE.Mesh);
      expect(b.geometry.index?.array).toEqual(a.geometry.index?.array);
      expect(b.geometry.getAttribute('uv').array).toEqual(a.geometry.getAttribute('uv').array);
      expect(b.matrix.elements.map((x) => Math.fround(x))).toEqual(
        a.matrix.elements.map((x) => Math.fround(x)),
      );
    }
    expect(() => there.update()).toThrow('in a worker');
  });

  it('asks a world in a worker for one frame at a time, for all the seconds that have passed', async () => {
    const world = createFall();
    const sent = createSent();
    const asked: number[] = [];
    let answer = () => {};
    const remote = {
      ask() {},
      frame: () => Promise.resolve(captureFrame(world, sent)),
      advance(seconds: number) {
        asked.push(seconds);
        return new Promise((done, fail) => {
          answer = () => {
            if (asked.length > 2) fail(new Error('the worker is gone'));
            const share = world.advance(seconds);
            done({ share, ...captureFrame(world, sent) });
          };
        });
      },
    };
    const errors: unknown[] = [];
    const onError = (error: unknown) => errors.push(error);
    const view = new WorldView(remote as never, new THREE.Scene(), {}, { onError });
    await new Promise((done) => setTimeout(done));
    expect(view.drawn).toBe(3);
    for (let k = 0; k < 4; k++) view.advance(1 / 64);
    expect(asked).toEqual([1 / 64]);
    answer();
    await new Promise((done) => setTimeout(done));
    view.advance(1 / 64);
    expect(asked).toEqual([1 / 64, 4 / 64]);
    answer();
    await new Promise((done) => setTimeout(done));
    view.advance(1 / 64);
    answer();
    await new Promise((done) => setTimeout(done));
    expect(errors).toHaveLength(1);
    view.dispose();
  });

  it('takes looks by name, by substance, by shape and by function', () => {
    const world = createFall();
    const paint = new THREE.MeshBasicMaterial();
    const body = world.bodies[1];
    const materialOf = (looks: ConstructorParameters<typeof WorldView>[2]) => {
      const view = new WorldView(world, new THREE.Scene(), looks, QUIET);
      return [view.meshOf(body)?.material].flat()[0];
    };
    expect(materialOf({ plate: paint })).toBe(paint);
    expect(materialOf({ ceramic: { surface: paint } })).toBe(paint);
    expect(materialOf({ default: paint })).toBe(paint);
    expect(materialOf(({ name }) => (name === 'plate' ? paint : null))).toBe(paint);
    expect(materialOf({})).toBeInstanceOf(THREE.MeshStandardMaterial);
    expect(materialOf({ plate: null })).toBeUndefined();
    const wrong = () => new WorldView(world, new THREE.Scene(), {}, { debris: -1, ...QUIET });
    expect(wrong).toThrow(InputError);
  });

  it('shows colours of vertices, and cracks beside them', async () => {
    const box = new THREE.BoxGeometry(0.3, 0.3, 0.3);
    box.setAttribute('color', new THREE.BufferAttribute(new Float32Array(72).fill(0.5), 3));
    const asset = await bakeGeometry(box, { resolution: 4, cells: 12, ...QUIET });
    const world = new World();
    const body = world.add(asset);
    const view = new WorldView(world, new THREE.Scene(), {}, { debris: 0, ...QUIET });
    const sent = createSent();
    const remote = { ask() {}, frame: () => new Promise(() => {}) };
    const there = new WorldView(remote as never, new THREE.Scene(), {}, { debris: 0 });
    for (const isWhole of [true, false]) {
      if (!isWhole) world.split(body, { kind: 'slice', normal: [1, 0, 0], offset: 0 });
      view.update();
      there.show(captureFrame(world, sent));
      for (const { geometry, material } of [view.meshOf(body), there.meshOf(body)] as THREE.Mesh[]) {
        expect(geometry.getAttribute('color')).toBeDefined();
        expect([material].flat().map((one) => one.vertexColors)).toContain(true);
        expect([material].flat().at(-1)?.vertexColors).toBe(false); // of cracks
      }
    }
    view.dispose();
    there.dispose();
  });

  it('draws nothing once it is disposed of, and says what it was given wrongly', async () => {
    const world = createFall();
    const scene = new THREE.Scene();
    const view = new WorldView(world, scene, {}, QUIET);
    view.dispose();
    view.advance(1 / 60);
    view.update();
    expect([scene.children.length, view.group.children.length, view.drawn, world.time]).toEqual([0, 0, 0, 0]);
    const create = (...args: unknown[]) =>
      new WorldView(...(args as ConstructorParameters<typeof WorldView>));
    expect(() => create(Promise.resolve(), scene)).toThrow('await');
    expect(() => create(world)).toThrow('scene');
    expect(() => create(world, scene, { plate: 'red' })).toThrow("the look of 'plate' is red");
    expect(() => create(world, scene, { plate: { material: 1 } })).toThrow("'material'");
    expect(() => create(world, scene, { plate: { crack: 'red' } })).toThrow('red in place of a Material');
    await expect(bakeObject({ scene } as never)).rejects.toThrow('gltf.scene');
  });

  it('fades what is too much', () => {
    const world = new World({ maxPieces: 12, smallestFragment: 0, maxFragments: 3, fadeTime: 0.3 });
    world.addStatic(createShape('plane'));
    world.add(plate, { position: [0, 0.3, 0], velocity: [0, -6, 0] });
    const view = new WorldView(world, new THREE.Scene(), {}, { debris: 0, ...QUIET });
    let faded = 0;
    for (let frame = 0; frame < 90; frame++) {
      view.advance(1 / 60);
      expect(view.drawn).toBe(world.bodies.length);
      for (const body of world.bodies) {
        const { opacity, transparent } = [view.meshOf(body)?.material].flat()[0] as THREE.Material;
        expect(opacity).toBeCloseTo(world.opacity(body));
        if (transparent) faded++;
      }
    }
    expect(faded).toBeGreaterThan(10);
    view.dispose();
  });

  it.each([0, Infinity])('leaves nothing behind over 100 rounds of break and reset, debris %d', (debris) => {
    const watcher = watch();
    try {
      const world = createFall();
      const scene = new THREE.Scene();
      const view = new WorldView(world, scene, {}, { debris, ...QUIET });
      const start = world.snapshot();
      const before = watcher.alive();
      let broke = 0;
      // A body that breaks, is drawn and taken away, and another in its place.
      for (let round = 0; round < 100; round++) {
        const body = world.bodies.find((other) => world.info(other).asset !== null) ?? -1;
        world.split(body, { kind: 'slice', normal: [1, 0, 0], offset: 0.01 * (round % 7) });
        world.split(body, { kind: 'slice', normal: [0, 0, 1], offset: 0 });
        view.update();
        broke = Math.max(broke, view.drawn);
        for (const other of world.bodies.slice(1)) if (world.info(other).asset !== null) world.remove(other);
        world.add(plate, { position: [0, 0.3, 0] });
        view.update();
        expect(view.drawn).toBe(3);
        expect(view.group.children.length).toBe(3);
      }
      expect(broke).toBeGreaterThan(4);
      expect(watcher.alive()).toBe(before);
      view.dispose();
      expect(watcher.alive()).toBe(0);
      expect(scene.children).toEqual([]);
      expect(start.length).toBeGreaterThan(0);
    } finally {
      watcher.restore();
    }
  });
});

describe('groups', () => {
  it('in are groups out, and one more for the crack', async () => {
    const box = new THREE.BoxGeometry(0.4, 0.3, 0.2, 2, 2, 2); // six groups
    const asset = await bakeGeometry(box, { resolution: 6, material: materials.brick, ...QUIET });
    const world = new World();
    const body = world.add(asset);
    const whole = createSurfaceGeometry(extractSurface(world.info(body)) as never);
    expect(whole.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(countDrawn(new THREE.Group().add(new THREE.Mesh(whole)) as THREE.Group)).toBe(12);
    const pieces = [body, ...world.split(body, { kind: 'slice', normal: [1, 0, 0], offset: 0.03 })];
    for (const piece of pieces) {
      const geometry = createSurfaceGeometry(extractSurface(world.info(piece)) as never);
      const groups = geometry.groups.map(({ materialIndex }) => materialIndex);
      expect(groups).toContain(6);
      expect(groups.length).toBe(6); // five sides and the crack
      const { uvs } = readGeometry(geometry);
      expect(uvs?.some((x) => x > 0)).toBe(true);
    }
  });
});

describe('what is drawn weighs no more than it must', () => {
  /** Triangles of an asset that is broken along so many cells: as they are cut, and as they are drawn. */
  function countBroken(asset: Asset, seeds: number): { pieces: number; cut: number; drawn: number } {
    const world = new World();
    const body = world.add(asset);
    const family = familyOf(colliderOf(world.info(body)).collider);
    world.split(body, { kind: 'voronoi', seeds: scatterSeeds(family, 0, { count: seeds, seed: 1 }) });
    const count = (tolerance?: number): number =>
      world.bodies.reduce((sum, piece) => {
        const surface = extractSurface(world.info(piece), tolerance === undefined ? {} : { tolerance });
        return sum + (surface?.indices.length ?? 0) / 3;
      }, 0);
    return { pieces: world.bodies.length, cut: count(0), drawn: count() };
  }

  it('a piggy bank in 32 pieces: at most 16,000 triangles', async () => {
    const { piggy } = await loadAssets(findScene('piggy') as NonNullable<ReturnType<typeof findScene>>);
    const { pieces, cut, drawn } = countBroken(piggy, 29);
    expect(pieces).toBe(32);
    expect(cut).toBeGreaterThan(23_738);
    expect(drawn).toBeLessThan(16_000);
  });

  it('a vase of 1,040 triangles at resolution 12, broken: at most 9,000', async () => {
    const at = [0, 0, 0.25, 0, 0.3, 0.1, 0.32, 0.3, 0.2, 0.55, 0.12, 0.7, 0.16, 0.8];
    const back = [0.13, 0.8, 0.09, 0.7, 0.17, 0.55, 0.28, 0.3, 0.26, 0.12, 0.2, 0.05, 0, 0.05];
    const wall = [...at, ...back];
    const profile = Array.from({ length: 14 }, (_, k) => new THREE.Vector2(wall[2 * k], wall[2 * k + 1]));
    const lathe = new THREE.LatheGeometry(profile, 40);
    expect((lathe.index?.count ?? 0) / 3).toBe(1040);
    const vase = await bakeGeometry(lathe, { resolution: 12, material: materials.ceramic, ...QUIET });
    const { pieces, cut, drawn } = countBroken(vase, 32);
    expect(pieces).toBeGreaterThanOrEqual(32);
    expect(cut).toBeGreaterThan(17_000);
    expect(drawn).toBeLessThan(9000);
    const whole = extractSurface(world(vase)) as Fracas.Surface;
    expect(whole.indices.length / 3).toBeLessThan(1040 + 100);
  });

  function world(asset: Asset): Fracas.BodyInfo {
    const alone = new World();
    return alone.info(alone.add(asset));
  }
});

describe('debugLines', () => {
  it('draws what it is asked for, and refuses the rest', () => {
    const world = createFall(2);
    const counts = (['contacts', 'boxes', 'spheres', 'islands'] as const).map((what) => {
      const lines = debugLines(world, what);
      for (let step = 0; step < 12; step++) world.step(1 / 60);
      lines.update();
      const { count } = lines.geometry.drawRange;
      expect(count % 2).toBe(0);
      lines.dispose();
      return count;
    });
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(counts[1]).toBe(24 * (world.bodies.length - 1)); // the plane has no end
    expect(() => debugLines(world, 'nonsense' as never)).toThrow("no lines of 'nonsense'");
    expect(() => debugLines({} as World)).toThrow('World on this thread');
  });
});
