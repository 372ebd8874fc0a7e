import { describe, expect, it } from 'vitest';
import { takeFileTurn } from './file-turns.ts';

const CUSTOMER = 1;
const OTHER = 2;

describe('a customer who requests hundreds of documents at once', () => {
  it('gets two at a time, is refused beyond twenty waiting, and delays no other customer', async () => {
    const begun: (() => void)[] = [];
    let refused = 0;
    const requests = Array.from({ length: 200 }, async () => {
      const giveBack = await takeFileTurn(CUSTOMER);
      if (giveBack) begun.push(giveBack);
      else refused += 1;
    });
    const giveBackOther = await takeFileTurn(OTHER);
    expect(giveBackOther).toBeTypeOf('function');
    giveBackOther?.();
    expect([begun.length, refused]).toEqual([2, 178]);

    for (let done = 0; done < 22; done += 1) {
      begun[done]?.();
      begun[done]?.();
      await Promise.resolve();
      await Promise.resolve();
      expect(begun.length).toBe(Math.min(done + 3, 22));
    }
    await Promise.all(requests);
    const again = await takeFileTurn(CUSTOMER);
    expect(again).toBeTypeOf('function');
    again?.();
  });
});
