import { describe, expect, it } from 'vitest';
import {
  type ContactChangeFields,
  emptyPhone,
  isCompleteContactChange,
  validateAddressFields,
  validateNewAddress,
  validatePhoneFields,
} from './contact-change.ts';

const address = { addressLine1: '18 Wharf Street', addressLine2: '', city: 'Portland', state: 'ME', zip: '04101' };
const phone = { oldPhoneNumber: '(555) 010-4471', newPhoneNumber: '(555) 010-4472' };
const movedTo = { ...address, addressLine1: '5 Brattle Street' };
const addresses = { old: address, new: movedTo };
const phones = { first: phone, second: emptyPhone };
const complete: ContactChangeFields = { accountNumbers: ['101-004417-2'], addresses, phones };

describe('an address of the form', () => {
  it.each([
    ['is valid', {}, {}],
    ['may have a second line', { addressLine2: 'Apartment 4' }, {}],
    ['needs a first line', { addressLine1: ' ' }, { addressLine1: 'requestChangeError.required' }],
    ['takes a line of 45', { addressLine1: 'x'.repeat(45) }, {}],
    ['takes no line of 46', { addressLine1: 'x'.repeat(46) }, { addressLine1: 'requestChangeError.addressTooLong' }],
    [
      'takes no second line of 46',
      { addressLine2: 'x'.repeat(46) },
      { addressLine2: 'requestChangeError.addressTooLong' },
    ],
    ['needs a city', { city: '' }, { city: 'requestChangeError.required' }],
    ['takes no city of 21', { city: 'x'.repeat(21) }, { city: 'requestChangeError.cityTooLong' }],
    ['needs a state', { state: '' }, { state: 'requestChangeError.required' }],
    ['needs a zip code', { zip: '' }, { zip: 'requestChangeError.required' }],
    ['takes no zip code of 4', { zip: '0410' }, { zip: 'requestChangeError.zipTooShort' }],
    ['takes no zip code of 6', { zip: '041012' }, { zip: 'requestChangeError.zipTooLong' }],
  ])('%s', (_what, change, errors) => {
    expect(validateAddressFields({ ...address, ...change })).toEqual(errors);
  });
});

describe('a new address', () => {
  const same = { addressLine1: 'requestChangeError.sameAddress' };
  it.each([
    ['differs in its first line', {}, { addressLine1: '5 Brattle Street' }, {}],
    ['differs in its second line', {}, { addressLine2: 'Apartment 4' }, {}],
    ['differs in its zip code', {}, { zip: '04102' }, {}],
    ['is the old one', {}, {}, same],
    ['is the old one in capitals, with more spaces', {}, { addressLine1: ' 18  WHARF STREET ' }, same],
    ['is as incomplete as the old one', { city: '' }, { city: '' }, { city: 'requestChangeError.required' }],
  ])('%s', (_what, old, change, errors) => {
    expect(validateNewAddress({ ...address, ...change }, { ...address, ...old })).toEqual(errors);
  });
});

describe('a phone of the form', () => {
  it.each([
    ['may be left out', emptyPhone, {}],
    ['is valid', phone, {}],
    ['needs its new number', { ...phone, newPhoneNumber: '' }, { newPhoneNumber: 'requestChangeError.bothPhones' }],
    ['needs its old number', { ...phone, oldPhoneNumber: '' }, { oldPhoneNumber: 'requestChangeError.bothPhones' }],
    [
      'needs two different numbers',
      { ...phone, newPhoneNumber: phone.oldPhoneNumber },
      { newPhoneNumber: 'requestChangeError.samePhone' },
    ],
    [
      'takes no 13 characters',
      { ...phone, newPhoneNumber: '(555) 010-447' },
      { newPhoneNumber: 'requestChangeError.phoneInvalid' },
    ],
    [
      'takes no other form',
      { ...phone, newPhoneNumber: '555-010-4471xx' },
      { newPhoneNumber: 'requestChangeError.phoneInvalid' },
    ],
  ])('%s', (_what, fields, errors) => {
    expect(validatePhoneFields(fields)).toEqual(errors);
  });
});

describe('a request', () => {
  it.each<readonly [string, Partial<ContactChangeFields>, boolean]>([
    ['is complete', {}, true],
    ['may be about the address alone', { phones: null }, true],
    ['may be about phones alone', { addresses: null }, true],
    ['names an account', { accountNumbers: [] }, false],
    ['is about something', { addresses: null, phones: null }, false],
    ['has two valid addresses', { addresses: { old: address, new: { ...movedTo, zip: '' } } }, false],
    ['has a new address', { addresses: { old: address, new: address } }, false],
    [
      'has a new phone number',
      { phones: { first: { ...phone, newPhoneNumber: phone.oldPhoneNumber }, second: emptyPhone } },
      false,
    ],
    ['has two valid phones', { phones: { first: phone, second: { ...phone, newPhoneNumber: '' } } }, false],
    ['has one phone at least', { phones: { first: emptyPhone, second: emptyPhone } }, false],
  ])('%s', (_what, change, expected) => {
    expect(isCompleteContactChange({ ...complete, ...change })).toBe(expected);
  });
});
