import { describe, expect, test } from 'vitest';
import { cents } from '../../core/money.ts';
import { ratePpm } from '../../core/rates.ts';
import {
  isExemptFromLateCharge,
  lateChargeFor,
  type LateChargePolicy,
  lateChargePolicyOf,
  shortestGrace,
} from './late-charge.ts';

/** $25.00 for anything more than ten days late. */
const flat: LateChargePolicy = {
  flatCents: cents(2_500),
  percent: null,
  take: 'lesser',
  maximumCents: null,
  graceDays: 10,
  leastShortageCents: cents(0),
  afterMaturity: false,
  exceptHoldCodes: ['BKR', '48'],
  exceptInDispute: true,
};
const fivePercent = { flatCents: null, percent: ratePpm(50_000) };
const both = { percent: ratePpm(50_000) };

describe('the late charge of an installment', () => {
  test.each<[string, Partial<LateChargePolicy>, number, number]>([
    ['is flat', {}, 30_000, 2_500],
    ['is flat for a cent as well', {}, 1, 2_500],
    ['is zero for a paid installment', {}, 0, 0],
    ['is a percentage of what is unpaid', fivePercent, 30_000, 1_500],
    ['is rounded half away from zero', fivePercent, 30_010, 1_501],
    ['is the lesser of both, the percentage', both, 49_999, 2_500],
    ['is the lesser of both, small', both, 1_000, 50],
    ['is the lesser of both, the flat one', both, 60_000, 2_500],
    ['is the greater of both, the flat one', { ...both, take: 'greater' }, 30_000, 2_500],
    ['is the greater of both, the percentage', { ...both, take: 'greater' }, 60_000, 3_000],
    ['is never more than its maximum', { ...fivePercent, maximumCents: cents(1_000) }, 30_000, 1_000],
    ['may be below its maximum', { ...fivePercent, maximumCents: cents(1_501) }, 30_000, 1_500],
    ['is zero just below the smallest shortage', { leastShortageCents: cents(500) }, 499, 0],
    ['is due from the least shortage on', { leastShortageCents: cents(500) }, 500, 2_500],
    ['is zero where none is agreed', { flatCents: null }, 30_000, 0],
  ])('%s', (_name, changes, unpaid, charge) => {
    expect(lateChargeFor({ ...flat, ...changes }, cents(unpaid))).toBe(charge);
  });
});

test.each([
  ['BKR', false, true],
  [' bkr ', false, true],
  ['48', false, true],
  ['4', false, false],
  ['', false, false],
  ['', true, true],
])('hold code %j, in dispute %s: exempt %s', (holdCode, inDispute, expected) => {
  expect(isExemptFromLateCharge(flat, { holdCode, inDispute })).toBe(expected);
});

test('a dispute alone can be charged if the institution says so', () => {
  expect(isExemptFromLateCharge({ ...flat, exceptInDispute: false }, { holdCode: '', inDispute: true })).toBe(false);
});

test('a loan type can have its own policy', () => {
  const auto = { ...flat, graceDays: 15 };
  const rules = { lateCharge: flat, lateChargeByLoanType: { 'AUTO-ME': auto } };
  expect(lateChargePolicyOf(rules, 'AUTO-ME')).toBe(auto);
  expect(lateChargePolicyOf(rules, '')).toBe(flat);
  expect(lateChargePolicyOf(rules, 'toString')).toBe(flat);
  expect(shortestGrace(rules)).toBe(10);
  expect(shortestGrace({ lateCharge: auto, lateChargeByLoanType: { WEEKLY: { ...flat, graceDays: 3 } } })).toBe(3);
});
