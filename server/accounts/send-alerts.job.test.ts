import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alertsToWire } from '#common/accounts/account-details.wire.ts';
import { type AccountAlerts, type DueDateAlert, noAlerts, withDueDateAlert } from '#common/accounts/rules/alerts.ts';
import { HostUnavailable } from '#server/host/host-errors.ts';
import type { Host } from '#server/host/host.ts';
import type { BooksTables } from '#server/host/books/books-tables.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { makeStatementsJob } from './statements/make-statements.job.ts';
import { watchStatements } from '#tests/support/watch-statements.ts';
import { agreeToTexting } from '#tests/builders/texting-consent.ts';
import { listChosenAlerts } from './alerts.queries.ts';
import { sendAlertsJob } from './send-alerts.job.ts';

// Due on December 12; the clock is set to November 21.
const loan = '101-005520-1';

let testApp: TestApp;

beforeEach(async () => {
  testApp = await createTestApp();
});

afterEach(() => testApp.close());

describe('the daily alerts job', () => {
  test('sends an alert on the chosen day only', async () => {
    await choose('li.wei', loan, dueDateAlert(0, { on: true, before: true, days: '15' }));
    await runOn('2026-11-26');
    expect(await told()).toEqual([]);
    await runOn('2026-11-27');
    expect(await told()).toEqual(['Payment due 12/12/2026']);
    await runOn('2026-11-28');
    expect(await told()).toHaveLength(1);
  });

  test('sends each alert once, even when two runs overlap', async () => {
    await choose('li.wei', loan, dueDateAlert(0, { on: true, before: true, days: '21' }));
    await Promise.all([run(), run()]);
    await run();
    expect(await told()).toHaveLength(1);
  });

  test('after an interrupted run, sends the rest and repeats nothing', async () => {
    await choose('li.wei', loan, dueDateAlert(0, { on: true, before: true, days: '21' }));
    await choose('sam.rivera', '101-006107-2', dueDateAlert(0, { on: true, before: true, days: '9' }));
    await sendAlertsJob.run(testApp.services, AbortSignal.abort());
    await run();
    expect(await told()).toHaveLength(2);
  });

  test('reads everyone who chose alerts once, whatever the size of the pages', async () => {
    const { database } = testApp.services;
    const due = dueDateAlert(0, { on: true, before: true, days: '9' });
    for (const [loginName, number] of [
      ['margaret.okafor', '101-007730-5'],
      ['li.wei', loan],
      ['margaret.okafor', '101-004417-2'],
      ['sam.rivera', '101-006107-2'],
    ] as const) {
      await choose(loginName, number, due);
    }
    const all = await listChosenAlerts(database, { userId: 0, accountNumber: '' }, 100);
    expect(all).toHaveLength(4);
    for (const limit of [1, 2, 3]) {
      const seen: typeof all = [];
      let page = await listChosenAlerts(database, { userId: 0, accountNumber: '' }, limit);
      for (; page[0]; page = await listChosenAlerts(database, seen.at(-1) ?? page[0], limit)) seen.push(...page);
      expect(seen).toEqual(all);
    }
  });

  describe('at a core that fails on one customer', () => {
    beforeEach(async () => {
      await choose('li.wei', loan, dueDateAlert(0, { on: true, before: true, days: '21' }));
      await choose('margaret.okafor', '101-007730-5', dueDateAlert(2, { on: true, before: false, days: '16' }));
      await choose('sam.rivera', '101-006107-2', dueDateAlert(0, { on: true, before: true, days: '9' }));
    });

    /** It answers for no sets. */
    function failing(findCustomer: Host['findCustomer'], changes: Partial<Host> = {}) {
      const { sets: _sets, ...host } = testApp.services.host;
      const services = { ...testApp.services, host: { ...host, ...changes, findCustomer } };
      return sendAlertsJob.run(services, new AbortController().signal);
    }

    test.each([
      new Error('the customer makes no sense'),
      new HostUnavailable('failed', 'The host answered findCustomer with 500'),
    ])('sends the alerts of the others, once (%s)', async (error) => {
      const findCustomer: Host['findCustomer'] = async (customerId) => {
        if (customerId === '400102') throw error;
        return testApp.services.host.findCustomer(customerId);
      };
      await failing(findCustomer);
      expect(await told()).toHaveLength(2);
      await failing(findCustomer);
      expect(await told()).toHaveLength(2);
    });

    test('does the day again if the core fails on all of them', async () => {
      const failed = () => Promise.reject(new HostUnavailable('failed', 'The host answered findCustomer with 500'));
      await expect(failing(failed)).rejects.toThrow('500');
      await run();
      expect(await told()).toHaveLength(3);
    });

    test('waits while the core is silent, and sends all once it answers', async () => {
      const silent = () => Promise.reject(new HostUnavailable('unreachable', 'no answer'));
      await expect(failing(silent, { countLateCharges: silent })).rejects.toThrow('no answer');
      await run();
      expect(await told()).toHaveLength(3);
    });
  });

  test('catches up on days without a run', async () => {
    await run();
    await choose('li.wei', loan, dueDateAlert(1, { on: true, before: true, days: '19' }));
    await runOn('2026-11-26');
    expect(await told()).toEqual(['Payment due 12/12/2026']);
  });

  test('sends nothing older than a week', async () => {
    await run();
    await choose('li.wei', loan, dueDateAlert(1, { on: true, before: true, days: '19' }));
    await runOn('2026-11-30');
    expect(await told()).toEqual([]);
  });

  test('sends several alerts for one account', async () => {
    const first = dueDateAlert(0, { on: true, before: true, days: '21' });
    await choose('li.wei', loan, withDueDateAlert(first, 3, { on: true, before: true, days: '21' }));
    await run();
    expect(await told()).toHaveLength(2);
  });

  test('says after the due date that a payment has not arrived', async () => {
    // Past due since November 5.
    await choose('margaret.okafor', '101-007730-5', dueDateAlert(2, { on: true, before: false, days: '16' }));
    await run();
    const [message] = await listNewestMessages(testApp.services, 1);
    expect(message?.body).toContain("was due on 11/05/2026 and hasn't arrived");
  });

  test('sends email and a text message when a loan becomes delinquent', async () => {
    const alerts = { email: { ...noAlerts.email, delinquent: true }, text: { ...noAlerts.text, delinquent: true } };
    await choose('margaret.okafor', '101-007730-5', alerts);
    // 31 days after November 5.
    await runOn('2026-12-05');
    expect(await told()).toEqual([]);
    await runOn('2026-12-06');
    const messages = await listNewestMessages(testApp.services, 2);
    expect(messages.map(({ recipient }) => recipient).toSorted()).toEqual([
      '5550104471',
      'margaret.okafor@example.com',
    ]);
    await runOn('2026-12-07');
    expect(await told()).toHaveLength(2);
  });

  test("announces last month's statement once, by email and text message", async () => {
    const alerts = { email: { ...noAlerts.email, statement: true }, text: { ...noAlerts.text, statement: true } };
    await choose('margaret.okafor', '101-004417-2', alerts);
    await runOn('2026-12-01');
    expect(await told()).toEqual([]);
    await makeStatementsJob.run(testApp.services, new AbortController().signal);
    await runOn('2026-12-02');
    expect(await told()).toHaveLength(2);
    expect(await told()).toContain('Your e-statement is ready');
    await runOn('2026-12-03');
    expect(await told()).toHaveLength(2);
  });

  test('announces no statement of a loan whose history was blocked meanwhile', async () => {
    await choose('margaret.okafor', '101-004417-2', {
      ...noAlerts,
      email: { ...noAlerts.email, statement: true },
    });
    await runOn('2026-12-01');
    await makeStatementsJob.run(testApp.services, new AbortController().signal);
    await testApp.services.database
      .withTables<BooksTables>()
      .updateTable('loans')
      .set({ history_blocked: true })
      .where('account_id', '=', (query) =>
        query.selectFrom('accounts').select('account_id').where('account_number', '=', '101-004417-2'),
      )
      .execute();
    await runOn('2026-12-02');
    expect(await told()).toEqual([]);
  });

  // The embedded database's statements aren't watched.
  test.runIf(process.env['PASSBOOK_TEST_DATABASE'] === 'postgres')(
    'reads all its customers in one statement, however many there are',
    async () => {
      await testApp.close();
      // Before the connections are opened.
      const watch = watchStatements();
      try {
        testApp = await createTestApp();
        const alert = dueDateAlert(0, { on: true, before: true, days: '21' });
        await choose('li.wei', loan, alert);
        await choose('sam.rivera', '101-006107-2', alert);
        await choose('margaret.okafor', '101-004417-2', alert);
        watch.takeStatements();
        await run();
        const ofCustomers = watch.takeStatements().filter(({ sql }) => /from "?customers/.test(sql));
        expect(ofCustomers).toHaveLength(1);
      } finally {
        watch.stop();
      }
    },
  );

  test('reads no loan in full on a day without an alert', async () => {
    const { services } = testApp;
    await choose('li.wei', loan, dueDateAlert(0, { on: true, before: true, days: '15' }));
    await choose('sam.rivera', '101-006107-2', { ...noAlerts, text: { delinquent: true, statement: true } });
    const asked: string[][] = [];
    const host: Host = {
      ...services.host,
      listLoans: (numbers, asOf) => {
        asked.push([...numbers]);
        return services.host.listLoans(numbers, asOf);
      },
    };
    const runOnDay = (days: number) => {
      testApp.clock.moveOn({ days });
      return sendAlertsJob.run({ ...services, host }, new AbortController().signal);
    };
    await runOnDay(5);
    await runOnDay(1);
    expect(asked).toEqual([[], [loan]]);
    expect(await told()).toEqual(['Payment due 12/12/2026']);
  });

  test('sends the same from a core that has no calls for many', async () => {
    const { sets: _sets, ...host } = testApp.services.host;
    await choose('li.wei', loan, dueDateAlert(0, { on: true, before: true, days: '21' }));
    await choose('sam.rivera', '101-006107-2', dueDateAlert(0, { on: true, before: true, days: '300' }));
    await sendAlertsJob.run({ ...testApp.services, host }, new AbortController().signal);
    expect(await told()).toEqual(['Payment due 12/12/2026']);
  });

  test('skips customers without an email address', async () => {
    await choose('no.mail', '101-007904-7', dueDateAlert(0, { on: true, before: true, days: '21' }));
    await run();
    expect(await told()).toEqual([]);
  });

  test('still announces a due payment of a hidden loan', async () => {
    await choose('li.wei', loan, dueDateAlert(0, { on: true, before: true, days: '21' }));
    await hide('li.wei', loan);
    await run();
    expect(await told()).toEqual(['Payment due 12/12/2026']);
  });

  test("announces no statement of a hidden loan, which can't be opened", async () => {
    const alerts = { ...noAlerts, email: { ...noAlerts.email, statement: true } };
    await choose('margaret.okafor', '101-004417-2', alerts);
    await runOn('2026-12-01');
    await makeStatementsJob.run(testApp.services, new AbortController().signal);
    await hide('margaret.okafor', '101-004417-2');
    await runOn('2026-12-02');
    expect(await told()).toEqual([]);
  });

  test.each([
    ['BKR', 0],
    ['bkr', 0],
    ['48', 2],
    ['', 2],
  ])('with the hold code "%s", of those that keep alerts back, sends %i', async (code, count) => {
    const due = dueDateAlert(2, { on: true, before: false, days: '31' });
    const alerts = { ...due, email: { ...due.email, delinquent: true } };
    await choose('margaret.okafor', '101-007730-5', alerts);
    await testApp.services.database
      .withTables<BooksTables>()
      .updateTable('accounts')
      .set({ hold_code: code })
      .where('account_number', '=', '101-007730-5')
      .execute();
    await testApp.withOptions({ 'globalOptions.noAlertHoldCodes': ['BKR', 'DEC'] }, () => runOn('2026-12-06'));
    expect(await told()).toHaveLength(count);
  });

  test('sends nothing to a former customer about a loan that changed hands', async () => {
    await choose('li.wei', loan, dueDateAlert(0, { on: true, before: true, days: '21' }));
    await testApp.services.database
      .withTables<BooksTables>()
      .updateTable('accounts')
      .set({ customer_id: '400101' })
      .where('account_number', '=', loan)
      .execute();
    await run();
    expect(await told()).toEqual([]);
  });
});

function dueDateAlert(index: number, alert: DueDateAlert): AccountAlerts {
  return withDueDateAlert(noAlerts, index, alert);
}

async function choose(loginName: string, AccountNumber: string, alerts: AccountAlerts): Promise<void> {
  const caller = await testApp.signIn(loginName);
  await agreeToTexting(caller);
  const payload = { AccountNumber, ...alertsToWire(alerts) };
  const answer = await caller.call({ method: 'POST', url: '/api/AccountAlerts', payload });
  expect(answer.json()).toMatchObject({ HasNoErrors: true });
}

async function hide(loginName: string, AccountNumber: string): Promise<void> {
  const caller = await testApp.signIn(loginName);
  const answer = await caller.call({ method: 'POST', url: '/api/Account/ShowHideAccount', payload: { AccountNumber } });
  expect(answer.json()).toMatchObject({ HasNoErrors: true });
}

async function runOn(day: string): Promise<void> {
  const days = Temporal.PlainDate.from(testApp.clock.today()).until(day).days;
  testApp.clock.moveOn({ days });
  await run();
}

function run(): Promise<void> {
  return sendAlertsJob.run(testApp.services, new AbortController().signal);
}

async function told(): Promise<string[]> {
  const messages = await listNewestMessages(testApp.services, 50);
  return messages.filter(({ occasion }) => occasion.startsWith('alert-')).map(({ subject }) => subject);
}
