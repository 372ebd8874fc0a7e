import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays, type Day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { at, LOAN, OWNER, stranger, today, startBothHosts, wholeHistory } from '#tests/builders/both-hosts.ts';
import { findImbalances } from './books/find-imbalances.ts';
import { ledger } from './books/ledger-codes.ts';
import { HostRefused } from './host-errors.ts';
import type { Host } from './host.ts';

const scene = startBothHosts();
let settlements = 0;

function never(): never {
  throw new Error('Nothing was posted');
}

describe.each(scene.hosts)('%s', (_name, hostOf) => {
  test('posts a payment once and repeats its answer', async () => {
    const host = hostOf();
    const before = await host.findLoan(OWNER, LOAN, today);
    const payment = scene.posting();
    const copies = await Promise.all(Array.from({ length: 8 }, () => host.postPayment(payment)));
    expect(new Set(copies.map((copy) => JSON.stringify(copy))).size).toBe(1);
    const after = await host.findLoan(OWNER, LOAN, today);
    const { feesCents, interestCents, principalCents } = copies[0]?.allocation ?? never();
    expect(feesCents + interestCents + principalCents).toBe(payment.amountCents);
    expect((before?.principalCents ?? 0) - (after?.principalCents ?? 0)).toBe(principalCents);
    const entries = await host.listHistory(OWNER, LOAN, wholeHistory);
    expect(entries.filter(({ paymentId }) => paymentId === payment.paymentId)).toHaveLength(1);
    const totalCents = payment.amountCents + payment.processingFeeCents;
    expect(await host.listPostings([payment.paymentId, 'never-posted'])).toEqual([
      { paymentId: payment.paymentId, method: 'ACH', totalCents, reversed: false },
    ]);
  });

  test('posts exactly the projected effect', async () => {
    const host = hostOf();
    const { paymentId: _id, postedAt: _at, processingFeeCents: _fee, method: _method, ...plan } = scene.posting();
    const projected = await host.projectPayment(plan);
    const { allocation, principalAfterCents } = await host.postPayment({ ...scene.posting(), ...plan });
    expect({ allocation, principalAfterCents }).toEqual({
      allocation: projected?.allocation,
      principalAfterCents: projected?.principalAfterCents,
    });
  });

  test.each([
    ['NotALoan', { accountNumber: '999-999999-9' }],
    ['OtherPayment', { amountCents: cents(77_777) }],
  ] as const)('refuses %s permanently', async (reason, changes) => {
    const host = hostOf();
    const payment = scene.posting();
    if (reason === 'OtherPayment') await host.postPayment(payment);
    const refused = await host.postPayment({ ...payment, ...changes }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(HostRefused);
    expect(refused).toMatchObject({ reason });
  });

  test('reverses a payment once, and ignores one that was never posted', async () => {
    const host = hostOf();
    const before = await host.findLoan(OWNER, LOAN, today);
    const { paymentId } = scene.posting();
    await host.postPayment(scene.posting({ paymentId }));
    const reversal = { paymentId, effectiveOn: today, postedAt: at };
    const copies = await Promise.all(Array.from({ length: 5 }, () => host.reversePayment(reversal)));
    expect(new Set(copies.map((copy) => copy?.transferId)).size).toBe(1);
    expect(await host.findLoan(OWNER, LOAN, today)).toEqual(before);
    expect(await host.reversePayment({ ...reversal, paymentId: 'never-posted' })).toBeUndefined();
    expect((await host.listPostings([paymentId]))[0]?.reversed).toBe(true);
  });

  test('charges the fee for a returned payment once with its reversal, and takes it back once', async () => {
    const host = hostOf();
    const before = await host.findLoan(OWNER, LOAN, today);
    expect(before?.takesReturnFee).toBe(true);
    const { paymentId } = scene.posting();
    await host.postPayment(scene.posting({ paymentId }));
    const reversal = { paymentId, effectiveOn: today, postedAt: at, returnFeeCents: cents(3_000) };
    await Promise.all(Array.from({ length: 3 }, () => host.reversePayment(reversal)));
    const owing = await host.findLoan(OWNER, LOAN, today);
    expect(owing?.otherFeesCents).toBe((before?.otherFeesCents ?? ZERO) + 3_000);
    const [charge] = await host.listLateCharges(OWNER, LOAN);
    expect(charge).toMatchObject({ kind: 'returnedPayment', amountCents: 3_000, chargedOn: today, owed: true });
    const { chargeId = '' } = charge ?? {};
    const waiver = { accountNumber: LOAN, chargeId, effectiveOn: today, postedAt: at };
    await Promise.all([host.reverseLateCharge(waiver), host.reverseLateCharge(waiver)]);
    expect(await host.findLoan(OWNER, LOAN, today)).toEqual(before);
    await host.reversePayment(reversal);
    expect(await host.findLoan(OWNER, LOAN, today)).toEqual(before);
  });

  test('reverses a payment that was moved to another loan where it is', async () => {
    const host = hostOf();
    const [other, othersOwner] = ['101-004417-2', '400101'] as const;
    const loans = async () => [await host.findLoan(OWNER, LOAN, today), await host.findLoan(othersOwner, other, today)];
    const before = await loans();
    const { paymentId } = scene.posting();
    await host.postPayment(scene.posting({ paymentId }));
    await scene.app.services.host.servicing?.movePayment({
      paymentId,
      moveId: `moved-${paymentId}`,
      fromAccountNumber: LOAN,
      accountNumber: other,
      additionalPrincipalCents: ZERO,
      waivedChargeIds: [],
      movedOn: today,
      postedAt: at,
    });
    const [left, reached] = await loans();
    expect(left).toEqual(before[0]);
    expect(reached?.payoffCents).toBeLessThan(before[1]?.payoffCents ?? 0);
    expect(await host.listPostings([paymentId])).toMatchObject([{ paymentId, reversed: false }]);
    const reversal = { paymentId, effectiveOn: today, postedAt: at };
    const reversed = await host.reversePayment(reversal);
    expect(reversed).toMatchObject({ principalAfterCents: before[1]?.principalCents });
    expect(await host.reversePayment(reversal)).toEqual(reversed);
    expect(await loans()).toEqual(before);
    expect(await host.listPostings([paymentId])).toMatchObject([{ paymentId, reversed: true }]);
  });

  test('repeats and reverses a payment of a loan that owes nothing anymore', async () => {
    const host = hostOf();
    const before = await host.findLoan(OWNER, LOAN, today);
    const payoff = scene.posting({ amountCents: before?.payoffCents ?? ZERO });
    await host.postPayment(payoff);
    const second = scene.posting();
    const copies = [await host.postPayment(second), await host.postPayment(second)];
    expect(copies[1]).toEqual(copies[0]);
    expect(copies[0]?.allocation).toEqual({ feesCents: 0, interestCents: 0, principalCents: 0 });
    const history = await host.listHistory(OWNER, LOAN, wholeHistory);
    const entry = history.find(({ paymentId }) => paymentId === second.paymentId);
    expect(entry).toMatchObject({ principalCents: 0, otherCents: second.amountCents, totalCents: second.amountCents });
    for (const { paymentId } of [second, payoff]) {
      expect(await host.reversePayment({ paymentId, effectiveOn: today, postedAt: at })).toBeDefined();
      expect((await host.listPostings([paymentId]))[0]?.reversed).toBe(true);
    }
    expect(await host.findLoan(OWNER, LOAN, today)).toEqual(before);
  });

  test.each([
    ['to cash from the bank', { method: 'ACH', direction: 'in' }, [ledger.cash, 500], [ledger.achClearing, -500]],
    ['from cash to cards', { method: 'Card', direction: 'out' }, [ledger.cash, -500], [ledger.cardClearing, 500]],
  ] as const)('moves settled money %s once per key', async (_what, way, ...lines) => {
    const host = hostOf();
    settlements += 1;
    const settlement = {
      key: `contract-settlement-${settlements}`,
      description: 'Bank file settled',
      amountCents: cents(500),
      effectiveOn: today,
      postedAt: at,
      ...way,
    };
    await Promise.all([host.settleClearing(settlement), host.settleClearing(settlement)]);
    const { rows } = await sql<{ code: number; amount: number }>`
      select ledger_code as code, amount_cents as amount from transfers join postings using (transfer_id)
      where settlement_key = ${settlement.key} order by line`.execute(scene.app.services.database);
    expect(rows.map(({ code, amount }) => [code, amount])).toEqual(lines);
  });

  test('assesses late charges once, page by page, and waits for an expected payment', async () => {
    const host = hostOf();
    // Each host gets its own day, because charges persist.
    const on = addDays(today, hostOf === scene.hosts[0]?.[1] ? 60 : 120);
    const accounts: string[] = [];
    for (let after: string | null = null; ;) {
      const page: Awaited<ReturnType<Host['listLateLoans']>> = await host.listLateLoans({ on, after, limit: 2 });
      accounts.push(...page.accountNumbers);
      if (page.next === null) break;
      after = page.next;
    }
    expect(accounts.length).toBeGreaterThan(2);
    expect(new Set(accounts).size).toBe(accounts.length);
    const assess = (expectedCents: number) =>
      host.assessLateCharges({
        on,
        postedAt: at,
        loans: accounts.map((accountNumber) => ({ accountNumber, expectedCents: cents(expectedCents) })),
      });
    await assess(100_000_000);
    expect(await host.countLateCharges(on)).toBe(0);
    await Promise.all([assess(0), assess(0)]);
    const charged = await host.countLateCharges(on);
    expect(charged).toBeGreaterThan(0);
    await assess(0);
    expect(await host.countLateCharges(on)).toBe(charged);
    await reverseOneLateCharge(host, on);
    await assess(0);
    expect(await host.countLateCharges(on)).toBe(charged);
  });

  /** Takes the newest late charge of a loan back, twice at once. */
  async function reverseOneLateCharge(host: Host, on: Day): Promise<void> {
    const { rows } = await sql<{ customerId: string; accountNumber: string }>`
      select customer_id as "customerId", account_number as "accountNumber"
      from accounts join postings using (account_id) join transfers using (transfer_id)
      where transfers.description = 'Late charge' and transfers.effective_on = ${on} and amount_cents > 0
      limit 1`.execute(scene.app.services.database);
    const [{ customerId, accountNumber } = { customerId: '', accountNumber: '' }] = rows;
    const [charge, ...others] = await host.listLateCharges(customerId, accountNumber);
    if (!charge) throw new Error('The loan has no late charge.');
    expect(charge).toMatchObject({ chargedOn: on, owed: true });
    const owed = async () => (await host.quotePayoff(customerId, accountNumber, on))?.lateChargesCents ?? 0;
    const before = await owed();
    const reversal = { accountNumber, chargeId: charge.chargeId, effectiveOn: on, postedAt: at };
    await Promise.all([host.reverseLateCharge(reversal), host.reverseLateCharge(reversal)]);
    expect(await owed()).toBe(before - charge.amountCents);
    expect((await host.listLateCharges(customerId, accountNumber)).map(({ chargeId }) => chargeId)).toEqual(
      others.map(({ chargeId }) => chargeId),
    );
    expect(await host.listLateCharges(stranger, accountNumber)).toEqual([]);
    expect(await findImbalances(scene.app.services.database)).toEqual([]);
    await expect(host.reverseLateCharge({ ...reversal, chargeId: '999999999' })).rejects.toThrow(HostRefused);
  }
});
