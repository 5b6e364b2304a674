// The solids of the figures on modes and on breaking by force: baked once, and how their surfaces are drawn.

import { loadBunny } from '../../bench/models.ts';
import { type Brittle, buildBrittle } from '../../src/fracture/brittle.ts';
import { buildFamilyTopology } from '../../src/fragment/index.ts';
import { type Asset, bake, type Material, materials } from '../../src/index.ts';
import * as shapes from '../../src/mesh/shapes/index.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Drawn } from './panel.ts';

export interface Ringing {
  readonly name: string;
  readonly material: Material;
  readonly asset: Asset;
  readonly brittle: Brittle;
}

const SUBJECTS: Record<string, [() => TriangleMesh, keyof typeof materials]> = {
  glass: [() => shapes.createGlass(), 'glass'],
  plate: [() => shapes.createPlate(), 'ceramic'],
  brick: [() => shapes.createBrick(), 'brick'],
  bunny: [() => loadBunny(), 'ceramic'],
  'piggy bank': [() => shapes.createPiggyBank(), 'ceramic'],
};

const baked = new Map<string, Promise<Ringing>>();

/** A solid with its modes; baked at the first call. */
export function ringSubject(name: string): Promise<Ringing> {
  const found = baked.get(name) ?? prepare(name);
  baked.set(name, found);
  return found;
}

async function prepare(name: string): Promise<Ringing> {
  const [make, kind] = SUBJECTS[name];
  const material = materials[kind];
  const asset = await bake(make(), { material });
  const brittle = buildBrittle(buildFamilyTopology(asset), asset.thickness, asset.modes);
  return { name, material, asset, brittle };
}

/** From blue over white to red: compression, none, tension. */
export function stressColor(value: number): number[] {
  const x = Math.max(-1, Math.min(1, value));
  const from = [0.93, 0.91, 0.87];
  const to = x < 0 ? [0.13, 0.35, 0.62] : [0.72, 0.11, 0.15];
  return from.map((c, d) => c + Math.abs(x) ** 0.55 * (to[d] - c));
}

/** The surface of a solid with its nodes moved and coloured. */
export function drawSurface(
  { asset }: Ringing,
  positions: ArrayLike<number>,
  color: (node: number) => number[],
): Drawn {
  const { indices } = asset.surface;
  const out: Drawn = { positions: [], normals: [], colors: [] };
  const normals = new Float64Array(positions.length);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * indices[t], 3 * indices[t + 1], 3 * indices[t + 2]];
    const u = [0, 1, 2].map((d) => positions[b + d] - positions[a + d]);
    const v = [0, 1, 2].map((d) => positions[c + d] - positions[a + d]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const i of [a, b, c]) for (let d = 0; d < 3; d++) normals[i + d] += n[d];
  }
  for (const i of indices) {
    const length = Math.hypot(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]) || 1;
    for (let d = 0; d < 3; d++) {
      out.positions.push(positions[3 * i + d]);
      out.normals?.push(normals[3 * i + d] / length);
    }
    out.colors?.push(...color(i));
  }
  return out;
}
