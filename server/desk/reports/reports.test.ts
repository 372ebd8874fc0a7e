import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { evaluateReturns } from './return-rates.ts';

let test: TestApp;
let supervisor: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  supervisor = await enterDesk(test, 'supervisor');
});

afterAll(() => test.close());

async function readReports(from: string, through: string) {
  return (await supervisor.get(`/api/desk/reports?from=${from}&through=${through}`)).json();
}

describe('reports', () => {
  it('count what happens, on the day of the institution', async () => {
    const today = test.clock.today();
    const before = (await readReports(today, today)).days[0];
    await test.signIn('li.wei');
    await test.app.inject({
      method: 'POST',
      url: '/api/login/userlogin',
      payload: { username: 'li.wei', password: 'not-the-password' },
    });
    const [after] = (await readReports(today, today)).days;
    expect(after).toEqual({
      ...before,
      signIns: before.signIns + 1,
      refusedSignIns: before.refusedSignIns + 1,
    });
  });

  it('have every day of the span, and every payment in one state', async () => {
    const through = test.clock.today();
    const from = addDays(through, -89);
    const { days, payments } = await readReports(from, through);
    expect(days).toHaveLength(90);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from payments
      where created_at >= (${from}::date)::timestamp at time zone 'America/New_York'`.execute(test.services.database);
    const sum = payments.reduce((all: number, { count }: { count: number }) => all + count, 0);
    expect(sum).toBe(rows[0]?.count);
    expect(sum).toBeGreaterThan(0);
  });

  it('are exported as shown, which is in the audit log', async () => {
    const today = test.clock.today();
    const { days } = await readReports(today, today);
    const csv = await supervisor.post('/api/desk/reports/export', { report: 'days', from: today, through: today });
    expect(csv.body.split('\r\n')[1]).toBe(
      [today, days[0].signIns, days[0].refusedSignIns, days[0].registrations, days[0].messages].join(','),
    );
    expect(await auditOf(test, 'desk-report-exported')).toEqual([expect.objectContaining({ report: 'days' })]);
  });

  it('cover at most a year', async () => {
    expect(await readReports('2026-01-02', '2026-01-01')).toEqual({ error: 'WrongReportSpan' });
    expect(await readReports('2025-01-01', '2026-01-02')).toEqual({ error: 'WrongReportSpan' });
  });
});

describe('returns against the limits of Nacha', () => {
  it.each([
    ['R10', 4, 1_000, 'unauthorized', '0.40', 'below'],
    ['R10', 5, 1_000, 'unauthorized', '0.50', 'near'],
    ['R29', 6, 1_000, 'unauthorized', '0.60', 'above'],
    ['R11', 6, 1_000, 'unauthorized', '0.60', 'above'],
    ['R03', 30, 1_000, 'administrative', '3.00', 'near'],
    ['R03', 31, 1_000, 'administrative', '3.10', 'above'],
    ['R01', 31, 1_000, 'administrative', '0.00', 'below'],
    ['R01', 150, 1_000, 'overall', '15.00', 'near'],
    ['R01', 151, 1_000, 'overall', '15.10', 'above'],
    ['R10', 1, 199, 'unauthorized', '0.50', 'above'],
    ['R10', 0, 0, 'unauthorized', null, 'below'],
  ])('%s × %i of %i: %s %s is %s', (code, count, filed, kind, percent, state) => {
    const rates = evaluateReturns([{ code, count, totalCents: ZERO }], filed);
    expect(rates.find((rate) => rate.kind === kind)).toMatchObject({ percent, state });
  });
});
