// The files that a module is made of: itself and all it imports from this package, as they run, sources or emitted.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?from\s*)?['"](\.[^'"]+)['"]|import\(\s*['"](\.[^'"]+)['"]/g;

/** Paths of `entry` and of everything it imports by a relative path, in the order of their names. */
export function listImports(entry: string): string[] {
  const found = new Set([resolve(entry)]);
  for (const file of found) {
    for (const [, plain, lazy] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      found.add(resolve(dirname(file), plain ?? lazy)); // a set goes on to what is added while it is walked
    }
  }
  return [...found].sort();
}
