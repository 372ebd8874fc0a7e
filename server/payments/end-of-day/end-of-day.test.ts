import { parse, validate } from 'achkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { addCents, cents, ZERO } from '#common/core/money.ts';
import type { LateLoansPage } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { Services } from '#server/services.ts';
import { achBody, cardBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, createPaymentScene, debitFee, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { chargeRequestOf } from '#tests/builders/network.ts';
import { changed, type Notice, returned, returnedCredit, returnFile } from '#tests/builders/return-file.ts';
import { settlePayments } from '#server/payments/settlement/settle-payments.command.ts';
import { describeDay } from './describe-day.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { readBankFile } from './make-bank-file.command.ts';
import { handOverBankFile } from './hand-over-bank-file.command.ts';
import { previewReturns, takeReturns } from './take-returns.command.ts';

// The clock is set to Saturday, November 21, 2026; that day's drafts leave on Monday.
const monday = day('2026-11-23');
const stopping = new AbortController().signal;

let scene: PaymentScene;
let services: Services;

describe('closing a business day', () => {
  beforeEach(begin);

  afterEach(() => scene.testApp.close());

  it('starts at the cut-off and happens once', async () => {
    await payByDraft(41);
    clockAt('2026-11-23T16:59:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    clockAt('2026-11-23T17:00:00-05:00');
    await Promise.all([closeBusinessDays(services, stopping), closeBusinessDays(services, stopping)]);
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    expect(await countFiles()).toBe(1);
  });

  it('leaves out the days before the first import or user', async () => {
    for (const table of ['users', 'payments', 'recurring_payments']) {
      await sql`update ${sql.table(table)} set created_at = '2026-11-24T18:00:00-05:00'`.execute(services.database);
    }
    const record = (event: string, at: string) =>
      sql`insert into audit_log (recorded_at, event, details, lane, key_id, previous_head, head)
        values (${at}, ${event}, '{}', 0, 1, '', '')`.execute(services.database);
    clockAt('2026-11-24T16:00:00-05:00');
    await record('something-else', '2026-11-23T09:00:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    await record('books-imported', '2026-11-23T17:00:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    await record('books-imported', '2026-11-23T16:59:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toMatchObject([{ businessOn: monday }]);
  });

  it('puts every draft into one file that an independent reader accepts', async () => {
    const reference = await payByDraft(41);
    await payByCard(40);
    clockAt('2026-11-23T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed).toMatchObject({ businessOn: monday, comparison: { differences: [], unsettled: 0 } });
    const text = (await readBankFile(services, monday))?.text ?? '';
    expect(validate(text)).toEqual({ ok: true, errors: [] });
    const [batch] = parse(text).batches;
    expect(batch).toMatchObject({ sec: 'WEB', effectiveDate: '261124' });
    expect(batch?.entries).toMatchObject([
      { txnCode: 27, idNumber: reference, amountCents: 4_300, traceNumber: '411001010000001' },
      { txnCode: 22, amountCents: 4_300 },
    ]);
    const report = await describeDay(services, closed ?? fail());
    expect(report.join('\n')).toMatch(
      /Cards: {2}books \$43\.00, processor \$43\.00\n.*Drafts: books \$43\.00, bank entries \$43\.00/,
    );
    expect(report.at(-1)).toContain('matches to the cent');
  });

  it('resumes after an interruption with the same file', async () => {
    await payByDraft(41);
    clockAt('2026-11-23T17:05:00-05:00');
    const killed = new AbortController();
    const host = {
      ...services.host,
      listLateLoans: (page: LateLoansPage) => {
        killed.abort();
        return services.host.listLateLoans(page);
      },
    };
    expect(await closeBusinessDays({ ...services, host }, killed.signal)).toEqual([]);
    const before = await readBankFile(services, monday);
    expect(before).toBeDefined();
    expect(await closeBusinessDays(services, stopping)).toMatchObject([{ businessOn: monday }]);
    expect(await readBankFile(services, monday)).toEqual(before);
  });

  it('records who took a bank file before the file exists, and nothing for a day without one', async () => {
    await payByDraft(40);
    clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    const recorded = async () => {
      const { rows } = await sql<{ details: { by: string; businessOn: string; entryCount: number } }>`
        select details from audit_log where event = 'bank-file-handed-over'`.execute(services.database);
      return rows.map(({ details }) => details);
    };
    const written: string[] = [];
    const write = async (text: string) => {
      expect(await recorded()).toMatchObject([{ by: 'kim', businessOn: monday }]);
      written.push(text);
    };
    const file = await handOverBankFile(services, monday, { by: 'kim', write });
    expect(written).toEqual([file?.text]);
    expect((await recorded())[0]?.entryCount).toBe(file?.entryCount);
    expect(await handOverBankFile(services, day('2026-11-24'), { by: 'kim', write })).toBeUndefined();
    expect(await recorded()).toHaveLength(1);
  });

  it('catches up on days the machine was off and continues the entry numbers', async () => {
    clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    await payByDraft(41);
    clockAt('2026-11-24T17:05:00-05:00');
    await payByDraft(42);
    clockAt('2026-11-30T09:05:00-05:00');
    await payByCard(40);
    clockAt('2026-11-30T17:05:00-05:00');
    const closed = await closeBusinessDays(services, stopping);
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
    // All charges are compared on the first day.
    const cards = closed.map(({ comparison }) => comparison?.cards);
    expect(cards[0]?.booksCents).toBeGreaterThanOrEqual(4_300);
    expect(cards[0]?.processorCents).toBe(cards[0]?.booksCents);
    expect(cards.slice(1)).toEqual(Array.from({ length: 3 }, () => ({ booksCents: 0, processorCents: 0 })));
    // Thanksgiving is not a business day.
    expect(closed.map(({ businessOn }) => businessOn)).toEqual([
      '2026-11-24',
      '2026-11-25',
      '2026-11-27',
      '2026-11-30',
    ]);
    // Every draft is in its own day's file, including recurring payments that fell due meanwhile.
    expect(await draftsByDay()).toEqual([
      ['2026-11-24', '411001010000001'],
      ['2026-11-25', '411001010000003'],
      ['2026-11-27', '411001010000005'],
      ['2026-11-27', '411001010000006'],
    ]);
  });

  it('compares a card charged during the catch-up with the day after, and counts it once', async () => {
    clockAt('2026-11-23T17:05:00-05:00');
    const closed = await closeBusinessDays(services, stopping);
    clockAt('2026-11-25T17:05:00-05:00');
    await payByCard(40);
    closed.push(...(await closeBusinessDays(services, stopping)));
    clockAt('2026-11-27T17:05:00-05:00');
    closed.push(...(await closeBusinessDays(services, stopping)));
    expect(closed.map(({ businessOn }) => businessOn)).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-27',
    ]);
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
    const charges = (await scene.charges()).filter(({ state, refunded }) => state === 'approved' && !refunded);
    const processorCents = addCents(...closed.map(({ comparison }) => comparison?.cards.processorCents ?? ZERO));
    expect(processorCents).toBe(addCents(...charges.map(({ amountCents }) => cents(amountCents))));
  });

  it('compares a card whose outcome became known days after its charge', async () => {
    clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    await submitCard(40, '4000000000000200');
    for (const date of ['2026-11-24', '2026-11-25', '2026-11-27']) {
      clockAt(`${date}T17:05:00-05:00`);
      expect(await closeBusinessDays(services, stopping)).toMatchObject([
        { comparison: { unsettled: expect.any(Number) } },
      ]);
    }
    clockAt('2026-11-28T09:00:00-05:00');
    await sql`update payments set leased_until = now() where state = 'unknown'`.execute(services.database);
    expect(await settlePayments(services, stopping)).toBe(1);
    clockAt('2026-11-30T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed?.comparison).toMatchObject({ differences: [], unsettled: 0 });
    expect(closed?.comparison?.cards.processorCents).toBeGreaterThanOrEqual(4_300);
  });

  it('assesses late charges once per installment, and counts those of an interrupted run', async () => {
    clockAt('2026-12-30T17:05:00-05:00');
    const on = day('2026-12-30');
    await sql`insert into business_days (business_on, reconciled_at, charges_through, comparison)
      values ('2026-12-29', now(), 0, '{}')`.execute(services.database);
    const charged = await chargeLateLoans(on);
    expect(charged).toBeGreaterThan(0);
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed?.lateCharges).toBe(charged);
    const { rows } = await sql<{ account_number: string; charges: number }>`
      select account_number, count(*) as charges from transfers join postings using (transfer_id) join accounts using (account_id)
      where transfers.description = 'Late charge' and effective_on = '2026-12-30'
      group by account_number`.execute(services.database);
    expect(rows).toContainEqual({ account_number: '101-005520-1', charges: 1 });
    expect(await chargeLateLoans(on)).toBe(charged);
  });

  it('reports every difference', async () => {
    await payByCard(40);
    await payByCard(30);
    await payByDraft(41);
    const strays = [await chargeForNothing(crypto.randomUUID()), await chargeForNothing('no number of ours')];
    const plants = [
      sql`update payments set amount_cents = amount_cents + 1 where amount_cents = 4000`,
      sql`update payments set state = 'declined', decline_reason = 'x' where amount_cents = 3000`,
      sql`update ach_entries set amount_cents = amount_cents - 1`,
    ];
    for (const plant of plants) await plant.execute(services.database);
    clockAt('2026-11-23T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    const found = closed?.comparison?.differences.map((difference) => difference.replace(/^payment [\w-]+ /, '')) ?? [];
    expect(found.toSorted()).toEqual(
      [
        '(ACH, posted, $43.00): the bank draft has $42.99',
        '(Card, declined, $33.00): the books have $33.00',
        '(Card, declined, $33.00): the card processor has $33.00',
        '(Card, posted, $43.01): the books have $43.00',
        '(Card, posted, $43.01): the card processor has $43.00',
        ...strays.map((stray) => `a card was charged for the payment ${stray}, which doesn't exist`),
      ].toSorted(),
    );
  });
});

describe('a bank return', () => {
  const [first, second, third] = ['411001010000001', '411001010000002', '411001010000003'] as const;

  beforeAll(async () => {
    await begin();
    for (const amount of [41, 42, 43]) await payByDraft(amount);
    clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    clockAt('2026-11-25T09:00:00-05:00');
  });

  afterAll(() => scene.testApp.close());

  it('changes nothing if the file is incomplete', async () => {
    const before = await scene.effects();
    const file = returnFile([returned(first, 4_300, 'R01')]).replace('0000004300', '0000004301');
    expect(await takeReturns(services, file)).toMatchObject({ ok: false });
    expect(await scene.effects()).toEqual(before);
  });

  it('is reported if it matches no draft or changes an account', async () => {
    const file = returnFile([
      returned('411001019999999', 100, 'R01'),
      returned(first, 4_301, 'R01'),
      changed(first, 'C01', '1918171615'),
    ]);
    expect(await takeReturns(services, file)).toMatchObject({
      ok: true,
      value: {
        returned: 0,
        known: 0,
        changed: [`C01 for entry ${first}`],
        undecided: [],
        unmatched: ['R01 for entry 411001019999999: unknown entry', `R01 for entry ${first}: another amount`],
      },
    });
  });

  it('reverses the payment once and tells the customer', async () => {
    const before = await scene.effects();
    const file = returnFile([returned(first, 4_300, 'R01')]);
    expect(await takeReturns(services, file)).toMatchObject({ ok: true, value: { returned: 1, known: 0 } });
    const after = await scene.effects();
    expect(after.principalCents).toBeGreaterThan(before.principalCents);
    const [mail] = await listNewestMessages(services, 1);
    expect(mail?.subject).toBe('Your bank returned a payment');
    expect(mail?.body).toContain("there wasn't enough money in the account (R01)");
    expect(await takeReturns(services, file)).toMatchObject({ ok: true, value: { returned: 0, known: 1 } });
    expect(await scene.effects()).toEqual(after);
  });

  it('blocks the account only for reasons that require it', async () => {
    await takeReturns(services, returnFile([returned(second, 4_400, 'R09')]));
    expect(await submitDraft(20)).toMatchObject({ HasNoErrors: true });
    await takeReturns(services, returnFile([returned(third, 4_500, 'R03')]));
    expect(await submitDraft(21)).toMatchObject({ HasNoErrors: false });
  });

  it('agrees at the end of the day, and settled money is cash', async () => {
    // All three drafts were returned before; their file was effective on Tuesday.
    clockAt('2026-11-25T17:05:00-05:00');
    const closed = await closeBusinessDays(services, stopping);
    const settlements = await sql<{ description: string; effective_on: string; cash: number }>`
      select description, effective_on, amount_cents as cash from transfers join postings using (transfer_id)
      where settlement_key is not null and ledger_code = 1010 order by transfer_id`.execute(services.database);
    expect(settlements.rows.filter(({ description }) => description !== 'Card charges settled')).toEqual([
      { description: 'Returned draft settled', effective_on: '2026-11-25', cash: -4_300 },
      { description: 'Returned draft settled', effective_on: '2026-11-25', cash: -4_400 },
      { description: 'Returned draft settled', effective_on: '2026-11-25', cash: -4_500 },
      { description: 'Bank file settled', effective_on: '2026-11-24', cash: 13_200 },
    ]);
    const waiting = await sql<{ clearing: number; drafts: number }>`
      select (select sum(amount_cents)::bigint from postings where ledger_code = 1030) as clearing,
        (select sum(e.amount_cents)::bigint from ach_entries e left join ach_files f using (file_id)
          where f.effective_on is null or f.effective_on > '2026-11-25') as drafts`.execute(services.database);
    expect(waiting.rows[0]?.clearing).toBe(waiting.rows[0]?.drafts);
    expect(closed.map(({ businessOn }) => businessOn)).toEqual(['2026-11-24', '2026-11-25']);
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
  });

  it('of a credit is told from that of a draft with the same trace number and amount', async () => {
    const payoutId = crypto.randomUUID();
    const { database } = services;
    await sql`insert into payouts (payout_id, customer_id, account_number, means, reference, amount_cents, paid_on,
        recorded_by, recorded_at)
      values (${payoutId}, '400102', ${scene.loan}, 'bank', 'AB12-CD34-EF56', 4300, '2026-11-25', 'Kim', now())`.execute(
      database,
    );
    await sql`insert into payout_credits (payout_id, sec, file_on, owner_name, account_type, last_four,
        routing_number_sealed, account_number_sealed, created_at, state, file_id, trace_number)
      select ${payoutId}, 'PPD', '2026-11-25', 'Li Wei', 'Checking', '4567', '\\x00', '\\x00', now(), 'filed', file_id,
        ${first} from ach_files limit 1`.execute(database);
    const preview = async (notice: Notice) => {
      const taken = await previewReturns(services, returnFile([notice]));
      return taken.ok ? taken.value.notices[0] : undefined;
    };
    const ofDraft = { paymentId: expect.any(String) };
    expect(await preview(returnedCredit(first, 4_300, 'R01'))).toMatchObject({ became: 'returned', paymentId: null });
    expect(await preview(returned(first, 4_300, 'R01'))).toMatchObject({ became: 'known', ...ofDraft });
    // A person looks at it rather than the wrong one being reversed.
    const otherAmount = { became: 'unmatched', reason: 'another amount' };
    expect(await preview(returnedCredit(first, 4_301, 'R01'))).toMatchObject({ ...otherAmount, paymentId: null });
    expect(await preview(returned(first, 4_301, 'R01'))).toMatchObject({ ...otherAmount, ...ofDraft });
    expect(await preview(returnedCredit(second, 4_400, 'R09'))).toMatchObject({ became: 'known', ...ofDraft });
  });
});

async function begin(): Promise<void> {
  scene = await createPaymentScene();
  services = scene.testApp.services;
}

async function chargeForNothing(paymentId: string): Promise<string> {
  const card = { cardNumber: '4242424242424242', securityCode: '123', expiration: '12/30' };
  const { token } = await services.cardProcessor.tokenize({ ...card, firstName: 'N', lastName: 'B', zipCode: '04101' });
  await services.cardProcessor.charge(chargeRequestOf(paymentId, token, 100));
  return paymentId;
}

function clockAt(instant: string): void {
  const { clock } = scene.testApp;
  clock.moveOn(clock.now().until(Temporal.Instant.from(instant)));
}

/** Signs in again, since the session of an earlier day has expired. */
async function submitDraft(amount: number) {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const method = achBody(scene.loan);
  return calls.submitAch(submissionBody({ info, loginName: 'li.wei', amount, method, fee: achFee }));
}

async function payByDraft(amount: number): Promise<string> {
  const answer = await submitDraft(amount);
  if (!answer.ReferenceNumber) throw new Error(JSON.stringify(answer));
  return answer.ReferenceNumber;
}

async function payByCard(amount: number): Promise<void> {
  expect(await submitCard(amount)).toMatchObject({ HasNoErrors: true });
}

async function submitCard(amount: number, CardNumber = '4242424242424242') {
  const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
  const info = await calls.info(scene.loan);
  const parts = { info, loginName: 'li.wei', amount, method: cardBody(scene.loan, { CardNumber }), fee: debitFee };
  return calls.submitCard(submissionBody(parts));
}

async function countFiles(): Promise<number> {
  const { rows } = await sql<{ files: number }>`select count(*) as files from ach_files`.execute(services.database);
  return rows[0]?.files ?? 0;
}

async function draftsByDay(): Promise<(readonly [string, string])[]> {
  const { rows } = await sql<{ business_on: string; trace_number: string }>`
    select business_on, trace_number from ach_entries join ach_files using (file_id) order by entry_id`.execute(
    services.database,
  );
  return rows.map((row) => [row.business_on, row.trace_number]);
}

function fail(): never {
  throw new Error('No day was closed');
}

/** Returns how many late charges the day has afterwards. */
async function chargeLateLoans(on: Day): Promise<number> {
  const { accountNumbers } = await services.host.listLateLoans({ on, after: null, limit: 1_000 });
  const loans = accountNumbers.map((accountNumber) => ({ accountNumber, expectedCents: ZERO }));
  await services.host.assessLateCharges({ on, postedAt: services.clock.now(), loans });
  return services.host.countLateCharges(on);
}
