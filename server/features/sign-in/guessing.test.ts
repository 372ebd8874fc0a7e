import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { signIn } from './sign-in.command.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

describe('ten thousand guesses on one account from as many addresses, one a minute', () => {
  it('are looked at less than a hundred times, and the owner still gets in from a device that is known', async () => {
    const owner = new SigningInBrowser(test);
    await owner.logIn('margaret.okafor');
    let evaluated = 0;
    const statuses: number[] = [];
    for (let guess = 0; guess < 10_000; guess += 1) {
      const address = `203.${guess >> 16}.${(guess >> 8) & 255}.${guess & 255}`;
      const result = await signIn(test.services, {
        loginName: 'margaret.okafor',
        password: `guess-${guess}`,
        ipAddress: address,
        userAgent: '',
        previousCookie: undefined,
        deviceTokenOf: () => undefined,
      });
      // Only a password that was looked at can be wrong.
      if (!result.ok && result.error === 'Invalid') evaluated += 1;
      test.clock.moveOn({ minutes: 1 });
      // The device stays known for thirty days since its last sign-in.
      if (guess % 1_000 === 999) statuses.push((await owner.logIn('margaret.okafor')).statusCode);
    }
    expect(statuses).toEqual(Array(10).fill(200));
    expect(evaluated).toBeLessThanOrEqual(100);
    expect(await countRefusals('margaret.okafor')).toBe(evaluated);
    expect(codeOf(await new SigningInBrowser(test).logIn('margaret.okafor'))).toBe('LockedOnBadPassword');
  }, 240_000);
});

describe('a device that is known', () => {
  it('has five tries of its own, which lock nobody out elsewhere', async () => {
    const browser = new SigningInBrowser(test);
    await browser.logIn('li.wei');
    for (let count = 0; count < 5; count += 1) expect(codeOf(await browser.logIn('li.wei', 'wrong'))).toBe('Invalid');
    expect(codeOf(await browser.logIn('li.wei'))).toBe('LockedOnBadPassword');
    expect((await new SigningInBrowser(test).logIn('li.wei')).statusCode).toBe(200);
  });

  it('is known for its own person only', async () => {
    const browser = new SigningInBrowser(test);
    await browser.logIn('sam.rivera');
    for (let count = 0; count < 5; count += 1) await new SigningInBrowser(test).logIn('dee.blocked', 'wrong');
    expect(codeOf(await browser.logIn('dee.blocked'))).toBe('LockedOnBadPassword');
    expect((await browser.logIn('sam.rivera')).statusCode).toBe(200);
  });
});

describe('a known and an unknown login name', () => {
  it('are refused with the same answer, byte for byte', async () => {
    const known = await new SigningInBrowser(test).logIn('acme.supply', 'wrong');
    const unknown = await new SigningInBrowser(test).logIn('acme.suppl1', 'wrong');
    const comparable = ({ statusCode, body, headers }: typeof known) => {
      const { date: _date, ...others } = headers;
      return { statusCode, body, headers: others };
    };
    expect(comparable(known)).toEqual(comparable(unknown));
  });

  it('take about the same time', async () => {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      test.clock.moveOn({ hours: 24 });
      times.known.push(await timeOf('pat.empty'));
      times.unknown.push(await timeOf(`nobody.${round}`));
    }
    // The fastest of each: whatever else the machine does only ever makes a try slower.
    const ratio = Math.min(...times.known) / Math.min(...times.unknown);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });
});

async function timeOf(loginName: string): Promise<number> {
  const before = performance.now();
  await new SigningInBrowser(test).logIn(loginName, 'wrong');
  return performance.now() - before;
}

async function countRefusals(loginName: string): Promise<number> {
  const { count } = await test.services.database
    .selectFrom('audit_log as a')
    .innerJoin('users as u', 'u.user_id', 'a.user_id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('a.event', '=', 'sign-in-refused')
    .where('u.login_key', '=', loginName)
    .executeTakeFirstOrThrow();
  return Number(count);
}
