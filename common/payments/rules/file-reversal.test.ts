import { expect, it } from 'vitest';
import { day } from '../../core/dates.ts';
import { reversalDays } from './file-reversal.ts';

const calendar = { achCutoff: '17:00', extraNonPaymentDays: [] };

// Thanksgiving 2026 is November 26.
it.each([
  ['the day before', '2026-11-19', 'NotSettledYet', '2026-11-20'],
  ['that day', '2026-11-20', null, '2026-11-23'],
  ['a Saturday', '2026-11-21', null, '2026-11-23'],
  ['over a holiday', '2026-11-25', null, '2026-11-27'],
  ['the last day', '2026-11-27', null, '2026-11-30'],
  ['a day late', '2026-11-30', 'TooLate', '2026-12-01'],
] as const)('a file that settled on a Friday, reversed on %s', (_what, today, obstacle, effectiveOn) => {
  const days = reversalDays(day('2026-11-20'), day(today), calendar);
  expect(days).toEqual({ effectiveOn, deadline: '2026-11-30', obstacle });
});
