// docs/figures/cost-metric.svg: the traversal costs of random hierarchies against the box tests that were counted.

import type { Correlations } from '../../bench/cost-metric.ts';
import { readKept } from './numbers.ts';

const SIZE = 230; // of a plot, pixels
const LEFT = 66;
const TOP = 46;
const APART = 86;

function drawPlot(x: number[], y: number[], at: [number, number], words: [string, string, string]): string {
  const [left, top] = at;
  const ends = (v: number[]) => [Math.min(...v), Math.max(...v)];
  const [x0, x1] = ends(x);
  const [y0, y1] = ends(y);
  const dots = x.map((v, i) => {
    const cx = left + (SIZE * (v - x0)) / (x1 - x0);
    const cy = top + SIZE - (SIZE * (y[i] - y0)) / (y1 - y0);
    return `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="2.4" fill="#2360ad" fill-opacity="0.55"/>`;
  });
  const short = (v: number) => (v >= 1000 ? `${(v / 1000).toFixed(1)} K` : v.toFixed(v < 100 ? 1 : 0));
  return [
    `<rect x="${left}" y="${top}" width="${SIZE}" height="${SIZE}" fill="#fbfaf7" stroke="#e4e0d8"/>`,
    ...dots,
    `<text x="${left}" y="${top - 12}" font-weight="600" fill="#1f2328">${words[0]}</text>`,
    `<text x="${left + SIZE}" y="${top - 12}" text-anchor="end">${words[1]}</text>`,
    `<text x="${left}" y="${top + SIZE + 16}">${short(x0)}</text>`,
    `<text x="${left + SIZE}" y="${top + SIZE + 16}" text-anchor="end">${short(x1)}</text>`,
    `<text x="${left + SIZE / 2}" y="${top + SIZE + 16}" text-anchor="middle">${words[2]}</text>`,
    `<text x="${left - 6}" y="${top + SIZE}" text-anchor="end">${short(y0)}</text>`,
    `<text x="${left - 6}" y="${top + 10}" text-anchor="end">${short(y1)}</text>`,
  ].join('\n');
}

/** The chart as SVG: bunny and dragon; TC_I, TC_S and our estimate in its place. */
export async function drawCostMetric(): Promise<string> {
  const drawn = readKept<Record<string, Correlations>>('cost-metric', 'correlations');
  const parts: string[] = [];
  Object.entries(drawn).forEach(([name, found], row) => {
    const column = (k: number) => found.points.map((p) => p[k]);
    const y = TOP + row * (SIZE + 74);
    parts.push(
      drawPlot(
        column(0),
        column(1),
        [LEFT, y],
        [`${name}, two bodies`, `r = ${found.inter.toFixed(2)}`, 'TC_I'],
      ),
      drawPlot(
        column(2),
        column(3),
        [LEFT + SIZE + APART, y],
        [`${name}, with itself`, `r = ${found.self.toFixed(2)}`, 'TC_S'],
      ),
      drawPlot(
        column(4),
        column(3),
        [LEFT + 2 * (SIZE + APART), y],
        [`${name}, with itself`, `r = ${found.overlap.toFixed(2)}`, 'overlap'],
      ),
    );
  });
  const width = LEFT + 3 * SIZE + 2 * APART + 20;
  const height = TOP + 2 * (SIZE + 74) - 20;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" font-family="system-ui, sans-serif" font-size="13" fill="#57606a">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="16">box tests counted (up) against the metric of the root (right), ${drawn.bunny.points.length} random hierarchies</text>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
