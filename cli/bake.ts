// fracas bake: a mesh in, a .fracas file out, whole or not at all.

import { basename, extname } from 'node:path';
import { bake, bakeTets } from '../src/bake/bake.ts';
import { encodeAsset } from '../src/bake/encode.ts';
import { type BakeOptions, DEFAULT_RESOLUTION } from '../src/bake/options.ts';
import { type Material, materials } from '../src/fracture/material.ts';
import { InputError } from '../src/job/error.ts';
import { decimateMesh } from '../src/mesh/decimate.ts';
import { checkWritable, writeWhole } from './files.ts';
import { createProgress } from './progress.ts';
import { readModel } from './read-model.ts';
import { describeAsset } from './tables.ts';
import { readArgs, readNumber, UsageError } from './usage.ts';

const HELP = `Usage: fracas bake MODEL -o FILE [options]

Makes a solid that can break and collide from a triangle mesh (obj, ply, stl, gltf, glb; .gz too) or from a
tet mesh (TetGen .node/.ele, MEDIT .mesh, Gmsh .msh), and writes it to FILE (.fracas).

  -o, --output FILE      where to write; default: the model's name with .fracas
  --resolution N         tets along the longest side; default ${DEFAULT_RESOLUTION}
  --spacing METRES       longest surface edge, instead of --resolution
  --interior METRES      step of the points inside; default 1.5 × spacing
  --cells N              cells of the distance grid along the longest side; default 64, more for thin walls
  --scale S              multiply coordinates first (0.001 for a model in millimetres)
  --triangles N          simplify the mesh to N triangles first
  --sharp-angle DEGREES  edges sharper than this collide as edges; default 30
  --material NAME        ${Object.keys(materials).slice(0, 4).join(', ')},
                         ${Object.keys(materials).slice(4).join(', ')}: lets it break by force; default none
  --mesher NAME          auto (default), delaunay (keep the surface) or stuffing (re-mesh dirty input)
  --weld METRES          join vertices of open edges this close; default a millionth of the size, 0 for equal ones only
  --shell METRES         make a wall of this thickness of an open surface or a thin shell
  --json                 print the report as JSON
  -q, --quiet            no progress
  -h, --help             this text`;

export async function runBake(args: string[]): Promise<void> {
  const { values, positionals } = readArgs({
    args,
    allowPositionals: true,
    options: {
      output: { type: 'string', short: 'o' },
      resolution: { type: 'string' },
      spacing: { type: 'string' },
      interior: { type: 'string' },
      cells: { type: 'string' },
      scale: { type: 'string' },
      triangles: { type: 'string' },
      'sharp-angle': { type: 'string' },
      material: { type: 'string' },
      mesher: { type: 'string' },
      weld: { type: 'string' },
      shell: { type: 'string' },
      json: { type: 'boolean' },
      quiet: { type: 'boolean', short: 'q' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  if (positionals.length !== 1) {
    throw new UsageError(
      positionals.length === 0
        ? 'name a model to bake'
        : `one model at a time; got ${positionals.join(', ')}`,
    );
  }
  const { mesher } = values;
  if (mesher !== undefined && mesher !== 'auto' && mesher !== 'delaunay' && mesher !== 'stuffing') {
    throw new UsageError(`--mesher is "${mesher}" but must be auto, delaunay or stuffing`);
  }
  const path = positionals[0];
  const name = basename(path.replace(/\.gz$/i, ''), extname(path.replace(/\.gz$/i, '')));
  const output = values.output ?? `${name}.fracas`;
  const scale = readNumber(values.scale, '--scale', 'positive') ?? 1;
  const triangles = readNumber(values.triangles, '--triangles', 'count');
  const cancel = new AbortController();
  const options: BakeOptions = {
    name,
    resolution: readNumber(values.resolution, '--resolution', 'positive'),
    spacing: readNumber(values.spacing, '--spacing', 'positive'),
    interior: readNumber(values.interior, '--interior', 'positive'),
    cells: readNumber(values.cells, '--cells', 'count'),
    sharpAngle: readNumber(values['sharp-angle'], '--sharp-angle', 'positive'),
    material: readMaterial(values.material),
    mesher,
    shell: readNumber(values.shell, '--shell', 'positive'),
    weld: readNumber(values.weld, '--weld', 'distance'),
    signal: cancel.signal,
  };
  await checkWritable(output, path);
  const model = await readModel(path);
  if (model.kind === 'asset')
    throw new InputError('bad-argument', `${path}: this is baked already: give the mesh it was made from`);
  if (model.kind === 'tets' && triangles !== undefined)
    throw new UsageError('--triangles simplifies triangle meshes, not tet meshes');

  const progress = createProgress(name, Boolean(values.quiet));
  const stop = () => cancel.abort();
  process.once('SIGINT', stop);
  const start = performance.now();
  try {
    const onProgress = progress.report;
    const asset = await (model.kind === 'tets'
      ? bakeTets(scaleMesh(model.tets, scale), { ...options, onProgress }, model.inverted)
      : bake(simplify(scaleMesh(model.mesh, scale), triangles), { ...options, onProgress }));
    const bytes = encodeAsset(asset);
    await writeWhole(output, bytes);
    progress.done();
    const seconds = (performance.now() - start) / 1000;
    if (values.json)
      console.log(
        JSON.stringify({ output, bytes: bytes.length, seconds, ...describeAsset(asset).data }, null, 1),
      );
    else
      console.log(
        `${describeAsset(asset).text}\n\nwrote ${output}: ${(bytes.length / 1e6).toFixed(2)} MB in ${seconds.toFixed(1)} s`,
      );
  } catch (error) {
    progress.done();
    if (!(error instanceof InputError) || error.message.includes(path)) throw error;
    throw new InputError(error.code, `${path}: ${error.message}`);
  } finally {
    process.off('SIGINT', stop);
  }
}

function readMaterial(name: string | undefined): Material | null {
  if (name === undefined) return null;
  const found = (materials as Readonly<Record<string, Material | undefined>>)[name];
  if (found && Object.hasOwn(materials, name)) return found;
  throw new UsageError(`--material is "${name}" but must be one of ${Object.keys(materials).join(', ')}`);
}

function scaleMesh<T extends { readonly positions: Float64Array }>(mesh: T, scale: number): T {
  return scale === 1 ? mesh : { ...mesh, positions: mesh.positions.map((x) => x * scale) };
}

function simplify(mesh: Parameters<typeof decimateMesh>[0], triangles: number | undefined) {
  return triangles === undefined || mesh.indices.length / 3 <= triangles
    ? mesh
    : decimateMesh(mesh, { triangles });
}
