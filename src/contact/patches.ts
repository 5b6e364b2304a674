// The manifold of a pair: contacts with about the same normal are a patch, and of a patch a few are enough, those that
// bound it. Chosen are four of those that touch, as far apart as they can be, or up to six where four leave a part of the
// patch out, and up to two that are about to touch as long as there are no more than six.

import { movePoint, turnVector } from '../math/rigid.ts';
import {
  PATCH_AHEAD,
  PATCH_ALIKE,
  PATCH_CLOSE,
  PATCH_DEEPER,
  PATCH_IDLE,
  PATCH_MOST,
  PATCH_OUTSIDE,
  PATCH_STAY,
  PATCH_TIGHT,
  PATCH_TOUCHING,
  PATCHES,
} from './constants.ts';
import type { Contacts } from './contacts.ts';
import { takeOutside } from './outline.ts';
import { findPast, NEVER_BORE } from './pair.ts';
import { EPSILON, type Pass, type Query } from './query.ts';
import { dropContacts } from './rows.ts';

let room = 64;
let spot = new Float64Array(3 * room); // scratch: contacts in the frame of B
let way = new Float64Array(3 * room); // scratch: their normals, from B to A
let patch = new Int32Array(room); // scratch: which patch a contact belongs to, −1 if to none yet
let touches = new Uint8Array(room); // scratch: TOUCHES, TIGHT if it is closer than most that do, or 0
let held = new Uint8Array(room); // scratch: whether it was one of the pair's last contacts: HELD, BORE if it bore something of late, BEARS if it does
let fate = new Uint8Array(room); // scratch: STAYS or GOES
let free = new Uint8Array(room); // scratch: 1 for those of the patch at hand that touch
const across = new Float64Array(3); // scratch: the normal of the patch at hand
const chosen = new Int32Array(PATCH_MOST); // scratch: contacts that bound it
const widest = new Int32Array(PATCH_TOUCHING); // scratch: those that span most

const TOUCHES = 1;
const TIGHT = 2;
const HELD = 1;
const BORE = 2;
const BEARS = 3;
const GOES = 0;
const STAYS = 1;

/** Leaves a few contacts of each patch of a query. Contacts are in the frames of the fields. Allocates only to grow. */
export function choosePatches(query: Query, forward: Pass): void {
  const { out, limit, pair } = query;
  const { count, distance } = out;
  if (count === 0) return;
  grow(count);
  placeAll(out, forward);
  for (let i = 0; i < count; i++) {
    patch[i] = -1;
    fate[i] = GOES;
    const past = findPast(pair, out.side[i], out.kind[i], out.index[i]);
    const idle = past < 0 ? NEVER_BORE : pair.idle[past];
    held[i] = past < 0 ? 0 : idle === 0 ? BEARS : idle <= PATCH_IDLE ? BORE : HELD;
  }
  for (let k = 0; ; k++) {
    let deepest = -1;
    for (let i = 0; i < count; i++) {
      if (patch[i] < 0 && (deepest < 0 || distance[i] < distance[deepest])) deepest = i;
    }
    if (deepest < 0 || (k >= PATCHES && distance[deepest] > -limit[EPSILON])) break;
    gatherPatch(count, k, deepest);
    choosePatch(out, k, deepest, limit[EPSILON]);
  }
  dropContacts(query, fate, GOES);
}

function grow(count: number): void {
  if (room >= count) return;
  room = 2 * count;
  spot = new Float64Array(3 * room);
  way = new Float64Array(3 * room);
  patch = new Int32Array(room);
  touches = new Uint8Array(room);
  held = new Uint8Array(room);
  fate = new Uint8Array(room);
  free = new Uint8Array(room);
}

/** Places all contacts in the frame of B. */
function placeAll({ count, side, point, normal }: Contacts, { frame }: Pass): void {
  for (let i = 0; i < count; i++) {
    if (side[i] === 0) {
      for (let d = 3 * i; d < 3 * i + 3; d++) {
        spot[d] = point[d];
        way[d] = normal[d];
      }
    } else {
      movePoint(spot, 3 * i, frame, point, 3 * i);
      turnVector(way, 3 * i, frame, normal, 3 * i);
      for (let d = 3 * i; d < 3 * i + 3; d++) way[d] = -way[d];
    }
  }
}

/** Makes the contacts whose normals are about that of `seed`, and that are in no patch yet, patch k. */
function gatherPatch(count: number, k: number, seed: number): void {
  for (let d = 0; d < 3; d++) across[d] = way[3 * seed + d];
  patch[seed] = k; // whatever its normal: each round takes one at least, and the choice ends
  for (let i = 0; i < count; i++) {
    if (patch[i] >= 0) continue;
    const alike = across[0] * way[3 * i] + across[1] * way[3 * i + 1] + across[2] * way[3 * i + 2];
    if (alike >= PATCH_ALIKE) patch[i] = k;
  }
}

/**
 * Of what touches, those that bear the body and what is farthest from them. Of what does not touch yet, what bore it of
 * late, and what is soon to touch.
 */
function choosePatch(out: Contacts, k: number, deepest: number, epsilon: number): void {
  const { distance, count } = out;
  let near = 0;
  for (let i = 0; i < count; i++) {
    if (patch[i] !== k) continue;
    // What was held stays in the running a little longer.
    const far = distance[i] - Math.max(0, distance[deepest]);
    touches[i] =
      far <= PATCH_TIGHT * epsilon ? TIGHT : far <= (held[i] === 0 ? 1 : 2) * epsilon ? TOUCHES : 0;
    if (touches[i] !== 0) near++;
  }
  if (near <= PATCH_TOUCHING) {
    for (let i = 0; i < count; i++) if (patch[i] === k && touches[i] !== 0) fate[i] = STAYS;
  } else {
    const wide = chooseBounding(count, k, deepest);
    widen(count, k, deepest, wide);
    takeDeepest(distance, deepest, wide, epsilon);
    for (let i = 0; i < count; i++) free[i] = patch[i] === k && touches[i] !== 0 ? 1 : 0;
    const all = takeOutside(chosen, wide, spot, across, free, count, PATCH_MOST, PATCH_OUTSIDE);
    for (let n = 0; n < all; n++) fate[chosen[n]] = STAYS;
  }
  // What rocks to and fro comes down again where it stood: missed there it would sink in, and be lifted for ever.
  for (let i = 0, kept = 0; i < count && kept < PATCH_TOUCHING; i++) {
    if (patch[i] !== k || touches[i] !== 0 || held[i] < BORE) continue;
    fate[i] = STAYS;
    kept++;
  }
  let stay = 0;
  for (let i = 0; i < count; i++) if (patch[i] === k && fate[i] === STAYS) stay++;
  for (let n = 0; n < PATCH_AHEAD && stay + n < PATCH_MOST; n++) takeAhead(out, k);
}

/**
 * Writes to `chosen` the contacts of a patch that bound it; returns how many. What bears the body stays, then what bore it of
 * late, so that it rests on the same points from step to step; the rest is what is farthest from those, tight ones first. Where nothing
 * bears yet, or too much does, the widest.
 */
function chooseBounding(count: number, k: number, deepest: number): number {
  let reach = 0; // the square of how far the patch reaches from its deepest place
  for (let i = 0; i < count; i++) {
    if (patch[i] === k && touches[i] !== 0) reach = Math.max(reach, squareBetween(i, deepest));
  }
  const close = PATCH_CLOSE * PATCH_CLOSE * reach;
  let wide = 0;
  for (let i = 0; i < count; i++) {
    if (patch[i] !== k || touches[i] === 0 || held[i] !== BEARS || awayFrom(i, wide) < close) continue;
    if (wide === PATCH_TOUCHING) return chooseWidest(chosen, count, k, deepest, BEARS, TOUCHES);
    chosen[wide++] = i;
  }
  if (wide === 0) return chooseWidest(chosen, count, k, deepest, 0, TOUCHES);
  // What is tight first: as the body tips, it bears before what is farther from touching.
  for (let tight = TIGHT; tight >= TOUCHES; tight--) {
    for (let i = 0; i < count && wide < PATCH_TOUCHING; i++) {
      if (patch[i] !== k || touches[i] < tight || held[i] !== BORE || awayFrom(i, wide) < close) continue;
      chosen[wide++] = i;
    }
    while (wide < PATCH_TOUCHING) {
      let best = -1;
      let most = tight === TIGHT ? close : 0;
      for (let i = 0; i < count; i++) {
        if (patch[i] !== k || touches[i] < tight) continue;
        const least = awayFrom(i, wide);
        if (!(least > most)) continue;
        most = least;
        best = i;
      }
      if (best < 0) break;
      chosen[wide++] = best;
    }
  }
  return wide;
}

/**
 * Puts a contact of the widest that are tight in the place of one of those chosen, if they span much less without it: what
 * bears is to bear the body where it tips.
 */
function widen(count: number, k: number, deepest: number, wide: number): void {
  const all = chooseWidest(widest, count, k, deepest, 0, TIGHT);
  const area = spanOf(chosen, wide);
  if (area >= PATCH_STAY * spanOf(widest, all)) return;
  let most = area;
  let slot = -1;
  let taken = -1;
  for (let n = 0; n < wide; n++) {
    const before = chosen[n];
    for (let m = 0; m < all; m++) {
      chosen[n] = widest[m];
      const span = spanOf(chosen, wide);
      if (!(span > most)) continue;
      most = span;
      slot = n;
      taken = widest[m];
    }
    chosen[n] = before;
  }
  if (slot >= 0) chosen[slot] = taken;
}

/** The square of how far a contact is from the closest of the first so many that are chosen. */
function awayFrom(i: number, wide: number): number {
  let least = Infinity;
  for (let n = 0; n < wide; n++) least = Math.min(least, squareBetween(i, chosen[n]));
  return least;
}

/** Puts the deepest in the place of the closest to it of those chosen that bear nothing, if it is much deeper than all of them. */
function takeDeepest(distance: Float64Array, deepest: number, wide: number, epsilon: number): void {
  let depth = Infinity;
  let nearest = 0;
  let least = Infinity;
  for (let n = 0; n < wide; n++) {
    const i = chosen[n];
    if (i === deepest) return;
    depth = Math.min(depth, distance[i]);
    const square = held[i] === BEARS ? Number.MAX_VALUE : squareBetween(i, deepest);
    if (!(square < least)) continue;
    least = square;
    nearest = n;
  }
  if (distance[deepest] < depth - PATCH_DEEPER * epsilon) chosen[nearest] = deepest;
}

function squareBetween(i: number, j: number): number {
  const x = spot[3 * i] - spot[3 * j];
  const y = spot[3 * i + 1] - spot[3 * j + 1];
  const z = spot[3 * i + 2] - spot[3 * j + 2];
  return x * x + y * y + z * z;
}

/** Adds the contact of a patch that does not touch and is not taken which touches first as the body tips over those taken: by its slope from them. */
function takeAhead({ distance, count }: Contacts, k: number): void {
  let best = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    if (patch[i] !== k || touches[i] !== 0 || fate[i] === STAYS) continue;
    let least = Infinity;
    for (let j = 0; j < count; j++) {
      if (patch[j] === k && fate[j] === STAYS) least = Math.min(least, squareBetween(i, j));
    }
    const score = Math.sqrt(least) / distance[i];
    if (!(score > most)) continue;
    most = score;
    best = i;
  }
  if (best >= 0) fate[best] = STAYS;
}

const middle = new Float64Array(3); // scratch: of the patch

/**
 * Writes to `chosen` the contacts of a patch, held as `least` at least, that touch and are farthest apart, seen along its normal: the farthest from the
 * middle, the farthest from that, the farthest from the line of both, and the farthest outside of the three. Returns how many.
 */
function chooseWidest(
  list: Int32Array,
  count: number,
  k: number,
  deepest: number,
  least: number,
  tight: number,
): number {
  middle.fill(0);
  let all = 0;
  for (let i = 0; i < count; i++) {
    if (patch[i] !== k || touches[i] < tight || held[i] < least) continue;
    for (let d = 0; d < 3; d++) middle[d] += spot[3 * i + d];
    all++;
  }
  for (let d = 0; d < 3; d++) middle[d] /= all;
  const first = farthestFrom(count, k, middle, 0, -1, least, tight);
  list[0] = first < 0 ? deepest : first;
  const second = farthestFrom(count, k, spot, 3 * list[0], list[0], least, tight);
  if (second < 0) return 1;
  list[1] = second;
  const ux = spot[3 * second] - spot[3 * list[0]];
  const uy = spot[3 * second + 1] - spot[3 * list[0] + 1];
  const uz = spot[3 * second + 2] - spot[3 * list[0] + 2];
  const wx = across[1] * uz - across[2] * uy;
  const wy = across[2] * ux - across[0] * uz;
  const wz = across[0] * uy - across[1] * ux;
  let third = -1;
  let most = 0;
  const o = 3 * list[0];
  for (let i = 0; i < count; i++) {
    free[i] = patch[i] === k && touches[i] >= tight && held[i] >= least ? 1 : 0;
    if (free[i] === 0 || i === list[0] || i === second) continue;
    const off =
      (spot[3 * i] - spot[o]) * wx +
      (spot[3 * i + 1] - spot[o + 1]) * wy +
      (spot[3 * i + 2] - spot[o + 2]) * wz;
    if (!(off * off > most)) continue;
    most = off * off;
    third = i;
  }
  if (third < 0) return 2;
  list[2] = third;
  return takeOutside(list, 3, spot, across, free, count, PATCH_TOUCHING, PATCH_CLOSE);
}

/** The contact of a patch that touches and is farthest from from[o…], seen along its normal; −1 if none is apart. */
function farthestFrom(
  count: number,
  k: number,
  from: Float64Array,
  o: number,
  but: number,
  least: number,
  tight: number,
): number {
  let best = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    if (patch[i] !== k || touches[i] < tight || held[i] < least || i === but) continue;
    const x = spot[3 * i] - from[o];
    const y = spot[3 * i + 1] - from[o + 1];
    const z = spot[3 * i + 2] - from[o + 2];
    const h = x * across[0] + y * across[1] + z * across[2];
    const square = x * x + y * y + z * z - h * h;
    if (!(square > most)) continue;
    most = square;
    best = i;
  }
  return best;
}

/** Twice the area, seen along the normal, of the widest quadrilateral that has two contacts of a list as its diagonal. */
function spanOf(list: Int32Array, count: number): number {
  let area = 0;
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const i = 3 * list[a];
      const j = 3 * list[b];
      const ux = spot[j] - spot[i];
      const uy = spot[j + 1] - spot[i + 1];
      const uz = spot[j + 2] - spot[i + 2];
      const wx = across[1] * uz - across[2] * uy;
      const wy = across[2] * ux - across[0] * uz;
      const wz = across[0] * uy - across[1] * ux;
      let high = 0;
      let low = 0;
      for (let c = 0; c < count; c++) {
        const m = 3 * list[c];
        const off =
          (spot[m] - spot[i]) * wx + (spot[m + 1] - spot[i + 1]) * wy + (spot[m + 2] - spot[i + 2]) * wz;
        high = Math.max(high, off);
        low = Math.min(low, off);
      }
      area = Math.max(area, high - low);
    }
  }
  return area;
}
