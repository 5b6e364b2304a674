// Perforated brick, wall panel and gear: solids of one section.

import { InputError } from '../../job/error.ts';
import { cos, PI, sin } from '../../math/trig.ts';
import type { TriangleMesh } from '../triangle-mesh.ts';
import { checkEdge } from './box.ts';
import { extrudeSection } from './extrude.ts';
import { checkBelow, checkCount, checkLength, checkNames } from './options.ts';
import { cutOutline, type PlanePoint } from './polygon.ts';

/** A rectangle around (x, y), counter-clockwise. */
function rectangle(x: number, y: number, width: number, height: number): PlanePoint[] {
  const [w, h] = [width / 2, height / 2];
  return [
    [x - w, y - h],
    [x + w, y - h],
    [x + w, y + h],
    [x - w, y + h],
  ];
}

/** A regular polygon around (x, y), clockwise as holes are; `start` turns it, in steps. */
function roundHole(x: number, y: number, radius: number, count: number, start = 0): PlanePoint[] {
  return Array.from({ length: count }, (_, i): PlanePoint => {
    const angle = (-2 * PI * (i + start)) / count;
    return [x + radius * cos(angle), y + radius * sin(angle)];
  });
}

export interface BrickOptions {
  readonly length?: number; // along x, default 0.24
  readonly height?: number; // along y, default 0.071
  readonly width?: number; // along z, default 0.115
  readonly columns?: number; // of holes along x, default 3
  readonly rows?: number; // of holes along z, default 2
  readonly hole?: number; // radius of the holes, default 0.36 of the room each has
  readonly layers?: number; // default 3
}

/**
 * A perforated brick: six-sided holes through it from top to bottom. By default it has the 468 triangles and
 * 224 vertices of the brick in [Glondu13, table 1], whose counts mean six holes or more.
 */
export function createBrick(options: BrickOptions = {}): TriangleMesh {
  checkNames(options, ['length', 'height', 'width', 'columns', 'rows', 'hole', 'layers']);
  const length = checkLength('length', options.length ?? 0.24);
  const height = checkLength('height', options.height ?? 0.071);
  const width = checkLength('width', options.width ?? 0.115);
  const columns = checkCount('columns', options.columns ?? 3, 0, 50);
  const rows = checkCount('rows', options.rows ?? 2, 0, 50);
  const layers = checkCount('layers', options.layers ?? 3, 1, 1000);
  const room = Math.min(length / Math.max(1, columns), width / Math.max(1, rows));
  const hole = checkLength('hole', options.hole ?? 0.36 * room);
  checkBelow('hole', hole, room / 2, 'half the room each hole has');
  const holes: PlanePoint[][] = [];
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      holes.push(roundHole(length * ((i + 0.5) / columns - 0.5), width * ((j + 0.5) / rows - 0.5), hole, 6));
    }
  }
  // 7 pieces along, 3 across at the usual proportions.
  const outline = cutOutline(rectangle(0, 0, length, width), (length + width) / 9.2);
  return extrudeSection({ outline, holes, height, layers, turn: 'up' });
}

export interface Opening {
  readonly x: number; // its middle, from the middle of the panel
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface WallOptions {
  readonly width?: number; // along x, default 2.4
  readonly height?: number; // along y, default 1.6
  readonly thickness?: number; // along z, default 0.1
  readonly openings?: readonly Opening[]; // windows; none by default
  readonly edge?: number; // no edge of outline and faces is longer; default the thickness
}

/** A wall panel around the origin, with windows where asked for. */
export function createWall(options: WallOptions = {}): TriangleMesh {
  checkNames(options, ['width', 'height', 'thickness', 'openings', 'edge']);
  const width = checkLength('width', options.width ?? 2.4);
  const height = checkLength('height', options.height ?? 1.6);
  const thickness = checkLength('thickness', options.thickness ?? 0.1);
  const openings = options.openings ?? [];
  const edge = checkEdge(options.edge ?? thickness, 2 * width * height);
  const holes = openings.map((opening, i) => {
    const w = checkLength(`openings[${i}].width`, opening.width);
    const h = checkLength(`openings[${i}].height`, opening.height);
    const inside = Math.abs(opening.x) + w / 2 < width / 2 && Math.abs(opening.y) + h / 2 < height / 2;
    if (!inside) {
      throw new InputError('bad-argument', `openings[${i}] reaches out of the panel: keep it inside`);
    }
    return cutOutline(rectangle(opening.x, opening.y, w, h).reverse(), edge);
  });
  return extrudeSection({
    outline: cutOutline(rectangle(0, 0, width, height), edge),
    holes,
    height: thickness,
    layers: Math.max(1, Math.round(thickness / edge)),
    spacing: edge,
    turn: 'forward',
  });
}

export interface GearOptions {
  readonly radius?: number; // to the tips of the teeth, default 0.05
  readonly teeth?: number; // default 20
  readonly thickness?: number; // default 0.012
  readonly bore?: number; // radius of the hole for the axle, default 0.2 of the radius; 0 for none
  readonly edge?: number; // default a quarter of the pitch
}

/** A spur gear with trapezoid teeth, lying flat around the y axis. */
export function createGear(options: GearOptions = {}): TriangleMesh {
  checkNames(options, ['radius', 'teeth', 'thickness', 'bore', 'edge']);
  const radius = checkLength('radius', options.radius ?? 0.05);
  const teeth = checkCount('teeth', options.teeth ?? 20, 5, 500);
  const thickness = checkLength('thickness', options.thickness ?? 0.012);
  const pitch = (2 * PI * radius) / teeth;
  const root = radius - Math.min(0.7 * pitch, 0.3 * radius);
  const bore = options.bore ?? 0.2 * radius;
  if (!(bore >= 0)) throw new InputError('bad-argument', `bore is ${bore}: give a radius, or 0 for none`);
  checkBelow('bore', bore, 0.9 * root, 'so that the teeth have a rim to stand on');
  const edge = checkEdge(options.edge ?? pitch / 4, 2 * PI * radius * radius);
  const corners: PlanePoint[] = [];
  for (let i = 0; i < teeth; i++) {
    // A tooth: up its flank, over the tip, down, along the root; as parts of a pitch.
    for (const [at, r] of [
      [0, root],
      [0.16, radius],
      [0.42, radius],
      [0.58, root],
      [0.79, root],
    ]) {
      const angle = (2 * PI * (i + at)) / teeth;
      corners.push([r * cos(angle), r * sin(angle)]);
    }
  }
  const holes = bore > 0 ? [roundHole(0, 0, bore, Math.max(12, Math.ceil((2 * PI * bore) / edge)))] : [];
  return extrudeSection({
    outline: cutOutline(corners, edge),
    holes,
    height: thickness,
    layers: Math.max(1, Math.round(thickness / edge)),
    spacing: edge,
    turn: 'up',
  });
}
