// The outline of a patch: which of its contacts are far outside of those that were chosen. Four of a star with five tips leave
// one out, and what tips over there sinks until the fifth is found, is thrown back and tips again, for ever.

/**
 * Adds to the `count` contacts in `chosen`, three at least, those of the first `all` that are free and farthest outside of
 * their hull, seen along `across`, until there are `most`, or none is outside by `least` of how far they are apart; returns
 * how many there are then. Places are in `spot`. Allocation-free.
 */
export function takeOutside(
  chosen: Int32Array,
  count: number,
  spot: Float64Array,
  across: Float64Array,
  free: Uint8Array,
  all: number,
  most: number,
  least: number,
): number {
  let wide = count;
  for (; wide > 2 && wide < most; wide++) {
    let best = -1;
    let far = least * least; // the square of how far outside, of how far those chosen are apart
    let reach = 0;
    for (let a = 0; a < wide; a++)
      for (let b = 0; b < a; b++) reach = Math.max(reach, squareBetween(spot, chosen[a], chosen[b]));
    for (let a = 0; a < wide; a++) {
      for (let b = 0; b < wide; b++) {
        if (a === b || !isEdge(chosen, wide, spot, across, chosen[a], chosen[b])) continue;
        const scale = 1 / (squareBetween(spot, chosen[a], chosen[b]) * reach);
        for (let i = 0; i < all; i++) {
          if (free[i] === 0) continue;
          const off = besideWay(spot, across, chosen[a], chosen[b], i);
          if (!(off > 0 && scale * off * off > far)) continue;
          far = scale * off * off;
          best = i;
        }
      }
    }
    if (best < 0) break;
    chosen[wide] = best;
  }
  return wide;
}

/** Whether none of those chosen is to the left of the way from contact i to j: an edge of their hull. */
function isEdge(
  chosen: Int32Array,
  count: number,
  spot: Float64Array,
  across: Float64Array,
  i: number,
  j: number,
): boolean {
  for (let n = 0; n < count; n++) {
    if (chosen[n] !== i && chosen[n] !== j && besideWay(spot, across, i, j, chosen[n]) > 0) return false;
  }
  return true;
}

/** How far contact m is to the left of the way from contact i to j, seen along `across`, times the length of that. */
function besideWay(spot: Float64Array, across: Float64Array, i: number, j: number, m: number): number {
  const ux = spot[3 * j] - spot[3 * i];
  const uy = spot[3 * j + 1] - spot[3 * i + 1];
  const uz = spot[3 * j + 2] - spot[3 * i + 2];
  return (
    (spot[3 * m] - spot[3 * i]) * (across[1] * uz - across[2] * uy) +
    (spot[3 * m + 1] - spot[3 * i + 1]) * (across[2] * ux - across[0] * uz) +
    (spot[3 * m + 2] - spot[3 * i + 2]) * (across[0] * uy - across[1] * ux)
  );
}

function squareBetween(spot: Float64Array, i: number, j: number): number {
  const x = spot[3 * i] - spot[3 * j];
  const y = spot[3 * i + 1] - spot[3 * j + 1];
  const z = spot[3 * i + 2] - spot[3 * j + 2];
  return x * x + y * y + z * z;
}
