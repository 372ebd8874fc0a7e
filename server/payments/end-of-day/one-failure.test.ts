import { parse, validate } from 'achkit';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { createHttpCardProcessor } from '#server/payments-network/http-network.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';
import { achBody, cardBody, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, debitFee, withDetails } from '#tests/builders/payment-scene.ts';
import { serviceAt } from '#tests/builders/network.ts';
import { findBusinessDay, listStepProblems } from './business-days.queries.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { cancelDraft, releaseDraft, stopDraft } from './decide-draft.command.ts';
import { describeDay } from './describe-day.ts';
import { runDuePayments } from './run-due-payments.command.ts';
import { listHeldDrafts } from './drafts.queries.ts';
import { readBankFile } from './make-bank-file.command.ts';

// The clock is set to Saturday, November 21, 2026; that day's drafts leave on Monday.
const [monday, tuesday, wednesday] = [day('2026-11-23'), day('2026-11-24'), day('2026-11-25')];
const stopping = new AbortController().signal;
const by = 'Ana Operator';

let scene: EndOfDayScene;
let services: Services;

beforeEach(async () => {
  scene = await createEndOfDayScene({ options: { 'paymentOptions.maxScheduledPaymentsPerLoan': 9 } });
  ({ services } = scene.testApp);
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(services.database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(services.database);
  scene.clockAt('2026-11-21T11:00:00-05:00');
  await closeBusinessDays(services, stopping);
});

afterEach(() => scene.testApp.close());

describe('a card processor outage', () => {
  it('delays the comparison but no file and no late charge, and is caught up later', async () => {
    const down = { ...services, cardProcessor: unreachable() };
    for (const [on, amount] of [
      [monday, 41],
      [tuesday, 42],
      [wednesday, 43],
    ] as const) {
      scene.clockAt(`${on}T10:00:00-05:00`);
      await scene.payByDraft(amount);
      scene.clockAt(`${on}T17:05:00-05:00`);
      expect(await closeBusinessDays(down, stopping)).toEqual([]);
      expect(await readBankFile(services, on)).toMatchObject({ entryCount: 1, debitCents: (amount + achFee) * 100 });
      expect(await findBusinessDay(services.database, on)).toMatchObject({ chargedAt: expect.anything() });
    }
    expect(await listStepProblems(services.database, monday)).toMatchObject([
      { step: 'comparison', problem: expect.stringMatching(/^No answer from the payments network: /) },
    ]);
    const open = await findBusinessDay(services.database, tuesday);
    const shown = (await describeDay(services, open ?? fail())).join('\n');
    expect(shown).toMatch(/^Business day 11\/24\/2026 \(not closed yet\)/);
    expect(shown).toContain('Waits for the same step of an earlier day');
    const closed = await closeBusinessDays(services, stopping);
    expect(closed.map(({ businessOn }) => businessOn)).toEqual([monday, tuesday, wednesday]);
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
    expect(await listStepProblems(services.database, monday)).toEqual([]);
    expect(await countDrafts()).toEqual({ filed: 3 });
  });

  it('delays due cards until it is over, while drafts leave', async () => {
    for (const amount of [50, 51]) await scheduleCard(amount);
    const draft = await scheduleDraft(41);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    const down = { ...services, cardProcessor: unreachable() };
    for (const _run of [1, 2]) expect(await closeBusinessDays(down, stopping)).toEqual([]);
    expect((await readBankFile(services, monday))?.text).toContain(draft);
    // One was tried and has no outcome; the other was not tried.
    const states = await sql<{ state: string; problem: string | null }>`
      select state, submit_problem as problem from payments where method_type = 'Card' and timing = 'scheduled'
        and state <> 'cancelled' order by state`.execute(services.database);
    expect(states.rows).toMatchObject([{ state: 'scheduled', problem: expect.any(String) }, { state: 'unknown' }]);
    await sql`update payments set leased_until = now() where leased_until is not null`.execute(services.database);
    await sql`update payments set claimed_until = null`.execute(services.database);
    expect(await closeBusinessDays(services, stopping)).toMatchObject([{ comparison: { differences: [] } }]);
    const charges = (await scene.charges()).filter(({ amountCents }) => amountCents > 5_000 && amountCents < 5_500);
    const charged = charges.map(({ amountCents, state }) => `${amountCents} ${state}`);
    expect(charged.toSorted()).toEqual(['5300 approved', '5400 approved']);
  });
});

describe('a customer whom the core does not know', () => {
  it('is not drawn on as a consumer: the payment waits with its reason, and the file leaves without it', async () => {
    await scheduleDraft(41);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    const { sets: _sets, ...host } = { ...services.host, findCustomer: async () => undefined };
    await runDuePayments({ ...services, host }, stopping);
    const { rows } = await sql<{ state: string; problem: string }>`
      select state, submit_problem as problem from payments where timing = 'scheduled' and state <> 'cancelled'`.execute(
      services.database,
    );
    expect(rows).toEqual([
      { state: 'scheduled', problem: expect.stringMatching(/doesn't know customer \d+ of this loan$/) },
    ]);
    await closeBusinessDays(services, stopping);
    expect(await countDrafts()).toEqual({});
  });
});

describe('the drafts of a day', () => {
  it("submitted by the end of day leave with that day's file", async () => {
    await scheduleDraft(41);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toMatchObject([{ businessOn: monday }]);
    expect(await readBankFile(services, monday)).toMatchObject({ entryCount: 1 });
  });

  it('claimed by a process that died are waited for', async () => {
    await scheduleDraft(41);
    await sql`update payments set claimed_until = now() + interval '5 minutes' where state = 'scheduled'`.execute(
      services.database,
    );
    scene.clockAt('2026-11-23T17:05:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    expect(await readBankFile(services, monday)).toBeUndefined();
    expect(await listStepProblems(services.database, monday)).toMatchObject([
      { step: 'charges' },
      { step: 'comparison' },
      { step: 'file', problem: expect.stringContaining('1 due payment is not submitted yet') },
      { step: 'submission' },
    ]);
    await sql`update payments set claimed_until = now() where claimed_until is not null`.execute(services.database);
    expect(await closeBusinessDays(services, stopping)).toMatchObject([{ businessOn: monday }]);
    expect(await readBankFile(services, monday)).toMatchObject({ entryCount: 1 });
  });

  it('are waited for during maintenance', async () => {
    await scheduleDraft(41);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await sql`update operating_state set maintenance = true`.execute(services.database);
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    await sql`update operating_state set maintenance = false`.execute(services.database);
    expect(await closeBusinessDays(services, stopping)).toMatchObject([{ businessOn: monday }]);
    expect(await readBankFile(services, monday)).toMatchObject({ entryCount: 1 });
  });

  it("leave without one that can't be submitted, which is reported", async () => {
    await scheduleDraft(41);
    const broken = await scheduleDraft(42);
    await sql`
      update draft_instructions set account_number_sealed = '\\x00'
      where instruction_id = (select payment_id from payments where reference_number = ${broken})`.execute(
      services.database,
    );
    scene.clockAt('2026-11-23T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    expect(await readBankFile(services, monday)).toMatchObject({ entryCount: 1 });
    expect((await describeDay(services, closed ?? fail())).join('\n')).toContain(
      `Not submitted, will retry: ${broken}, due 11/23/2026`,
    );
  });
});

describe('a draft that fits no entry', () => {
  let good: string;
  let tooLarge: string;
  let foreign: string;

  beforeEach(async () => {
    [good, tooLarge, foreign] = [await scene.payByDraft(41), await scene.payByDraft(42), await scene.payByDraft(43)];
    await sql`update ach_entries set amount_cents = 10000000000 where amount_cents = 4400`.execute(services.database);
    await sql`update ach_entries set routing_number_sealed = '\\x0102' where amount_cents = 4500`.execute(
      services.database,
    );
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
  });

  it('is set aside with its reason, and the others leave', async () => {
    const file = await readBankFile(services, monday);
    expect(file?.entryCount).toBe(1);
    expect(file?.text).toContain(good);
    expect(await listHeldDrafts(services.database, 10)).toMatchObject([
      { referenceNumber: tooLarge, heldReason: 'the amount is larger than an entry can carry' },
      { referenceNumber: foreign, heldReason: 'its account numbers were sealed with another key' },
    ]);
    const closed = await findBusinessDay(services.database, monday);
    expect((await describeDay(services, closed ?? fail())).join('\n')).toContain('Drafts on hold: 2');
  });

  it('is released once it is corrected, and goes into the next file', async () => {
    expect(await releaseDraft(services, tooLarge, by)).toEqual({
      ok: false,
      error: 'it would be set aside again: the amount is larger than an entry can carry',
    });
    await sql`update ach_entries set amount_cents = 4400 where amount_cents = 10000000000`.execute(services.database);
    expect(await releaseDraft(services, tooLarge, by)).toMatchObject({ ok: true });
    expect(await releaseDraft(services, tooLarge, by)).toMatchObject({ ok: false });
    scene.clockAt('2026-11-24T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    expect((await readBankFile(services, tuesday))?.text).toContain(tooLarge);
    expect(await auditedBy('bank-draft-released')).toEqual([by]);
  });

  it('is canceled: its payment is reversed and the customer told', async () => {
    const before = await scene.effects();
    expect(await cancelDraft(services, foreign, { reason: 'Sealed with the old key', by })).toMatchObject({ ok: true });
    expect((await scene.effects()).principalCents).toBeGreaterThan(before.principalCents);
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.subject).toBe('We reversed a payment');
    expect(await auditedBy('bank-draft-cancelled')).toEqual([by]);
    scene.clockAt('2026-11-24T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed?.comparison?.differences.filter((difference) => difference.includes(foreign))).toEqual([]);
    expect(await readBankFile(services, tuesday)).toBeUndefined();
  });

  it('and a valid draft can both be held before the file is made', async () => {
    const reference = await scene.payByDraft(44);
    expect(await stopDraft(services, reference, { reason: 'Customer called', by })).toMatchObject({ ok: true });
    expect(await stopDraft(services, good, { reason: 'Too late', by })).toEqual({
      ok: false,
      error: 'it has left with a bank file',
    });
    expect(await cancelDraft(services, good, { reason: 'Too late', by })).toMatchObject({ ok: false });
    expect(await stopDraft(services, 'none', { reason: 'None', by })).toMatchObject({ ok: false });
    scene.clockAt('2026-11-24T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    expect(await readBankFile(services, tuesday)).toBeUndefined();
  });
});

describe('bank files', () => {
  it('of one calendar day have different modifiers', async () => {
    await scene.payByDraft(41);
    scene.clockAt('2026-11-24T10:00:00-05:00');
    await scene.payByDraft(41);
    scene.clockAt('2026-11-24T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    const headers = [];
    for (const on of [monday, tuesday]) headers.push((await readBankFile(services, on))?.text.slice(23, 34));
    expect(headers).toEqual(['2611241705A', '2611241705B']);
  });

  it('draw on a company as CCD, in a separate batch', async () => {
    const consumer = await scene.payByDraft(41);
    const company = await scheduleDraft(42);
    await sql`update customers set company_number = 12 where customer_id = '400102'`.execute(services.database);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    const text = (await readBankFile(services, monday))?.text ?? '';
    expect(validate(text)).toEqual({ ok: true, errors: [] });
    const batches = parse(text).batches.map(({ sec, entries }) => [sec, entries[0]?.idNumber]);
    expect(batches).toEqual([
      ['WEB', consumer],
      ['CCD', company],
    ]);
  });

  it('leave on their day when the process that recorded them died before posting them', async () => {
    const draft = await scheduleDraft(41);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    const dying = { ...services.host, postPayment: () => Promise.reject(new Error('simulated failure')) };
    await runDuePayments({ ...services, host: dying }, stopping, monday);
    const { rows } = await sql`
      select state, leased_until > now() as leased from payments
      where reference_number = ${draft}`.execute(services.database);
    expect(rows).toEqual([{ state: 'submitting', leased: true }]);
    await closeBusinessDays(services, stopping);
    expect((await readBankFile(services, monday))?.text).toContain(draft);
  });

  it('reuse trace numbers after they run out, unless the first could still be returned', async () => {
    await pretendFile('2026-06-01', 9_999_998);
    await scene.payByDraft(41);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    expect((await readBankFile(services, monday))?.text).toContain('411001010000001');
    await pretendFile('2026-06-02', 9_999_999);
    scene.clockAt('2026-11-24T10:00:00-05:00');
    await scene.payByDraft(42);
    scene.clockAt('2026-11-24T17:05:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    expect(await readBankFile(services, tuesday)).toBeUndefined();
    expect(await listStepProblems(services.database, tuesday)).toMatchObject([
      { step: 'comparison' },
      { step: 'file', problem: expect.stringContaining('start over') },
    ]);
    expect(await countDrafts()).toEqual({ filed: 1, collected: 1 });
  });
});

function unreachable() {
  return createHttpCardProcessor(serviceAt('http://127.0.0.1:9', 300));
}

async function scheduleDraft(amount: number): Promise<string> {
  return schedule('/api/PaymentScheduled/SubmitAch', amount, achBody(scene.loan), 1);
}

async function scheduleCard(amount: number): Promise<string> {
  const calls = await scene.signIn();
  await calls.post('/api/PaymentMethod/AddCardPaymentMethod', cardBody(scene.loan));
  const [card] = (await calls.methods(scene.loan)).filter(({ CardInfo }) => CardInfo);
  return schedule('/api/PaymentScheduled/SubmitCard', amount, { ProfileId: card?.CardInfo?.ProfileId }, debitFee);
}

async function schedule(url: string, amount: number, method: object, fee: number): Promise<string> {
  const calls = await scene.signIn();
  const info = await calls.info(scene.loan);
  const body = submissionBody({ info, loginName: 'li.wei', amount, method, fee });
  const answer = await calls.post<{ ReferenceNumber?: string }>(url, withDetails(body, { PaymentDate: monday }));
  return answer.ReferenceNumber ?? fail(JSON.stringify(answer));
}

async function countDrafts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from ach_entries group by state`.execute(services.database);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

async function auditedBy(event: string): Promise<string[]> {
  const { rows } = await sql<{ by: string }>`
    select details->>'by' as by from audit_log where event = ${event}`.execute(services.database);
  return rows.map((row) => row.by);
}

async function pretendFile(on: string, lastSequence: number): Promise<void> {
  await sql`
    insert into ach_files (business_on, effective_on, entry_count, debit_cents, bank_id, last_sequence,
      content_sealed, content_hash, made_at)
    values (${on}, ${on}, 1, 1, '41100101', ${lastSequence}, '', '', ${`${on}T22:00:00Z`})`.execute(services.database);
}

function fail(message = 'Nothing was found'): never {
  throw new Error(message);
}
