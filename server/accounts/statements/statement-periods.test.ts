import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import type { StatementAccount } from '#server/host/host-statements.ts';
import { documentsOfYear, momentsOf, monthOf, statementMonths } from './statement-periods.ts';

const timeZone = 'America/New_York';

function account(first: string | null, last: string | null, closed = false): StatementAccount {
  const at = (text: string | null) => (text === null ? null : Temporal.Instant.from(text));
  return {
    format: 'Electronic',
    closed,
    historyBlocked: false,
    openedOn: day('2026-01-01'),
    booksBeganOn: null,
    firstYearKnown: true,
    firstPostedAt: at(first),
    lastPostedAt: at(last),
  };
}

describe('a loan converted from another system on May 20', () => {
  const posted = account('2026-05-20T12:00:00Z', '2026-11-02T12:00:00Z');
  const brought = { ...posted, booksBeganOn: day('2026-05-20') };
  const idsOf = (documents: readonly { readonly period: string }[]) => documents.map(({ period }) => period);

  test('starts its first statement on that day, and the next one with its month', () => {
    const months = statementMonths(brought, day('2026-07-10'), timeZone);
    expect(months.map(({ from, through }) => `${from} ${through}`)).toEqual([
      '2026-05-20 2026-05-31',
      '2026-06-01 2026-06-30',
    ]);
  });

  test('has an interest summary only if the earlier interest is known', () => {
    const today = day('2027-06-10');
    const partly = documentsOfYear({ ...brought, firstYearKnown: false }, 2026, today, timeZone);
    expect(idsOf(partly)).not.toContain('2026');
    expect(idsOf(documentsOfYear({ ...brought, firstYearKnown: true }, 2026, today, timeZone))).toContain('2026');
    const later = documentsOfYear({ ...brought, firstYearKnown: false }, 2027, day('2028-01-10'), timeZone);
    expect(idsOf(later)).toContain('2027');
  });
});

describe('an account has statements', () => {
  test.each([
    ['of no month before anything was posted', account(null, null), '2026-11-21', []],
    ['of no month that is not over', account('2026-11-02T12:00:00Z', '2026-11-02T12:00:00Z'), '2026-11-30', []],
    [
      'from the month of its first posting to the last that is over',
      account('2026-09-15T12:00:00Z', '2026-11-02T12:00:00Z'),
      '2026-11-21',
      ['2026-09', '2026-10'],
    ],
    [
      'of the month that ended yesterday',
      account('2026-10-15T12:00:00Z', '2026-10-15T12:00:00Z'),
      '2026-11-01',
      ['2026-10'],
    ],
    [
      'by the institution’s wall: what was posted at 1 AM in London was posted the day before',
      account('2026-10-01T01:00:00Z', '2026-10-15T12:00:00Z'),
      '2026-11-01',
      ['2026-09', '2026-10'],
    ],
    [
      'until its last posting when it is closed',
      account('2026-06-15T12:00:00Z', '2026-08-02T12:00:00Z', true),
      '2026-11-21',
      ['2026-06', '2026-07', '2026-08'],
    ],
    [
      'over the turn of a year',
      account('2025-11-30T12:00:00Z', '2026-01-15T12:00:00Z'),
      '2026-02-01',
      ['2025-11', '2025-12', '2026-01'],
    ],
  ])('%s', (_name, of, today, expected) => {
    expect(statementMonths(of, day(today), timeZone).map(({ period }) => period)).toEqual(expected);
  });
});

describe('the documents of a year', () => {
  const of = account('2025-11-05T12:00:00Z', '2026-11-05T12:00:00Z');

  test('that is over start with its interest summary', () => {
    const found = documentsOfYear(of, 2025, day('2026-11-21'), timeZone);
    expect(found.map(({ type, period }) => `${type} ${period}`)).toEqual([
      'InterestSummary 2025',
      'Statement 2025-12',
      'Statement 2025-11',
    ]);
  });

  test("that isn't over have no summary yet", () => {
    const found = documentsOfYear(of, 2026, day('2026-03-01'), timeZone);
    expect(found.map(({ period }) => period)).toEqual(['2026-02', '2026-01']);
  });

  test('before the account existed are empty', () => {
    expect(documentsOfYear(of, 2024, day('2026-11-21'), timeZone)).toEqual([]);
  });
});

test('a month starts and ends at local midnight, across clock changes', () => {
  const moments = momentsOf(monthOf(day('2026-03-15')), timeZone);
  expect(moments).toMatchObject({ from: '2026-03-01', through: '2026-03-31' });
  expect(moments.startsAt.toString()).toBe('2026-03-01T05:00:00Z');
  expect(moments.endsAt.toString()).toBe('2026-04-01T04:00:00Z');
  expect(moments.yearStartsAt.toString()).toBe('2026-01-01T05:00:00Z');
});
