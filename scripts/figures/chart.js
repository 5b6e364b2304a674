// Curves on a canvas: axes with round numbers, one line a series, its name at its end.

const INK = '#23262b';
const FAINT = '#e3e5e8';
const GREY = '#6a7079';

/** Round steps for an axis, about `count` of them. */
function ticks(from, to, count) {
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= rough);
  const list = [];
  for (let value = Math.ceil(from / step) * step; value <= to + 1e-9 * step; value += step) list.push(value);
  return list.map((value) => Number(value.toPrecision(12)));
}

function powers(from, to) {
  const list = [];
  for (let p = Math.ceil(Math.log10(from) - 1e-9); 10 ** p <= to * (1 + 1e-9); p++) list.push(10 ** p);
  return list;
}

/** Ends of curves, moved apart where names would overlap. */
function spread(places, gap) {
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  for (let round = 0; round < 40; round++) {
    for (let k = 1; k < order.length; k++) {
      const over = gap - (places[order[k]] - places[order[k - 1]]);
      if (over <= 0) continue;
      places[order[k]] += over / 2;
      places[order[k - 1]] -= over / 2;
    }
  }
  return places;
}

export function drawChart(chart, width, height, title) {
  const { x, series, logarithmic = false, xLabel, yLabel } = chart;
  const letters = Math.round(0.8 * title);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  pen.font = `${letters}px system-ui, 'DejaVu Sans', sans-serif`;
  const all = series.flatMap(({ y }) => y);
  const least = Math.min(...all);
  const from = chart.from ?? (logarithmic ? 10 ** Math.floor(Math.log10(least)) : 0);
  const to = chart.to ?? 1.06 * Math.max(...all);
  const names = Math.max(...series.map(({ name }) => pen.measureText(name).width));
  const [left, right, top, bottom] = [
    3.6 * letters,
    width - names - 1.6 * letters,
    letters * 2.2,
    height - 3.2 * letters,
  ];
  const placeX = (value) => left + ((value - x[0]) / (x[x.length - 1] - x[0])) * (right - left);
  const scale = (value) => (logarithmic ? Math.log10(value) : value);
  const placeY = (value) =>
    bottom - ((scale(value) - scale(from)) / (scale(to) - scale(from))) * (bottom - top);
  pen.lineWidth = 1;
  pen.textBaseline = 'middle';
  for (const value of logarithmic ? powers(from, to) : ticks(from, to, 5)) {
    pen.strokeStyle = FAINT;
    pen.beginPath();
    pen.moveTo(left, placeY(value));
    pen.lineTo(right, placeY(value));
    pen.stroke();
    pen.fillStyle = GREY;
    pen.textAlign = 'right';
    pen.fillText(String(value), left - 0.5 * letters, placeY(value));
  }
  pen.textAlign = 'center';
  for (const value of ticks(x[0], x[x.length - 1], 6)) {
    pen.fillText(String(value), placeX(value), bottom + letters);
  }
  pen.fillStyle = INK;
  pen.fillText(xLabel, (left + right) / 2, bottom + 2.3 * letters);
  pen.textAlign = 'left';
  pen.fillText(yLabel, 0.4 * letters, 0.9 * letters);
  const ends = spread(
    series.map(({ y }) => placeY(y[y.length - 1])),
    1.2 * letters,
  );
  series.forEach(({ name, color, y, dashed = false }, k) => {
    pen.strokeStyle = color;
    pen.fillStyle = color;
    pen.lineWidth = 0.14 * letters;
    pen.setLineDash(dashed ? [0.4 * letters, 0.3 * letters] : []);
    pen.beginPath();
    y.forEach((value, i) => {
      if (i === 0) pen.moveTo(placeX(x[i]), placeY(value));
      else pen.lineTo(placeX(x[i]), placeY(value));
    });
    pen.stroke();
    pen.setLineDash([]);
    pen.textAlign = 'left';
    pen.fillText(name, right + 0.5 * letters, ends[k]);
  });
  return canvas;
}
