// OBJ out: v, vt, vn, f, and a usemtl wherever the group changes. Numbers have the fewest digits that read back
// as the same double (positions) or the same float (attributes).

import { InputError } from '../src/job/error.ts';
import { checkMesh } from '../src/mesh/check.ts';
import type { TriangleMesh } from '../src/mesh/triangle-mesh.ts';

/** The text of an OBJ file; triangles keep their order. Colours are left out: the format has them only a vertex. */
export function writeObj(mesh: TriangleMesh): string {
  checkMesh('mesh', mesh);
  const { positions, indices, uvs, normals, groups } = mesh;
  if (indices.length === 0)
    throw new InputError('empty-mesh', 'the mesh has no triangles: there is nothing to write');
  const lines = ['# fracas'];
  for (let v = 0; v < positions.length; v += 3) {
    lines.push(`v ${positions[v]} ${positions[v + 1]} ${positions[v + 2]}`);
  }
  const uv = uvs && writeDistinct(lines, 'vt', uvs, 2);
  const normal = normals && writeDistinct(lines, 'vn', normals, 3);
  let group = -1;
  for (let c = 0; c < indices.length; c += 3) {
    if (groups && groups[c / 3] !== group) {
      group = groups[c / 3];
      lines.push(`usemtl group${group}`);
    }
    let line = 'f';
    for (let k = c; k < c + 3; k++) {
      line += ` ${indices[k] + 1}`;
      if (uv || normal) line += `/${uv ? uv[k] : ''}`;
      if (normal) line += `/${normal[k]}`;
    }
    lines.push(line);
  }
  lines.push('');
  return lines.join('\n');
}

/** Writes each distinct row of an attribute once; returns the number, from 1, of every corner's row. */
function writeDistinct(lines: string[], key: string, values: Float32Array, width: number): Uint32Array {
  const number = new Map<string, number>();
  const out = new Uint32Array(values.length / width);
  for (let c = 0; c < out.length; c++) {
    let line = key;
    for (let k = 0; k < width; k++) line += ` ${spellFloat(values[width * c + k])}`;
    let n = number.get(line);
    if (n === undefined) {
      n = number.size + 1;
      number.set(line, n);
      lines.push(line);
    }
    out[c] = n;
  }
  return out;
}

/** A float in the fewest digits that read back as the same float: nine always do. */
function spellFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
