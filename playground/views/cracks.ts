// Pieces by when they last broke.

import { colliderOf } from '../../src/contact/inside.ts';
import { hueColor, type View } from './view.ts';

export const cracks: View = {
  name: 'cracks',
  title: 'Cracks in order',
  about:
    'Pieces that the same crack changed last share a colour [Glondu13, sec. 4.1]; wholes stay as they are.',
  compute(world) {
    const { bodies } = world;
    const tints = new Float32Array(3 * bodies.length).fill(-1);
    let cuts = 0;
    const seen = new Set<unknown>();
    bodies.forEach((body, k) => {
      const { collider, label } = colliderOf(world.info(body));
      if (collider.field === null) return;
      const { events, fragments } = collider.field.family;
      if (!seen.has(collider)) cuts += events.count;
      seen.add(collider);
      if (events.count > 0) hueColor(tints, 3 * k, fragments.changed[label] + 1);
    });
    return { tints, note: `${cuts} cuts so far` };
  },
};
