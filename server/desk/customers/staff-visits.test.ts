import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const li = '400102';
const address = { method: 'GET', url: '/api/Profile/StaffVisits' } as const;

async function visitsOf(test: TestApp, loginName: string) {
  return (await test.signIn(loginName)).call(address);
}

describe('where the institution shows it, a customer sees who looked at their account', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ ...withDesk, options: { 'deskOptions.showStaffVisits': true } });
  });
  afterAll(() => test.close());

  it('with no visit before anyone opened it', async () => {
    expect((await visitsOf(test, 'li.wei')).json()).toEqual({ HasNoErrors: true, Errors: [], Visits: [] });
  });

  it('with day and time, newest first, but never the name of the staff member or the reason', async () => {
    const agent = await enterDesk(test, 'agent');
    await agent.open(li);
    test.clock.moveOn({ minutes: 5 });
    const { logins } = (await agent.get(`/api/desk/customer?customerId=${li}`)).json();
    const view = { customerId: li, userId: logins[0].userId, reason: 'Sees another amount' };
    expect((await agent.post('/api/desk/view/begin', view)).statusCode).toBe(200);
    const answer = await visitsOf(test, 'li.wei');
    expect(answer.json().Visits).toEqual([
      { VisitDate: '2026-11-21T15:05:00Z', Kind: 'Viewed' },
      { VisitDate: '2026-11-21T15:00:00Z', Kind: 'Opened' },
    ]);
    for (const secret of [agent.emailAddress, 'Sees another amount', 'Customer called']) {
      expect(answer.body).not.toContain(secret);
    }
  });

  it('and nothing of what staff did with other customers', async () => {
    expect((await visitsOf(test, 'margaret.okafor')).json().Visits).toEqual([]);
  });

  it('only after signing in', async () => {
    expect((await test.app.inject(address)).statusCode).toBe(401);
  });
});

describe('an institution that has not switched it on', () => {
  it('shows no visits', async () => {
    const test = await createTestApp(withDesk);
    await (await enterDesk(test, 'agent')).open(li);
    const answer = await visitsOf(test, 'li.wei');
    expect([answer.statusCode, answer.json().Errors[0].ErrorMessage]).toEqual([403, 'NotOffered']);
    await test.close();
  });
});
