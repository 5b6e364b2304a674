// Shapes and ground as geometries of three.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import type { Collider } from '../src/contact/collider.ts';

const GROUND = 40; // metres of an endless plane that are drawn

/** The geometry of a shape by its name and sizes. */
export function createShapeGeometry(shape: string, size: readonly number[]): BufferGeometry {
  if (shape === 'sphere') return new SphereGeometry(size[0], 32, 20);
  if (shape === 'box') return new BoxGeometry(2 * size[0], 2 * size[1], 2 * size[2]);
  if (shape === 'capsule') return new CapsuleGeometry(size[1], 2 * size[0], 8, 24);
  if (shape === 'cylinder') return new CylinderGeometry(size[1], size[1], 2 * size[0], 32);
  return new PlaneGeometry(GROUND, GROUND).rotateX(-Math.PI / 2);
}

/** The geometry of ground: its triangles, or its heights as triangles. */
export function createGroundGeometry({ terrain }: Collider): BufferGeometry {
  const geometry = new BufferGeometry();
  if (terrain?.mesh) {
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(terrain.mesh.positions), 3));
    geometry.setIndex(new BufferAttribute(Uint32Array.from(terrain.mesh.indices), 1));
  } else if (terrain?.heights) {
    const { rows, columns, cell, height } = terrain.heights;
    const positions = new Float32Array(3 * rows * columns);
    for (let v = 0; v < rows * columns; v++) {
      positions[3 * v] = ((v % columns) - (columns - 1) / 2) * cell[0];
      positions[3 * v + 1] = height[v];
      positions[3 * v + 2] = (Math.floor(v / columns) - (rows - 1) / 2) * cell[1];
    }
    const indices: number[] = [];
    for (let r = 0; r + 1 < rows; r++) {
      for (let c = 0; c + 1 < columns; c++) {
        const v = r * columns + c;
        indices.push(v, v + columns, v + 1, v + 1, v + columns, v + columns + 1);
      }
    }
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setIndex(indices);
  }
  geometry.computeVertexNormals();
  return geometry;
}
