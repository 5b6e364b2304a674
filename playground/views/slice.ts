// Distances to the nearest body on an upright plane, as queries see them.

import { colliderOf } from '../../src/contact/inside.ts';
import { measureCollider } from '../../src/contact/measure.ts';
import { NEAR } from '../../src/field/answer.ts';
import { createFrame, invertFrame, movePoint, setFrame } from '../../src/math/rigid.ts';
import type { World } from '../../src/world/world.ts';
import { signedColor, type View } from './view.ts';

const PIXELS = 18_000; // of the picture, more or less

const frame = createFrame(); // scratch: of a body
const back = createFrame(); // scratch: and its inverse
const p = new Float64Array(3); // scratch: a pixel
const own = new Float64Array(3); // scratch: the same in the frame of the body
const found = new Float64Array(4); // scratch: a distance and a normal

export const slice: View = {
  name: 'slice',
  title: 'Distance field',
  about:
    'Signed distance on a plane: orange inside, in bands, blue outside. Drag its knob; fields of pieces follow the cracks [Glondu13, sec. 4.2].',
  slider: { label: 'plane', max: 100, start: 50, step: 'any' },
  compute(world, slider) {
    const solids = world.bodies.filter((body) => {
      const info = world.info(body);
      const { kind } = info;
      const { collider } = colliderOf(info);
      return collider.field !== null && kind === 'dynamic';
    });
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (const body of solids) {
      const { collider, label } = colliderOf(world.info(body));
      setBodyFrame(world, body);
      for (let corner = 0; corner < 8; corner++) {
        for (let d = 0; d < 3; d++) p[d] = collider.field!.box[6 * label + d + ((corner >> d) & 1) * 3];
        movePoint(own, 0, frame, p, 0);
        for (let d = 0; d < 3; d++) {
          box[d] = Math.min(box[d], own[d]);
          box[3 + d] = Math.max(box[3 + d], own[d]);
        }
      }
    }
    if (solids.length === 0) return { note: 'nothing that breaks is here' };
    const z = box[2] + (slider / 100) * (box[5] - box[2]);
    box[1] = Math.max(0, box[1]);
    const reachOf = 0.04 * (box[3] - box[0]);
    const reach = Float64Array.of(reachOf, reachOf);
    const size = Math.sqrt(((box[3] - box[0]) * (box[4] - box[1])) / PIXELS);
    const width = Math.ceil((box[3] - box[0]) / size);
    const height = Math.ceil((box[4] - box[1]) / size);
    const distance = new Float32Array(width * height).fill(reachOf);
    for (const body of solids) {
      const { collider, label } = colliderOf(world.info(body));
      const extent = collider.field!.box.subarray(6 * label, 6 * label + 6);
      setBodyFrame(world, body);
      invertFrame(back, frame);
      for (let k = 0; k < width * height; k++) {
        p[0] = box[0] + (((k % width) + 0.5) / width) * (box[3] - box[0]);
        p[1] = box[1] + ((Math.floor(k / width) + 0.5) / height) * (box[4] - box[1]);
        p[2] = z;
        movePoint(own, 0, back, p, 0);
        let isNear = true;
        for (let d = 0; d < 3; d++) {
          if (own[d] < extent[d] - distance[k] || own[d] > extent[3 + d] + distance[k]) isNear = false;
        }
        if (!isNear) continue;
        if (measureCollider(found, collider, label, own, 0, reach, false) !== NEAR) continue;
        distance[k] = Math.min(distance[k], found[0]);
      }
    }
    const pixels = new Uint8Array(4 * width * height);
    for (let k = 0; k < width * height; k++) {
      const t = distance[k] / reachOf;
      if (t >= 1) continue;
      const band = t < 0 && Math.abs((8 * t) % 1) < 0.12 ? 0.75 : 1;
      const color = signedColor(t < 0 ? Math.max(-1, 4 * t) - 0.2 : t);
      for (let d = 0; d < 3; d++) pixels[4 * k + d] = 255 * band * color[d];
      pixels[4 * k + 3] = t < 0 ? 240 : 220 * (1 - t);
    }
    return {
      slice: {
        corner: [box[0], box[1], z],
        across: [box[3] - box[0], 0, 0],
        up: [0, box[4] - box[1], 0],
        width,
        height,
        pixels,
      },
      grip: { from: knobAt(box, box[2]), to: knobAt(box, box[5]), share: slider / 100 },
      note: `z = ${z.toFixed(2)} m, ${solids.length} bodies`,
    };
  },
};

/** Where the knob is when the plane is at z: in the middle of its lower edge. */
function knobAt(box: readonly number[], z: number): number[] {
  return [(box[0] + box[3]) / 2, box[1], z];
}

function setBodyFrame(world: World, body: number): void {
  const o = 7 * world.indexOf(body);
  setFrame(frame, Float64Array.from(world.poses.subarray(o, o + 7)), 0);
}
