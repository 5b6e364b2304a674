// Build, refit, closest point and ray cast against three-mesh-bvh, from 4,000 to 870,000 triangles. `TriangleTree`,
// `Hierarchy` and three-mesh-bvh take turns.

import { DoubleSide, Ray, Vector3 } from 'three';
import { CENTER, type MeshBVH, SAH } from 'three-mesh-bvh';
import { rebuildTree, type TreeMesh } from '../src/hierarchy/build.ts';
import { castRay, castTree } from '../src/hierarchy/cast.ts';
import { closestInTree, closestTriangle } from '../src/hierarchy/closest.ts';
import { buildHierarchy } from '../src/hierarchy/hierarchy.ts';
import { refitTree } from '../src/hierarchy/refit.ts';
import { createTree, type TriangleTree } from '../src/hierarchy/tree.ts';
import { createRandom, nextFloat } from '../src/math/random.ts';
import type { Bench, Report } from './bench.ts';
import { loadBunny, loadDragon } from './models.ts';
import { buildPeer, roundMesh } from './peer.ts';
import { ratioOf, type Turns, takeTurns } from './turns.ts';

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
    for (const [name, mesh] of meshes) await compare(report, name, roundMesh(mesh));
  },
};

const THEIRS = 'three-mesh-bvh';

async function compare(report: Report, name: string, mesh: TreeMesh): Promise<void> {
  const triangles = mesh.indices.length / 3;
  report.note(`${name}: build`);
  const tree = createTree(triangles);
  const row = (what: string, { median, min }: Turns) =>
    report.row({ name: `${name}: ${what}`, value: median, unit: 'ms', min, triangles });
  let hierarchy = buildHierarchy(mesh.positions, mesh.indices);
  let peer!: MeshBVH;
  await report.timed(() => {
    const [ours, theirs] = takeTurns([
      () => rebuildTree(tree, mesh, 'midpoint'),
      () => buildPeer(mesh, CENTER),
    ]);
    row('build by midpoint', ours);
    row(`build by midpoint, ${THEIRS}`, theirs);
  });
  await report.timed(() => {
    const [median] = takeTurns([() => rebuildTree(tree, mesh, 'median')]);
    row('build by median', median);
  });
  await report.timed(() => {
    const [ours, compact, theirs] = takeTurns([
      () => rebuildTree(tree, mesh, 'area'),
      () => {
        hierarchy = buildHierarchy(mesh.positions, mesh.indices);
      },
      () => {
        peer = buildPeer(mesh, SAH);
      },
    ]);
    row('build by surface area', ours);
    row('build by surface area, Hierarchy', compact);
    row(`build by surface area, ${THEIRS}`, theirs);
  });
  await report.timed(() => {
    const [ours, theirs] = takeTurns(
      [() => refitTree(tree, mesh.positions, mesh.indices), () => peer.refit()],
      { turns: 9 },
    );
    row('refit', ours);
    row(`refit, ${THEIRS}`, theirs);
    report.row({ name: `${name}: refit over ${THEIRS}'s`, value: ratioOf(ours, theirs), unit: 'times' });
  });
  await compareQueries(report, name, mesh, tree, hierarchy, peer);
}

const out = new Float64Array(8);

async function compareQueries(
  report: Report,
  name: string,
  mesh: TreeMesh,
  tree: TriangleTree,
  hierarchy: ReturnType<typeof buildHierarchy>,
  peer: MeshBVH,
): Promise<void> {
  report.note(`${name}: queries`);
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
  const theirRays: Ray[] = [];
  const vectors: Vector3[] = [];
  for (let q = 0; q < QUERIES; q++) {
    const p = new Vector3(points[3 * q], points[3 * q + 1], points[3 * q + 2]);
    const direction = new Vector3(ends[3 * q], ends[3 * q + 1], ends[3 * q + 2]).sub(p).normalize();
    rays.push(Float64Array.of(p.x, p.y, p.z, direction.x, direction.y, direction.z));
    theirRays.push(new Ray(p, direction));
    vectors.push(p);
  }
  const row = (what: string, { median, min }: Turns, counters: Record<string, number> = {}) =>
    report.row({
      name: `${name}: ${what}`,
      value: (1000 * median) / QUERIES,
      unit: 'µs',
      min: (1000 * min) / QUERIES,
      ...counters,
    });
  const target = { point: new Vector3(), distance: 0, faceIndex: 0 };
  await report.timed(() => {
    const sums = [0, 0];
    const [ours, compact, theirs] = takeTurns([
      () => {
        sums[0] = 0;
        for (let q = 0; q < QUERIES; q++) {
          closestInTree(out, tree, mesh, points, 3 * q);
          sums[0] += Math.sqrt(out[0]);
        }
      },
      () => {
        for (let q = 0; q < QUERIES; q++) closestTriangle(out, hierarchy, points, 3 * q, -1);
      },
      () => {
        sums[1] = 0;
        for (let q = 0; q < QUERIES; q++) {
          peer.closestPointToPoint(vectors[q], target);
          sums[1] += target.distance;
        }
      },
    ]);
    row('closest point', ours, { difference: Math.abs(sums[0] - sums[1]) / sums[0] });
    row('closest point, Hierarchy', compact);
    row(`closest point, ${THEIRS}`, theirs);
  });
  await report.timed(() => {
    let hits = 0;
    let peerHits = 0;
    const [ours, compact, theirs] = takeTurns([
      () => {
        hits = 0;
        for (let q = 0; q < QUERIES; q++) if (castTree(out, tree, mesh, rays[q]) >= 0) hits++;
      },
      () => {
        for (let q = 0; q < QUERIES; q++) castRay(out, hierarchy, rays[q], Infinity, -1);
      },
      () => {
        peerHits = 0;
        for (let q = 0; q < QUERIES; q++) if (peer.raycastFirst(theirRays[q], DoubleSide)) peerHits++;
      },
    ]);
    row('ray cast', ours, { hits });
    row('ray cast, Hierarchy', compact);
    row(`ray cast, ${THEIRS}`, theirs, { hits: peerHits });
  });
}
