import { describe, expect, it, vi } from 'vitest';
import { finishWork, runWork, type Work, within } from '../../src/job/work.ts';

function* count(steps: number, cleanup = { ran: 0 }): Work<string> {
  try {
    for (let i = 0; i < steps; i++) yield i / steps;
    return `${steps} steps`;
  } finally {
    cleanup.ran++;
  }
}

function* fail(): Work<never> {
  yield 0.5;
  throw new RangeError('no');
}

describe('work', () => {
  it('finishWork runs to the end at once', () => {
    expect(finishWork(count(5))).toBe('5 steps');
    expect(finishWork(count(0))).toBe('0 steps');
    expect(() => finishWork(fail())).toThrow(RangeError);
  });

  it('runWork gives the same result and reports every step', async () => {
    const seen: number[] = [];
    expect(await runWork(count(4), (f) => seen.push(f))).toBe('4 steps');
    expect(seen).toEqual([0, 0.25, 0.5, 0.75]);
    expect(await runWork(count(3))).toBe('3 steps');
    await expect(runWork(fail())).rejects.toThrow(RangeError);
  });

  it('runWork lets other tasks run between steps', async () => {
    let turns = 0;
    let running = true;
    const tick = () => {
      turns++;
      if (running) setImmediate(tick);
    };
    setImmediate(tick);
    await runWork(count(50));
    running = false;
    expect(turns).toBeGreaterThan(5);
  });

  it('runWork works where there is no setImmediate, as in browsers', async () => {
    vi.stubGlobal('setImmediate', undefined);
    try {
      expect(await runWork(count(20))).toBe('20 steps');
      await expect(runWork(fail())).rejects.toThrow(RangeError);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('runWork stops at the first step after an abort, with the reason given, and cleans up', async () => {
    const controller = new AbortController();
    const cleanup = { ran: 0 };
    const seen: number[] = [];
    const running = runWork(
      count(100, cleanup),
      (f) => {
        seen.push(f);
        if (seen.length === 3) controller.abort(new Error('enough'));
      },
      controller.signal,
    );
    await expect(running).rejects.toThrow('enough');
    expect(seen.length).toBe(3);
    expect(cleanup.ran).toBe(1);
  });

  it('runWork with a signal that has already aborted does not start', async () => {
    const seen: number[] = [];
    const running = runWork(count(3), (f) => seen.push(f), AbortSignal.abort());
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toEqual([]);
  });

  it('within maps a part of the work to a range of the whole and passes its result on', () => {
    function* whole(): Work<string> {
      const first = yield* within(0, 0.5, count(2));
      const second = yield* within(0.5, 1, count(4));
      return `${first}, ${second}`;
    }
    const work = whole();
    const seen: number[] = [];
    let step = work.next();
    for (; !step.done; step = work.next()) seen.push(step.value);
    expect(seen).toEqual([0, 0.25, 0.5, 0.625, 0.75, 0.875]);
    expect(step.value).toBe('2 steps, 4 steps');
  });

  it('within hands an abort down to the part', async () => {
    const cleanup = { ran: 0 };
    function* whole(): Work<string> {
      return yield* within(0, 1, count(9, cleanup));
    }
    const controller = new AbortController();
    const running = runWork(whole(), () => controller.abort(), controller.signal);
    await expect(running).rejects.toThrow();
    expect(cleanup.ran).toBe(1);
  });
});
