import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test as it } from 'vitest';
import { type TimelineKind, timelineKinds } from '#common/desk/desk-lists.ts';
import { enqueueHostTask, runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import { restrictUser } from '#server/identity/sign-in/restrict-user.command.ts';
import { recordEmailChange } from '#server/identity/users/email-changes.queries.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { deferCommand } from '#server/payments/operator/defer.cli.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { smallPdf } from '#tests/builders/uploads.ts';
import { timelineEvents } from './timeline-events.ts';

const customerId = '400102';
let test: TestApp;
let agent: DeskCaller;
let userId: number;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  await test.signIn('li.wei');
  agent = await enterDesk(test, 'agent');
  await agent.open(customerId);
  userId = (await findUserByLogin(test.services.database, 'li.wei'))?.userId ?? 0;
});

afterAll(() => test.close());

interface Entry {
  readonly id: string;
  readonly kind: TimelineKind;
  readonly title: string;
  readonly detail: string;
}

async function timeline(kind?: TimelineKind): Promise<readonly Entry[]> {
  const filter = kind === undefined ? '' : `&kind=${kind}`;
  return (await agent.get(`/api/desk/customer/timeline?customerId=${customerId}${filter}`)).json().entries;
}

function record(event: string, details: Readonly<Record<string, string>>, of: number | null = userId) {
  return inTransaction(test.services.database, (transaction) =>
    test.services.audit.record(transaction, { event, userId: of, details }),
  );
}

it.each(Object.entries(timelineEvents))('%s is in the timeline once, under its kind', async (event, kind) => {
  await record(event, { customerId });
  const words = event.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  expect((await timeline(kind)).filter((entry) => entry.title === title)).toHaveLength(1);
});

it('a refused sign-in is there with the address it came from', async () => {
  const payload = { username: 'li.wei', password: 'wrong-Password-1' };
  await test.app.inject({ method: 'POST', url: '/api/login/userlogin', payload });
  const refused = (await timeline('signIn')).find(({ title }) => title === 'Sign in refused');
  expect(refused?.detail).toBe('wrong password, code, or passkey, from 127.0.0.1');
});

it.each([
  ['sign-in-refused', 'LockedOnBadPassword', 'wrong password for the last time, so the login is locked'],
  ['sign-in-refused', 'TooManyCodes 12', 'too many security codes were sent'],
  ['security-code-refused', 'CodeExpired', 'the security code had expired'],
  ['password-confirmation-refused', 'InvalidCurrentPassword', 'wrong password'],
])('%s because of %s is said in words', async (event, code, words) => {
  const ipAddress = '198.51.100.9';
  await record(event, { code, ipAddress });
  expect((await timeline('signIn')).map(({ detail }) => detail)).toContain(`${words}, from ${ipAddress}`);
});

it('a payment leads to its page, and nothing else does', async () => {
  await agent.open('400101');
  const { entries } = (await agent.get('/api/desk/customer/timeline?customerId=400101')).json();
  const [payments, others] = [true, false].map((of) =>
    entries.filter(({ kind }: Entry) => (kind === 'payment') === of),
  );
  expect(others.every(({ paymentId }: { paymentId: unknown }) => paymentId === null)).toBe(true);
  expect(payments.length).toBeGreaterThan(0);
  for (const { paymentId, title } of payments) {
    const payment = await agent.get(`/api/desk/payment?customerId=400101&paymentId=${paymentId}`);
    expect(title).toContain(payment.json().reference);
  }
});

it('what happened to a customer without a login is there too', async () => {
  await record('email-correction-dropped', { customerId, why: 'changed' }, null);
  const dropped = (await timeline('account')).filter(({ title }) => title === 'Email correction dropped');
  expect(dropped).toHaveLength(2);
});

it('what an operator did is there with their name, and what staff did only once', async () => {
  await restrictUser(test.services, 'li.wei', { restricted: true, by: 'Ana Silva' });
  await restrictUser(test.services, 'li.wei', { restricted: false, by: 'Ana Silva' });
  expect((await timeline('account')).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Ana Silva: User restricted', 'Ana Silva: User opened']),
  );
  await agent.post('/api/desk/access/restrict', { customerId, userId, reason: 'Reported stolen' });
  const restricted = (await timeline()).filter(({ title }) => title.startsWith(agent.emailAddress));
  expect(restricted.map(({ title, kind }) => [title, kind])).toContainEqual([
    `${agent.emailAddress}: Restricted the login`,
    'staff',
  ]);
  expect(restricted.filter(({ title }) => title.includes('User restricted'))).toEqual([]);
});

it('a look that first needed a reason or a confirmation is no refusal, unlike one that was refused', async () => {
  const shut = await enterDesk(test, 'agent');
  expect((await shut.get(`/api/desk/customer?customerId=${customerId}`)).json()).toEqual({ error: 'OpenFirst' });
  const refused = async () => (await timeline('staff')).filter(({ title }) => title.endsWith(': Refused'));
  const before = await refused();
  const reset = { customerId, userId, reason: 'Lost phone', checks: ['calledBack', 'birthDateAndSsn'] };
  expect((await agent.post('/api/desk/access/reset-second-factor', reset)).json()).toEqual({ error: 'ConfirmFirst' });
  expect(await refused()).toEqual(before);
  await agent.post('/api/desk/inbox/close', { customerId, conversationId: 999_999, reason: 'Answered by phone' });
  expect(await refused()).toHaveLength(before.length + 1);
  const recorded = await auditOf(test, 'desk-refused');
  for (const code of ['OpenFirst', 'ConfirmFirst', 'NotFound']) {
    expect(recorded).toContainEqual(expect.objectContaining({ code, customerId }));
  }
});

it('what a second person decided is there with what it was and why', async () => {
  const supervisor = await enterDesk(test, 'supervisor');
  await supervisor.open(customerId);
  const restricted = { customerId, userId, reason: 'Asked by phone' };
  await restrictUser(test.services, 'li.wei', { restricted: true, by: 'Ana Silva' });
  expect((await agent.post('/api/desk/access/ask-release', restricted)).json()).toEqual({});
  const listed = async (list: 'open' | 'decided') => {
    const items = (await supervisor.get('/api/desk/approvals')).json()[list];
    return items.filter((item: { customerId: string }) => item.customerId === customerId);
  };
  const open = await listed('open');
  expect(open).toMatchObject([{ deciders: ['supervisor'], obstacle: null, notMadeBecause: '' }]);
  await supervisor.confirm();
  const { workItemId } = open[0];
  await restrictUser(test.services, 'li.wei', { restricted: false, by: 'Ana Silva' });
  const decision = { workItemId, reason: 'Called back' };
  expect((await supervisor.post('/api/desk/approvals/approve', decision)).json()).toMatchObject({ outcome: 'refused' });
  const why = 'The login was released meanwhile.';
  expect(await listed('decided')).toMatchObject([{ decisionReason: 'Called back', notMadeBecause: why }]);
  expect(await timeline('staff')).toContainEqual(
    expect.objectContaining({
      title: `${supervisor.emailAddress}: Approved a request (Open a restricted login)`,
      detail: `Called back. Not made: ${why}`,
    }),
  );
});

it('what an operator did to a loan at the command line is there with the loan and their name', async () => {
  const accountNumber = '101-005520-1';
  expect(await deferCommand.run([accountNumber, '1', '--by', 'Ana Silva'], test.services)).toBe(0);
  const deferred = (await timeline('loan')).filter(({ title }) => title === 'Ana Silva: Payments deferred');
  expect(deferred).toMatchObject([{ detail: expect.stringContaining(accountNumber) }]);
  await agent.open('400101');
  const other = await agent.get('/api/desk/customer/timeline?customerId=400101&kind=loan');
  expect(other.json().entries).not.toContainEqual(expect.objectContaining({ detail: deferred[0]?.detail }));
});

it('messages to an address stay when it changes', async () => {
  const before = await timeline('sent');
  expect(before.length).toBeGreaterThan(0);
  const customer = await test.services.host.findCustomer(customerId);
  await inTransaction(test.services.database, async (transaction) => {
    const { services } = test;
    await recordEmailChange(transaction, userId, customer?.emailAddress ?? '', services.clock.now());
    const task = { kind: 'changeEmailAddress', customerId, emailAddress: 'li@new.example' } as const;
    await enqueueHostTask(services, transaction, task);
  });
  await runHostTasks(test.services, new AbortController().signal);
  expect((await test.services.host.findCustomer(customerId))?.emailAddress).toBe('li@new.example');
  expect((await timeline('sent')).map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
});

it('every kind of its filter occurs', async () => {
  const content = Buffer.from(smallPdf.content).toString('base64');
  const file = { customerId, fileName: 'Notice.pdf', content, reason: 'Asked by phone' };
  expect((await agent.post('/api/desk/documents/deliver', file)).statusCode).toBe(200);
  await sql`insert into contact_messages (message_type, user_id, name, email_address, branch, subject, message,
      user_agent, ip_address, received_at)
    values ('Question', ${userId}, 'Li Wei', 'li@example.com', '101', 'Rates', 'What does a car loan cost?', '', '',
      ${test.clock.now().toString()})`.execute(test.services.database);
  const found = new Set<TimelineKind>();
  for (const each of [customerId, '400101', '400103', '400104']) {
    await agent.open(each);
    const shown = (kind: TimelineKind) => agent.get(`/api/desk/customer/timeline?customerId=${each}&kind=${kind}`);
    for (const kind of timelineKinds) if ((await shown(kind)).json().entries.length > 0) found.add(kind);
  }
  expect([...found].toSorted()).toEqual([...timelineKinds].toSorted());
});

it('a change of the login is found by its kind behind any number of refused sign-ins', async () => {
  await record('login-name-changed', { by: 'Ana Silva' });
  for (let tries = 0; tries < 41; tries += 1) await record('sign-in-refused', { code: 'Invalid' });
  expect((await timeline('account')).map(({ title }) => title)).toContain('Ana Silva: Login name changed');
});
