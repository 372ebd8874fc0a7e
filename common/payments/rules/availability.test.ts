import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { ordinarySettings, ordinaryTerms } from '#tests/builders/payment-samples.ts';
import {
  availablePayments,
  methodPermissions,
  ordinaryCircumstances,
  type PaymentCircumstances,
  isStoppedByHoldCode,
} from './availability.ts';
import type { PaymentSettings } from './payment-settings.ts';
import type { PaymentTerms } from './payment-types.ts';

const allowed = { allowed: true };

function available(
  terms: Partial<PaymentTerms> = {},
  settings: Partial<PaymentSettings> = {},
  circumstances: Partial<PaymentCircumstances> = {},
) {
  return availablePayments(
    { ...ordinaryTerms, ...terms },
    { ...ordinarySettings, ...settings },
    { ...ordinaryCircumstances, ...circumstances },
  );
}

function refused(reason: string) {
  return { allowed: false, reason };
}

test('an ordinary loan can be paid today by card and bank account', () => {
  expect(available()).toMatchObject({
    account: allowed,
    types: { Card: allowed, ACH: allowed },
    thirdPartyCards: null,
    payNow: { Card: allowed, ACH: allowed },
  });
});

test('rules that depend on type and use of the method apply to each', () => {
  const { methods, payNow } = available(
    {},
    {
      schedulingAllowed: { Card: true, ACH: false },
      recurringAllowed: { Card: false, ACH: true },
      immediateAchBlocked: true,
    },
  );
  expect(methods).toMatchObject({
    Card: {
      saved: { payLater: allowed, recurring: refused('TypeNotAllowed') },
      singleUse: { payLater: refused('SingleUseCard'), recurring: refused('TypeNotAllowed') },
    },
    ACH: {
      saved: { payLater: refused('TypeNotAllowed'), recurring: allowed },
      singleUse: { payLater: refused('TypeNotAllowed'), recurring: allowed },
    },
  });
  expect(payNow).toMatchObject({ Card: allowed, ACH: { allowed: false } });
});

describe('paying an account', () => {
  const lineOfCredit: Partial<PaymentTerms> = { accountKind: 'lineOfCredit' };

  test.each<[string, Partial<PaymentTerms>, object]>([
    ['is refused when the host blocks payments', { paymentsBlocked: true }, refused('PaymentBlocked')],
    [
      'is refused when the host blocks payments of a delinquent loan',
      { paymentsBlocked: true, delinquent: true },
      refused('Delinquent'),
    ],
    [
      'is refused when it is charged off, also while delinquent',
      { chargedOff: true, delinquent: true },
      refused('ChargedOff'),
    ],
    [
      'is refused as paid off when a charged-off loan owes nothing',
      { chargedOff: true, payoffCents: ZERO },
      refused('PaidOff'),
    ],
    ['is allowed while it is only delinquent', { delinquent: true }, allowed],
    [
      'is refused when a line of credit has no balance',
      { ...lineOfCredit, balanceCents: ZERO },
      refused('NoPaymentNeeded'),
    ],
    ['is allowed when a line of credit has a cent of balance', { ...lineOfCredit, balanceCents: cents(1) }, allowed],
    [
      'is refused when a line of credit is in credit',
      { ...lineOfCredit, balanceCents: cents(-1) },
      refused('NoPaymentNeeded'),
    ],
    ['is refused when a loan is paid off', { balanceCents: ZERO, payoffCents: ZERO }, refused('PaidOff')],
    ['is allowed when a line of credit has nothing to pay off', { ...lineOfCredit, payoffCents: ZERO }, allowed],
    ['is allowed when there is a cent to pay off', { balanceCents: ZERO, payoffCents: cents(1) }, allowed],
    ['is refused when its hold code is CLOSED', { holdCode: 'CLOSED' }, refused('PaymentBlocked')],
    ['is allowed with the hold code NOX$', { holdCode: 'NOX$' }, allowed],
    ['is allowed with the hold code nox$ in small letters', { holdCode: 'nox$' }, allowed],
    ['is allowed with the hold code IRSO', { holdCode: 'IRSO' }, allowed],
    ['is allowed with the hold code 48, which acts only when listed', { holdCode: '48' }, allowed],
    ['is refused when the host blocks both types', { achBlocked: true, cardBlocked: true }, refused('PaymentBlocked')],
  ])('%s', (_, terms, expected) => {
    expect(available(terms).account).toEqual(expected);
  });

  test("is refused during the host's nightly maintenance", () => {
    expect(available({ paymentsBlocked: true }, {}, { nightMode: true }).account).toEqual(refused('NiteMode'));
  });

  test('is refused while the outcome of an earlier payment is unknown', () => {
    expect(available({}, {}, { unsettledPayment: true }).account).toEqual(refused('Unsettled'));
  });

  test('is refused if its hold code is listed for both types', () => {
    const settings = { achBlockingHoldCodes: ['48'], cardBlockingHoldCodes: ['48'] };
    expect(available({ holdCode: '48' }, settings).account).toEqual(refused('PaymentBlocked'));
  });
});

describe('a hold code the institution lists', () => {
  test.each(['48', '77', 'hold'])('blocks only bank accounts (%s)', (holdCode) => {
    const { account, types } = available({ holdCode }, { achBlockingHoldCodes: ['48', '77', 'HOLD'] });
    expect(account).toEqual(allowed);
    expect(types).toEqual({ Card: allowed, ACH: refused('BlockedByHoldCode') });
  });

  test.each(['48', '77', 'hold'])('blocks only cards (%s)', (holdCode) => {
    const { account, types } = available({ holdCode }, { cardBlockingHoldCodes: ['48', '77', 'HOLD'] });
    expect(account).toEqual(allowed);
    expect(types).toEqual({ Card: refused('BlockedByHoldCode'), ACH: allowed });
  });

  test('does not block another hold code', () => {
    expect(available({ holdCode: '' }, { achBlockingHoldCodes: ['48'], cardBlockingHoldCodes: ['48'] }).types).toEqual({
      Card: allowed,
      ACH: allowed,
    });
  });
});

describe('a type of payment', () => {
  test("is blocked by the host's security", () => {
    expect(available({ achBlocked: true }).types).toEqual({ Card: allowed, ACH: refused('BlockedByHost') });
    expect(available({ cardBlocked: true }).types).toEqual({ Card: refused('BlockedByHost'), ACH: allowed });
  });

  test('is not offered if its methods can be neither saved nor used once', () => {
    const neither = { cardProfilesAllowed: false, singleUseCardAllowed: false };
    expect(available({}, neither).types.Card).toEqual(refused('NotOffered'));
    expect(available({}, { ...neither, singleUseCardAllowed: true }).types.Card).toEqual(allowed);
    expect(available({}, { ...neither, cardProfilesAllowed: true }).types.Card).toEqual(allowed);
  });

  test('is not offered if no card brand is accepted', () => {
    expect(available({}, { cardBrands: [] }).types.Card).toEqual(refused('NotOffered'));
  });

  test('is not offered to a company if bank accounts must be saved', () => {
    const settings = { singleUseAchAllowed: false };
    expect(available({ companyNumber: 12 }, settings).types.ACH).toEqual(refused('NotOffered'));
    expect(available({ companyNumber: 0 }, settings).types.ACH).toEqual(allowed);
  });

  test.each<[string, boolean, boolean, number, number | null, object]>([
    [
      'refused for a delinquent loan that must pay more than the card maximum',
      true,
      true,
      50_001,
      50_000,
      refused('DueAboveCardMaximum'),
    ],
    ['allowed at exactly the card maximum', true, true, 50_000, 50_000, allowed],
    ['allowed for more than the card maximum while not delinquent', true, false, 50_001, 50_000, allowed],
    ['allowed for more than the card maximum where the total due is not forced', false, true, 50_001, 50_000, allowed],
    ['allowed for any amount without a card maximum', true, true, 50_001, null, allowed],
  ])('by card is %s', (_, forced, delinquent, due, maximum, expected) => {
    const settings = {
      totalDueForcedWhenDelinquent: forced,
      maximumCardCents: maximum === null ? null : cents(maximum),
    };
    expect(available({ delinquent, totalDueCents: cents(due) }, settings).types.Card).toEqual(expected);
  });
});

describe('a payment next to planned ones', () => {
  const recurringPayment = {
    handle: 'h',
    referenceNumber: 'AAAA-BBBB-CCCC',
    type: 'ACH',
    lastFour: '0029',
    goodThrough: null,
    option: 'Weekly',
    daysBeforeDue: 0,
    nextOn: day('2026-11-23'),
    totalCents: cents(5_000),
    feeCents: ZERO,
    amountCents: cents(5_000),
    additionalPrincipalCents: ZERO,
    paysTotalDue: false,
    paused: false,
    deletable: true,
    editable: true,
    skippable: true,
  } as const;
  const scheduled = {
    handle: 's',
    referenceNumber: 'AAAA-BBBB-CCCD',
    type: 'ACH',
    lastFour: '0029',
    goodThrough: null,
    payOn: day('2026-11-27'),
    amountCents: cents(5_000),
    totalCents: cents(5_000),
    feeCents: ZERO,
    posted: false,
    paused: false,
    deletable: true,
    editable: true,
  } as const;
  const pending = refused('BlockedOnPendingRecurring');

  test.each<[string, number | null, PaymentTerms['recurringPayment'], object]>([
    ['is refused on the first blocked day before a recurring payment', 3, recurringPayment, pending],
    ['is allowed a day before the blocked days', 2, recurringPayment, allowed],
    ['is allowed before a recurring payment where no days are blocked', null, recurringPayment, allowed],
    [
      'is allowed on the day of a recurring payment where no days are blocked',
      null,
      { ...recurringPayment, nextOn: day('2026-11-20') },
      allowed,
    ],
    ['is allowed without a recurring payment', 3, null, allowed],
    [
      'is allowed before a recurring payment that a hold code keeps back',
      3,
      { ...recurringPayment, paused: true },
      allowed,
    ],
    [
      'is refused on the day of a recurring payment where only that day is blocked',
      0,
      { ...recurringPayment, nextOn: day('2026-11-20') },
      pending,
    ],
  ])('%s', (_, blockedDaysBeforeRecurring, payment, expected) => {
    expect(available({ recurringPayment: payment }, { blockedDaysBeforeRecurring }).account).toEqual(expected);
  });

  test.each<[string, boolean, boolean, PaymentTerms['scheduledPayments'], object]>([
    ['refused after the cut-off', true, true, [scheduled], refused('DisabledPaymentsAfterCutoffTime')],
    ['allowed after the cut-off with nothing scheduled', true, true, [], allowed],
    [
      'allowed after the cut-off if a hold code keeps the scheduled one back',
      true,
      true,
      [{ ...scheduled, paused: true }],
      allowed,
    ],
    ['allowed before the cut-off', true, false, [scheduled], allowed],
    ['allowed after the cut-off where that does not matter', false, true, [scheduled], allowed],
  ])('is %s', (_, blockedAfterCutoffWithScheduled, pastAchCutoff, scheduledPayments, expected) => {
    const terms = { pastAchCutoff, scheduledPayments };
    expect(available(terms, { blockedAfterCutoffWithScheduled }).account).toEqual(expected);
  });
});

describe('cards at a third party', () => {
  const thirdPartyCards = { link: 'https://cards.example/pay', firstBranch: 101, lastBranch: 199 };

  test.each([
    ['100-004417-2', null],
    ['101-004417-2', thirdPartyCards],
    ['199-004417-2', thirdPartyCards],
    ['200-004417-2', null],
    ['0101-004417-2', thirdPartyCards],
    ['A101-004417-2', null],
  ])('are offered by the branch in the account number %s', (accountNumber, expected) => {
    expect(available({ accountNumber }, { thirdPartyCards }).thirdPartyCards).toEqual(expected);
  });

  test('are offered even where no card is accepted here, in addition to bank accounts', () => {
    const settings = { thirdPartyCards, cardBrands: [], singleUseCardAllowed: false, cardProfilesAllowed: false };
    expect(available({}, settings).types).toEqual({ Card: allowed, ACH: allowed });
  });

  test('without a link need a card that is accepted here', () => {
    const settings = { thirdPartyCards: { ...thirdPartyCards, link: '' } };
    expect(available({}, settings).types.Card).toEqual(allowed);
    expect(available({}, { ...settings, cardBrands: [] }).types.Card).toEqual(refused('NotOffered'));
  });

  test('are blocked with all cards of the account', () => {
    expect(available({ cardBlocked: true }, { thirdPartyCards }).types.Card).toEqual(refused('BlockedByHost'));
  });
});

describe('paying today', () => {
  const friday = day('2026-11-20');
  const saturday = day('2026-11-21');
  const sunday = day('2026-11-22');
  const thanksgiving = day('2026-11-26');

  test.each<[string, Partial<PaymentTerms>, Partial<PaymentSettings>, object]>([
    ['is possible on a business day', { today: friday }, {}, allowed],
    ['is refused on a Saturday', { today: saturday }, {}, refused('Weekend')],
    ['is refused on a Sunday', { today: sunday }, {}, refused('Weekend')],
    ['is possible on a Saturday that is a payment day', { today: saturday }, { weekendAchDatesAllowed: true }, allowed],
    ['is refused on a holiday', { today: thanksgiving }, { weekendAchDatesAllowed: true }, refused('Holiday')],
    [
      'is refused where the institution blocks today',
      {},
      { immediateAchBlocked: true },
      refused('ImmediateAchBlocked'),
    ],
    ['is possible after the cut-off', { pastAchCutoff: true }, {}, allowed],
    ['is possible before a cut-off that blocks', {}, { immediateAchBlockedAfterCutoff: true }, allowed],
    [
      'is refused after a cut-off that blocks',
      { pastAchCutoff: true },
      { immediateAchBlockedAfterCutoff: true },
      refused('AfterCutoff'),
    ],
  ])('by bank account %s', (_, terms, settings, expected) => {
    expect(available(terms, settings).payNow.ACH).toEqual(expected);
  });

  test.each([friday, saturday, sunday, thanksgiving])('by card is always possible (%s)', (today) => {
    const settings = { immediateAchBlocked: true, immediateAchBlockedAfterCutoff: true };
    expect(available({ today, pastAchCutoff: true }, settings).payNow.Card).toEqual(allowed);
  });
});

describe('saving a method', () => {
  test.each([
    ['ACH', true, 0, true],
    ['ACH', true, 12, false],
    ['ACH', false, 0, false],
    ['Card', true, 0, true],
    ['Card', true, 12, true],
    ['Card', false, 0, false],
  ] as const)('is allowed for %s with profiles %s and company %i: %s', (type, profiles, companyNumber, maySave) => {
    const settings = { ...ordinarySettings, achProfilesAllowed: profiles, cardProfilesAllowed: profiles };
    expect(methodPermissions(type, settings, companyNumber)).toEqual({ maySave, mayUseOnce: true });
  });

  test('and using it one time are separate switches', () => {
    const settings = { ...ordinarySettings, singleUseAchAllowed: false };
    expect(methodPermissions('ACH', settings, 0)).toEqual({ maySave: true, mayUseOnce: false });
    expect(methodPermissions('Card', settings, 0)).toEqual({ maySave: true, mayUseOnce: true });
  });
});

test('every payable account has a type to pay with', () => {
  const flags = fc.record({ achBlocked: fc.boolean(), cardBlocked: fc.boolean(), delinquent: fc.boolean() });
  const holdCodes = fc.constantFrom('', '48', 'NOX$', '77');
  const lists = fc.subarray(['', '48', '77']);
  fc.assert(
    fc.property(flags, holdCodes, lists, lists, (terms, holdCode, achBlockingHoldCodes, cardBlockingHoldCodes) => {
      const { account, types } = available({ ...terms, holdCode }, { achBlockingHoldCodes, cardBlockingHoldCodes });
      fc.pre(account.allowed);
      expect([types.Card.allowed, types.ACH.allowed]).toContain(true);
    }),
  );
});

test.each<[string, boolean, boolean]>([
  ['', false, false],
  ['IRSO', false, false],
  ['nox$', false, false],
  ['BKR', true, true],
  [' bkr ', true, true],
  ['48', false, false],
  ['ACHX', true, false],
  ['cdx', false, true],
  ['CLOSED', false, false],
])('hold code "%s" stops planned payments by bank account: %s, by card: %s', (holdCode, ach, card) => {
  const settings = { achBlockingHoldCodes: ['ACHX'], cardBlockingHoldCodes: ['CDX'] };
  expect(isStoppedByHoldCode(holdCode, 'ACH', settings)).toBe(ach);
  expect(isStoppedByHoldCode(holdCode, 'Card', settings)).toBe(card);
});
