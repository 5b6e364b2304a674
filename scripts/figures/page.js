// Lays out a picture: its panels in a grid, a title below each, legends below all. What is in a panel is drawn by
// scene.js; scripts/figures.ts calls draw(picture) and takes the picture.

import { drawChart } from './chart.js';
import { drawScene, toCanvas } from './scene.js';

function element(name, content = [], style = {}) {
  const made = document.createElement(name);
  made.append(...[content].flat());
  Object.assign(made.style, style);
  return made;
}

/** An image at a size; the browser's own filter smooths it. */
function drawImage(image, width) {
  const height = Math.round((width * image.height) / image.width);
  const canvas = element('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(toCanvas(image), 0, 0, width, height);
  return canvas;
}

function drawLegend({ label, boxes, joined = false }) {
  const legend = element('div', element('b', label));
  legend.className = 'legend';
  if (!joined) {
    for (const { color, text } of boxes) {
      const key = element('span', [element('i', [], { background: color }), text]);
      key.className = 'key';
      legend.append(key);
    }
    return legend;
  }
  const bar = element('div');
  bar.className = 'bar';
  for (const { color, text } of boxes) {
    bar.append(element('span', [element('i', [], { background: color }), element('em', text ?? '')]));
  }
  legend.append(bar);
  return legend;
}

window.draw = ({ panels, columns = panels.length, width = 400, height = 400, title = 18, legends = [] }) => {
  const strip = element('div');
  strip.id = 'strip';
  strip.style.gridTemplateColumns = `repeat(${columns}, ${width}px)`;
  strip.style.rowGap = `${title}px`;
  for (const panel of panels) {
    const canvas = panel.chart
      ? drawChart(panel.chart, width, height, title)
      : panel.image
        ? drawImage(panel.image, width)
        : drawScene(panel, width, height);
    const caption = element('figcaption', [
      element('b', panel.title, { fontSize: `${title}px` }),
      element('span', panel.detail ?? '', { fontSize: `${Math.round(title * 0.84)}px` }),
    ]);
    strip.append(element('figure', [canvas, caption]));
  }
  const row = element('div', legends.map(drawLegend), {
    fontSize: `${Math.round(title * 0.84)}px`,
    width: `${columns * width}px`,
  });
  row.className = 'legends';
  document.getElementById('picture').replaceChildren(strip, ...(legends.length > 0 ? [row] : []));
};
window.ready = true;
