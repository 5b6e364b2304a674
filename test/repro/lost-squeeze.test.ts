// Two pieces stuck in each other's notches pressed with thousands of newton-seconds a step from either side. When the
// contacts of one side changed, those of the other began the step with all that they had borne, and the pieces were shot
// apart: in one random sequence a pair of 40 kg gained 1,165 J in a step.

import { describe, expect, it } from 'vitest';
import { createContacts, FEATURE_POINT } from '../../src/contact/contacts.ts';
import { createContactRows, reserveContactRows } from '../../src/dynamics/contact-rows.ts';
import { passImpulses } from '../../src/world/impulses.ts';
import { createRecord, featureKey, reservePair } from '../../src/world/pairs.ts';

/** A pair that bore impulses along −x and +x at points 0 and 1, of which point 1 alone is found again, and point 2 if told. */
function pass(left: number, right: number, successor: boolean): number[] {
  const pair = createRecord();
  reservePair(pair, 2);
  pair.count = 2;
  for (const [k, impulse] of [left, right].entries()) {
    pair.key[k] = featureKey(0, FEATURE_POINT, k);
    pair.impulse[4 * k] = impulse;
    pair.place.set([0, k, 0, k === 0 ? -1 : 1, 0, 0], 6 * k);
  }
  const found = createContacts();
  const contacts = createContactRows();
  reserveContactRows(contacts, 2);
  found.count = successor ? 2 : 1;
  for (let i = 0; i < found.count; i++) {
    found.side[i] = 0;
    found.kind[i] = FEATURE_POINT;
    found.index[i] = 1 + i;
    found.point.set([0, i === 0 ? 1 : 0.1, 0], 3 * i);
    found.normal.set([i === 0 ? 1 : -1, 0, 0], 3 * i);
    contacts.impulse.fill(0, 4 * i, 4 * i + 4);
  }
  contacts.impulse[0] = right; // as features are found again
  passImpulses({ found, contacts } as never, pair, 0, 1);
  return Array.from({ length: found.count }, (_, i) => contacts.impulse[4 * i]);
}

describe('what squeezed a body from two sides', () => {
  it('begins with nothing when one side is lost', () => {
    expect(pass(2000, 2000, false)).toEqual([0]);
    expect(pass(3000, 2000, false)).toEqual([0]);
  });

  it('begins with what the lost side did not press against', () => {
    expect(pass(10, 2000, false)).toEqual([1990]);
  });

  it('begins as it was when another takes the place of the lost side', () => {
    expect(pass(2000, 2000, true)).toEqual([2000, 2000]);
  });
});
