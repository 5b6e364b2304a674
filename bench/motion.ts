// Motion, judged by cases that no scene has: random shapes, sizes, speeds, turns and steps. What is thrown gains no
// energy, ends on the right side of what it meets, bounces as high as it should, rolls on, and comes to rest.

import type { Bench } from './bench.ts';
import { judgeDepths } from './motion-depth.ts';
import { judgeSlender } from './motion-energy.ts';
import { judgeModels } from './motion-models.ts';
import { judgeBounces, judgeClouds, judgeFreezing, judgeRolling, judgeTowers } from './motion-rest.ts';

export const bench: Bench = {
  name: 'motion',
  answers: 'energy, depth, bounce, rolling, stacks and angular momentum of random bodies',
  async run(report, flags) {
    const wanted = (name: string): boolean => flags.scene === undefined || flags.scene === name;
    if (wanted('energy')) await judgeSlender(report, flags.trials ?? 25);
    if (wanted('bounce')) judgeBounces(report);
    if (wanted('roll')) await judgeRolling(report, flags.trials ?? 25);
    if (wanted('freeze')) await judgeFreezing(report, flags.trials ?? 50);
    if (wanted('tower')) await judgeTowers(report);
    if (wanted('cloud')) judgeClouds(report);
    if (wanted('depth')) await judgeDepths(report, flags.trials ?? 25);
    if (wanted('models')) await judgeModels(report, flags.trials ?? 1);
  },
};
