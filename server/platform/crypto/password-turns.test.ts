import { describe, expect, it } from 'vitest';
import { TooManyWaiting, Turns } from './password-turns.ts';

/** Work that ends when told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('turns', () => {
  it('limit concurrent work', async () => {
    const turns = new Turns({ maxAtOnce: 2, maxWaitingOfLane: 10, maxWaiting: 10 });
    let running = 0;
    let max = 0;
    const work = async () => {
      running += 1;
      max = Math.max(max, running);
      await settle();
      running -= 1;
    };
    await Promise.all(Array.from({ length: 9 }, (_, index) => turns.take(`lane ${index % 3}`, work)));
    expect(max).toBe(2);
    expect(running).toBe(0);
  });

  it("alternate between lanes: a single task doesn't wait behind a flood", async () => {
    const turns = new Turns({ maxAtOnce: 1, maxWaitingOfLane: 100, maxWaiting: 100 });
    const first = held();
    const done: string[] = [];
    const all = [turns.take('flood', first.work)];
    for (let count = 0; count < 20; count += 1) all.push(turns.take('flood', async () => void done.push('flood')));
    all.push(turns.take('honest', async () => void done.push('honest')));
    first.end();
    await Promise.all(all);
    expect(done.indexOf('honest')).toBe(1);
    expect(done).toHaveLength(21);
  });

  it('are refused to a lane with too many waiting, and to everyone at the total limit', async () => {
    const turns = new Turns({ maxAtOnce: 1, maxWaitingOfLane: 2, maxWaiting: 3 });
    const first = held();
    const all = [turns.take('flood', first.work)];
    for (let count = 0; count < 2; count += 1) all.push(turns.take('flood', settle as () => Promise<void>));
    expect(turns.isFull('flood')).toBe(true);
    expect(turns.isFull('honest')).toBe(false);
    await expect(turns.take('flood', async () => undefined)).rejects.toThrow(TooManyWaiting);
    all.push(turns.take('honest', settle as () => Promise<void>));
    await expect(turns.take('third', async () => undefined)).rejects.toThrow(TooManyWaiting);
    first.end();
    await Promise.all(all);
    expect(turns.isFull('flood')).toBe(false);
  });

  it('continue after a failed task', async () => {
    const turns = new Turns({ maxAtOnce: 1, maxWaitingOfLane: 2, maxWaiting: 2 });
    await expect(turns.take('lane', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await turns.take('lane', async () => 7)).toBe(7);
  });
});
