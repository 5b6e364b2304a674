import { describe, expect, it } from 'vitest';
import { readMesh } from '../../io/index.ts';
import { concat, encode, expectError, glb, pack, sixVolumes, soup } from './files.ts';
import { addAccessor, chunk, cube, cubeJson, type Json, read, readChanged } from './gltf-files.ts';

describe('readMesh of glTF', () => {
  it('reads a GLB, at any place in a buffer', async () => {
    const file = glb(cubeJson(), chunk);
    for (const bytes of [file, concat('x', file).subarray(1), concat(file, 'tail')]) {
      const mesh = await read(bytes);
      expect(soup(mesh)).toEqual(soup(cube));
      expect(mesh.positions.length).toBe(24);
      expect([mesh.uvs, mesh.normals, mesh.colors, mesh.groups]).toEqual([null, null, null, null]);
    }
  });

  it('reads a .gltf with a data URI or another file', async () => {
    const json = cubeJson((j) => {
      j.buffers[0].uri = `data:application/octet-stream;base64,${btoa(String.fromCharCode(...chunk))}`;
    });
    expect(soup(await readMesh(encode(JSON.stringify(json)), { name: 'a.gltf' }))).toEqual(soup(cube));
    const outside = encode(
      JSON.stringify(
        cubeJson((j) => {
          j.buffers[0].uri = 'my%20cube.bin';
        }),
      ),
    );
    const asked: string[] = [];
    const resolve = async (uri: string) => {
      asked.push(uri);
      return chunk;
    };
    expect(soup(await readMesh(outside, { name: 'a.gltf', resolve }))).toEqual(soup(cube));
    expect(asked).toEqual(['my%20cube.bin']);
    await expectError(
      readMesh(outside, { name: 'a.gltf' }),
      'bad-argument',
      /"my%20cube.bin": give options.resolve/,
    );
    const fail = () => Promise.reject(new Error('404'));
    await expectError(
      readMesh(outside, { name: 'a.gltf', resolve: fail }),
      'bad-file',
      /could not be read: 404/,
    );
    const short = async () => chunk.slice(1);
    await expectError(
      readMesh(outside, { name: 'a.gltf', resolve: short }),
      'bad-file',
      /167 bytes of its 168/,
    );
  });

  it('applies the transforms of nodes, parents first, and turns mirrored triangles over', async () => {
    const mesh = await readChanged((j) => {
      j.nodes = [
        { translation: [10, 0, 0], scale: [-1, 1, 1], children: [1] },
        { mesh: 0, matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 0, 0, 1] },
      ];
    });
    // x ↦ 10 − (2x + 1)
    const xs = soup(mesh).filter((_, i) => i % 3 === 0);
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([7, 9]);
    expect(sixVolumes(mesh)).toBeCloseTo(6 * 8 * 6, 9);
    const turned = await readChanged((j) => {
      j.nodes[0].rotation = [0, 0, Math.SQRT1_2, Math.SQRT1_2]; // a quarter turn about z
    });
    for (let c = 0; c < 36; c++) {
      const from = 3 * cube.indices[c];
      expect(soup(turned)[3 * c]).toBeCloseTo(-cube.positions[from + 1], 12);
      expect(soup(turned)[3 * c + 1]).toBeCloseTo(cube.positions[from], 12);
    }
  });

  it('numbers primitives as groups, the same for each instance, and welds across them', async () => {
    const mesh = await readChanged((j) => {
      j.accessors[1].count = 18;
      j.accessors.push({ bufferView: 1, byteOffset: 36, componentType: 5123, count: 18, type: 'SCALAR' });
      j.meshes[0].primitives.push({ attributes: { POSITION: 0 }, indices: 2, mode: 4 });
      j.nodes = [{ mesh: 0 }, { mesh: 0, translation: [1, 0, 0] }];
      j.scenes[0].nodes = [0, 1];
    });
    expect(Array.from(mesh.groups!)).toEqual(
      [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1].concat([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]),
    );
    expect(mesh.positions.length / 3).toBe(12); // the two cubes share a side
    expect(sixVolumes(mesh)).toBeCloseTo(72, 12);
  });

  it('reads the default scene, else the first, else all nodes, else the meshes', async () => {
    const far = (j: Json) => {
      j.nodes = [{ mesh: 0 }, { mesh: 0, translation: [5, 0, 0] }];
      j.scenes = [{ nodes: [0] }, { nodes: [1] }];
    };
    const lowest = async (change: (json: Json) => void) => {
      const mesh = await readChanged(change);
      return [mesh.indices.length / 36, Math.min(...soup(mesh).filter((_, i) => i % 3 === 0))];
    };
    expect(await lowest((j) => [far(j), (j.scene = 1)])).toEqual([1, 5]);
    expect(await lowest((j) => [far(j), delete j.scene])).toEqual([1, 0]);
    expect(await lowest((j) => [far(j), delete j.scene, delete j.scenes])).toEqual([2, 0]);
    expect(await lowest((j) => [delete j.scene, delete j.scenes, delete j.nodes])).toEqual([1, 0]);
  });

  it('turns strips and fans into triangles, without the jumps of strips', async () => {
    const points = pack(true, ['f32', 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 5, 5, 5]);
    const strip = (mode: number, order: number[]) => {
      const bytes = [points];
      const json = cubeJson();
      json.bufferViews = [{ buffer: 0, byteLength: points.length }];
      json.accessors = [{ bufferView: 0, componentType: 5126, count: 5, type: 'VEC3' }];
      const data = pack(true, ['u8', ...order]);
      const indices = addAccessor(json, bytes, data, {
        componentType: 5121,
        count: order.length,
        type: 'SCALAR',
      });
      json.meshes[0].primitives = [{ attributes: { POSITION: 0 }, indices, mode }];
      return read(glb(json, concat(...bytes)));
    };
    const xyz = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
      [1, 1, 0],
      [5, 5, 5],
    ];
    const corners = (list: number[]) => list.flatMap((v) => xyz[v]);
    expect(soup(await strip(5, [0, 1, 2, 3]))).toEqual(corners([0, 1, 2, 2, 1, 3]));
    expect(soup(await strip(5, [0, 1, 2, 2, 3, 3, 4, 1]))).toEqual(corners([0, 1, 2, 4, 3, 1]));
    expect(soup(await strip(6, [0, 1, 3, 2]))).toEqual(corners([0, 1, 3, 0, 3, 2]));
    await expectError(strip(0, [0, 1, 2]), 'empty-mesh', /no triangles/);
    await expectError(strip(1, [0, 1, 2, 3]), 'empty-mesh', /no triangles/);
  });

  it('reads primitives without indices and interleaved vertices', async () => {
    const data = pack(true, ['f32', 0, 0, 0, 0.5, 0.25, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
    const json = cubeJson();
    json.bufferViews = [{ buffer: 0, byteLength: 60, byteStride: 20 }];
    json.buffers[0].byteLength = 60;
    json.accessors = [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
      { bufferView: 0, byteOffset: 12, componentType: 5126, count: 3, type: 'VEC2' },
    ];
    json.meshes[0].primitives = [{ attributes: { POSITION: 0, TEXCOORD_0: 1 } }];
    const mesh = await read(glb(json, data));
    expect(soup(mesh)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect(Array.from(mesh.uvs!)).toEqual([0.5, 0.25, 1, 0, 0, 1]);
  });

  it('reads normalised attributes and quantised positions', async () => {
    const json = cubeJson();
    json.extensionsRequired = json.extensionsUsed = ['KHR_mesh_quantization'];
    const bytes = [pack(true, ['i16', 0, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, 0, 0])];
    json.buffers[0].byteLength = 24;
    json.bufferViews = [{ buffer: 0, byteLength: 24, byteStride: 8 }];
    json.accessors = [{ bufferView: 0, componentType: 5122, normalized: true, count: 3, type: 'VEC3' }];
    const colors = pack(true, ['u8', 255, 0, 51, 255, 0, 255, 0, 255, 0, 0, 0, 255]);
    const color = addAccessor(json, bytes, colors, {
      componentType: 5121,
      normalized: true,
      count: 3,
      type: 'VEC4',
    });
    const uv = addAccessor(json, bytes, pack(true, ['u16', 65535, 0, 0, 65535, 0, 0]), {
      componentType: 5123,
      normalized: true,
      count: 3,
      type: 'VEC2',
    });
    json.meshes[0].primitives = [{ attributes: { POSITION: 0, COLOR_0: color, TEXCOORD_0: uv } }];
    json.nodes[0].scale = [4, 4, 4];
    const mesh = await read(glb(json, concat(...bytes)));
    expect(soup(mesh)).toEqual([0, 0, 0, 4, 0, 0, 0, 4, 0]);
    expect(Array.from(mesh.uvs!)).toEqual([1, 0, 0, 1, 0, 0]);
    expect(Array.from(mesh.colors!)).toEqual([1, 0, Math.fround(0.2), 0, 1, 0, 0, 0, 0]);
  });

  it('reads sparse accessors, with and without a base, where the base has an offset of its own', async () => {
    const sparse = (base: boolean) => {
      const json = cubeJson();
      const bytes = [concat(new Uint8Array(12), pack(true, ['f32', 0, 0, 0, 1, 0, 0, 0, 1, 0]))];
      json.buffers[0].byteLength = 48;
      json.bufferViews = [{ buffer: 0, byteLength: 48 }];
      json.accessors = [];
      const indices = addAccessor(json, bytes, pack(true, ['u8', 1, 2]), {});
      const values = addAccessor(json, bytes, pack(true, ['f32', 7, 8, 9, 0, 2, 0]), {});
      json.accessors = [
        {
          ...(base ? { bufferView: 0, byteOffset: 12 } : {}),
          componentType: 5126,
          count: 3,
          type: 'VEC3',
          sparse: {
            count: 2,
            indices: { bufferView: indices + 1, componentType: 5121 },
            values: { bufferView: values + 1 },
          },
        },
      ];
      json.meshes[0].primitives = [{ attributes: { POSITION: 0 } }];
      return read(glb(json, concat(...bytes)));
    };
    expect(soup(await sparse(true))).toEqual([0, 0, 0, 7, 8, 9, 0, 2, 0]);
    expect(soup(await sparse(false))).toEqual([0, 0, 0, 7, 8, 9, 0, 2, 0]);
  });

  it('turns normals with the node, and makes flat ones where a primitive has none', async () => {
    const json = cubeJson();
    const bytes = [chunk];
    const slanted = Array.from({ length: 8 }, () => [0.6, 0.8, 0]).flat();
    const normal = addAccessor(json, bytes, pack(true, ['f32', ...slanted]), {
      componentType: 5126,
      count: 8,
      type: 'VEC3',
    });
    json.meshes[0].primitives.push({ attributes: { POSITION: 0, NORMAL: normal }, indices: 1 });
    json.nodes[0].scale = [-2, 1, 1];
    const mesh = await read(glb(json, concat(...bytes)));
    const flat = Array.from(mesh.normals!.slice(0, 3));
    expect(flat.map(Math.abs)).toEqual([0, 0, 1]);
    // the inverse transpose of the scale, made unit: (−0.3, 0.8, 0)
    const length = Math.hypot(0.3, 0.8);
    expect(mesh.normals![9 * 12]).toBeCloseTo(-0.3 / length, 6);
    expect(mesh.normals![9 * 12 + 1]).toBeCloseTo(0.8 / length, 6);
  });

  it('ignores materials, images, skins, animations and broken accessors that geometry does not use', async () => {
    const mesh = await readChanged((j) => {
      j.materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 9 } } }];
      j.images = [{ uri: 'missing.png' }];
      j.animations = [{ channels: [{}], samplers: [null] }];
      j.skins = [{ joints: [77] }];
      j.nodes[0].skin = 0;
      j.accessors.push({ bufferView: 99, componentType: 1, count: 4e9, type: 'MAT4' });
      j.meshes[0].primitives[0].attributes.JOINTS_0 = 2;
      j.meshes[0].primitives[0].material = 0;
      j.extensionsUsed = ['KHR_materials_clearcoat', 'ACME_unknown'];
      j.extensionsRequired = ['KHR_materials_clearcoat', 'KHR_texture_basisu'];
    });
    expect(soup(mesh)).toEqual(soup(cube));
  });

  it('names required extensions that it cannot read', async () => {
    for (const extension of ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'ACME_unknown']) {
      await expectError(
        readChanged((j) => {
          j.extensionsRequired = [extension];
        }),
        'unsupported',
        new RegExp(`a\\.glb needs the glTF extension ${extension}`),
      );
    }
    const draco = (j: Json) => {
      j.meshes[0].primitives[0].extensions = { KHR_draco_mesh_compression: {} };
      delete j.accessors[0].bufferView;
    };
    await expectError(readChanged(draco), 'unsupported', /KHR_draco_mesh_compression/);
  });

  it('finds a GLB cut at any byte', async () => {
    const file = glb(cubeJson(), chunk);
    for (let length = 4; length < file.length; length++) {
      await expectError(read(file.slice(0, length)), 'bad-file', /a\.glb is cut short/);
    }
  });

  it('checks everything the library trusts', async () => {
    const cases: [(j: Json) => unknown, RegExp][] = [
      [(j) => (j.nodes[0].mesh = 1), /node 0 names mesh 1/],
      [(j) => (j.nodes[0].children = [5]), /node 0 names node 5/],
      [(j) => (j.nodes = [{ children: [1] }, { children: [0] }]), /its nodes form a ring/],
      [(j) => (j.nodes = [{ children: [0] }]), /its nodes form a ring/],
      [(j) => (j.nodes = [{ children: [2] }, { children: [2] }, { mesh: 0 }]), /node 2 has two parents/],
      [(j) => (j.scene = 3), /scene 3 is missing/],
      [(j) => (j.scenes[0].nodes = [-1]), /a scene names node -1/],
      [(j) => (j.meshes[0].primitives[0].attributes = {}), /names accessor undefined for its POSITION/],
      [(j) => (j.meshes[0].primitives[0].indices = 7), /names accessor 7 for its indices/],
      [(j) => (j.accessors[0].type = 'VEC2'), /has POSITION of type VEC2/],
      [(j) => (j.accessors[1].componentType = 5126), /has indices of type 5126/],
      [(j) => (j.accessors[1].count = 35), /35 corners, not a multiple of 3/],
      [(j) => (j.accessors[0].count = 9), /accessor 0 ends past the end of bufferView 0/],
      [(j) => (j.accessors[0].byteOffset = 4), /accessor 0 ends past the end of bufferView 0/],
      [(j) => (j.accessors[0].byteOffset = -4), /accessor 0 has a bad offset or stride/],
      [(j) => (j.accessors[0].count = 1.5), /accessor 0 has a bad count or type/],
      [(j) => (j.accessors[0].componentType = 5124), /accessor 0 has a bad count or type/],
      [(j) => (j.accessors[0].bufferView = 2), /accessor 0 names bufferView 2/],
      [(j) => (j.bufferViews[1].byteLength = 73), /bufferView 1 ends past the end of buffer 0/],
      [(j) => (j.bufferViews[1].buffer = 1), /bufferView 1 is incomplete/],
      [(j) => (j.buffers[0].byteLength = 200), /buffer 0 has 168 bytes of its 200/],
      [(j) => (j.buffers[0].uri = 'data:;base64,A'), /a data URI in it is damaged/],
      [(j) => (j.meshes = [null]), /a\.glb is not a glTF file/],
      [(j) => (j.bufferViews = 'none'), /a\.glb is not a glTF file/],
      [(j) => delete j.asset, /no asset.version/],
    ];
    for (const [change, message] of cases) await expectError(readChanged(change), 'bad-file', message);
    await expectError(
      readChanged((j) => (j.asset.version = '1.0')),
      'unsupported',
      /glTF 1\.0/,
    );
    await expectError(
      read(concat('glTF', pack(true, ['u32', 1, 20, 0, 0]))),
      'unsupported',
      /GLB of version 1/,
    );
    const high = chunk.slice();
    high[96] = 8;
    await expectError(
      read(glb(cubeJson(), high)),
      'index-out-of-range',
      /index 0 of primitive 0 of mesh 0 names vertex 8/,
    );
    await expectError(
      readChanged((j) => {
        delete j.accessors[0].bufferView;
        j.accessors[0].count = 2 ** 28;
      }),
      'too-large',
      /accessor 0 claims/,
    );
  });

  it('stops before instances of instances fill the memory', async () => {
    // a file of 25 kB: indices without data are all zero and may claim any count
    const many = (j: Json) => {
      j.accessors[1] = { componentType: 5123, count: 3 * 2 ** 18, type: 'SCALAR' };
      j.nodes = Array.from({ length: 1000 }, () => ({ mesh: 0 }));
      j.scenes = [{ nodes: j.nodes.map((_: unknown, i: number) => i) }];
    };
    await expectError(readChanged(many), 'too-large', /a\.glb may have more than 33554432 triangles/);
  });

  it('reads chains of nodes too deep to recurse into', async () => {
    const mesh = await readChanged((j) => {
      j.nodes = Array.from({ length: 1.2e4 }, (_, i) => ({ children: [i + 1], translation: [1, 0, 0] }));
      j.nodes.push({ mesh: 0 });
    });
    expect(Math.min(...soup(mesh).filter((_, i) => i % 3 === 0))).toBe(1.2e4);
  });
});
