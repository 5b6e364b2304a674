// The surface scenes, for whoever lists them.

import { apple } from './apple.ts';
import { pumpkin } from './pumpkin.ts';
import type { SurfaceScene } from './surface-scene.ts';
import { triceratops } from './triceratops.ts';

export const surfaceScenes: readonly SurfaceScene[] = [triceratops, apple, pumpkin];
