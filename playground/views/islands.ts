// Islands of bodies that touch, and those that sleep.

import { touchingPairs } from './contacts.ts';
import { hueColor, type View } from './view.ts';

export const islands: View = {
  name: 'islands',
  title: 'Islands and sleep',
  about: 'Bodies that touch, directly or through others, share a colour; those that sleep are grey.',
  compute(world) {
    const { bodies } = world;
    const place = new Map(bodies.map((body, k) => [body, k]));
    const infos = bodies.map((body) => world.info(body));
    const root = bodies.map((_, k) => k);
    const find = (k: number): number => {
      let at = k;
      while (root[at] !== at) at = root[at] = root[root[at]];
      return at;
    };
    for (const pair of touchingPairs(world).values()) {
      const [a, b] = pair.map((body) => place.get(body) ?? 0);
      if (infos[a].kind !== 'dynamic' || infos[b].kind !== 'dynamic') continue;
      const [low, high] = [find(a), find(b)].sort((x, y) => x - y);
      root[high] = low;
    }
    const tints = new Float32Array(3 * bodies.length).fill(-1);
    const awake = new Set<number>();
    let asleep = 0;
    bodies.forEach((_, k) => {
      if (infos[k].kind !== 'dynamic') return;
      if (infos[k].asleep) {
        asleep++;
        tints.fill(0.4, 3 * k, 3 * k + 3);
        return;
      }
      awake.add(find(k));
      hueColor(tints, 3 * k, find(k));
    });
    return { tints, note: `${awake.size} islands awake, ${asleep} bodies asleep` };
  },
};
