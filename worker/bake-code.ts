// The code of bake-worker.ts as text. Empty here: scripts/finish.ts writes it to dist/.

export const code: string = '';
