// What the ways that [Glondu13] compares come to in a world: the piggy bank's first steps, played under each of the
// settings that the playground can switch.

import { loadAssets } from '../scenes/assets.ts';
import { measureScene, summarise } from '../scenes/measure.ts';
import { piggy } from '../scenes/piggy.ts';
import { warmUpScene } from '../scenes/run.ts';
import { meanForm } from '../src/papers/mean-form.ts';
import { rebuildFragments } from '../src/papers/rebuild.ts';
import type { WorldOptions } from '../src/world/options.ts';
import { type Bench, medianOf } from './bench.ts';

const STEPS = 60;
const TURNS = 5;

const WAYS: Readonly<Record<string, WorldOptions>> = {
  'as it is': {},
  'rebuilt, not updated': { rebuild: rebuildFragments },
  'plain order': { order: 'plain' },
  "the paper's field": { form: meanForm },
  'not self-adapting': { adaptive: false },
  'no speculation': { speculation: false },
};

export const bench: Bench = {
  name: 'compare',
  answers: '[Glondu13] sec. 4.2, 5.2, 5.3, 7.3: its ways and ours in one scene',
  async run(report) {
    const assets = await loadAssets(piggy);
    warmUpScene(assets);
    for (const [way, world] of Object.entries(WAYS)) {
      report.note(way);
      await report.timed(() => {
        const turns = Array.from({ length: TURNS }, () =>
          measureScene(piggy, assets, { steps: STEPS, clock: performance, world }),
        );
        const { fragments, series } = turns[0];
        const collision = medianOf(turns.map((turn) => summarise(turn.series.collision).mean));
        const update = medianOf(turns.map((turn) => summarise(turn.series.update).max));
        const contacts = summarise(series.contacts).mean;
        report.row({
          name: `${way}: collision detection a step`,
          value: collision,
          unit: 'ms',
          contacts,
          fragments,
        });
        report.row({ name: `${way}: update at the fracture`, value: update, unit: 'ms' });
      });
    }
  },
};
