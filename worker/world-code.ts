// The code of world-worker.ts as text. Empty here: scripts/finish.ts writes it to dist/.

export const code: string = '';
