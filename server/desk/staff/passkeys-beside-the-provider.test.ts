import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditOf, callerWith } from '#tests/builders/desk-journey.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { insertWorkItem } from '#server/desk/approvals/work-items.queries.ts';
import { createProviderScene, DESK_URL, type ProviderScene } from '#tests/builders/provider-scene.ts';
import { VirtualAuthenticator } from '#tests/builders/virtual-authenticator.ts';
import { inviteStaff } from './change-staff.command.ts';
import { deskCommand } from './desk.cli.ts';
import { admitProvidedPerson } from './enter-by-provider.command.ts';
import { findInvited, findStaffByEmail } from './staff.queries.ts';

let scene: ProviderScene;

beforeAll(async () => {
  scene = await createProviderScene();
});

afterAll(() => scene.close());

it('an operator at the command line lets someone in while the identity provider is down', async () => {
  const call = (url: string, payload: object) =>
    scene.test.app.inject({ method: 'POST', url, payload, headers: { 'passbook-desk': '1' } });
  const args = ['invite', 'rescue@bank.example', '--role', 'administrator', '--by', 'op'];
  expect(await deskCommand.run(args, scene.test.services)).toBe(0);
  const mail = (await listNewestMessages(scene.test.services, 20)).find(
    ({ recipient }) => recipient === 'rescue@bank.example',
  );
  const token = /invitation#([\w-]+)/.exec(mail?.body ?? '')?.[1];
  const begun = await call('/api/desk/entry/begin-enrollment', { token });
  const device = new VirtualAuthenticator();
  const entered = await call('/api/desk/entry/enroll', { token, passkey: device.make(begun.json().options) });
  expect(entered.statusCode).toBe(200);
  const rescue = callerWith(scene.test.app, 'rescue@bank.example', scene.cookiesOf(entered));
  expect((await rescue.get('/api/desk/session')).json()).toMatchObject({ role: 'administrator' });
});

it('someone of the identity provider and someone with a passkey beside it may be one person, so they decide nothing together', async () => {
  const { services } = scene.test;
  const deskUrl = DESK_URL;
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
  const sol = await scene.enterAs('sol', 'supervisor');
  const { open } = (await sol.get('/api/desk/approvals')).json();
  const { workItemId } = decision;
  expect(open).toContainEqual(
    expect.objectContaining({ workItemId, obstacle: 'MayBeSamePerson', mayDecline: true, mayWithdraw: false }),
  );
  expect((await sol.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'MayBeSamePerson' });
  expect((await sol.post('/api/desk/approvals/decline', decision)).json()).toEqual({});

  const colleague = await scene.enterAs('uma', 'agent');
  const { workItemId: other } = await requestAs(colleague.emailAddress);
  const again = (await sol.get('/api/desk/approvals')).json().open;
  expect(again).toContainEqual(expect.objectContaining({ workItemId: other, obstacle: null, mayDecline: true }));
  expect((await sol.post('/api/desk/approvals/decline', { ...decision, workItemId: other })).json()).toEqual({});
});

it('someone who had a passkey comes over once an operator allows it, and stays one person under dual control', async () => {
  const { services } = scene.test;
  const emailAddress = 'pia@bank.example';
  const deskUrl = DESK_URL;
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

  await scene.withRoles(['supervisor'], async () => {
    expect((await scene.signIn('pia')).json()).toEqual({ error: 'NoRole' });
    expect(await link()).toBe(0);
    const other = {
      subject: 'someone',
      emailAddress: 'other@bank.example',
      emailIsVerified: true,
      name: 'Other',
      role: undefined,
    };
    await expect(admitProvidedPerson(services, other)).rejects.toThrow('NoRole');
  });
  const pia = await scene.enterAs('pia', 'supervisor');
  const { staffId, role } = (await pia.get('/api/desk/session')).json();
  expect([staffId, role]).toEqual([asked.staffId, 'supervisor']);
  const decision = { workItemId: asked.workItemId, reason: 'Looks right' };
  expect((await pia.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'OwnRequest' });
  expect(await auditOf(scene.test, 'desk-staff-linked')).toMatchObject([{ staffId, staff: emailAddress }]);

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
    const { services } = scene.test;
    const subject = `nia-${String(claim)}-${setting}`;
    const invitation = {
      emailAddress: `${subject}@bank.example`,
      name: 'Nia',
      role: 'agent' as const,
      invitedBy: null,
    };
    await inTransaction(services.database, (transaction) =>
      inviteStaff(services, transaction, { ...invitation, deskUrl: DESK_URL }),
    );
    expect(await deskCommand.run(['link', invitation.emailAddress, '--by', 'op'], services)).toBe(0);
    const provider = services.config.desk?.provider as { emailsAreVerified: boolean } | undefined;
    if (!provider) throw new Error('The desk has no provider');
    scene.claims.isVerified = claim;
    provider.emailsAreVerified = setting === 'verified';
    try {
      const entered = await scene.signIn(subject);
      expect(entered.statusCode).toBe(refusal === undefined ? 303 : 403);
      expect(refusal === undefined ? undefined : entered.json().error).toBe(refusal);
      const staff = await findStaffByEmail(services.database, invitation.emailAddress);
      expect(staff?.providerSubject).toBe(refusal === undefined ? subject : null);
    } finally {
      scene.claims.isVerified = true;
      provider.emailsAreVerified = false;
    }
  },
);

it('the permission to come over ends after three days', async () => {
  const { services } = scene.test;
  const emailAddress = 'late@bank.example';
  const invitation = { emailAddress, name: 'Late', role: 'agent' as const, invitedBy: null, deskUrl: DESK_URL };
  await inTransaction(services.database, (transaction) => inviteStaff(services, transaction, invitation));
  expect(await deskCommand.run(['link', emailAddress, '--by', 'op'], services)).toBe(0);
  scene.test.clock.moveOn({ hours: 72 });
  const late = { subject: 'late', emailAddress, emailIsVerified: true, name: 'Late', role: 'agent' as const };
  await expect(admitProvidedPerson(services, late)).rejects.toThrow('NoRole');
});
