import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { loanState } from '#tests/builders/loan-states.ts';
import { ledger } from './ledger-codes.ts';
import { balanceUpdate, depositOpening, depositUpdate, loanOpening } from './opening-balance.ts';
import type { NewTransfer } from './transfer.ts';

const when = { on: day('2026-11-20'), at: Temporal.Instant.from('2026-11-21T07:00:00Z') };

/** Each line as ledger code, account and amount; debits are positive. */
const linesOf = (transfers: readonly NewTransfer[]) =>
  transfers.map(({ postings }) => postings.map((line) => [line.ledgerCode, line.accountId, line.amountCents]));

describe('a converted loan', () => {
  test('brings principal and fees onto the books, against the opening balances', () => {
    const loan = loanState({ accountId: 7, lateChargesCents: cents(2_500), otherFeesCents: cents(300) });
    const [transfer] = loanOpening(loan, when);
    expect(transfer).toEqual({
      description: 'Opening balance',
      effectiveOn: when.on,
      postedAt: when.at,
      paymentId: null,
      countedCents: 0,
      reversesTransferId: null,
      postings: [
        { ledgerCode: ledger.loanPrincipal, accountId: 7, amountCents: 1_000_000 },
        { ledgerCode: ledger.lateCharges, accountId: 7, amountCents: 2_500 },
        { ledgerCode: ledger.otherFees, accountId: 7, amountCents: 300 },
        { ledgerCode: ledger.openingBalances, accountId: null, amountCents: -1_000_000 },
        { ledgerCode: ledger.openingBalances, accountId: null, amountCents: -2_500 },
        { ledgerCode: ledger.openingBalances, accountId: null, amountCents: -300 },
      ],
    });
  });

  test('that owes nothing moves nothing', () => {
    expect(loanOpening(loanState({ principalCents: ZERO }), when)).toEqual([]);
  });
});

describe('a converted deposit', () => {
  test('is owed to its customer, or by them if it is overdrawn', () => {
    expect(linesOf(depositOpening(8, cents(1_000), when))).toEqual([
      [
        [ledger.openingBalances, null, 1_000],
        [ledger.deposits, 8, -1_000],
      ],
    ]);
    expect(linesOf(depositOpening(8, cents(-50), when))).toEqual([
      [
        [ledger.openingBalances, null, -50],
        [ledger.deposits, 8, 50],
      ],
    ]);
    expect(depositOpening(8, cents(1), when)).toMatchObject([{ description: 'Opening balance' }]);
  });

  test('of zero moves nothing', () => {
    expect(depositOpening(8, ZERO, when)).toEqual([]);
  });
});

describe("a core's file", () => {
  const before = loanState({ accountId: 7, lateChargesCents: cents(2_500) });

  test('moves each balance by its difference', () => {
    const after = { ...before, principalCents: cents(999_000), lateChargesCents: ZERO, otherFeesCents: cents(300) };
    const transfers = balanceUpdate(before, after, when);
    expect(transfers).toMatchObject([{ description: 'Balance update', effectiveOn: when.on, postedAt: when.at }]);
    expect(linesOf(transfers)).toEqual([
      [
        [ledger.loanPrincipal, 7, -1_000],
        [ledger.lateCharges, 7, -2_500],
        [ledger.otherFees, 7, 300],
        [ledger.balanceUpdates, null, 1_000],
        [ledger.balanceUpdates, null, 2_500],
        [ledger.balanceUpdates, null, -300],
      ],
    ]);
  });

  test('with the balances of the books moves nothing', () => {
    expect(balanceUpdate(before, { ...before, installmentCents: cents(1) }, when)).toEqual([]);
    expect(depositUpdate(8, cents(100), cents(100), when)).toEqual([]);
  });

  test('moves a deposit up and down', () => {
    const transfers = depositUpdate(8, cents(100), cents(160), when);
    expect(transfers).toMatchObject([{ description: 'Balance update' }]);
    expect(linesOf([...transfers, ...depositUpdate(8, cents(100), cents(70), when)])).toEqual([
      [
        [ledger.balanceUpdates, null, 60],
        [ledger.deposits, 8, -60],
      ],
      [
        [ledger.balanceUpdates, null, -30],
        [ledger.deposits, 8, 30],
      ],
    ]);
  });
});
