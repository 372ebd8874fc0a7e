import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { day } from '#common/core/dates.ts';
import { runDuePaymentsJob } from '#server/payments/end-of-day/run-due-payments.job.ts';
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

test.each(['2026-11-21', '2026-11-20', '2030-01-01'])('a past or too distant day is refused: %s', async (to) => {
  expect(await moveToDay(testApp.services, day(to), () => undefined, [])).toBeUndefined();
});
