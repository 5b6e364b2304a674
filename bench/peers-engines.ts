// Physics engines of npm behind one small face, for bench `peers`. Each is given the same parts, with the same mass and
// inertia, friction 0.5, no restitution, no damping, and sleeps or not as it comes. Versions are those of package.json;
// they are loaded by name, so that nothing else needs them.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Part, State } from './peers-parts.ts';

/** A world of parts. */
export interface Sim {
  /** Adds a part as it is and moves; returns its handle. */
  add(part: Part, state: State, fixed: boolean): number;
  remove(handle: number): void;
  step(dt: number): void;
  /** Writes where a part is and how it moves. */
  read(out: State, handle: number): void;
}

/** How an engine sees a part: as its triangles or as its hull. */
export type Form = 'mesh' | 'hull';

export interface Engine {
  readonly name: string;
  readonly form: Form;
  create(): Sim | Promise<Sim>;
}

const FRICTION = 0.5;
const GRAVITY = -9.81;
const GROUND = 20; // half of its side, metres; one thick

const require = createRequire(import.meta.url);

function versionOf(name: string): string {
  const path = require.resolve.paths(name)?.map((folder) => `${folder}/${name}/package.json`) ?? [];
  for (const file of path) {
    try {
      return JSON.parse(readFileSync(file, 'utf8')).version;
    } catch {}
  }
  return '?';
}

/** All that can be loaded; `note` is told of those that cannot. */
export async function loadEngines(note: (text: string) => void): Promise<Engine[]> {
  const engines: Engine[] = [];
  for (const load of [loadRapier, loadHavok, loadCrashcat, loadAmmo]) {
    try {
      engines.push(...(await load()));
    } catch (error) {
      note(`${load.name}: ${(error as Error).message}`);
    }
  }
  return engines;
}

async function loadRapier(): Promise<Engine[]> {
  const R = require('@dimforge/rapier3d-compat');
  await R.init();
  const create = (form: Form) => (): Sim => {
    const world = new R.World({ x: 0, y: GRAVITY, z: 0 });
    world.createCollider(
      R.ColliderDesc.cuboid(GROUND, 0.5, GROUND).setTranslation(0, -0.5, 0).setFriction(FRICTION),
    );
    return {
      add(part, s, fixed) {
        const desc = fixed ? R.RigidBodyDesc.fixed() : R.RigidBodyDesc.dynamic();
        desc.setTranslation(s[0], s[1], s[2]).setRotation({ x: s[3], y: s[4], z: s[5], w: s[6] });
        desc.setLinvel(s[7], s[8], s[9]).setAngvel({ x: s[10], y: s[11], z: s[12] });
        const body = world.createRigidBody(desc);
        const points = Float32Array.from(part.positions);
        const shape =
          form === 'mesh' ? R.ColliderDesc.trimesh(points, part.indices) : R.ColliderDesc.convexHull(points);
        if (shape === null) throw new Error('Rapier made no hull');
        const [x, y, z] = part.inertia;
        shape.setMassProperties(part.mass, { x: 0, y: 0, z: 0 }, { x, y, z }, { x: 0, y: 0, z: 0, w: 1 });
        world.createCollider(shape.setFriction(FRICTION), body);
        return body.handle;
      },
      remove: (handle) => world.removeRigidBody(world.getRigidBody(handle)),
      step(dt) {
        world.timestep = dt;
        world.step();
      },
      read(out, handle) {
        const body = world.getRigidBody(handle);
        const p = body.translation();
        const q = body.rotation();
        const v = body.linvel();
        const w = body.angvel();
        out.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z]);
      },
    };
  };
  const name = `Rapier ${versionOf('@dimforge/rapier3d-compat')}`;
  return [
    { name: `${name}, triangles`, form: 'mesh', create: create('mesh') },
    { name: `${name}, hulls`, form: 'hull', create: create('hull') },
  ];
}

async function loadHavok(): Promise<Engine[]> {
  const start = require('@babylonjs/havok');
  const file = require.resolve('@babylonjs/havok').replace(/[^/\\]*$/, 'HavokPhysics.wasm');
  const create = async (): Promise<Sim> => {
    const H = await start({ wasmBinary: Uint8Array.from(readFileSync(file)).buffer }); // its memory has a limit
    const [, world] = H.HP_World_Create();
    H.HP_World_SetGravity(world, [0, GRAVITY, 0]);
    const surface = (shape: unknown): void => {
      const combine = H.MaterialCombine.MINIMUM;
      H.HP_Shape_SetMaterial(shape, [FRICTION, FRICTION, 0, combine, combine]);
    };
    const insert = (shape: unknown, s: ArrayLike<number>, fixed: boolean) => {
      const [, body] = H.HP_Body_Create();
      H.HP_Body_SetShape(body, shape);
      H.HP_Body_SetMotionType(body, fixed ? H.MotionType.STATIC : H.MotionType.DYNAMIC);
      H.HP_Body_SetQTransform(body, [
        [s[0], s[1], s[2]],
        [s[3], s[4], s[5], s[6]],
      ]);
      return body;
    };
    const [, box] = H.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], [2 * GROUND, 1, 2 * GROUND]);
    surface(box);
    H.HP_World_AddBody(world, insert(box, [0, -0.5, 0, 0, 0, 0, 1], true), false);
    const bodies: ReturnType<typeof insert>[] = [];
    return {
      add(part, s, fixed) {
        const points = Float32Array.from(part.positions);
        const at = H._malloc(points.byteLength);
        const to = H._malloc(part.indices.byteLength);
        H.HEAPU8.set(new Uint8Array(points.buffer), at);
        H.HEAPU8.set(
          new Uint8Array(part.indices.buffer, part.indices.byteOffset, part.indices.byteLength),
          to,
        );
        const [, shape] = H.HP_Shape_CreateMesh(at, points.length / 3, to, part.indices.length / 3);
        H._free(at);
        H._free(to);
        surface(shape);
        const body = insert(shape, s, fixed);
        const [x, y, z] = part.inertia;
        H.HP_Body_SetMassProperties(body, [[0, 0, 0], part.mass, [x, y, z], [0, 0, 0, 1]]);
        H.HP_Body_SetLinearDamping(body, 0);
        H.HP_Body_SetAngularDamping(body, 0);
        H.HP_World_AddBody(world, body, false);
        if (!fixed) {
          H.HP_Body_SetLinearVelocity(body, [s[7], s[8], s[9]]);
          H.HP_Body_SetAngularVelocity(body, [s[10], s[11], s[12]]);
        }
        return bodies.push(body) - 1;
      },
      remove: (handle) => {
        H.HP_World_RemoveBody(world, bodies[handle]);
      },
      step(dt) {
        H.HP_World_SetIdealStepTime(world, dt);
        H.HP_World_Step(world, dt);
      },
      read(out, handle) {
        const [, [p, q]] = H.HP_Body_GetQTransform(bodies[handle]);
        const [, v] = H.HP_Body_GetLinearVelocity(bodies[handle]);
        const [, w] = H.HP_Body_GetAngularVelocity(bodies[handle]);
        out.set([...p, ...q, ...v, ...w]);
      },
    };
  };
  return [{ name: `Havok ${versionOf('@babylonjs/havok')}, triangles`, form: 'mesh', create }];
}

async function loadCrashcat(): Promise<Engine[]> {
  const C = await import('crashcat');
  C.registerAll();
  const create = (): Sim => {
    const settings = C.createWorldSettings();
    const layer = C.addObjectLayer(settings, C.addBroadphaseLayer(settings));
    C.enableCollision(settings, layer, layer);
    settings.gravity = [0, GRAVITY, 0];
    const world = C.createWorld(settings);
    const common = { objectLayer: layer, friction: FRICTION, linearDamping: 0, angularDamping: 0 };
    C.rigidBody.create(world, {
      ...common,
      shape: C.box.create({ halfExtents: [GROUND, 0.5, GROUND] }),
      motionType: C.MotionType.STATIC,
      position: [0, -0.5, 0],
    });
    const bodies: ReturnType<typeof C.rigidBody.create>[] = [];
    return {
      add(part, s, fixed) {
        const mass = C.massProperties.create();
        mass.mass = part.mass;
        const [x, y, z] = part.inertia;
        mass.inertia = [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
        const positions = [...part.positions];
        // It has no triangles that move; what is fixed may have them.
        const shape = fixed
          ? C.triangleMesh.create({ positions, indices: [...part.indices] })
          : C.convexHull.create({ positions, convexRadius: 0.02 * part.radius, hullTolerance: 1e-5 });
        const body = C.rigidBody.create(world, {
          ...common,
          shape,
          motionType: fixed ? C.MotionType.STATIC : C.MotionType.DYNAMIC,
          position: [s[0], s[1], s[2]],
          quaternion: [s[3], s[4], s[5], s[6]],
          massPropertiesOverride: mass,
        });
        for (let d = 0; d < 3 && !fixed; d++) {
          body.motionProperties.linearVelocity[d] = s[7 + d];
          body.motionProperties.angularVelocity[d] = s[10 + d];
        }
        return bodies.push(body) - 1;
      },
      remove: (handle) => {
        C.rigidBody.remove(world, bodies[handle]);
      },
      step: (dt) => C.updateWorld(world, undefined, dt),
      read(out, handle) {
        const body = bodies[handle];
        out.set(body.position);
        out.set(body.quaternion, 3);
        out.set(body.motionProperties.linearVelocity, 7);
        out.set(body.motionProperties.angularVelocity, 10);
      },
    };
  };
  return [{ name: `crashcat ${versionOf('crashcat')}, hulls`, form: 'hull', create }];
}

async function loadAmmo(): Promise<Engine[]> {
  const A = await require('ammojs-typed/wasm').call({});
  const create = (): Sim => {
    const config = new A.btDefaultCollisionConfiguration();
    const dispatcher = new A.btCollisionDispatcher(config);
    A.btGImpactCollisionAlgorithm.prototype.registerAlgorithm(dispatcher);
    const world = new A.btDiscreteDynamicsWorld(
      dispatcher,
      new A.btDbvtBroadphase(),
      new A.btSequentialImpulseConstraintSolver(),
      config,
    );
    world.setGravity(new A.btVector3(0, GRAVITY, 0));
    const insert = (shape: unknown, s: ArrayLike<number>, mass: number, inertia: readonly number[]) => {
      const transform = new A.btTransform();
      transform.setIdentity();
      transform.setOrigin(new A.btVector3(s[0], s[1], s[2]));
      transform.setRotation(new A.btQuaternion(s[3], s[4], s[5], s[6]));
      const info = new A.btRigidBodyConstructionInfo(
        mass,
        new A.btDefaultMotionState(transform),
        shape,
        new A.btVector3(inertia[0], inertia[1], inertia[2]),
      );
      const body = new A.btRigidBody(info);
      body.setFriction(Math.sqrt(FRICTION)); // it multiplies both
      body.setDamping(0, 0);
      world.addRigidBody(body);
      return body;
    };
    const ground = new A.btBoxShape(new A.btVector3(GROUND, 0.5, GROUND));
    insert(ground, [0, -0.5, 0, 0, 0, 0, 1], 0, [0, 0, 0]);
    const bodies: ReturnType<typeof insert>[] = [];
    return {
      add(part, s, fixed) {
        const mesh = new A.btTriangleMesh(true, false);
        const corner = [0, 1, 2].map(() => new A.btVector3(0, 0, 0));
        for (let t = 0; t < part.indices.length; t += 3) {
          for (let c = 0; c < 3; c++) {
            const o = 3 * part.indices[t + c];
            corner[c].setValue(part.positions[o], part.positions[o + 1], part.positions[o + 2]);
          }
          mesh.addTriangle(corner[0], corner[1], corner[2], false);
        }
        const shape = fixed ? new A.btBvhTriangleMeshShape(mesh, true, true) : new A.btGImpactMeshShape(mesh);
        shape.setMargin(0.001);
        if (!fixed) shape.updateBound();
        const body = insert(shape, s, fixed ? 0 : part.mass, fixed ? [0, 0, 0] : part.inertia);
        body.setLinearVelocity(new A.btVector3(s[7], s[8], s[9]));
        body.setAngularVelocity(new A.btVector3(s[10], s[11], s[12]));
        return bodies.push(body) - 1;
      },
      remove: (handle) => world.removeRigidBody(bodies[handle]),
      step: (dt) => world.stepSimulation(dt, 1, dt),
      read(out, handle) {
        const body = bodies[handle];
        const transform = body.getWorldTransform();
        const p = transform.getOrigin();
        const q = transform.getRotation();
        const v = body.getLinearVelocity();
        const w = body.getAngularVelocity();
        out.set([p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()]);
        out.set([v.x(), v.y(), v.z(), w.x(), w.y(), w.z()], 7);
      },
    };
  };
  return [{ name: `Bullet of ammojs-typed ${versionOf('ammojs-typed')}, GImpact`, form: 'mesh', create }];
}
