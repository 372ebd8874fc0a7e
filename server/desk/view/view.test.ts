import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '#common/contract/all-apis.ts';
import type { Endpoint } from '#common/contract/contract.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { requestFor } from '#tests/builders/well-formed-calls.ts';
import type { ContractKey } from '#server/platform/http/endpoint.ts';

const customerId = '400102';

let test: TestApp;
let agent: DeskCaller;
let userId: number;

beforeAll(async () => {
  // So that every call is one that the institution offers.
  test = await createTestApp({ ...withDesk, options: { 'deskOptions.showStaffVisits': true } });
  const { rows } = await sql<{ userId: number }>`
    select user_id as "userId" from users where customer_id = ${customerId}`.execute(test.services.database);
  userId = rows[0]?.userId ?? 0;
});

afterAll(() => test.close());

beforeEach(async () => {
  agent = await enterDesk(test, 'agent');
  await agent.open(customerId);
});

async function begin(): Promise<string> {
  const begun = await agent.post('/api/desk/view/begin', { customerId, userId, reason: 'Sees another amount' });
  expect(begun.statusCode).toBe(200);
  const { pathname, search } = new URL(begun.json().address);
  return pathname + search;
}

async function view() {
  const page = await test.app.inject(await begin());
  const cookie = page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const [, usertoken = ''] = /data-token="([^"]+)"/.exec(page.body) ?? [];
  const headers = { cookie, usertoken };
  return {
    headers,
    call: (request: ReturnType<typeof requestFor>) =>
      test.app.inject({ ...request, headers: { ...request.headers, ...headers } }),
  };
}

/** Not of a customer: when a session was seen, refusals, limits, locks, and what is loaded at the first question. */
const technical = [
  'sessions',
  'desk_sessions',
  'audit_log',
  'audit_lanes',
  'request_limits',
  'change_guards',
  'postal_codes',
  'towns',
];

/** A fingerprint of every row of a customer. */
async function everyRow(): Promise<unknown> {
  const { database } = test.services;
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${technical})
    order by relname`.execute(database);
  const prints: Record<string, unknown> = {};
  for (const { name } of rows) {
    const found = await sql<{ print: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${sql.table(name)} t`.execute(
      database,
    );
    prints[name] = found.rows[0]?.print;
  }
  return prints;
}

describe('viewing the portal as a customer', () => {
  it("shows the customer's own screens, and the audit log has who looked and why", async () => {
    const viewer = await view();
    const accounts = await viewer.call({ url: '/api/accountList' });
    expect(accounts.statusCode).toBe(200);
    expect(accounts.body).toContain('101-005520-1');
    expect((await auditOf(test, 'desk-view-begun')).at(-1)).toMatchObject({
      userId,
      customerId,
      reason: 'Sees another amount',
      staff: agent.emailAddress,
    });
  });

  const keys = Object.keys(contract) as ContractKey[];
  const endpoints: Readonly<Record<string, Endpoint>> = contract;
  const isAllowed = (key: ContractKey) => endpoints[key]?.whileViewing === true;

  it('is refused every call that is not declared for it', async () => {
    const viewer = await view();
    for (const key of keys.filter((name) => !isAllowed(name))) {
      const answer = await viewer.call(requestFor(key));
      expect([key, answer.statusCode]).toEqual([key, 403]);
    }
  });

  it('changes nothing by any call that is declared for it', { timeout: 300_000 }, async () => {
    const viewer = await view();
    const allowed = keys.filter((key) => isAllowed(key) && !key.endsWith('/Logout'));
    expect(allowed.length).toBeGreaterThan(30);
    const before = await everyRow();
    for (const key of allowed) {
      const answer = await viewer.call(requestFor(key));
      expect([key, answer.statusCode]).not.toEqual([key, 403]);
      expect([key, answer.statusCode < 500]).toEqual([key, true]);
    }
    expect(await everyRow()).toEqual(before);
  });

  it('is opened once, within a minute', async () => {
    const address = await begin();
    expect((await test.app.inject(address)).statusCode).toBe(200);
    expect((await test.app.inject(address)).statusCode).toBe(401);
    const late = await begin();
    test.clock.moveOn({ seconds: 61 });
    expect((await test.app.inject(late)).statusCode).toBe(401);
  });

  it('ends by itself after 15 minutes, whatever is done', async () => {
    const viewer = await view();
    for (let minute = 3; minute < 15; minute += 3) {
      test.clock.moveOn({ minutes: 3 });
      expect((await viewer.call({ url: '/api/accountList' })).statusCode).toBe(200);
    }
    test.clock.moveOn({ minutes: 3 });
    expect((await viewer.call({ url: '/api/accountList' })).statusCode).toBe(401);
  });

  it('ends when the person signs out at the desk, or ends it', async () => {
    const first = await view();
    await agent.post('/api/desk/sign-out', {});
    expect((await first.call({ url: '/api/accountList' })).statusCode).toBe(401);
    agent = await enterDesk(test, 'agent');
    await agent.open(customerId);
    const second = await view();
    await test.app.inject({ url: '/view-as/end', headers: second.headers });
    expect((await second.call({ url: '/api/accountList' })).statusCode).toBe(401);
  });

  it("doesn't look like a sign-in of the customer", async () => {
    await view();
    const customer = await test.signIn('li.wei');
    const { Sessions } = (await customer.call({ url: '/api/Sessions' })).json();
    expect(Sessions).toHaveLength(1);
  });

  it('needs the opened customer and one of their logins', async () => {
    const stranger = await enterDesk(test, 'agent');
    const body = { customerId, userId, reason: 'Sees another amount' };
    expect((await stranger.post('/api/desk/view/begin', body)).json()).toEqual({ error: 'OpenFirst' });
    await stranger.open('400101');
    const foreign = await stranger.post('/api/desk/view/begin', { ...body, customerId: '400101' });
    expect(foreign.json()).toEqual({ error: 'NotFound' });
  });
});
