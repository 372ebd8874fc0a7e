import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '#common/core/dates.ts';
import { findLockOfLogin } from '#server/desk/customers/customer-logins.queries.ts';
import { readRateDays } from '#server/desk/reports/rate-days.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { findUserByLogin } from '#server/identity/users/users.queries.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { evaluateReturns } from '#common/desk/rules/return-rates.ts';
import type { Services } from '#server/services.ts';
import { enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';
import { startDemonstration } from '../demonstration.ts';

let complete: TestApp;
let interrupted: TestApp;

beforeAll(async () => {
  complete = await createTestApp(withDesk);
  await startDemonstration(complete.services);
  interrupted = await createTestApp(withDesk);
});

afterAll(async () => {
  await complete.close();
  await interrupted.close();
});

/** Starts the demonstration and kills it after some queries: nothing works anymore then. */
function startWith({ services }: TestApp, queries: number): Promise<void> {
  let left = queries;
  const assertAlive = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  const database = services.database.withPlugin({
    transformQuery({ node }) {
      assertAlive();
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const host = new Proxy(services.host, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        assertAlive();
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
  return startDemonstration({ ...services, database, host });
}

async function countRows({ database }: Services) {
  const { rows } = await sql`
    select (select count(*) from users) as users,
      (select array_agg(state order by account_number) from payments where timing = 'immediate') as payments,
      (select array_agg(entry_count order by business_on) from ach_files) as files,
      (select count(*) from bank_notices) as notices,
      (select array_agg((business_on, reconciled_at is not null)::text order by business_on) from business_days) as days,
      (select count(*) from business_day_problems) as problems,
      (select count(*) from customer_requests) as requests,
      (select count(*) from conversations) as conversations,
      (select count(*) from transfers) as transfers,
      (select count(*) from outbox_messages where created_at < '2026-11-21') as mails`.execute(database);
  return rows;
}

describe('the last days of the demonstration', () => {
  it('end the same when the start is killed again and again', async () => {
    let kills = 0;
    for (let finished = false; !finished;) {
      finished = await startWith(interrupted, 60 * (kills + 1)).then(
        () => true,
        () => false,
      );
      if (!finished) kills += 1;
      // As when the claims of the dead process have expired.
      await sql`update host_tasks set next_attempt_at = now()`.execute(interrupted.services.database);
    }
    expect(kills).toBeGreaterThan(2);
    expect(await countRows(interrupted.services)).toEqual(await countRows(complete.services));
    expect(await findImbalances(interrupted.services.database)).toEqual([]);
  });

  it('are closed, with one draft that came back from a file of ten, and every total agrees', async () => {
    const { database } = complete.services;
    const { rows } = await sql<{ day: string; differences: string[] }>`
      select business_on::text as day, comparison -> 'differences' as differences
      from business_days order by business_on`.execute(database);
    expect(rows).toEqual([
      { day: '2026-11-18', differences: [] },
      { day: '2026-11-19', differences: [] },
      { day: '2026-11-20', differences: [] },
    ]);
    const states = await sql<{ state: string; return_code: string | null; count: number }>`
      select state, return_code, count(*)::int as count from payments where timing = 'immediate'
      group by 1, 2 order by 1`.execute(database);
    expect(states.rows).toEqual([
      { state: 'posted', return_code: null, count: 9 },
      { state: 'returned', return_code: 'R01', count: 1 },
    ]);
    expect(await findImbalances(database)).toEqual([]);
  });

  it('come near no limit of Nacha', async () => {
    const { clock, database, institution } = complete.services;
    const today = clock.today();
    const span = { from: addDays(today, -3), through: today, timeZone: institution.timeZone };
    const states = (await readRateDays(database, span)).flatMap((day) =>
      evaluateReturns(day).map(({ state }) => state),
    );
    expect(new Set(states)).toEqual(new Set(['below']));
  });

  it('told the company by mail that its payment came back', async () => {
    const mails = await listNewestMessages(complete.services, 20);
    const returned = mails.filter(({ recipient, body }) => recipient.includes('tern-taxi') && /returned/i.test(body));
    expect(returned).toHaveLength(1);
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from outbox_messages
      where sent_at is null and created_at < '2026-11-21'`.execute(complete.services.database);
    expect(rows).toEqual([{ waiting: 0 }]);
  });

  it('leave a locked login, a question and a change of address for an agent', async () => {
    const { services } = complete;
    const user = await findUserByLogin(services.database, 'walter.lund');
    const lock = user && (await findLockOfLogin(services, services.database, user, services.clock.now()));
    expect(lock?.since(services.clock.now()).total('minutes')).toBe(60);
    const agent = await enterDesk(complete, 'agent');
    expect((await agent.get('/api/desk/inbox')).body).toContain('A payment came back');
    expect((await agent.get('/api/desk/requests')).body).toContain('Walter Lund');
  });
});

describe('a later start', () => {
  it('locks the login again while no one has unlocked it, and leaves an unlocked one alone', async () => {
    const { clock, services } = complete;
    const isLocked = async () => {
      const user = await findUserByLogin(services.database, 'walter.lund');
      return user && (await findLockOfLogin(services, services.database, user, clock.now())) !== undefined;
    };
    clock.moveOn({ hours: 26 });
    expect(await isLocked()).toBe(false);
    await startDemonstration(services);
    expect(await isLocked()).toBe(true);
    clock.moveOn({ hours: 2 });
    await complete.signIn('walter.lund');
    await startDemonstration(services);
    expect(await isLocked()).toBe(false);
  });

  it('makes no payment, day, request or message a second time', async () => {
    const before = await countRows(complete.services);
    await startDemonstration(complete.services);
    expect(await countRows(complete.services)).toEqual(before);
  });
});
