import { describe, expect, it } from 'vitest';
import { RESTRUCTURE_RULES } from '../../src/hierarchy/restructure.ts';
import { collideSurface, createSurfacePairs } from '../../src/surface/collide.ts';
import {
  addBody,
  beginStep,
  deleteBody,
  mergeBodies,
  moveBody,
  replaceBody,
} from '../../src/surface/edit.ts';
import { splitBody } from '../../src/surface/split.ts';
import { createSurface, type Surface, verticesOf } from '../../src/surface/surface.ts';
import { createSurfaceContacts, sweepSurface } from '../../src/surface/sweep.ts';
import { updateSurface } from '../../src/surface/update.ts';
import { validateSurface } from '../../src/surface/validate.ts';
import { findGarbage } from '../support/allocation.ts';
import {
  collideBrute,
  createRandomPatch,
  createSheet,
  nameContacts,
  seeded,
  sweepBrute,
} from '../support/surfaces.ts';

function trianglesOf({ body, triangleCount }: Surface, id: number): number[] {
  const list: number[] = [];
  for (let t = 0; t < triangleCount; t++) if (body[t] === id) list.push(t);
  return list;
}

function createSmall(random: () => number) {
  const [x, y, z] = [4 * random(), 4 * random(), 4 * random()];
  const bend = random() - 0.5;
  return createSheet(1 + Math.floor(4 * random()), 1 + Math.floor(3 * random()), (u, v) => [
    x + u,
    y + v,
    z + bend * u * v,
  ]);
}

/** Three triangles at one edge. */
const FIN = {
  positions: [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, -1, 0, 0.5],
  indices: [0, 1, 2, 0, 1, 3, 1, 0, 4],
};

describe('edits', () => {
  it('10,000 random edits keep every invariant; queries agree with brute force, seed 21', () => {
    const random = seeded(21);
    const surface = createSurface();
    const pairs = createSurfacePairs();
    const done = { add: 0, delete: 0, split: 0, merge: 0, move: 0, replace: 0, restructure: 0 };
    let bodies: number[] = [];
    for (let step = 0; step < 10000; step++) {
      const what = random();
      const pick = bodies[Math.floor(bodies.length * random())];
      if (bodies.length < 4 || (what < 0.2 && bodies.length < 25)) {
        bodies.push(addBody(surface, createSmall(random)));
        done.add++;
      } else if (what < 0.35) {
        deleteBody(surface, pick);
        bodies = bodies.filter((b) => b !== pick);
        done.delete++;
      } else if (what < 0.55) {
        const label = new Int32Array(surface.triangleCount);
        const pieces = 2 + Math.floor(2 * random());
        for (const t of trianglesOf(surface, pick)) label[t] = Math.floor(pieces * random()) - 1;
        const ids = splitBody(surface, pick, label);
        expect(ids).toContain(pick);
        for (const id of ids) {
          const labels = new Set(trianglesOf(surface, id).map((t) => label[t]));
          expect(labels.size).toBe(1);
        }
        bodies = [...bodies.filter((b) => b !== pick), ...ids];
        done.split++;
      } else if (what < 0.7) {
        const ids = [...new Set([pick, ...[1, 2].map(() => bodies[Math.floor(bodies.length * random())])])];
        if (ids.length < 2) continue;
        const count = ids.reduce((sum, id) => sum + trianglesOf(surface, id).length, 0);
        const id = mergeBodies(surface, ids);
        expect(trianglesOf(surface, id).length).toBe(count);
        bodies = [...bodies.filter((b) => !ids.includes(b)), id];
        done.merge++;
      } else if (what < 0.75) {
        const ids = replaceBody(surface, pick, [createSmall(random), createSmall(random)]);
        bodies = [...bodies.filter((b) => b !== pick), ...ids];
        done.replace++;
      } else {
        const list = verticesOf(surface, pick);
        const shift = [random() - 0.5, random() - 0.5, random() - 0.5];
        const moved = Array.from({ length: 3 * list.length }, (_, i) => {
          return surface.end[3 * list[Math.floor(i / 3)] + (i % 3)] + shift[i % 3];
        });
        moveBody(surface, pick, moved);
        done.move++;
      }
      if (bodies.length > 30) {
        for (const id of bodies.splice(0, 10)) deleteBody(surface, id);
      }
      if (step % 10 === 0) {
        const rules = { ...RESTRUCTURE_RULES, buildTests: 0.1 };
        done.restructure += updateSurface(surface, {
          tests: 10000,
          rules,
          culling: step % 300 < 150 ? 'dual' : 'contour',
        }).restructured;
      }
      if (step % 100 === 0) {
        validateSurface(surface);
        const count = collideSurface(pairs, surface);
        const truth = collideBrute(surface);
        expect(count).toBe(truth.size);
        for (let i = 0; i < count; i++)
          expect(truth).toContain(`${pairs.pair[2 * i]} ${pairs.pair[2 * i + 1]}`);
      }
    }
    for (const [what, count] of Object.entries(done)) expect(count, what).toBeGreaterThan(100);
  });

  it('continuous queries after splits and merges test every pair of features once, seed 22', () => {
    const random = seeded(22);
    const contacts = createSurfaceContacts();
    let all = 0;
    for (let seed = 0; seed < 10; seed++) {
      const surface = createSurface();
      const whole = addBody(surface, createRandomPatch(4 * seed + 1));
      addBody(surface, createRandomPatch(4 * seed + 2));
      addBody(surface, FIN);
      const label = Int32Array.from({ length: surface.triangleCount }, () => Math.floor(3 * random()));
      const ids = splitBody(surface, whole, label);
      mergeBodies(surface, ids.slice(1));
      beginStep(surface);
      for (let i = 0; i < 3 * surface.vertexCount; i++) surface.end[i] += 0.1 * (random() - 0.5);
      updateSurface(surface, { swept: true });
      validateSurface(surface);
      const truth = sweepBrute(surface);
      sweepSurface(contacts, surface);
      const found = nameContacts(contacts, surface);
      expect([...found.keys()].sort()).toEqual([...truth.keys()].sort());
      all += truth.size;
    }
    expect(all).toBeGreaterThan(1000);
  });

  it('scopes divide the pairs; a separation finds what comes near', () => {
    const surface = createSurface();
    const flat = createSheet(4, 4, (u, v) => [u, v, 0]);
    addBody(surface, flat);
    addBody(
      surface,
      createSheet(4, 4, (u, v) => [u, 0.3, v - 0.5]),
    );
    const above = addBody(
      surface,
      createSheet(4, 4, (u, v) => [u, v, 0.01]),
    );
    updateSurface(surface);
    const pairs = createSurfacePairs();
    const all = collideSurface(pairs, surface);
    const between = collideSurface(pairs, surface, { scope: 'between' });
    const within = collideSurface(pairs, surface, { scope: 'within' });
    expect(between).toBeGreaterThan(0);
    expect(between + within).toBe(all);
    deleteBody(surface, 1);
    const contacts = createSurfaceContacts();
    updateSurface(surface, { swept: true, separation: 0.009 });
    const near = sweepSurface(contacts, surface, { scope: 'between' });
    expect(near).toBe(0);
    updateSurface(surface, { swept: true, separation: 0.011 });
    expect(sweepSurface(contacts, surface, { scope: 'between' })).toBeGreaterThan(32);
    expect(verticesOf(surface, above).length).toBe(25);
  });

  it('bad input throws and changes nothing', () => {
    const surface = createSurface();
    const id = addBody(surface, FIN);
    const before = JSON.stringify([surface.vertexCount, surface.triangleCount, surface.bodyCount]);
    const flat = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    expect(() => addBody(surface, { positions: flat, indices: [] })).toThrow(/three for each/);
    expect(() => addBody(surface, { positions: flat, indices: [0, 1, 3] })).toThrow(/does not exist/);
    expect(() => addBody(surface, { positions: flat, indices: [0, 1, 1] })).toThrow(/twice/);
    expect(() => addBody(surface, { positions: [NaN, ...flat.slice(1)], indices: [0, 1, 2] })).toThrow(
      /finite/,
    );
    expect(() => deleteBody(surface, 7)).toThrow(/no body 7/);
    expect(() => mergeBodies(surface, [id])).toThrow(/two or more/);
    expect(() => mergeBodies(surface, [id, 9])).toThrow(/no body 9/);
    expect(() => moveBody(surface, id, [0, 0, 0])).toThrow(/needs 15/);
    expect(() => splitBody(surface, id, [0, 0.5, 1])).toThrow(/integer/);
    expect(() => updateSurface(surface, { separation: -1 })).toThrow(/separation/);
    expect(() => sweepSurface(createSurfaceContacts(), surface)).toThrow(/swept/);
    expect(() => collideSurface(createSurfacePairs(), surface, { culling: 'dual' })).toThrow(/same culling/);
    expect(JSON.stringify([surface.vertexCount, surface.triangleCount, surface.bodyCount])).toBe(before);
    updateSurface(surface);
    validateSurface(surface);
  });

  it('updates and queries of a surface that only moves allocate next to nothing', () => {
    const surface = createSurface();
    addBody(surface, createRandomPatch(9));
    addBody(surface, createRandomPatch(10));
    const pairs = createSurfacePairs();
    const contacts = createSurfaceContacts();
    const job = () => {
      for (let i = 0; i < 50; i++) {
        beginStep(surface);
        surface.end[i] += 0.001;
        updateSurface(surface);
        collideSurface(pairs, surface);
        updateSurface(surface, { swept: true });
        sweepSurface(contacts, surface);
      }
    };
    expect(findGarbage(50 * surface.triangleCount, job, 4)).toEqual([]); // a triangle
  });
});
