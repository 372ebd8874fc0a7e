import { describe, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import {
  type AccountAlerts,
  countAlerts,
  dueDaysToAlert,
  isDelinquencyDay,
  isDueDateAlertDay,
  isSameAlerts,
  mergeAlerts,
  noAlerts,
  rebaseAlerts,
  sanitizeAlertDays,
  shownDueDateAlerts,
  tickDueDateAlert,
  withDueDateAlert,
} from './alerts.ts';

const quiet = { on: false, before: true, days: '' };

describe('turning on a due-date alert', () => {
  test.each([
    ['the first one without days fills in 15 days before', 0, quiet, { on: true, before: true, days: '15' }],
    [
      'the first one that said after, without days, becomes before',
      0,
      { ...quiet, before: false },
      { on: true, before: true, days: '15' },
    ],
    ['the first one with days keeps them', 0, { ...quiet, days: '3' }, { on: true, before: true, days: '3' }],
    ['the second one has no default', 1, quiet, { on: true, before: true, days: '' }],
  ])('%s', (_name, index, before, after) => {
    expect(tickDueDateAlert(before, index, true)).toEqual(after);
  });

  test('keeps the days when it is turned off again', () => {
    expect(tickDueDateAlert({ on: true, before: false, days: '4' }, 0, false)).toEqual({
      on: false,
      before: false,
      days: '4',
    });
  });
});

test.each([
  [0, '12a34', '123'],
  [1, '1234', '123'],
  [2, '123456789012345678901', '12345678901234567890'],
  [3, '-7', '7'],
])('the field of alert %i reduces %j to %j', (index, typed, kept) => {
  expect(sanitizeAlertDays(typed, index)).toBe(kept);
});

describe('an alert about a due date of December 1', () => {
  const dueOn = day('2026-12-01');
  test.each([
    ['15 days before', { on: true, before: true, days: '15' }, '2026-11-16', true],
    ['a day too early', { on: true, before: true, days: '15' }, '2026-11-15', false],
    ['a day too late', { on: true, before: true, days: '15' }, '2026-11-17', false],
    ['3 days after', { on: true, before: false, days: '3' }, '2026-12-04', true],
    ['3 days before, but sent after', { on: true, before: false, days: '3' }, '2026-11-28', false],
    ['on the day itself', { on: true, before: true, days: '0' }, '2026-12-01', true],
    ['without days on the day itself', { on: true, before: false, days: '' }, '2026-12-01', true],
    ['switched off', { on: false, before: true, days: '15' }, '2026-11-16', false],
    ['days that never come', { on: true, before: true, days: '9'.repeat(20) }, '2026-11-16', false],
  ])('%s', (_name, alert, on, told) => {
    expect(isDueDateAlertDay(alert, dueOn, day(on))).toBe(told);
    expect(dueDaysToAlert(withDueDateAlert(noAlerts, 2, alert), day(on), 30).includes(dueOn)).toBe(told);
  });
});

test.each([
  ['2026-10-31', false],
  ['2026-11-01', true],
  ['2026-11-02', false],
])('a loan due on October 1 becomes delinquent on %s: %s', (on, told) => {
  const dueOn = day('2026-10-01');
  expect(isDelinquencyDay(dueOn, day(on), 30)).toBe(told);
  for (const channel of ['email', 'text'] as const) {
    const alerts = { ...noAlerts, [channel]: { ...noAlerts[channel], delinquent: true } };
    expect(dueDaysToAlert(alerts, day(on), 30).includes(dueOn)).toBe(told);
  }
  expect(dueDaysToAlert(noAlerts, day(on), 30)).toEqual([]);
});

test('alerts are equal until one value differs', () => {
  const [first] = noAlerts.email.dueDates;
  expect(isSameAlerts(noAlerts, structuredClone(noAlerts))).toBe(true);
  expect(isSameAlerts(noAlerts, withDueDateAlert(noAlerts, 2, { ...first, days: '1' }))).toBe(false);
  expect(isSameAlerts(noAlerts, { ...noAlerts, text: { ...noAlerts.text, statement: true } })).toBe(false);
});

describe('alerts changed in two windows', () => {
  const on = { on: true, before: true, days: '15' };
  const mine = withDueDateAlert(noAlerts, 0, on);

  test('keep both changes if they affect different alerts', () => {
    const theirs = { ...withDueDateAlert(noAlerts, 1, on), text: { delinquent: true, statement: false } };
    const both = { ...withDueDateAlert(theirs, 0, on), text: theirs.text };
    expect(mergeAlerts(mine, noAlerts, theirs)).toEqual(both);
  });

  test('stay off if turned off elsewhere', () => {
    const shown = { ...noAlerts, email: { ...noAlerts.email, delinquent: true } };
    const wanted = withDueDateAlert(shown, 0, on);
    expect(mergeAlerts(wanted, shown, noAlerts)).toEqual(mine);
  });

  test('agree if both made the same change', () => {
    expect(mergeAlerts(mine, noAlerts, mine)).toEqual(mine);
  });

  test('are stale if one alert was changed in two ways, and the saved ones win', () => {
    const theirs = withDueDateAlert(noAlerts, 0, { ...on, days: '3' });
    expect(mergeAlerts(mine, noAlerts, theirs)).toBeUndefined();
    expect(rebaseAlerts(mine, noAlerts, theirs)).toEqual(theirs);
  });
});

describe('the due-date alerts that show', () => {
  const on = { on: true, before: true, days: '3' };
  const off = { on: false, before: true, days: '' };
  const alertsOf = (...dueDates: readonly boolean[]): AccountAlerts => {
    const [first = off, second = off, third = off, fourth = off] = dueDates.map((isOn) => (isOn ? on : off));
    return { ...noAlerts, email: { ...noAlerts.email, dueDates: [first, second, third, fourth] } };
  };

  test.each([
    ['none', alertsOf(), alertsOf(), [], [], 0],
    ['one in the middle', alertsOf(false, true), alertsOf(), [], [1], 0],
    ['one that is on file stays while it is turned off', alertsOf(false), alertsOf(true), [], [0], 1],
    ['one that was added stays while it is turned off', alertsOf(), alertsOf(), [0, 1], [0, 1], 2],
    ['all four', alertsOf(true, true, true, true), alertsOf(), [], [0, 1, 2, 3], undefined],
  ])('%s', (_name, alerts, onFile, added, rows, free) => {
    const shown = shownDueDateAlerts(alerts, onFile, new Set(added));
    expect(shown.rows.map(({ index }) => index)).toEqual(rows);
    expect(shown.free?.index).toBe(free);
  });

  test('are counted with those of each channel', () => {
    const alerts = alertsOf(true, false, true);
    expect(countAlerts(noAlerts)).toBe(0);
    expect(countAlerts({ ...alerts, text: { delinquent: true, statement: false } })).toBe(3);
  });
});
