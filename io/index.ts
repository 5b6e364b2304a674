// fracas/io: meshes from files and back.

export type { Bytes, Resolve } from './bytes.ts';
export { detectMeshFormat, type MeshFormat, type ReadMeshOptions, readMesh } from './read-mesh.ts';
export { type ReadTetMeshOptions, readTetMesh, type TetFile, type TetFormat } from './read-tet-mesh.ts';
export type { TetReading } from './tet-input.ts';
export { type MovingMesh, writeFilm } from './write-film.ts';
export { type NamedMesh, writeGlb } from './write-glb.ts';
export { writeMedit } from './write-medit.ts';
export { writeObj } from './write-obj.ts';
