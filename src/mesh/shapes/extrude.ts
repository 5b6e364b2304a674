// Solids of one section: gears, bricks, wall panels. Two caps and walls in layers between them.

import { createTriangleMesh, type TriangleMesh } from '../triangle-mesh.ts';
import { type PlanePoint, triangulatePolygon } from './polygon.ts';

/** How a point of the section (u, v) at height w becomes (x, y, z): by turning the axes, never by mirroring. */
type Turn = 'up' | 'forward'; // the section lies flat and rises along y, or stands and goes along z

interface Section {
  readonly outline: readonly PlanePoint[]; // counter-clockwise
  readonly holes: readonly (readonly PlanePoint[])[]; // clockwise
  readonly height: number;
  readonly layers: number;
  readonly spacing?: number; // points are added on the caps until no edge there exceeds it
  readonly turn: Turn;
}

/** Extrudes a section from −height/2 to height/2. */
export function extrudeSection(section: Section): TriangleMesh {
  const { outline, holes, height, layers, spacing, turn } = section;
  const cap = triangulatePolygon(outline, holes, spacing);
  const rim = outline.length + holes.reduce((sum, hole) => sum + hole.length, 0); // points on the walls
  const positions: number[] = [];
  const push = (i: number, w: number): void => {
    if (turn === 'up') positions.push(cap.x[i], w, -cap.y[i]);
    else positions.push(cap.x[i], cap.y[i], w);
  };
  // Vertices: the walls layer by layer, then the inner points of the lower and the upper cap.
  for (let k = 0; k <= layers; k++) {
    for (let i = 0; i < rim; i++) push(i, height * (k / layers - 0.5));
  }
  const inner = cap.x.length - rim;
  for (let k = 0; k < 2; k++) {
    for (let i = 0; i < inner; i++) push(rim + i, height * (k - 0.5));
  }
  const lower = (i: number): number => (i < rim ? i : (layers + 1) * rim + i - rim);
  const upper = (i: number): number => (i < rim ? layers * rim + i : (layers + 1) * rim + inner + i - rim);
  const indices: number[] = [];
  for (let h = 0; h < cap.corner.length; h += 3) {
    const [a, b, c] = [cap.corner[h], cap.corner[h + 1], cap.corner[h + 2]];
    indices.push(upper(a), upper(b), upper(c), lower(a), lower(c), lower(b));
  }
  let first = 0;
  for (const loop of [outline, ...holes]) {
    for (let i = 0; i < loop.length; i++) {
      const j = (i + 1) % loop.length;
      for (let k = 0; k < layers; k++) {
        const [a, b] = [k * rim + first + i, k * rim + first + j];
        const [c, d] = [b + rim, a + rim];
        if ((i + k) % 2 === 0) indices.push(a, b, c, a, c, d);
        else indices.push(a, b, d, b, c, d);
      }
    }
    first += loop.length;
  }
  return createTriangleMesh({ positions, indices });
}
