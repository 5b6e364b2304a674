// docs/figures/break.webp: the bunny whole, in pieces that are pulled apart, and the contacts of the pieces as they jostle.

import { boxesMeet, boxOfPiece, listPieces, placePiece } from '../../bench/pieces.ts';
import { createContacts } from '../../src/contact/contacts.ts';
import { createPair } from '../../src/contact/pair.ts';
import { createQuery } from '../../src/contact/query.ts';
import { queryPair } from '../../src/contact/query-pair.ts';
import { createFrame, movePoint } from '../../src/math/rigid.ts';
import { boundsOf, count, type Drawn, type Picture } from './panel.ts';
import { type Broken, bakePaperModel, breakModel, drawFragment } from './subject.ts';

const CELLS = 30;
const SEED = 1;
const APART = 0.45; // how far pieces are moved, in their distance from the middle
const STEP = 12; // of the script of bench/pieces.ts

/** The contacts of all pieces at one step of the script: their places, and how many pairs have some. */
function findContacts(
  broken: Broken,
  radius: number,
): { points: number[]; pairs: number; frames: Float64Array[] } {
  const { collider } = broken;
  const work = createQuery();
  const out = createContacts();
  const pieces = listPieces(collider, SEED);
  const frames = pieces.map(() => createFrame());
  const boxes = pieces.map(() => new Float64Array(6));
  pieces.forEach((piece, k) => {
    placePiece(frames[k], piece, radius, STEP);
    boxOfPiece(boxes[k], collider, piece.label, frames[k]);
  });
  const points: number[] = [];
  let pairs = 0;
  for (let a = 0; a < pieces.length; a++) {
    for (let b = a + 1; b < pieces.length; b++) {
      if (!boxesMeet(boxes[a], boxes[b])) continue;
      const found = queryPair(out, work, createPair(), collider, a, frames[a], collider, b, frames[b]);
      if (found > 0) pairs++;
      points.push(...out.point.subarray(0, 3 * found));
    }
  }
  return { points, pairs, frames };
}

function moveMesh(mesh: Drawn, frame: Float64Array): Drawn {
  const positions = Float64Array.from(mesh.positions);
  for (let i = 0; i < positions.length; i += 3) movePoint(positions, i, frame, positions, i);
  return { ...mesh, positions: [...positions] };
}

export async function drawBreak(): Promise<Picture> {
  const model = await bakePaperModel('bunny');
  const whole = breakModel(model, 1, SEED);
  const broken = breakModel(model, CELLS, SEED);
  const bounds = boundsOf(model.parts.tets.positions);
  const pieces = broken.field.family.fragments.count;
  const labels = [...Array(pieces).keys()];
  const apart = labels.map((label) => {
    const { box } = broken.field;
    const shift = [0, 1, 2].map((d) => {
      const from = d === 1 ? bounds[1] : (bounds[d] + bounds[3 + d]) / 2; // what stands on the floor stays there
      return (
        APART * ((box[6 * label + d] + (d === 1 ? box[6 * label + 1] : box[6 * label + 3 + d])) / 2 - from)
      );
    });
    return drawFragment(broken.field, label, shift);
  });
  const { points, pairs, frames } = findContacts(broken, model.solid.radius);
  const jostled = labels.map((label) => moveMesh(drawFragment(broken.field, label), frames[label]));
  const merged: Drawn = {
    positions: jostled.flatMap((mesh) => mesh.positions),
    normals: jostled.flatMap((mesh) => mesh.normals ?? []),
    opacity: 0.35,
  };
  return {
    panels: [
      {
        title: 'whole',
        detail: `${count(model.parts.tets.indices.length / 4)} tets`,
        bounds,
        meshes: [drawFragment(whole.field, 0)],
      },
      {
        title: 'broken, pulled apart',
        detail: `${pieces} pieces, one field, ${pieces} trees`,
        bounds: boundsOf(apart.flatMap((mesh) => mesh.positions)),
        view: { from: [0.42, 0.3, 1], distance: 4.4 },
        meshes: apart,
      },
      {
        title: 'contacts',
        detail: `${count(points.length / 3)}, of ${pairs} pairs of pieces`,
        bounds,
        meshes: [merged],
        spheres: [
          {
            center: points,
            radius: points.filter((_, i) => i % 3 === 0).map(() => 0.0014),
            color: 0xa81f3c,
            glow: true,
          },
        ],
      },
    ],
    columns: 3,
    width: 414,
    height: 400,
    title: 25,
  };
}
