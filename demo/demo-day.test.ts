import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { runDuePaymentsJob } from '#server/payments/end-of-day/run-due-payments.job.ts';
import { recoverPaymentsJob } from '#server/payments/settlement/recover-payments.job.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { startSandbox } from '#server/payments-network/sandbox/sandbox-server.ts';
import { createMovableClock } from '#server/platform/clock.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { moveClock, readClockMovedSeconds } from '#server/institution/operating-state.queries.ts';
import { chargeRequestOf, serviceAt } from '#tests/builders/network.ts';
import { cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { moveToDay } from './demo-day.ts';

const silentAfterCharging = '4000000000000200';

/** Saturday, November 21, 2026. */
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ cardProcessorTimeoutMs: 1_000 });
});

afterAll(() => testApp.close());

test('a payment without an outcome is settled as days pass', async () => {
  const { services } = testApp;
  const calls = paymentCalls(await testApp.signIn('li.wei'));
  const loan = '101-005520-1';
  const method = cardBody(loan, { CardNumber: silentAfterCharging });
  const parts = { info: await calls.info(loan), loginName: 'li.wei', amount: 20, method, fee: 3 };
  const { Errors } = await calls.submitCard(submissionBody(parts));
  expect(Errors).toEqual([{ ErrorMessage: 'Generic' }]);
  const stateOf = async () => {
    const { rows } = await sql<{ state: string }>`
      select state from payments where account_number = ${loan}`.execute(services.database);
    return rows.map(({ state }) => state);
  };
  expect(await stateOf()).toEqual(['unknown']);
  await recoverPaymentsJob.run(services, new AbortController().signal);
  expect(await stateOf()).toEqual(['unknown']);
  const clock = createMovableClock(testApp.clock, services.institution.timeZone);
  await moveToDay({ ...services, clock }, day('2026-11-22'), () => undefined, [recoverPaymentsJob]);
  expect(await stateOf()).toEqual(['posted']);
  await moveClock(services.database, -86_400);
});

test('the sandbox shares the moved clock: a card that expires meanwhile is declined', async () => {
  const { services } = testApp;
  const clock = createMovableClock(testApp.clock, services.institution.timeZone);
  const folder = await mkdtemp(path.join(tmpdir(), 'passbook-demo-day-'));
  const sandbox = await startSandbox({ port: 0, storeFile: path.join(folder, 'cards.sqlite'), clock });
  const processor = createHttpCardProcessor(serviceAt(sandbox.url));
  const { token } = await processor.tokenize({
    cardNumber: '4242424242424242',
    securityCode: '123',
    expiration: '11/26',
    firstName: 'A',
    lastName: 'B',
    zipCode: '04101',
  });
  const outcomes: string[] = [];
  const chargeDaily: Job = {
    name: 'charges the card',
    schedule: '* * * * *',
    async run(at) {
      const request = chargeRequestOf(crypto.randomUUID(), token, 1_000);
      outcomes.push(`${at.clock.today()} ${(await processor.charge(request)).state}`);
    },
  };
  const before = await readClockMovedSeconds(services.database);
  await moveToDay({ ...services, clock }, day('2026-12-01'), () => undefined, [chargeDaily]);
  expect(outcomes.slice(-2)).toEqual(['2026-11-30 approved', '2026-12-01 declined']);
  await moveClock(services.database, before - (await readClockMovedSeconds(services.database)));
  await sandbox.close();
  await rm(folder, { recursive: true });
});

test("days pass in order, with each day's payments", async () => {
  const { services } = testApp;
  const days: string[] = [];
  expect(await moveToDay(services, day('2026-12-04'), (reached) => days.push(reached), [runDuePaymentsJob])).toBe(13);
  expect(days.slice(0, 2)).toEqual(['2026-11-22', '2026-11-23']);
  expect(days.at(-1)).toBe('2026-12-04');
  const { rows } = await sql<{ timing: string; on_its_day: boolean }>`
    select timing, (state_since at time zone 'America/New_York')::date = pay_on as on_its_day
    from payments where state = 'posted' and timing <> 'immediate' order by pay_on`.execute(services.database);
  expect(new Set(rows.map(({ timing }) => timing))).toEqual(new Set(['scheduled', 'recurring']));
  expect(rows.every((row) => row.on_its_day)).toBe(true);
  const receipts = await sql<{ recipient: string }>`
    select distinct recipient from outbox_messages
    where kind = 'receiptMail.body' order by recipient`.execute(services.database);
  expect(receipts.rows.map(({ recipient }) => recipient)).toEqual(
    expect.arrayContaining(['margaret.okafor@example.com', 'sam.rivera@example.com']),
  );
  expect(await readClockMovedSeconds(services.database)).toBe(13 * 86_400);
});

test('the time of day stays the same over daylight saving time', async () => {
  const { clock, database, institution } = testApp.services;
  const before = await readClockMovedSeconds(database);
  const hours = new Set<number>();
  const readHour: Job = {
    name: 'reads the hour',
    schedule: '* * * * *',
    async run(services) {
      hours.add(services.clock.now().toZonedDateTimeISO(institution.timeZone).hour);
    },
  };
  // Daylight saving time begins on March 14, 2027.
  await moveToDay(testApp.services, day('2027-03-20'), () => undefined, [readHour]);
  expect([...hours]).toEqual([clock.now().toZonedDateTimeISO(institution.timeZone).hour]);
  expect((await readClockMovedSeconds(database)) - before).toBe(119 * 86_400 - 3_600);
});

test.each(['2026-11-21', '2026-11-20', '2030-01-01'])('a past or too distant day is refused: %s', async (to) => {
  expect(await moveToDay(testApp.services, day(to), () => undefined, [])).toBeUndefined();
});
