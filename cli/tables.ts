// Reports for people (text) and for programs (data), from the same facts.

import { fieldBytes } from '../src/field/grid-field.ts';
import type { Asset } from '../src/index.ts';
import { formatBytes } from '../src/job/format.ts';
import type { MeshReport } from '../src/mesh/inspect.ts';
import type { TetReport } from '../src/mesh/tet-report.ts';

export interface Description {
  readonly text: string;
  readonly data: Record<string, unknown>;
}

type Line = readonly [label: string, value: string];

const count = (n: number) => n.toLocaleString('en-US');
const digits = (x: number) =>
  x !== 0 && (Math.abs(x) < 1e-3 || Math.abs(x) >= 1e6) ? x.toExponential(3) : `${Number(x.toPrecision(4))}`;
const percent = (x: number) => `${Number((100 * x).toPrecision(3))} %`;
const degrees = (x: number) => `${x.toFixed(1)}°`;

function layOut(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(([label]) => label.length));
  return lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n');
}

function sizeOf(bounds: ArrayLike<number>): string {
  return [0, 1, 2].map((d) => digits(bounds[3 + d] - bounds[d])).join(' × ');
}

export function describeMesh(report: MeshReport, welded: readonly string[]): Description {
  const lines: Line[] = [
    ['triangles', count(report.triangles)],
    ['vertices', count(report.vertices)],
    ['edges', count(report.edges)],
    ['components', count(report.components)],
    ['genus', report.genus === null ? 'none: not a closed manifold' : count(report.genus)],
    ['size', sizeOf(report.bounds)],
    ['area', digits(report.area)],
    ['volume', digits(report.volume)],
    ['closed', report.closed ? 'yes' : 'no'],
    ['manifold', report.manifold ? 'yes' : 'no'],
    ['oriented', report.oriented ? 'yes' : 'no'],
  ];
  const defects =
    report.defects.length === 0
      ? 'no defects'
      : `defects\n${layOut(report.defects.map((d) => [`${d.kind} × ${count(d.count)}`, d.message] as const))}`;
  const joined = welded.map((message) => `welded: ${message}\n`).join('');
  return { text: `${layOut(lines)}\n${joined}${defects}`, data: { ...report, welded } };
}

function tetLines(report: TetReport): Line[] {
  return [
    ['tets', count(report.tets)],
    ['points', `${count(report.points)} (${count(report.interior)} interior)`],
    ['dihedral angles', `${degrees(report.minDihedral)} to ${degrees(report.maxDihedral)}`],
    ['radius-edge, 95 %', digits(report.radiusEdge95)],
    ['slivers', count(report.slivers)],
  ];
}

export function describeTets(report: TetReport, inverted: number): Description {
  const lines: Line[] = [
    ...tetLines(report),
    ['volume', digits(report.volume)],
    ['inside out', count(inverted)],
  ];
  return { text: layOut(lines), data: { ...report, inverted } };
}

export function describeAsset(asset: Asset): Description {
  const { report, field, tree, edges, mass } = asset;
  const cells = [field.nx, field.ny, field.nz];
  const lines: Line[] = [
    ['triangles', count(report.triangles)],
    ...tetLines(report),
    ['mesher', asset.mesher + (asset.render ? ', with the input embedded for drawing' : '')],
  ];
  if (report.recovered !== null) lines.push(['input triangles kept', percent(report.recovered)]);
  if (report.volumeError !== null) lines.push(['volume error', percent(report.volumeError)]);
  if (report.deviation) {
    const { result, input } = report.deviation;
    lines.push([
      'off the input',
      `${percent(result)} of its diagonal at most, ${percent(input)} from it back`,
    ]);
  }
  lines.push(
    ['volume', `${digits(mass.volume)} m³`],
    ['spacing', `${digits(asset.spacing)} m`],
    ['thinnest wall', `${digits(asset.wall)} m`],
    ['sharp edges', count(edges.count)],
    [
      'distance grid',
      `${cells.join(' × ')} cells of ${digits(field.cell)} m, ${count(field.base.length)} bricks, ${formatBytes(fieldBytes(field))}`,
    ],
    ['sphere tree', `${count(tree.count)} nodes over ${count(report.points)} points, ${tree.levels} levels`],
    ['material', describeMaterial(asset)],
    ['hash', asset.hash],
  );
  const notes = asset.notes.length > 0 ? `\nnotes\n${asset.notes.map((note) => `  ${note}`).join('\n')}` : '';
  const data = {
    name: asset.name,
    hash: asset.hash,
    mesher: asset.mesher,
    ...report,
    solidVolume: mass.volume,
    spacing: asset.spacing,
    wall: asset.wall,
    material: asset.material,
    modes: asset.modes && { count: asset.modes.count, hertz: listHertz(asset) },
    sharpEdges: edges.count,
    field: { cells, cell: field.cell, band: field.band, bricks: field.base.length, bytes: fieldBytes(field) },
    tree: { nodes: tree.count, levels: tree.levels },
    embedded: asset.render !== null,
    notes: asset.notes,
  };
  return { text: (asset.name ? `${asset.name}\n` : '') + layOut(lines) + notes, data };
}

/** Frequencies of its modes, Hz. */
function listHertz({ material, modes }: Asset): number[] {
  if (material === null || modes === null) return [];
  return [...modes.square].map(
    (square) => Math.sqrt((square * material.young) / material.density) / (2 * Math.PI),
  );
}

function describeMaterial(asset: Asset): string {
  const { material, modes } = asset;
  if (material === null) return 'none: it breaks on demand only';
  if (modes === null)
    return material.strength === Infinity ? `${material.name}, never breaks` : material.name;
  return `${material.name}, ${modes.count} modes from ${digits(listHertz(asset)[0])} Hz`;
}
