import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { restrictUser } from '#server/identity/sign-in/restrict-user.command.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { hasOpenLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

let test: TestApp;
let agent: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
});

beforeEach(async () => {
  [agent, supervisor] = [await enterDesk(test, 'agent'), await enterDesk(test, 'supervisor')];
});

afterAll(() => test.close());

async function ofLogin(loginName: string, reason = 'Customer called') {
  const user = await findUserByLogin(test.services.database, loginName);
  if (!user) throw new Error(loginName);
  await agent.open(user.customerId);
  await supervisor.open(user.customerId);
  return { customerId: user.customerId, userId: user.userId, reason };
}

function tryPassword(username: string, password: string) {
  return test.app.inject({ method: 'POST', url: '/api/login/userlogin', payload: { username, password } });
}

async function signsIn(loginName: string): Promise<boolean> {
  return (await tryPassword(loginName, DEMONSTRATION_PASSWORD)).statusCode === 200;
}

/** Requests that wait, without the one of the demonstration. */
async function waitingFor(caller: DeskCaller) {
  const { open } = (await caller.get('/api/desk/approvals')).json();
  return open.filter(({ customerId }: { readonly customerId: string }) => customerId !== '400107');
}

it('a supervisor of the demonstration finds a request that waits, and the agent who asked can only withdraw it', async () => {
  const today = (await supervisor.get('/api/desk/today')).json();
  expect(today.needs).toMatchObject([{ action: 'Review', path: '/approvals' }]);
  expect((await agent.get('/api/desk/today')).json().needs).toEqual([]);
  const { open } = (await agent.get('/api/desk/approvals')).json();
  expect(open).toMatchObject([{ customerId: '400107', obstacle: 'NotPermitted', mayWithdraw: true }]);
});

describe('an agent', () => {
  it('unlocks a login that wrong passwords have locked', async () => {
    for (let count = 0; count < 5; count += 1) await tryPassword('li.wei', 'wrong-Password-1');
    expect(await signsIn('li.wei')).toBe(false);
    const login = await ofLogin('li.wei');
    const glance = await agent.get(`/api/desk/customer?customerId=${login.customerId}`);
    expect(glance.json().logins[0].lockedUntil).not.toBeNull();
    expect((await agent.post('/api/desk/access/unlock', login)).statusCode).toBe(200);
    expect(await signsIn('li.wei')).toBe(true);
    const { customerId, userId } = login;
    expect(await auditOf(test, 'desk-login-unlocked')).toMatchObject([
      { userId, customerId, reason: 'Customer called', staff: agent.emailAddress },
    ]);
  });

  it('signs a customer out everywhere and forgets their devices', async () => {
    const customer = await test.signIn('sam.rivera');
    const login = await ofLogin('sam.rivera');
    await agent.post('/api/desk/access/end-sessions', login);
    expect((await customer.call({ method: 'GET', url: '/api/accountList' })).statusCode).toBe(401);
    expect((await agent.post('/api/desk/access/forget-devices', login)).statusCode).toBe(200);
    const glance = await agent.get(`/api/desk/customer?customerId=${login.customerId}`);
    expect(glance.json().logins[0]).toMatchObject({ sessions: [], devices: [] });
  });

  it('sends a new link for a password to the address on file, and cancels it', async () => {
    const login = await ofLogin('sam.rivera');
    const sent = { customerId: login.customerId, link: 'resetPassword', reason: 'Forgot the password' };
    expect((await agent.post('/api/desk/access/send-link', sent)).statusCode).toBe(200);
    const [mail] = await listNewestMessages(test.services, 1);
    const customer = await test.services.host.findCustomer(login.customerId);
    expect(mail).toMatchObject({ recipient: customer?.emailAddress });
    const cancel = { customerId: login.customerId, reason: 'Was not the customer' };
    const isOpen = () => hasOpenLink(test.services.database, 'resetPassword', login.customerId, test.clock.now());
    expect(await isOpen()).toBe(true);
    expect((await agent.post('/api/desk/access/cancel-links', cancel)).statusCode).toBe(200);
    expect(await isOpen()).toBe(false);
  });

  it("can't touch the login of a customer that is not open, nor another customer's login", async () => {
    const login = await ofLogin('li.wei');
    const stranger = await enterDesk(test, 'agent');
    expect((await stranger.post('/api/desk/access/unlock', login)).json()).toEqual({ error: 'OpenFirst' });
    const other = await ofLogin('sam.rivera');
    const mixed = { ...login, customerId: other.customerId };
    expect((await agent.post('/api/desk/access/unlock', mixed)).statusCode).toBe(404);
  });

  it('resets a second factor only with two recorded checks, and only if there is one', async () => {
    const login = await ofLogin('li.wei');
    await agent.confirm();
    const once = { ...login, checks: ['calledBack'] };
    expect((await agent.post('/api/desk/access/reset-second-factor', once)).statusCode).toBe(400);
    const twice = { ...login, checks: ['calledBack', 'birthDateAndSsn'] };
    expect((await agent.post('/api/desk/access/reset-second-factor', twice)).json()).toEqual({
      error: 'NoSecondFactor',
    });
  });
});

describe('a restricted login', () => {
  async function restrictAndAsk(loginName: string) {
    const login = await ofLogin(loginName, 'Reported stolen');
    await agent.post('/api/desk/access/restrict', login);
    expect(await signsIn(loginName)).toBe(false);
    expect((await agent.post('/api/desk/access/ask-release', login)).statusCode).toBe(200);
    const open = await waitingFor(agent);
    return { login, workItemId: open[0].workItemId as number, item: open[0] };
  }

  it('is opened by a second person, and the customer can sign in again', async () => {
    const { workItemId, item } = await restrictAndAsk('acme.supply');
    expect(item).toMatchObject({ obstacle: 'NotPermitted', mayWithdraw: true });
    const open = await waitingFor(supervisor);
    expect(open).toMatchObject([{ workItemId, askedBy: 'Alma Ortiz', obstacle: null }]);
    const decision = { workItemId, reason: 'ID checked in branch' };
    expect((await supervisor.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'ConfirmFirst' });
    await supervisor.confirm();
    const approved = await supervisor.post('/api/desk/approvals/approve', decision);
    expect(approved.json()).toEqual({ outcome: 'approved', why: '' });
    expect(await signsIn('acme.supply')).toBe(true);
    expect(await auditOf(test, 'desk-approved')).toMatchObject([{ workItemId, staff: supervisor.emailAddress }]);
    expect((await supervisor.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'NoLongerOpen' });
  });

  it('stays restricted when a second person declines', async () => {
    const { workItemId } = await restrictAndAsk('pat.empty');
    const declined = await supervisor.post('/api/desk/approvals/decline', { workItemId, reason: 'Still suspicious' });
    expect(declined.statusCode).toBe(200);
    expect(await signsIn('pat.empty')).toBe(false);
  });

  it('that an operator opened meanwhile needs no decision any more', async () => {
    const { workItemId } = await restrictAndAsk('pat.empty');
    await restrictUser(test.services, 'pat.empty', { restricted: false, by: 'operator' });
    await supervisor.confirm();
    const approved = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'ID checked' });
    expect(approved.json()).toEqual({ outcome: 'refused', why: 'The login was released meanwhile.' });
  });

  it("can't be opened by the person who asks, not even in a second session", async () => {
    const login = await ofLogin('no.mail', 'Reported stolen');
    await supervisor.post('/api/desk/access/restrict', login);
    await supervisor.post('/api/desk/access/ask-release', login);
    const second = await enterDesk(test, 'supervisor');
    await second.confirm();
    const open = await waitingFor(second);
    expect(open).toMatchObject([{ obstacle: 'OwnRequest' }]);
    const alone = { workItemId: open[0].workItemId, reason: 'I am sure' };
    expect((await second.post('/api/desk/approvals/approve', alone)).json()).toEqual({ error: 'OwnRequest' });
    expect((await second.post('/api/desk/approvals/decline', alone)).json()).toEqual({ error: 'OwnRequest' });
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ code: 'OwnRequest', reason: 'I am sure', workItemId: alone.workItemId }),
    );
    expect(await signsIn('no.mail')).toBe(false);
    expect((await second.post('/api/desk/approvals/withdraw', alone)).statusCode).toBe(200);
  });

  it("can't be opened by someone whose rights the person who asked has changed today", async () => {
    const { services } = test;
    const login = await ofLogin('no.mail', 'Reported stolen');
    await agent.post('/api/desk/access/ask-release', login);
    const { changeRights, findStaffByEmail } = await import('#server/desk/staff/staff.queries.ts');
    const { inTransaction } = await import('#server/platform/db/database.ts');
    const asker = await findStaffByEmail(services.database, agent.emailAddress);
    const approver = await findStaffByEmail(services.database, supervisor.emailAddress);
    await inTransaction(services.database, (transaction) =>
      changeRights(transaction, {
        staffId: approver?.staffId ?? 0,
        changedBy: asker?.staffId ?? 0,
        before: 'agent',
        after: 'supervisor',
        at: services.clock.now(),
      }),
    );
    await supervisor.confirm();
    const open = await waitingFor(supervisor);
    expect(open).toMatchObject([{ obstacle: 'RightsChangedToday' }]);
    const decision = { workItemId: open[0].workItemId, reason: 'looks fine' };
    expect((await supervisor.post('/api/desk/approvals/approve', decision)).json()).toEqual({
      error: 'RightsChangedToday',
    });
    test.clock.moveOn({ hours: 24 });
    const tomorrow = await enterDesk(test, 'supervisor');
    await tomorrow.confirm();
    expect((await tomorrow.post('/api/desk/approvals/approve', decision)).json()).toMatchObject({
      outcome: 'approved',
    });
  });
});
