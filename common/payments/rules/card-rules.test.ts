import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rightCard } from '#tests/builders/payment-samples.ts';
import { day } from '#common/core/dates.ts';
import { cardNumberLength, passesLuhnCheck, securityCodeLength, validateCard } from './card-rules.ts';
import { findCardBrand } from './card-brands.ts';
import { findLastCardDay, isCardExpired, outlivesCard } from './card-life.ts';
import type { CardBrand, CardEntry } from './payment-types.ts';

const today = day('2026-11-21');
const everyBrand: readonly CardBrand[] = ['visa', 'amex', 'master', 'discover'];
const settings = { cardBrands: everyBrand, fullCardAddressRequired: false };

function errorsOf(changes: Partial<CardEntry>, changedSettings: Partial<typeof settings> = {}) {
  return validateCard({ ...rightCard, ...changes }, { ...settings, ...changedSettings }, today);
}

describe('the brand of a card', () => {
  test.each<[string, CardBrand | undefined]>([
    ['4', 'visa'],
    ['31', undefined],
    ['32', 'amex'],
    ['33', undefined],
    ['34', 'amex'],
    ['35', undefined],
    ['36', undefined],
    ['37', 'amex'],
    ['38', undefined],
    ['50', undefined],
    ['51', 'master'],
    ['55', 'master'],
    ['56', undefined],
    ['2220', undefined],
    ['2221', 'master'],
    ['2720', 'master'],
    ['2721', undefined],
    ['222', undefined],
    ['6010', undefined],
    ['6011', 'discover'],
    ['6012', undefined],
    ['643', undefined],
    ['644', 'discover'],
    ['649', 'discover'],
    ['65', 'discover'],
    ['66', undefined],
    ['622125', undefined],
    ['622126', 'discover'],
    ['622925', 'discover'],
    ['622926', undefined],
    ['62212', undefined],
    ['3', undefined],
    ['', undefined],
  ])('%s is %s', (digits, brand) => {
    expect(findCardBrand(digits)).toBe(brand);
  });

  test('determines the length of number and security code', () => {
    expect(everyBrand.map(cardNumberLength)).toEqual([16, 15, 16, 16]);
    expect(everyBrand.map(securityCodeLength)).toEqual([3, 4, 3, 3]);
    expect([cardNumberLength(undefined), securityCodeLength(undefined)]).toEqual([16, 3]);
  });
});

describe('the check digit of a card', () => {
  test.each([
    ['4111111111111111', true],
    ['4111111111111112', false],
    ['378282246310005', true],
    ['341111111111111', true],
    ['5555555555554444', true],
    ['2223003122003222', true],
    ['6011111111111117', true],
    ['4111 1111 1111 1111', false],
    ['', false],
  ])('%s: %s', (digits, right) => {
    expect(passesLuhnCheck(digits)).toBe(right);
  });

  test('detects every single wrong digit', () => {
    fc.assert(
      fc.property(cardNumbers(), fc.nat(15), fc.integer({ min: 1, max: 9 }), (number, place, shift) => {
        const wrong = (Number(number[place]) + shift) % 10;
        expect(passesLuhnCheck(number)).toBe(true);
        expect(passesLuhnCheck(number.slice(0, place) + wrong + number.slice(place + 1))).toBe(false);
      }),
    );
  });
});

describe('the last day of a card', () => {
  test.each([
    ['02/28', '2028-02-29'],
    ['02/27', '2027-02-28'],
    ['12/26', '2026-12-31'],
    ['00/26', undefined],
    ['13/26', undefined],
    ['1/26', undefined],
    ['0126', undefined],
    ['01/2026', undefined],
  ])('%s is %s', (expiration, lastDay) => {
    expect(findLastCardDay(expiration)).toBe(lastDay);
  });

  test('is still a payment day; the next one is not', () => {
    expect(isCardExpired('11/26', day('2026-11-30'))).toBe(false);
    expect(isCardExpired('11/26', day('2026-12-01'))).toBe(true);
    expect(isCardExpired('02/28', day('2028-02-29'))).toBe(false);
    expect(isCardExpired('02/28', day('2028-03-01'))).toBe(true);
  });
});

describe('a card form', () => {
  test('without problems has no errors', () => {
    expect(errorsOf({})).toEqual({});
  });

  test('that is empty lists the required fields', () => {
    const empty = { firstName: '', lastName: ' ', cardNumber: '', expiration: '', securityCode: '', zipCode: '' };
    expect(errorsOf(empty)).toEqual({
      firstName: 'cardError.nameRequired',
      lastName: 'cardError.nameRequired',
      cardNumber: 'cardError.numberRequired',
      expiration: 'cardError.expirationRequired',
      securityCode: 'cardError.securityCodeRequired',
      zipCode: 'cardError.zipRequired',
    });
  });

  test.each([
    ['Anne-Marie', true],
    ['St. John', true],
    ["D'Arcy `Abd", true],
    ['José', true],
    ['Jose\u0301', true],
    [' Anne ', true],
    ['-Anne', false],
    ['4nne', false],
    ['Anne2', false],
    ['Anne--Marie', false],
    ['Anne  Marie', false],
    ['J..', false],
    ['Anne~', false],
    ['Anne<', false],
    ['Anne>', false],
    ['Anne{', false],
    ['Anne}', false],
    ['Anne^', false],
    ['Anne[', false],
    ['Anne]', false],
  ])('with the name "%s" is valid: %s', (name, right) => {
    expect(errorsOf({ firstName: name }).firstName).toBe(right ? undefined : 'cardError.nameInvalid');
    expect(errorsOf({ lastName: name }).lastName).toBe(right ? undefined : 'cardError.nameInvalid');
  });

  test.each([
    ['4111111111111111', undefined],
    ['4111111111111112', 'cardError.numberInvalid'],
    ['411111111111111', 'cardError.numberInvalid'],
    ['41111111111111111', 'cardError.numberInvalid'],
    ['4111 1111 1111 1111', 'cardError.numberInvalid'],
    ['378282246310005', undefined],
    ['3782822463100058', 'cardError.numberInvalid'],
    ['3056930902590400', 'cardError.numberUnsupported'],
    ['9999999999999995', 'cardError.numberUnsupported'],
  ])('with the number %s gives %s', (cardNumber, error) => {
    expect(errorsOf({ cardNumber }).cardNumber).toBe(error);
  });

  test("of a brand the institution doesn't accept is unsupported", () => {
    expect(errorsOf({}, { cardBrands: ['amex', 'master', 'discover'] })).toEqual({
      cardNumber: 'cardError.numberUnsupported',
    });
  });

  test.each([
    ['11/26', undefined],
    ['10/26', 'cardError.expirationInvalid'],
    ['13/28', 'cardError.expirationInvalid'],
    ['1228', 'cardError.expirationInvalid'],
  ])('that expires %s gives %s', (expiration, error) => {
    expect(errorsOf({ expiration }).expiration).toBe(error);
  });

  test.each([
    ['4111111111111111', '12', 'cardError.securityCodeInvalid'],
    ['4111111111111111', '123', undefined],
    ['4111111111111111', '1234', 'cardError.securityCodeInvalid'],
    ['4111111111111111', '12a', 'cardError.securityCodeInvalid'],
    ['378282246310005', '123', 'cardError.securityCodeInvalid'],
    ['378282246310005', '1234', undefined],
    ['378282246310005', '12345', 'cardError.securityCodeInvalid'],
  ])('%s with the security code %s gives %s', (cardNumber, securityCode, error) => {
    expect(errorsOf({ cardNumber, securityCode }).securityCode).toBe(error);
  });

  test.each([
    ['02110', undefined],
    ['02110-1234', undefined],
    ['0211', 'cardError.zipInvalid'],
    ['021101', 'cardError.zipInvalid'],
    ['02110-123', 'cardError.zipInvalid'],
    ['021101234', 'cardError.zipInvalid'],
  ])('with the zip %s gives %s', (zipCode, error) => {
    expect(errorsOf({ zipCode }).zipCode).toBe(error);
  });

  test('needs an address only where the institution asks for one', () => {
    expect(errorsOf({}, { fullCardAddressRequired: true })).toEqual({
      address1: 'cardError.address1Required',
      city: 'cardError.cityRequired',
      state: 'cardError.stateRequired',
    });
    const address = { address1: '1 Long Wharf', city: 'Boston', state: 'MA' };
    expect(errorsOf(address, { fullCardAddressRequired: true })).toEqual({});
  });

  test.each(['~', '<', '>', '{', '}', '^', '[', ']'])('refuses %s anywhere in an address', (character) => {
    const text = `1 Long${character} Wharf`;
    expect(errorsOf({ address1: text, address2: text, city: text, state: character })).toEqual({
      address1: 'cardError.addressInvalid',
      address2: 'cardError.addressInvalid',
      city: 'cardError.addressInvalid',
      state: 'cardError.addressInvalid',
    });
  });

  test('accepts states by their codes', () => {
    expect(errorsOf({ state: 'DC' })).toEqual({});
    expect(errorsOf({ state: 'ZZ' })).toEqual({ state: 'cardError.addressInvalid' });
  });

  test('never accepts a wrong check digit, length or brand', () => {
    fc.assert(
      fc.property(fc.oneof(fc.stringMatching(/^\d{13,19}$/), cardNumbers()), (cardNumber) => {
        if (errorsOf({ cardNumber }).cardNumber !== undefined) return;
        const brand = findCardBrand(cardNumber);
        expect(passesLuhnCheck(cardNumber)).toBe(true);
        expect(cardNumber).toHaveLength(cardNumberLength(brand));
        expect(brand).toBeDefined();
      }),
    );
  });
});

/** 16 digits with a valid check digit. */
function cardNumbers(): fc.Arbitrary<string> {
  return fc.stringMatching(/^[2456]\d{14}$/).map((digits) => {
    const check = Array.from('0123456789').find((digit) => passesLuhnCheck(digits + digit));
    return digits + check;
  });
}

describe('a recurring payment on December 1', () => {
  test.each<[string | null, boolean]>([
    ['2026-12-30', true],
    ['2026-12-31', false],
    ['2026-11-30', true],
    [null, false],
  ])('whose card is good through %s needs a new one soon: %s', (goodThrough, soon) => {
    const card = { nextOn: day('2026-12-01'), goodThrough: goodThrough === null ? null : day(goodThrough) };
    expect(outlivesCard(card)).toBe(soon);
  });
});

describe('a card number', () => {
  test.each([
    ['41111111111111110', 'cardError.numberInvalid'],
    ['x4111111111111111', 'cardError.numberInvalid'],
    ['4111111111111111x', 'cardError.numberInvalid'],
    ['411111111111111', 'cardError.numberInvalid'],
    ['9111111111111111', 'cardError.numberUnsupported'],
  ])('%s is refused', (cardNumber, error) => {
    expect(errorsOf({ cardNumber })).toMatchObject({ cardNumber: error });
  });

  test.each(['4x', 'x0', '-0', ''])('"%s" passes no check of its digits', (digits) => {
    expect(passesLuhnCheck(digits)).toBe(false);
  });

  test.each(['x12/28', '12/28x', '112/28'])('expires never as %s', (expiration) => {
    expect(findLastCardDay(expiration)).toBeUndefined();
  });

  test.each(['x23', '12x'])('has no security code %s', (securityCode) => {
    expect(errorsOf({ securityCode })).toMatchObject({ securityCode: 'cardError.securityCodeInvalid' });
  });
});
