// What the browser tests call: the emitted library under one global.

import * as io from '../../../dist/io/index.js';
import * as fracas from '../../../dist/src/index.js';
import * as shapes from '../../../dist/src/mesh/shapes/index.js';
import * as worker from '../../../dist/worker/index.js';

globalThis.fracas = fracas;
globalThis.shapes = shapes;
globalThis.io = io;
globalThis.worker = worker;
globalThis.ready = true;
