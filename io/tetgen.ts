// TetGen's pair of text files: points in .node, tets in .ele. Ids count from the first id of the .node file,
// 0 or 1; columns of attributes and markers are skipped.

import { notA } from './bytes.ts';
import type { TetInput } from './tet-input.ts';
import { createTokens, nextLine, toCount, toNumber } from './tokens.ts';

const NODE = 'a TetGen .node file';
const ELE = 'a TetGen .ele file';

/** Reads a .node file and its .ele file. */
export function readTetgen(node: Uint8Array, nodeName: string, ele: Uint8Array, eleName: string): TetInput {
  const points = readNodes(node, nodeName);
  return { name: eleName, ...points, tags: readTets(ele, eleName) };
}

function readNodes(bytes: Uint8Array, name: string): { nodeTags: number[]; positions: number[] } {
  const tokens = createTokens(bytes, name, NODE);
  const header = nextLine(tokens);
  const count = toCount(tokens, header[0], 'its first line');
  const dimension = toCount(tokens, header[1] ?? '3', 'its first line');
  if (dimension !== 3) throw notA(name, NODE, `its points have ${dimension} coordinates, not 3`);
  const nodeTags: number[] = [];
  const positions: number[] = [];
  for (let i = 0; i < count; i++) {
    const line = nextLine(tokens);
    const part = `point ${i} of ${count}`;
    nodeTags.push(toCount(tokens, line[0], part));
    for (let k = 1; k <= 3; k++) positions.push(toNumber(tokens, line[k], part));
  }
  return { nodeTags, positions };
}

function readTets(bytes: Uint8Array, name: string): number[] {
  const tokens = createTokens(bytes, name, ELE);
  const header = nextLine(tokens);
  const count = toCount(tokens, header[0], 'its first line');
  const corners = toCount(tokens, header[1] ?? '4', 'its first line');
  if (corners !== 4 && corners !== 10)
    throw notA(name, ELE, `its elements have ${corners} nodes, not 4 or 10`);
  const tags: number[] = [];
  for (let i = 0; i < count; i++) {
    const line = nextLine(tokens);
    const part = `tet ${i} of ${count}`;
    for (let k = 1; k <= 4; k++) tags.push(toCount(tokens, line[k], part)); // of 10, the first four are corners
  }
  return tags;
}
