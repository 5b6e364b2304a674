// An asset as bytes (container.ts). Only the stored parts are written; assembleAsset rebuilds the rest. Columns are
// written so that gzip, which every static host applies, does well on them: indices in 16 bits where they fit, the
// distance grid as differences between neighbouring nodes.

import type { Material } from '../fracture/material.ts';
import { checkRecord, isText, refuse } from '../job/check.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { AssetParts } from './asset.ts';
import { checkParts } from './asset.ts';
import { type Column, encodeContainer } from './container.ts';

/** Encodes an asset for storage or transfer; decodeAsset reads it back bit for bit. */
export function encodeAsset(asset: AssetParts): Uint8Array {
  checkParts('asset', asset);
  checkWords(asset);
  const columns = new Map<string, Column>();
  columns.set('nodes', asset.tets.positions);
  columns.set('tets', narrow(asset.tets.indices));
  addMesh(columns, 'surface', asset.surface);
  columns.set('thickness', asset.thickness);
  columns.set('nodeFace', narrow(asset.nodeFace));
  columns.set('order', narrow(asset.order));
  if (asset.render) {
    columns.set('render.positions', asset.render.mesh.positions);
    addMesh(columns, 'render', asset.render.mesh);
    columns.set('render.tet', narrow(asset.render.tet));
    columns.set('render.weight', asset.render.weight);
  }
  const { modes } = asset;
  if (modes) {
    columns.set('modes.nodes', modes.tets.positions);
    columns.set('modes.tets', narrow(modes.tets.indices));
    columns.set('modes.square', modes.square);
    columns.set('modes.step', modes.step);
    columns.set('modes.shape', splitBytes(modes.shape));
  }
  const { field } = asset;
  columns.set('field.origin', field.origin);
  columns.set('field.brick', field.brick);
  columns.set('field.corner', field.corner);
  columns.set('field.base', field.base);
  columns.set('field.node', differences(field.node));
  const meta = {
    name: asset.name,
    mesher: asset.mesher,
    spacing: asset.spacing,
    sharpAngle: asset.sharpAngle,
    surfaceCount: asset.surfaceCount,
    wall: asset.wall,
    report: asset.report,
    notes: asset.notes,
    render: asset.render && { outsideCount: asset.render.outsideCount, farthest: asset.render.farthest },
    ...(asset.material && { material: writeMaterial(asset.material) }),
    ...(modes && { modes: { poisson: modes.poisson } }),
    field: { cell: field.cell, nx: field.nx, ny: field.ny, nz: field.nz, band: field.band, step: field.step },
  };
  return encodeContainer({ meta, columns });
}

/** Throws unless what is no column can be written. */
function checkWords({ name, mesher, notes, report }: AssetParts): void {
  isText('asset.name', name);
  isText('asset.mesher', mesher);
  if (!Array.isArray(notes)) throw refuse('asset.notes', notes, 'a list of texts');
  for (const note of notes) isText('asset.notes', note);
  checkRecord('asset.report', report, [], 'what reportTetMesh made');
}

/** As JSON has no infinity, an endless strength is written as null. */
function writeMaterial(material: Material): object {
  return { ...material, strength: material.strength === Infinity ? null : material.strength };
}

function addMesh(columns: Map<string, Column>, name: string, mesh: TriangleMesh): void {
  columns.set(`${name}.indices`, narrow(mesh.indices));
  if (mesh.uvs) columns.set(`${name}.uvs`, mesh.uvs);
  if (mesh.normals) columns.set(`${name}.normals`, mesh.normals);
  if (mesh.colors) columns.set(`${name}.colors`, mesh.colors);
  if (mesh.groups) columns.set(`${name}.groups`, mesh.groups);
}

/** 16 bits an entry where all fit. */
function narrow(column: Uint32Array): Uint32Array | Uint16Array {
  for (let i = 0; i < column.length; i++) if (column[i] > 65535) return column;
  return Uint16Array.from(column);
}

/** Each entry less the one before it, low bytes first, then high bytes: smooth data becomes runs of small bytes. */
function differences(column: Uint16Array): Uint8Array {
  const n = column.length;
  const bytes = new Uint8Array(2 * n);
  let last = 0;
  for (let i = 0; i < n; i++) {
    const d = (column[i] - last + 65536) & 65535;
    last = column[i];
    bytes[i] = d & 255;
    bytes[n + i] = d >> 8;
  }
  return bytes;
}

/** Signed numbers with the sign in the lowest bit, low bytes first, then high bytes: small ones become runs of 0. */
function splitBytes(column: Int16Array): Uint8Array {
  const n = column.length;
  const bytes = new Uint8Array(2 * n);
  for (let i = 0; i < n; i++) {
    const x = column[i] < 0 ? -2 * column[i] - 1 : 2 * column[i];
    bytes[i] = x & 255;
    bytes[n + i] = x >> 8;
  }
  return bytes;
}

/** Undoes `splitBytes`. */
export function joinBytes(bytes: Uint8Array): Int16Array {
  const n = bytes.length / 2;
  const column = new Int16Array(n);
  for (let i = 0; i < n; i++) {
    const x = bytes[i] + 256 * bytes[n + i];
    column[i] = (x & 1) === 1 ? -(x + 1) / 2 : x / 2;
  }
  return column;
}

/** Undoes `differences`. */
export function sumDifferences(bytes: Uint8Array): Uint16Array {
  const n = bytes.length / 2;
  const column = new Uint16Array(n);
  let last = 0;
  for (let i = 0; i < n; i++) {
    last = (last + bytes[i] + 256 * bytes[n + i]) & 65535;
    column[i] = last;
  }
  return column;
}
