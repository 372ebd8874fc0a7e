import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { checkCreditFile } from './check-credit-file.ts';
import { type BaseValues, bureauDate, type CreditReporter, writeCreditFile } from './metro2-file.ts';

const reporter: CreditReporter = {
  name: 'First Harbor Lending',
  address: '210 Commercial Street, Portland, ME 04101',
  phone: '5550104477',
  programIds: { equifax: 'EFX1', experian: 'HBR01', transUnion: 'TUC1', innovis: '' },
};

const late: BaseValues = {
  timeStamp: '11032026101500',
  correctionIndicator: '0',
  identificationNumber: 'HARBOR0001',
  accountNumber: '101-004417-2',
  portfolioType: 'I',
  accountType: '00',
  dateOpened: '03152024',
  highestCredit: '18000',
  termsDuration: '060',
  termsFrequency: 'M',
  scheduledPayment: '469',
  actualPayment: '469',
  accountStatus: '71',
  paymentHistory: `000${'0'.repeat(16)}BBBBB`,
  currentBalance: '9709',
  amountPastDue: '469',
  dateOfInformation: '10312026',
  dateOfFirstDelinquency: '10012026',
  dateOfLastPayment: '08292026',
  surname: 'Müller-Okafor',
  firstName: 'Margaret',
  ssn: '123456789',
  birthDate: '04021980',
  phone: '5550104471',
  ecoa: '1',
  country: 'US',
  address1: '18 Wharf Street',
  city: 'Portland',
  state: 'ME',
  zip: '04101',
};

const paid: BaseValues = {
  ...late,
  accountNumber: '101-001902-4',
  accountStatus: '13',
  paymentRating: '0',
  currentBalance: '',
  amountPastDue: '',
  dateOfFirstDelinquency: '',
  dateClosed: '10152026',
  ssn: '',
};

const chargedOff: BaseValues = {
  ...late,
  accountNumber: '101-001903-2',
  accountStatus: '97',
  amountPastDue: '9709',
  originalChargeOff: '9900',
  scheduledPayment: '0',
  paymentHistory: `L65${'4'.repeat(16)}BBBBB`,
};

const days = { through: day('2026-10-31'), createdOn: day('2026-11-03') };
const write = (...accounts: BaseValues[]) => writeCreditFile(reporter, days, accounts);

/** The text at a place of the published format, counted from 1. */
const at = (line: string | undefined, from: number, to: number) => line?.slice(from - 1, to);

describe('a file for credit bureaus', () => {
  const lines = write(late, paid).split('\n');
  const [header, first, second, trailer] = lines;

  test('has records of 426 characters', () => {
    expect(lines.map((line) => line.length)).toEqual([426, 426, 426, 426, 0]);
  });

  test('names the reporter and the month', () => {
    expect(at(header, 1, 10)).toBe('0426HEADER');
    expect(at(header, 13, 47)).toBe('          EFX1      HBR01TUC1      ');
    expect(at(header, 48, 63)).toBe('1031202611032026');
    expect(at(header, 80, 119)?.trim()).toBe('FIRST HARBOR LENDING');
    expect(at(header, 216, 225)).toBe('5550104477');
  });

  test('has each field at its place, in whole dollars and capitals without accents', () => {
    expect(at(first, 1, 20)).toBe('04261110320261015000');
    expect(at(first, 43, 75)).toBe(`${'101-004417-2'.padEnd(30)}I00`);
    expect(at(first, 76, 123)).toBe('03152024000000000000018000060M000000469000000469');
    expect(at(first, 124, 154)).toBe(`71 ${'0'.repeat(19)}BBBBB    `);
    expect(at(first, 155, 181)).toBe('000009709000000469000000000');
    expect(at(first, 182, 214)).toBe('10312026100120260000000008292026 ');
    expect(at(first, 232, 276)).toBe(`${'MULLER-OKAFOR'.padEnd(25)}${'MARGARET'.padEnd(20)}`);
    expect(at(first, 298, 329)).toBe('1234567890402198055501044711  US');
    expect(at(first, 330, 426)).toBe(`${'18 WHARF STREET'.padEnd(64)}${'PORTLAND'.padEnd(20)}ME${'04101'.padEnd(9)}  `);
    expect(at(second, 124, 126)).toBe('130');
    expect(at(second, 198, 205)).toBe('10152026');
  });

  test('is counted by its trailer', () => {
    expect(at(trailer, 1, 20)).toBe('0426TRAILER000000002');
    expect(at(trailer, 84, 101)).toBe('000000000000000001');
    expect(at(trailer, 147, 155)).toBe('000000001');
    expect(at(trailer, 327, 344)).toBe('000000001000000001');
    expect(at(trailer, 363, 380)).toBe('000000002000000002');
    expect(at(trailer, 399, 407)).toBe('000000002');
  });

  test('is sound, also without accounts', () => {
    expect(checkCreditFile(write(late, paid))).toEqual([]);
    expect(checkCreditFile(write())).toEqual([]);
    expect(checkCreditFile(write(chargedOff))).toEqual([]);
    const paidAfter = { accountStatus: '64', currentBalance: '', amountPastDue: '', dateClosed: '10152026' };
    expect(checkCreditFile(write({ ...chargedOff, ...paidAfter }))).toEqual([]);
  });

  test('never cuts a number', () => {
    expect(() => write({ ...late, currentBalance: '1234567890' })).toThrow(RangeError);
  });

  test('writes no day as zeros', () => {
    expect(bureauDate(day('2026-01-09'))).toBe('01092026');
    expect(bureauDate(null)).toBe('');
  });
});

describe('the check of a file', () => {
  test.each<[string, BaseValues, string]>([
    ['current with an amount past due', { accountStatus: '11' }, 'is current and has an amount past due'],
    ['charged off without an amount', { accountStatus: '97' }, 'has an amount charged off'],
    ['with an amount charged off while open', { originalChargeOff: '9900' }, 'has an amount charged off'],
    ['late without one', { amountPastDue: '' }, 'is late and has no amount past due'],
    ['late without a date', { dateOfFirstDelinquency: '' }, 'has a date of first delinquency'],
    ['late before it was opened', { dateOfFirstDelinquency: '03152024' }, 'was late before it was opened'],
    ['late from a later day', { dateOfFirstDelinquency: '11012026' }, 'is late from a day after the file'],
    ['with more past due than owed', { currentBalance: '400' }, 'has more past due than it owes'],
    ['rated while open', { paymentRating: '1' }, 'has a payment rating'],
    ['with a gap in its history', { paymentHistory: `0B${'0'.repeat(22)}` }, 'has a gap'],
    ['with a strange history', { paymentHistory: `X${'0'.repeat(23)}` }, 'has a payment history'],
    ['of an unknown status', { accountStatus: '99' }, 'has the unknown status 99'],
    ['closed while open', { dateClosed: '10152026' }, 'has a closing date'],
    ['of another day', { dateOfInformation: '09302026' }, 'is of another day than the file'],
    ['without a name', { surname: '' }, 'has no surname'],
    ['of someone unknown', { ssn: '', birthDate: '' }, 'has neither'],
    ['without an address', { city: '' }, 'has no complete address'],
  ])('finds an account %s', (_what, change, problem) => {
    const found = checkCreditFile(write(paid, { ...late, ...change }));
    expect(found).toContainEqual(expect.stringContaining(`account 2 ${problem}`));
    expect(found.join(' ')).not.toContain('123456789');
  });

  test('finds an account twice, a wrong total, a cut line and a missing trailer', () => {
    expect(checkCreditFile(write(late, late))).toEqual(['account 2 is in the file twice']);
    const lines = write(late, paid).split('\n');
    expect(checkCreditFile([lines[0], lines[1], lines[3], ''].join('\n'))).toContain(
      'the trailer states 2 for baseRecords, not 1',
    );
    expect(checkCreditFile(lines.slice(0, 3).join('\n'))).toContain('the last record is not a trailer');
    expect(checkCreditFile(write(late).replace('MARGARET ', 'MARGARET'))).toEqual([
      'record 2 has 425 characters, not 426',
    ]);
    expect(checkCreditFile('')).toEqual(['the file has no header and trailer']);
  });
});
