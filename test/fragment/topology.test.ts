import { describe, expect, it } from 'vitest';
import { buildFamilyTopology } from '../../src/fragment/topology.ts';
import { TET_EDGES, TET_FACES } from '../../src/mesh/tet-mesh.ts';
import { createTriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { createBall, createSolid, topologyOf } from './solids.ts';

const topology = topologyOf('ball');
const { nodeCount, tetCount, edgeCount, tetNode, tetEdge, edgeNode, positions } = topology;

describe('the topology of a ball', () => {
  it('numbers every edge once, by lower and higher node', () => {
    const keys = new Set<string>();
    for (let t = 0; t < tetCount; t++) {
      for (let k = 0; k < 6; k++) {
        const ends = [tetNode[4 * t + TET_EDGES[2 * k]], tetNode[4 * t + TET_EDGES[2 * k + 1]]].sort(
          (a, b) => a - b,
        );
        expect([...edgeNode.subarray(2 * tetEdge[6 * t + k], 2 * tetEdge[6 * t + k] + 2)]).toEqual(ends);
        keys.add(ends.join());
      }
    }
    expect(edgeCount).toBe(keys.size);
    for (let e = 1; e < edgeCount; e++) {
      const step = edgeNode[2 * e] - edgeNode[2 * e - 2] || edgeNode[2 * e + 1] - edgeNode[2 * e - 1];
      expect(step).toBeGreaterThan(0);
    }
  });

  it('lists what is around nodes and edges', () => {
    const { nodeStart, nodeEdge, nodeNeighbor, cornerStart, corner, edgeStart, edgeTet, upStart } = topology;
    const edges: number[][] = Array.from({ length: nodeCount }, () => []);
    for (let e = 0; e < edgeCount; e++) for (let k = 0; k < 2; k++) edges[edgeNode[2 * e + k]].push(e);
    const corners: number[][] = Array.from({ length: nodeCount }, () => []);
    for (let h = 0; h < 4 * tetCount; h++) corners[tetNode[h]].push(h);
    for (let i = 0; i < nodeCount; i++) {
      expect([...nodeEdge.subarray(nodeStart[i], nodeStart[i + 1])]).toEqual(edges[i]);
      const others = edges[i].map((e) => edgeNode[2 * e] + edgeNode[2 * e + 1] - i);
      expect([...nodeNeighbor.subarray(nodeStart[i], nodeStart[i + 1])]).toEqual(others);
      expect([...corner.subarray(cornerStart[i], cornerStart[i + 1])]).toEqual(corners[i]);
      const up = edges[i].filter((e) => edgeNode[2 * e] === i);
      expect(up).toEqual(Array.from({ length: upStart[i + 1] - upStart[i] }, (_, k) => upStart[i] + k));
    }
    const around: number[][] = Array.from({ length: edgeCount }, () => []);
    for (let s = 0; s < 6 * tetCount; s++) around[tetEdge[s]].push(Math.floor(s / 6));
    for (let e = 0; e < edgeCount; e++) {
      expect([...edgeTet.subarray(edgeStart[e], edgeStart[e + 1])]).toEqual(around[e]);
    }
  });

  it('numbers every face once, shared by its two tets', () => {
    const { tetFace, faceCount, tetNeighbor, pointCount } = topology;
    const face = new Map<string, number>();
    for (let f = 0; f < 4 * tetCount; f++) {
      const key = [0, 1, 2]
        .map((k) => tetNode[(f & ~3) + TET_FACES[3 * (f & 3) + k]])
        .sort()
        .join();
      expect(face.get(key) ?? tetFace[f]).toBe(tetFace[f]);
      if (face.has(key)) expect(tetNeighbor[f]).toBeGreaterThanOrEqual(0);
      face.set(key, tetFace[f]);
    }
    expect(face.size).toBe(faceCount);
    expect(new Set(face.values()).size).toBe(faceCount);
    expect(pointCount).toBe(nodeCount + edgeCount + faceCount + tetCount);
  });

  it('finds the tet face and the edges of every surface triangle', () => {
    const { triangle, triangleEdge, triangleFace, halfStart, half, surfaceCount } = topology;
    for (let h = 0; h < triangle.length; h++) {
      const t = Math.floor(h / 3);
      const ends = [triangle[h], triangle[h % 3 === 2 ? h - 2 : h + 1]].sort((a, b) => a - b);
      expect([...edgeNode.subarray(2 * triangleEdge[h], 2 * triangleEdge[h] + 2)]).toEqual(ends);
      const face = triangleFace[t];
      expect(tetNode.subarray(face & ~3, (face & ~3) + 4).includes(triangle[h])).toBe(true);
      expect(tetNode[face]).not.toBe(triangle[h]);
      const list = half.subarray(halfStart[triangle[h]], halfStart[triangle[h] + 1]);
      expect(list.includes(4 * t + (h % 3))).toBe(true);
    }
    expect(half.length).toBe(triangle.length);
    expect(halfStart.length).toBe(surfaceCount + 1);
  });

  it('measures edges and volumes', () => {
    const { scale, reach, nodeVolume, tetVolume, volume, nodeStart, nodeNeighbor } = topology;
    for (let i = 0; i < nodeCount; i += 7) {
      const lengths = [...nodeNeighbor.subarray(nodeStart[i], nodeStart[i + 1])].map((j) =>
        Math.hypot(...[0, 1, 2].map((d) => positions[3 * i + d] - positions[3 * j + d])),
      );
      expect(scale[i]).toBeCloseTo(lengths.reduce((a, b) => a + b) / lengths.length, 12);
      expect(reach[i]).toBeCloseTo(Math.max(...lengths), 12);
    }
    expect(nodeVolume.reduce((a, b) => a + b)).toBeCloseTo(volume, 12);
    expect(tetVolume.reduce((a, b) => a + b)).toBeCloseTo(volume, 12);
  });
});

describe('buildFamilyTopology refuses', () => {
  const ball = createBall();

  it('a surface that is not the boundary of the tets', () => {
    const { indices } = ball.surface;
    const less = createTriangleMesh({ positions: ball.surface.positions, indices: indices.slice(3) });
    expect(() => buildFamilyTopology({ ...ball, surface: less })).toThrow('the boundary of tets has');
    const turned = indices.slice();
    [turned[3], turned[4]] = [turned[4], turned[3]];
    const other = createTriangleMesh({ positions: ball.surface.positions, indices: turned });
    expect(() => buildFamilyTopology({ ...ball, surface: other })).toThrow(
      'triangle 1 of surface is no face',
    );
  });

  it('flat tets and nodes without a tet', () => {
    const flat = createSolid([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], [0, 1, 2, 3]);
    expect(() => buildFamilyTopology(flat)).toThrow('tet 0 has a volume of');
    const spare = createSolid([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5], [0, 1, 2, 3]);
    expect(() => buildFamilyTopology(spare)).toThrow('node 4 of tets is in no tet');
  });
});
