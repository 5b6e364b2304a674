// All intersecting pairs of triangles of two rigid meshes at 200 seeded poses, against three-mesh-bvh in the same process.
// Like is compared with like: both built by surface area, and both by midpoint, which is how three-mesh-bvh comes; and
// three-mesh-bvh with one triangle a leaf, as ours has. Counts are compared at all poses, times at the first twenty.

import { Matrix4 } from 'three';
import { CENTER, type MeshBVH, SAH } from 'three-mesh-bvh';
import { buildTree, type TreeMesh } from '../src/hierarchy/build.ts';
import { createTreePair, intersectTrees, type TreePair, touchTrees } from '../src/hierarchy/intersect.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import { createFrame, setFrame } from '../src/math/rigid.ts';
import type { Bench, Report } from './bench.ts';
import { loadBunny, loadDragon } from './models.ts';
import { buildPeer, countPeerPairs, roundMesh } from './peer.ts';
import { ratioOf, type Turns, takeTurns } from './turns.ts';

const POSES = 200;
const TIMED = 20; // poses a turn

interface Case {
  readonly name: string;
  readonly a: TreeMesh;
  readonly b: TreeMesh;
}

export const bench: Bench = {
  name: 'pairs',
  answers:
    'all intersecting triangle pairs at 200 poses, against three-mesh-bvh: the same pairs, how much faster?',
  async run(report, { trials = POSES }) {
    const bunny = roundMesh(loadBunny());
    const small = roundMesh(await loadDragon(3));
    const large = roundMesh(await loadDragon(2));
    const cases: Case[] = [
      { name: 'bunny and bunny', a: bunny, b: bunny },
      { name: 'dragon 3 and bunny', a: small, b: bunny },
      { name: 'dragon 2 and dragon 2', a: large, b: large },
    ];
    for (const one of cases) await compare(report, one, trials);
  },
};

function middleAndSize({ positions }: TreeMesh): [number[], number[]] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return [low.map((x, d) => (x + high[d]) / 2), low.map((x, d) => high[d] - x)];
}

/** Frames that put B's middle somewhere in the box of A, turned any way. */
function drawFrames(a: TreeMesh, b: TreeMesh, count: number): Float64Array[] {
  const random = createRandom(7);
  const [middleA, size] = middleAndSize(a);
  const [middleB] = middleAndSize(b);
  return Array.from({ length: count }, () => {
    const pose = new Float64Array(7);
    for (let k = 3; k < 7; k++) pose[k] = nextFloat(random) - 0.5;
    const frame = createFrame();
    setFrame(frame, pose, 0);
    for (let d = 0; d < 3; d++) {
      const turned =
        frame[3 * d] * middleB[0] + frame[3 * d + 1] * middleB[1] + frame[3 * d + 2] * middleB[2];
      frame[9 + d] = middleA[d] + (nextFloat(random) - 0.5) * size[d] - turned;
    }
    return frame;
  });
}

function toMatrix(f: Float64Array): Matrix4 {
  return new Matrix4().set(
    f[0],
    f[1],
    f[2],
    f[9],
    f[3],
    f[4],
    f[5],
    f[10],
    f[6],
    f[7],
    f[8],
    f[11],
    0,
    0,
    0,
    1,
  );
}

const out = new Uint32Array(1 << 20);

async function compare(report: Report, { name, a, b }: Case, poses: number): Promise<void> {
  report.note(`${name}: building`);
  const frames = drawFrames(a, b, poses);
  const matrices = frames.map(toMatrix);
  const ours: [string, TreePair][] = (['area', 'midpoint', 'median'] as const).map((split) => [
    split,
    createTreePair(buildTree(a, split), a, buildTree(b, split), b),
  ]);
  const peers: [string, MeshBVH, MeshBVH][] = [
    ['midpoint', buildPeer(a, CENTER), buildPeer(b, CENTER)], // as it comes
    ['area', buildPeer(a, SAH), buildPeer(b, SAH)],
    ['area, one triangle a leaf', buildPeer(a, SAH, 1), buildPeer(b, SAH, 1)],
  ];
  report.note(`${name}: counts at ${poses} poses`);
  const sum = { pairs: 0, boxes: 0, triangles: 0, wrong: 0 };
  for (const [k, frame] of frames.entries()) {
    const expected = countPeerPairs(peers[0][1], peers[0][2], matrices[k]);
    sum.pairs += expected;
    if (ours.some(([, pair]) => intersectTrees(out, pair, frame) !== expected)) sum.wrong++;
    sum.boxes += ours[0][1].boxTests;
    sum.triangles += ours[0][1].triangleTests;
  }
  report.row({
    name: `${name}: poses with other counts`,
    value: sum.wrong,
    unit: 'poses',
    target: 0,
    pairs: sum.pairs,
    boxTests: sum.boxes / poses,
    triangleTests: sum.triangles / poses,
  });
  report.note(`${name}: times`);
  const count = Math.min(TIMED, poses);
  const all = (ask: (k: number) => void) => () => {
    for (let k = 0; k < count; k++) ask(k);
  };
  await report.timed(() => {
    const times = takeTurns([
      ...ours.map(([, pair]) => all((k) => intersectTrees(out, pair, frames[k]))),
      ...peers.map(([, p, q]) => all((k) => countPeerPairs(p, q, matrices[k]))),
      all((k) => touchTrees(out, ours[0][1], frames[k])),
    ]);
    const [area, midpoint, median] = times;
    const [peerMidpoint, peerArea, peerFine] = times.slice(ours.length);
    const row = (what: string, { median: ms, min }: Turns) =>
      report.row({ name: `${name}: ${what}`, value: ms / count, unit: 'ms', min: min / count });
    row('all pairs, by surface area', area);
    row('all pairs, by midpoint', midpoint);
    row('all pairs, by median', median);
    row('the first pair, by surface area', times[times.length - 1]);
    row('three-mesh-bvh, by surface area', peerArea);
    row('three-mesh-bvh, by midpoint', peerMidpoint);
    row('three-mesh-bvh, by surface area, one triangle a leaf', peerFine);
    const ratio = (what: string, theirs: Turns, mine: Turns, target?: number) =>
      report.row({
        name: `${name}: times as fast, ${what}`,
        value: ratioOf(theirs, mine),
        unit: 'times',
        ...(target === undefined ? {} : { target, atLeast: true }),
      });
    ratio('both by surface area', peerArea, area, 5);
    ratio('both by midpoint', peerMidpoint, midpoint);
    ratio('both by surface area, one triangle a leaf', peerFine, area);
  });
}
