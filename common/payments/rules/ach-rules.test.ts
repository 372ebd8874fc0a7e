import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rightBankAccount } from '#tests/builders/payment-samples.ts';
import { isBankAccountNumber, isRoutingNumber, validateBankAccount } from './ach-rules.ts';
import { listBankAccountTypes } from './bank-account-types.ts';
import type { BankAccountEntry } from './payment-types.ts';

function errorsOf(changes: Partial<BankAccountEntry>, confirmAccountNumberHidden = false) {
  return validateBankAccount({ ...rightBankAccount, ...changes }, { confirmAccountNumberHidden });
}

describe('a routing number', () => {
  test.each([
    ['011000015', true],
    ['021000021', true],
    ['121000358', true],
    ['011000016', false],
    ['01100001', false],
    ['0110000150', false],
    ['01100001x', false],
    ['000000000', false],
    ['', false],
  ])('%s is valid: %s', (text, right) => {
    expect(isRoutingNumber(text)).toBe(right);
  });

  test('with one wrong digit is always detected', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[1-9]\d{7}$/),
        fc.nat(8),
        fc.integer({ min: 1, max: 9 }),
        (start, place, shift) => {
          const number =
            Array.from('0123456789')
              .map((digit) => start + digit)
              .find(isRoutingNumber) ?? '';
          const wrong = (Number(number[place]) + shift) % 10;
          expect(number).toHaveLength(9);
          expect(isRoutingNumber(number.slice(0, place) + wrong + number.slice(place + 1))).toBe(false);
        },
      ),
    );
  });
});

describe('a bank account number', () => {
  test.each([
    ['1', true],
    ['12345678901234567', true],
    ['123456789012345678', false],
    ['', false],
    ['12a4', false],
    ['0', false],
    ['0000000', false],
    ['0000001', true],
    ['77', false],
    ['7777777777', false],
    ['7777777778', true],
  ])('%s is valid: %s', (text, right) => {
    expect(isBankAccountNumber(text)).toBe(right);
  });
});

describe('a bank account form', () => {
  test('without problems has no errors', () => {
    expect(errorsOf({})).toEqual({});
  });

  test('that is empty lists the required fields', () => {
    const empty = { ownerName: ' ', routingNumber: '', accountNumber: '', confirmAccountNumber: '' };
    expect(errorsOf(empty)).toEqual({
      ownerName: 'achError.ownerNameRequired',
      routingNumber: 'achError.routingNumberRequired',
      accountNumber: 'achError.accountNumberRequired',
      confirmAccountNumber: 'achError.confirmRequired',
    });
  });

  test.each([
    ['Margaret Okafor', true],
    ["Margaret A. O'Kafor-Smith", true],
    ['Li O’Wei', true],
    [' Margaret Okafor ', true],
    ['Margaret', false],
    ['Margaret ', false],
    ['Margaret .', false],
    ['Margaret  Okafor', false],
    ['Margaret Okafor--Smith', false],
    ['Margaret 2', false],
    ['-Margaret Okafor', false],
    ['Margaret Okafor>', false],
  ])('with the owner "%s" is valid: %s', (ownerName, right) => {
    expect(errorsOf({ ownerName }).ownerName).toBe(right ? undefined : 'achError.ownerNameInvalid');
  });

  test('with an invalid check digit shows that the routing number is invalid', () => {
    expect(errorsOf({ routingNumber: '011000016' })).toEqual({ routingNumber: 'achError.routingNumberInvalid' });
  });

  test('with an impossible account number refers the customer to the bank', () => {
    const accountNumber = '0000';
    expect(errorsOf({ accountNumber, confirmAccountNumber: accountNumber })).toEqual({
      accountNumber: 'achError.accountNumberInvalid',
    });
  });

  test('requires the same account number twice', () => {
    expect(errorsOf({ confirmAccountNumber: '123456780' })).toEqual({
      confirmAccountNumber: 'achError.confirmMismatch',
    });
  });

  test('requires it once where the institution hides the second field', () => {
    expect(errorsOf({ confirmAccountNumber: '' }, true)).toEqual({});
  });

  test('offers savings only where the institution allows them', () => {
    expect(listBankAccountTypes({ savingsAccountsAllowed: true })).toEqual(['Checking', 'Savings']);
    expect(listBankAccountTypes({ savingsAccountsAllowed: false })).toEqual(['Checking']);
  });
});
