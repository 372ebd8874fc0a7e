import { describe, expect, test } from 'vitest';
import { accountBlockText, paymentTypeBlockText } from './account-block-texts.ts';
import { payNowBlockText } from './availability-texts.ts';

describe('the text of a refusal', () => {
  test.each([
    ['NiteMode', 'paymentAccountError.niteMode'],
    ['PaymentBlocked', 'paymentAccountError.paymentBlocked'],
    ['Delinquent', 'paymentAccountError.delinquent'],
    ['NoPaymentNeeded', 'paymentAccountError.noPaymentNeeded'],
    ['Unsettled', 'paymentAccountError.unsettled'],
    ['PaidOff', 'paymentAccountError.paidOff'],
    ['ChargedOff', 'paymentAccountError.chargedOff'],
    ['BlockedOnPendingRecurring', 'paymentAccountError.blockedOnPendingRecurring'],
    ['DisabledPaymentsAfterCutoffTime', 'paymentAccountError.disabledPaymentsAfterCutoffTime'],
    ['SomethingNew', 'paymentAccountError.generic'],
    ['toString', 'paymentAccountError.generic'],
    ['', 'paymentAccountError.generic'],
  ])('for the account code %s is %s', (code, key) => {
    expect(accountBlockText(code)).toBe(key);
  });

  test('for a type names that type', () => {
    expect(paymentTypeBlockText('Card', 'BlockedByHost')).toBe('paymentMethodError.cardNotAllowed');
    expect(paymentTypeBlockText('ACH', 'BlockedByHoldCode')).toBe('paymentMethodError.achNotAllowed');
    expect(paymentTypeBlockText('Card', 'DueAboveCardMaximum')).toBe('amountError.cardMaximum');
  });

  test('for today gives the reason', () => {
    expect(payNowBlockText('AfterCutoff')).toBe('paymentMethodError.immediateAchBlocked');
    expect(payNowBlockText('ImmediateAchBlocked')).toBe('paymentMethodError.immediateAchBlocked');
    expect(payNowBlockText('Holiday')).toBe('paymentError.PaymentDateHolidayError');
    expect(payNowBlockText('Weekend')).toBe('paymentError.PaymentDateWeekendError');
  });
});
