import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { runDuePaymentsJob } from '#server/payments/end-of-day/run-due-payments.job.ts';
import type { Job } from '#server/platform/jobs/job.ts';
import { readClockMovedSeconds } from '#server/institution/operating-state.queries.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { moveToDay } from './demo-day.ts';

/** Saturday, November 21, 2026. */
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp();
});

afterAll(() => testApp.close());

test("days pass in order, with each day's payments", async () => {
  const { services } = testApp;
  const days: string[] = [];
  expect(await moveToDay(services, day('2026-12-04'), (reached) => days.push(reached), [runDuePaymentsJob])).toBe(13);
  expect(days.slice(0, 2)).toEqual(['2026-11-22', '2026-11-23']);
  expect(days.at(-1)).toBe('2026-12-04');
  const { rows } = await sql<{ timing: string; on_its_day: boolean }>`
    select timing, (state_since at time zone 'America/New_York')::date = pay_on as on_its_day
    from payments where state = 'posted' order by pay_on`.execute(services.database);
  expect(new Set(rows.map(({ timing }) => timing))).toEqual(new Set(['scheduled', 'recurring']));
  expect(rows.every((row) => row.on_its_day)).toBe(true);
  expect(await readClockMovedSeconds(services.database)).toBe(13 * 86_400);
});

test('the time of day stays the same over daylight saving time', async () => {
  const { clock, database, institution } = testApp.services;
  const before = await readClockMovedSeconds(database);
  const hours = new Set<number>();
  const readHour: Job = {
    name: 'reads the hour',
    schedule: '* * * * *',
    async run(services) {
      hours.add(services.clock.now().toZonedDateTimeISO(institution.timeZone).hour);
    },
  };
  // Daylight saving time begins on March 14, 2027.
  await moveToDay(testApp.services, day('2027-03-20'), () => undefined, [readHour]);
  expect([...hours]).toEqual([clock.now().toZonedDateTimeISO(institution.timeZone).hour]);
  expect((await readClockMovedSeconds(database)) - before).toBe(119 * 86_400 - 3_600);
});

test.each(['2026-11-21', '2026-11-20', '2030-01-01'])('a past or too distant day is refused: %s', async (to) => {
  expect(await moveToDay(testApp.services, day(to), () => undefined, [])).toBeUndefined();
});
