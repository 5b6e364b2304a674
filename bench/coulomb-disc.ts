// A flat disc that slides and spins on a plane with dry friction, by Coulomb's law at every place of its face. The
// pressure is uniform: right for a disc that is thin beside its radius, as friction then hardly tips it. The judge of
// bench `discs`; it knows nothing of contacts.
//
// Friction at a place is μ p against the way that the place moves. Spinning alone, that is a torque of ∫ μ p r dA
// = ⅔ μ m g R, so a solid disc (½ m R²) stops after 3 R ω / (4 μ g). Four points on the rim would give μ m g R and stop
// it in two thirds of that.

/** What becomes of a disc. */
export interface DiscEnd {
  readonly time: number; // seconds
  readonly way: number; // metres that its middle has gone
  readonly turn: number; // radians that it has turned
}

const RINGS = 24;
const SPOKES = 48;
const PARTS = 150; // of the time that is left

const push = new Float64Array(2); // scratch: mean of the directions of friction, and of their arms over R

/** Writes to `push` what friction does to a disc, over μ m g, and over μ m g R. */
function meanFriction(velocity: number, rim: number): void {
  let force = 0;
  let torque = 0;
  for (let i = 0; i < RINGS; i++) {
    const r = (i + 0.5) / RINGS; // rings weigh as their radius
    for (let k = 0; k < SPOKES; k++) {
      const angle = (Math.PI * (k + 0.5)) / SPOKES; // half of them: the other half is the same
      const x = velocity - rim * r * Math.cos(angle);
      const y = rim * r * Math.sin(angle);
      const speed = Math.hypot(x, y);
      if (speed === 0) continue;
      force += (r * x) / speed;
      torque += (r * r * (y * Math.sin(angle) - x * Math.cos(angle))) / speed;
    }
  }
  push[0] = (2 * force) / (RINGS * SPOKES); // the weights of the rings add up to RINGS / 2
  push[1] = (2 * torque) / (RINGS * SPOKES);
}

/**
 * Integrates a solid disc until the speeds of its middle and of its rim add up to `rest` of what they did: by the midpoint
 * rule, with shorter steps as it slows down.
 */
export function slideDisc(
  radius: number,
  friction: number,
  gravity: number,
  velocity: number,
  spin: number,
  rest = 1e-6,
): DiscEnd {
  const slow = friction * gravity; // m/s² of a disc that slides alone
  let v = velocity;
  let u = spin * radius; // speed of the rim
  let time = 0;
  let way = 0;
  let turn = 0;
  const end = rest * (v + u);
  while (v + u > end) {
    const step = (v + u) / slow / PARTS;
    meanFriction(v, u);
    const [f, t] = push;
    const half = step / 2;
    // A disc of ½ m R²: the rim's speed changes by twice the torque over R.
    meanFriction(Math.max(0, v - half * slow * f), Math.max(0, u - half * 2 * slow * t));
    const [w, s] = [Math.max(0, v - step * slow * push[0]), Math.max(0, u - step * 2 * slow * push[1])];
    time += step;
    way += (step * (v + w)) / 2;
    turn += (step * (u + s)) / 2 / radius;
    v = w;
    u = s;
  }
  return { time, way, turn };
}

/** Seconds until a solid disc that only spins stands. */
export function spinTime(radius: number, friction: number, gravity: number, spin: number): number {
  return (3 * radius * spin) / (4 * friction * gravity);
}
