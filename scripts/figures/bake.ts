// docs/figures/bake.webp: the bunny as mesh, as tets cut open, as a slice of its distance, as a level of its sphere tree.

import { loadBunny } from '../../bench/models.ts';
import { buildGridField, sampleField } from '../../src/field/index.ts';
import { type Asset, bake, finishWork } from '../../src/index.ts';
import { TET_FACES } from '../../src/mesh/tet-mesh.ts';
import { boundsOf, count, createImage, type Drawn, type Picture, type Slice } from './panel.ts';

/** The surface, smooth, or only the part of it behind the plane z = cut. */
export function drawSurface(asset: Asset, cut = Infinity): Drawn {
  const { indices } = asset.surface;
  const x = asset.tets.positions;
  const positions: number[] = [];
  const normals: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [0, 1, 2].map((k) => 3 * indices[t + k]);
    if (corners.every((c) => x[c + 2] > cut)) continue;
    for (const c of corners) {
      positions.push(x[c], x[c + 1], Math.min(x[c + 2], cut));
      normals.push(...asset.nodes.direction.subarray(c, c + 3));
    }
  }
  return { positions, normals };
}

/** The tets behind the plane z = cut, each a little smaller than it is, faces of the surface in another colour. */
function drawTets(asset: Asset, cut: number): Drawn {
  const { positions: x, indices } = asset.tets;
  const { surfaceCount } = asset;
  const outer = [0.69, 0.59, 0.47];
  const inner = [0.62, 0.21, 0.1];
  const positions: number[] = [];
  const colors: number[] = [];
  for (let t = 0; t < indices.length; t += 4) {
    const corners = [0, 1, 2, 3].map((k) => 3 * indices[t + k]);
    const middle = [0, 1, 2].map((d) => corners.reduce((sum, c) => sum + x[c + d] / 4, 0));
    if (middle[2] > cut) continue;
    for (let f = 0; f < 4; f++) {
      const face = [0, 1, 2].map((k) => corners[TET_FACES[3 * f + k]]);
      const outside = face.every((c) => c < 3 * surfaceCount);
      for (const c of face) {
        for (let d = 0; d < 3; d++) positions.push(middle[d] + 0.9 * (x[c + d] - middle[d]));
        colors.push(...(outside ? outer : inner));
      }
    }
  }
  return { positions, colors, flat: true };
}

/** A slice of the distance at z = cut: blue inside, amber outside, with lines of equal distance. */
function drawSlice(asset: Asset, bounds: number[], cut: number): Slice {
  const margin = 0.08 * (bounds[3] - bounds[0]);
  const [x0, y0, x1, y1] = [bounds[0] - margin, bounds[1], bounds[3] + margin, bounds[4] + margin];
  const width = 900;
  const height = Math.round((width * (y1 - y0)) / (x1 - x0));
  const pixels = new Uint8Array(4 * width * height);
  const p = new Float64Array(3);
  const d = new Float64Array(1);
  const gap = (bounds[3] - bounds[0]) / 40;
  // Exact everywhere, so that the lines run on beyond the band that the asset stores.
  const field = finishWork(buildGridField(asset.surface, { cells: 96, exact: true }));
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      p[0] = x0 + ((x1 - x0) * (i + 0.5)) / width;
      p[1] = y1 - ((y1 - y0) * (j + 0.5)) / height;
      p[2] = cut;
      sampleField(d, field, p, 0);
      const depth = Math.min(1, Math.abs(d[0]) / (6 * gap));
      const line = Math.abs(d[0] / gap - Math.round(d[0] / gap)) < 0.06 && Math.abs(d[0]) > 0.5 * gap;
      const zero = Math.abs(d[0]) < 0.09 * gap;
      const shade = line ? 0.88 : 1;
      const inside = d[0] < 0;
      const from = inside ? [196, 222, 244] : [255, 236, 205];
      const to = inside ? [36, 84, 150] : [226, 150, 64];
      const fade = inside ? 255 : 255 * Math.max(0, 1 - Math.abs(d[0]) / (4.2 * gap));
      const at = 4 * (j * width + i);
      for (let k = 0; k < 3; k++)
        pixels[at + k] = zero ? 40 : Math.round(shade * (from[k] + (to[k] - from[k]) * depth));
      pixels[at + 3] = zero ? 255 : Math.round(fade);
    }
  }
  const image = createImage(pixels, width, height);
  return { ...image, corner: [x0, y0, cut], right: [x1 - x0, 0, 0], up: [0, y1 - y0, 0] };
}

/** The spheres that stand for the whole solid at one level of the tree. */
function drawLevel(asset: Asset, level: number): { center: number[]; radius: number[] } {
  const { tree } = asset;
  const center: number[] = [];
  const radius: number[] = [];
  for (let i = 0; i < tree.count; i++) {
    const last = tree.childCount[i] === 0 ? Infinity : tree.level[tree.firstChild[i]];
    if (tree.level[i] > level || last <= level) continue;
    center.push(...asset.tets.positions.subarray(3 * tree.point[i], 3 * tree.point[i] + 3));
    radius.push(tree.radius[i]);
  }
  return { center, radius };
}

function dots(asset: Asset, n: number, bounds: number[]): { center: number[]; radius: number[] } {
  const points = [...asset.order.subarray(0, n)];
  const r = 0.008 * (bounds[3] - bounds[0]);
  return {
    center: points.flatMap((p) => [...asset.tets.positions.subarray(3 * p, 3 * p + 3)]),
    radius: points.map(() => r),
  };
}

export async function drawBake(): Promise<Picture> {
  const asset = await bake(loadBunny({ triangles: 7940 }), { name: 'bunny' });
  const bounds = boundsOf(asset.tets.positions);
  const cut = bounds[2] + 0.58 * (bounds[5] - bounds[2]);
  const level = 6;
  const { report, field } = asset;
  const panels = [
    {
      title: 'mesh',
      detail: `${count(asset.surface.indices.length / 3)} triangles`,
      bounds,
      meshes: [drawSurface(asset)],
    },
    {
      title: 'tetrahedra',
      detail: `${count(report.tets)} tets, ${count(report.points)} points`,
      bounds,
      meshes: [drawTets(asset, cut)],
    },
    {
      title: 'distance',
      detail: `${field.nx} × ${field.ny} × ${field.nz} cells, in bricks`,
      bounds,
      meshes: [drawSurface(asset, cut - 1e-4 * (bounds[5] - bounds[2]))],
      slices: [drawSlice(asset, bounds, cut)],
    },
    {
      title: 'sphere tree',
      detail: `level ${level} of ${asset.tree.levels - 1}: ${2 ** level} points, far apart`,
      bounds,
      meshes: [drawSurface(asset)],
      spheres: [drawLevel(asset, level), { ...dots(asset, 2 ** level, bounds), opacity: 1, color: 0x7a2f16 }],
    },
  ];
  return { panels };
}
