import { Mask, type MaskInputOptions } from 'maska';
import { describe, expect, it } from 'vitest';
import { bankAccountFromValues, emptyBankAccount } from './use-bank-account-form.ts';
import { cardFromValues, cardNumberMask, emptyCard, expirationMask, securityCodeMask } from './card-values.ts';

/** Returns a field's content after typing or pasting. */
function shown({ preProcess = (text) => text, ...mask }: MaskInputOptions, typed: string): string {
  return new Mask(mask).masked(preProcess(typed));
}

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242-4242-4242', '4242 4242 4242 4242'],
    ['42424', '4242 4'],
    ['42424242424242429', '4242 4242 4242 4242'],
    ['378282246310005', '3782 8224 6310 005'],
    ['3782822463100059', '3782 8224 6310 005'],
    ['card', ''],
  ])('typed as %s is shown as %s', (typed, text) => {
    expect(shown(cardNumberMask, typed)).toBe(text);
  });

  it('is passed on as digits', () => {
    expect(cardFromValues({ ...emptyCard, cardNumber: '4242 4242 4242 4242' }).cardNumber).toBe('4242424242424242');
  });
});

describe('an expiration', () => {
  it.each([
    ['12', '12/'],
    ['1228', '12/28'],
    ['12/28', '12/28'],
    ['3', '03/'],
    ['1/28', '01/28'],
    ['12/2028', '12/28'],
    ['12 / 28', '12/28'],
    ['122899', '12/28'],
    ['12/20', '12/20'],
    ['12/203', '12/3'],
    ['1/2030', '01/30'],
  ])('typed as %s is shown as %s', (typed, text) => {
    expect(shown(expirationMask, typed)).toBe(text);
  });
});

describe('a security code', () => {
  it.each([
    ['4242 4242 4242 4242', '12345', '123'],
    ['', '12a45', '124'],
    ['3782 8224 6310 005', '12345', '1234'],
  ])('of card %s typed as %s is shown as %s', (cardNumber, typed, text) => {
    expect(shown(securityCodeMask(cardNumber), typed)).toBe(text);
  });
});

it('a bank account is passed on with digits only', () => {
  expect(
    bankAccountFromValues({
      ...emptyBankAccount,
      routingNumber: '4110-0101-2',
      accountNumber: '12 34-56',
      confirmAccountNumber: '123456',
    }),
  ).toMatchObject({ routingNumber: '411001012', accountNumber: '123456', confirmAccountNumber: '123456' });
});
