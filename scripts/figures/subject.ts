// The solids that figures break: baked once, broken the same way for every picture.

import { loadPaperModels } from '../../bench/models.ts';
import { type Model, prepareModel } from '../../bench/pieces.ts';
import { type Collider, createCollider } from '../../src/contact/collider.ts';
import { updateCollider } from '../../src/contact/update.ts';
import { sampleField } from '../../src/field/index.ts';
import type { Family } from '../../src/fragment/family.ts';
import type { DepthForm, FragmentField } from '../../src/fragment/fragment-field.ts';
import { applyPattern, createFragmentMesh, extractFragment } from '../../src/fragment/index.ts';
import { createRandom, nextFloat } from '../../src/math/random.ts';
import { boundsOf, type Drawn } from './panel.ts';

const baked = new Map<string, Promise<Model>>();

/** A model of [Glondu13] table 1, baked to the sizes given there. */
export function bakePaperModel(name: string): Promise<Model> {
  const model = loadPaperModels().find((m) => m.name === name);
  if (model === undefined) throw new Error(`there is no model '${name}'`);
  const found = baked.get(name) ?? prepareModel(model.mesh, model.spacing, model.interior);
  baked.set(name, found);
  return found;
}

export interface Broken {
  readonly collider: Collider;
  readonly field: FragmentField;
}

/** A copy of a model in Voronoi cells around `cells` seeds; 1 leaves it whole. Pieces can be more than cells. */
export function breakModel(model: Model, cells: number, seed: number, form: DepthForm | null = null): Broken {
  const collider = createCollider(model.solid, { form });
  if (collider.field === null) throw new Error('not a solid');
  if (cells > 1) {
    const seeds = drawSeeds(model, cells, seed);
    applyPattern(model.work.changes, collider.field.family, 0, { kind: 'voronoi', seeds });
    updateCollider(model.work, collider);
  }
  return { collider, field: collider.field };
}

/** Points inside a model. They depend on its shape alone, not on how its nodes are numbered, as scattered ones do. */
function drawSeeds({ parts }: Model, cells: number, seed: number): number[] {
  const random = createRandom(seed);
  const bounds = boundsOf(parts.tets.positions);
  const p = new Float64Array(3);
  const distance = new Float64Array(1);
  const seeds: number[] = [];
  while (seeds.length < 3 * cells) {
    for (let d = 0; d < 3; d++) p[d] = bounds[d] + (bounds[3 + d] - bounds[d]) * nextFloat(random);
    sampleField(distance, parts.field, p, 0);
    if (distance[0] < 0) seeds.push(...p);
  }
  return seeds;
}

const OUTER = [0.69, 0.59, 0.47];
const CRACK = [0.7, 0.29, 0.14];

/** A fragment, moved by `shift`, cracks in another colour. */
export function drawFragment(
  { family }: { readonly family: Family },
  label: number,
  shift = [0, 0, 0],
  opacity = 1,
): Drawn {
  const mesh = createFragmentMesh();
  extractFragment(mesh, family, label);
  const positions: number[] = [];
  const normals: number[] = [];
  const colors: number[] = [];
  for (let c = 0; c < 3 * mesh.triangleCount; c++) {
    const v = 3 * mesh.indices[c];
    for (let d = 0; d < 3; d++) {
      positions.push(mesh.positions[v + d] + shift[d]);
      normals.push(mesh.normals[3 * c + d]);
    }
    colors.push(...(c < 3 * mesh.outerCount ? OUTER : CRACK));
  }
  return { positions, normals, colors, opacity };
}
