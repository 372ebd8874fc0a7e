import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cents, formatCents } from '#common/core/money.ts';
import { HostRefused } from '#server/host/host-errors.ts';
import type { Host } from '#server/host/host.ts';
import { runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { auditOf } from '#tests/builders/desk-journey.ts';
import { createServicingScene, type ServicingScene } from '#tests/builders/servicing-scene.ts';

// The clock is set to Saturday, November 21, 2026; the loan is due on the 12th.
const customerId = '400102';

let scene: ServicingScene;

beforeAll(async () => {
  scene = await createServicingScene();
});

afterAll(() => scene.testApp.close());

const read = async () =>
  (await scene.operations.get(`/api/desk/charge-off?customerId=${customerId}&accountNumber=${scene.loan}`)).json();

async function request() {
  const { lossCents: seenCents } = await read();
  const body = { customerId, accountNumber: scene.loan, seenCents, reason: 'No payment to be expected' };
  return (await scene.operations.post('/api/desk/charge-off/ask', body)).json();
}

async function recurringStates() {
  const { rows } = await sql<{ state: string }>`
    select state from recurring_payments where account_number = ${scene.loan} order by created_at`.execute(
    scene.testApp.services.database,
  );
  return rows.map(({ state }) => state);
}

const subjects = async (limit: number) =>
  (await listNewestMessages(scene.testApp.services, limit)).map(({ subject }) => subject);

it('a charge-off waits as one request for a loan, and is refused once principal was paid', async () => {
  expect(await request()).toEqual({});
  await scene.postPayment('bbbbbbbb-0000-4000-8000-000000000001', 20_000);
  expect(await request()).toEqual({ error: 'AskedAlready' });
  expect((await scene.approve('chargeOff')).answer).toEqual({
    outcome: 'refused',
    why: 'Something else is owed by now. Ask again.',
  });
});

it('no one is told of a charge-off that the books refuse after the approval, and Today shows it', async () => {
  const { services } = scene.testApp;
  const { servicing } = services.host;
  if (!servicing) throw new Error('The books are ours');
  const refusing: Partial<Host> = {
    servicing: { ...servicing, chargeOff: () => Promise.reject(new HostRefused('TermsStay', 'Loan 7: PostedLater.')) },
  };
  await scene.setUpAutopay();
  expect(await request()).toEqual({});
  await scene.testApp.withHost(refusing, async () =>
    expect((await scene.approve('chargeOff')).answer).toMatchObject({ outcome: 'approved' }),
  );
  const told = await subjects(10);
  expect(told).not.toContain('We charged off your loan');
  expect(await recurringStates()).toEqual(['active']);
  const { needs } = (await scene.operations.get('/api/desk/today')).json();
  expect(needs).toContainEqual({
    tone: 'bad',
    title: 'The books refused an approved charge-off. Loan 7: PostedLater.',
    action: 'Review',
    path: `/charge-off/${customerId}/${scene.loan}`,
  });
  expect(await read()).toMatchObject({ asked: false, chargedOff: null, obstacle: null });
});

it('a charge-off approved on a later day takes the interest through that day, and ends planned payments once, whatever is cut off', async () => {
  const asked = await read();
  expect(await request()).toEqual({});
  scene.testApp.clock.moveOn({ hours: 48 });
  await scene.enterAgain();
  const approved = await read();
  expect(approved.owedCents).toBeGreaterThan(asked.owedCents);
  const { clock, host, database } = scene.testApp.services;
  const { servicing } = host;
  if (!servicing) throw new Error('The books are ours');
  // As if the process were killed once the books have it.
  const cut: Partial<Host> = {
    servicing: {
      ...servicing,
      async chargeOff(change) {
        await servicing.chargeOff(change);
        throw new Error('killed');
      },
    },
  };
  await scene.testApp.withHost(cut, async () =>
    expect((await scene.approve('chargeOff')).answer).toMatchObject({ outcome: 'approved' }),
  );
  expect(await host.findLoan(customerId, scene.loan, clock.today())).toMatchObject({
    chargedOff: { on: '2026-11-23' },
  });
  expect(await recurringStates()).toEqual(['active']);
  expect(await subjects(10)).not.toContain('We charged off your loan');
  for (const _ of [1, 2]) {
    await sql`update host_tasks set next_attempt_at = now()`.execute(database);
    await runHostTasks(scene.testApp.services, new AbortController().signal);
  }
  expect(await recurringStates()).toEqual(['cancelled']);
  expect((await subjects(10)).filter((subject) => subject === 'We charged off your loan')).toHaveLength(1);
  expect(await auditOf(scene.testApp, 'recurring-payment-cancelled')).toHaveLength(1);
  const { chargedOff } = await read();
  expect(chargedOff).toEqual({ on: '2026-11-23', amountCents: approved.owedCents });
  const mails = await listNewestMessages(scene.testApp.services, 3);
  const told = mails.find(({ subject }) => subject === 'We charged off your loan');
  expect(told?.body).toContain(`You still owe ${formatCents(cents(approved.owedCents))}.`);
});
