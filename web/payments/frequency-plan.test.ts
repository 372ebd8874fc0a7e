import { describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import type { PaymentSettings } from '#common/payments/rules/payment-settings.ts';
import type { Frequency, PaymentTerms, RecurringPayment } from '#common/payments/rules/payment-types.ts';
import { ordinarySettings, ordinaryTerms, rightCard } from '#tests/builders/payment-samples.ts';
import { chooseFrequency, type PayoffQuote, payoffQuoteDay } from './frequency-plan.ts';
import { planPayment, planTotals } from './payment-plan.ts';
import type { ProposedPayment } from './proposed-payment.ts';
import type { FrequencyValue, MethodValue } from './payment-values.ts';

const bank: MethodValue = { type: 'ACH', choice: { kind: 'saved', profileId: 'bank-1' } };
const savedMethods = [
  { type: 'ACH', profileId: 'bank-1', accountType: 'Checking', lastFour: '6789', bankName: 'Harbor' },
] as const;

const once: FrequencyValue = { frequency: 'OneTime', when: 'now', payOn: null, daysBeforeDue: null, payoff: false };
const later = (payOn: string): FrequencyValue => ({ ...once, when: 'later', payOn: day(payOn) });
const recurring = (frequency: Frequency, rest: Partial<FrequencyValue> = {}): FrequencyValue => ({
  ...once,
  frequency,
  ...rest,
});

interface Circumstances {
  readonly terms?: Partial<PaymentTerms>;
  readonly settings?: Partial<PaymentSettings>;
  readonly quote?: PayoffQuote;
  readonly method?: MethodValue;
  readonly proposed?: ProposedPayment;
}

/** Friday, November 20, 2026; Thanksgiving is on the 26th, the loan is due on the 1st. */
function plan(frequency: FrequencyValue | undefined, { terms, settings, quote, method, proposed }: Circumstances = {}) {
  const values = { method: method ?? bank, ...(frequency && { frequency }) };
  const facts = {
    terms: { ...ordinaryTerms, ...terms },
    savedMethods,
    settings: { ...ordinarySettings, ...settings },
    quote: quote ?? null,
    proposed,
  };
  return planPayment(values, facts);
}

describe('a frequency', () => {
  it.each<[string, FrequencyValue | undefined, Circumstances, object]>([
    ['at first is Pay Once, now', undefined, {}, { timing: 'immediate', payOn: '2026-11-20', isValid: true }],
    [
      'is the first day that is allowed if today is blocked',
      undefined,
      { settings: { immediateAchBlocked: true } },
      { timing: 'scheduled', payOn: '2026-11-23', isValid: true },
    ],
    [
      'is the day after a holiday',
      undefined,
      { terms: { today: day('2026-11-26') } },
      { timing: 'scheduled', payOn: '2026-11-27', isValid: true },
    ],
    [
      'later is complete with an allowed day',
      later('2026-11-23'),
      {},
      { timing: 'scheduled', payOn: '2026-11-23', isValid: true },
    ],
    ['later does not stand on a holiday', later('2026-11-26'), {}, { payOn: null, isValid: false }],
    ['later does not stand on a weekend', later('2026-11-21'), {}, { payOn: null, isValid: false }],
    ['later does not stand today', later('2026-11-20'), {}, { payOn: null, isValid: false }],
    [
      'later is incomplete if scheduling is blocked',
      later('2026-11-23'),
      { settings: { schedulingAllowed: { Card: true, ACH: false } } },
      { isValid: false },
    ],
    [
      'on the due date is complete at once, with zero days before',
      recurring('OnDueDate'),
      {},
      {
        timing: 'recurring',
        payOn: '2026-12-01',
        recurrence: { option: 'DaysBeforeDue', daysBeforeDue: 0 },
        isValid: true,
      },
    ],
    [
      'some days before it does not stand without their number',
      recurring('DaysBeforeDue'),
      {},
      { payOn: null, isValid: false },
    ],
    [
      'some days before is complete with their number',
      recurring('DaysBeforeDue', { daysBeforeDue: 4 }),
      {},
      { payOn: '2026-11-27', recurrence: { option: 'DaysBeforeDue', daysBeforeDue: 4 }, isValid: true },
    ],
    [
      'with a forced number of days needs no choice',
      recurring('DaysBeforeDue'),
      { settings: { recurringForcedDaysBeforeDue: 4 } },
      { payOn: '2026-11-27', isValid: true },
    ],
    [
      'monthly asks for a day',
      recurring('MonthlyOnDate'),
      {},
      { recurrence: { option: 'DayOfMonth', daysBeforeDue: 0 }, payOn: null, isValid: false },
    ],
    [
      'twice a month is complete with a day',
      recurring('SemiMonthly', { payOn: day('2026-11-23') }),
      {},
      { recurrence: { option: 'SemiMonthly', daysBeforeDue: 0 }, payOn: '2026-11-23', isValid: true },
    ],
    [
      'twice a month does not stand on a 30th',
      recurring('SemiMonthly', { payOn: day('2026-11-30') }),
      {},
      { payOn: null, isValid: false },
    ],
    [
      'every two weeks is called so by the host',
      recurring('TwoWeeks', { payOn: day('2026-11-23') }),
      {},
      { recurrence: { option: 'BiWeekly', daysBeforeDue: 0 }, isValid: true },
    ],
    [
      'that is not offered does not stand',
      recurring('Weekly', { payOn: day('2026-11-23') }),
      { settings: { frequenciesAllowed: { ...ordinarySettings.frequenciesAllowed, Weekly: false } } },
      { isValid: false },
    ],
    [
      'by a card that is not kept cannot recur',
      recurring('OnDueDate'),
      { method: { type: 'Card', choice: { kind: 'singleUseCard', card: rightCard } } },
      { isValid: false },
    ],
  ])('%s', (_, frequency, circumstances, expected) => {
    expect(plan(frequency, circumstances).frequency).toMatchObject(expected);
  });

  it('clears the entries that depended on the previous one', () => {
    const options = plan(later('2026-11-23')).frequency?.options;
    expect(options && chooseFrequency('Weekly', options)).toEqual(recurring('Weekly'));
  });
});

describe('a payoff', () => {
  const payoff = { ...once, payoff: true };
  const payoffLater = { ...later('2026-11-23'), payoff: true };

  it("today uses the loan's payoff amount and leaves no amount to decide", () => {
    const planned = plan(payoff);
    expect(planned.frequency).toMatchObject({ payoff: { chosen: true, cents: 845_115 }, isValid: true });
    expect(planned.amount).toMatchObject({ skipped: true, cents: 845_115 });
  });

  it("on a later day waits for that day's quote", () => {
    expect(payoffQuoteDay({ frequency: payoffLater })).toBe('2026-11-23');
    expect(plan(payoffLater).frequency).toMatchObject({ payoff: { chosen: true, cents: null }, isValid: false });
    const quoted = plan(payoffLater, { quote: cents(845_500) });
    expect(quoted.frequency).toMatchObject({ payoff: { cents: 845_500 }, isValid: true });
    expect(quoted.amount?.cents).toBe(845_500);
  });

  it('is deselected if its quote fails to load', () => {
    const failed = plan(payoffLater, { quote: 'failed' });
    expect(failed.frequency).toMatchObject({ payoff: { chosen: false }, isValid: true });
    expect(failed.amount).toMatchObject({ skipped: false, value: { kind: 'due' } });
  });

  it.each<[string, FrequencyValue, Circumstances]>([
    [
      'later where only today is allowed',
      payoffLater,
      { settings: { futurePayoffAllowed: { Card: true, ACH: false } } },
    ],
    ['later of an overdue loan', payoffLater, { terms: { pastDue: true } }],
    ['where it is hidden', payoff, { settings: { payoffHidden: true } }],
    ['where payments are limited to a part of it', payoff, { settings: { maximumPayoffFactor: 0.5 } }],
  ])('%s is not accepted', (_, frequency, circumstances) => {
    expect(plan(frequency, circumstances).frequency).toMatchObject({ payoff: { chosen: false }, isValid: false });
  });

  it.each([[once], [later('2026-11-23')], [recurring('OnDueDate')]])('asks for no quote unless chosen', (value) => {
    expect(payoffQuoteDay({ frequency: value })).toBeNull();
  });
});

describe('a recurring amount', () => {
  it('that follows the due date is the regular one where there is no choice', () => {
    const settings = { customAmountOnDaysBeforeDueAllowed: false, additionalPrincipalOnRecurringAchAllowed: false };
    expect(plan(recurring('OnDueDate'), { settings }).amount).toMatchObject({ skipped: true, cents: 41_286 });
  });

  it('adds additional principal to the total', () => {
    const values = {
      method: bank,
      frequency: recurring('OnDueDate'),
      amount: { kind: 'due', entry: '', additional: '50' },
    } as const;
    const planned = planPayment(values, {
      terms: ordinaryTerms,
      savedMethods,
      settings: ordinarySettings,
      quote: null,
    });
    expect(planTotals(planned, ordinaryTerms, cents(25))).toEqual({
      amountCents: 41_286,
      additionalPrincipalCents: 5_000,
      fees: { firstPartyCents: 300, thirdPartyCents: 25 },
      totalCents: 41_286 + 5_000 + 325,
      paysTotalDue: false,
    });
  });

  it.each(['abc', '999999'])('is incomplete with additional principal of "%s"', (additional) => {
    const values = {
      method: bank,
      frequency: recurring('OnDueDate'),
      amount: { kind: 'due', entry: '', additional },
    } as const;
    const planned = planPayment(values, {
      terms: ordinaryTerms,
      savedMethods,
      settings: ordinarySettings,
      quote: null,
    });
    expect(planTotals(planned, ordinaryTerms, cents(25))).toBeNull();
  });

  it("of a line of credit is zero, meaning the day's total due", () => {
    const terms = { accountKind: 'lineOfCredit' } as const;
    const planned = plan(recurring('OnDueDate'), { terms });
    expect(planned.amount).toMatchObject({ skipped: true, paysTotalDue: true, cents: 0 });
    expect(planTotals(planned, { ...ordinaryTerms, ...terms }, cents(0))).toMatchObject({ paysTotalDue: true });
  });
});

it('a payment of the total due on the due date begins on the first day for which the amount can be announced', () => {
  const terms = { accountKind: 'lineOfCredit', today: day('2026-11-25') } as const;
  expect(plan(recurring('OnDueDate'), { terms }).frequency).toMatchObject({ payOn: '2026-12-07', isValid: true });
  const agreed = { recurringLineOfCreditPaysTotalDue: false };
  expect(plan(recurring('OnDueDate'), { terms, settings: agreed }).frequency).toMatchObject({ payOn: '2026-12-01' });
});

it('a loan with a recurring payment only accepts a one-time payment today', () => {
  const recurringPayment: RecurringPayment = {
    handle: '',
    referenceNumber: '2222-3333-4444',
    type: 'ACH',
    lastFour: '6789',
    goodThrough: null,
    option: 'Weekly',
    daysBeforeDue: 0,
    nextOn: day('2026-11-24'),
    totalCents: cents(100),
    feeCents: cents(0),
    amountCents: cents(100),
    additionalPrincipalCents: cents(0),
    paysTotalDue: false,
    paused: false,
    deletable: true,
    editable: true,
    skippable: true,
  };
  const { frequency } = plan(undefined, { terms: { recurringPayment } });
  expect(frequency).toMatchObject({ timing: 'immediate', isValid: true });
  expect(frequency?.options.payLater).toEqual({ allowed: false, reason: 'HasRecurring' });
});

describe('what another screen proposes', () => {
  const autopay: ProposedPayment = { frequency: 'OnDueDate', additional: '100.00' };

  it('stands until something is chosen', () => {
    const { frequency, amount } = plan(undefined, { proposed: autopay });
    expect(frequency?.value.frequency).toBe('OnDueDate');
    expect(amount?.value.additional).toBe('100.00');
    expect(plan(recurring('Weekly'), { proposed: autopay }).frequency?.value.frequency).toBe('Weekly');
  });

  it('gives way where it is not offered', () => {
    const settings = { recurringAllowed: { Card: true, ACH: false } };
    expect(plan(undefined, { proposed: autopay, settings }).frequency?.value.frequency).toBe('OneTime');
  });

  it('may be to pay off the loan today', () => {
    expect(plan(undefined, { proposed: { payoff: 'today' } }).frequency).toMatchObject({
      value: { frequency: 'OneTime', when: 'now' },
      payoff: { chosen: true, cents: ordinaryTerms.payoffCents },
    });
  });

  it('may be to pay off the loan on a later day, for the amount of that day', () => {
    const proposed = { payoff: day('2026-11-23') };
    expect(payoffQuoteDay({}, proposed)).toBe('2026-11-23');
    expect(plan(undefined, { proposed, quote: cents(915_000) }).frequency).toMatchObject({
      value: { frequency: 'OneTime', when: 'later' },
      payOn: '2026-11-23',
      payoff: { chosen: true, cents: 915_000 },
      isValid: true,
    });
    expect(plan(undefined, { proposed: { payoff: day('2026-11-26') }, quote: cents(915_000) }).frequency?.isValid).toBe(
      false,
    );
    expect(payoffQuoteDay({ frequency: once }, proposed)).toBeNull();
  });
});
