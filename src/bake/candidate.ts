// Ways to fill an input with tets, and which of them comes closest to it. Every result is measured against the input;
// one that is too far off gives way to the next, and what is left to say is said in the notes.

import type { Hierarchy } from '../hierarchy/hierarchy.ts';
import { type Deviation, type FineInput, measureDeviation } from '../mesh/deviation.ts';
import type { MeshReport } from '../mesh/inspect.ts';
import { enclosedVolume } from '../mesh/mass.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { United } from '../mesh/unite/unite.ts';
import type { Winding } from '../mesh/winding.ts';
import type { AssetParts, Mesher } from './asset.ts';
import { type BakeSettings, countTets } from './options.ts';

/** Tets, their boundary, and how they came about. */
export type Solid = Pick<AssetParts, 'tets' | 'surfaceCount' | 'surface' | 'render' | 'report'> & {
  readonly mesher: Mesher;
  readonly hierarchy?: Hierarchy; // of its surface, if at hand
};

/** A solid, and how far it is from the input. */
export interface Candidate {
  readonly solid: Solid;
  readonly deviation: Deviation;
  readonly notes: readonly string[];
}

const MANY = 4; // times the tets asked for, beyond which a note says why
const MOST_DEVIATION = 0.01; // of the diagonal: farther from the input, another way of meshing is tried

export function farOf({ result, input }: Deviation): number {
  return Math.max(result, input);
}

export function isFaithful(candidate: Candidate | null): boolean {
  return candidate !== null && farOf(candidate.deviation) <= MOST_DEVIATION;
}

/** The one that is closer to the input; the first of two alike. */
export function choose(a: Candidate | null, b: Candidate): Candidate {
  return a && farOf(a.deviation) <= farOf(b.deviation) ? a : b;
}

/** Takes a candidate, with what there is to say of it. */
export function accept({ solid, deviation, notes: own }: Candidate, notes: string[]): Solid {
  notes.push(...own);
  const far = farOf(deviation);
  if (far > MOST_DEVIATION) {
    notes.push(
      `the result is up to ${sayPercent(far)} of the size off the input's surface: give a higher resolution to come closer`,
    );
  }
  return solid;
}

export function sayPercent(share: number): string {
  return `${(100 * share).toPrecision(2)} %`;
}

export function sayUnited(crossing: string | null, { cut, left, crossings }: United): string {
  const still = crossings > 0 ? `; ${crossings} pairs of them still cross by a hair` : '';
  const what = `${cut} triangles were cut where they cross, and ${left} that lie inside the solid left out${still}`;
  return crossing ? `${crossing}; ${what}` : what;
}

/** What to fill with tets, in the order it is tried: the input cut where it crosses itself, and as it is. */
export function listInputs(
  mesh: TriangleMesh,
  united: United | null,
): { mesh: TriangleMesh; source: Uint32Array | null }[] {
  const whole = { mesh, source: null };
  if (!united || united.cut + united.left === 0) return [whole];
  const cut = { mesh: united.mesh, source: united.source };
  return [cut, whole];
}

/** The exact volume of the solid inside a closed surface; null where only an estimate is to be had. */
export function findVolume(
  mesh: TriangleMesh,
  report: MeshReport,
  united: United | null,
  defect: string | null,
): number | null {
  if (united) return enclosedVolume(united.mesh);
  return defect || report.components > 1 ? null : enclosedVolume(mesh);
}

export function measureCandidate(
  { tets }: { tets: TetMesh },
  hierarchy: Hierarchy,
  source: Uint32Array,
  winding: Winding,
  fine: FineInput | null = null,
): Deviation {
  return measureDeviation({ tets, surface: hierarchy, source, fine }, winding);
}

/** Notes when a solid has many times the tets that its resolution asks for, and why. */
export function noteSize(
  solid: Solid,
  { area, volume }: MeshReport,
  { spacing, interior, longest }: BakeSettings,
  notes: string[],
): void {
  const asked = countTets(area, volume, spacing, interior);
  const tets = solid.tets.indices.length / 4;
  if (tets <= MANY * asked) return;
  const why =
    solid.mesher === 'stuffing'
      ? 'the lattice was halved until it kept the shape; close and part the surface to keep its own triangles'
      : `its surface of ${solid.surface.indices.length / 3} triangles is that fine, or has needles that were cut to length; decimate it for fewer`;
  notes.push(
    `${tets} tets, ${Math.round(tets / asked)} times what a resolution of ${Math.round(longest / spacing)} asks for: ${why}`,
  );
}
