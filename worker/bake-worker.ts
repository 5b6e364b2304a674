// A worker that bakes, and nothing else.

import { serveBakes } from './serve-bakes.ts';

serveBakes();
