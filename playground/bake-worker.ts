// The worker that bakes a model of one's own.

import { serveBakes } from '../worker/serve-bakes.ts';

serveBakes();
