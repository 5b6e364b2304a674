import { describe, expect, it } from 'vitest';
import { apple } from '../../scenes/surface/apple.ts';
import { surfaceCatalog } from '../../scenes/surface/catalog.ts';
import { findExhibit } from '../../scenes/surface/index.ts';
import { breakPumpkin, createPumpkinMesh, PieceMotion, pumpkin } from '../../scenes/surface/pumpkin.ts';
import { followFrame } from '../../scenes/surface/surface-scene.ts';
import { triceratops } from '../../scenes/surface/triceratops.ts';
import { buildTree } from '../../src/hierarchy/build.ts';
import { createTreePair, intersectTrees } from '../../src/hierarchy/intersect.ts';
import { createSelfQuery, intersectPieces, intersectSelf } from '../../src/hierarchy/intersect-self.ts';
import { measureQuality } from '../../src/hierarchy/quality.ts';
import { validateTree } from '../../src/hierarchy/validate.ts';
import { createFrame } from '../../src/math/rigid.ts';
import {
  createCutTrees,
  intersectCutTrees,
  shatterTree,
  updateCutTrees,
} from '../../src/surface/cut-trees.ts';

const out = new Uint32Array(200000);

describe('surface scenes', () => {
  it('the apple: both policies keep every promise and find the same pairs; the first slice comes off', () => {
    const play = apple.play();
    const kept = createCutTrees(play.cut, play.mesh);
    const anew = createCutTrees(play.cut, play.mesh, 'rebuild');
    let cuts = 0;
    for (let frame = 0; frame < 140; frame++) {
      const { piece } = play.step();
      if (piece >= 0) cuts++;
      updateCutTrees(kept, play.cut, play.mesh, piece);
      updateCutTrees(anew, play.cut, play.mesh, piece);
      if (frame % 35 !== 0 && frame < 138) continue;
      expect(kept.trees.length).toBe(play.cut.pieceCount);
      for (const { trees } of [kept, anew]) {
        for (const tree of trees) validateTree(tree, { mesh: play.mesh, balanced: true });
        expect(trees.reduce((sum, tree) => sum + tree.leafCount, 0)).toBe(play.cut.triangleCount);
      }
      expect(intersectCutTrees(out, kept, play.mesh)).toBe(intersectCutTrees(out, anew, play.mesh));
      expect(measureQuality(kept.trees[0])).toBeLessThan(2.31);
    }
    expect(cuts).toBeGreaterThan(30);
    // Pinned: the cut and the curl use no function that engines compute differently.
    expect(play.cut.triangleCount).toBe(7072);
    expect(intersectCutTrees(out, kept, play.mesh)).toBe(47);
    expect(play.cut.pieceCount).toBe(2);
  });

  it('the triceratops: eleven steps, then two halves that do not meet', () => {
    const play = triceratops.play();
    const kept = createCutTrees(play.cut, play.mesh);
    for (let frame = 0; frame < triceratops.frames; frame++) {
      const { piece } = play.step();
      updateCutTrees(kept, play.cut, play.mesh, piece);
      if (frame % 44 === 43)
        for (const tree of kept.trees) validateTree(tree, { mesh: play.mesh, balanced: true });
    }
    expect(play.cut.pieceCount).toBe(2);
    expect(intersectCutTrees(out, kept, play.mesh)).toBe(0);
  });

  it('the pumpkin: a tree a piece in bulk, as good a set of triangles as trees built anew', () => {
    const whole = createPumpkinMesh();
    const tree = buildTree(whole);
    const { cut, first, reshaped } = breakPumpkin(3, whole);
    expect(cut.pieceCount).toBe(3);
    const trees = shatterTree(tree, cut, cut, first, reshaped);
    const lists = trees.map((_, p) => {
      const list: number[] = [];
      for (let t = 0; t < cut.triangleCount; t++) if (cut.piece[t] === p) list.push(t);
      return Uint32Array.from(list);
    });
    trees.forEach((one, p) => {
      validateTree(one, { mesh: cut, balanced: true });
      expect(one.leafCount).toBe(lists[p].length);
      for (const t of lists[p]) if (!(one.leaf[t] >= 0)) throw new Error(`triangle ${t} is lost`);
    });
    const motion = new PieceMotion(cut);
    motion.moveTo(60);
    const anew = lists.map((list) => buildTree(cut, 'median', list));
    let sum = 0;
    for (let p = 0; p < 3; p++) {
      for (let q = p + 1; q < 3; q++) {
        const n = intersectTrees(out, createTreePair(trees[p], cut, trees[q], cut), createFrame());
        expect(intersectTrees(out, createTreePair(anew[p], cut, anew[q], cut), createFrame())).toBe(n);
        sum += n;
      }
    }
    // Faces of closed cracks coincide, so pieces touch everywhere; the same among pieces in one query.
    const query = createSelfQuery();
    const within = trees.reduce((n, one) => n + intersectSelf(out, query, one, cut), 0);
    expect(sum).toBeGreaterThan(1000);
    expect(intersectPieces(out, query, trees, cut)).toBe(within + sum);
  });

  it('the pumpkin falls and breaks; both policies follow', () => {
    const plays = [pumpkin.play(), pumpkin.play()];
    const trees = plays.map((play, k) =>
      createCutTrees(play.cut, play.mesh, k === 0 ? 'balance' : 'rebuild'),
    );
    for (let frame = 0; frame < 60; frame++) {
      plays.forEach((play, k) => {
        followFrame(trees[k], play);
      });
    }
    plays.forEach(({ cut, mesh }, k) => {
      expect(cut.pieceCount).toBe(8);
      expect(mesh.positions.every(Number.isFinite)).toBe(true);
      expect(trees[k].trees.length).toBe(8);
      for (const tree of trees[k].trees) validateTree(tree, { mesh, balanced: true });
      expect(trees[k].trees.reduce((sum, tree) => sum + tree.leafCount, 0)).toBe(cut.triangleCount);
    });
    const count = intersectCutTrees(out, trees[0], plays[0].mesh);
    expect(count).toBeGreaterThan(100);
    expect(intersectCutTrees(out, trees[1], plays[1].mesh)).toBe(count);
  });

  it('are all listed, each of a mesh that is cut or of bodies', () => {
    const kinds = surfaceCatalog.map(({ name }) => {
      const { cut, bodies } = findExhibit(name)!;
      expect((cut === undefined) !== (bodies === undefined), name).toBe(true);
      return cut === undefined ? 'bodies' : 'cut';
    });
    expect(kinds).toEqual(['cut', 'cut', 'cut', 'bodies', 'bodies', 'bodies', 'bodies']);
    expect(findExhibit('nothing')).toBe(undefined);
  });
});
