// The figures of [Glondu13, tables 2 and 3] and of [Glondu12, tables 2 and 3] for the five scenes, to stand beside ours.

export interface PaperScene {
  readonly title: string;
  readonly triangles: readonly [number, number];
  readonly fragments: number;
  readonly contacts: readonly [average: number, most: number];
  readonly colliding: readonly [number, number] | null; // not measured in the interactive scenes
  readonly total: readonly [number, number]; // milliseconds a step, as all times
  readonly collision: readonly [number, number];
  readonly physics: readonly [number, number];
  readonly update: number; // most
  readonly fracture: number;
}

export const GLONDU13: Readonly<Record<string, PaperScene>> = {
  piggy: {
    title: 'Piggy bank',
    triangles: [9734, 18889],
    fragments: 27,
    contacts: [151, 914],
    colliding: [574, 7281],
    total: [1.89, 13],
    collision: [1.63, 11],
    physics: [0.14, 0.59],
    update: 1.2,
    fracture: 12.5,
  },
  bunnies: {
    title: 'Drop bunnies',
    triangles: [137403, 430072],
    fragments: 166,
    contacts: [866, 2393],
    colliding: [8382, 29782],
    total: [19.33, 73],
    collision: [18, 58],
    physics: [1.3, 3.66],
    update: 4.4,
    fracture: 22,
  },
  bricks: {
    title: 'Bricks',
    triangles: [15036, 41060],
    fragments: 104,
    contacts: [575, 1055],
    colliding: [2014, 4726],
    total: [6.4, 16.5],
    collision: [5.6, 12.8],
    physics: [1, 2.46],
    update: 1.05,
    fracture: 2,
  },
  plates: {
    title: 'Plates',
    triangles: [26268, 45040],
    fragments: 44,
    contacts: [331, 567],
    colliding: null,
    total: [7.37, 13.2],
    collision: [5.8, 9.6],
    physics: [0.36, 0.7],
    update: 0.7,
    fracture: 8,
  },
  mouse: {
    title: 'Interactive bunnies',
    triangles: [39724, 44064],
    fragments: 15,
    contacts: [88, 198],
    colliding: null,
    total: [1.6, 7.3],
    collision: [1.24, 2],
    physics: [0.26, 0.41],
    update: 1,
    fracture: 9,
  },
};

export const GLONDU12: Readonly<Record<string, PaperScene>> = {
  piggy: {
    ...GLONDU13.piggy,
    triangles: [9734, 17622],
    fragments: 14,
    contacts: [93, 463],
    colliding: [290, 4173],
    total: [1.94, 15.2],
    collision: [1.74, 9.46],
  },
  bunnies: {
    ...GLONDU13.bunnies,
    triangles: [137403, 435068],
    fragments: 166,
    contacts: [1235, 3245],
    colliding: [4993, 18592],
    total: [24.5, 81.5],
    collision: [23, 70],
  },
  bricks: {
    ...GLONDU13.bricks,
    triangles: [15036, 40750],
    fragments: 156,
    contacts: [671, 1379],
    colliding: [1334, 2700],
    total: [11.7, 29.5],
    collision: [10.7, 27.3],
  },
  plates: {
    ...GLONDU13.plates,
    triangles: [26268, 45762],
    contacts: [309, 524],
    total: [7.83, 17.4],
    collision: [6.78, 12.2],
  },
  mouse: {
    ...GLONDU13.mouse,
    triangles: [39724, 51752],
    fragments: 22,
    contacts: [326, 470],
    total: [2, 10.6],
    collision: [1.64, 4],
  },
};
