import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endOfDayCommand } from '#server/payments/end-of-day/end-of-day.cli.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { findPayoutAccount } from '#server/payments/operator/pay-out-to-bank.ts';
import { overpaidCommand } from '#server/payments/operator/overpaid.cli.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { createRefundScene, monday, type RefundScene, tuesday } from '#tests/builders/refund-scene.ts';
import { returned, returnFile } from '#tests/builders/return-file.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

const OVERPAID = 30_000;

let scene: RefundScene;

beforeAll(async () => {
  scene = await createRefundScene();
  await scene.receive('77', (await scene.owed()) + OVERPAID);
});

afterAll(() => scene.testApp.close());

afterEach(() => scene.assertBalanced());

/** Several are recorded at one instant of the test's clock, so their order says nothing. */
const payoutOf = async (amountCents: number) =>
  (await scene.shown()).payouts.find((payout: { amountCents: number }) => payout.amountCents === amountCents);

const requestStop = async (amountCents: number, reason: string) => {
  const { payoutId } = await payoutOf(amountCents);
  return (
    await scene.operations().post('/api/desk/overpayments/ask-to-stop', { ...scene.named, payoutId, reason })
  ).json();
};

const clearing = async () => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as sum from postings where ledger_code = 1030`.execute(
    scene.services.database,
  );
  return rows[0]?.sum;
};

it('no account of a customer whom the host does not know takes money, as a company needs another entry', async () => {
  const { services, named, profileId } = scene;
  const host = { ...services.host, findCustomer: () => Promise.resolve(undefined) };
  expect(await findPayoutAccount(services, named.customerId, profileId)).toMatchObject({ value: { sec: 'PPD' } });
  await expect(findPayoutAccount({ ...services, host }, named.customerId, profileId)).rejects.toThrow(
    "doesn't know customer 400102",
  );
});

describe('an overpayment sent to a bank account', () => {
  let before = 0;

  it('goes only to an account that the customer saved and no bank refused', async () => {
    const { overpaidCents, bankAccounts } = await scene.shown();
    expect(overpaidCents).toBe(OVERPAID);
    expect(bankAccounts).toMatchObject([{ ownerName: 'Li Wei', accountType: 'Checking', lastFour: '6354' }]);
    expect(JSON.stringify(bankAccounts)).not.toContain('9081726354');
    expect(await scene.request(100, { profileId: 'other' })).toEqual({ error: 'NoSuchBankAccount' });
    expect(await scene.request(OVERPAID + 1)).toEqual({ error: 'NotOverpaid' });
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(scene.named.customerId);
    expect(await scene.request(100, {}, agent)).toEqual({ error: 'NotPermitted' });
    const { database } = scene.services;
    await sql`insert into blocked_bank_accounts (account_index, code, blocked_at)
      select account_index, 'R02', now() from saved_bank_accounts where profile_id = ${scene.profileId}`.execute(
      database,
    );
    expect((await scene.shown()).bankAccounts).toEqual([]);
    expect(await scene.request(100)).toEqual({ error: 'NoSuchBankAccount' });
    await sql`delete from blocked_bank_accounts`.execute(database);
  });

  it('waits for the bank file once a second person approves, and the customer is told', async () => {
    before = (await clearing()) ?? 0;
    expect(await scene.request(10_000)).toEqual({});
    expect(await scene.request(10_000)).toEqual({ error: 'AskedAlready' });
    const { item, outcome } = await scene.approve('payOutOverpayment');
    expect(outcome).toBe('approved');
    expect(Object.values(item.after)).toEqual([
      '$100.00 sent to the customer by bank credit to Checking ending 6354 of Li Wei',
    ]);
    expect(await scene.shown()).toMatchObject({
      overpaidCents: OVERPAID - 10_000,
      payouts: [{ means: 'bank', amountCents: 10_000, credit: { state: 'waiting', lastFour: '6354', fileOn: monday } }],
    });
    expect(await scene.newestMail()).toMatchObject({ subject: 'We sent you a refund' });
    expect((await scene.newestMail())?.body).toContain('to your bank account ending in 6354');
    expect(await clearing()).toBe(before - 10_000);
    expect((await auditOf(scene.testApp, 'overpayment-paid-out')).at(-1)).toMatchObject({ lastFour: '6354' });
  });

  it('can be stopped until then', async () => {
    expect(await scene.request(4_000)).toEqual({});
    await scene.approve('payOutOverpayment');
    expect(await requestStop(4_000, 'Wrong amount')).toEqual({});
    expect(await scene.approve('stopPayout')).toMatchObject({ outcome: 'approved' });
    expect(await payoutOf(4_000)).toMatchObject({ stoppedAt: expect.any(String), credit: { state: 'cancelled' } });
    expect((await scene.shown()).overpaidCents).toBe(OVERPAID - 10_000);
  });

  it('leaves with the file of the day, alone if need be, and agrees with the books', async () => {
    const { services } = scene;
    const { closed, file } = await scene.closeDay(monday);
    expect(closed[0]?.comparison).toMatchObject({
      credits: { booksCents: 10_000, entriesCents: 10_000 },
      differences: [],
    });
    expect(file).toMatchObject({ entryCount: 0, debitCents: 0, creditCount: 1, creditCents: 10_000 });
    expect(file?.text).toContain('PPDREFUND');
    expect(file?.text).toMatch(/^6224110010259081726354 {7}0000010000/m);
    expect((await scene.shown()).payouts).toContainEqual(
      expect.objectContaining({ amountCents: 10_000, credit: expect.objectContaining({ state: 'filed' }) }),
    );
    const found = (await scene.operations().get(`/api/desk/day?businessOn=${monday}`)).json();
    expect(found.file).toMatchObject({ entries: 0, credits: 1, creditCents: 10_000 });
    expect(found.comparison.credits).toEqual({ booksCents: 10_000, entriesCents: 10_000 });
    const summary = await scene.operations().get(`/api/desk/day/file-summary?businessOn=${monday}`);
    expect(summary.json()).toMatchObject({ credits: 1, batches: [{ kind: 'PPD credits', totalCents: 10_000 }] });
    expect(summary.body).not.toContain('9081726354');
    const log = vi.spyOn(console, 'log').mockReturnValue();
    try {
      await endOfDayCommand.run(['show', monday], services);
      expect(log.mock.calls.flat().join('\n')).toContain('Credits: books $100.00, bank entries $100.00');
    } finally {
      log.mockRestore();
    }
    expect(await requestStop(10_000, 'Too late')).toEqual({ error: 'CreditSent' });
  });

  it('settles to cash on the effective day of the file', async () => {
    const { closed, file } = await scene.closeDay(tuesday);
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
    expect(await clearing()).toBe(before);
    expect(file).toBeUndefined();
  });

  it('waits again when the bank sends it back, once, and the customer is told why', async () => {
    const { services } = scene;
    const [trace = ''] = await scene.traces();
    expect(await takeReturns(services, returnFile([returned(trace, 9_999, 'R02')]))).toMatchObject({
      value: { notices: [{ became: 'unmatched', reason: 'another amount' }] },
    });
    const taken = await takeReturns(services, returnFile([returned(trace, 10_000, 'R02')]));
    expect(taken).toMatchObject({ value: { returned: 1, notices: [{ became: 'returned' }] } });
    expect(await takeReturns(services, returnFile([returned(trace, 10_000, 'R02')]))).toMatchObject({
      value: { returned: 0, known: 1 },
    });
    expect(await scene.shown()).toMatchObject({ overpaidCents: OVERPAID, bankAccounts: [] });
    expect((await scene.shown()).payouts).toContainEqual(
      expect.objectContaining({ credit: expect.objectContaining({ returnCode: 'R02' }) }),
    );
    expect(await scene.newestMail()).toMatchObject({ subject: 'Your bank sent our refund back' });
    const [blocked, ...repeated] = (await listNewestMessages(services, 20)).filter(
      ({ subject }) => subject === "We can't draw on your bank account",
    );
    expect([blocked?.recipient, repeated]).toEqual([(await scene.newestMail())?.recipient, []]);
    expect((await scene.newestMail())?.body).toContain('(R02)');
    expect(await clearing()).toBe(before);
    expect((await auditOf(scene.testApp, 'payout-returned')).at(-1)).toMatchObject({
      code: 'R02',
      amountCents: 10_000,
    });
    await sql`delete from blocked_bank_accounts`.execute(services.database);
  });

  it('is set aside when its numbers cannot be read, and the day says so', async () => {
    const { services } = scene;
    expect(await scene.request(2_000)).toEqual({});
    await scene.approve('payOutOverpayment');
    await sql`update payout_credits set account_number_sealed = '\\x00'::bytea where state = 'waiting'`.execute(
      services.database,
    );
    const { closed } = await scene.closeDay('2026-11-25');
    expect(closed[0]?.comparison?.differences).toEqual([
      expect.stringMatching(/^the bank credit .* is on hold: its account numbers were sealed with another key$/),
    ]);
    expect(await requestStop(2_000, 'Numbers unreadable')).toEqual({});
    expect(await scene.approve('stopPayout')).toMatchObject({ outcome: 'approved' });
    expect((await scene.shown()).overpaidCents).toBe(OVERPAID);
  });

  it('is sent at the command line by the last four digits of the account', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const run = (...words: string[]) => overpaidCommand.run(['pay-out', ...words], scene.services);
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
