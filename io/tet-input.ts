// From what the readers of tet files find, nodes under tags and tets of tags, to an oriented tet mesh.

import { InputError } from '../src/job/error.ts';
import { createTetMesh, type TetMesh, tetVolume } from '../src/mesh/tet-mesh.ts';
import { notA } from './bytes.ts';

/** A tet mesh as read, and what reading changed. */
export interface TetReading {
  /** The mesh. */
  readonly mesh: TetMesh;
  /** Tets of negative volume, turned over. */
  readonly inverted: number;
  /** Nodes that no tet named. */
  readonly droppedNodes: number;
}

/** What a format's reader finds: nodes under their tags, and four tags a tet. */
export interface TetInput {
  readonly name: string;
  readonly nodeTags: readonly number[];
  readonly positions: readonly number[]; // xyz a node
  readonly tags: readonly number[]; // four a tet
}

/** Turns tags into indices in the file's order of nodes, drops nodes that no tet names, turns negative tets over. */
export function orientTets(input: TetInput): TetReading {
  const { name, nodeTags, positions, tags } = input;
  if (tags.length === 0) {
    throw new InputError(
      'empty-mesh',
      `${name} has no tetrahedra: give a volume mesh, or read a surface with readMesh`,
    );
  }
  const indexOf = new Map<number, number>();
  for (let i = 0; i < nodeTags.length; i++) indexOf.set(nodeTags[i], i);
  if (indexOf.size < nodeTags.length) throw notA(name, 'a tet mesh', 'two of its nodes have the same number');
  const corner = new Uint32Array(tags.length);
  const used = new Uint8Array(nodeTags.length);
  for (let i = 0; i < tags.length; i++) {
    const node = indexOf.get(tags[i]);
    if (node === undefined) {
      throw new InputError(
        'index-out-of-range',
        `${name}: tet ${Math.floor(i / 4)} names node ${tags[i]}, which the file does not have: export it again`,
      );
    }
    corner[i] = node;
    used[node] = 1;
  }
  const compact = new Uint32Array(nodeTags.length);
  const kept: number[] = [];
  for (let n = 0; n < used.length; n++) {
    if (!used[n]) continue;
    compact[n] = kept.length / 3;
    for (let k = 0; k < 3; k++) {
      const x = positions[3 * n + k];
      if (!Number.isFinite(x)) {
        throw new InputError(
          'non-finite',
          `${name}: node ${nodeTags[n]} has the coordinate ${x}: remove or fix it`,
        );
      }
      kept.push(x);
    }
  }
  const indices = corner.map((node) => compact[node]);
  const at = Float64Array.from(kept);
  let inverted = 0;
  for (let t = 0; t < indices.length; t += 4) if (tetVolume(at, indices, t) < 0) inverted++;
  return { mesh: createTetMesh(at, indices), inverted, droppedNodes: nodeTags.length - kept.length / 3 };
}
