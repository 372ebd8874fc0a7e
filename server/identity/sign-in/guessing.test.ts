import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { hashPassword } from '#server/platform/crypto/passwords.ts';
import { countTowardsLimit } from '#server/platform/http/request-limits.ts';
import { enrollPasskey, signInWithPasskey } from '#tests/builders/passkey-journey.ts';
import { codeOf, SigningInBrowser } from '#tests/builders/sign-in-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';
import { countPasswordTry, PASSWORD_TRIES_A_DAY } from '#server/identity/credentials/password-try-limits.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { restrictUser } from './restrict-user.command.ts';
import { FAILURES_PER_ADDRESS, failuresOf, signIn } from './sign-in.command.ts';

/** More often only makes the test longer: most guesses meet the lock. */
const MINUTES_BETWEEN_GUESSES = 4;

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

describe('three days of guesses at one account, one every four minutes from different addresses', () => {
  it('are checked a few times a day, lock for at most an hour, and leave the owner a way in', async () => {
    const owner = new SigningInBrowser(test);
    await owner.logIn('margaret.okafor');
    const evaluated = [0, 0, 0];
    let lockedMinutes = 0;
    let longestLock = 0;
    for (let guess = 0; guess < 3 * 24 * 60; guess += MINUTES_BETWEEN_GUESSES) {
      const result = await guessFrom(`203.${guess >> 16}.${(guess >> 8) & 255}.${guess & 255}`, 'margaret.okafor');
      const day = Math.floor(guess / (24 * 60));
      // Only a checked password can be wrong.
      if (result === 'Invalid') {
        evaluated[day] = (evaluated[day] ?? 0) + 1;
        lockedMinutes = 0;
      } else lockedMinutes += MINUTES_BETWEEN_GUESSES;
      longestLock = Math.max(longestLock, lockedMinutes);
      test.clock.moveOn({ minutes: MINUTES_BETWEEN_GUESSES });
    }
    for (const ofDay of evaluated) {
      expect(ofDay).toBeLessThanOrEqual(40);
      expect(ofDay).toBeGreaterThanOrEqual(23);
    }
    expect(longestLock).toBeLessThanOrEqual(60);
    expect(await countRefusals('margaret.okafor')).toBe(evaluated.reduce((sum, ofDay) => sum + ofDay));
    expect(codeOf(await new SigningInBrowser(test).logIn('margaret.okafor'))).toBe('LockedOnBadPassword');
    // The owner's own browser gets in, and that unlocks the username everywhere.
    expect((await owner.logIn('margaret.okafor')).statusCode).toBe(200);
    expect((await new SigningInBrowser(test).logIn('margaret.okafor')).statusCode).toBe(200);
  }, 240_000);
});

describe('a login locked by wrong passwords', () => {
  beforeEach(async () => {
    for (let count = 0; count < 5; count += 1) await guessFrom('203.0.113.50', 'sam.rivera');
    const code = codeOf(await new SigningInBrowser(test).logIn('sam.rivera'));
    if (code !== 'LockedOnBadPassword') throw new Error(`The login is not locked: ${code}`);
  });

  it('is unlocked by a passkey, which needs no password', async () => {
    const device = new VirtualAuthenticator();
    await restrictUser(test.services, 'sam.rivera', { restricted: false, by: 'Ana Silva' });
    await enrollPasskey(await test.signIn('sam.rivera'), device);
    for (let count = 0; count < 5; count += 1) await guessFrom('203.0.113.50', 'sam.rivera');
    await signInWithPasskey(device, new SigningInBrowser(test));
    expect((await new SigningInBrowser(test).logIn('sam.rivera')).statusCode).toBe(200);
  });

  it('is unlocked by the institution', async () => {
    expect(await restrictUser(test.services, 'sam.rivera', { restricted: false, by: 'Ana Silva' })).toBe(true);
    expect((await new SigningInBrowser(test).logIn('sam.rivera')).statusCode).toBe(200);
  });
});

describe('an address', () => {
  it('has its attempts counted before the check, even parallel ones', async () => {
    const address = '203.0.113.60';
    for (let count = 0; count < FAILURES_PER_ADDRESS.max - 4; count += 1) {
      await countTowardsLimit(test.services, failuresOf(address), FAILURES_PER_ADDRESS);
    }
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => guessFrom(address, `nobody.${index}`)));
    expect(results.filter((result) => result === 'Invalid')).toHaveLength(4);
    expect(results.filter((result) => result === 'MaxAttemptsReached')).toHaveLength(16);
  });

  it('counts as a whole /64 in IPv6', async () => {
    for (let count = 0; count < FAILURES_PER_ADDRESS.max; count += 1) {
      await countTowardsLimit(test.services, failuresOf(`2001:db8:7:7::${count}`), FAILURES_PER_ADDRESS);
    }
    expect(await guessFrom('2001:db8:7:7:ffff::1', 'nobody.there')).toBe('MaxAttemptsReached');
    expect(await guessFrom('2001:db8:7:8::1', 'nobody.there')).toBe('Invalid');
  });

  it('shared by a lobby accepts right passwords, and known devices in any case', async () => {
    const known = new SigningInBrowser(test);
    await known.logIn('acme.supply');
    for (let count = 0; count < 12; count += 1) {
      expect((await new SigningInBrowser(test).logIn('acme.supply')).statusCode).toBe(200);
    }
    for (let count = 0; count < FAILURES_PER_ADDRESS.max; count += 1) {
      await countTowardsLimit(test.services, failuresOf('127.0.0.1'), FAILURES_PER_ADDRESS);
    }
    expect(codeOf(await new SigningInBrowser(test).logIn('acme.supply'))).toBe('MaxAttemptsReached');
    expect((await known.logIn('acme.supply')).statusCode).toBe(200);
    test.clock.moveOn({ minutes: 10, seconds: 1 });
  });
});

describe('a refused sign-in in the audit log', () => {
  it('contains the address, and the username as a hash that groups attempts', async () => {
    const before = await listRefusals();
    await guessFrom('203.0.113.71', 'Dee.Blocked');
    await guessFrom('203.0.113.72', 'dee.blocked');
    await guessFrom('203.0.113.73', 'harbor-2026-typed-in-the-wrong-field');
    const [first, second, third] = (await listRefusals()).slice(before.length);
    expect([first, second, third].map((entry) => entry?.['ipAddress'])).toEqual([
      '203.0.113.71',
      '203.0.113.72',
      '203.0.113.73',
    ]);
    expect(first?.['name']).toBe(second?.['name']);
    expect(third?.['name']).not.toBe(first?.['name']);
    expect(JSON.stringify([first, second, third])).not.toMatch(/dee|harbor/i);
  });
});

describe('attempts at a locked username', () => {
  it('are logged as samples, with the address', async () => {
    for (let count = 0; count < 5 + 12; count += 1) await guessFrom(`203.0.113.${80 + count}`, 'Rex.Stricted');
    const rows = await test.services.database
      .selectFrom('audit_log')
      .select('details')
      .where('event', '=', 'sign-in-while-locked')
      .orderBy('audit_id', 'desc')
      .limit(2)
      .execute();
    expect(rows.map(({ details }) => [details['ipAddress'], details['count']])).toEqual([
      ['203.0.113.94', 10],
      ['203.0.113.85', 1],
    ]);
  });
});

describe('attempts at one password in a day', () => {
  it("count together across ways, and a right one isn't counted", async () => {
    const browser = new SigningInBrowser(test);
    await browser.logIn('acme.supply');
    const acme = await test.signIn('acme.supply');
    const user = await findUserByLogin(test.services.database, 'acme.supply');
    const userId = user?.userId ?? 0;
    for (let count = 0; count < PASSWORD_TRIES_A_DAY.max - 2; count += 1) {
      await countPasswordTry(test.services, { userId });
    }
    // Uncounted, however often.
    for (let count = 0; count < 3; count += 1) expect((await browser.logIn('acme.supply')).statusCode).toBe(200);
    const typed = () =>
      acme.call({
        method: 'POST',
        url: '/api/Login/ValidatePasswordForLoggedInUser',
        payload: {
          PasswordToValidate: 'three tall ships 7',
          InvalidWhenMatchesSSN: false,
          InvalidWhenMatchEmail: false,
          InvalidWhenPasswordExists: true,
        },
      });
    expect((await typed()).statusCode).toBe(200);
    expect(codeOf(await browser.logIn('acme.supply', 'wrong'))).toBe('Invalid');
    expect((await typed()).statusCode).toBe(429);
    expect(codeOf(await browser.logIn('acme.supply'))).toBe('MaxAttemptsReached');
    const confirmed = await acme.call({
      method: 'POST',
      url: '/api/Confirmation',
      payload: { Password: 'Harbor-2026!', Code: '' },
    });
    expect(confirmed.json()).toMatchObject({ Errors: [{ ErrorMessage: 'MaxAttemptsReached' }] });
    test.clock.moveOn({ hours: 24, seconds: 1 });
    expect((await browser.logIn('acme.supply')).statusCode).toBe(200);
  });
});

describe('a known device', () => {
  it('has five attempts of its own and locks no one out elsewhere', async () => {
    const browser = new SigningInBrowser(test);
    await browser.logIn('li.wei');
    for (let count = 0; count < 5; count += 1) expect(codeOf(await browser.logIn('li.wei', 'wrong'))).toBe('Invalid');
    expect(codeOf(await browser.logIn('li.wei'))).toBe('LockedOnBadPassword');
    expect((await new SigningInBrowser(test).logIn('li.wei')).statusCode).toBe(200);
  });

  it('is known only for its user', async () => {
    const browser = new SigningInBrowser(test);
    await browser.logIn('sam.rivera');
    for (let count = 0; count < 5; count += 1) await new SigningInBrowser(test).logIn('dee.blocked', 'wrong');
    expect(codeOf(await browser.logIn('dee.blocked'))).toBe('LockedOnBadPassword');
    expect((await browser.logIn('sam.rivera')).statusCode).toBe(200);
  });
});

describe('known and unknown usernames', () => {
  it('get the same refusal, byte for byte', async () => {
    const known = await new SigningInBrowser(test).logIn('acme.supply', 'wrong');
    const unknown = await new SigningInBrowser(test).logIn('acme.suppl1', 'wrong');
    const comparable = ({ statusCode, body, headers }: typeof known) => {
      const { date: _date, ...others } = headers;
      return { statusCode, body, headers: others };
    };
    expect(comparable(known)).toEqual(comparable(unknown));
  });

  it('take about the same time', async () => {
    // The demonstration's own hashes are cheap to check in tests.
    const password_hash = await hashPassword(DEMONSTRATION_PASSWORD);
    await test.services.database.updateTable('users').set({ password_hash }).execute();
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let round = 0; round < 9; round += 1) {
      test.clock.moveOn({ hours: 24 });
      times.known.push(await timeOf('pat.empty'));
      times.unknown.push(await timeOf(`nobody.${round}`));
    }
    // Compares the fastest of each: noise only makes attempts slower.
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

async function guessFrom(ipAddress: string, loginName: string) {
  const result = await signIn(test.services, {
    loginName,
    password: 'not the password',
    ipAddress,
    userAgent: '',
    previousCookie: undefined,
    deviceTokenOf: () => undefined,
  });
  return result.ok ? 'in' : result.error;
}

async function listRefusals(): Promise<Record<string, unknown>[]> {
  const rows = await test.services.database
    .selectFrom('audit_log')
    .select('details')
    .where('event', '=', 'sign-in-refused')
    .orderBy('audit_id')
    .execute();
  return rows.map(({ details }) => details);
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
