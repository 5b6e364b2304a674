// Leaving out rows of a query's list.

import type { Query } from './query.ts';

/** Drops the contacts that `mark` gives the value `gone`, with what is known of where they came in. */
export function dropContacts(query: Query, mark: Uint8Array, gone: number): void {
  const { out, entry } = query;
  let kept = 0;
  for (let i = 0; i < out.count; i++) {
    if (mark[i] === gone) continue;
    if (kept < i) {
      out.side[kept] = out.side[i];
      out.kind[kept] = out.kind[i];
      out.index[kept] = out.index[i];
      out.owner[kept] = out.owner[i];
      out.distance[kept] = out.distance[i];
      out.point.copyWithin(3 * kept, 3 * i, 3 * i + 3);
      out.normal.copyWithin(3 * kept, 3 * i, 3 * i + 3);
      entry.copyWithin(6 * kept, 6 * i, 6 * i + 6);
    }
    kept++;
  }
  out.count = kept;
}
