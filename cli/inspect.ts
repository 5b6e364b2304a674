// fracas inspect: what is in a file, and what is wrong with it.

import { inspectMesh } from '../src/mesh/inspect.ts';
import { reportTetMesh } from '../src/mesh/tet-report.ts';
import { readModel } from './read-model.ts';
import { describeAsset, describeMesh, describeTets } from './tables.ts';
import { readArgs, UsageError } from './usage.ts';

const HELP = `Usage: fracas inspect FILE [--json]

Tells what is in a mesh (obj, ply, stl, gltf, glb), a tet mesh (.node/.ele, .mesh, .msh) or a baked .fracas
file: counts, sizes, volume, and every defect by name with the first element that has it.

  --json      print one JSON object
  -h, --help  this text`;

export async function runInspect(args: string[]): Promise<void> {
  const { values, positionals } = readArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  if (positionals.length !== 1)
    throw new UsageError(positionals.length === 0 ? 'name a file to inspect' : 'one file at a time');
  const model = await readModel(positionals[0]);
  const described =
    model.kind === 'asset'
      ? describeAsset(model.asset)
      : model.kind === 'tets'
        ? describeTets(reportTetMesh({ tets: model.tets }), model.inverted)
        : describeMesh(inspectMesh(model.mesh));
  if (values.json)
    console.log(JSON.stringify({ file: positionals[0], kind: model.kind, ...described.data }, null, 1));
  else console.log(`${positionals[0]}\n${described.text}`);
}
