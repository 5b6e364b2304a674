// docs/figures/series.svg: figure 12 of [Glondu13], ours: what `npm run bench -- scenes --save` kept, step by step.

import { readKept } from './numbers.ts';

interface Series {
  readonly dt: number;
  readonly [column: string]: number[] | number;
}

const WIDTH = 420;
const HEIGHT = 220;
const LEFT = 46;
const BELOW = 34;

interface Curve {
  readonly column: string;
  readonly color: string;
  readonly label: string;
}

const COUNTS: Curve[] = [
  { column: 'colliding', color: '#c0392b', label: 'colliding points' },
  { column: 'contacts', color: '#27803b', label: 'contacts' },
  { column: 'pairs', color: '#2c5aa0', label: 'pairs of boxes' },
];
const TIMES: Curve[] = [
  { column: 'total', color: '#2c5aa0', label: 'total' },
  { column: 'collision', color: '#c0392b', label: 'collision' },
  { column: 'fracture', color: '#27803b', label: 'fracture' },
  { column: 'physics', color: '#222222', label: 'physics' },
];

/** A chart of several columns over time, as a group of SVG. */
function drawChart(
  series: Series,
  title: string,
  unit: string,
  curves: Curve[],
  x: number,
  y: number,
): string {
  const columns = curves.map(({ column }) => series[column] as number[]);
  const steps = columns[0].length;
  let top = 0;
  for (const column of columns) for (const value of column) if (value > top) top = value;
  const step = niceStep(top / 4);
  const limit = step * Math.ceil(top / step || 1);
  const px = (k: number): string =>
    (x + LEFT + ((WIDTH - LEFT - 10) * k) / Math.max(1, steps - 1)).toFixed(1);
  const py = (value: number): string =>
    (y + HEIGHT - BELOW - ((HEIGHT - BELOW - 30) * value) / limit).toFixed(1);
  const lines: string[] = [];
  lines.push(text(x + LEFT, y + 16, title, 'start', 13, '#23262b', true));
  for (let value = 0; value <= limit + step / 2; value += step) {
    lines.push(
      `<line x1="${x + LEFT}" x2="${x + WIDTH - 10}" y1="${py(value)}" y2="${py(value)}" stroke="#e3e3e3"/>`,
      text(x + LEFT - 6, Number(py(value)) + 4, value.toLocaleString('en-US'), 'end'),
    );
  }
  const seconds = steps * series.dt;
  for (const share of [0, 0.5, 1]) {
    const at = Number(px(share * (steps - 1)));
    const anchor = share === 1 ? 'end' : 'middle';
    lines.push(text(at, y + HEIGHT - BELOW + 16, `${(share * seconds).toFixed(1)} s`, anchor));
  }
  curves.forEach(({ color, label }, k) => {
    const points = columns[k]
      .map((value, i) => (value === null || Number.isNaN(value) ? '' : `${px(i)},${py(value)}`))
      .filter((point) => point !== '');
    lines.push(`<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.3"/>`);
    lines.push(text(x + LEFT + 105 * k, y + HEIGHT - 4, label, 'start', 11, color));
  });
  lines.push(text(x + WIDTH - 10, y + 16, unit, 'end'));
  return lines.join('\n');
}

function niceStep(x: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(x, 1e-9)));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= x) ?? 10 * power;
}

function text(
  x: number,
  y: number,
  words: string,
  anchor: string,
  size = 11,
  color = '#6a7079',
  bold = false,
): string {
  const weight = bold ? ' font-weight="600"' : '';
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" fill="${color}"${weight}>${words}</text>`;
}

/** The chart as SVG, of the saved result of that bench: two rows, a column a scene. */
export async function drawSeries(): Promise<string> {
  const all = readKept<Record<string, Series>>('scenes', 'series');
  const names = Object.keys(all);
  const parts = names.flatMap((name, k) => [
    drawChart(all[name], `${name}: what is found`, 'a step', COUNTS, k * WIDTH, 0),
    drawChart(all[name], `${name}: what it costs`, 'ms a step', TIMES, k * WIDTH, HEIGHT + 10),
  ]);
  const [width, height] = [names.length * WIDTH, 2 * HEIGHT + 16];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, 'DejaVu Sans', sans-serif"><rect width="100%" height="100%" fill="#ffffff"/>\n${parts.join('\n')}\n</svg>\n`;
}
