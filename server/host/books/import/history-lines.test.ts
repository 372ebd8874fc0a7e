import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { readLine } from '#server/platform/import/import-columns.ts';
import { entryFromLine, historyColumns, type HistoryLine, historyProblems } from './history-lines.ts';

const paid: HistoryLine = {
  account_number: 'l1',
  entry_id: 'e1',
  posted_on: day('2026-10-01'),
  kind: 'payment',
  principal: cents(300),
  interest: cents(20),
  fees: cents(5),
  description: '',
  returned: 'no',
  balance: null,
};
const only = (kind: HistoryLine['kind'], amounts: Partial<HistoryLine>): Partial<HistoryLine> => ({
  kind,
  principal: ZERO,
  interest: ZERO,
  fees: ZERO,
  ...amounts,
});

test('columns that are left out have no amount, no words and are not returned', () => {
  const header = ['account_number', 'entry_id', 'posted_on', 'kind'];
  const fields = ['l1', 'e1', '2026-10-01', 'payment'];
  expect(readLine(historyColumns(day('2026-11-21')), header, fields)).toEqual({
    values: { ...paid, principal: 0, interest: 0, fees: 0 },
  });
});

test('a payment can be returned, or not', () => {
  const columns = historyColumns(day('2026-11-21'));
  const header = ['account_number', 'entry_id', 'posted_on', 'kind', 'returned'];
  const returned = (text: string) => readLine(columns, header, ['l1', 'e1', '2026-10-01', 'payment', text]);
  expect(returned('yes')).toMatchObject({ values: { returned: 'yes' } });
  expect(returned('no')).toMatchObject({ values: { returned: 'no' } });
  expect(returned('maybe')).toEqual({ problems: [{ column: 'returned', reason: 'is not one of yes, no' }] });
});

describe('an entry', () => {
  test.each<[string, Partial<HistoryLine>, string[]]>([
    ['of a payment is right', {}, []],
    ['without an amount is refused', only('payment', {}), ['principal and interest and fees are all zero']],
    ['of a cent of interest is right', only('payment', { interest: cents(1) }), []],
    ['of a late charge is right', only('late-charge', { fees: cents(1) }), []],
    [
      'of a late charge with principal is refused',
      only('late-charge', { fees: cents(1), principal: cents(1) }),
      ['fees is the only amount that a late-charge can have'],
    ],
    [
      'of a waived late charge with interest is refused',
      only('late-charge-waived', { fees: cents(1), interest: cents(1) }),
      ['fees is the only amount that a late-charge-waived can have'],
    ],
    [
      'of a fee with principal is refused',
      only('fee', { fees: cents(1), principal: cents(1) }),
      ['fees is the only amount that a fee can have'],
    ],
    ['of an advance is right', only('advance', { principal: cents(1) }), []],
    [
      'of an advance with interest is refused',
      only('advance', { principal: cents(1), interest: cents(1) }),
      ['principal is the only amount that an advance can have'],
    ],
    [
      'of an advance with fees is refused',
      only('advance', { principal: cents(1), fees: cents(1) }),
      ['principal is the only amount that an advance can have'],
    ],
    ['of a returned payment is right', { returned: 'yes' }, []],
    [
      'of a returned payment, marked as returned, is refused',
      { kind: 'payment-returned', returned: 'yes' },
      ['returned applies only to a payment'],
    ],
  ])('%s', (_title, changes, expected) => {
    const found = historyProblems({ ...paid, ...changes }).map(({ column, reason }) => `${column} ${reason}`);
    expect(found).toEqual(expected);
  });
});

describe('customers see', () => {
  test.each<[HistoryLine['kind'], string, 1 | -1]>([
    ['payment', 'Payment', 1],
    ['payment-returned', 'Payment returned', -1],
    ['late-charge', 'Late charge', -1],
    ['late-charge-waived', 'Late charge waived', 1],
    ['fee', 'Fee', -1],
    ['fee-waived', 'Fee waived', 1],
    ['advance', 'Advance', -1],
  ])('the kind %s as "%s", positive if it lowers the debt', (kind, description, sign) => {
    expect(entryFromLine({ ...paid, kind })).toEqual({
      kind,
      description,
      principalCents: sign * 300,
      interestCents: sign * 20,
      otherCents: sign * 5,
    });
  });

  test('the description of the former system, if it has one', () => {
    expect(entryFromLine({ ...paid, description: 'Check 1007' }).description).toBe('Check 1007');
  });
});
