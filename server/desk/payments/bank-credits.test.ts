import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { endOfDayCommand } from '#server/payments/end-of-day/end-of-day.cli.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { overpaidCommand } from '#server/payments/operator/overpaid.cli.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { changed, returned, returnFile } from '#tests/builders/return-file.ts';

// The clock is set to Saturday, November 21, 2026.
const customerId = '400102';
const url = '/api/desk/overpayments';
const OVERPAID = 30_000;
const monday = day('2026-11-23');
const tuesday = day('2026-11-24');
const stopping = new AbortController().signal;

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;
let profileId = '';

const loan = () => ({ customerId, accountNumber: scene.loan });

async function enterAgain(): Promise<void> {
  operations = await enterDesk(scene.testApp, 'operations');
  supervisor = await enterDesk(scene.testApp, 'supervisor');
  for (const caller of [operations, supervisor]) {
    await caller.open(customerId);
    await caller.confirm();
  }
}

async function clockAt(at: string): Promise<void> {
  const { clock } = scene.testApp;
  clock.moveOn(clock.now().until(Temporal.Instant.from(at)));
  await enterAgain();
}

/** A check that is more than the loan owes, and a bank account that the customer saved. */
beforeAll(async () => {
  scene = await createPaymentScene({ ...withDesk, options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  const { services } = scene.testApp;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(services.database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(services.database);
  await enterAgain();
  await scene.calls.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(scene.loan));
  const owed = (await services.host.findLoan(customerId, scene.loan, services.clock.today()))?.payoffCents ?? 0;
  const check = { means: 'check', reference: '77', amountCents: owed + OVERPAID, receivedOn: '2026-11-21' };
  await operations.post('/api/desk/received-payments/receive', { ...loan(), ...check, reason: 'Mailed' });
  profileId = (await shown()).bankAccounts[0]?.profileId ?? '';
});

afterAll(() => scene.testApp.close());

afterEach(async () => {
  const imbalances = await findImbalances(scene.testApp.services.database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const shown = async () =>
  (await operations.get(`${url}/loan?customerId=${customerId}&accountNumber=${scene.loan}`)).json();

const ask = async (amountCents: number, changes: object = {}, by = operations) => {
  const body = { ...loan(), profileId, amountCents, reason: 'Overpaid by check 77', ...changes };
  return (await by.post(`${url}/ask-bank-credit`, body)).json();
};

/** Several are recorded at one instant of the test's clock, so their order says nothing. */
const payoutOf = async (amountCents: number) =>
  (await shown()).payouts.find((payout: { amountCents: number }) => payout.amountCents === amountCents);

async function approve(action: string) {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const item = open.find((each: { action: string }) => each.action === action);
  const body = { workItemId: item.workItemId, reason: 'Seen' };
  return { item, ...(await supervisor.post('/api/desk/approvals/approve', body)).json() };
}

const clearing = async () => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as sum from postings where ledger_code = 1030`.execute(
    scene.testApp.services.database,
  );
  return rows[0]?.sum;
};

async function traceOf(amountCents: number): Promise<string> {
  const { rows } = await sql<{ trace: string }>`
    select trace_number as trace from payout_credits join payouts using (payout_id)
    where amount_cents = ${amountCents}`.execute(scene.testApp.services.database);
  return rows[0]?.trace ?? '';
}

const newestMail = async () => (await listNewestMessages(scene.testApp.services, 1))[0];

describe('an overpayment sent to a bank account', () => {
  let before = 0;

  it('goes only to an account that the customer saved and no bank refused', async () => {
    const { overpaidCents, bankAccounts } = await shown();
    expect(overpaidCents).toBe(OVERPAID);
    expect(bankAccounts).toMatchObject([{ ownerName: 'Li Wei', accountType: 'Checking', lastFour: '6354' }]);
    expect(JSON.stringify(bankAccounts)).not.toContain('9081726354');
    expect(await ask(100, { profileId: 'other' })).toEqual({ error: 'NoSuchBankAccount' });
    expect(await ask(OVERPAID + 1)).toEqual({ error: 'NotOverpaid' });
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(customerId);
    expect(await ask(100, {}, agent)).toEqual({ error: 'NotPermitted' });
    const { database } = scene.testApp.services;
    await sql`insert into blocked_bank_accounts (account_index, code, blocked_at)
      select account_index, 'R02', now() from saved_bank_accounts where profile_id = ${profileId}`.execute(database);
    expect((await shown()).bankAccounts).toEqual([]);
    expect(await ask(100)).toEqual({ error: 'NoSuchBankAccount' });
    await sql`delete from blocked_bank_accounts`.execute(database);
  });

  it('waits for the bank file once a second person approves, and the customer is told', async () => {
    before = (await clearing()) ?? 0;
    expect(await ask(10_000)).toEqual({});
    expect(await ask(10_000)).toEqual({ error: 'AskedAlready' });
    const { item, outcome } = await approve('payOutOverpayment');
    expect(outcome).toBe('approved');
    expect(Object.values(item.after)).toEqual([
      '$100.00 sent to the customer by bank credit to Checking ending 6354 of Li Wei',
    ]);
    expect(await shown()).toMatchObject({
      overpaidCents: OVERPAID - 10_000,
      payouts: [{ means: 'bank', amountCents: 10_000, credit: { state: 'waiting', lastFour: '6354', fileOn: monday } }],
    });
    expect(await newestMail()).toMatchObject({ subject: 'We sent you a refund' });
    expect((await newestMail())?.body).toContain('to your bank account ending in 6354');
    expect(await clearing()).toBe(before - 10_000);
    expect((await auditOf(scene.testApp, 'overpayment-paid-out')).at(-1)).toMatchObject({ lastFour: '6354' });
  });

  it('can be stopped until then', async () => {
    expect(await ask(4_000)).toEqual({});
    await approve('payOutOverpayment');
    const stop = { ...loan(), payoutId: (await payoutOf(4_000)).payoutId, reason: 'Wrong amount' };
    expect((await operations.post(`${url}/ask-to-stop`, stop)).json()).toEqual({});
    expect(await approve('stopPayout')).toMatchObject({ outcome: 'approved' });
    expect(await payoutOf(4_000)).toMatchObject({ stoppedAt: expect.any(String), credit: { state: 'cancelled' } });
    expect((await shown()).overpaidCents).toBe(OVERPAID - 10_000);
  });

  it('leaves with the file of the day, alone if need be, and agrees with the books', async () => {
    const { services } = scene.testApp;
    await clockAt('2026-11-23T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed?.comparison).toMatchObject({
      credits: { booksCents: 10_000, entriesCents: 10_000 },
      differences: [],
    });
    const file = await readBankFile(services, monday);
    expect(file).toMatchObject({ entryCount: 0, debitCents: 0, creditCount: 1, creditCents: 10_000 });
    expect(file?.text).toContain('PPDREFUND');
    expect(file?.text).toMatch(/^6224110010259081726354 {7}0000010000/m);
    expect((await shown()).payouts).toContainEqual(
      expect.objectContaining({ amountCents: 10_000, credit: expect.objectContaining({ state: 'filed' }) }),
    );
    const found = (await operations.get(`/api/desk/day?businessOn=${monday}`)).json();
    expect(found.file).toMatchObject({ entries: 0, credits: 1, creditCents: 10_000 });
    expect(found.comparison.credits).toEqual({ booksCents: 10_000, entriesCents: 10_000 });
    const summary = await operations.get(`/api/desk/day/file-summary?businessOn=${monday}`);
    expect(summary.json()).toMatchObject({ credits: 1, batches: [{ kind: 'PPD credits', totalCents: 10_000 }] });
    expect(summary.body).not.toContain('9081726354');
    const log = vi.spyOn(console, 'log').mockReturnValue();
    try {
      await endOfDayCommand.run(['show', monday], services);
      expect(log.mock.calls.flat().join('\n')).toContain('Credits: books $100.00, bank entries $100.00');
    } finally {
      log.mockRestore();
    }
    const stop = { ...loan(), payoutId: (await payoutOf(10_000)).payoutId, reason: 'Too late' };
    expect((await operations.post(`${url}/ask-to-stop`, stop)).json()).toEqual({ error: 'CreditSent' });
  });

  it('settles to cash on the effective day of the file', async () => {
    await clockAt('2026-11-24T17:05:00-05:00');
    const closed = await closeBusinessDays(scene.testApp.services, stopping);
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
    expect(await clearing()).toBe(before);
    expect(await readBankFile(scene.testApp.services, tuesday)).toBeUndefined();
  });

  it('waits again when the bank sends it back, once, and the customer is told why', async () => {
    const { services } = scene.testApp;
    const trace = await traceOf(10_000);
    const correction = await takeReturns(services, returnFile([changed(trace, 'C04', 'LI WEI')]));
    expect(correction).toMatchObject({ ok: true, value: { notices: [{ became: 'unmatched' }] } });
    expect(await takeReturns(services, returnFile([returned(trace, 9_999, 'R02')]))).toMatchObject({
      value: { notices: [{ became: 'unmatched', reason: 'another amount' }] },
    });
    const taken = await takeReturns(services, returnFile([returned(trace, 10_000, 'R02')]));
    expect(taken).toMatchObject({ value: { returned: 1, notices: [{ became: 'returned' }] } });
    expect(await takeReturns(services, returnFile([returned(trace, 10_000, 'R02')]))).toMatchObject({
      value: { returned: 0, known: 1 },
    });
    expect(await shown()).toMatchObject({ overpaidCents: OVERPAID, bankAccounts: [] });
    expect((await shown()).payouts).toContainEqual(
      expect.objectContaining({ credit: expect.objectContaining({ returnCode: 'R02' }) }),
    );
    expect(await newestMail()).toMatchObject({ subject: 'Your bank sent our refund back' });
    expect((await newestMail())?.body).toContain('(R02)');
    expect(await clearing()).toBe(before);
    expect((await auditOf(scene.testApp, 'payout-returned')).at(-1)).toMatchObject({
      code: 'R02',
      amountCents: 10_000,
    });
    await sql`delete from blocked_bank_accounts`.execute(services.database);
  });

  it('is set aside when its numbers cannot be read, and the day says so', async () => {
    const { services } = scene.testApp;
    expect(await ask(2_000)).toEqual({});
    await approve('payOutOverpayment');
    await sql`update payout_credits set account_number_sealed = '\\x00'::bytea where state = 'waiting'`.execute(
      services.database,
    );
    await clockAt('2026-11-25T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed?.comparison?.differences).toEqual([
      expect.stringMatching(/^the bank credit .* is on hold: its account numbers were sealed with another key$/),
    ]);
    const stop = { ...loan(), payoutId: (await payoutOf(2_000)).payoutId, reason: 'Numbers unreadable' };
    expect((await operations.post(`${url}/ask-to-stop`, stop)).json()).toEqual({});
    expect(await approve('stopPayout')).toMatchObject({ outcome: 'approved' });
    expect((await shown()).overpaidCents).toBe(OVERPAID);
  });

  it('is sent at the command line by the last four digits of the account', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const run = (...words: string[]) => overpaidCommand.run(['pay-out', ...words], scene.testApp.services);
    try {
      expect(await run(scene.loan, '5.00', 'bank', '0000', '--by', 'Ana Silva')).toBe(1);
      expect(error).toHaveBeenLastCalledWith(
        'The customer has saved no usable bank account with these last four digits, or several.',
      );
      expect(await run(scene.loan, '5.00', 'bank', '6354', '--by', 'Ana Silva')).toBe(0);
      expect(log).toHaveBeenLastCalledWith(
        'Recorded: $5.00 leaves with the next bank file to the account ending 6354.',
      );
    } finally {
      vi.restoreAllMocks();
    }
    expect(await payoutOf(500)).toMatchObject({ means: 'bank', credit: { state: 'waiting' } });
  });
});
