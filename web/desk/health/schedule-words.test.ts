import { expect, test } from 'vitest';
import { scheduleWords } from './schedule-words.ts';

test.each([
  ['* * * * *', 'every minute'],
  ['*/5 * * * *', 'every 5 minutes'],
  ['20 * * * *', 'every hour, 20 minutes past'],
  ['30 2 * * *', 'daily at 2:30 AM'],
  ['0 0 * * *', 'daily at 12:00 AM'],
  ['0 12 * * *', 'daily at 12:00 PM'],
  ['5 20 * * *', 'daily at 8:05 PM'],
  ['10 3 1-7 * *', 'on days 1 to 7 of the month at 3:10 AM'],
  ['10 3 * * 1', '10 3 * * 1'],
  ['10 */3 * * *', '10 */3 * * *'],
])('the schedule %s is shown as %s', (cron, words) => {
  expect(scheduleWords(cron)).toBe(words);
});
