import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms, rightBankAccount, rightCard } from '#tests/builders/payment-samples.ts';
import { ordinaryCircumstances, type PaymentCircumstances } from './availability.ts';
import { hostMessages } from './host-messages.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms, SavedBankAccount, SavedCard } from './payment-types.ts';
import {
  feesOfSubmission,
  findSubmissionError,
  type PaymentSubmission,
  type SubmissionError,
} from './validate-submission.ts';
import { intendedMethod, type SubmittedMethod } from './submitted-method.ts';

const savedCard: SavedCard = {
  type: 'Card',
  profileId: 'card-1',
  brand: 'visa',
  lastFour: '1111',
  debitCredit: 'DebitCard',
  expiration: '12/28',
};
const savedAccount: SavedBankAccount = {
  type: 'ACH',
  profileId: 'account-1',
  accountType: 'Checking',
  lastFour: '6789',
  bankName: 'Harbor Bank',
};

const bySavedCard: SubmittedMethod = { type: 'Card', saved: savedCard };
const bySavedAccount: SubmittedMethod = { type: 'ACH', saved: savedAccount };
const byNewCard: SubmittedMethod = { type: 'Card', singleUse: rightCard };
const byNewAccount: SubmittedMethod = { type: 'ACH', singleUse: rightBankAccount };
const everyMethod = [bySavedCard, bySavedAccount, byNewCard, byNewAccount];

interface Case {
  readonly method?: SubmittedMethod;
  readonly sent?: Partial<PaymentSubmission>;
  readonly terms?: Partial<PaymentTerms>;
  readonly settings?: Partial<PaymentSettings>;
  readonly circumstances?: Partial<PaymentCircumstances>;
}

function errorOf({ method = bySavedAccount, sent, terms, settings, circumstances }: Case): SubmissionError | undefined {
  const allTerms = { ...ordinaryTerms, ...terms };
  const allSettings = { ...ordinarySettings, ...settings };
  const submission: PaymentSubmission = {
    plan: { timing: 'immediate' },
    companyNumber: allTerms.companyNumber,
    payOn: allTerms.today,
    amountCents: cents(41_286),
    additionalPrincipalCents: ZERO,
    fees: feesOfSubmission(intendedMethod(method), sent?.plan?.timing ?? 'immediate', allTerms, allSettings),
    isPayoff: false,
    method,
    ...sent,
  };
  return findSubmissionError(submission, allTerms, allSettings, { ...ordinaryCircumstances, ...circumstances });
}

test.each(everyMethod)('a valid payment is accepted: %j', (method) => {
  expect(errorOf({ method })).toBeUndefined();
});

describe('the account', () => {
  test.each<[string, Case, SubmissionError]>([
    ['is blocked', { terms: { paymentsBlocked: true } }, 'Security does not allow online payments.'],
    [
      'is blocked for delinquency',
      { terms: { paymentsBlocked: true, delinquent: true } },
      hostMessages.noSecurityForOnlinePayments,
    ],
    ['is on hold', { terms: { holdCode: 'CLOSED' } }, 'SecurityNotAllowed'],
    ['is in nightly maintenance', { circumstances: { nightMode: true } }, hostMessages.nightlyMaintenance],
    ['waits for an earlier payment', { circumstances: { unsettledPayment: true } }, 'Generic'],
    [
      'owes nothing on its credit line',
      { terms: { accountKind: 'lineOfCredit', balanceCents: ZERO } },
      'PaymentAmountMaximumError',
    ],
    ['belongs to another company', { sent: { companyNumber: 12 } }, 'Invalid'],
    [
      'is at an institution that takes no single payments',
      { settings: { frequenciesAllowed: { ...ordinarySettings.frequenciesAllowed, OneTime: false } } },
      'Invalid',
    ],
  ])('%s', (_, change, error) => {
    expect(errorOf(change)).toBe(error);
  });
});

describe('the type of payment', () => {
  const thirdPartyCards = { link: 'https://cards.example/pay', firstBranch: 101, lastBranch: 101 };
  const nowhereElse = { ...thirdPartyCards, link: '' };
  const delinquentDue = { delinquent: true, totalDueCents: cents(50_001) };
  const forced = { totalDueForcedWhenDelinquent: true, maximumCardCents: cents(50_000) };

  test.each<[string, Case, SubmissionError | undefined]>([
    ['ACH blocked by the host', { terms: { achBlocked: true } }, 'Security does not allow online ACH payments.'],
    ['card while ACH is blocked', { method: bySavedCard, terms: { achBlocked: true } }, undefined],
    ['card blocked by the host', { method: bySavedCard, terms: { cardBlocked: true } }, 'SecurityNotAllowed'],
    ['ACH while cards are blocked', { terms: { cardBlocked: true } }, undefined],
    [
      'ACH with a listed hold code',
      { terms: { holdCode: '48' }, settings: { achBlockingHoldCodes: ['48'] } },
      'SecurityNotAllowed',
    ],
    ['card paid at a third party', { method: bySavedCard, settings: { thirdPartyCards } }, 'Invalid'],
    [
      'card that has no third party to go to',
      { method: bySavedCard, settings: { thirdPartyCards: nowhereElse } },
      undefined,
    ],
    ['ACH where cards go to a third party', { settings: { thirdPartyCards } }, undefined],
    [
      'card below a forced total due',
      { method: bySavedCard, terms: delinquentDue, settings: forced },
      'PaymentAmountMaximumError',
    ],
  ])('%s', (_, change, error) => {
    expect(errorOf(change)).toBe(error);
  });
});

describe('the date', () => {
  const saturday = day('2026-11-21');
  const thanksgiving = day('2026-11-26');

  test.each<[string, Case, SubmissionError | undefined]>([
    ['yesterday', { sent: { payOn: day('2026-11-19') } }, 'PaymentDateMinimumError'],
    ['tomorrow', { sent: { payOn: day('2026-11-21') } }, 'PaymentDateMaximumError'],
    ['tomorrow by card', { method: bySavedCard, sent: { payOn: day('2026-11-21') } }, 'PaymentDateMaximumError'],
    ['a Saturday by ACH', { terms: { today: saturday } }, 'PaymentDateWeekendError'],
    [
      'a Saturday by ACH where allowed',
      { terms: { today: saturday }, settings: { weekendAchDatesAllowed: true } },
      undefined,
    ],
    ['a Saturday by card', { method: bySavedCard, terms: { today: saturday } }, undefined],
    ['a holiday by ACH', { terms: { today: thanksgiving } }, 'PaymentDateHolidayError'],
    ['a holiday by card', { method: byNewCard, terms: { today: thanksgiving } }, undefined],
    ['today by ACH where blocked', { settings: { immediateAchBlocked: true } }, 'PaymentDateMinimumError'],
    ['today by card where ACH is blocked', { method: bySavedCard, settings: { immediateAchBlocked: true } }, undefined],
    [
      'after the cut-off by ACH',
      { terms: { pastAchCutoff: true }, settings: { immediateAchBlockedAfterCutoff: true } },
      'PaymentBeforeCutOffTimeError',
    ],
    ['after a cut-off that does not block', { terms: { pastAchCutoff: true } }, undefined],
  ])('%s', (_, change, error) => {
    expect(errorOf(change)).toBe(error);
  });
});

describe('the method', () => {
  const newCard = (change: object): SubmittedMethod => ({ type: 'Card', singleUse: { ...rightCard, ...change } });
  const newAccount = (change: object): SubmittedMethod => ({
    type: 'ACH',
    singleUse: { ...rightBankAccount, ...change },
  });
  const oldCard = (change: object): SubmittedMethod => ({ type: 'Card', saved: { ...savedCard, ...change } });
  const oldAccount = (change: object): SubmittedMethod => ({ type: 'ACH', saved: { ...savedAccount, ...change } });

  test.each<[string, Case, SubmissionError | undefined]>([
    [
      "saved card where cards aren't saved",
      { method: bySavedCard, settings: { cardProfilesAllowed: false } },
      'Invalid',
    ],
    [
      "single-use card where those aren't accepted",
      { method: byNewCard, settings: { cardProfilesAllowed: false } },
      undefined,
    ],
    ['single-use card where all are kept', { method: byNewCard, settings: { singleUseCardAllowed: false } }, 'Invalid'],
    ['saved card where all are kept', { method: bySavedCard, settings: { singleUseCardAllowed: false } }, undefined],
    ["saved account where accounts aren't saved", { settings: { achProfilesAllowed: false } }, 'Invalid'],
    ['saved account of a company', { terms: { companyNumber: 12 } }, 'Invalid'],
    ['single-use account of a company', { method: byNewAccount, terms: { companyNumber: 12 } }, undefined],
    [
      'single-use account where all are kept',
      { method: byNewAccount, settings: { singleUseAchAllowed: false } },
      'Invalid',
    ],
    [
      'saved credit card where only debit is taken',
      { method: oldCard({ debitCredit: 'CreditCard' }), settings: { debitOnly: true } },
      'We do not accept Credit Cards.',
    ],
    [
      'new credit card where only debit is taken',
      { method: newCard({ debitCredit: 'CreditCard' }), settings: { debitOnly: true } },
      'We do not accept Credit Cards.',
    ],
    ['debit card where only debit is taken', { method: bySavedCard, settings: { debitOnly: true } }, undefined],
    ['credit card where both are taken', { method: oldCard({ debitCredit: 'CreditCard' }) }, undefined],
    ['saved card of a brand no longer taken', { method: bySavedCard, settings: { cardBrands: ['amex'] } }, 'Invalid'],
    ['new card of a brand not taken', { method: byNewCard, settings: { cardBrands: ['amex'] } }, 'Invalid'],
    ['saved card on its last day', { method: oldCard({ expiration: '11/26' }) }, undefined],
    ['saved card that has expired', { method: oldCard({ expiration: '10/26' }) }, 'Expired'],
    ['new card that has expired', { method: newCard({ expiration: '10/26' }) }, 'Expired'],
    ['new card with an invalid check digit', { method: newCard({ cardNumber: '4111111111111112' }) }, 'Invalid'],
    [
      'new card without the address asked for',
      { method: byNewCard, settings: { fullCardAddressRequired: true } },
      'Invalid',
    ],
    [
      'saved savings account where not taken',
      { method: oldAccount({ accountType: 'Savings' }), settings: { savingsAccountsAllowed: false } },
      'Invalid',
    ],
    [
      'new savings account where not taken',
      { method: newAccount({ accountType: 'Savings' }), settings: { savingsAccountsAllowed: false } },
      'Invalid',
    ],
    ['savings account where taken', { method: oldAccount({ accountType: 'Savings' }) }, undefined],
    [
      'new account with an invalid routing number',
      { method: newAccount({ routingNumber: '011000016' }) },
      'RoutingNumberInvalid',
    ],
    ['new account of one name', { method: newAccount({ ownerName: 'Margaret' }) }, 'Invalid'],
  ])('%s', (_, change, error) => {
    expect(errorOf(change)).toBe(error);
  });
});

describe('the amount', () => {
  const between: Partial<PaymentSettings> = { minimumAchCents: cents(2_500), maximumCardCents: cents(50_000) };
  const amount = (value: number): Partial<PaymentSubmission> => ({ amountCents: cents(value) });

  test.each<[string, Case, SubmissionError | undefined]>([
    ['a cent below the minimum', { sent: amount(2_499), settings: between }, 'PaymentAmountMinimumError'],
    ['the minimum', { sent: amount(2_500), settings: between }, undefined],
    ['nothing', { sent: amount(0) }, 'PaymentAmountMinimumError'],
    ['the payoff', { sent: amount(845_115) }, undefined],
    ['a cent above the payoff', { sent: amount(845_116) }, 'PaymentAmountMaximumError'],
    ['the card maximum', { method: bySavedCard, sent: amount(50_000), settings: between }, undefined],
    [
      'a cent above the card maximum',
      { method: bySavedCard, sent: amount(50_001), settings: between },
      'PaymentAmountMaximumError',
    ],
    [
      'less than a forced total due',
      { sent: amount(41_285), settings: { totalDueForced: true } },
      'PaymentAmountMinimumError',
    ],
    ['with additional principal', { sent: { additionalPrincipalCents: cents(1) } }, 'Invalid'],
    ['a payoff that pays off', { sent: { ...amount(845_115), isPayoff: true } }, undefined],
    ['a payoff that leaves a cent', { sent: { ...amount(845_114), isPayoff: true } }, 'PayOffQuote'],
  ])('%s', (_, change, error) => {
    expect(errorOf(change)).toBe(error);
  });
});

describe('the fees', () => {
  const credit: SubmittedMethod = { type: 'Card', saved: { ...savedCard, debitCredit: 'CreditCard' } };

  test.each<[string, SubmittedMethod, number, number]>([
    ['bank account', bySavedAccount, 200, 25],
    ['single-use bank account', byNewAccount, 200, 25],
    ['debit card', bySavedCard, 400, 75],
    ['single-use debit card', byNewCard, 400, 75],
    ['credit card', credit, 500, 75],
  ])('of a %s are calculated from the settings', (_, method, firstPartyCents, thirdPartyCents) => {
    expect(feesOfSubmission(intendedMethod(method), 'immediate', ordinaryTerms, ordinarySettings)).toEqual({
      firstPartyCents,
      thirdPartyCents,
    });
  });

  test.each([
    [199, 25],
    [201, 25],
    [200, 24],
    [200, 26],
    [25, 200],
    [0, 0],
  ])('submitted as %i and %i are refused', (firstParty, thirdParty) => {
    const fees = { firstPartyCents: cents(firstParty), thirdPartyCents: cents(thirdParty) };
    expect(errorOf({ sent: { fees } })).toBe('Invalid');
  });
});

test('the first error in the order of the flow is returned', () => {
  const everythingWrong = { payOn: day('2026-11-19'), amountCents: ZERO };
  expect(errorOf({ sent: everythingWrong, terms: { holdCode: 'CLOSED' } })).toBe('SecurityNotAllowed');
  expect(errorOf({ sent: everythingWrong })).toBe('PaymentDateMinimumError');
  expect(errorOf({ sent: { amountCents: ZERO } })).toBe('PaymentAmountMinimumError');
});

test('an accepted payment never exceeds the payoff and has exactly its fees', () => {
  const anyCents = (max: number) => fc.integer({ min: 0, max }).map(cents);
  fc.assert(
    fc.property(
      fc.constantFrom(...everyMethod),
      fc.record({ amountCents: anyCents(900_000), payOn: fc.constantFrom(ordinaryTerms.today, day('2026-11-23')) }),
      fc.record({
        firstPartyCents: fc.constantFrom(cents(200), cents(400)),
        thirdPartyCents: fc.constantFrom(cents(25), cents(75)),
      }),
      fc.record({ achBlocked: fc.boolean(), pastAchCutoff: fc.boolean() }),
      (method, sent, fees, terms) => {
        if (errorOf({ method, sent: { ...sent, fees }, terms }) !== undefined) return;
        expect(sent.amountCents).toBeGreaterThan(0);
        expect(sent.amountCents).toBeLessThanOrEqual(ordinaryTerms.payoffCents);
        expect(sent.payOn).toBe(ordinaryTerms.today);
        expect(fees).toEqual(feesOfSubmission(intendedMethod(method), 'immediate', ordinaryTerms, ordinarySettings));
        expect(method.type === 'ACH' && terms.achBlocked).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});
