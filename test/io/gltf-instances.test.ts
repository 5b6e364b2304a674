import { describe, expect, it } from 'vitest';
import { readMesh } from '../../io/index.ts';
import { concat, expectError, glb, pack, sixVolumes, soup } from './files.ts';
import { addAccessor, chunk, cube, cubeJson, type Json, read, readChanged } from './gltf-files.ts';

describe('readMesh of glTF with instances and what is left out', () => {
  it('reads instances: moved, turned and scaled before their node, as nodes with the same mesh would be', async () => {
    const half = Math.SQRT1_2;
    const data = {
      TRANSLATION: [0, 0, 0, 5, 0, 0, 0, 7, 0],
      ROTATION: [0, 0, 0, 1, 0, 0, half, half, half, 0, 0, half],
      SCALE: [1, 1, 1, 2, 1, 1, -1, 1, 3],
    };
    const node = { translation: [1, 2, 3], rotation: [0, half, 0, half], scale: [1, 2, 1] };
    const slice = (list: number[], width: number, i: number) => list.slice(width * i, width * i + width);
    const nodes = await readChanged((j) => {
      j.nodes = [{ ...node, children: [1, 2, 3] }];
      for (let i = 0; i < 3; i++) {
        const rotation = slice(data.ROTATION, 4, i);
        const [translation, scale] = [slice(data.TRANSLATION, 3, i), slice(data.SCALE, 3, i)];
        j.nodes.push({ mesh: 0, translation, rotation, scale });
      }
    });
    for (const bytesWide of [false, true]) {
      const json = cubeJson();
      const pieces = [chunk];
      const attributes: Record<string, number> = {};
      for (const [semantic, numbers] of Object.entries(data)) {
        const small = bytesWide && semantic === 'ROTATION';
        const packed = small
          ? pack(true, ['i16', ...numbers.map((x) => Math.round(32767 * x))])
          : pack(true, ['f32', ...numbers]);
        const type = semantic === 'ROTATION' ? 'VEC4' : 'VEC3';
        const accessor = { componentType: small ? 5122 : 5126, normalized: small, count: 3, type };
        attributes[semantic] = addAccessor(json, pieces, packed, accessor);
      }
      json.nodes = [{ mesh: 0, ...node, extensions: { EXT_mesh_gpu_instancing: { attributes } } }];
      json.extensionsRequired = ['EXT_mesh_gpu_instancing'];
      const mesh = await read(glb(json, concat(...pieces)));
      expect(soup(mesh).length).toBe(3 * 108);
      soup(mesh).forEach((x, i) => {
        expect(x).toBeCloseTo(soup(nodes)[i], bytesWide ? 2 : 5);
      });
      expect(sixVolumes(mesh)).toBeCloseTo(36 * 2 * (1 + 2 + 3), bytesWide ? 1 : 3);
      expect(mesh.groups).toBeNull();
    }
  });

  it('checks the instances of a node', async () => {
    const instanced = (attributes: object, change: (json: Json) => void = () => {}) =>
      readChanged((j) => {
        j.nodes[0].extensions = { EXT_mesh_gpu_instancing: { attributes } };
        change(j);
      });
    expect(soup(await instanced({ TRANSLATION: 0 })).length).toBe(8 * 108); // eight, at the corners of the cube
    await expectError(
      instanced({}),
      'bad-file',
      /instances of node 0 have no TRANSLATION, ROTATION or SCALE/,
    );
    await expectError(
      instanced({ SCALE: 9 }),
      'bad-file',
      /SCALE of the instances of node 0 names accessor 9/,
    );
    await expectError(
      instanced({ SCALE: 1 }),
      'bad-file',
      /SCALE of the instances of node 0 is of type SCALAR, 5123/,
    );
    const short = (j: Json) => j.accessors.push({ ...j.accessors[0], count: 3 });
    await expectError(
      instanced({ SCALE: 0, TRANSLATION: 2 }, short),
      'bad-file',
      /has 8 elements, and others of it 3/,
    );
    const long = (j: Json) => j.accessors.push({ componentType: 5126, type: 'VEC3', count: 2 ** 22 });
    await expectError(
      instanced({ TRANSLATION: 2 }, long),
      'too-large',
      /a\.glb has 4194304 instances at node 0/,
    );
    const cutOff = (j: Json) => j.accessors.push({ ...j.accessors[0], count: 80 });
    await expectError(instanced({ TRANSLATION: 2 }, cutOff), 'bad-file', /accessor 2 ends past the end/);
  });

  it('leaves morph targets and skins out with a note, and says nothing else', async () => {
    const notes: string[] = [];
    const readNoting = (change: (json: Json) => void) =>
      readMesh(glb(cubeJson(change), chunk), { name: 'a.glb', onNote: (note) => notes.push(note) });
    expect(soup(await readNoting(() => {}))).toEqual(soup(cube));
    expect(notes).toEqual([]);
    const mesh = await readNoting((j) => {
      j.meshes[0].primitives[0].targets = [{ POSITION: 0 }, { POSITION: 77 }];
      j.meshes[0].weights = [1, 1];
      j.nodes[0].skin = 0;
    });
    expect(soup(mesh)).toEqual(soup(cube));
    expect(notes).toEqual([
      'a.glb has morph targets (primitives: 1): they are left out, and the mesh is in its rest shape',
      'a.glb has skins: they are left out, and the mesh is in its rest shape',
    ]);
  });
});
