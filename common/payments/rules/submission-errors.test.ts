import { describe, expect, test } from 'vitest';
import { ordinaryTerms } from '#tests/builders/payment-samples.ts';
import type { AccountBlock, PaymentTypeBlock } from './availability.ts';
import type { FrequencyBlock, ScheduleBlock } from './method-availability.ts';
import {
  accountBlockError,
  amountErrors,
  frequencyBlockError,
  paymentDayErrors,
  principalOnlyErrors,
  recurringDayErrors,
  scheduleBlockError,
  typeBlockError,
} from './submission-errors.ts';

const maintenance =
  'We are currently doing nightly backups and system maintenance. Please try your transaction again in about 15 minutes.';
const noSecurity =
  'You do not have security to make online payments on your account. Please contact us with any questions.';

describe('a customer is told', () => {
  test.each<[AccountBlock, string]>([
    ['NiteMode', maintenance],
    ['PaymentBlocked', 'SecurityNotAllowed'],
    ['Delinquent', noSecurity],
    ['NoPaymentNeeded', 'PaymentAmountMaximumError'],
    ['BlockedOnPendingRecurring', 'SecurityNotAllowed'],
    ['DisabledPaymentsAfterCutoffTime', 'PaymentBeforeCutOffTimeError'],
    ['Unsettled', 'Generic'],
    ['PaidOff', 'PaymentAmountMaximumError'],
    ['ChargedOff', 'Security does not allow online payments.'],
  ])('of a loan that is %s: %s', (reason, error) => {
    expect(accountBlockError(reason, ordinaryTerms)).toBe(error);
  });

  test('in the words of the host when the host blocks payments, and only then', () => {
    const blocked = { ...ordinaryTerms, paymentsBlocked: true };
    expect(accountBlockError('PaymentBlocked', blocked)).toBe('Security does not allow online payments.');
    expect(accountBlockError('Delinquent', blocked)).toBe(noSecurity);
  });

  test.each<[PaymentTypeBlock, 'Card' | 'ACH', string]>([
    ['BlockedByHost', 'ACH', 'Security does not allow online ACH payments.'],
    ['BlockedByHost', 'Card', 'SecurityNotAllowed'],
    ['BlockedByHoldCode', 'ACH', 'SecurityNotAllowed'],
    ['BlockedByHoldCode', 'Card', 'SecurityNotAllowed'],
    ['NotOffered', 'ACH', 'Invalid'],
    ['DueAboveCardMaximum', 'Card', 'PaymentAmountMaximumError'],
  ])('of a type that is %s, by %s: %s', (reason, type, error) => {
    expect(typeBlockError(reason, type)).toBe(error);
  });

  test.each<[ScheduleBlock, string]>([
    ['HasRecurring', 'New'],
    ['PastDue', 'PaymentDateMaximumError'],
    ['Delinquent', 'PaymentDateMaximumError'],
    ['OnlyImmediate', 'PaymentDateMaximumError'],
    ['QuotaReached', 'ReachedMaxScheduledAllowed'],
    ['SingleUseCard', 'MustSavePaymentMethod'],
    ['TypeNotAllowed', 'Cannot make scheduled payment with Card.'],
  ])('of a scheduled payment that is %s: %s', (reason, error) => {
    expect(scheduleBlockError(reason, 'Card')).toBe(error);
  });

  test.each<[FrequencyBlock, string]>([
    ['HasRecurring', 'New'],
    ['BlockedByHost', 'ContactUs'],
    ['PastDue', 'ContactUs'],
    ['Delinquent', 'ContactUs'],
    ['OnlyImmediate', 'ContactUs'],
    ['HasScheduled', 'Scheduled'],
    ['HasMultipleScheduled', 'MultipleScheduled'],
    ['SingleUseCard', 'PayWithoutSaving'],
    ['NotOffered', 'Invalid'],
    ['ForcedOnDueDate', 'Invalid'],
    ['ForcedDaysBeforeDue', 'Invalid'],
    ['BillingFrequency', 'Invalid'],
    ['NoDueDate', 'Invalid'],
    ['NoDayLeft', 'Invalid'],
    ['TypeNotAllowed', 'Cannot make recurring payment with ACH.'],
  ])('of a frequency that is %s: %s', (reason, error) => {
    expect(frequencyBlockError(reason, 'ACH')).toBe(error);
  });

  test('what is wrong with a day', () => {
    expect(paymentDayErrors).toEqual({
      ImmediateAchBlocked: 'PaymentDateMinimumError',
      AfterCutoff: 'PaymentBeforeCutOffTimeError',
      Holiday: 'PaymentDateHolidayError',
      Weekend: 'PaymentDateWeekendError',
      Past: 'PaymentDateMinimumError',
      BeyondPeriod: 'PaymentDateMaximumError',
      CardExpires: 'CardExpiresBefore',
      NotSchedulable: 'PaymentDateMinimumError',
    });
    expect(recurringDayErrors).toEqual({
      TooSoonForNotice: 'PaymentDateMinimumError',
      NotInFuture: 'PaymentDateMinimumError',
      BeyondFirstMonth: 'PaymentDateMaximumError',
      Holiday: 'PaymentDateHolidayError',
      Weekend: 'PaymentDateWeekendError',
      NotSchedulable: 'PaymentDateMinimumError',
      DayOfMonthTooLate: 'PaymentDateMaximumError',
      CardExpires: 'CardExpiresBefore',
    });
  });

  test('what is wrong with an amount', () => {
    expect(amountErrors).toEqual({
      BelowMinimum: 'PaymentAmountMinimumError',
      AboveMaximum: 'PaymentAmountMaximumError',
      AboveCardMaximum: 'PaymentAmountMaximumError',
    });
    expect(principalOnlyErrors).toEqual({
      NotOffered: 'Invalid',
      OnlyToday: 'PaymentDateMaximumError',
      LockedForPayoff: 'ContactUs',
      InDispute: 'ContactUs',
      InstallmentDue: 'PrincipalOnlyDueFirst',
      FeesDue: 'PrincipalOnlyDueFirst',
      NoPrincipal: 'PaymentAmountMaximumError',
    });
  });
});
