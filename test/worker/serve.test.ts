import { expect, it } from 'vitest';
import { runIdle } from '../../worker/serve.ts';

it('does a job while no call waits, and goes on once all have been answered', async () => {
  const log: string[] = [];
  let under = Promise.resolve();
  const call = (name: string) => {
    under = under.then(async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      if (name === 'A') call('C');
      log.push(`${name} ends`);
    });
  };
  const done = runIdle(
    (function* () {
      log.push('first');
      yield 0;
      call('A');
      call('B');
      log.push('second');
      yield 0.5;
      log.push('third');
    })(),
    () => under,
  );
  call('before');
  await done;
  const order = ['before begins', 'before ends', 'first', 'second'];
  for (const name of ['A', 'B', 'C']) order.push(`${name} begins`, `${name} ends`);
  expect(log).toEqual([...order, 'third']);
});
