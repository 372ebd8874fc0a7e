import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HostRefused, HostUnavailable } from '#server/host/host-errors.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { raiseGuard } from '#server/platform/db/change-guards.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { customerSubject, type HostTask, withNamedValues } from './host-task.ts';
import { hostTasksCommand } from './host-tasks.cli.ts';
import { listSetAsideTasks } from './host-tasks.queries.ts';
import { readThenChange } from './read-then-change.ts';
import { enqueueHostTask, runHostTasks } from './run-host-tasks.command.ts';

const customerId = '400102';
const stopping = new AbortController().signal;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

function withHost(host: Partial<Host>): Services {
  return { ...testApp.services, host: { ...testApp.services.host, ...host } };
}

const silent: Partial<Host> = {
  changeEmailAddress: () => Promise.reject(new HostUnavailable('unreachable', 'no answer')),
  findCustomer: () => Promise.reject(new HostUnavailable('unreachable', 'no answer')),
};

function enqueue(services: Services, ...tasks: readonly HostTask[]): Promise<void> {
  return inTransaction(services.database, async (transaction) => {
    for (const task of tasks) await enqueueHostTask(services, transaction, task);
  });
}

async function countTasks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from host_tasks`.execute(testApp.services.database);
  return rows[0]?.count ?? 0;
}

async function runWhatWaits(): Promise<number> {
  await sql`update host_tasks set next_attempt_at = now()`.execute(testApp.services.database);
  return runHostTasks(testApp.services, stopping);
}

const mail = (occasion: string): HostTask => ({
  kind: 'mail',
  customerId,
  mail: {
    occasion,
    subject: { key: 'documentMail.deliveredSubject' },
    body: { key: 'documentMail.deliveredBody' },
  },
  at: '2026-11-21T15:00:00Z',
});

const changeAddress = (emailAddress: string): HostTask => ({ kind: 'changeEmailAddress', customerId, emailAddress });

test('a host task runs right after its transaction commits, and never after a rollback', async () => {
  const { services } = testApp;
  const failing = inTransaction(services.database, async (transaction) => {
    await enqueueHostTask(services, transaction, changeAddress('never@example.com'));
    throw new Error('simulated rollback');
  });
  await expect(failing).rejects.toThrow('simulated rollback');
  await enqueue(services, changeAddress('first@example.com'));
  expect((await services.host.findCustomer(customerId))?.emailAddress).toBe('first@example.com');
  expect(await countTasks()).toBe(0);
});

test('a host task waits for an unavailable host and keeps its order', async () => {
  const { services } = testApp;
  await enqueue(withHost(silent), changeAddress('second@example.com'), mail('after-the-change'));
  await enqueue(services, changeAddress('third@example.com'));
  expect((await services.host.findCustomer(customerId))?.emailAddress).toBe('first@example.com');
  expect(await countTasks()).toBe(3);
  expect(await runWhatWaits()).toBe(3);
  expect((await services.host.findCustomer(customerId))?.emailAddress).toBe('third@example.com');
  const [told] = await listNewestMessages(services, 1);
  expect(told).toMatchObject({ occasion: 'after-the-change', recipient: 'third@example.com' });
});

test('host tasks that fail keep a later one waiting only while the host is silent', async () => {
  const { database } = testApp.services;
  const failing: Partial<Host> = {
    changeEmailAddress: () => Promise.reject(new HostUnavailable('failed', 'The host answered with 500')),
  };
  const stuck = ['400101', '400103', '400105'].map((each): HostTask => {
    return { kind: 'changeEmailAddress', customerId: each, emailAddress: `stuck.${each}@example.com` };
  });
  await enqueue(withHost(silent), ...stuck, mail('after-three-that-fail'));
  const run = async (host: Partial<Host>) => {
    await sql`update host_tasks set next_attempt_at = now()`.execute(database);
    return runHostTasks(withHost(host), stopping);
  };
  const countLateCharges = () => Promise.reject(new HostUnavailable('unreachable', 'no answer'));
  expect(await run({ ...failing, countLateCharges })).toBe(0);
  expect(await run(failing)).toBe(1);
  expect((await listNewestMessages(testApp.services, 1))[0]?.occasion).toBe('after-three-that-fail');
  expect(await countTasks()).toBe(3);
  expect(await runWhatWaits()).toBe(3);
});

test('an email stored before its values had names is still filled', async () => {
  const { services } = testApp;
  const body = { key: 'scheduledCancelledMail.body', fills: ['1042', '$20.00', 'Nov 20, 2026'] };
  const former = { ...mail('former'), mail: { occasion: 'former', subject: { key: 'securityMail.subject' }, body } };
  await enqueue(services, former as unknown as HostTask);
  const [told] = await listNewestMessages(services, 1);
  expect(told?.body).toContain('due on loan 1042');
  expect(told?.body).toContain('payment of $20.00 on Nov 20, 2026');
});

test.each([
  ['mail', 'noticeMail.logsOnBody', ['192.0.2.7'], { ipAddress: '192.0.2.7' }],
  ['mail', 'noticeMail.userRestrictedBody', [], {}],
  ['text', 'noticeText.moneyTransOnWeb', ['$20.00'], { amount: '$20.00' }],
  ['text', 'alertText.delinquent', ['Auto', '$20.00'], { loan: 'Auto', amount: '$20.00' }],
])('a former %s of %s gets names, except of who sends and receives it', (kind, key, fills, values) => {
  const text = { key, fills };
  const task = { kind, mail: { subject: { key: 'noticeMail.logsOnSubject' }, body: text }, text };
  const named = withNamedValues(task as unknown as HostTask);
  expect(named).toMatchObject(kind === 'text' ? { text: { key, values } } : { mail: { body: { key, values } } });
});

test('a host task runs once across processes, and its content is sealed until then', async () => {
  const { services } = testApp;
  await enqueue(withHost(silent), mail('once'));
  const { rows } = await sql<{ task: string }>`
    select encode(task_sealed, 'escape') as task from host_tasks`.execute(services.database);
  expect(rows[0]?.task).not.toContain('questionChangedBody');
  await sql`update host_tasks set next_attempt_at = now()`.execute(services.database);
  const done = await Promise.all([1, 2, 3].map(() => runHostTasks(services, stopping)));
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  const told = (await listNewestMessages(services, 10)).filter(({ occasion }) => occasion === 'once');
  expect(told).toHaveLength(1);
});

test('a change is decided again after another one came between', async () => {
  const { database } = testApp.services;
  const subject = customerSubject('another-customer');
  const readings: number[] = [];
  let stored = 0;
  const raise = () =>
    readThenChange(
      database,
      subject,
      async () => stored,
      async (transaction, known) => {
        readings.push(known);
        await raiseGuard(transaction, subject);
        stored = known + 1;
      },
    );
  await Promise.all(Array.from({ length: 8 }, raise));
  expect(stored).toBe(8);
  expect(readings).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('nothing is decided on host data with a pending change', async () => {
  const { services } = testApp;
  await enqueue(withHost(silent), changeAddress('fourth@example.com'));
  const changed = readThenChange(
    services.database,
    customerSubject(customerId),
    () => services.host.findCustomer(customerId),
    async (_transaction, customer) => customer?.emailAddress,
  );
  expect(await runWhatWaits()).toBe(1);
  expect(await changed).toBe('fourth@example.com');
});

describe('a change that the host permanently refuses', () => {
  const refusing: Partial<Host> = {
    changeEmailAddress: () => Promise.reject(new HostRefused('NoSuchAccount', 'the core does not know this customer')),
  };

  test('is set aside with a message to the customer, and later ones continue', async () => {
    const { services } = testApp;
    await enqueue(withHost(refusing), changeAddress('refused@example.com'), mail('after-the-refusal'));
    const told = (await listNewestMessages(services, 2)).map(({ occasion }) => occasion);
    expect(told[0]).toMatch(/^change-refused-\d+$/);
    expect(told[1]).toBe('after-the-refusal');
    const [aside, ...others] = await listSetAsideTasks(services.database, 10);
    expect(others).toEqual([]);
    expect(aside?.reason).toBe('the core does not know this customer');
    await enqueue(services, changeAddress('later@example.com'));
    expect((await services.host.findCustomer(customerId))?.emailAddress).toBe('later@example.com');
    const subject = customerSubject(customerId);
    const decided = readThenChange(
      services.database,
      subject,
      async () => 1,
      async () => 'decided',
    );
    expect(await decided).toBe('decided');
  });

  test('is retried or dropped by the operator', async () => {
    const { services } = testApp;
    const [aside] = await listSetAsideTasks(services.database, 10);
    const taskId = String(aside?.taskId);
    expect(await hostTasksCommand.run(['retry', taskId], services)).toBe(2);
    expect(await hostTasksCommand.run(['retry', taskId, '--by', 'Ana Silva'], services)).toBe(0);
    expect((await services.host.findCustomer(customerId))?.emailAddress).toBe('refused@example.com');
    await enqueue(withHost(refusing), changeAddress('again@example.com'));
    const [again] = await listSetAsideTasks(services.database, 10);
    const drop = ['drop', String(again?.taskId), 'Customer called', '--by', 'Ana Silva'];
    expect([await hostTasksCommand.run(drop, services), await hostTasksCommand.run(drop, services)]).toEqual([0, 1]);
    expect(await countTasks()).toBe(0);
  });
});
