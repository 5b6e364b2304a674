// What a scene of bodies is: surfaces that move, deform and break, frame by frame, as [Heo10] tests them. A frame has
// two halves: `think` works out where everything goes, `act` tells the surface. Whoever watches updates the surface
// and asks for contacts in between, and times that; the scene does not react to them.

import type { Surface } from '../../src/surface/surface.ts';

export interface BodyScene {
  readonly name: string;
  readonly frames: number;
  readonly fractures: readonly number[]; // frames in which bodies break
  play(surface: Surface, seed?: number): BodyPlay; // adds the first bodies; seed 0 unless told otherwise
}

export interface BodyPlay {
  readonly surface: Surface;
  frame: number; // how many frames have been played
  readonly guest: number; // the body that the others are hit by or fall on; −1 for none
  isCrack?(t: number): boolean; // whether a triangle is the face of a crack
  think(): void;
  act(): void;
}

/** Plays one frame. */
export function playFrame(play: BodyPlay): void {
  play.think();
  play.act();
}
