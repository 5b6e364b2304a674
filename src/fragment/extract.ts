// From the cuts of a family to the surface of one fragment: the old surface, clipped, and the crack faces of its cut
// tets by the table of cases.ts. The order of vertices and triangles depends on the fragment's own nodes and cuts
// alone, so a fragment that is not cut again gives the same bits for ever.

import { growColumn } from '../math/columns.ts';
import { createTriangleMesh, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { CASE_POLYGONS, CASE_TRIANGLES, POINT_FACE, POLYGON_STREAM } from './cases.ts';
import { clipTriangle, copyTriangles } from './clip.ts';
import { checkFragment, type Family } from './family.ts';
import { placePoint, pointOf } from './points.ts';
import { dominantAxis } from './skin.ts';

/**
 * Writes the surface of a fragment to `out`: closed, each directed edge met once by its reverse, with texture
 * coordinates, normals, colours and groups. Takes time in proportion to the fragment; allocates only when `out` has
 * to grow.
 */
export function extractFragment(out: FragmentMesh, family: Family, fragment: number): void {
  extract(out, family, fragment, true);
}

/** The same without attributes, for those who only measure. */
export function extractShape(out: FragmentMesh, family: Family, fragment: number): void {
  extract(out, family, fragment, false);
}

function extract(out: FragmentMesh, family: Family, fragment: number, dressed: boolean): void {
  checkFragment(family, fragment);
  const { topology } = family;
  out.dressed = dressed;
  out.colored = topology.skin.colors !== null;
  reserveScratch(topology.pointCount, topology.triangle.length / 3, topology.tetCount);
  collect(family, fragment);
  reserveMesh(out, wholeCount + 2 * clippedCount + crackTriangles);
  out.vertexCount = 0;
  out.triangleCount = 0;
  copyTriangles(out, vertexMark, base, family, whole, wholeCount);
  for (let k = 0; k < clippedCount; k++) clipTriangle(out, vertexMark, base, family, fragment, clipped[k]);
  out.outerCount = out.triangleCount;
  emitCracks(out, family);
  base += out.vertexCount;
}

// Scratch. vertexMark holds base + vertex for points that have one in the mesh under way; older marks are below base.
let vertexMark = new Int32Array(0);
let base = 1;
let whole = new Uint32Array(0); // surface triangles to copy
let wholeCount = 0;
let clipped = new Uint32Array(0); // surface triangles to clip
let clippedCount = 0;
let cut = new Uint32Array(0); // parts of tets to write: 4·tet + the first corner on the fragment's side
let cutCount = 0;
let crackTriangles = 0; // how many triangles these come to

const MARK_LIMIT = 0x3fffffff; // above it marks start anew; a mesh has fewer than 2³⁰ vertices

function reserveScratch(points: number, triangles: number, tets: number): void {
  if (vertexMark.length < points) {
    vertexMark = new Int32Array(points);
    base = 1;
  }
  if (base > MARK_LIMIT) {
    vertexMark.fill(0);
    base = 1;
  }
  if (whole.length < triangles) {
    whole = new Uint32Array(triangles);
    clipped = new Uint32Array(triangles);
  }
  if (cut.length <= tets) cut = new Uint32Array(tets + 1); // one more for what does not stay, see collect
}

/** Lists the fragment's surface triangles and parts of cut tets. */
function collect(family: Family, fragment: number): void {
  const { node, fragments, label, cracked, cutCase, topology } = family;
  const { surfaceCount, triangle, halfStart, half, cornerStart, corner } = topology;
  const start = fragments.start[fragment];
  const end = start + fragments.nodeCount[fragment];
  const counts = CASE_TRIANGLES;
  const wholeList = whole;
  const clipList = clipped;
  const cutList = cut;
  let wholes = 0;
  let clips = 0;
  let cuts = 0;
  let cracks = 0;
  // Triangles are taken at the first of their corners that is the fragment's, and so are parts of tets.
  for (let n = start; n < end; n++) {
    const i = node[n];
    const stop = i < surfaceCount ? halfStart[i + 1] : 0;
    if (cracked[i] === 0) {
      // No edge is cut here: all corners around are the fragment's, and no tet is cut.
      for (let k = stop > 0 ? halfStart[i] : 0; k < stop; k++) {
        if ((half[k] & 3) === 0) wholeList[wholes++] = half[k] >> 2;
      }
      continue;
    }
    for (let k = stop > 0 ? halfStart[i] : 0; k < stop; k++) {
      const t = half[k] >> 2;
      const own0 = label[triangle[3 * t]] === fragment;
      const own1 = label[triangle[3 * t + 1]] === fragment;
      if ((half[k] & 3) !== (own0 ? 0 : own1 ? 1 : 2)) continue;
      if (own0 && own1 && label[triangle[3 * t + 2]] === fragment) wholeList[wholes++] = t;
      else clipList[clips++] = t;
    }
    for (let k = cornerStart[i], last = cornerStart[i + 1]; k < last; k++) {
      const c = corner[k];
      const triangles = counts[4 * cutCase[c >> 2] + (c & 3)];
      cracks += triangles;
      cutList[cuts] = c; // stays if there are any: a branch would be guessed wrong every other time
      cuts += -triangles >>> 31;
    }
  }
  wholeCount = wholes;
  clippedCount = clips;
  cutCount = cuts;
  crackTriangles = cracks;
}

const vertex = new Uint32Array(4); // scratch: the vertices of a polygon

function emitCracks(out: FragmentMesh, family: Family): void {
  const { topology, cutCase, cutAt } = family;
  const { nodeCount, tetEdge, edgeNode, positions: from, skin } = topology;
  const { crackGroup } = skin;
  const { positions, point, indices, origin, uvs, normals, colors, groups, dressed, colored } = out;
  const mark = vertexMark;
  const first = base;
  const list = cut;
  const count = cutCount;
  const stream = POLYGON_STREAM;
  const starts = CASE_POLYGONS;
  const polygon = vertex;
  let vertices = out.vertexCount;
  let triangles = out.triangleCount;
  let area = 0;
  for (let n = 0; n < count; n++) {
    const tet = list[n] >> 2;
    let at = starts[4 * cutCase[tet] + (list[n] & 3)];
    for (let left = stream[at++]; left > 0; left--) {
      const sides = stream[at++];
      for (let k = 0; k < sides; k++) {
        const code = stream[at++];
        if (code < POINT_FACE) {
          // Most points lie on edges: placePoint, written out.
          const e = tetEdge[6 * tet + code];
          const p = nodeCount + e;
          if (mark[p] < first) {
            const t = cutAt[e];
            const a = 3 * edgeNode[2 * e];
            const b = 3 * edgeNode[2 * e + 1];
            positions[3 * vertices] = from[a] + t * (from[b] - from[a]);
            positions[3 * vertices + 1] = from[a + 1] + t * (from[b + 1] - from[a + 1]);
            positions[3 * vertices + 2] = from[a + 2] + t * (from[b + 2] - from[a + 2]);
            point[vertices] = p;
            mark[p] = first + vertices++;
          }
          polygon[k] = mark[p] - first;
          continue;
        }
        const p = pointOf(topology, tet, code);
        if (mark[p] < first) {
          placePoint(positions, 3 * vertices, family, tet, code);
          point[vertices] = p;
          mark[p] = first + vertices++;
        }
        polygon[k] = mark[p] - first;
      }
      // Half the cross product of the diagonals is a quad's area vector; a triangle is a quad with a doubled corner.
      const a = 3 * polygon[0];
      const b = 3 * polygon[1];
      const c = 3 * polygon[2];
      const d = sides === 4 ? 3 * polygon[3] : a;
      const ux = positions[c] - positions[a];
      const uy = positions[c + 1] - positions[a + 1];
      const uz = positions[c + 2] - positions[a + 2];
      const vx = positions[d] - positions[b];
      const vy = positions[d + 1] - positions[b + 1];
      const vz = positions[d + 2] - positions[b + 2];
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      area += length / 2;
      const made = triangles;
      for (let k = 2; k < sides; k++, triangles++) {
        indices[3 * triangles] = polygon[0];
        indices[3 * triangles + 1] = polygon[k - 1];
        indices[3 * triangles + 2] = polygon[k];
        origin[triangles] = tet;
      }
      if (!dressed) continue;
      const scale = length > 0 ? 1 / length : 0;
      const axis = dominantAxis(nx, ny, nz);
      const u = axis === 2 ? 0 : axis + 1;
      const v = u === 2 ? 0 : u + 1;
      const x = nx * scale;
      const y = ny * scale;
      const z = nz * scale;
      for (let t = made, q = c; t < triangles; t++, q = d) {
        // A fan: corner 0, then two that follow each other.
        const p = t === made ? b : c;
        groups[t] = crackGroup;
        uvs[6 * t] = positions[a + u];
        uvs[6 * t + 1] = positions[a + v];
        uvs[6 * t + 2] = positions[p + u];
        uvs[6 * t + 3] = positions[p + v];
        uvs[6 * t + 4] = positions[q + u];
        uvs[6 * t + 5] = positions[q + v];
        for (let h = 9 * t; h < 9 * t + 9; h += 3) {
          normals[h] = x;
          normals[h + 1] = y;
          normals[h + 2] = z;
        }
      }
      if (colored) for (let h = 9 * made; h < 9 * triangles; h++) colors[h] = 1;
    }
  }
  out.vertexCount = vertices;
  out.triangleCount = triangles;
  out.crackArea = area;
}

// The surface of a fragment as triangles: buffers that grow and are used again.

/**
 * A closed surface, indexed: each vertex once, attributes a corner. Columns hold at least their count. Triangles of
 * the old surface come first, then those of cracks.
 */
export interface FragmentMesh {
  vertexCount: number;
  triangleCount: number;
  outerCount: number; // triangles of the old surface; the others are cracks
  crackArea: number; // m²
  positions: Float64Array; // xyz a vertex
  point: Uint32Array; // the point of the family that a vertex is: node, cut edge, face or tet (see pointOf)
  indices: Uint32Array; // three vertices a triangle
  origin: Uint32Array; // a triangle: the surface triangle it is part of, or the tet that its crack runs through
  dressed: boolean; // whether the columns below are filled
  uvs: Float32Array; // uv a corner; on cracks metres across the normal's longest axis
  normals: Float32Array; // xyz a corner; on cracks the plane's
  colors: Float32Array; // rgb a corner; white on cracks
  colored: boolean; // whether the solid has colours: if not, `colors` is not filled
  groups: Uint16Array; // a triangle; cracks have a group of their own
}

/** Empty buffers. */
export function createFragmentMesh(): FragmentMesh {
  return {
    vertexCount: 0,
    triangleCount: 0,
    outerCount: 0,
    crackArea: 0,
    positions: new Float64Array(0),
    point: new Uint32Array(0),
    indices: new Uint32Array(0),
    origin: new Uint32Array(0),
    dressed: false,
    uvs: new Float32Array(0),
    normals: new Float32Array(0),
    colors: new Float32Array(0),
    colored: false,
    groups: new Uint16Array(0),
  };
}

/** Makes room for `triangles` triangles and as many vertices: closed surfaces have fewer of these. */
function reserveMesh(mesh: FragmentMesh, triangles: number): void {
  if (mesh.origin.length < triangles) {
    mesh.origin = growColumn(mesh.origin, triangles);
    const room = mesh.origin.length;
    mesh.positions = new Float64Array(3 * room);
    mesh.point = new Uint32Array(room);
    mesh.indices = new Uint32Array(3 * room);
  }
  const room = mesh.origin.length;
  if (mesh.dressed && mesh.groups.length < room) {
    mesh.uvs = new Float32Array(6 * room);
    mesh.normals = new Float32Array(9 * room);
    mesh.groups = new Uint16Array(room);
  }
  if (mesh.dressed && mesh.colored && mesh.colors.length < 9 * room) mesh.colors = new Float32Array(9 * room);
}

/** An ordinary mesh with copies of what the buffers hold. */
export function toTriangleMesh(mesh: FragmentMesh): TriangleMesh {
  const { vertexCount, triangleCount: count, dressed, colored } = mesh;
  return createTriangleMesh({
    positions: mesh.positions.subarray(0, 3 * vertexCount),
    indices: mesh.indices.subarray(0, 3 * count),
    uvs: dressed ? mesh.uvs.subarray(0, 6 * count) : null,
    normals: dressed ? mesh.normals.subarray(0, 9 * count) : null,
    colors: dressed && colored ? mesh.colors.subarray(0, 9 * count) : null,
    groups: dressed ? mesh.groups.subarray(0, count) : null,
  });
}
