import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOf, callerWith } from '#tests/builders/desk-journey.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { createProviderScene, DESK_URL, type ProviderScene } from '#tests/builders/provider-scene.ts';
import { VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';
import { inviteStaff } from './change-staff.command.ts';

let scene: ProviderScene;

beforeAll(async () => {
  scene = await createProviderScene();
});

afterAll(() => scene.close());

it('staff sign in at the identity provider, which names their role', async () => {
  const entered = await scene.signIn('vera');
  expect([entered.statusCode, entered.headers['location']]).toEqual([303, `${DESK_URL}/desk`]);
  const vera = callerWith(scene.test.app, 'vera@bank.example', scene.cookiesOf(entered));
  expect((await vera.get('/api/desk/session')).json()).toMatchObject({ name: 'Name of vera', role: 'agent' });
});

it('someone without a role has no access, and loses it when the provider takes the role away', async () => {
  const vera = await scene.enter('vera');
  await scene.withRoles(['everyone'], async () => {
    expect((await scene.signIn('stranger')).json()).toEqual({ error: 'NoRole' });
    expect((await scene.signIn('vera')).json()).toEqual({ error: 'NoRole' });
    expect((await vera.get('/api/desk/session')).statusCode).toBe(401);
    const refused = await auditOf(scene.test, 'desk-sign-in-refused');
    expect(refused).toMatchObject([
      { code: 'NoRole', staff: 'stranger@bank.example' },
      { code: 'NoRole', staff: 'vera@bank.example' },
    ]);
    expect(await auditOf(scene.test, 'desk-staff-role-changed')).toMatchObject([
      { staff: 'vera@bank.example', by: 'identity provider', before: 'agent', after: '' },
    ]);
  });
});

it('the answer for another browser, or a second time, lets no one in', async () => {
  const [mine, theirs] = [await scene.begin(), await scene.begin()];
  const returned = await scene.walk(mine.address, 'vera');
  const elsewhere = await scene.test.app.inject({ url: returned, headers: { cookie: theirs.cookie } });
  expect(elsewhere.json()).toEqual({ error: 'ProviderRefused' });
  const own = { url: returned, headers: { cookie: mine.cookie } };
  expect((await scene.test.app.inject(own)).statusCode).toBe(303);
  expect((await scene.test.app.inject(own)).json()).toEqual({ error: 'EntryOver' });
});

it('a confirmation needs a fresh sign-in by the same person', async () => {
  const vera = await scene.enter('vera');
  expect((await vera.post('/api/desk/begin-confirmation', {})).json()).toMatchObject({ by: 'provider' });
  const foreign = await scene.begin('?confirm=yes', vera.cookie);
  const asOther = await scene.test.app.inject({
    url: await scene.walk(foreign.address, 'otto'),
    headers: { cookie: foreign.cookie },
  });
  expect(asOther.json()).toEqual({ error: 'ProviderRefused' });
  const own = await scene.begin('?confirm=yes', vera.cookie);
  expect(own.address).toContain('prompt=login');
  const confirmed = await scene.test.app.inject({
    url: await scene.walk(own.address, 'vera'),
    headers: { cookie: own.cookie },
  });
  expect(confirmed.statusCode).toBe(303);
  const decision = { workItemId: 999_999, reason: 'no such item' };
  expect((await vera.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'NotFound' });
});

it('someone whose access a person ended stays out, until a person gives it back', async () => {
  const chief = await scene.enterAs('chief', 'administrator');
  const vera = await scene.enter('vera');
  const { staffId } = (await vera.get('/api/desk/session')).json();
  const change = { staffId, reason: 'Under investigation' };
  expect((await chief.post('/api/desk/staff/reopen', change)).json()).toEqual({ error: 'NotFound' });
  expect((await chief.post('/api/desk/staff/end', change)).statusCode).toBe(200);
  expect((await scene.signIn('vera')).json()).toEqual({ error: 'AccessEnded' });
  expect((await chief.post('/api/desk/staff/reopen', change)).statusCode).toBe(200);
  expect((await scene.signIn('vera')).statusCode).toBe(303);
  expect(await auditOf(scene.test, 'desk-staff-reopened')).toMatchObject([{ ofStaffId: staffId, after: 'agent' }]);
});

it('the role of someone who signs in at the identity provider is changed only there', async () => {
  const chief = await scene.enterAs('chief', 'administrator');
  const vera = await scene.enter('vera');
  const { staffId } = (await vera.get('/api/desk/session')).json();
  const change = { staffId, role: 'supervisor', reason: 'Promoted' };
  expect((await chief.post('/api/desk/staff/role', change)).json()).toEqual({ error: 'ProviderSetsRights' });
  expect((await vera.get('/api/desk/session')).json()).toMatchObject({ role: 'agent' });
});

it('with an identity provider, no one signs in with a passkey or invites', async () => {
  const call = (url: string, payload: object) =>
    scene.test.app.inject({ method: 'POST', url, payload, headers: { 'passbook-desk': '1' } });
  const chief = await scene.enterAs('chief', 'administrator');
  const invited = { emailAddress: 'beside@bank.example', name: 'Beside', role: 'supervisor', reason: 'New colleague' };
  expect((await chief.post('/api/desk/staff/invite', invited)).json()).toEqual({ error: 'ProviderSignsIn' });
  expect((await call('/api/desk/entry/begin-passkey', {})).json()).toEqual({ error: 'ProviderSignsIn' });
  const device = new VirtualAuthenticator();
  device.make({ challenge: 'AAAA', user: { id: 'AAAA' } });
  const assertion = device.sign({ challenge: 'AAAA' });
  expect((await call('/api/desk/entry/passkey', assertion)).json()).toEqual({ error: 'ProviderSignsIn' });
  // As an administrator invited before the institution had a provider.
  const { services } = scene.test;
  const { staffId: invitedBy } = (await chief.get('/api/desk/session')).json();
  const earlier = { ...invited, role: 'supervisor' as const, invitedBy, deskUrl: DESK_URL };
  const made = await inTransaction(services.database, (transaction) => inviteStaff(services, transaction, earlier));
  const token = (made ?? '').split('#')[1];
  expect((await call('/api/desk/entry/begin-enrollment', { token })).json()).toEqual({ error: 'ProviderSignsIn' });
});

it('a role that was lost at the provider ends with the session, and with the next confirmation', async () => {
  const may = await scene.enter('may');
  const hours = scene.test.services.config.desk?.sessionHours ?? 0;
  for (let passed = 0; passed < hours * 60 - 10; passed += 10) {
    scene.test.clock.moveOn({ minutes: 10 });
    expect((await may.get('/api/desk/session')).statusCode).toBe(200);
  }
  scene.test.clock.moveOn({ minutes: 10 });
  expect((await may.get('/api/desk/session')).statusCode).toBe(401);

  const again = await scene.enter('may');
  await scene.withRoles(['everyone'], async () => {
    const own = await scene.begin('?confirm=yes', again.cookie);
    const confirmed = await scene.test.app.inject({
      url: await scene.walk(own.address, 'may'),
      headers: { cookie: own.cookie },
    });
    expect(confirmed.json()).toEqual({ error: 'NoRole' });
    expect((await again.get('/api/desk/session')).statusCode).toBe(401);
  });
});
