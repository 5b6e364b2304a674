// fracas inspect: what is in a file, and what is wrong with it.

import { inspectMesh } from '../src/mesh/inspect.ts';
import { weldMesh } from '../src/mesh/repair.ts';
import { reportTetMesh } from '../src/mesh/tet-report.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';
import { readModel } from './read-model.ts';
import { type Description, describeAsset, describeMesh, describeTets } from './tables.ts';
import { readArgs, readNumber, UsageError } from './usage.ts';

const HELP = `Usage: fracas inspect FILE [options]

Tells what is in a mesh (obj, ply, stl, gltf, glb), a tet mesh (.node/.ele, .mesh, .msh) or a baked .fracas
file: counts, sizes, volume, and every defect by name with the first element that has it.

  --weld METRES  join vertices of open edges this close first, as bake does; default a millionth of the size,
                 0 to see seams as they are in the file
  --json         print one JSON object
  -h, --help     this text`;

export async function runInspect(args: string[]): Promise<void> {
  const { values, positionals } = readArgs({
    args,
    allowPositionals: true,
    options: { weld: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  if (positionals.length !== 1)
    throw new UsageError(positionals.length === 0 ? 'name a file to inspect' : 'one file at a time');
  const weld = readNumber(values.weld, '--weld', 'distance');
  const model = await readModel(positionals[0]);
  const described =
    model.kind === 'asset'
      ? describeAsset(model.asset)
      : model.kind === 'tets'
        ? describeTets(reportTetMesh({ tets: model.tets }), model.inverted)
        : inspectWelded(model.mesh, weld);
  if (values.json)
    console.log(JSON.stringify({ file: positionals[0], kind: model.kind, ...described.data }, null, 1));
  else console.log(`${positionals[0]}\n${described.text}`);
}

/** Describes a mesh as a bake would see its seams, and tells what was joined. Vertices are numbered as they are then. */
function inspectWelded(given: TriangleMesh, weld: number | undefined): Description {
  const { mesh, changes } = weldMesh(given, { weld });
  return describeMesh(
    inspectMesh(mesh),
    changes.map(({ message }) => message),
  );
}
