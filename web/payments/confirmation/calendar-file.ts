import { addDays, type Day } from '#common/core/dates.ts';

export interface CalendarEvent {
  /** The same event imported again replaces the first one. */
  readonly id: string;
  readonly on: Day;
  readonly title: string;
  /** When the file is written. */
  readonly nowMs: number;
}

/** Returns an all-day event as an iCalendar file (RFC 5545). */
export function calendarFile({ id, on, title, nowMs }: CalendarEvent): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Passbook//Payments//EN',
    'BEGIN:VEVENT',
    `UID:${id}@passbook`,
    `DTSTAMP:${Temporal.Instant.fromEpochMilliseconds(nowMs).toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`,
    `DTSTART;VALUE=DATE:${on.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${addDays(on, 1).replaceAll('-', '')}`,
    `SUMMARY:${escaped(title)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`);
}

/** Lines have at most 75 octets; a longer one continues after a line break and a space. */
function folded(line: string): string {
  let octets = 0;
  let result = '';
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > 75) {
      result += '\r\n ';
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}
