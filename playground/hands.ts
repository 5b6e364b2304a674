// Hands: what pressing, holding and drawing on the picture does. One pointer acts; the other buttons, two fingers and
// dragging on nothing turn the camera.

import { type Mesh, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { type Actors, listMovers } from './actors.ts';
import { dragGrip, findGrip, type Grip, type Grips } from './grip.ts';
import { slideView } from './panel.ts';
import type { Player } from './player.ts';
import type { Stage } from './stage.ts';

export type Tool = 'throw' | 'grab' | 'slice' | 'blast' | 'shoot';
export const TOOLS: readonly Tool[] = ['throw', 'grab', 'slice', 'blast', 'shoot'];

const LONGEST = 900; // milliseconds after which a throw is as strong as it gets
const STILL = 9; // pixels that a finger may move while it presses
const GRAVITY = 9.81;
const BULLET_SPEED = 200; // metres a second

export class Hands {
  tool: Tool = 'throw';
  isIdle = false; // every pointer turns the camera
  #stage: Stage;
  #actors: Actors;
  #player: Player;
  #ring: HTMLElement;
  #line: SVGLineElement;
  #say: (text: string) => void;
  #grips: Grips;
  #held: { grip: Grip; x: number; y: number; id: number } | null = null;
  #pointers = new Set<number>();
  #pressed: { x: number; y: number; at: number; id: number } | null = null;
  #drag: { joint: Promise<number>; plane: Plane; busy: boolean; next: number[] | null } | null = null;

  constructor(
    stage: Stage,
    actors: Actors,
    player: Player,
    ring: HTMLElement,
    line: SVGLineElement,
    say: (text: string) => void,
    grips: Grips,
  ) {
    this.#grips = grips;
    this.#stage = stage;
    this.#actors = actors;
    this.#player = player;
    this.#ring = ring;
    this.#line = line;
    this.#say = say;
    const canvas = stage.renderer.domElement;
    const on = (name: string, run: (event: PointerEvent) => void) =>
      canvas.addEventListener(name, run as EventListener, { capture: true });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event));
    on('pointercancel', (event) => this.#cancel(event));
    canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  #ray(x: number, y: number): Raycaster {
    const { renderer, camera } = this.#stage;
    const { left, top, width, height } = renderer.domElement.getBoundingClientRect();
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height), camera);
    return caster;
  }

  /** What is under a place of the window: a body that moves, anything else, or the floor. */
  #pick(x: number, y: number): { body: number; point: Vector3; normal: Vector3; ray: Raycaster } {
    const ray = this.#ray(x, y);
    const { shot } = this.#player;
    const movers = new Set<unknown>(shot ? listMovers(this.#actors, shot) : []);
    const [hit] = ray.intersectObjects([...this.#actors.group.children, this.#stage.floor], false);
    if (hit === undefined) {
      const point = ray.ray.at(this.#stage.span, new Vector3());
      return { body: -1, point, normal: new Vector3(), ray };
    }
    const body = movers.has(hit.object) ? (hit.object.userData.body as number) : -1;
    const normal = hit.face?.normal.clone().transformDirection(hit.object.matrixWorld) ?? new Vector3();
    return { body, point: hit.point, normal, ray };
  }

  #down(event: PointerEvent): void {
    const { controls } = this.#stage;
    this.#pointers.add(event.pointerId);
    if (event.button !== 0 || this.#pointers.size > 1 || event.shiftKey || this.isIdle) {
      if (this.#pointers.size > 1) this.#forget();
      controls.enabled = true;
      return;
    }
    const { clientX: x, clientY: y, pointerId: id } = event;
    const grip = findGrip(this.#grips, this.#stage, x, y);
    if (grip !== null) {
      this.#held = { grip, x, y, id };
      controls.enabled = false;
      this.#stage.renderer.domElement.setPointerCapture(id);
      return;
    }
    this.#pressed = { x, y, at: performance.now(), id };
    controls.enabled = this.tool !== 'slice';
    if (this.tool === 'grab') {
      const { body, point } = this.#pick(x, y);
      if (body < 0) return;
      controls.enabled = false;
      const facing = this.#stage.camera.getWorldDirection(new Vector3());
      const joint = this.#player.act<number>('grab', body, point.toArray());
      joint.catch((error) => this.#say(error.message));
      this.#drag = {
        joint,
        plane: new Plane().setFromNormalAndCoplanarPoint(facing, point),
        busy: false,
        next: null,
      };
      if (!this.#player.isPlaying) this.#player.play();
    } else if (this.tool === 'throw') {
      this.#ring.style.left = `${x}px`;
      this.#ring.style.top = `${y}px`;
      this.#ring.classList.add('on');
    }
  }

  #move(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    const held = this.#held;
    if (held?.id === event.pointerId) {
      slideView(held.grip.view, dragGrip(held.grip, this.#stage, x - held.x, y - held.y));
      return;
    }
    if (this.#grips.list.length > 0 && event.buttons === 0) {
      const isOver = findGrip(this.#grips, this.#stage, x, y) !== null;
      this.#stage.renderer.domElement.style.cursor = isOver ? 'grab' : '';
    }
    if (this.#drag !== null) this.#pull(x, y);
    const pressed = this.#pressed;
    if (pressed === null || pressed.id !== event.pointerId) return;
    if (this.tool === 'slice') {
      for (const [name, value] of Object.entries({ x1: pressed.x, y1: pressed.y, x2: x, y2: y })) {
        this.#line.setAttribute(name, String(value));
      }
      this.#line.classList.add('on');
    } else if (Math.hypot(x - pressed.x, y - pressed.y) > STILL) this.#ring.classList.remove('on');
  }

  #pull(x: number, y: number): void {
    const drag = this.#drag;
    const point = this.#ray(x, y).ray.intersectPlane(drag?.plane as Plane, new Vector3());
    if (drag === null || point === null) return;
    point.y = Math.max(point.y, 0);
    drag.next = point.toArray();
    if (drag.busy) return;
    drag.busy = true;
    drag.joint
      .then((joint) => {
        drag.busy = false;
        if (this.#drag === drag && drag.next !== null) return this.#player.act('pull', joint, drag.next);
      })
      .catch(() => {}); // it was told when it was made, or its body is gone
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    const pressed = this.#pressed;
    const held = pressed === null ? 0 : Math.min(1, (performance.now() - pressed.at) / LONGEST);
    const { clientX: x, clientY: y } = event;
    const moved = pressed === null ? 0 : Math.hypot(x - pressed.x, y - pressed.y);
    if (pressed !== null && pressed.id === event.pointerId) {
      if (this.tool === 'slice' && moved > STILL) this.slice(pressed.x, pressed.y, x, y);
      else if (this.tool === 'throw' && moved <= STILL) this.throw(x, y, held);
      else if (this.tool === 'blast' && moved <= STILL) this.blast(x, y);
      else if (this.tool === 'shoot' && moved <= STILL) this.shoot(x, y);
    }
    this.#forget();
  }

  #cancel(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    this.#forget();
  }

  #forget(): void {
    this.#pressed = null;
    this.#held = null;
    this.#ring.classList.remove('on');
    this.#line.classList.remove('on');
    this.#stage.controls.enabled = true;
    const drag = this.#drag;
    this.#drag = null;
    drag?.joint.then((joint) => this.#player.act('drop', joint)).catch(() => {});
  }

  /** Throws a ball at a place of the window; `strength` from 0 to 1. */
  throw(x: number, y: number, strength: number): void {
    const { span, camera } = this.#stage;
    const { point, normal, ray } = this.#pick(x, y);
    const radius = Math.min(0.12, Math.max(0.02, 0.022 * span));
    const start = ray.ray.at(0.12 * span, new Vector3());
    start.y = Math.max(start.y, 0.05 * span);
    const way = point.clone().addScaledVector(normal, radius).sub(start); // its surface arrives there
    const far = Math.max(way.length(), 0.1 * span);
    const speed = (5 + 13 * strength) * Math.sqrt(Math.max(1, camera.position.distanceTo(point)) / 1.5);
    const velocity = way.multiplyScalar(speed / far);
    velocity.y += (GRAVITY * far) / speed / 2; // so that it arrives
    this.#do('throw', radius, start.toArray(), velocity.toArray());
  }

  /** Shoots a bullet at a place of the window, from beside the eye, so that its way is seen. */
  shoot(x: number, y: number): void {
    const { span, camera } = this.#stage;
    const { point, ray } = this.#pick(x, y);
    const beside = new Vector3(0.2, -0.1, 0).applyQuaternion(camera.quaternion);
    const start = ray.ray.at(0.15 * span, new Vector3()).addScaledVector(beside, span);
    start.y = Math.max(start.y, 0.05 * span);
    const velocity = point.sub(start).setLength(BULLET_SPEED);
    this.#do('shoot', start.toArray(), velocity.toArray());
  }

  blast(x: number, y: number): void {
    const { span } = this.#stage;
    const { body, point } = this.#pick(x, y);
    this.#do('blast', body, point.toArray(), 0.3 * span, 60 * span);
  }

  /** Slices what a line of the window crosses. */
  slice(x0: number, y0: number, x1: number, y1: number): void {
    const [from, to] = [this.#ray(x0, y0).ray, this.#ray(x1, y1).ray];
    const normal = from.direction.clone().cross(to.direction).normalize();
    const plane = new Plane().setFromNormalAndCoplanarPoint(normal, from.origin);
    // Ends of the line: planes through the eye, across the line.
    const sides = [from, to].map((ray, k) => {
      const out = normal
        .clone()
        .cross(ray.direction)
        .multiplyScalar(k === 0 ? -1 : 1);
      return new Plane().setFromNormalAndCoplanarPoint(out, ray.origin);
    });
    const { shot } = this.#player;
    if (shot === undefined) return;
    const center = new Vector3();
    const bodies = listMovers(this.#actors, shot)
      .filter(({ geometry, matrixWorld }: Mesh) => {
        const { boundingSphere: sphere } = geometry;
        if (sphere === null || geometry.userData.crackGroup === undefined) return false; // a shape
        center.copy(sphere.center).applyMatrix4(matrixWorld);
        const near = Math.abs(plane.distanceToPoint(center)) < sphere.radius;
        return near && sides.every((side) => side.distanceToPoint(center) < 0.5 * sphere.radius);
      })
      .map(({ userData }) => userData.body as number);
    if (bodies.length === 0) this.#say('The line crosses nothing that can be sliced.');
    else this.#do('slice', bodies, normal.toArray(), -plane.constant);
  }

  #do(name: string, ...args: unknown[]): void {
    this.#player.act(name, ...args).catch((error) => this.#say(error.message));
    if (!this.#player.isPlaying) this.#player.play();
  }
}
