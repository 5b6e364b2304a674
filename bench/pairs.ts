// All intersecting pairs of triangles of two rigid meshes at 200 seeded poses, against three-mesh-bvh in the same process.
// Turns are taken pose by pose, and processor time counts: others use the machine too.

import { Matrix4 } from 'three';
import { buildTree, type TreeMesh } from '../src/hierarchy/build.ts';
import { createTreePair, intersectTrees, type TreePair, touchTrees } from '../src/hierarchy/intersect.ts';
import { createFrame, setFrame } from '../src/math/frame.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import type { Bench, Report } from './bench.ts';
import { loadBunny, loadDragon } from './models.ts';
import { buildPeer, countPeerPairs, roundMesh, STRATEGIES } from './peer.ts';

const POSES = 200;

interface Case {
  readonly name: string;
  readonly a: TreeMesh;
  readonly b: TreeMesh;
  readonly native: number; // how many times as fast native FCL was than three-mesh-bvh on these
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
      { name: 'bunny and bunny', a: bunny, b: bunny, native: 7 },
      { name: 'dragon 3 and bunny', a: small, b: bunny, native: 12 },
      { name: 'dragon 2 and dragon 2', a: large, b: large, native: 6 },
    ];
    for (const one of cases) compare(report, one, trials);
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

function timed(job: () => number): [number, number] {
  const start = process.cpuUsage();
  const result = job();
  const { user, system } = process.cpuUsage(start);
  return [(user + system) / 1000, result];
}

/** Asks until 3 ms are over, for a clock that counts in parts of one. */
function timedOften(job: () => number): [number, number] {
  let result = 0;
  let calls = 0;
  let ms = 0;
  const start = process.cpuUsage();
  do {
    result = job();
    calls++;
    const { user, system } = process.cpuUsage(start);
    ms = (user + system) / 1000;
  } while (ms < 3);
  return [ms / calls, result];
}

const out = new Uint32Array(1 << 20);

function compare(report: Report, { name, a, b, native }: Case, poses: number): void {
  report.note(`${name}: building`);
  const peers = STRATEGIES.map(([, strategy]) => [buildPeer(a, strategy), buildPeer(b, strategy)] as const);
  const ours: TreePair[] = (['area', 'median'] as const).map((split) =>
    createTreePair(buildTree(a, split), a, buildTree(b, split), b),
  );
  const frames = drawFrames(a, b, poses);
  const sum = { peers: [0, 0], ours: [0, 0], first: 0, pairs: 0, boxes: 0, triangles: 0, wrong: 0 };
  for (let warm = 0; warm < 3; warm++) {
    for (const pair of ours) intersectTrees(out, pair, frames[warm]);
    for (const [p, q] of peers) countPeerPairs(p, q, toMatrix(frames[warm]));
  }
  frames.forEach((frame, k) => {
    if (k % 50 === 0) report.note(`${name}: pose ${k} of ${poses}`);
    const matrix = toMatrix(frame);
    const counts: number[] = [];
    peers.forEach(([p, q], s) => {
      const [ms, count] = timed(() => countPeerPairs(p, q, matrix));
      sum.peers[s] += ms;
      counts.push(count);
    });
    ours.forEach((pair, s) => {
      const [ms, count] = timedOften(() => intersectTrees(out, pair, frame));
      sum.ours[s] += ms;
      counts.push(count);
    });
    sum.pairs += counts[0];
    if (counts.some((count) => count !== counts[0])) sum.wrong++;
    sum.boxes += ours[0].boxTests;
    sum.triangles += ours[0].triangleTests;
    sum.first += timedOften(() => (touchTrees(out, ours[0], frame) ? 1 : 0))[0];
  });
  const [byArea, byMedian] = sum.ours;
  const counters = { pairs: sum.pairs, boxTests: sum.boxes / poses, triangleTests: sum.triangles / poses };
  report.row({
    name: `${name}: poses with other counts`,
    value: sum.wrong,
    unit: 'poses',
    target: 0,
    ...counters,
  });
  report.row({ name: `${name}: all pairs`, value: byArea / poses, unit: 'ms', byMedian: byMedian / poses });
  report.row({ name: `${name}: the first pair`, value: sum.first / poses, unit: 'ms' });
  STRATEGIES.forEach(([how], s) => {
    report.row({ name: `${name}: three-mesh-bvh, ${how}`, value: sum.peers[s] / poses, unit: 'ms' });
  });
  report.row({
    name: `${name}: faster than three-mesh-bvh`,
    value: sum.peers[0] / byArea,
    unit: 'times',
    target: 5,
    atLeast: true,
    ofItsBest: Math.min(...sum.peers) / byArea,
    ofOursByMedian: sum.peers[0] / byMedian,
  });
  report.row({
    name: `${name}: native FCL's factor`,
    value: sum.peers[0] / byArea,
    unit: 'times',
    target: native,
    atLeast: true,
  });
}
