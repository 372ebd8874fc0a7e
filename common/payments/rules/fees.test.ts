import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cents, cents, ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import {
  draftAgreementTotal,
  type FeeMethod,
  firstPartyFee,
  paymentTotal,
  processingFee,
  thirdPartyFee,
} from './fees.ts';
import type { PaymentTiming } from './payment-types.ts';

const bankAccount: FeeMethod = { type: 'ACH' };
const debitCard: FeeMethod = { type: 'Card', debitCredit: 'DebitCard' };
const creditCard: FeeMethod = { type: 'Card', debitCredit: 'CreditCard' };

test.each<[FeeMethod, PaymentTiming, number]>([
  [bankAccount, 'scheduled', 100],
  [bankAccount, 'immediate', 200],
  [bankAccount, 'recurring', 300],
  [debitCard, 'immediate', 400],
  [debitCard, 'scheduled', 400],
  [debitCard, 'recurring', 400],
  [creditCard, 'immediate', 500],
  [creditCard, 'scheduled', 500],
  [creditCard, 'recurring', 500],
])("the institution's fee for %j, %s, is %i cents", (method, timing, fee) => {
  expect(firstPartyFee(method, timing, ordinaryTerms.fees)).toBe(fee);
});

test("the processor's fee depends on the type", () => {
  expect(thirdPartyFee('ACH', ordinarySettings)).toBe(25);
  expect(thirdPartyFee('Card', ordinarySettings)).toBe(75);
});

describe('the total', () => {
  test('is amount, both fees and additional principal', () => {
    const fees = { firstPartyCents: cents(200), thirdPartyCents: cents(25) };
    expect(processingFee(fees)).toBe(225);
    expect(paymentTotal(cents(41_286), fees, cents(5_000))).toBe(46_511);
    expect(paymentTotal(cents(41_286), { firstPartyCents: ZERO, thirdPartyCents: ZERO }, ZERO)).toBe(41_286);
  });

  test('of a draft agreement excludes additional principal', () => {
    const fees = { firstPartyCents: cents(200), thirdPartyCents: cents(25) };
    expect(draftAgreementTotal(cents(41_286), fees)).toBe(41_511);
    expect(draftAgreementTotal(cents(41_286), { firstPartyCents: ZERO, thirdPartyCents: ZERO })).toBe(41_286);
  });

  test('is always the sum', () => {
    const amounts = fc.tuple(anyCents(), anyCents(), anyCents(), anyCents());
    fc.assert(
      fc.property(amounts, ([amount, firstPartyCents, thirdPartyCents, additional]) => {
        const total = paymentTotal(amount, { firstPartyCents, thirdPartyCents }, additional);
        expect(total - amount - additional).toBe(firstPartyCents + thirdPartyCents);
      }),
    );
  });
});

function anyCents(): fc.Arbitrary<Cents> {
  return fc.integer({ min: 0, max: 1_000_000_000 }).map(cents);
}
