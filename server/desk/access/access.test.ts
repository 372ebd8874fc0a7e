import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { hasOpenLink } from '#server/identity/one-time/one-time-tokens.queries.ts';
import { insertUsers } from '#server/identity/users/users.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { defaultNotifications } from '#common/profile/rules/notifications.ts';
import { upsertAuthenticator } from '#server/identity/authenticator/authenticators.queries.ts';
import { insertPasskey, listPasskeys } from '#server/identity/passkeys/passkeys.queries.ts';
import { listDevicesOfUser } from '#server/identity/sessions/devices.queries.ts';
import { findPreferences, savePreferences } from '#server/messages/notification-preferences.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { openLogin, signsIn, tryPassword } from '#tests/builders/login-help.ts';

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

const ofLogin = (loginName: string, reason = 'Customer called') =>
  openLogin(test, [agent, supervisor], loginName, reason);

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
    for (let count = 0; count < 5; count += 1) await tryPassword(test, 'li.wei', 'wrong-Password-1');
    expect(await signsIn(test, 'li.wei')).toBe(false);
    const login = await ofLogin('li.wei');
    const glance = await agent.get(`/api/desk/customer?customerId=${login.customerId}`);
    expect(glance.json().logins[0].lockedUntil).not.toBeNull();
    expect((await agent.post('/api/desk/access/unlock', login)).statusCode).toBe(200);
    expect(await newestMail()).toMatchObject({
      subject: 'We changed your online access',
      body: expect.stringContaining('We unlocked your sign-in.'),
    });
    expect(await signsIn(test, 'li.wei')).toBe(true);
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
      for (let count = 0; count < 5; count += 1) await tryPassword(test, 'sam.rivera', 'wrong-Password-1');
      const { sequenceNumber } = await findPreferences(database, login.userId);
      const preferences = { ...defaultNotifications, turnOffAll: isOff === 'by the customer' };
      const save = { userId: login.userId, sequenceNumber, preferences, at: clock.now() };
      expect(await inTransaction(database, (transaction) => savePreferences(transaction, save))).toBe(true);
      const options = { 'notificationOptions.hideRestrictedPasswordViolation': isOff === 'by the institution' };
      await test.withOptions(options, async () => {
        const mails = await countMails();
        expect((await agent.post('/api/desk/access/unlock', login)).statusCode).toBe(200);
        expect(await countMails()).toBe(mails);
      });
    }
    expect(await signsIn(test, 'sam.rivera')).toBe(true);
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
