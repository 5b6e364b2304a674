// Which bodies were swept in a step, against what, along which way and until when: to look at. Nothing goes by it.

import { growColumn } from '../math/columns.ts';

/** The sweeps of the last step, one a row; columns hold at least `count`. Made by createSwept alone. */
export interface Swept {
  count: number;
  body: Int32Array; // the place of the body in world.poses
  other: Int32Array; // of what it was swept against
  from: Float64Array; // xyz: its centre of mass before
  to: Float64Array; // and where the solver had sent it
  time: Float64Array; // share of the way after which they touch; 1 if they do not
}

export function createSwept(): Swept {
  return {
    count: 0,
    body: new Int32Array(0),
    other: new Int32Array(0),
    from: new Float64Array(0),
    to: new Float64Array(0),
    time: new Float64Array(0),
  };
}

/** Room for one more row; its number. */
export function addSwept(swept: Swept, body: number, other: number): number {
  const row = swept.count++;
  if (swept.body.length <= row) {
    swept.body = growColumn(swept.body, row + 1);
    const room = swept.body.length;
    swept.other = growColumn(swept.other, room);
    swept.from = growColumn(swept.from, 3 * room);
    swept.to = growColumn(swept.to, 3 * room);
    swept.time = growColumn(swept.time, room);
  }
  swept.body[row] = body;
  swept.other[row] = other;
  return row;
}
