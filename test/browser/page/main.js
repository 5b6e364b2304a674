// What the browser tests call: the emitted library under one global.

import * as io from '../../../dist/io/index.js';
import * as run from '../../../dist/scenes/run.js';
import * as tower from '../../../dist/scenes/tower.js';
import * as fracas from '../../../dist/src/index.js';
import * as worker from '../../../dist/worker/index.js';
import { runGolden, runTower } from '../../world/golden.ts';

globalThis.fracas = fracas;
globalThis.io = io;
globalThis.worker = worker;
globalThis.runGolden = runGolden;
globalThis.runTower = () => runTower(fracas, { ...run, ...tower });
globalThis.ready = true;
