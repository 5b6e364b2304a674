// The maximum-distance order of points [Glondu13, sec. 5.1]: first the two furthest points, then always the point
// furthest from its closest chosen one, so that every prefix samples the object evenly. The sphere tree is built
// from it and the collision query visits points in it.
// The paper orders in O(n²). Here each point keeps the distance to its closest chosen point, each box the largest
// of them, and a new point updates only the boxes it can reach: the same order, bit for bit.

import { finishWork, type Work, within } from '../job/work.ts';
import { findDiameter, type SearchCounters } from './diameter.ts';
import { boxSquare, buildPointBoxes, checkPositions, type PointBoxes } from './point-boxes.ts';

/** What ordering did, for benches: the search for the furthest pair, then the choosing of the rest. */
interface OrderCounters {
  readonly diameter: SearchCounters;
  readonly choice: SearchCounters;
}

interface Choice {
  readonly boxes: PointBoxes;
  readonly slot: Uint32Array; // where each point lies in the boxes
  readonly least: Float64Array; // per slot, squared distance to the closest chosen point; -1 once chosen
  readonly most: Float64Array; // per node, the largest `least` in it
  readonly furthest: Uint32Array; // per node, the point that has it; the smallest index of equals
  readonly queue: Uint32Array; // scratch: the nodes an update reaches, each at most once
}

const SLICE = 1 << 19; // distances measured, boxes counting 4, between two yields

export function createOrderCounters(): OrderCounters {
  return { diameter: { boxes: 0, points: 0 }, choice: { boxes: 0, points: 0 } };
}

/** The points' indices in maximum-distance order, computed at once; see buildOrder. */
export function orderPoints(positions: Float64Array): Uint32Array {
  return finishWork(buildOrder(positions));
}

/**
 * The points' indices in maximum-distance order. Exact and deterministic: the order that the definition gives
 * with squared distances dx*dx + dy*dy + dz*dz in doubles. Of equally far pairs the lexicographically smallest
 * opens the order, in index order; of equally far points the smallest index is next.
 * Throws InputError 'non-finite' for a coordinate that is not a number or infinite.
 */
export function* buildOrder(positions: Float64Array, counters = createOrderCounters()): Work<Uint32Array> {
  checkPositions(positions);
  const count = positions.length / 3;
  const order = new Uint32Array(count);
  if (count < 3) {
    for (let i = 0; i < count; i++) order[i] = i;
    return order;
  }
  const boxes = yield* within(0, 0.08, buildPointBoxes(positions));
  yield* within(0.08, 0.12, findDiameter(order, boxes, counters.diameter));
  const choice = createChoice(boxes);
  let done = 0;
  for (;;) {
    done = choosePoints(order, choice, done, counters.choice);
    if (done === count || (done >= 2 && choice.most[1] === 0)) break;
    yield 0.12 + 0.88 * (done / count);
  }
  // What remains coincides with chosen points: all are equally far, so they follow by index.
  for (let i = 0; done < count; i++) {
    if (choice.least[choice.slot[i]] >= 0) order[done++] = i;
  }
  return order;
}

function createChoice(boxes: PointBoxes): Choice {
  const { count, leaves, index, first } = boxes;
  const slot = new Uint32Array(count);
  for (let i = 0; i < count; i++) slot[index[i]] = i;
  return {
    boxes,
    slot,
    least: new Float64Array(count).fill(Number.POSITIVE_INFINITY),
    most: new Float64Array(2 * leaves).fill(Number.POSITIVE_INFINITY),
    furthest: first.slice(),
    queue: new Uint32Array(2 * leaves),
  };
}

/**
 * Goes on choosing points for one slice of work; returns how many are chosen. The first two stand in `order`
 * already. Stops early when only points that coincide with chosen ones remain.
 */
function choosePoints(order: Uint32Array, choice: Choice, done: number, counters: SearchCounters): number {
  const { slot, least, most, furthest } = choice;
  const before = counters.points + 4 * counters.boxes;
  while (done < order.length && counters.points + 4 * counters.boxes - before < SLICE) {
    if (done >= 2) {
      if (most[1] === 0) break;
      order[done] = furthest[1];
    }
    const at = slot[order[done++]];
    least[at] = -1;
    spreadPoint(choice, at, counters);
  }
  return done;
}

/**
 * Lowers `least` by the distance to the point in slot `at`, and refreshes `most` and `furthest` above it.
 * A box is left alone when its distance to the point is no less than its `most`: rounding is monotone and the
 * terms are summed in the same order, so no rounded distance inside can be below the box's.
 */
function spreadPoint(choice: Choice, at: number, counters: SearchCounters): void {
  const { boxes, least, most, furthest, queue } = choice;
  const { leaves, start, index, coordinate, box } = boxes;
  const x = coordinate[3 * at];
  const y = coordinate[3 * at + 1];
  const z = coordinate[3 * at + 2];
  let tail = 1;
  let head = 0;
  queue[0] = 1;
  // All leaves have one depth, so the queue holds the inner nodes first, parents before children.
  for (; head < tail && queue[head] < leaves; head++) {
    const child = 2 * queue[head];
    for (let k = child; k <= child + 1; k++) {
      if (boxSquare(box, 6 * k, x, y, z) < most[k]) queue[tail++] = k;
    }
  }
  const inner = head;
  counters.boxes += 2 * inner;
  let measured = 0;
  for (; head < tail; head++) {
    const node = queue[head];
    const to = start[node - leaves + 1];
    const from = start[node - leaves];
    let far = -2;
    let farSlot = from;
    for (let i = from; i < to; i++) {
      const dx = coordinate[3 * i] - x;
      const dy = coordinate[3 * i + 1] - y;
      const dz = coordinate[3 * i + 2] - z;
      const d = dx * dx + dy * dy + dz * dz;
      let v = least[i];
      if (d < v) least[i] = v = d;
      if (v > far) {
        far = v;
        farSlot = i;
      }
    }
    measured += to - from;
    most[node] = far;
    furthest[node] = index[farSlot];
  }
  counters.points += measured;
  for (head = inner - 1; head >= 0; head--) {
    const node = queue[head];
    const a = 2 * node;
    const b = a + 1;
    const winner = most[a] > most[b] || (most[a] === most[b] && furthest[a] < furthest[b]) ? a : b;
    most[node] = most[winner];
    furthest[node] = furthest[winner];
  }
}
