// What fracas/three and fracas/crashcat offer, called with what is none of three's or crashcat's: an InputError.

import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { breakFracasBody, createFracasShape, fitSettings } from '../../adapters/crashcat/index.ts';
import { createShape, InputError, World } from '../../src/index.ts';
import {
  bakeGeometry,
  bakeObject,
  createSurfaceGeometry,
  readGeometry,
  toBufferGeometry,
  WorldView,
} from '../../three/index.ts';

const WRONG: readonly unknown[] = [null, 5, 'x', {}, [], true, Symbol('x'), 10n, () => {}, Number.NaN];
const quiet = { warmUp: false };
const geometry = new THREE.BoxGeometry();
const view = () => new WorldView(new World(), new THREE.Scene(), {}, quiet);

/** Each takes one argument of a kind of its own; an empty record is none, but where it is options. */
const CALLS: readonly (readonly [string, (wrong: never) => unknown, takesRecord?: boolean])[] = [
  ['bakeGeometry', (x) => bakeGeometry(x)],
  ['bakeGeometry, options', (x) => bakeGeometry(geometry, x), true],
  ['bakeObject', (x) => bakeObject(x)],
  ['bakeObject, options', (x) => bakeObject(new THREE.Mesh(geometry), x), true],
  ['readGeometry', (x) => readGeometry(x)],
  ['createSurfaceGeometry', (x) => createSurfaceGeometry(x)],
  ['toBufferGeometry', (x) => toBufferGeometry(x)],
  ['WorldView, options', (x) => new WorldView(new World(), new THREE.Scene(), {}, x), true],
  ['view.show', (x) => view().show(x)],
  ['view.bodyOf', (x) => view().bodyOf(x)],
  ['createFracasShape', (x) => createFracasShape(x)],
  ['createFracasShape, options', (x) => createFracasShape(createShape('sphere', 1), 0, x)],
  ['fitSettings', (x) => fitSettings(x, 1)],
  ['breakFracasBody', (x) => breakFracasBody({} as never, x, {} as never, {} as never)],
  [
    'breakFracasBody, its shape',
    (x) => breakFracasBody({} as never, { shape: x } as never, {} as never, {} as never),
  ],
];

describe('wrong arguments', () => {
  it.each(CALLS.map(([name, call, takes]) => ({ name, call, takesRecord: takes === true })))(
    'of $name',
    async ({ call, takesRecord }) => {
      for (const wrong of WRONG) {
        if (takesRecord && wrong !== null && typeof wrong === 'object') continue;
        if (takesRecord && typeof wrong === 'function') continue;
        let thrown: unknown = null;
        try {
          await call(wrong as never);
        } catch (error) {
          thrown = error;
        }
        expect([typeof wrong, String(thrown), thrown instanceof InputError]).toEqual([
          typeof wrong,
          String(thrown),
          true,
        ]);
      }
    },
  );
});
