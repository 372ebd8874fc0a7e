import { parse, validate } from 'achkit';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents } from '#common/core/money.ts';
import {
  type BankCredit,
  type BankDebit,
  type BankFilePlan,
  countEntries,
  fileIdModifiers,
  findEntryProblem,
  writeBankFile,
} from './bank-file.ts';
import { entryHash } from './records.ts';

const bank = '411001012';

const debit: BankDebit = {
  sec: 'WEB',
  routingNumber: '411001025',
  accountNumber: '9081726354',
  kind: 'Checking',
  amountCents: cents(31_855),
  identification: 'AB12-CD34-EF56',
  name: 'Margaret Okafor',
  recurring: false,
};

function planOf(debits: BankFilePlan['debits'], credits: BankFilePlan['credits'] = []): BankFilePlan {
  return {
    origin: {
      bankRoutingNumber: bank,
      bankName: 'Harbor Community Bank',
      companyId: '1412345678',
      companyName: 'First Harbor Lending',
      entryDescription: 'Loan Pmt',
      settlement: { routingNumber: bank, accountNumber: '700100200', kind: 'Checking' },
    },
    businessOn: day('2026-11-20'),
    effectiveOn: day('2026-11-23'),
    createdOn: day('2026-11-20'),
    createdAt: '17:05',
    idModifier: 'A',
    debits,
    credits,
    firstSequence: 1,
  };
}

function linesOf(...debits: BankFilePlan['debits']): string[] {
  return writeBankFile(planOf(debits)).text.split('\n').slice(0, -1);
}

describe('a bank file', () => {
  const lines = linesOf(debit);

  it('has blocks of ten 94-character lines, filled with nines', () => {
    expect(lines).toHaveLength(10);
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([94]));
    expect(lines.slice(6)).toEqual(Array.from({ length: 4 }, () => '9'.repeat(94)));
  });

  it('names its sender, recipient and time', () => {
    expect(lines[0]).toBe(
      '101 41100101214123456782611201705A094101HARBOR COMMUNITY BANK  FIRST HARBOR LENDING           ',
    );
  });

  it('has one batch of WEB debits, effective on the next banking day', () => {
    expect(lines[1]).toBe(
      '5200FIRST HARBOR LEN                    1412345678WEBLOAN PMT  261120261123   1411001010000001',
    );
  });

  it('debits the customer and credits the lender', () => {
    expect(lines[2]).toBe(
      '6274110010259081726354       0000031855AB12-CD34-EF56 MARGARET OKAFOR       S 0411001010000001',
    );
    expect(lines[3]).toBe(
      '622411001012700100200        00000318551412345678     FIRST HARBOR LENDING    0411001010000002',
    );
  });

  it('ends with counts, the bank hash, and debit and credit totals', () => {
    expect(lines[4]).toBe(
      '820000000200822002030000000318550000000318551412345678                         411001010000001',
    );
    expect(lines[5]).toBe(`9000001000001000000020082200203000000031855000000031855${' '.repeat(39)}`);
  });
});

test.each([
  ['a savings account', { kind: 'Savings' }, '637'],
  ['a recurring payment', { recurring: true }, 'MARGARET OKAFOR       R 0411001010000001'],
  ['a name with accents', { name: 'Zoë Müller–Sørensen' }, 'ZOE MULLER S RENSEN'],
  ['a name that is too long', { name: 'A'.repeat(40) }, `${'A'.repeat(22)}S `],
] as const)("%s is written in the format's characters", (_what, change, expected) => {
  expect(linesOf({ ...debit, ...change })[2]).toContain(expected);
});

test('an amount too large for its field is refused', () => {
  expect(() => writeBankFile(planOf([{ ...debit, amountCents: cents(10_000_000_000) }]))).toThrow(RangeError);
});

test.each([
  ['ends with a letter', '41100102A', 'A field of 9 digits cannot hold a number of 9'],
  ['begins with a letter', 'A11001025', 'A field of 9 digits cannot hold a number of 9'],
  ['has ten digits', '4110010251', 'A field of 9 digits cannot hold a number of 10'],
])('a routing number that %s stops the file', (_what, routingNumber, expected) => {
  expect(() => writeBankFile(planOf([{ ...debit, routingNumber }]))).toThrow(new RangeError(expected));
});

test('a line of another length stops the file', () => {
  expect(() => writeBankFile({ ...planOf([debit]), createdAt: '7:05' })).toThrow(
    new Error('A line must have 94 characters, not 93'),
  );
});

test('the entries of a file are its debits and a credit for each class and for each full amount', () => {
  const large = { ...debit, amountCents: cents(6_000_000_000) };
  const company = { ...debit, sec: 'CCD' } as const;
  const count = (...debits: BankFilePlan['debits']) => countEntries(planOf(debits));
  expect(count(debit)).toBe(2);
  expect(count(debit, debit)).toBe(3);
  expect(count(large, company, large)).toBe(6);
});

test('entries are numbered from the first free number, the credit last', () => {
  const file = writeBankFile({ ...planOf([debit, debit]), firstSequence: 41 });
  expect(file.traceNumbers).toEqual(['411001010000041', '411001010000042']);
  expect(file.lastSequence).toBe(43);
});

test('companies are debited in a separate batch, without a payment type', () => {
  const file = writeBankFile(planOf([{ ...debit, sec: 'CCD', identification: 'COMPANY' }, debit]));
  const lines = file.text.split('\n');
  expect(validate(file.text)).toEqual({ ok: true, errors: [] });
  expect(parse(file.text).batches.map(({ sec }) => sec)).toEqual(['WEB', 'CCD']);
  expect(lines[6]?.slice(39, 54).trim()).toBe('COMPANY');
  expect(lines[6]?.slice(76, 78)).toBe('  ');
  // In the order of the debits, across batches.
  expect(file.traceNumbers).toEqual(['411001010000003', '411001010000001']);
  expect(file.lastSequence).toBe(4);
});

test('a savings settlement account is credited as savings', () => {
  const plan = planOf([debit]);
  const settlement = { ...plan.origin.settlement, kind: 'Savings' } as const;
  const lines = writeBankFile({ ...plan, origin: { ...plan.origin, settlement } }).text.split('\n');
  expect(lines[3]?.slice(0, 3)).toBe('632');
});

test('files of one day are numbered A to Z, then 0 to 9', () => {
  expect(fileIdModifiers.join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  expect(writeBankFile({ ...planOf([debit]), idModifier: '9' }).text.slice(33, 34)).toBe('9');
});

test('the entry hash keeps the last ten digits', () => {
  expect(entryHash(Array.from({ length: 300 }, () => '99999999'))).toBe('9999999700'.slice(-10));
  expect(entryHash(['41100101', '02100002'])).toBe('0043200103');
});

test.each([
  ['an account number of 17 characters', { accountNumber: '1'.repeat(17) }, /^it fits$/],
  ['one of 18', { accountNumber: '1'.repeat(18) }, /more than 17 characters/],
  ['an account number with a mark', { accountNumber: '12_34' }, /characters that no entry/],
  ['no account number', { accountNumber: '' }, /characters that no entry/],
  ['a routing number of eight digits', { routingNumber: '41100102' }, /nine digits/],
  ['a routing number of ten digits', { routingNumber: '4110010251' }, /nine digits/],
  ['a letter before a routing number', { routingNumber: 'A411001025' }, /nine digits/],
  ['the largest amount', { amountCents: cents(9_999_999_999) }, /^it fits$/],
  ['one cent more', { amountCents: cents(10_000_000_000) }, /larger than an entry/],
  ['nothing', { amountCents: cents(0) }, /not a positive one/],
])('%s fits an entry or is reported', (_what, change, expected) => {
  expect(findEntryProblem({ ...debit, ...change }) ?? 'it fits').toMatch(expected);
});

test('no file is made when its numbers would start over', () => {
  expect(() => writeBankFile({ ...planOf([debit]), firstSequence: 9_999_999 })).toThrow(RangeError);
});

test('a sum too large for one entry is credited in several', () => {
  const large = { ...debit, amountCents: cents(6_000_000_000) };
  const [, , , , first, second, control] = linesOf(large, large);
  expect([first?.slice(29, 39), second?.slice(29, 39)]).toEqual(['9999999999', '2000000001']);
  expect(control?.slice(20, 44)).toBe('012000000000012000000000');
});

test('an independent reader accepts every file and finds the same entries', () => {
  const entry = fc.record({
    sec: fc.constant('WEB' as const),
    routingNumber: fc.constantFrom('411001025', '412002036', '466008099', '021000021'),
    accountNumber: fc.stringMatching(/^[0-9]{4,17}$/),
    kind: fc.constantFrom('Checking', 'Savings'),
    amountCents: fc.integer({ min: 1, max: 9_999_999_999 }).map(cents),
    identification: fc.stringMatching(/^[A-Z0-9-]{1,15}$/),
    name: fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
    recurring: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 25 }), (drawn) => {
      const [first, ...others] = drawn;
      if (!first) return;
      const file = writeBankFile(planOf([first, ...others])).text;
      expect(validate(file)).toEqual({ ok: true, errors: [] });
      const [batch] = parse(file).batches;
      const read = batch?.entries.slice(0, drawn.length).map((parsed) => [parsed.account.trim(), parsed.amountCents]);
      expect(read).toEqual(drawn.map(({ accountNumber, amountCents }) => [accountNumber, amountCents]));
      expect(batch?.control?.totalDebit).toBe(batch?.control?.totalCredit);
    }),
    { numRuns: 30 },
  );
});

describe('credits', () => {
  const credit: BankCredit = {
    sec: 'PPD',
    routingNumber: '411001025',
    accountNumber: '9081726354',
    kind: 'Checking',
    amountCents: cents(12_345),
    identification: 'EF12-AB34-CD56',
    name: 'Margaret Okafor',
  };

  it('have a batch of their own that the company pays for, and count in the totals of the file', () => {
    const file = writeBankFile(planOf([debit], [credit]));
    const lines = file.text.split('\n');
    expect(validate(file.text)).toEqual({ ok: true, errors: [] });
    expect(parse(file.text).batches.map(({ sec }) => sec)).toEqual(['WEB', 'PPD']);
    expect(lines[5]).toBe(
      '5200FIRST HARBOR LEN                    1412345678PPDREFUND    261120261123   1411001010000002',
    );
    expect(lines[6]).toBe(
      '6224110010259081726354       0000012345EF12-AB34-CD56 MARGARET OKAFOR         0411001010000003',
    );
    expect(lines[7]).toBe(
      '627411001012700100200        00000123451412345678     FIRST HARBOR LENDING    0411001010000004',
    );
    expect(lines[8]).toBe(
      '820000000200822002030000000123450000000123451412345678                         411001010000002',
    );
    expect(lines[9]).toBe(`9000002000001000000040164400406000000044200000000044200${' '.repeat(39)}`);
    expect(file.traceNumbers).toEqual(['411001010000001']);
    expect(file.creditTraceNumbers).toEqual(['411001010000003']);
    expect(file.lastSequence).toBe(4);
  });

  it('make a file alone, those of companies in another batch', () => {
    const file = writeBankFile(
      planOf(
        [],
        [
          { ...credit, sec: 'CCD' },
          { ...credit, kind: 'Savings' },
        ],
      ),
    );
    const lines = file.text.split('\n');
    expect(validate(file.text)).toEqual({ ok: true, errors: [] });
    expect(parse(file.text).batches.map(({ sec }) => sec)).toEqual(['PPD', 'CCD']);
    expect(lines[2]?.slice(0, 3)).toBe('632');
    expect([file.traceNumbers, file.creditTraceNumbers]).toEqual([[], ['411001010000003', '411001010000001']]);
    expect(countEntries(planOf([], [credit]))).toBe(2);
  });

  it('of a draw on a line of credit are called an advance, in a batch apart from the refunds', () => {
    const file = writeBankFile(planOf([], [{ ...credit, isDraw: true }, credit]));
    const lines = file.text.split('\n');
    expect(validate(file.text)).toEqual({ ok: true, errors: [] });
    const headers = lines.filter((line) => line.startsWith('5')).map((line) => line.slice(50, 63).trim());
    expect(headers).toEqual(['PPDREFUND', 'PPDADVANCE']);
    expect(file.creditTraceNumbers).toEqual(['411001010000003', '411001010000001']);
  });
});
