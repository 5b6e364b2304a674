import { describe, expect, it } from 'vitest';
import { classifyTet } from '../../src/fragment/cases.ts';
import type { Family } from '../../src/fragment/family.ts';
import { validateFamily } from '../../src/fragment/validate.ts';
import { cutAtRandom, topologyOf } from './solids.ts';

const topology = topologyOf('ball');

/** The first edge of the family that is cut, or is not. */
const findEdge = (family: Family, cut: boolean) => family.cutEvent.findIndex((event) => event >= 0 === cut);

describe('validateFamily notices', () => {
  const damages: [string, (family: Family) => void, string][] = [
    ['a label out of place', (f) => void (f.label[f.node[0]] = 1), 'stands in the run of'],
    ['a run out of order', (f) => void ([f.node[0], f.node[1]] = [f.node[1], f.node[0]]), 'does not ascend'],
    ['an empty fragment', (f) => void (f.fragments.nodeCount[2] = 0), 'fragment 2 has no node'],
    ['a node that is lost', (f) => void f.fragments.nodeCount[0]--, 'nodes of'],
    ['an uncut edge between labels', (f) => void (f.cutEvent[findEdge(f, true)] = -1), 'not cut'],
    ['a cut edge within a label', (f) => void (f.cutEvent[findEdge(f, false)] = 0), 'and is cut'],
    ['a cut at an end', (f) => void (f.cutAt[findEdge(f, true)] = 0), 'is cut at 0'],
    ['an event that never was', (f) => void (f.cutEvent[findEdge(f, true)] = 99), 'by event 99 of'],
    ['a crack mark too many', (f) => void (f.cracked[f.cracked.indexOf(0)] = 1), 'wrong crack mark'],
    ['a wrong case', (f) => void (f.cutCase[f.cutCase.indexOf(0)] = 5), 'wrong case'],
    ['a parent that is not', (f) => void (f.fragments.parent[1] = 1), 'another parent'],
    ['a fragment too many', (f) => void f.fragments.count--, 'fragments, but events made'],
    ['an event that made nothing', (f) => void (f.events.pieces[0] = 0), 'made no fragment'],
    ['a change that was not', (f) => void (f.fragments.changed[1] = 99), 'changed in 99'],
  ];
  for (const [name, damage, message] of damages) {
    it(name, () => {
      const family = cutAtRandom(topology, 12, 3);
      validateFamily(family);
      damage(family);
      expect(() => validateFamily(family)).toThrow(message);
    });
  }

  it('a cut that is not planar, or parts a tet unevenly', () => {
    const family = cutAtRandom(topology, 1, 3);
    const pairs = family.cutCase.findIndex((c) => c >= 29);
    const edges = [...topology.tetEdge.subarray(6 * pairs, 6 * pairs + 6)].filter(
      (e) => family.cutEvent[e] >= 0,
    );
    family.cutAt[edges[0]] = 1 - 0.9 * family.cutAt[edges[0]];
    expect(() => validateFamily(family)).toThrow('is not planar in tet');
    const uneven = cutAtRandom(topology, 12, 3);
    uneven.cutEvent[edges[0]] = 3;
    expect(() => validateFamily(uneven)).toThrow(/broken family/);
  });

  it('a fragment in two parts', () => {
    const family = cutAtRandom(topology, 2, 1);
    // Join the first two fragments that do not touch into one label, consistently but for the gap between them.
    const { label, cutEvent, fragments, events } = family;
    expect(fragments.count).toBe(3);
    const touch = new Set<string>();
    for (let e = 0; e < topology.edgeCount; e++) {
      const ends = [label[topology.edgeNode[2 * e]], label[topology.edgeNode[2 * e + 1]]].sort();
      if (cutEvent[e] >= 0) touch.add(ends.join());
    }
    const apart = [
      [0, 1],
      [0, 2],
      [1, 2],
    ].find((pair) => !touch.has(pair.join())) as number[];
    expect(apart).toBeDefined();
    for (let i = 0; i < label.length; i++) label[i] = apart.includes(label[i]) ? 0 : 1;
    for (let i = 0, n = 0; i < label.length; i++) if (label[i] === 0) family.node[n++] = i;
    const first = label.filter((f) => f === 0).length;
    for (let i = 0, n = first; i < label.length; i++) if (label[i] === 1) family.node[n++] = i;
    fragments.count = 2;
    fragments.start.set([0, first]);
    fragments.nodeCount.set([first, label.length - first]);
    fragments.parent.set([-1, 0]);
    fragments.event.set([-1, 0]);
    fragments.changed.set([0, 0]);
    for (let e = 0; e < cutEvent.length; e++) cutEvent[e] = Math.min(cutEvent[e], 0);
    for (let t = 0; t < topology.tetCount; t++) {
      family.cutCase[t] = classifyTet(cutEvent, topology.tetEdge, 6 * t);
    }
    events.count = 1;
    events.fragment[0] = 0;
    expect(() => validateFamily(family)).toThrow('fragment 0 is in 2 parts');
  });
});
