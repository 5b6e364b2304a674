// Names and sentences of the surface scenes, without their code: a page can list them before it loads them.

export interface SurfaceCard {
  readonly name: string;
  readonly about: string; // one sentence
}

/** In the order of index.ts. */
export const surfaceCatalog = [
  { name: 'triceratops', about: 'A crack runs through a dinosaur in eleven steps, and it comes apart.' },
  { name: 'apple', about: 'An apple is peeled in six slices that curl up and drop off.' },
  { name: 'pumpkin', about: 'A pumpkin falls, breaks into eight pieces at once, and they tumble apart.' },
  { name: 'cloth', about: 'A cloth falls on a ball, which turns and winds it up.' },
  { name: 'n-body', about: '106 balls pull at each other, collide and bounce.' },
  { name: 'walls', about: 'A ball flies through eight walls, which dent and break.' },
  { name: 'dragon', about: 'A bunny hits the dragon, which bursts into pieces, four times over.' },
] as const satisfies readonly SurfaceCard[];
