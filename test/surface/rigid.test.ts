import { describe, expect, it } from 'vitest';
import { collideSurface, createSurfacePairs } from '../../src/surface/collide.ts';
import { addBody, beginStep, deleteBody, mergeBodies, moveBody } from '../../src/surface/edit.ts';
import { setRigid } from '../../src/surface/rigid.ts';
import { splitBody } from '../../src/surface/split.ts';
import { createSurface, type Surface, verticesOf } from '../../src/surface/surface.ts';
import { createSurfaceContacts, sweepSurface } from '../../src/surface/sweep.ts';
import { updateSurface } from '../../src/surface/update.ts';
import { validateSurface } from '../../src/surface/validate.ts';
import { collideBrute, createRandomPatch, nameContacts, seeded, sweepBrute } from '../support/surfaces.ts';

const pairs = createSurfacePairs();
const contacts = createSurfaceContacts();

/** Turns a body about z by up to a sixth of a turn, shifts and stretches it a little. */
function tumble(surface: Surface, id: number, random: () => number): void {
  const list = verticesOf(surface, id);
  const angle = 2 * random() - 1;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const shift = [0, 0, 0].map(() => 0.4 * (random() - 0.5));
  const wide = 0.99 + 0.02 * random();
  const moved: number[] = [];
  for (const v of list) {
    const [x, y, z] = surface.end.subarray(3 * v, 3 * v + 3);
    moved.push(c * x - s * y + shift[0], wide * (s * x + c * y) + shift[1], z + shift[2]);
  }
  moveBody(surface, id, moved);
}

/** Moves every vertex of a body by itself. */
function deform(surface: Surface, id: number, random: () => number): void {
  for (const v of verticesOf(surface, id)) {
    for (let d = 0; d < 3; d++) surface.end[3 * v + d] += 0.2 * (random() - 0.5);
  }
}

function expectTruth(surface: Surface): void {
  updateSurface(surface, { swept: true });
  const count = collideSurface(pairs, surface);
  const found = new Set<string>();
  for (let i = 0; i < count; i++) found.add(`${pairs.pair[2 * i]} ${pairs.pair[2 * i + 1]}`);
  expect(found.size).toBe(count);
  expect(found).toEqual(collideBrute(surface));
  sweepSurface(contacts, surface);
  const truth = sweepBrute(surface);
  expect([...nameContacts(contacts, surface).keys()].sort()).toEqual([...truth.keys()].sort());
}

describe('bodies that keep their shape', () => {
  it('equal brute force while rigid and deforming bodies move, split, merge, come and go, seed 31', () => {
    const random = seeded(31);
    let skipped = 0;
    for (let round = 0; round < 3; round++) {
      const surface = createSurface();
      const rigid = new Set<number>();
      let bodies = [0, 1, 2].map((i) => addBody(surface, createRandomPatch(3 * round + i)));
      for (const id of bodies.slice(0, 2)) {
        setRigid(surface, id, true);
        rigid.add(id);
      }
      for (let step = 0; step < 6; step++) {
        beginStep(surface);
        for (const id of bodies) {
          if (rigid.has(id)) tumble(surface, id, random);
          else deform(surface, id, random);
        }
        if (step === 1) {
          const label = Int32Array.from({ length: surface.triangleCount }, (_, t) => (t % 20 < 10 ? 0 : 1));
          const ids = splitBody(surface, bodies[0], label);
          for (const id of ids) {
            rigid.add(id);
            tumble(surface, id, random);
          }
          bodies = [...new Set([...bodies, ...ids])];
        }
        if (step === 2) {
          // Its triangles are taken again, by a body with other pairs.
          deleteBody(surface, bodies[1]);
          rigid.delete(bodies[1]);
          bodies[1] = addBody(surface, createRandomPatch(100 + round));
          setRigid(surface, bodies[1], true);
          rigid.add(bodies[1]);
        }
        if (step === 3) {
          setRigid(surface, bodies[0], false);
          rigid.delete(bodies[0]);
        }
        if (step === 4 && bodies.length > 3) {
          const id = mergeBodies(surface, [bodies[1], bodies[3]]);
          bodies = bodies.filter((b) => b === id || (b !== bodies[1] && b !== bodies[3]));
          rigid.delete(id);
        }
        expectTruth(surface);
        if (step === 3) {
          const tests = (recall: boolean) => {
            collideSurface(pairs, surface, { recall });
            return pairs.candidates.tests;
          };
          skipped += tests(false) - tests(true);
        }
      }
      validateSurface(surface);
    }
    expect(skipped).toBeGreaterThan(700);
  });

  it('a body that deforms in the step in which it becomes rigid is still asked about that step', () => {
    const surface = createSurface();
    const id = addBody(surface, createRandomPatch(5));
    setRigid(surface, id, true);
    beginStep(surface);
    updateSurface(surface, { swept: true });
    sweepSurface(contacts, surface);
    setRigid(surface, id, false);
    deform(surface, id, seeded(3));
    setRigid(surface, id, true);
    expectTruth(surface);
    expect(contacts.count).toBeGreaterThan(0);
    expect(() => setRigid(surface, 9, true)).toThrow(/no body 9/);
  });

  it('a query that does not recall leaves nothing noted', () => {
    const surface = createSurface();
    const id = addBody(surface, createRandomPatch(5));
    beginStep(surface);
    deform(surface, id, seeded(3));
    updateSurface(surface, { swept: true });
    expect(sweepSurface(contacts, surface, { recall: false })).toBeGreaterThan(0);
    expect(surface.known[id]).toBe(0);
  });
});
