// Live charts: what a scene's card plans, milliseconds by stage first, with fractures marked.

import uPlot from 'uplot';
import { byId, make } from './elements.ts';
import type { ChartPlan, PlayFrame } from './playing.ts';

const KEPT = 600; // frames in sight

interface Chart {
  readonly plot: uPlot;
  readonly columns: number[][]; // the first is time
}

/** Made by createCharts alone. */
export interface Charts {
  readonly list: Chart[];
  readonly fractures: number[]; // times
  readonly legend: HTMLElement;
  plans: readonly ChartPlan[];
  dirty: boolean;
}

const COLORS = ['#3b82c4', '#e0823d', '#c2453e', '#7b5bb5', '#3f9b6d'];

export function createCharts(): Charts {
  const legend = make('p', { className: 'note' });
  byId('charts').append(legend);
  return { list: [], fractures: [], legend, plans: [], dirty: false };
}

/** Empties the charts, and draws others if other ones are planned. */
export function planCharts(charts: Charts, plans: readonly ChartPlan[]): void {
  for (const { columns } of charts.list) for (const column of columns) column.length = 0;
  charts.fractures.length = 0;
  charts.dirty = true;
  if (JSON.stringify(plans) === JSON.stringify(charts.plans)) return;
  charts.plans = plans;
  for (const { plot } of charts.list.splice(0)) {
    plot.root.parentElement?.remove();
    plot.destroy();
  }
  charts.list.push(...plans.map((plan) => createChart(charts, plan)));
}

function createChart({ legend, fractures }: Charts, { title, names }: ChartPlan): Chart {
  const caption = make('figcaption', {}, title);
  names.forEach((name, k) => {
    const key = make('span', { textContent: name });
    key.style.setProperty('--key', COLORS[k]);
    caption.append(key);
  });
  const figure = make('figure', {}, caption);
  legend.before(figure);
  const columns: number[][] = [[], ...names.map(() => [])];
  const axis = { stroke: '#8a8a8a', grid: { stroke: '#8883', width: 1 }, ticks: { show: false } };
  const plot = new uPlot(
    {
      width: 300,
      height: 110,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false } },
      axes: [
        { ...axis, size: 22, font: '10px system-ui' },
        { ...axis, size: 42, font: '10px system-ui', values: (_, ticks) => ticks.map(shorten) },
      ],
      series: [
        {},
        ...names.map((label, k) => ({ label, stroke: COLORS[k], width: 1.5, points: { show: false } })),
      ],
      hooks: { draw: [(u: uPlot) => markFractures(u, fractures)] },
    },
    columns as uPlot.AlignedData,
    figure,
  );
  return { plot, columns };
}

/** A number that fits beside an axis. */
function shorten(x: number): string {
  return Math.abs(x) < 1000 ? String(x) : `${x / 1000}k`;
}

function markFractures(u: uPlot, times: readonly number[]): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.strokeStyle = '#c2453e66';
  ctx.beginPath();
  for (const time of times) {
    if (time < (u.scales.x.min ?? 0)) continue;
    const x = Math.round(u.valToPos(time, 'x', true)) + 0.5;
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
  }
  ctx.stroke();
  ctx.restore();
}

/** Takes in a frame. After going back in time, what came later goes. */
export function feedCharts(charts: Charts, frame: PlayFrame): void {
  const { rows, time } = frame;
  charts.list.forEach(({ columns }, c) => {
    while (columns[0].length > 0 && columns[0][columns[0].length - 1] >= time) {
      for (const column of columns) column.pop();
    }
    columns.forEach((column, k) => {
      column.push(k === 0 ? time : rows[c][k - 1]);
      if (column.length > KEPT) column.shift();
    });
  });
  const { fractures } = charts;
  while (fractures.length > 0 && fractures[fractures.length - 1] >= time) fractures.pop();
  if (frame.fractures > 0) fractures.push(time);
  charts.dirty = true;
}

/** Draws what is new, if the charts are in sight. */
export function drawCharts(charts: Charts): void {
  if (!charts.dirty || charts.legend.offsetParent === null) return;
  charts.dirty = false;
  for (const { plot, columns } of charts.list) {
    const width = (plot.root.parentElement?.clientWidth ?? 300) - 2;
    if (width !== plot.width && width > 50) plot.setSize({ width, height: 110 });
    plot.setData(columns as uPlot.AlignedData);
  }
  const [ms] = charts.list;
  if (ms === undefined) return;
  const [times, ...stages] = ms.columns;
  const totals = times.map((_, k) => stages.reduce((sum, stage) => sum + stage[k], 0));
  const mean = totals.reduce((sum, x) => sum + x, 0) / Math.max(1, totals.length);
  const most = totals.reduce((top, x) => Math.max(top, x), 0);
  charts.legend.textContent = `mean ${mean.toFixed(1)} ms, most ${most.toFixed(1)} ms a frame; red lines: fractures`;
}
