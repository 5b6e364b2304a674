// A copy of a broken solid, to go on breaking from while the first stays as it is. It begins as a whole, so that its
// records are those of their factories; then every member that changes is copied, whatever members there are.

import { createFaceTree } from '../fragment/face-tree.ts';
import { type Collider, type ColliderOptions, createCollider } from './collider.ts';
import { createHull } from './support.ts';

type Members = Record<string, unknown>;

/** A collider equal to the given one in all that its fragments are; shapes are given back as they are. */
export function copyCollider(collider: Collider, options: ColliderOptions): Collider {
  const { solid, field, rims } = collider;
  if (solid === null || field === null || rims === null) return collider;
  const shared = new Set<unknown>([...Object.values(solid), solid, field.walls.order, rims.sharp]);
  shared.add(field.triangles).add(field.form);
  const copy = createCollider(solid, options);
  for (let label = 0; label < field.faceTrees.length; label++)
    copy.field?.faceTrees.push(createFaceTree(field.faceTrees[label].whole));
  for (let label = 0; label < collider.hulls.length; label++) copy.hulls.push(createHull());
  copyMembers(copy as unknown as Members, collider as unknown as Members, shared);
  return copy;
}

/** Makes the members of a record, or of a list of them, equal to those of another; what is shared stays. */
function copyMembers(out: Members, from: Members, shared: Set<unknown>): void {
  for (const [name, member] of Object.entries(from)) {
    if (typeof member !== 'object' || member === null || shared.has(member)) out[name] = member;
    else if (ArrayBuffer.isView(member)) out[name] = (member as Float64Array).slice();
    else copyMembers(out[name] as Members, member as Members, shared);
  }
}
