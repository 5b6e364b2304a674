// The workspace of cracks that follow the stress: made once a solid, used for all its copies.

import type { FamilyTopology } from '../../fragment/topology.ts';

/** Columns by node or tet of the fine mesh; an entry counts where its stamp is the epoch. */
export interface CrackWork {
  epoch: number;
  readonly stress: Float64Array; // of each node, six numbers, Pa
  readonly top: Float64Array; // of each node, its largest tension, Pa
  readonly order: Uint32Array; // nodes, those under most tension first
  readonly phi: Float64Array; // of each node: the distance to the crack under way
  readonly nodeStamp: Uint32Array;
  readonly tetStamp: Uint32Array;
  readonly normal: Float64Array; // of the crack in each tet
  readonly plane: Float64Array; // of each node: normal and offset of the plane that φ comes from
  readonly queue: Uint32Array; // tets, or nodes
  readonly parent: Int32Array; // of each node that φ was carried on to
}

export function createCrackWork({ nodeCount, tetCount }: FamilyTopology): CrackWork {
  return {
    epoch: 0,
    stress: new Float64Array(6 * nodeCount),
    top: new Float64Array(nodeCount),
    order: new Uint32Array(nodeCount),
    phi: new Float64Array(nodeCount),
    nodeStamp: new Uint32Array(nodeCount),
    tetStamp: new Uint32Array(tetCount),
    normal: new Float64Array(3 * tetCount),
    plane: new Float64Array(4 * nodeCount),
    queue: new Uint32Array(Math.max(nodeCount, tetCount)),
    parent: new Int32Array(nodeCount),
  };
}
