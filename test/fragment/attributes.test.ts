import { describe, expect, it } from 'vitest';
import { createFragmentMesh, extractFragment } from '../../src/fragment/extract.ts';
import { cutAtRandom, topologyOf } from './solids.ts';

// Colours of the crate are positions, its UVs linear in them, its top face (y up) is group 3.
const family = cutAtRandom(topologyOf('crate'), 40, 21);
const mesh = createFragmentMesh();

/** Calls `visit` for every corner of every fragment. */
function eachCorner(visit: (h: number, t: number, outer: boolean, x: Float64Array) => void): void {
  for (let f = 0; f < family.fragments.count; f++) {
    extractFragment(mesh, family, f);
    for (let h = 0; h < 3 * mesh.triangleCount; h++) {
      const t = Math.floor(h / 3);
      const v = 3 * mesh.indices[h];
      visit(h, t, t < mesh.outerCount, mesh.positions.subarray(v, v + 3));
    }
  }
}

describe('attributes of a broken crate', () => {
  it('colours and UVs of the old surface are interpolated: they still say where a corner lies', () => {
    let worst = 0;
    eachCorner((h, _, outer, [x, y, z]) => {
      if (!outer) return;
      const uv = [x + 2 * z, y - z];
      for (let d = 0; d < 2; d++) worst = Math.max(worst, Math.abs(mesh.uvs[2 * h + d] - uv[d]));
      [x, y, z].forEach((at, d) => {
        worst = Math.max(worst, Math.abs(mesh.colors[3 * h + d] - at));
      });
    });
    expect(worst).toBeLessThan(2e-7);
  });

  it('groups stay, and cracks have their own, after all others', () => {
    expect(family.topology.skin.crackGroup).toBe(4);
    const seen = new Set<number>();
    let wrong = 0;
    eachCorner((h, t, outer, x) => {
      const top = mesh.normals[3 * h + 1] > 0.9 && Math.abs(x[1] - 0.3) < 1e-15;
      seen.add(mesh.groups[t]);
      if (mesh.groups[t] !== (outer ? (top ? 3 : 0) : 4)) wrong++;
    });
    expect(wrong).toBe(0);
    expect([...seen].sort()).toEqual([0, 3, 4]);
  });

  it('normals are unit vectors; on the box its faces, on cracks those of the triangles', () => {
    let worst = 0;
    eachCorner((h, t, outer) => {
      const n = mesh.normals.subarray(3 * h, 3 * h + 3);
      worst = Math.max(worst, Math.abs(Math.hypot(...n) - 1));
      if (outer) {
        if (n[0] * n[0] + n[1] * n[1] + n[2] * n[2] !== Math.abs(n[0] + n[1] + n[2])) worst = 1; // one ±1, two 0
        return;
      }
      const [a, b, c] = [0, 1, 2].map((k) => {
        const v = 3 * mesh.indices[3 * t + k];
        return [...mesh.positions.subarray(v, v + 3)];
      });
      const u = b.map((x, d) => x - a[d]);
      const v = c.map((x, d) => x - a[d]);
      const cross = [0, 1, 2].map((d) => u[(d + 1) % 3] * v[(d + 2) % 3] - u[(d + 2) % 3] * v[(d + 1) % 3]);
      const length = Math.hypot(...cross);
      cross.forEach((x, d) => {
        worst = Math.max(worst, Math.abs(x / length - n[d]));
      });
    });
    expect(worst).toBeLessThan(1e-6);
  });

  it('UVs of cracks are metres across the longest axis of the normal, colours white', () => {
    let wrong = 0;
    eachCorner((h, _, outer, x) => {
      if (outer) return;
      const n = [...mesh.normals.subarray(3 * h, 3 * h + 3)].map(Math.abs);
      const axis = n.indexOf(Math.max(...n));
      if (mesh.uvs[2 * h] !== Math.fround(x[(axis + 1) % 3])) wrong++;
      if (mesh.uvs[2 * h + 1] !== Math.fround(x[(axis + 2) % 3])) wrong++;
      for (let d = 0; d < 3; d++) if (mesh.colors[3 * h + d] !== 1) wrong++;
    });
    expect(wrong).toBe(0);
  });
});

describe('a solid without attributes', () => {
  it('has smooth normals where it is smooth and sharp ones at edges', () => {
    const ball = topologyOf('ball');
    let worst = 1;
    for (let h = 0; h < ball.triangle.length; h++) {
      const p = [...ball.positions.subarray(3 * ball.triangle[h], 3 * ball.triangle[h] + 3)];
      const n = ball.skin.normals.subarray(3 * h, 3 * h + 3);
      worst = Math.min(worst, p.reduce((sum, x, d) => sum + x * n[d], 0) / Math.hypot(...p));
    }
    expect(worst).toBeGreaterThan(0.99);
    expect(ball.skin.colors).toBe(null);
    expect(ball.skin.crackGroup).toBe(1);
    expect(ball.skin.groups.every((group) => group === 0)).toBe(true);
    const { normals, uvs } = topologyOf('slab').skin;
    let blurred = 0;
    for (let h = 0; h < normals.length; h += 3) {
      if (Math.max(...[0, 1, 2].map((d) => Math.abs(normals[h + d]))) !== 1) blurred++;
    }
    expect(blurred).toBe(0);
    expect(uvs.every((x) => Math.abs(x) <= 0.5)).toBe(true);
  });
});
