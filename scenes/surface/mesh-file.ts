// Models of surface scenes as files of the page: two counts, vertices in single precision, triangles. Little-endian, as
// every machine that browsers run on.

import type { ModelMesh } from './index.ts';

export function encodeMesh({ positions, indices }: ModelMesh): Uint8Array {
  const bytes = new Uint8Array(8 + 4 * (positions.length + indices.length));
  new Uint32Array(bytes.buffer, 0, 2).set([positions.length, indices.length]);
  new Float32Array(bytes.buffer, 8, positions.length).set(positions);
  new Uint32Array(bytes.buffer, 8 + 4 * positions.length).set(indices);
  return bytes;
}

/** The mesh that encodeMesh was given, its positions rounded. The bytes must begin their buffer. */
export function decodeMesh({ buffer }: Uint8Array): ModelMesh {
  const [positions, indices] = new Uint32Array(buffer, 0, 2);
  return {
    positions: Float64Array.from(new Float32Array(buffer, 8, positions)),
    indices: new Uint32Array(buffer, 8 + 4 * positions, indices),
  };
}
