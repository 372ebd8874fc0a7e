import {
  METHODS_TRIED_PER_DAY,
  METHODS_TRIED_PER_HOUR,
  limitMethodsTried,
  limitRefusedAccounts,
} from '#server/payments/methods/submission-method.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

const USER = 7;

/** Sends checks in parallel and returns how many reached the network. */
async function checkAtOnce(times: number, ok: boolean): Promise<number> {
  let made = 0;
  const check = () => {
    made += 1;
    return Promise.resolve({ ok });
  };
  await Promise.allSettled(
    Array.from({ length: times }, (_, index) =>
      limitRefusedAccounts(test.services, { userId: USER, account: String(index) }, check),
    ),
  );
  return made;
}

it('limits methods tried per hour, and per day when someone waits out each hour', async () => {
  const tryOne = () => limitMethodsTried(test.services, USER);
  for (let hour = 0; hour < METHODS_TRIED_PER_DAY / METHODS_TRIED_PER_HOUR; hour += 1) {
    for (let count = 0; count < METHODS_TRIED_PER_HOUR; count += 1) await tryOne();
    await expect(tryOne()).rejects.toMatchObject({ status: 429 });
    test.clock.moveOn({ hours: 1, seconds: 1 });
  }
  await expect(tryOne()).rejects.toMatchObject({ status: 429 });
  test.clock.moveOn({ hours: 23 });
  await tryOne();
});

it('limits refused account checks per hour, parallel ones included', async () => {
  for (let count = 0; count < METHODS_TRIED_PER_HOUR * 2; count += 1) expect(await checkAtOnce(1, true)).toBe(1);
  expect(await checkAtOnce(METHODS_TRIED_PER_HOUR * 3, false)).toBe(METHODS_TRIED_PER_HOUR);
  await expect(
    limitRefusedAccounts(test.services, { userId: USER, account: 'new' }, () => Promise.resolve({ ok: true })),
  ).rejects.toMatchObject({
    status: 429,
  });
  test.clock.moveOn({ hours: 1, seconds: 1 });
  expect(await checkAtOnce(1, true)).toBe(1);
});

it('limits refused account checks per day when someone waits out each hour', async () => {
  const refuse = () =>
    limitRefusedAccounts(test.services, { userId: 12, account: 'closed' }, () => Promise.resolve({ ok: false }));
  for (let hour = 0; hour < METHODS_TRIED_PER_DAY / METHODS_TRIED_PER_HOUR; hour += 1) {
    for (let count = 0; count < METHODS_TRIED_PER_HOUR; count += 1) await refuse();
    test.clock.moveOn({ hours: 1, seconds: 1 });
  }
  await expect(refuse()).rejects.toMatchObject({ status: 429 });
});

it('a check that fails technically does not count as a refusal', async () => {
  for (let count = 0; count < METHODS_TRIED_PER_HOUR * 2; count += 1) {
    await expect(
      limitRefusedAccounts(test.services, { userId: 8, account: '1' }, () => Promise.reject(new Error('away'))),
    ).rejects.toThrow('away');
  }
});

it('parallel copies of a payment share one check', async () => {
  let made = 0;
  const check = () => {
    made += 1;
    return Promise.resolve({ ok: true });
  };
  const copies = Array.from({ length: METHODS_TRIED_PER_HOUR * 3 }, () =>
    limitRefusedAccounts(test.services, { userId: 9, account: 'the same' }, check),
  );
  expect((await Promise.all(copies)).every(({ ok }) => ok)).toBe(true);
  expect(made).toBe(1);
});
