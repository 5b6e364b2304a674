// Arguments checked at the door. What an entry offers beside what makers need is called in others' loops, and by our own: so
// the functions themselves check nothing, and an entry offers them behind a guard (its checked.ts), which looks at the kind
// of each argument; a record of options or a number with a fraction costs it about a hundred bytes a call. Inside the package
// they are called as they are, and allocate nothing.

import { type Check, isList, refuse, refuseName } from './check.ts';

type Call = (...args: never[]) => unknown;

type Arguments = Readonly<Record<string, Check>>;

/**
 * A function that checks its arguments, by name and in order, and then does what `call` does. Of at most ten arguments:
 * spelt out, since a list of them would be garbage. Checks are asked for by the first call: so that a program which makes
 * none does not hold them.
 */
export function guard<F extends Call>(call: F, list: () => Arguments): F {
  let names: readonly string[] = [];
  let tests: readonly Check[] = [];
  let n = -1;
  const run = call as unknown as (...args: unknown[]) => unknown;
  const guarded = (
    a: unknown,
    b: unknown,
    c: unknown,
    d: unknown,
    e: unknown,
    f: unknown,
    g: unknown,
    h: unknown,
    i: unknown,
    j: unknown,
  ): unknown => {
    if (n < 0) {
      const checks = list();
      names = Object.keys(checks);
      tests = Object.values(checks);
      n = names.length;
    }
    if (n > 0) tests[0](names[0], a);
    if (n > 1) tests[1](names[1], b);
    if (n > 2) tests[2](names[2], c);
    if (n > 3) tests[3](names[3], d);
    if (n > 4) tests[4](names[4], e);
    if (n > 5) tests[5](names[5], f);
    if (n > 6) tests[6](names[6], g);
    if (n > 7) tests[7](names[7], h);
    if (n > 8) tests[8](names[8], i);
    if (n > 9) tests[9](names[9], j);
    return run(a, b, c, d, e, f, g, h, i, j);
  };
  guards.set(guarded, list);
  return guarded as unknown as F;
}

const guards = /* @__PURE__ */ new WeakMap<object, () => Arguments>();

/** The checks of a guarded function, by the names of its arguments; undefined for any other: what tests are made from. */
export function checksOf(call: object): Arguments | undefined {
  return guards.get(call)?.();
}

/** A number, infinite ones too. */
export const isAmount: Check = (name, value) => {
  if (typeof value !== 'number' || Number.isNaN(value)) throw refuse(name, value, 'a number');
};

/** An array of numbers, or a typed one. */
export const isNumbers: Check = (name, value) => {
  if (!isList(value)) throw refuse(name, value, 'an array of numbers');
};

export const isObject: Check = (name, value) => {
  if (value === null || typeof value !== 'object') throw refuse(name, value, 'an object');
};

export const isSet: Check = (name, value) => {
  if (!(value instanceof Set)) throw refuse(name, value, 'a Set');
};

/** A typed array of one kind. */
export function column(kind: { readonly name: string; new (length: number): ArrayBufferView }): Check {
  return (name, value) => {
    if (!(value instanceof kind)) throw refuse(name, value, `a ${kind.name}`);
  };
}

/** A value, or nothing at all. */
export function orNone(check: Check): Check {
  return (name, value) => {
    if (value !== undefined) check(name, value);
  };
}

/** An array of values. */
export function listOf(check: Check): Check {
  return (name, value) => {
    if (!Array.isArray(value)) throw refuse(name, value, 'an array');
    for (let k = 0; k < value.length; k++) check(`${name}[${k}]`, value[k]);
  };
}

/** A record with members that are numbers, columns and records, each named in a row of words: by that it is told from any other. */
export function shaped(remedy: string, numbers: string, columns: string, records = ''): Check {
  const [n, c, r] = [numbers, columns, records].map((words) =>
    words.split(' ').filter((word) => word !== ''),
  );
  return (name, value) => {
    if (value === null || typeof value !== 'object') throw refuse(name, value, remedy);
    const record = value as Record<string, unknown>;
    for (let k = 0; k < n.length; k++)
      if (typeof record[n[k]] !== 'number') throw refuse(name, value, remedy);
    for (let k = 0; k < c.length; k++) if (!isList(record[c[k]])) throw refuse(name, value, remedy);
    for (let k = 0; k < r.length; k++) {
      if (record[r[k]] === null || typeof record[r[k]] !== 'object') throw refuse(name, value, remedy);
    }
  };
}

/** A record of some names, none of which need be there; another is refused with the closest. */
export function options(...known: readonly string[]): Check {
  return (name, value) => {
    if (value === null || typeof value !== 'object' || isList(value))
      throw refuse(name, value, `an object such as { ${known.slice(0, 2).join(', ')} }`);
    for (const key in value) if (!known.includes(key)) throw refuseName(name, key, known);
  };
}
