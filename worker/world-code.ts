// The code of world-worker.ts as text. Empty here: scripts/inline.ts writes it to dist/.

export const code: string = '';
