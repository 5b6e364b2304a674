// What the solver is tried on: stacks, a pile, an arch of stones and a slope, of blocks of any size. All lengths are in
// sizes of a block; a scene puts its bodies into a world and says how they should stand.

import type { Asset } from '../src/bake/asset.ts';
import { bake } from '../src/bake/bake.ts';
import type { Collider } from '../src/contact/collider.ts';
import { createShape } from '../src/contact/shape.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createTriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { addSource } from '../src/world/add.ts';
import { broadPhase } from '../src/world/broad-phase.ts';
import { narrowPhase } from '../src/world/narrow-phase.ts';
import type { BodyOptions } from '../src/world/options.ts';
import type { WorldState } from '../src/world/state.ts';

/** Blocks of one size: a box, and the stone of the arch. */
export interface Blocks {
  readonly size: number; // metres
  readonly box: Collider;
  readonly stone: Asset;
}

export interface SolverScene {
  readonly name: string;
  readonly friction: number;
  readonly seconds: number;
  readonly stands: boolean; // whether every body should stay where it is put
  build(state: WorldState, blocks: Blocks): void;
}

export const STONES = 11; // of the arch
const MIDDLE = STONES / Math.PI; // radius of the middle of the arch: stones are as long as they are thick

/** A stone: a wedge of the arch, its middle at the origin, the centre of the arch below. */
export async function bakeBlocks(size: number): Promise<Blocks> {
  const half = Math.PI / STONES / 2;
  const positions: number[] = [];
  for (const z of [-0.5, 0.5]) {
    for (const [radius, angle] of [
      [MIDDLE - 0.5, -half],
      [MIDDLE - 0.5, half],
      [MIDDLE + 0.5, half],
      [MIDDLE + 0.5, -half],
    ]) {
      const place = [radius * Math.sin(angle), radius * Math.cos(angle) - MIDDLE, z];
      positions.push(...place.map((x) => size * x));
    }
  }
  const faces = [
    [0, 1, 2, 3],
    [7, 6, 5, 4],
    [0, 4, 5, 1],
    [1, 5, 6, 2],
    [2, 6, 7, 3],
    [3, 7, 4, 0],
  ];
  const indices = faces.flatMap(([a, b, c, d]) => [a, c, b, a, d, c]);
  const stone = await bake(createTriangleMesh({ positions, indices }), { spacing: size / 4, cells: 32 });
  return { size, box: createShape('box', size / 2, size / 2, size / 2), stone };
}

/** Adds a box with its middle at a place, in sizes. */
function addBox(
  state: WorldState,
  { box, size }: Blocks,
  x: number,
  y: number,
  z: number,
  options: BodyOptions = {},
): void {
  addSource(state, box, { ...options, position: [size * x, size * y, size * z] });
}

const addFloor = (state: WorldState) => addSource(state, createShape('plane'), { kind: 'static' });

function createStack(count: number, top = 1): SolverScene {
  return {
    name: top === 1 ? `stack of ${count}` : `${top} times as heavy on a stack of ${count - 1}`,
    friction: 0.5,
    seconds: 10,
    stands: true,
    build(state, blocks) {
      addFloor(state);
      for (let k = 0; k < count; k++) {
        addBox(state, blocks, 0, k + 0.5, 0, { density: k === count - 1 ? 1000 * top : 1000 });
      }
    },
  };
}

/** A thousand boxes at rest: for times. */
export const stacks: SolverScene = {
  name: '100 stacks of 10',
  friction: 0.5,
  seconds: 2,
  stands: true,
  build(state, blocks) {
    addFloor(state);
    for (let k = 0; k < 1000; k++) {
      addBox(state, blocks, 2 * (k % 10), (Math.floor(k / 10) % 10) + 0.5, 2 * Math.floor(k / 100));
    }
  },
};

/** Layers of 25 boxes that fall between those below, each turned and off its place by a little. */
const pile: SolverScene = {
  name: 'pile of 200',
  friction: 0.5,
  seconds: 10,
  stands: false,
  build(state, blocks) {
    addFloor(state);
    const random = createRandom(7);
    const little = (most: number) => most * (2 * nextFloat(random) - 1);
    for (let k = 0; k < 200; k++) {
      const [x, y, z] = [k % 5, Math.floor(k / 25), Math.floor(k / 5) % 5];
      const rotation = [little(0.3), little(0.3), little(0.3), 1];
      const length = Math.hypot(...rotation);
      const off = y % 2 === 0 ? 0.4 : -0.4;
      addBox(
        state,
        blocks,
        1.7 * (x - 2) + off + little(0.1),
        1 + 1.7 * y,
        1.7 * (z - 2) + off + little(0.1),
        {
          rotation: rotation.map((q) => q / length),
        },
      );
    }
  },
};

const arch: SolverScene = {
  name: `arch of ${STONES} stones`,
  friction: 0.6,
  seconds: 10,
  stands: true,
  build(state, { stone, size }) {
    addFloor(state);
    for (let k = 0; k < STONES; k++) {
      const angle = Math.PI * ((k + 0.5) / STONES - 0.5); // from upright
      addSource(state, stone, {
        position: [-size * MIDDLE * Math.sin(angle), size * MIDDLE * Math.cos(angle), 0],
        rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
      });
    }
  },
};

/** The slope falls along x at SLOPE radians. */
export const SLOPE = 0.5;
export const SLOPE_FRICTION = 0.3;

export const slope: SolverScene = {
  name: 'slope',
  friction: SLOPE_FRICTION,
  seconds: 2,
  stands: false,
  build(state, { box, size }) {
    const rotation = [0, 0, -Math.sin(SLOPE / 2), Math.cos(SLOPE / 2)];
    addSource(state, createShape('plane'), { kind: 'static', rotation });
    const position = [(size / 2) * Math.sin(SLOPE), (size / 2) * Math.cos(SLOPE), 0];
    addSource(state, box, { rotation, position });
  },
};

export const SCENES: readonly SolverScene[] = [
  createStack(5),
  createStack(10),
  createStack(20),
  createStack(6, 20),
  pile,
  arch,
  slope,
];

/** Looks for the contacts of a step of dt seconds, as a world does. */
export function findContacts(state: WorldState, dt: number): void {
  state.steps++;
  broadPhase(state, dt);
  narrowPhase(state, 1);
}
