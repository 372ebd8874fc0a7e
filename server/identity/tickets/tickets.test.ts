import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Options } from '#common/contract/all-options.ts';
import { createTestApp, type SignedInCaller, type TestApp } from '#tests/builders/test-app.ts';

const origination = {
  'globalOptions.useConsumerOriginationOption': true,
  'globalOptions.originationUrl': 'https://loans.harbor.example/start?from=portal',
} as const;

let usual: TestApp;
let test: TestApp;

beforeAll(async () => {
  usual = await createTestApp({ options: origination });
});

afterEach(async () => {
  if (test !== usual) await test.close();
});

afterAll(() => usual.close());

async function begin(options?: Partial<Options>): Promise<SignedInCaller> {
  test = options ? await createTestApp({ options }) : usual;
  return test.signIn('li.wei');
}

async function takeTicket(caller: SignedInCaller): Promise<string> {
  const response = await caller.call({ method: 'GET', url: '/api/PassableToken/GetPassableToken' });
  expect(response.statusCode).toBe(200);
  return response.json<{ PassableToken: string }>().PassableToken;
}

/** Like a new tab: with the cookie, without the header. */
function openTab(caller: SignedInCaller | null, token: string) {
  const headers = caller ? { cookie: caller.headers.cookie } : {};
  return test.app.inject({ method: 'GET', url: `/api/ApplyForLoan?token=${token}`, headers });
}

async function isSignedIn(caller: SignedInCaller): Promise<boolean> {
  const { statusCode } = await caller.call({ method: 'GET', url: '/api/Login/Session' });
  return statusCode === 200;
}

async function auditEvents(): Promise<string[]> {
  const rows = await test.services.database.selectFrom('audit_log').select('event').orderBy('audit_id').execute();
  return rows.map((row) => row.event);
}

describe('Apply For Loan in a new tab', () => {
  it('opens the origination service with a reference only the audit log can resolve', async () => {
    const caller = await begin();
    const response = await openTab(caller, await takeTicket(caller));
    expect(response.statusCode).toBe(303);
    const address = new URL(String(response.headers.location));
    expect(address.origin + address.pathname).toBe('https://loans.harbor.example/start');
    expect(address.searchParams.get('from')).toBe('portal');
    const reference = address.searchParams.get('reference');
    expect(reference).toHaveLength(43);
    const row = await test.services.database
      .selectFrom('audit_log')
      .select('details')
      .where('event', '=', 'loan-application-opened')
      .orderBy('audit_id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row.details).toEqual({ reference });
  });

  it('says where to apply without an origination service', async () => {
    const caller = await begin({
      ...origination,
      'globalOptions.originationUrl': '',
      'globalOptions.applyForLoanUrl': 'https://harbor.example/loans?a=1&b=2',
    });
    const response = await openTab(caller, await takeTicket(caller));
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('To apply for a loan, contact us or visit a branch.');
    expect(response.body).toContain('<a href="https://harbor.example/loans?a=1&amp;b=2">Apply online</a>');
  });

  it('is refused where the institution offers no applications', async () => {
    const caller = await begin({ 'globalOptions.useConsumerOriginationOption': false });
    const response = await openTab(caller, await takeTicket(caller));
    expect(response.statusCode).toBe(403);
  });

  it.each([
    ['with neither service nor address', { 'globalOptions.applyForLoanUrl': '' }, false],
    ['with an address', { 'globalOptions.applyForLoanUrl': 'https://harbor.example/loans' }, true],
    ['with the service', origination, true],
    ['switched off', { ...origination, 'globalOptions.showApplyForLoanOption': false }, false],
  ] as const)('has an entry in the menu: %s', async (_when, options, shown) => {
    const caller = await begin(options);
    const response = await caller.call({ method: 'GET', url: '/api/ApplyForLoan/ShowApplyForLoan' });
    expect(response.json()).toEqual({ HasNoErrors: true, Errors: [], Value: shown });
  });
});

describe('a ticket', () => {
  it('works once', async () => {
    const caller = await begin();
    const ticket = await takeTicket(caller);
    expect((await openTab(caller, ticket)).statusCode).toBe(303);
    expect((await openTab(caller, ticket)).statusCode).toBe(401);
  });

  it('explains after a reload that it was used', async () => {
    const caller = await begin();
    const url = `/api/ApplyForLoan?token=${await takeTicket(caller)}`;
    const headers = { cookie: caller.headers.cookie, accept: 'text/html' };
    expect((await test.app.inject({ method: 'GET', url, headers })).statusCode).toBe(303);
    const reloaded = await test.app.inject({ method: 'GET', url, headers });
    expect(reloaded.statusCode).toBe(401);
    expect(reloaded.body).toContain('<h1>This link no longer works</h1>');
  });

  it('works once among parallel tabs', async () => {
    const caller = await begin();
    const ticket = await takeTicket(caller);
    const answers = await Promise.all(Array.from({ length: 5 }, () => openTab(caller, ticket)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([303, 401, 401, 401, 401]);
  });

  it.each([
    [59, 303],
    [60, 401],
  ])('after %i seconds answers %i', async (seconds, status) => {
    const caller = await begin();
    const ticket = await takeTicket(caller);
    test.clock.moveOn({ seconds });
    expect((await openTab(caller, ticket)).statusCode).toBe(status);
  });

  it('opens nothing in another session or without one', async () => {
    const caller = await begin();
    const other = await test.signIn('li.wei');
    const ticket = await takeTicket(caller);
    expect((await openTab(other, ticket)).statusCode).toBe(401);
    expect((await openTab(null, ticket)).statusCode).toBe(401);
    expect((await openTab(caller, ticket)).statusCode).toBe(303);
  });

  it('opens nothing for another object', async () => {
    const caller = await begin();
    const response = await caller.call({ method: 'GET', url: '/api/PassableToken/GetPassableToken?object=another' });
    const { PassableToken } = response.json<{ PassableToken: string }>();
    expect((await openTab(caller, PassableToken)).statusCode).toBe(401);
  });

  it('opens nothing after the session has ended', async () => {
    const caller = await begin();
    const ticket = await takeTicket(caller);
    await caller.call({ method: 'POST', url: '/api/Login/Logout', payload: { UserToken: '' } });
    expect((await openTab(caller, ticket)).statusCode).toBe(401);
  });
});

describe("a session's own token in an address", () => {
  it.each(['UserToken', 'token', 'downloadToken', 'USERTOKEN'])('named %s ends the session', async (name) => {
    const caller = await begin();
    const url = `/api/accountList?${name}=${caller.headers.usertoken}`;
    const response = await caller.call({ method: 'GET', url });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toEqual({ HasNoErrors: false, Errors: [{ ErrorMessage: 'Unauthorized' }] });
    expect(await isSignedIn(caller)).toBe(false);
    expect(await auditEvents()).toContain('session-token-in-address');
  });

  it('ends it even if it matches the cookie or comes from someone else', async () => {
    const caller = await begin();
    const cookie = caller.headers.cookie.split(';')[0]?.split('=')[1] ?? '';
    const response = await test.app.inject({ method: 'GET', url: `/api/MaintenanceMode?token=${cookie}` });
    expect(response.statusCode).toBe(401);
    expect(await isSignedIn(caller)).toBe(false);
  });

  it('is told apart from other values, which are ignored', async () => {
    const caller = await begin();
    const response = await caller.call({ method: 'GET', url: '/api/accountList?token=anything' });
    expect(response.statusCode).toBe(200);
    expect(await isSignedIn(caller)).toBe(true);
  });
});
