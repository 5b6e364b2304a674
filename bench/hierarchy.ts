// Build, refit, closest point and ray cast against three-mesh-bvh, from 4,000 to 870,000 triangles. Processor time, the
// least of several runs.

import { DoubleSide, Ray, Vector3 } from 'three';
import type { MeshBVH } from 'three-mesh-bvh';
import { rebuildTree, type TreeMesh } from '../src/hierarchy/build.ts';
import { castRay } from '../src/hierarchy/cast.ts';
import { closestTriangle } from '../src/hierarchy/closest.ts';
import { buildHierarchy } from '../src/hierarchy/hierarchy.ts';
import { refitTree } from '../src/hierarchy/refit.ts';
import { createTree, type TriangleTree } from '../src/hierarchy/tree.ts';
import { castTree } from '../src/hierarchy/tree-cast.ts';
import { closestInTree } from '../src/hierarchy/tree-closest.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import type { Bench, Report } from './bench.ts';
import { loadBunny, loadDragon } from './models.ts';
import { buildPeer, roundMesh, STRATEGIES } from './peer.ts';

const QUERIES = 2000;

export const bench: Bench = {
  name: 'hierarchy',
  answers: 'build, refit, closest point and ray cast against three-mesh-bvh, at 4K to 870K triangles',
  async run(report) {
    const meshes: [string, TreeMesh][] = [
      ['bunny', loadBunny()],
      ['dragon 4', await loadDragon(4)],
      ['dragon 3', await loadDragon(3)],
      ['dragon 2', await loadDragon(2)],
      ['dragon 1', await loadDragon(1)],
    ];
    for (const [name, mesh] of meshes) compare(report, name, roundMesh(mesh));
  },
};

/** Milliseconds of processor time: the least of so many runs. */
function least(runs: number, job: () => void): number {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const start = process.cpuUsage();
    job();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

function compare(report: Report, name: string, mesh: TreeMesh): void {
  const triangles = mesh.indices.length / 3;
  const title = `${name}, ${triangles.toLocaleString('en-US')}`;
  const runs = triangles > 300_000 ? 2 : triangles > 40_000 ? 4 : 10;
  report.note(`${title}: build`);
  const tree = createTree(triangles);
  const built = (['midpoint', 'median', 'area'] as const).map((split) =>
    least(runs, () => rebuildTree(tree, mesh, split)),
  );
  let hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  const compact = least(runs, () => {
    hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  });
  let peer!: MeshBVH;
  const peers = STRATEGIES.map(([, strategy]) =>
    least(runs, () => {
      peer = buildPeer(mesh, strategy);
    }),
  );
  report.row({ name: `${title}: build by midpoint`, value: built[0], unit: 'ms', peer: peers[0] });
  report.row({ name: `${title}: build by median`, value: built[1], unit: 'ms', peer: peers[0] });
  report.row({
    name: `${title}: build by surface area`,
    value: built[2],
    unit: 'ms',
    peer: peers[1],
    compact,
  });
  const refit = least(3 * runs, () => refitTree(tree, mesh.positions, mesh.indices));
  const peerRefit = least(3 * runs, () => peer.refit());
  report.row({ name: `${title}: refit`, value: refit, unit: 'ms', peer: peerRefit });
  compareQueries(report, title, mesh, tree, hierarchy, peer);
}

const out = new Float64Array(8);

function compareQueries(
  report: Report,
  title: string,
  mesh: TreeMesh,
  tree: TriangleTree,
  hierarchy: ReturnType<typeof buildHierarchy>,
  peer: MeshBVH,
): void {
  report.note(`${title}: queries`);
  const random = createRandom(3);
  const box = tree.box.subarray(6 * tree.root, 6 * tree.root + 6);
  const draw = (at: Float64Array) => {
    for (let i = 0; i < at.length; i++) {
      const d = i % 3;
      at[i] = box[d] + (box[3 + d] - box[d]) * (1.2 * nextFloat(random) - 0.1);
    }
    return at;
  };
  const points = draw(new Float64Array(3 * QUERIES));
  const ends = draw(new Float64Array(3 * QUERIES));
  const rays: Float64Array[] = [];
  const theirs: Ray[] = [];
  const vectors: Vector3[] = [];
  for (let q = 0; q < QUERIES; q++) {
    const p = new Vector3(points[3 * q], points[3 * q + 1], points[3 * q + 2]);
    const direction = new Vector3(ends[3 * q], ends[3 * q + 1], ends[3 * q + 2]).sub(p).normalize();
    rays.push(Float64Array.of(p.x, p.y, p.z, direction.x, direction.y, direction.z));
    theirs.push(new Ray(p, direction));
    vectors.push(p);
  }
  const us = (ms: number) => (1000 * ms) / QUERIES;
  const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  const sums = [0, 0, 0];
  const closest = [
    least(4, () => {
      sums[0] = 0;
      for (let q = 0; q < QUERIES; q++) {
        closestInTree(out, tree, mesh, points, 3 * q);
        sums[0] += Math.sqrt(out[0]);
      }
    }),
    least(4, () => {
      for (let q = 0; q < QUERIES; q++) closestTriangle(out, hierarchy, points, 3 * q, -1);
    }),
    least(4, () => {
      sums[1] = 0;
      for (let q = 0; q < QUERIES; q++) {
        peer.closestPointToPoint(vectors[q], target);
        sums[1] += target.distance;
      }
    }),
  ];
  report.row({
    name: `${title}: closest point`,
    value: us(closest[0]),
    unit: 'µs',
    compact: us(closest[1]),
    peer: us(closest[2]),
    faster: closest[2] / closest[0],
    compactFaster: closest[2] / closest[1],
    difference: Math.abs(sums[0] - sums[1]) / sums[0],
  });
  let hits = 0;
  let peerHits = 0;
  const cast = [
    least(4, () => {
      hits = 0;
      for (let q = 0; q < QUERIES; q++) if (castTree(out, tree, mesh, rays[q]) >= 0) hits++;
    }),
    least(4, () => {
      for (let q = 0; q < QUERIES; q++) castRay(out, hierarchy, rays[q], Infinity, -1);
    }),
    least(4, () => {
      peerHits = 0;
      for (let q = 0; q < QUERIES; q++) if (peer.raycastFirst(theirs[q], DoubleSide)) peerHits++;
    }),
  ];
  report.row({
    name: `${title}: ray cast`,
    value: us(cast[0]),
    unit: 'µs',
    compact: us(cast[1]),
    peer: us(cast[2]),
    faster: cast[2] / cast[0],
    compactFaster: cast[2] / cast[1],
    hits,
    peerHits,
  });
}
