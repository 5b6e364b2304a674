// What lies across each edge, and which triangle a corner or an edge is tested with. An edge of two triangles that
// run along it in opposite directions joins them; any other edge is a border of each, so that meshes that are not
// manifold fall apart into sheets that are [Heo10, sec. 4.1]. Feature assignment as in [Curtis08]: every vertex and
// every edge belongs to exactly one of its triangles, so that no pair of features is ever tested twice.

import type { Surface } from './surface.ts';

let headOf = new Int32Array(0); // scratch: a vertex: the last half-edge from it, plus one; all 0 between calls
let nextOf = new Int32Array(0); // scratch: a half-edge of the list: the one before it from the same vertex, plus one
let toOf = new Int32Array(0); // scratch: a half-edge of the list: the vertex it goes to

/** Finds the neighbors and features of the triangles `list`, whose vertices no other triangle uses. */
export function connectTriangles(surface: Surface, list: Int32Array): void {
  const { indices, neighbor, feature, vertexCount } = surface;
  if (headOf.length < vertexCount) headOf = new Int32Array(vertexCount + (vertexCount >> 1));
  if (nextOf.length < 3 * list.length) {
    nextOf = new Int32Array(4 * list.length);
    toOf = new Int32Array(4 * list.length);
  }
  for (let i = 0; i < list.length; i++) {
    const t = list[i];
    let bits = 0;
    for (let k = 0; k < 3; k++) {
      const h = 3 * i + k;
      const from = indices[3 * t + k];
      if (headOf[from] === 0) bits |= 1 << k; // the first triangle at a vertex is tested with it
      toOf[h] = indices[k === 2 ? 3 * t : 3 * t + k + 1];
      nextOf[h] = headOf[from];
      headOf[from] = h + 1;
    }
    feature[t] = bits;
  }
  for (let i = 0; i < list.length; i++) {
    const t = list[i];
    for (let k = 0; k < 3; k++) {
      const own = 3 * i + k;
      const from = indices[3 * t + k];
      const to = toOf[own];
      let across = -1;
      let count = 0;
      let least = own;
      for (let h = headOf[to]; h > 0; h = nextOf[h - 1]) {
        if (toOf[h - 1] !== from) continue;
        across = h - 1;
        count++;
        if (across < least) least = across;
      }
      for (let h = headOf[from]; h > 0; h = nextOf[h - 1]) {
        if (toOf[h - 1] !== to || h - 1 === own) continue;
        count = 2; // another triangle runs along it the same way
        if (h - 1 < least) least = h - 1;
      }
      if (least === own) feature[t] |= 8 << k;
      neighbor[3 * t + k] = count === 1 ? list[Math.floor(across / 3)] : -1;
    }
  }
  for (let i = 0; i < list.length; i++) {
    for (let k = 0; k < 3; k++) headOf[indices[3 * list[i] + k]] = 0;
  }
}
