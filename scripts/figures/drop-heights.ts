// docs/figures/drop-heights.svg: from how high things must fall to break, as bench drop-heights kept it.

import type { Drops } from '../../bench/drop-heights.ts';
import { readKept } from './numbers.ts';

const LEFT = 270; // of the axis, pixels
const WIDTH = 470;
const ROW = 24;
const GAP = 12; // between things
const TOP = 58;
const LOW = 0.01; // metres, ends of the axis
const HIGH = 10;
const TICKS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const MARKS: readonly (readonly [number, string])[] = [
  [0.1, '10 cm'],
  [0.75, 'table'],
  [1.5, 'shoulder'],
];

const x = (height: number): number =>
  LEFT + (WIDTH * Math.log(Math.max(LOW, Math.min(HIGH, height)) / LOW)) / Math.log(HIGH / LOW);

const text = (at: number, y: number, words: string, more = ''): string =>
  `<text x="${at.toFixed(1)}" y="${y}" ${more}>${words}</text>`;

const meters = (height: number): string => (height < 1 ? `${Math.round(100 * height)} cm` : `${height} m`);

function drawRow({ material, least, median, most, pieces }: Drops, y: number): string {
  const [a, b, c] = [least, median, most].map(x);
  return [
    text(LEFT - 14, y + 4, material, 'text-anchor="end"'),
    `<line x1="${a.toFixed(1)}" x2="${c.toFixed(1)}" y1="${y}" y2="${y}" stroke="#c9a27e" stroke-width="9" stroke-linecap="round"/>`,
    `<circle cx="${b.toFixed(1)}" cy="${y}" r="5.5" fill="#a8431f"/>`,
    ...pieces.map(({ count }, k) =>
      text(LEFT + WIDTH + 62 + 66 * k, y + 4, count > 1 ? String(count) : '–', 'text-anchor="end"'),
    ),
  ].join('\n');
}

/** The chart as SVG. */
export async function drawDropHeights(): Promise<string> {
  const drops = readKept<Drops[]>('drop-heights', 'drops');
  const parts: string[] = [];
  let y = TOP;
  let thing = '';
  for (const drop of drops) {
    if (drop.thing !== thing) {
      y += GAP;
      parts.push(text(LEFT - 110, y + 4, drop.thing, 'text-anchor="end" font-weight="600" fill="#1f2328"'));
      thing = drop.thing;
    }
    parts.push(drawRow(drop, y));
    y += ROW;
  }
  const axis = TICKS.map(
    (tick) =>
      `<line x1="${x(tick).toFixed(1)}" x2="${x(tick).toFixed(1)}" y1="${TOP - 8}" y2="${y - 6}" stroke="#e4e0d8"/>` +
      text(x(tick), y + 14, meters(tick), 'text-anchor="middle"'),
  );
  const marks = MARKS.map(
    ([height, name]) =>
      `<line x1="${x(height).toFixed(1)}" x2="${x(height).toFixed(1)}" y1="${TOP - 14}" y2="${y - 6}" stroke="#8c959f" stroke-dasharray="3 4"/>` +
      text(x(height), TOP - 20, name, 'text-anchor="middle" font-style="italic"'),
  );
  const heads = [
    text(LEFT + WIDTH + 95, 18, 'pieces of a fall from', 'text-anchor="middle"'),
    ...drops[0].pieces.map(({ height }, k) =>
      text(LEFT + WIDTH + 62 + 66 * k, 38, meters(height), 'text-anchor="end"'),
    ),
    text(LEFT, 18, 'height from which it breaks on a hard floor', 'font-weight="600" fill="#1f2328"'),
    text(LEFT, y + 38, 'bar: 26 ways to fall, from the worst to the best; dot: half of them', ''),
  ];
  const width = LEFT + WIDTH + 160;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 52}" width="${width}" font-family="system-ui, sans-serif" font-size="13" fill="#57606a">`,
    `<rect width="${width}" height="${y + 52}" fill="#ffffff"/>`,
    ...axis,
    ...marks,
    ...parts,
    ...heads,
    '</svg>',
    '',
  ].join('\n');
}
