import { cardMethod } from './payment-shapes.api.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ratePpm } from '#common/core/rates.ts';
import type {
  BillingFrequency,
  CardBrand,
  PaymentTerms,
  PlannedPaymentsOfLoan,
  SavedMethod,
} from './rules/payment-types.ts';
import { ordinaryTermsWithPlans, rightBankAccount, rightCard } from '#tests/builders/payment-samples.ts';
import { paymentsApi } from './payments.api.ts';
import { paymentTermsFromWire, paymentTermsToWire, savedMethodFromWire, savedMethodToWire } from './payments.wire.ts';
import { bankAccountFromWire, bankAccountToWire, cardFromWire, cardToWire } from './methods.wire.ts';
import { defaultMethodFromWire, defaultMethodToWire } from './schedules.wire.ts';

const context = { encryptedData: 'handle', savedMethods: [], immediateAchBlockedAfterCutoff: true };

function travel<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

describe('the terms of a loan', () => {
  const answer = paymentsApi['GET /api/PaymentInformation/GetPaymentInfo'].answers[200];

  test('carry the names of the specification', () => {
    expect(paymentTermsToWire(ordinaryTermsWithPlans, context)).toEqual({
      HasNoErrors: true,
      Errors: [],
      DueDate: '2026-12-01',
      PaymentDetails: {
        LoanAccountNumber: '101-004417-2',
        PaymentDate: '2026-11-20',
        PaymentAmount: 412.86,
        Company: 0,
      },
      PaymentOptions: {
        AllowACH: true,
        AllowCards: true,
        NumberDaysInPeriod: 30,
        RecurringAllowed: true,
        FirstPartyFees: {
          ScheduledAchFee: 1,
          ECheckFeeAmount: 2,
          RecurringAchFee: 3,
          DebitCardFeeAmount: 4,
          CreditCardFeeAmount: 5,
        },
      },
      ScheduledPayments: [],
      RecurringPayment: null,
      BlockImmediateACHPaymentsAfterCutoffTime: false,
      AdjustedACHPaymentDateAfterCutoffTime: null,
      RegularPaymentAmount: 412.86,
      LoanBillingFrequency: 'Monthly',
      NonPaymentDays: ['2026-11-26', '2026-12-25'],
      NonSchedulablePaymentDays: [],
      PayoffHold: null,
      RestrictionCode: '',
      FeesAndCharges: 0,
      EncryptedData: 'handle',
      Delinquent: false,
      PastDue: false,
      LateCharge: { PayBy: '2026-12-11', Amount: 25 },
      TotalAmountDue: 412.86,
      PayOffAmount: 8451.15,
      Balance: 8420,
      InterestDue: 31.15,
      Rate: 6.49,
      accountNumber: '101-004417-2',
      accountType: 0,
      paymentMethods: [],
      numScheduledPayments: 0,
      loanHasRecurringPmt: false,
      recurringAllowedByHost: true,
      blockAchPayment: false,
      blockCardPayment: false,
      allowCards: true,
      earliestPaymentDate: '2026-11-20',
      UpcomingDueDays: ['2026-12-01', '2027-01-01', '2027-02-01'],
      HoldCode: '',
      DefaultPaymentMethod: null,
    });
  });

  test.each([
    [true, true, true, '2026-11-23'],
    [true, false, false, '2026-11-23'],
    [false, true, false, null],
    [false, false, false, null],
  ])('past the cut-off %s and blocked then %s: %s, next %s', (pastAchCutoff, blocks, blocked, adjusted) => {
    const earliestPaymentOn = pastAchCutoff ? day('2026-11-23') : ordinaryTermsWithPlans.today;
    const terms = { ...ordinaryTermsWithPlans, pastAchCutoff, earliestPaymentOn };
    const info = paymentTermsToWire(terms, { ...context, savedMethods: [], immediateAchBlockedAfterCutoff: blocks });
    expect(info.BlockImmediateACHPaymentsAfterCutoffTime).toBe(blocked);
    expect(info.AdjustedACHPaymentDateAfterCutoffTime).toBe(adjusted);
  });

  test("send only-immediate as the host's restriction code", () => {
    const info = paymentTermsToWire({ ...ordinaryTermsWithPlans, onlyImmediatePayments: true }, context);
    expect(info.RestrictionCode).toBe('InterestTooHighForDelayedPayment');
  });

  test('of a blocked account are never sent', () => {
    expect(() => paymentTermsToWire({ ...ordinaryTermsWithPlans, paymentsBlocked: true }, context)).toThrow(RangeError);
  });

  test("arrive unchanged, in the contract's shape", () => {
    fc.assert(
      fc.property(anyTerms(), (terms) => {
        const info = answer.parse(travel(paymentTermsToWire(terms, context)));
        expect(paymentTermsFromWire(info as ReturnType<typeof paymentTermsToWire>)).toEqual(terms);
      }),
    );
  });
});

describe('a saved method', () => {
  const answer = paymentsApi['POST /api/PaymentMethod/GetPaymentMethods'].answers[200];

  const methods: SavedMethod[] = (['visa', 'amex', 'master', 'discover'] satisfies CardBrand[]).flatMap((brand) => [
    {
      type: 'Card',
      profileId: `debit-${brand}`,
      brand,
      lastFour: '1111',
      debitCredit: 'DebitCard',
      expiration: '12/28',
    },
    {
      type: 'Card',
      profileId: `credit-${brand}`,
      brand,
      lastFour: '0005',
      debitCredit: 'CreditCard',
      expiration: '01/30',
    },
  ]);
  methods.push(
    { type: 'ACH', profileId: 'checking', accountType: 'Checking', lastFour: '6789', bankName: 'Harbor Bank' },
    { type: 'ACH', profileId: 'savings', accountType: 'Savings', lastFour: '0001', bankName: '' },
  );

  test.each(methods)('arrives unchanged: $profileId', (method) => {
    const item = savedMethodToWire(method);
    const answered = answer.parse(travel({ HasNoErrors: true, Errors: [], PaymentMethods: [item] }));
    expect(answered.PaymentMethods.map(savedMethodFromWire)).toEqual([method]);
    expect(item.IsCard).toBe(method.type === 'Card');
  });

  test('without card or bank account is refused', () => {
    expect(() => savedMethodFromWire({ IsCard: false, CardInfo: null, AchInfo: null })).toThrow(RangeError);
  });

  test.each(['Card', 'ACH'] as const)('can be referred to as the default (%s)', (type) => {
    const method = { type, profileId: 'p-1', lastFour: '1111' };
    expect(defaultMethodToWire(method)).toEqual({ IsCard: type === 'Card', ProfileId: 'p-1', LastFour: '1111' });
    expect(defaultMethodFromWire(defaultMethodToWire(method))).toEqual(method);
  });
});

describe('a new card', () => {
  const body = cardMethod;
  const address = { address1: '1 Long Wharf', address2: 'Apt. 2', city: 'Boston', state: 'MA' };
  const entry = { ...rightCard, ...address };

  test("has the specification's names", () => {
    expect(cardToWire(entry, '101-004417-2')).toEqual({
      BillingAddress: { ZipCode: '02110', Address1: '1 Long Wharf', Address2: 'Apt. 2', City: 'Boston', State: 'MA' },
      CardHolderFirstName: 'Margaret',
      CardHolderLastName: "O'Kafor",
      CardNumber: '4111111111111111',
      ExpirationDate: '12/28',
      SecurityCode: '123',
      CardType: 'visa',
      DebitCreditType: 'DebitCard',
      LoanAccountNumber: '101-004417-2',
    });
  });

  test('arrives as it was entered', () => {
    expect(cardFromWire(body.parse(travel(cardToWire(entry, '101-004417-2'))))).toEqual(entry);
  });

  test('loses surrounding spaces', () => {
    const wide = { ...entry, firstName: ' Margaret ', city: ' Boston ' };
    expect(cardToWire(wide, '101-004417-2')).toEqual(cardToWire(entry, '101-004417-2'));
  });

  test('without a brand is not sent', () => {
    expect(() => cardToWire({ ...entry, cardNumber: '9999999999999995' }, '101-004417-2')).toThrow(RangeError);
  });
});

describe('a new bank account', () => {
  const body = paymentsApi['POST /api/PaymentMethod/AddAchPaymentMethod'].body;

  test("has the specification's names", () => {
    expect(bankAccountToWire({ ...rightBankAccount, ownerName: ' Margaret Okafor ' }, '101-004417-2')).toEqual({
      AccountType: 'Checking',
      RoutingNumber: '011000015',
      AccountNumber: '123456789',
      OwnerName: 'Margaret Okafor',
      LoanAccountNumber: '101-004417-2',
    });
  });

  test('arrives as it was entered', () => {
    const entry = { ...rightBankAccount, accountType: 'Savings' } as const;
    expect(bankAccountFromWire(body.parse(travel(bankAccountToWire(entry, '101-004417-2'))))).toEqual(entry);
  });
});

function anyTerms(): fc.Arbitrary<PaymentTerms & PlannedPaymentsOfLoan> {
  const amount = fc.integer({ min: 0, max: 100_000_000_000 }).map(cents);
  const today = day('2026-11-20');
  const anyDay = fc.integer({ min: 0, max: 400 }).map((days) => addDays(today, days));
  const defaultMethod = fc.record({
    type: fc.constantFrom('Card' as const, 'ACH' as const),
    profileId: fc.string({ maxLength: 64 }),
    lastFour: fc.stringMatching(/^\d{4}$/),
  });
  const common = {
    handle: fc.string({ maxLength: 64 }),
    referenceNumber: fc.string({ maxLength: 14 }),
    type: fc.constantFrom('Card' as const, 'ACH' as const),
    lastFour: fc.stringMatching(/^\d{4}$/),
    goodThrough: fc.option(anyDay),
    paused: fc.boolean(),
    amountCents: amount,
    totalCents: amount,
    feeCents: amount,
    deletable: fc.boolean(),
    editable: fc.boolean(),
  };
  const scheduledPayment = fc.record({ ...common, payOn: anyDay, isPayoff: fc.boolean(), posted: fc.boolean() });
  const recurringPayment = fc.record({
    ...common,
    option: fc.constantFrom('Weekly' as const, 'DayOfMonth' as const, 'DaysBeforeDue' as const),
    daysBeforeDue: fc.nat(9),
    nextOn: anyDay,
    additionalPrincipalCents: amount,
    paysTotalDue: fc.boolean(),
    skippable: fc.boolean(),
  });
  return fc
    .record({
      accountNumber: fc.stringMatching(/^\d{3}-\d{6}-\d$/),
      accountKind: fc.constantFrom('loan' as const, 'lineOfCredit' as const),
      companyNumber: fc.nat(99),
      holdCode: fc.constantFrom('', '48', 'NOX$'),
      today: fc.constant(today),
      pastAchCutoff: fc.boolean(),
      dueOn: fc.option(anyDay),
      upcomingDueDays: fc.array(anyDay, { maxLength: 3 }),
      balanceCents: amount,
      totalDueCents: amount,
      regularPaymentCents: amount,
      payoffCents: amount,
      interestDueCents: amount,
      feesDueCents: amount,
      rate: fc.integer({ min: 0, max: 1_000_000 }).map(ratePpm),
      billingFrequency: fc.constantFrom<BillingFrequency>('Monthly', 'SemiMonthly', 'TwoWeeks', 'Weekly'),
      periodDays: fc.nat(40),
      pastDue: fc.boolean(),
      lateCharge: fc.oneof(
        fc.constantFrom('none' as const, 'unknown' as const),
        fc.record({ payBy: anyDay, chargeCents: amount }),
      ),
      delinquent: fc.boolean(),
      onlyImmediatePayments: fc.boolean(),
      payoffHold: fc.constantFrom(null, 'LockedForPayoff' as const, 'InDispute' as const),
      paymentsBlocked: fc.constant(false),
      chargedOff: fc.constant(false),
      achBlocked: fc.boolean(),
      cardBlocked: fc.boolean(),
      recurringAllowed: fc.boolean(),
      fees: fc.record({
        scheduledAchCents: amount,
        eCheckCents: amount,
        recurringAchCents: amount,
        debitCardCents: fc.constant(ZERO),
        creditCardCents: amount,
      }),
      nonPaymentDays: fc.array(anyDay, { maxLength: 5 }),
      nonSchedulableDays: fc.array(anyDay, { maxLength: 5 }),
      scheduledPayments: fc.array(scheduledPayment, { maxLength: 2 }),
      recurringPayment: fc.option(recurringPayment),
      defaultMethod: fc.option(defaultMethod),
    })
    .map((terms) => ({ ...terms, earliestPaymentOn: addDays(today, terms.pastAchCutoff ? 3 : 0) }));
}
