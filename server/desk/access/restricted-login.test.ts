import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { restrictUser } from '#server/identity/sign-in/restrict-user.command.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { demonstrationStaff } from '#server/desk/staff/demonstration-staff.ts';
import { changeRights, findStaffByEmail } from '#server/desk/staff/staff.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { DeskRole } from '#common/desk/permissions.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { listWaitingRequests, openLogin, signsIn, tryPassword } from '#tests/builders/login-help.ts';

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

const ofLogin = (loginName: string) => openLogin(test, [agent, supervisor], loginName, 'Reported stolen');

describe('a restricted login', () => {
  it('is unlocked without a word to the customer, whose password does not work again', async () => {
    const login = await ofLogin('margaret.okafor');
    for (let count = 0; count < 5; count += 1) await tryPassword(test, 'margaret.okafor', 'wrong-Password-1');
    await agent.post('/api/desk/access/restrict', login);
    const countMails = async () => (await listNewestMessages(test.services, 1_000)).length;
    const mails = await countMails();
    expect((await agent.post('/api/desk/access/unlock', login)).statusCode).toBe(200);
    expect(await countMails()).toBe(mails);
    expect(await signsIn(test, 'margaret.okafor')).toBe(false);
    await restrictUser(test.services, 'margaret.okafor', { restricted: false, by: 'Ana Silva' });
  });

  async function restrictAndAsk(loginName: string) {
    const login = await ofLogin(loginName);
    await agent.post('/api/desk/access/restrict', login);
    expect(await signsIn(test, loginName)).toBe(false);
    expect((await agent.post('/api/desk/access/ask-release', login)).statusCode).toBe(200);
    const open = await listWaitingRequests(agent);
    return { login, workItemId: open[0].workItemId as number, item: open[0] };
  }

  it('is opened by a second person, and the customer can sign in again', async () => {
    const { workItemId, item } = await restrictAndAsk('acme.supply');
    expect(item).toMatchObject({ obstacle: 'NotPermitted', mayWithdraw: true });
    const open = await listWaitingRequests(supervisor);
    expect(open).toMatchObject([{ workItemId, askedBy: 'Alma Ortiz', obstacle: null }]);
    const decision = { workItemId, reason: 'ID checked in branch' };
    expect((await supervisor.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'ConfirmFirst' });
    await supervisor.confirm();
    const approved = await supervisor.post('/api/desk/approvals/approve', decision);
    expect(approved.json()).toEqual({ outcome: 'approved', why: '' });
    const [mail] = await listNewestMessages(test.services, 1);
    expect(mail?.body).toContain('Your online access is no longer restricted.');
    expect(await signsIn(test, 'acme.supply')).toBe(true);
    expect(await auditOf(test, 'desk-approved')).toMatchObject([{ workItemId, staff: supervisor.emailAddress }]);
    expect((await supervisor.post('/api/desk/approvals/approve', decision)).json()).toEqual({ error: 'NoLongerOpen' });
  });

  it('stays restricted when a second person declines', async () => {
    const { workItemId } = await restrictAndAsk('pat.empty');
    const declined = await supervisor.post('/api/desk/approvals/decline', { workItemId, reason: 'Still suspicious' });
    expect(declined.statusCode).toBe(200);
    expect(await signsIn(test, 'pat.empty')).toBe(false);
  });

  it('that an operator opened meanwhile needs no decision anymore', async () => {
    const { workItemId } = await restrictAndAsk('pat.empty');
    await restrictUser(test.services, 'pat.empty', { restricted: false, by: 'operator' });
    await supervisor.confirm();
    const approved = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'ID checked' });
    expect(approved.json()).toEqual({ outcome: 'refused', why: 'The login was released meanwhile.' });
  });

  it("can't be opened by the person who asks, not even in a second session", async () => {
    const login = await ofLogin('no.mail');
    await supervisor.post('/api/desk/access/restrict', login);
    await supervisor.post('/api/desk/access/ask-release', login);
    const second = await enterDesk(test, 'supervisor');
    await second.confirm();
    const open = await listWaitingRequests(second);
    expect(open).toMatchObject([{ obstacle: 'OwnRequest' }]);
    const alone = { workItemId: open[0].workItemId, reason: 'I am sure' };
    expect((await second.post('/api/desk/approvals/approve', alone)).json()).toEqual({ error: 'OwnRequest' });
    expect((await second.post('/api/desk/approvals/decline', alone)).json()).toEqual({ error: 'OwnRequest' });
    expect(await auditOf(test, 'desk-refused')).toContainEqual(
      expect.objectContaining({ code: 'OwnRequest', reason: 'I am sure', workItemId: alone.workItemId }),
    );
    expect(await signsIn(test, 'no.mail')).toBe(false);
    expect((await second.post('/api/desk/approvals/withdraw', alone)).statusCode).toBe(200);
  });

  it.each([
    ['the one who asked set the rights of the one who approves', [['agent', 'supervisor']]],
    ['the one who approves set the rights of the one who asked', [['supervisor', 'agent']]],
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
    const login = await ofLogin('no.mail');
    await agent.post('/api/desk/access/ask-release', login);
    expect(await obstacle()).toBe('RightsChangedRecently');
    test.clock.moveOn({ hours: 25 });
    await enterBoth();
    await supervisor.confirm();
    const workItemId = (await listWaitingRequests(supervisor))[0].workItemId;
    const decision = { workItemId, reason: 'looks fine' };
    expect((await supervisor.post('/api/desk/approvals/approve', decision)).json()).toEqual({
      error: 'RightsChangedRecently',
    });
    await agent.post('/api/desk/approvals/withdraw', decision);
    await agent.post('/api/desk/access/ask-release', await ofLogin('no.mail'));
    expect(await obstacle()).toBeNull();
    const again = (await listWaitingRequests(agent))[0].workItemId;
    await agent.post('/api/desk/approvals/withdraw', { ...decision, workItemId: again });
  });

  async function obstacle(): Promise<unknown> {
    return (await listWaitingRequests(supervisor))[0].obstacle;
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
