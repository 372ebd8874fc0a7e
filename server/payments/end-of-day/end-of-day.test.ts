import { parse, validate } from 'achkit';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { addCents, cents, ZERO } from '#common/core/money.ts';
import type { LateLoansPage } from '#server/host/host.ts';
import type { Services } from '#server/services.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';
import { chargeRequestOf } from '#tests/builders/network.ts';
import { refundPart } from '#server/payments/operator/refund-part.command.ts';
import { settlePayments } from '#server/payments/settlement/settle-payments.command.ts';
import { createCheckPaymentId } from '#server/payments-network/check-payments.ts';
import { readOperatingFigures } from '#server/platform/operating-metrics.queries.ts';
import { acknowledgeDifferences } from './acknowledge-differences.command.ts';
import { findBusinessDay } from './business-days.queries.ts';
import { describeDay } from './describe-day.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { readBankFile } from './make-bank-file.command.ts';
import { handOverBankFile } from './hand-over-bank-file.command.ts';

// The clock is set to Saturday, November 21, 2026; that day's drafts leave on Monday.
const monday = day('2026-11-23');
const stopping = new AbortController().signal;

let scene: EndOfDayScene;
let services: Services;

describe('closing a business day', () => {
  beforeEach(begin);

  afterEach(() => scene.testApp.close());

  it('starts at the cut-off and happens once', async () => {
    await scene.payByDraft(41);
    scene.clockAt('2026-11-23T16:59:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    scene.clockAt('2026-11-23T17:00:00-05:00');
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
    scene.clockAt('2026-11-24T16:00:00-05:00');
    await record('something-else', '2026-11-23T09:00:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    await record('books-imported', '2026-11-23T17:00:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toEqual([]);
    await record('books-imported', '2026-11-23T16:59:00-05:00');
    expect(await closeBusinessDays(services, stopping)).toMatchObject([{ businessOn: monday }]);
  });

  it('puts every draft into one file that an independent reader accepts', async () => {
    const reference = await scene.payByDraft(41);
    await scene.payByCard(40);
    scene.clockAt('2026-11-23T17:05:00-05:00');
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

  it('settles the refund of a card payment that was posted at the moment of its comparison', async () => {
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await scene.payByCard(40);
    await closeBusinessDays(services, stopping);
    const { rows } = await sql<{ id: string }>`
      select payment_id::text as id from payments where method_type = 'Card' order by created_at desc limit 1`.execute(
      services.database,
    );
    scene.clockAt('2026-11-24T10:00:00-05:00');
    const part = { paymentId: rows[0]?.id ?? '', amountCents: cents(1_000) };
    const refunded = await refundPart(services, part, { by: 'ruth', reason: 'Too much' }, () => Promise.resolve());
    expect(refunded.ok).toBe(true);
    scene.clockAt('2026-11-24T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    const settled = await sql`
      select amount_cents from clearing_settlements
      where settlement_key in ('cards:2026-11-23', (select 'card-refund:' || refund_id from card_refunds))
      order by 1`.execute(services.database);
    expect(settled.rows).toEqual([{ amount_cents: 1_000 }, { amount_cents: 4_300 }]);
  });

  it('resumes after an interruption with the same file', async () => {
    await scene.payByDraft(41);
    scene.clockAt('2026-11-23T17:05:00-05:00');
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
    await scene.payByDraft(40);
    scene.clockAt('2026-11-23T17:05:00-05:00');
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
    expect(file).toMatchObject({ ok: true, value: { text: written[0] } });
    expect(written).toHaveLength(1);
    expect(file).toMatchObject({ value: { entryCount: (await recorded())[0]?.entryCount } });
    expect(await handOverBankFile(services, day('2026-11-24'), { by: 'kim', write })).toMatchObject({
      error: 'NoFile',
    });
    expect(await recorded()).toHaveLength(1);
  });

  it('catches up on days the machine was off and continues the entry numbers', async () => {
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    await scene.payByDraft(41);
    scene.clockAt('2026-11-24T17:05:00-05:00');
    await scene.payByDraft(42);
    scene.clockAt('2026-11-30T09:05:00-05:00');
    await scene.payByCard(40);
    scene.clockAt('2026-11-30T17:05:00-05:00');
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
    scene.clockAt('2026-11-23T17:05:00-05:00');
    const closed = await closeBusinessDays(services, stopping);
    scene.clockAt('2026-11-25T17:05:00-05:00');
    await scene.payByCard(40);
    closed.push(...(await closeBusinessDays(services, stopping)));
    scene.clockAt('2026-11-27T17:05:00-05:00');
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
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    await scene.submitCard(40, '4000000000000200');
    for (const date of ['2026-11-24', '2026-11-25', '2026-11-27']) {
      scene.clockAt(`${date}T17:05:00-05:00`);
      expect(await closeBusinessDays(services, stopping)).toMatchObject([
        { comparison: { unsettled: expect.any(Number) } },
      ]);
    }
    scene.clockAt('2026-11-28T09:00:00-05:00');
    await sql`update payments set leased_until = now() where state = 'unknown'`.execute(services.database);
    expect(await settlePayments(services, stopping)).toBe(1);
    scene.clockAt('2026-11-30T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed?.comparison).toMatchObject({ differences: [], unsettled: 0 });
    expect(closed?.comparison?.cards.processorCents).toBeGreaterThanOrEqual(4_300);
  });

  it('assesses late charges once per installment, and counts those of an interrupted run', async () => {
    scene.clockAt('2026-12-30T17:05:00-05:00');
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
    await scene.payByCard(40);
    await scene.payByCard(30);
    await scene.payByDraft(41);
    const strays = [await chargeForNothing(crypto.randomUUID()), await chargeForNothing('no number of ours')];
    const plants = [
      sql`update payments set amount_cents = amount_cents + 1 where amount_cents = 4000`,
      sql`update payments set state = 'declined', decline_reason = 'x' where amount_cents = 3000`,
      sql`update ach_entries set amount_cents = amount_cents - 1`,
    ];
    for (const plant of plants) await plant.execute(services.database);
    scene.clockAt('2026-11-23T17:05:00-05:00');
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

describe('charges of processor check', () => {
  beforeEach(begin);

  afterEach(() => scene.testApp.close());

  it('are not a difference once they are refunded, and name their fix until then', async () => {
    const [refunded, left] = [
      await chargeForNothing(createCheckPaymentId()),
      await chargeForNothing(createCheckPaymentId()),
    ];
    await services.cardProcessor.refund(refunded);
    scene.clockAt('2026-11-23T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed?.comparison?.differences).toEqual([
      `processor check charged a card and didn't refund it: refund ${left} at the processor`,
    ]);
  });
});

describe('differences of a closed day', () => {
  beforeEach(begin);

  afterEach(() => scene.testApp.close());

  it('raise no alarm once someone has explained them', async () => {
    const stray = await chargeForNothing(crypto.randomUUID());
    expect(await explain('too early')).toEqual({ ok: false, error: 'NoDifferences' });
    scene.clockAt('2026-11-23T17:05:00-05:00');
    await closeBusinessDays(services, stopping);
    expect(await readOperatingFigures(services.database, services.clock)).toMatchObject({ dayDifferences: 1 });
    expect(await explain('A test of the terminal')).toMatchObject({ ok: true });
    expect(await explain('Again')).toEqual({ ok: false, error: 'AcknowledgedAlready' });
    expect(await readOperatingFigures(services.database, services.clock)).toMatchObject({ dayDifferences: 0 });
    const day = await findBusinessDay(services.database, monday);
    const lines = day ? await describeDay(services, day) : [];
    expect(lines).toContain(`    a card was charged for the payment ${stray}, which doesn't exist`);
    expect(lines.at(-1)).toMatch(/^  Explained by Ana Silva on .*: A test of the terminal$/);
  });

  const explain = (reason: string) => acknowledgeDifferences(services, monday, { by: 'Ana Silva', reason });
});

async function chargeForNothing(paymentId: string): Promise<string> {
  const card = { cardNumber: '4242424242424242', securityCode: '123', expiration: '12/30' };
  const { token } = await services.cardProcessor.tokenize({ ...card, firstName: 'N', lastName: 'B', zipCode: '04101' });
  await services.cardProcessor.charge(chargeRequestOf(paymentId, token, 100));
  return paymentId;
}

async function begin(): Promise<void> {
  scene = await createEndOfDayScene();
  ({ services } = scene.testApp);
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
