import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { restrictUser } from '#server/identity/sign-in/restrict-user.command.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { DEMONSTRATION_PASSWORD } from '#demo/demonstration.ts';
import { hasOpenLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { findUserByLogin, insertUsers } from '#server/identity/users/users.queries.ts';
import { demonstrationStaff } from '#server/desk/staff/demonstration-staff.ts';
import { changeRights, findStaffByEmail } from '#server/desk/staff/staff.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { DeskRole } from '#common/desk/permissions.ts';
import { defaultNotifications } from '#common/profile/rules/notifications.ts';
import { upsertAuthenticator } from '#server/identity/authenticator/authenticators.queries.ts';
import { insertPasskey, listPasskeys } from '#server/identity/passkeys/passkeys.queries.ts';
import { listDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { findPreferences, savePreferences } from '#server/messages/notification-preferences.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

let test: TestApp;
let agent: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
});

beforeEach(enterBoth);

async function enterBoth() {
  [agent, supervisor] = [await enterDesk(test, 'agent'), await enterDesk(test, 'supervisor')];
}

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

async function newestMail() {
  const [mail] = await listNewestMessages(test.services, 1);
  return mail;
}

async function countMails(): Promise<number> {
  return (await listNewestMessages(test.services, 1_000)).length;
}

function addPasskey(userId: number, credentialId: string): Promise<boolean> {
  const key = { userHandle: new Uint8Array([1]), publicKey: new Uint8Array([2]), signCount: 0, transports: [] };
  const passkey = { userId, credentialId, name: credentialId, ...key };
  return inTransaction(test.services.database, (transaction) => insertPasskey(transaction, passkey, test.clock.now()));
}

function addAuthenticator(userId: number): Promise<void> {
  const app = { userId, secretSealed: new Uint8Array([1]), step: 1, confirmedAt: test.clock.now() };
  return inTransaction(test.services.database, (transaction) => upsertAuthenticator(transaction, app));
}

/** Requests that wait, without the one of the demonstration. */
async function waitingFor(caller: DeskCaller) {
  const { open } = (await caller.get('/api/desk/approvals')).json();
  return open.filter(({ customerId }: { readonly customerId: string }) => customerId !== '400107');
}

it('a supervisor of the demonstration finds a request that waits, and the agent who asked can only withdraw it', async () => {
  const approvalsToday = async (caller: DeskCaller) =>
    (await caller.get('/api/desk/today')).json().needs.filter(({ path }: { path: string }) => path === '/approvals');
  expect(await approvalsToday(supervisor)).toMatchObject([{ action: 'Review' }]);
  expect(await approvalsToday(agent)).toEqual([]);
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
    expect(await newestMail()).toMatchObject({
      subject: 'We changed your online access',
      body: expect.stringContaining('We unlocked your sign-in.'),
    });
    expect(await signsIn('li.wei')).toBe(true);
    const mails = await countMails();
    expect((await agent.post('/api/desk/access/unlock', login)).statusCode).toBe(200);
    expect(await countMails()).toBe(mails);
    const { customerId, userId } = login;
    expect((await auditOf(test, 'desk-login-unlocked')).at(0)).toMatchObject({
      userId,
      customerId,
      reason: 'Customer called',
      staff: agent.emailAddress,
    });
  });

  it('unlocks without a notice if the customer turned notices of locks off, or the institution does', async () => {
    const { database, clock } = test.services;
    for (const isOff of ['by the customer', 'by the institution']) {
      const login = await ofLogin('sam.rivera');
      for (let count = 0; count < 5; count += 1) await tryPassword('sam.rivera', 'wrong-Password-1');
      const { sequenceNumber } = await findPreferences(database, login.userId);
      const preferences = { ...defaultNotifications, turnOffAll: isOff === 'by the customer' };
      const save = { userId: login.userId, sequenceNumber, preferences, at: clock.now() };
      expect(await inTransaction(database, (transaction) => savePreferences(transaction, save))).toBe(true);
      const hides = { 'notificationOptions.hideRestrictedPasswordViolation': isOff === 'by the institution' };
      await test.withOptions(hides, async () => {
        const mails = await countMails();
        expect((await agent.post('/api/desk/access/unlock', login)).statusCode).toBe(200);
        expect(await countMails()).toBe(mails);
      });
    }
    expect(await signsIn('sam.rivera')).toBe(true);
  });

  it('signs a customer out everywhere and forgets their devices', async () => {
    const customer = await test.signIn('sam.rivera');
    const login = await ofLogin('sam.rivera');
    await agent.post('/api/desk/access/end-sessions', login);
    expect((await customer.call({ method: 'GET', url: '/api/accountList' })).statusCode).toBe(401);
    expect((await newestMail())?.body).toContain('We signed you out on all your devices.');
    expect((await agent.post('/api/desk/access/forget-devices', login)).statusCode).toBe(200);
    expect((await newestMail())?.body).toContain('We no longer recognize your browsers and phones.');
    const mails = await countMails();
    for (const again of ['end-sessions', 'forget-devices']) await agent.post(`/api/desk/access/${again}`, login);
    expect(await countMails()).toBe(mails);
    const glance = await agent.get(`/api/desk/customer?customerId=${login.customerId}`);
    expect(glance.json().logins[0]).toMatchObject({ sessions: [], devices: [] });
  });

  it('sends a new link for a password to the address on file, and cancels it', async () => {
    const login = await ofLogin('sam.rivera');
    const sent = { ...login, link: 'resetPassword', reason: 'Forgot the password' };
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

  it('sends the link for the login it was asked for, also if the customer has an older one', async () => {
    const { customerId } = await ofLogin('margaret.okafor');
    const at = test.clock.now();
    const newer = { loginName: 'margaret.2', passwordHash: 'none', customerId };
    const [userId = 0] = await insertUsers(test.services.database, [newer], at);
    const sent = { customerId, userId, link: 'resetPassword', reason: 'Forgot the password' };
    expect((await agent.post('/api/desk/access/send-link', sent)).statusCode).toBe(200);
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail?.body).toContain('margaret.2');
    expect((await auditOf(test, 'desk-link-sent')).at(-1)).toMatchObject({ userId, customerId, link: 'resetPassword' });
    const other = await ofLogin('sam.rivera');
    const foreign = { ...other, userId, link: 'resetPassword' };
    expect((await agent.post('/api/desk/access/send-link', foreign)).statusCode).toBe(404);
  });

  describe('helps a customer without a login', () => {
    const customerId = '400121';
    const invitation = { customerId, loginName: 'harriet.lowell', reason: 'Lost the invitation' };
    const isOpen = () => hasOpenLink(test.services.database, 'activate', customerId, test.clock.now());
    const linkOf = (body = '') => /activate\?token=([\w-]{43})/.exec(body)?.[1];
    const activate = (Token: string | undefined) =>
      test.app.inject({
        method: 'POST',
        url: '/api/Register/ActivateAccount',
        payload: { Token, Password: 'Lantern on the pier 7' },
      });

    beforeEach(() => agent.open(customerId));

    it('with another invitation, in place of the one before', async () => {
      const links: (string | undefined)[] = [];
      for (let sent = 0; sent < 2; sent += 1) {
        expect((await agent.post('/api/desk/access/invite', invitation)).json()).toEqual({});
        links.push(linkOf((await listNewestMessages(test.services, 1))[0]?.body));
      }
      expect((await activate(links[0])).statusCode).toBe(403);
      expect(await isOpen()).toBe(true);
      expect(await auditOf(test, 'desk-invitation-sent')).toMatchObject([
        { customerId, reason: 'Lost the invitation', staff: agent.emailAddress },
        { customerId },
      ]);
    });

    it('by canceling the links', async () => {
      const cancel = { customerId, reason: 'Was not the customer' };
      expect((await agent.post('/api/desk/access/cancel-links', cancel)).statusCode).toBe(200);
      expect(await isOpen()).toBe(false);
    });

    it('but not under the username of someone else, and not once there is a login', async () => {
      const taken = await agent.post('/api/desk/access/invite', { ...invitation, loginName: 'li.wei' });
      expect([taken.statusCode, taken.json()]).toEqual([409, { error: 'LoginNameTaken' }]);
      await agent.post('/api/desk/access/invite', invitation);
      const [mail] = await listNewestMessages(test.services, 1);
      expect((await activate(linkOf(mail?.body))).statusCode).toBe(200);
      const late = await agent.post('/api/desk/access/invite', invitation);
      expect([late.statusCode, late.json()]).toEqual([409, { error: 'HasLogin' }]);
    });
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
    const repeated = { ...login, checks: ['calledBack', 'calledBack'] };
    expect((await agent.post('/api/desk/access/reset-second-factor', repeated)).statusCode).toBe(400);
    const twice = { ...login, checks: ['calledBack', 'birthDateAndSsn'] };
    expect((await agent.post('/api/desk/access/reset-second-factor', twice)).json()).toEqual({
      error: 'NoSecondFactor',
    });
  });
});

it('removes all passkeys only with two recorded checks, tells the customer, and signs them out', async () => {
  const login = await ofLogin('li.wei');
  const customer = await test.signIn('li.wei');
  const remove = (checks: readonly string[]) =>
    agent.post('/api/desk/access/remove-passkeys', { ...login, checks }).then((answer) => answer.json());
  const checks = ['idInBranch', 'birthDateAndSsn'];
  expect(await remove(checks)).toEqual({ error: 'ConfirmFirst' });
  await agent.confirm();
  expect(await remove(checks)).toEqual({ error: 'NoPasskey' });
  for (const credentialId of ['phone', 'laptop']) await addPasskey(login.userId, credentialId);
  expect(await remove(['idInBranch'])).toEqual({ error: 'InvalidInput' });
  expect(await remove(checks)).toEqual({});
  expect(await listPasskeys(test.services.database, login.userId)).toEqual([]);
  expect((await customer.call({ method: 'GET', url: '/api/accountList' })).statusCode).toBe(401);
  expect(await newestMail()).toMatchObject({
    subject: 'Your sign-in settings changed',
    body: expect.stringContaining('We removed all passkeys from your sign-in'),
  });
  expect(await auditOf(test, 'desk-passkeys-removed')).toMatchObject([
    { ...login, checks: 'idInBranch,birthDateAndSsn', count: 2, staff: agent.emailAddress },
  ]);
  expect(await auditOf(test, 'passkeys-removed')).toMatchObject([{ userId: login.userId, by: agent.emailAddress }]);
  expect(await remove(checks)).toEqual({ error: 'NoPasskey' });
});

describe('a lost device', () => {
  const checks = ['idInBranch', 'birthDateAndSsn'];
  const appSignIn = { 'loginOptions.useBiometricsOption': true, 'loginOptions.useMultiFactorOption': false };

  it.each([
    ['remove-passkeys', (userId: number) => addPasskey(userId, 'lost phone')],
    ['reset-second-factor', addAuthenticator],
  ] as const)('cannot sign in with what it still keeps after %s', (path, setUp) =>
    test.withOptions(appSignIn, async () => {
      const login = await ofLogin('li.wei');
      const customer = await test.signIn('li.wei');
      const tokenCall = { method: 'POST', url: '/api/Login/CreateDeviceToken' } as const;
      const token = (await customer.call({ ...tokenCall, payload: { DeviceID: 'lost-phone' } })).json().Value;
      const signInByFingerprint = (Token: string) => {
        const payload = { Token, DeviceID: 'lost-phone' };
        return test.app.inject({ method: 'POST', url: '/api/login/tokenlogin', payload });
      };
      const next = (await signInByFingerprint(token)).json();
      expect(next).toMatchObject({ IsLoggedIn: true });
      await setUp(login.userId);
      const listDevices = () => listDevicesOfUser(test.services.database, login.userId, test.clock.now());
      expect(await listDevices()).not.toEqual([]);
      await agent.confirm();
      expect((await agent.post(`/api/desk/access/${path}`, { ...login, checks })).json()).toEqual({});
      expect((await signInByFingerprint(next.TrustedDeviceToken)).statusCode).toBe(403);
      expect(await listDevices()).toEqual([]);
    }),
  );
});

describe('a restricted login', () => {
  it('is unlocked without a word to the customer, whose password does not work again', async () => {
    const login = await ofLogin('margaret.okafor', 'Reported stolen');
    for (let count = 0; count < 5; count += 1) await tryPassword('margaret.okafor', 'wrong-Password-1');
    await agent.post('/api/desk/access/restrict', login);
    const mails = await countMails();
    expect((await agent.post('/api/desk/access/unlock', login)).statusCode).toBe(200);
    expect(await countMails()).toBe(mails);
    expect(await signsIn('margaret.okafor')).toBe(false);
    await restrictUser(test.services, 'margaret.okafor', { restricted: false, by: 'Ana Silva' });
  });

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
    expect((await newestMail())?.body).toContain('Your online access is no longer restricted.');
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

  it.each([
    ['whoever asked set the rights of whoever approves', [['agent', 'supervisor']]],
    ['whoever approves set the rights of whoever asked', [['supervisor', 'agent']]],
    [
      'one administrator set the rights of both',
      [
        ['administrator', 'agent'],
        ['administrator', 'supervisor'],
      ],
    ],
    [
      'one administrator set the rights of both, of one through someone else',
      [
        ['administrator', 'operations'],
        ['operations', 'agent'],
        ['administrator', 'supervisor'],
      ],
    ],
  ] as const)("can't be opened when %s within a day before", async (_, grants) => {
    test.clock.moveOn({ hours: 25 });
    for (const [by, to] of grants) await grant(by, to);
    test.clock.moveOn({ hours: 20 });
    await enterBoth();
    const login = await ofLogin('no.mail', 'Reported stolen');
    await agent.post('/api/desk/access/ask-release', login);
    expect(await obstacle()).toBe('RightsChangedRecently');
    test.clock.moveOn({ hours: 25 });
    await enterBoth();
    await supervisor.confirm();
    const workItemId = (await waitingFor(supervisor))[0].workItemId;
    const decision = { workItemId, reason: 'looks fine' };
    expect((await supervisor.post('/api/desk/approvals/approve', decision)).json()).toEqual({
      error: 'RightsChangedRecently',
    });
    await agent.post('/api/desk/approvals/withdraw', decision);
    await agent.post('/api/desk/access/ask-release', await ofLogin('no.mail', 'Reported stolen'));
    expect(await obstacle()).toBeNull();
    const again = (await waitingFor(agent))[0].workItemId;
    await agent.post('/api/desk/approvals/withdraw', { ...decision, workItemId: again });
  });

  async function obstacle(): Promise<unknown> {
    return (await waitingFor(supervisor))[0].obstacle;
  }

  /** Both keep their roles. */
  async function grant(by: DeskRole, to: DeskRole): Promise<void> {
    const { database, clock } = test.services;
    const [giver, receiver] = [await memberOf(by), await memberOf(to)];
    const change = { staffId: receiver, changedBy: giver, before: to, after: to, at: clock.now() };
    await inTransaction(database, (transaction) => changeRights(transaction, change));
  }

  async function memberOf(role: DeskRole): Promise<number> {
    const member = demonstrationStaff.find((staff) => staff.role === role);
    const staff = await findStaffByEmail(test.services.database, member?.emailAddress ?? '');
    return staff?.staffId ?? 0;
  }
});
