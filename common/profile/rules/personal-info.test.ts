import { describe, expect, it } from 'vitest';
import { isPoBox, isWholePhone, type PersonalInfoFields, validatePersonalInfo } from './personal-info.ts';
import { formatPhone, phoneDigits, textPhoneOf } from './phones.ts';

const right: PersonalInfoFields = {
  address1: '18 Wharf Street',
  city: 'Portland',
  state: 'ME',
  zipCode: '04101',
  phone1: '555-010-4471',
  phone2: '',
};
const all = { hidesPhones: false, checksAddress: true };

describe('Personal Information', () => {
  it.each<readonly [string, Partial<PersonalInfoFields>, object]>([
    ['is valid', {}, {}],
    ['needs a first phone', { phone1: '' }, { phone1: 'personalEntry.phoneRequired' }],
    ['takes no phone of 9 digits', { phone1: '555-010-447' }, { phone1: 'personalEntry.phoneInvalid' }],
    ['takes no phone of 11 digits', { phone1: '555-010-44711' }, { phone1: 'personalEntry.phoneInvalid' }],
    ['takes a second phone', { phone2: '555-010-4472' }, {}],
    ['takes no second phone of 9 digits', { phone2: '555-010-447' }, { phone2: 'personalEntry.phoneInvalid' }],
    ['takes no second phone that is the first', { phone2: '(555) 010-4471' }, { phone2: 'personalEntry.phoneSame' }],
    ['needs a street', { address1: '' }, { address1: 'addressError.addressRequired' }],
    ['takes a street of 45', { address1: 'x'.repeat(45) }, {}],
    ['takes no street of 46', { address1: 'x'.repeat(46) }, { address1: 'addressError.addressTooLong' }],
    ['takes a city of 20', { city: 'x'.repeat(20) }, {}],
    ['takes no city of 21', { city: 'x'.repeat(21) }, { city: 'addressError.cityTooLong' }],
    ['takes no zip code of 4', { zipCode: '0410' }, { zipCode: 'addressError.zipInvalid' }],
  ])('%s', (_what, change, errors) => {
    expect(validatePersonalInfo({ ...right, ...change }, all)).toEqual(errors);
  });

  it('does not validate hidden phones or an unchanged address', () => {
    const wrong = { ...right, phone1: '', city: '' };
    expect(validatePersonalInfo(wrong, { hidesPhones: true, checksAddress: false })).toEqual({});
  });
});

it.each([
  ['PO Box 12', true],
  ['P.O. Box 12', true],
  ['p o box 12', true],
  ['Post Office Box 12', true],
  ['12 Poboxwood Lane', false],
  ['18 Wharf Street', false],
  ['4 Box Hill', false],
])('%s is a PO box: %s', (address, box) => {
  expect(isPoBox(address)).toBe(box);
});

it('a phone is the same in any format', () => {
  expect(phoneDigits('(555) 010-4471')).toBe('5550104471');
  expect(formatPhone('5550104471')).toBe('555-010-4471');
  expect(isWholePhone('555-010-4471')).toBe(true);
  expect(isWholePhone('555-010')).toBe(false);
});

it.each([
  ['the primary one of two that agreed', [true, true], 0, '1'],
  ['the other one, when only that agreed', [false, true], 0, '2'],
  ['none, without consent', [false, false], 0, ''],
  ['the second, when it is the primary one', [true, true], 1, '2'],
] as const)('texts go to %s', (_what, agreed, primary, number) => {
  const phones = agreed.map((textsAgreed, index) => ({
    number: String(index + 1),
    primary: index === primary,
    textsAgreed,
  }));
  expect(textPhoneOf(phones)).toBe(number);
});
