import { expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { calendarFile } from './calendar-file.ts';

const event = { id: 'AB12-CD34', on: day('2026-12-31'), nowMs: Date.UTC(2026, 10, 21, 15, 4, 5) };

it('the payment is an event of the whole day, through the turn of the year', () => {
  expect(calendarFile({ ...event, title: 'Payment due' }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Passbook//Payments//EN',
    'BEGIN:VEVENT',
    'UID:AB12-CD34@passbook',
    'DTSTAMP:20261121T150405Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Payment due',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

it('what separates values is escaped in a title', () => {
  expect(calendarFile({ ...event, title: 'Loan; car, red\\blue\nTwo' })).toContain(
    String.raw`SUMMARY:Loan\; car\, red\\blue\nTwo`,
  );
});

it('lines are folded at 75 octets without cutting a character', () => {
  const file = calendarFile({ ...event, title: 'é'.repeat(100) });
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain('é'.repeat(100));
});
