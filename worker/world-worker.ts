// A worker that holds one world and nothing else.

import { serveWorld } from './serve.ts';

serveWorld();
