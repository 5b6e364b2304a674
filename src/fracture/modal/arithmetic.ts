// Roots, cosines and fading in place: numbers go in and out through arrays, so that judging a blow allocates nothing
// (the functions of src/math/trig.ts return numbers, which the engine boxes where it does not inline them).

const SMALL = 0.0625; // radians, up to which a few terms of the series give all digits

/** Replaces the angle in a[at] by its cosine, and writes its sine to a[at + 1]. Good to 1e-12 up to 1000 radians. */
export function setCosSin(a: Float64Array, at: number): void {
  let x = a[at];
  let halvings = 0;
  while (Math.abs(x) > SMALL && halvings < 60) {
    x *= 0.5;
    halvings++;
  }
  const s = x * x;
  // One less the cosine, which keeps its digits while the angle is doubled.
  let less = s * (1 / 2 - s * (1 / 24 - s * (1 / 720 - s / 40320)));
  let sine = x * (1 - s * (1 / 6 - s * (1 / 120 - s / 5040)));
  for (let i = 0; i < halvings; i++) {
    const double = 2 * sine * (1 - less);
    less = 2 * less * (2 - less);
    sine = double;
  }
  a[at] = 1 - less;
  a[at + 1] = sine;
}

/** Replaces x ≥ 0 in a[at] by e to the power of −x. */
export function setFade(a: Float64Array, at: number): void {
  let x = a[at];
  let halvings = 0;
  while (x > SMALL && halvings < 60) {
    x *= 0.5;
    halvings++;
  }
  let fade =
    1 - x * (1 - (x / 2) * (1 - (x / 3) * (1 - (x / 4) * (1 - (x / 5) * (1 - (x / 6) * (1 - x / 7))))));
  for (let i = 0; i < halvings; i++) fade *= fade;
  a[at] = fade;
}

/** Replaces x ≥ 0 in a[at] by its third root, by Newton's steps from above. */
export function setThirdRoot(a: Float64Array, at: number): void {
  const x = a[at];
  if (!(x > 0)) return;
  let y = Math.max(1, x);
  for (let i = 0; i < 2000; i++) {
    const next = (2 * y + x / (y * y)) / 3;
    if (!(next < y)) break;
    y = next;
  }
  a[at] = y;
}

/** Replaces x ≥ 0 in a[at] by its fifth root. */
export function setFifthRoot(a: Float64Array, at: number): void {
  const x = a[at];
  if (!(x > 0)) return;
  let y = Math.max(1, x);
  for (let i = 0; i < 4000; i++) {
    const next = (4 * y + x / (y * y * y * y)) / 5;
    if (!(next < y)) break;
    y = next;
  }
  a[at] = y;
}
