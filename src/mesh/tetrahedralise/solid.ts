// What tetrahedralisation gives.

import type { TetMesh } from '../tet-mesh.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';

/** A tet mesh and its boundary, which is the surface that renders and collides. */
export interface TetSolid {
  readonly tets: TetMesh;
  readonly surfaceCount: number; // nodes 0 … surfaceCount−1 are the boundary's, the others lie inside
  readonly surface: TriangleMesh; // the boundary; its vertices are the first nodes, its order that of the input
  readonly face: Uint32Array; // 4·tet + face of each surface triangle
  readonly source: Uint32Array; // the input triangle each surface triangle is, is part of, or lies closest to
  readonly vertex: Int32Array; // the input vertex of each boundary node, −1 for nodes that recovery added
  readonly recovered: number; // share of input triangles that are in whole, or as the sum of their parts
  readonly added: number; // points that recovery put on the surface
  readonly flipped: number; // input triangles that the Delaunay tets lacked and flips brought in
  readonly volumeError: number; // (volume of the tets − volume of the input) / volume of the input
}

/** Why there is no solid. */
export interface TetFailure {
  readonly reason:
    | 'open' // the surface has edges without exactly two triangles, or triangles that disagree
    | 'empty' // no volume inside
    | 'lost' // too many triangles could not be recovered to go on
    | 'pinched' // the boundary of the tets is not a manifold
    | 'volume' // the tets do not fill the surface
    | 'flat'; // tets without volume are left that no local change removes
  readonly message: string; // for people; names what was found
  readonly missing: number; // triangles that could not be recovered
  readonly crossed: number; // of edges and triangles, those that another part of the surface cuts
}

export type TetOutcome =
  | { readonly solid: TetSolid; readonly failure: null }
  | { readonly solid: null; readonly failure: TetFailure };
