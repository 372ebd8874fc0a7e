import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOf, callerWith } from '#tests/builders/desk-journey.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';
import { inviteStaff } from './change-staff.command.ts';
import { insertWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { deskCommand } from './desk.cli.ts';
import { admitProvidedPerson } from './enter-by-provider.command.ts';
import { findInvited, findStaffByEmail } from './staff.queries.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const DESK = 'http://localhost';

/** A real OpenID Connect provider that signs in the person a test names. */
let server: Server;
let issuer: string;
let test: TestApp;
let roles: readonly string[] = ['agent', 'everyone'];
/** The claim about the email address; undefined leaves it out. */
let isVerified: boolean | undefined = true;

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'passbook-desk',
        client_secret: 'a-secret-of-the-desk',
        redirect_uris: [`${DESK}/api/desk/entry/provider-return`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['cookies-of-the-provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'roles'] },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@bank.example`,
        email_verified: isVerified,
        name: `Name of ${id}`,
        roles,
      }),
    }),
    interactions: { url: (_context, { uid }) => `/known/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
  });
  async function answer(...[request, response]: Parameters<ReturnType<typeof provider.callback>>) {
    if (!request.url?.startsWith('/known/')) return provider.callback()(request, response);
    const { params } = await provider.interactionDetails(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: String(params['login_hint']) } });
  }
  test = await createTestApp({
    environment: {
      PASSBOOK_DESK: 'on',
      PASSBOOK_DESK_URL: DESK,
      PASSBOOK_DESK_OIDC_ISSUER: issuer,
      PASSBOOK_DESK_OIDC_CLIENT_ID: 'passbook-desk',
      PASSBOOK_DESK_OIDC_CLIENT_SECRET: 'a-secret-of-the-desk',
    },
  });
});

afterAll(async () => {
  await test.close();
  server.closeAllConnections();
  server.close();
});

function cookiesOf(response: { readonly cookies: readonly { name: string; value: string }[] }): string {
  return response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Walks through the provider's pages as `subject`. Returns the address it sends the browser back to. */
async function walk(start: string, subject: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = `${start}&login_hint=${subject}`;
  for (let steps = 0; steps < 8 && !address.startsWith(`${DESK}/`); steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    address = new URL(response.headers.get('location') ?? `${DESK}/stopped`, issuer).href;
  }
  return address.slice(DESK.length);
}

async function begin(query = '', cookie = '') {
  const begun = await test.app.inject({ url: `/api/desk/entry/provider${query}`, headers: { cookie } });
  return { address: String(begun.headers['location']), cookie: cookiesOf(begun) };
}

async function signIn(subject: string) {
  const { address, cookie } = await begin();
  return test.app.inject({ url: await walk(address, subject), headers: { cookie } });
}

it('staff sign in at the identity provider, which names their role', async () => {
  const entered = await signIn('vera');
  expect([entered.statusCode, entered.headers['location']]).toEqual([303, `${DESK}/desk`]);
  const vera = callerWith(test.app, 'vera@bank.example', cookiesOf(entered));
  expect((await vera.get('/api/desk/session')).json()).toMatchObject({ name: 'Name of vera', role: 'agent' });
});

it('someone without a role has no access, and loses it when the provider takes the role away', async () => {
  const vera = callerWith(test.app, 'vera@bank.example', cookiesOf(await signIn('vera')));
  roles = ['everyone'];
  try {
    expect((await signIn('stranger')).json()).toEqual({ error: 'NoRole' });
    expect((await signIn('vera')).json()).toEqual({ error: 'NoRole' });
    expect((await vera.get('/api/desk/session')).statusCode).toBe(401);
    const refused = await auditOf(test, 'desk-sign-in-refused');
    expect(refused).toMatchObject([
      { code: 'NoRole', staff: 'stranger@bank.example' },
      { code: 'NoRole', staff: 'vera@bank.example' },
    ]);
    expect(await auditOf(test, 'desk-staff-role-changed')).toMatchObject([
      { staff: 'vera@bank.example', by: 'identity provider', before: 'agent', after: '' },
    ]);
  } finally {
    roles = ['agent'];
  }
});

it('the answer for another browser, or a second time, lets no one in', async () => {
  const [mine, theirs] = [await begin(), await begin()];
  const returned = await walk(mine.address, 'vera');
  const elsewhere = await test.app.inject({ url: returned, headers: { cookie: theirs.cookie } });
  expect(elsewhere.json()).toEqual({ error: 'ProviderRefused' });
  const own = { url: returned, headers: { cookie: mine.cookie } };
  expect((await test.app.inject(own)).statusCode).toBe(303);
  expect((await test.app.inject(own)).json()).toEqual({ error: 'EntryOver' });
});

it('a confirmation needs a fresh sign-in by the same person', async () => {
  const session = cookiesOf(await signIn('vera'));
  const vera = callerWith(test.app, 'vera@bank.example', session);
  expect((await vera.post('/api/desk/begin-confirmation', {})).json()).toMatchObject({ by: 'provider' });
  const foreign = await begin('?confirm=yes', session);
  const asOther = await test.app.inject({
    url: await walk(foreign.address, 'otto'),
    headers: { cookie: foreign.cookie },
  });
  expect(asOther.json()).toEqual({ error: 'ProviderRefused' });
  const own = await begin('?confirm=yes', session);
  expect(own.address).toContain('prompt=login');
  const confirmed = await test.app.inject({ url: await walk(own.address, 'vera'), headers: { cookie: own.cookie } });
  expect(confirmed.statusCode).toBe(303);
  const decision = { workItemId: 999_999, reason: 'no such item' };
  expect((await vera.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'NotFound' });
});

/** Someone with a role, who has just proved who they are. */
async function enterAs(subject: string, role: string) {
  roles = [role];
  try {
    const caller = callerWith(test.app, `${subject}@bank.example`, cookiesOf(await signIn(subject)));
    const own = await begin('?confirm=yes', caller.cookie);
    await test.app.inject({ url: await walk(own.address, subject), headers: { cookie: own.cookie } });
    return caller;
  } finally {
    roles = ['agent'];
  }
}

it('someone whose access a person ended stays out, until a person gives it back', async () => {
  const chief = await enterAs('chief', 'administrator');
  const vera = callerWith(test.app, 'vera@bank.example', cookiesOf(await signIn('vera')));
  const { staffId } = (await vera.get('/api/desk/session')).json();
  const change = { staffId, reason: 'Under investigation' };
  expect((await chief.post('/api/desk/staff/reopen', change)).json()).toEqual({ error: 'NotFound' });
  expect((await chief.post('/api/desk/staff/end', change)).statusCode).toBe(200);
  expect((await signIn('vera')).json()).toEqual({ error: 'AccessEnded' });
  expect((await chief.post('/api/desk/staff/reopen', change)).statusCode).toBe(200);
  expect((await signIn('vera')).statusCode).toBe(303);
  expect(await auditOf(test, 'desk-staff-reopened')).toMatchObject([{ ofStaffId: staffId, after: 'agent' }]);
});

it('the role of someone who signs in at the identity provider is changed only there', async () => {
  const chief = await enterAs('chief', 'administrator');
  const vera = callerWith(test.app, 'vera@bank.example', cookiesOf(await signIn('vera')));
  const { staffId } = (await vera.get('/api/desk/session')).json();
  const change = { staffId, role: 'supervisor', reason: 'Promoted' };
  expect((await chief.post('/api/desk/staff/role', change)).json()).toEqual({ error: 'ProviderSetsRights' });
  expect((await vera.get('/api/desk/session')).json()).toMatchObject({ role: 'agent' });
});

it('with an identity provider, no one signs in with a passkey or invites', async () => {
  const call = (url: string, payload: object) =>
    test.app.inject({ method: 'POST', url, payload, headers: { 'passbook-desk': '1' } });
  const chief = await enterAs('chief', 'administrator');
  const invited = { emailAddress: 'beside@bank.example', name: 'Beside', role: 'supervisor', reason: 'New colleague' };
  expect((await chief.post('/api/desk/staff/invite', invited)).json()).toEqual({ error: 'ProviderSignsIn' });
  expect((await call('/api/desk/entry/begin-passkey', {})).json()).toEqual({ error: 'ProviderSignsIn' });
  const device = new VirtualAuthenticator();
  device.make({ challenge: 'AAAA', user: { id: 'AAAA' } });
  const assertion = device.sign({ challenge: 'AAAA' });
  expect((await call('/api/desk/entry/passkey', assertion)).json()).toEqual({ error: 'ProviderSignsIn' });
  // As an administrator invited before the institution had a provider.
  const { services } = test;
  const { staffId: invitedBy } = (await chief.get('/api/desk/session')).json();
  const earlier = { ...invited, role: 'supervisor' as const, invitedBy, deskUrl: DESK };
  const made = await inTransaction(services.database, (transaction) => inviteStaff(services, transaction, earlier));
  const token = (made ?? '').split('#')[1];
  expect((await call('/api/desk/entry/begin-enrollment', { token })).json()).toEqual({ error: 'ProviderSignsIn' });
});

it('an operator at the command line lets someone in while the identity provider is down', async () => {
  const call = (url: string, payload: object) =>
    test.app.inject({ method: 'POST', url, payload, headers: { 'passbook-desk': '1' } });
  const args = ['invite', 'rescue@bank.example', '--role', 'administrator', '--by', 'op'];
  expect(await deskCommand.run(args, test.services)).toBe(0);
  const mail = (await listNewestMessages(test.services, 20)).find(
    ({ recipient }) => recipient === 'rescue@bank.example',
  );
  const token = /invitation#([\w-]+)/.exec(mail?.body ?? '')?.[1];
  const begun = await call('/api/desk/entry/begin-enrollment', { token });
  const device = new VirtualAuthenticator();
  const entered = await call('/api/desk/entry/enroll', { token, passkey: device.make(begun.json().options) });
  expect(entered.statusCode).toBe(200);
  const rescue = callerWith(test.app, 'rescue@bank.example', cookiesOf(entered));
  expect((await rescue.get('/api/desk/session')).json()).toMatchObject({ role: 'administrator' });
});

it('someone of the identity provider and someone with a passkey beside it may be one person, so they decide nothing together', async () => {
  const { services } = test;
  const deskUrl = DESK;
  const requestAs = (emailAddress: string) =>
    inTransaction(services.database, async (transaction) => {
      const asker = await findStaffByEmail(transaction, emailAddress);
      const item = {
        action: 'releaseLogin',
        customerId: '400102',
        customerName: 'Li Wei',
        input: { userId: '1' },
        before: {},
        after: {},
        reason: 'Called back',
        askedBy: asker?.staffId ?? 0,
      } as const;
      const workItemId = await insertWorkItem(transaction, item, services.clock.now());
      return { workItemId: workItemId ?? 0, reason: 'Looks right' };
    });
  const beside = { emailAddress: 'sol.at.home@example.com', name: 'Sol', role: 'supervisor', invitedBy: null } as const;
  await inTransaction(services.database, (transaction) => inviteStaff(services, transaction, { ...beside, deskUrl }));
  const decision = await requestAs(beside.emailAddress);
  const sol = await enterAs('sol', 'supervisor');
  const { open } = (await sol.get('/api/desk/approvals')).json();
  const { workItemId } = decision;
  expect(open).toContainEqual(
    expect.objectContaining({ workItemId, obstacle: 'MayBeSamePerson', mayDecline: true, mayWithdraw: false }),
  );
  expect((await sol.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'MayBeSamePerson' });
  expect((await sol.post('/api/desk/approvals/decline', decision)).json()).toEqual({});

  const colleague = await enterAs('uma', 'agent');
  const { workItemId: other } = await requestAs(colleague.emailAddress);
  const again = (await sol.get('/api/desk/approvals')).json().open;
  expect(again).toContainEqual(expect.objectContaining({ workItemId: other, obstacle: null, mayDecline: true }));
  expect((await sol.post('/api/desk/approvals/decline', { ...decision, workItemId: other })).json()).toEqual({});
});

it('someone who had a passkey comes over once an operator allows it, and stays one person under dual control', async () => {
  const { services } = test;
  const emailAddress = 'pia@bank.example';
  const deskUrl = DESK;
  const invitation = { emailAddress, name: 'Pia', role: 'supervisor' as const, invitedBy: null, deskUrl };
  const asked = await inTransaction(services.database, async (transaction) => {
    const invited = await inviteStaff(services, transaction, invitation);
    const pia = await findStaffByEmail(transaction, emailAddress);
    const change = {
      action: 'releaseLogin',
      customerId: '400102',
      customerName: 'Li Wei',
      reason: 'Called back',
    } as const;
    const values = { input: { userId: '1' }, before: {}, after: {}, askedBy: pia?.staffId ?? 0 };
    const workItemId = await insertWorkItem(transaction, { ...change, ...values }, services.clock.now());
    return { staffId: pia?.staffId, workItemId, token: (invited ?? '').split('#')[1] ?? '' };
  });
  const link = () => deskCommand.run(['link', 'Pia@bank.example', '--by', 'op'], services);

  roles = ['supervisor'];
  try {
    expect((await signIn('pia')).json()).toEqual({ error: 'NoRole' });
    expect(await link()).toBe(0);
    const other = {
      subject: 'someone',
      emailAddress: 'other@bank.example',
      emailIsVerified: true,
      name: 'Other',
      role: undefined,
    };
    await expect(admitProvidedPerson(services, other)).rejects.toThrow('NoRole');
  } finally {
    roles = ['agent'];
  }
  const pia = await enterAs('pia', 'supervisor');
  const { staffId, role } = (await pia.get('/api/desk/session')).json();
  expect([staffId, role]).toEqual([asked.staffId, 'supervisor']);
  const decision = { workItemId: asked.workItemId, reason: 'Looks right' };
  expect((await pia.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'OwnRequest' });
  expect(await auditOf(test, 'desk-staff-linked')).toMatchObject([{ staffId, staff: emailAddress }]);

  expect(await findInvited(services.database, asked.token, services.clock.now())).toBeUndefined();
  const thief = { subject: 'thief', emailAddress, emailIsVerified: true, name: 'Pia', role: 'supervisor' as const };
  await expect(admitProvidedPerson(services, thief)).rejects.toThrow('NoRole');
  expect(await link()).toBe(1);
});

it.each([
  [undefined, 'claim', 'EmailNotVerified'],
  [undefined, 'verified', undefined],
  [false, 'verified', 'ProviderRefused'],
] as const)(
  'with email_verified %s and the setting %s, a link is answered with %s',
  async (claim, setting, refusal) => {
    const { services } = test;
    const subject = `nia-${String(claim)}-${setting}`;
    const invitation = {
      emailAddress: `${subject}@bank.example`,
      name: 'Nia',
      role: 'agent' as const,
      invitedBy: null,
    };
    await inTransaction(services.database, (transaction) =>
      inviteStaff(services, transaction, { ...invitation, deskUrl: DESK }),
    );
    expect(await deskCommand.run(['link', invitation.emailAddress, '--by', 'op'], services)).toBe(0);
    const provider = services.config.desk?.provider as { emailsAreVerified: boolean } | undefined;
    if (!provider) throw new Error('The desk has no provider');
    isVerified = claim;
    provider.emailsAreVerified = setting === 'verified';
    try {
      const entered = await signIn(subject);
      expect(entered.statusCode).toBe(refusal === undefined ? 303 : 403);
      expect(refusal === undefined ? undefined : entered.json().error).toBe(refusal);
      const staff = await findStaffByEmail(services.database, invitation.emailAddress);
      expect(staff?.providerSubject).toBe(refusal === undefined ? subject : null);
    } finally {
      isVerified = true;
      provider.emailsAreVerified = false;
    }
  },
);

it('a role that was lost at the provider ends with the session, and with the next confirmation', async () => {
  const may = callerWith(test.app, 'may@bank.example', cookiesOf(await signIn('may')));
  const hours = test.services.config.desk?.sessionHours ?? 0;
  for (let passed = 0; passed < hours * 60 - 10; passed += 10) {
    test.clock.moveOn({ minutes: 10 });
    expect((await may.get('/api/desk/session')).statusCode).toBe(200);
  }
  test.clock.moveOn({ minutes: 10 });
  expect((await may.get('/api/desk/session')).statusCode).toBe(401);

  const again = callerWith(test.app, 'may@bank.example', cookiesOf(await signIn('may')));
  roles = ['everyone'];
  try {
    const own = await begin('?confirm=yes', again.cookie);
    const confirmed = await test.app.inject({ url: await walk(own.address, 'may'), headers: { cookie: own.cookie } });
    expect(confirmed.json()).toEqual({ error: 'NoRole' });
    expect((await again.get('/api/desk/session')).statusCode).toBe(401);
  } finally {
    roles = ['agent'];
  }
});

it('the permission to come over ends after three days', async () => {
  const { services } = test;
  const emailAddress = 'late@bank.example';
  const invitation = { emailAddress, name: 'Late', role: 'agent' as const, invitedBy: null, deskUrl: DESK };
  await inTransaction(services.database, (transaction) => inviteStaff(services, transaction, invitation));
  expect(await deskCommand.run(['link', emailAddress, '--by', 'op'], services)).toBe(0);
  test.clock.moveOn({ hours: 72 });
  const late = { subject: 'late', emailAddress, emailIsVerified: true, name: 'Late', role: 'agent' as const };
  await expect(admitProvidedPerson(services, late)).rejects.toThrow('NoRole');
});
