import { expect, test } from 'vitest';
import { cents, ZERO } from '#common/core/money.ts';
import { ledger } from './ledger-codes.ts';
import { credit, debit, moneyIn, postings } from './transfer.ts';

const money = debit(ledger.achClearing, null, cents(40_300));
const fee = credit(ledger.processingFeeIncome, null, cents(300));
const principal = credit(ledger.loanPrincipal, 7, cents(40_000));
const writtenOff = debit(ledger.chargedOffLoans, 7, cents(40_000));

test('the money of a payment is what the institution received, wherever it stands among the lines', () => {
  expect(moneyIn([money, principal, fee])).toBe(money);
  expect(moneyIn([fee, writtenOff, principal, money])).toBe(money);
  expect(moneyIn([fee, principal, writtenOff])).toBeUndefined();
});

test('a transfer has no lines of nothing', () => {
  expect(postings(money, credit(ledger.lateCharges, 7, ZERO), principal)).toEqual([money, principal]);
});
