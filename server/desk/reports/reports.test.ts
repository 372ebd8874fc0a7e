import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#common/core/dates.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;
let supervisor: DeskCaller;

beforeAll(async () => {
  test = await createTestApp(withDesk);
  supervisor = await enterDesk(test, 'supervisor');
});

afterAll(() => test.close());

/** Drafts in the bank file of a day, beside credits, which no rate counts. */
async function fileDrafts(on: string, count: number) {
  await sql`
    insert into ach_files (business_on, effective_on, entry_count, debit_cents, credit_count, credit_cents, bank_id,
      last_sequence, content_sealed, content_hash, made_at)
    values (${on}, ${on}, ${count}, ${count * 100}, 50, 5000, '09100001', 1, '', '', now())`.execute(
    test.services.database,
  );
}

/** What the bank says about a draft. */
async function takeNotices(notices: readonly (readonly [code: string, at: string])[]) {
  const { database } = test.services;
  const { rows } = await sql<{ id: string }>`
    insert into ach_entries (payment_id, state, file_on, amount_cents, owner_name, account_type, routing_number_sealed,
      account_number_sealed, created_at)
    select payment_id, 'collected', '2026-11-20', 15100, 'Li Wei', 'Checking', '', '', now() from payments
    where method_type = 'ACH' order by payment_id limit 1
    on conflict (payment_id) do update set state = excluded.state returning entry_id as id`.execute(database);
  for (const [code, at] of notices) {
    await sql`insert into bank_notices (entry_id, code, file_hash, recorded_at)
      values (${rows[0]?.id}, ${code}, '', ${at})`.execute(database);
  }
}

/** A conversation that a customer began, answered after some minutes or not yet. */
async function beginConversation(at: string, answeredAfter: number | null, state = 'waiting') {
  await sql`
    with begun as (
      insert into conversations (writer_name, writer_email, subject, state, began_at, changed_at, first_answered_at)
      values ('Li Wei', '', 'Question', ${state}, ${at}, ${at},
        ${at}::timestamptz + ${answeredAfter}::int * interval '1 minute')
      returning conversation_id)
    insert into conversation_entries (conversation_id, kind, text, written_at)
    select conversation_id, 'customer', 'Hello', ${at} from begun`.execute(test.services.database);
}

async function exportOf(report: string, from: string, through: string): Promise<string[]> {
  const csv = await supervisor.post('/api/desk/reports/export', { report, from, through });
  return csv.body.trimEnd().split('\r\n');
}

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

  it('count the returns of drafts over sixty days, by the day they were taken in the zone of the institution', async () => {
    await fileDrafts('2026-09-01', 100);
    await fileDrafts('2026-11-02', 400);
    // 23:30 on the 9th in New York.
    await takeNotices([
      ['R10', '2026-11-10T04:30:00Z'],
      ['R03', '2026-11-11T15:00:00Z'],
      // Not returns: a correction, and the dispute of a return.
      ['C01', '2026-11-11T15:00:00Z'],
      ['R69', '2026-11-12T15:00:00Z'],
    ]);
    const { returns } = await readReports('2026-10-30', '2026-11-12');
    expect(returns.codes).toEqual([
      { on: '2026-11-09', code: 'R10', count: 1, totalCents: 15_100 },
      { on: '2026-11-11', code: 'R03', count: 1, totalCents: 15_100 },
    ]);
    const on = (wanted: string) => returns.days.find((each: { on: string }) => each.on === wanted);
    expect(on('2026-10-30')).toEqual({ on: '2026-10-30', drafts: 100, unauthorized: 0, administrative: 0, overall: 0 });
    expect(on('2026-10-31')).toMatchObject({ drafts: 0 });
    expect(on('2026-11-08')).toMatchObject({ drafts: 400, overall: 0 });
    expect(on('2026-11-09')).toMatchObject({ drafts: 400, unauthorized: 1, overall: 1 });
    expect(on('2026-11-12')).toMatchObject({ drafts: 400, unauthorized: 1, administrative: 1, overall: 2 });

    expect(await exportOf('return-rates', '2026-10-31', '2026-11-12')).toEqual(
      expect.arrayContaining([
        'through,days,kind,returns,drafts,percent,limit_percent',
        '2026-10-31,60,unauthorized,0,0,,0.5',
        '2026-11-08,60,unauthorized,0,400,0.00,0.5',
        '2026-11-12,60,administrative,1,400,0.25,3',
        '2026-11-12,60,overall,2,400,0.50,15',
      ]),
    );
    expect(await exportOf('returns', '2026-11-09', '2026-11-12')).toEqual([
      'day,code,kind,returns,total',
      '2026-11-09,R10,unauthorized,1,151.00',
      '2026-11-11,R03,administrative,1,151.00',
    ]);
  });

  it('lead with a limit that is exceeded today, on the first page too', async () => {
    const readLeads = async () =>
      (await supervisor.get('/api/desk/today'))
        .json()
        .needs.filter(({ path }: { path: string }) => path === '/reports')
        .map(({ title }: { title: string }) => title);
    expect(await readLeads()).toEqual([]);
    await takeNotices([
      ['R05', '2026-11-20T15:00:00Z'],
      ['R07', '2026-11-20T15:00:00Z'],
    ]);
    expect(await readLeads()).toEqual(['Unauthorized returns are above Nacha’s limit of 0.5%: 0.75%']);
  });

  it('have the median and the 90th percentile of first answers for each week, and weeks without any', async () => {
    // The week of Monday, March 2; the last is Sunday, 23:00 in New York.
    for (const minutes of [1, 2, 3, 4, 5, 6, 7, 8, 90, 1_000]) await beginConversation('2026-03-03T15:00:00Z', minutes);
    await beginConversation('2026-03-09T03:00:00Z', null);
    await beginConversation('2026-03-04T15:00:00Z', null, 'closed');
    const { answers } = await readReports('2026-03-04', '2026-03-15');
    expect(answers.weeks).toEqual([
      { monday: '2026-03-02', began: 2, answered: 0, unanswered: 1, medianMinutes: null, ninetiethMinutes: null },
      { monday: '2026-03-09', began: 0, answered: 0, unanswered: 0, medianMinutes: null, ninetiethMinutes: null },
    ]);
    expect(await exportOf('answers', '2026-03-02', '2026-03-15')).toEqual([
      'week_of,messages,answered,not_answered,median_minutes,ninetieth_percentile_minutes',
      '2026-03-02,12,10,1,5,90',
      '2026-03-09,0,0,0,,',
    ]);
  });

  it('cover at most a year', async () => {
    expect(await readReports('2026-01-02', '2026-01-01')).toEqual({ error: 'WrongReportSpan' });
    expect(await readReports('2025-01-01', '2026-01-02')).toEqual({ error: 'WrongReportSpan' });
  });
});
