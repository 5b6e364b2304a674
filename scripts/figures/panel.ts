// What a picture is made of, as data: scripts/figures.ts sends it to the page, which draws it (page.js).

/** Triangles, three corners each. */
export interface Drawn {
  positions: number[];
  normals?: number[];
  colors?: number[]; // rgb a corner
  color?: number;
  flat?: boolean;
  opacity?: number;
}

/** Pixels by rows from the top: rgba in base64. */
export interface Image {
  data: string;
  width: number;
  height: number;
}

/** An image in space. */
export interface Slice extends Image {
  corner: number[]; // of its lower left
  right: number[];
  up: number[];
}

export interface Spheres {
  center: number[];
  radius: number[];
  color?: number;
  opacity?: number;
  rim?: boolean; // hardly seen but at the outline
  glow?: boolean; // the same colour from all sides, before everything else
}

/** Pieces of line, both ends each, as thin tubes. */
export interface Lines {
  ends: number[];
  radius: number;
  color: number;
}

export interface Arrows {
  from: number[];
  along: number[]; // where to, from there
  radius: number;
  color: number;
}

/** Where a panel is looked at from; lengths in radii of the bounds. */
export interface View {
  from: number[]; // direction
  distance?: number; // default 4.7
  lower?: number; // how far below the middle the camera looks; default 0.03
  floor?: number | null; // height of the floor; default the lowest bound, none for null
}

/** Curves over common places. */
export interface Chart {
  x: number[];
  xLabel: string;
  yLabel: string;
  from?: number; // of the vertical axis; default 0, or the least power of ten below all values
  to?: number;
  logarithmic?: boolean;
  series: { name: string; color: string; y: number[]; dashed?: boolean }[]; // the name stands at the end of the curve
}

export interface Panel {
  title: string;
  detail?: string;
  chart?: Chart; // instead of everything below
  bounds?: number[]; // of what is seen; not needed for an image
  view?: View;
  image?: Image; // instead of everything below
  meshes?: Drawn[];
  slices?: Slice[];
  spheres?: Spheres[];
  lines?: Lines[];
  arrows?: Arrows[];
}

/** A row of boxes below the panels. */
export interface Legend {
  label: string;
  boxes: { color: string; text?: string; edge?: string }[]; // text stands below the edge between a box and the next
  joined?: boolean; // one bar of boxes, with texts at their edges; otherwise each box has its text beside it
}

export interface Picture {
  panels: Panel[];
  columns?: number; // default: all in one row
  width?: number; // of a panel, pixels; default 400
  height?: number;
  title?: number; // size of its letters, pixels; default 18
  legends?: Legend[];
}

export const count = (n: number): string => n.toLocaleString('en-US');

export function createImage(pixels: Uint8Array, width: number, height: number): Image {
  return { data: Buffer.from(pixels).toString('base64'), width, height };
}

/** The box of some points. */
export function boundsOf(positions: ArrayLike<number>): number[] {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    bounds[i % 3] = Math.min(bounds[i % 3], positions[i]);
    bounds[3 + (i % 3)] = Math.max(bounds[3 + (i % 3)], positions[i]);
  }
  return bounds;
}
