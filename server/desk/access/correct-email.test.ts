import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hostTasksJob } from '#server/host-tasks/host-tasks.job.ts';
import { recordEmailChange } from '#server/identity/users/email-changes.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { correctEmailsJob } from '#server/profile/correct-emails.job.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

const NEW = 'li.new@example.com';

let test: TestApp;
let agent: DeskCaller;
let supervisor: DeskCaller;
let customerId: string;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  const user = await findUserByLogin(test.services.database, 'li.wei');
  customerId = user?.customerId ?? '';
});

beforeEach(async () => {
  [agent, supervisor] = [await enterDesk(test, 'agent'), await enterDesk(test, 'supervisor')];
  await agent.open(customerId);
  await supervisor.open(customerId);
});

afterAll(() => test.close());

const checks = ['calledBack', 'accountFacts'];
const asked = (emailAddress = NEW) => ({ customerId, emailAddress, checks, reason: 'Old mailbox closed' });

async function glance() {
  const { newEmail, newEmailAsked } = (await agent.get(`/api/desk/customer?customerId=${customerId}`)).json();
  return { newEmail, newEmailAsked };
}

async function requestAndApprove(emailAddress = NEW): Promise<void> {
  expect((await agent.post('/api/desk/access/ask-email', asked(emailAddress))).statusCode).toBe(200);
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find(({ action }: { action: string }) => action === 'correctEmail');
  await supervisor.confirm();
  const approval = { workItemId, reason: 'Called back too' };
  expect((await supervisor.post('/api/desk/approvals/approve', approval)).json().outcome).toBe('approved');
}

async function runJobs(): Promise<void> {
  const { signal } = new AbortController();
  await correctEmailsJob.run(test.services, signal);
  await hostTasksJob.run(test.services, signal);
}

async function addressOnFile(): Promise<string | undefined> {
  await runJobs();
  return (await test.services.host.findCustomer(customerId))?.emailAddress;
}

async function linkToKeep(): Promise<string> {
  const [message] = await listNewestMessages(test.services, 1);
  expect(message).toMatchObject({ recipient: 'li.wei@example.com', subject: 'Your email address is about to change' });
  expect(message?.body).not.toContain(NEW);
  return /keep-email\?token=([\w-]+)/.exec(message?.body ?? '')?.[1] ?? '';
}

const keep = (Token: string) =>
  test.app.inject({ method: 'POST', url: '/api/Profile/KeepEmailAddress', payload: { Token } });

it('asking needs two checks of who is asking, and another address', async () => {
  const request = (changes: object) => agent.post('/api/desk/access/ask-email', { ...asked(), ...changes });
  expect((await request({ checks: ['calledBack'] })).statusCode).toBe(400);
  expect((await request({ emailAddress: 'no address' })).statusCode).toBe(400);
  expect((await request({ emailAddress: 'LI.WEI@example.com' })).json()).toEqual({ error: 'SameAddress' });
  expect(await glance()).toEqual({ newEmail: null, newEmailAsked: false });
});

it('the former address stops the change within a day, once', async () => {
  await requestAndApprove();
  expect(await glance()).toMatchObject({ newEmail: { masked: 'l••••@example.com' }, newEmailAsked: false });
  expect((await agent.post('/api/desk/access/ask-email', asked())).json()).toEqual({ error: 'AskedAlready' });
  const token = await linkToKeep();
  expect((await keep(token)).json()).toMatchObject({ HasNoErrors: true });
  expect((await keep(token)).json()).toMatchObject({ HasNoErrors: false });
  test.clock.moveOn({ hours: 25 });
  expect(await addressOnFile()).toBe('li.wei@example.com');
  expect(await auditOf(test, 'email-correction-objected')).toMatchObject([{ customerId }]);
});

it('staff take it back until then', async () => {
  await requestAndApprove();
  const token = await linkToKeep();
  const back = { customerId, reason: 'Wrong customer' };
  expect((await agent.post('/api/desk/access/withdraw-email', back)).statusCode).toBe(200);
  expect((await agent.post('/api/desk/access/withdraw-email', back)).json()).toEqual({ error: 'NotPlanned' });
  expect((await keep(token)).json()).toMatchObject({ HasNoErrors: false });
  test.clock.moveOn({ hours: 25 });
  expect(await addressOnFile()).toBe('li.wei@example.com');
});

it('after a change in the profile, only the address before it can object', async () => {
  const user = await findUserByLogin(test.services.database, 'li.wei');
  await inTransaction(test.services.database, (transaction) =>
    recordEmailChange(transaction, user?.userId ?? 0, 'li.before@example.com', test.clock.now()),
  );
  await requestAndApprove();
  const [message] = await listNewestMessages(test.services, 1);
  expect(message?.recipient).toBe('li.before@example.com');
  await agent.post('/api/desk/access/withdraw-email', { customerId, reason: 'A test' });
  test.clock.moveOn({ hours: 25 });
});

it('an address that the customer changes meanwhile stays, and the audit log says why', async () => {
  await requestAndApprove();
  test.clock.moveOn({ hours: 25 });
  const customer = await test.services.host.findCustomer(customerId);
  if (!customer) throw new Error(customerId);
  const changed = { ...customer, emailAddress: 'li.other@example.com' };
  await test.withHost({ findCustomer: () => Promise.resolve(changed) }, runJobs);
  expect(await auditOf(test, 'email-correction-dropped')).toMatchObject([{ customerId, why: 'changed' }]);
  expect(await addressOnFile()).toBe('li.wei@example.com');
});

it('without an objection it applies after a day, and the new address is verified', async () => {
  await requestAndApprove();
  const token = await linkToKeep();
  test.clock.moveOn({ hours: 23, minutes: 59 });
  expect(await addressOnFile()).toBe('li.wei@example.com');
  test.clock.moveOn({ minutes: 2 });
  const signedIn = await test.signIn('li.wei');
  expect(await addressOnFile()).toBe(NEW);
  expect((await signedIn.call({ method: 'GET', url: '/api/accountList' })).statusCode).toBe(401);
  expect((await keep(token)).json()).toMatchObject({ HasNoErrors: false });
  const [verification] = (await listNewestMessages(test.services, 3)).filter(({ body }) =>
    body.includes('verifyEmail'),
  );
  expect(verification?.recipient).toBe(NEW);
  expect(await auditOf(test, 'email-corrected')).toMatchObject([{ customerId }]);
  // The email with the link names its customer, and yet stays with the address it was written to.
  const warnings = await test.services.database
    .selectFrom('outbox_messages')
    .select(['recipient', 'customer_id'])
    .where('kind', '=', 'profileMail.emailCorrectedBody')
    .where('sent_at', 'is', null)
    .orderBy('message_id', 'desc')
    .limit(1)
    .execute();
  expect(warnings).toEqual([{ recipient: 'li.wei@example.com', customer_id: customerId }]);
});
