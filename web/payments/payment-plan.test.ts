import { describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { PaymentTerms, SavedBankAccount, SavedCard, SavedMethod } from '#common/payments/rules/payment-types.ts';
import { ordinarySettings, ordinaryTerms, rightBankAccount, rightCard } from '#tests/builders/payment-samples.ts';
import type { PayoffQuote } from './frequency-plan.ts';
import { planAllocation, planPayment, planTotals } from './payment-plan.ts';
import type { PaymentValues } from './payment-values.ts';

const savedCard: SavedCard = {
  type: 'Card',
  profileId: 'card-1',
  brand: 'visa',
  lastFour: '4242',
  debitCredit: 'CreditCard',
  expiration: '12/28',
};

const savedAccount: SavedBankAccount = {
  type: 'ACH',
  profileId: 'bank-1',
  accountType: 'Checking',
  lastFour: '6789',
  bankName: 'Harbor Community Bank',
};

const byAccount: Partial<PaymentValues> = {
  method: { type: 'ACH', choice: { kind: 'saved', profileId: 'bank-1' } },
};

const byCard: Partial<PaymentValues> = {
  method: { type: 'Card', choice: { kind: 'saved', profileId: 'card-1' } },
};

function plan(
  values: Partial<PaymentValues> = {},
  terms: Partial<PaymentTerms> = {},
  settings: Partial<PaymentSettings> = {},
  quote: PayoffQuote = null,
  savedMethods: readonly SavedMethod[] = [savedCard, savedAccount],
) {
  return planPayment(values, {
    terms: { ...ordinaryTerms, ...terms },
    savedMethods,
    settings: { ...ordinarySettings, ...settings },
    quote,
  });
}

describe('the initial payment method', () => {
  it('is undecided if both types are allowed and there is no default', () => {
    expect(plan().method).toMatchObject({ type: null, choice: null, paying: null });
  });

  it("is the loan's default method", () => {
    const { method } = plan({}, { defaultMethod: { type: 'ACH', profileId: 'bank-1', lastFour: '6789' } });
    expect(method.paying?.submitted).toEqual({ type: 'ACH', saved: savedAccount });
  });

  it('is only a type if just one is allowed and several methods of it are saved', () => {
    const methods = [savedAccount, { ...savedAccount, profileId: 'bank-2' }];
    const { method } = plan({}, { cardBlocked: true }, {}, null, methods);
    expect(method).toMatchObject({ type: 'ACH', choice: null, saved: methods });
  });

  it.each([
    ['saved', {}, [savedAccount]],
    ['of an allowed type', { cardBlocked: true }, [savedCard, savedAccount]],
    ['not expired', {}, [{ ...savedCard, expiration: '01/20' }, savedAccount]],
  ])('is the only method that is %s', (_how, terms, methods) => {
    const { method } = plan({}, terms, {}, null, methods);
    expect(method.paying?.submitted).toEqual({ type: 'ACH', saved: savedAccount });
  });

  it('is undecided if the only saved method can not be used', () => {
    const { method } = plan({}, {}, {}, null, [{ ...savedCard, expiration: '01/20' }]);
    expect(method).toMatchObject({ type: null, choice: null, paying: null });
  });

  it('ignores a default method of a forbidden type', () => {
    const defaultMethod = { type: 'Card', profileId: 'card-1', lastFour: '4242' } as const;
    const methods = [savedAccount, { ...savedAccount, profileId: 'bank-2' }];
    const { method } = plan({}, { cardBlocked: true, defaultMethod }, {}, null, methods);
    expect(method).toMatchObject({ type: 'ACH', paying: null });
  });

  it('is not chosen again after the customer took the choice back', () => {
    const { method } = plan({ method: { type: 'ACH', choice: null } }, {}, {}, null, [savedAccount]);
    expect(method).toMatchObject({ type: 'ACH', choice: null, paying: null });
  });
});

describe('a payoff chosen among the amounts', () => {
  const payoff = { kind: 'payoff', entry: '', additional: '' } as const;
  const later = {
    frequency: 'OneTime',
    when: 'later',
    payOn: day('2026-11-23'),
    daysBeforeDue: null,
    payoff: false,
  } as const;

  it('pays all that is owed today and keeps the amount step', () => {
    const { amount, frequency } = plan({ ...byAccount, amount: payoff });
    expect(frequency?.payoff).toMatchObject({ chosen: true, cents: ordinaryTerms.payoffCents });
    expect(amount).toMatchObject({ skipped: false, cents: ordinaryTerms.payoffCents });
  });

  it("waits for a later day's quote without opening the frequency again", () => {
    const settings = { futurePayoffAllowed: { ACH: true, Card: true } };
    const waiting = plan({ ...byAccount, frequency: later, amount: payoff }, {}, settings);
    expect(waiting.frequency?.isValid).toBe(true);
    expect(waiting.amount).toMatchObject({ skipped: false, cents: null });
    const quoted = plan({ ...byAccount, frequency: later, amount: payoff }, {}, settings, cents(12_345));
    expect(quoted.amount?.cents).toBe(12_345);
    expect(plan({ ...byAccount, frequency: later, amount: payoff }, {}, settings, 'failed').amount?.cents).toBeNull();
  });
});

describe('a chosen method', () => {
  it('overrides the default', () => {
    const defaultMethod = { type: 'ACH', profileId: 'bank-1', lastFour: '6789' } as const;
    expect(plan(byCard, { defaultMethod }).method.paying?.name).toMatchObject({ type: 'Card', lastFour: '4242' });
  });

  it('is named by its last four digits when used one time', () => {
    const card = plan({ method: { type: 'Card', choice: { kind: 'singleUseCard', card: rightCard } } });
    expect(card.method.paying?.name).toEqual({
      type: 'Card',
      brand: 'visa',
      lastFour: '1111',
      debitCredit: 'DebitCard',
    });
    const choice = { kind: 'singleUseAccount', account: rightBankAccount, bankName: 'Old Mill Trust' } as const;
    expect(plan({ method: { type: 'ACH', choice } }).method.paying?.name).toEqual({
      type: 'ACH',
      accountType: 'Checking',
      lastFour: '6789',
      bankName: 'Old Mill Trust',
    });
  });

  it('is cleared when the saved method was deleted', () => {
    const values: Partial<PaymentValues> = { method: { type: 'Card', choice: { kind: 'saved', profileId: 'gone' } } };
    expect(plan(values).method).toMatchObject({ type: 'Card', choice: null, paying: null });
  });

  it.each<[string, Partial<PaymentSettings>]>([
    ['of a brand that is not accepted anymore', { cardBrands: ['amex'] }],
    ['of credit where only debit is accepted', { debitOnly: true }],
  ])("%s stays selected but can't pay", (_, settings) => {
    expect(plan(byCard, {}, settings).method).toMatchObject({ choice: byCard.method?.choice, paying: null });
  });

  it("can't pay here where cards are paid at a third party", () => {
    const thirdPartyCards = { link: 'https://cards.example', firstBranch: 101, lastBranch: 101 };
    expect(plan(byCard, {}, { thirdPartyCards }).method.paying).toBeNull();
    expect(plan(byCard, {}, { thirdPartyCards: { ...thirdPartyCards, link: '' } }).method.paying).not.toBeNull();
  });

  it("of a company can't be a saved bank account", () => {
    expect(plan(byAccount, { companyNumber: 12 }).method).toMatchObject({ type: 'ACH', saved: [], paying: null });
  });
});

describe('the day of a payment', () => {
  it('is today if the method can be drawn today', () => {
    expect(plan(byAccount)).toMatchObject({
      frequency: { payOn: '2026-11-20', isValid: true },
      payNow: { allowed: true },
    });
  });

  it('is refused for a bank account where same-day drafts are blocked, but not for a card', () => {
    expect(plan(byAccount, {}, { immediateAchBlocked: true }).payNow).toMatchObject({ allowed: false });
    expect(plan(byCard, {}, { immediateAchBlocked: true }).payNow).toEqual({ allowed: true });
  });
});

describe('the amount', () => {
  it('defaults to the amount due', () => {
    expect(plan(byAccount).amount).toMatchObject({ value: { kind: 'due' }, cents: 41_286 });
  });

  it("must be entered if the amount due can't be paid with this method", () => {
    expect(plan(byCard, {}, { maximumCardCents: cents(10_000) }).amount).toMatchObject({
      value: { kind: 'other', entry: '' },
      cents: null,
    });
  });

  it.each([
    ['$100.00', 10_000],
    ['0.01', 1],
    ['8451.15', 845_115],
    ['8451.16', null],
    ['0', null],
    ['', null],
    ['ten', null],
  ])('typed as "%s" is %s cents', (entry, amountCents) => {
    expect(plan({ ...byAccount, amount: { kind: 'other', entry, additional: '' } }).amount?.cents).toBe(amountCents);
  });
});

describe('the totals', () => {
  const thirdPartyCents = cents(75);

  it("add the fee for the kind of card and the processor's fee", () => {
    expect(planTotals(plan(byCard), ordinaryTerms, thirdPartyCents)).toEqual({
      amountCents: 41_286,
      additionalPrincipalCents: 0,
      fees: { firstPartyCents: 500, thirdPartyCents: 75 },
      totalCents: 41_861,
      paysTotalDue: false,
    });
  });

  it('add the e-check fee for a bank account', () => {
    expect(planTotals(plan(byAccount), ordinaryTerms, ZERO)).toMatchObject({
      fees: { firstPartyCents: 200, thirdPartyCents: 0 },
      totalCents: 41_486,
    });
  });

  it.each([
    ['no method is chosen', plan(), ZERO],
    ['the processor’s fee is not known', plan(byAccount), null],
    ['the amount does not stand', plan({ ...byAccount, amount: { kind: 'other', entry: '', additional: '' } }), ZERO],
  ])('are unknown while %s', (_, unfinished, fee) => {
    expect(planTotals(unfinished, ordinaryTerms, fee)).toBeNull();
  });
});

describe('the split of a payment', () => {
  const terms = { ...ordinaryTerms, feesDueCents: cents(2_500), payoffCents: cents(847_615) };

  it.each([
    [['fees', 'interest', 'principal'], { feesCents: 2_500, interestCents: 500, principalCents: 0 }],
    [['interest', 'fees', 'principal'], { feesCents: 0, interestCents: 3_000, principalCents: 0 }],
    [['principal', 'interest', 'fees'], { feesCents: 0, interestCents: 0, principalCents: 3_000 }],
  ] as const)("follows the institution's order %s", (order, allocation) => {
    expect(planAllocation(cents(3_000), terms, order)).toEqual(allocation);
  });

  it('gives principal what fees and interest leave', () => {
    expect(planAllocation(cents(41_286), terms, ['fees', 'interest', 'principal'])).toEqual({
      feesCents: 2_500,
      interestCents: 3_115,
      principalCents: 35_671,
    });
  });
});
