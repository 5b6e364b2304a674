// What the test of views calls: the emitted library and three under globals.

import * as THREE from 'three';
import * as fracas from '../../../dist/src/index.js';
import * as shapes from '../../../dist/src/mesh/shapes/index.js';
import { WorldView } from '../../../dist/three/index.js';

Object.assign(globalThis, { THREE, WorldView, fracas, shapes, ready: true });
