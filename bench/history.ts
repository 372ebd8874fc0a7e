import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZERO } from '#common/core/money.ts';
import { refreshStatistics } from '#server/host/books/write-books.queries.ts';
import { createClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openPostgres } from '#server/platform/db/open-database.ts';
import { createSession, type SessionTokens } from '#server/identity/sessions/sessions.queries.ts';
import { addLoan } from '#tests/builders/books.ts';
import { demonstrationEnvironment } from '#tests/support/demonstration-folder.ts';
import { makeDatabase, type PostgresServer } from '#tests/support/postgres.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Figure, median } from './figure.ts';
import { measureLatencies } from './load.ts';
import { addFees } from './many-entries.ts';

const CUSTOMER = '400102';
const SMALL = { number: '109-000030-1', entries: 30 };
const LARGE = { number: '109-010000-1', entries: 10_000 };
const TIMES = 1_500;
const timeZone = 'America/New_York';

/** Measures opening the history of an account by the number of older entries. */
export async function measureHistory(postgres: PostgresServer): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bench-'));
  const databaseUrl = await makeDatabase(postgres.url, 'passbook_bench_history');
  const environment = {
    ...demonstrationEnvironment(folder),
    PASSBOOK_NOW: '',
    DATABASE_URL: databaseUrl,
    PASSBOOK_JOBS: 'elsewhere',
  };
  const server = await startServerProcess(environment, { built: true });
  const { database, close } = openPostgres(databaseUrl);
  try {
    const tokens = await prepare(database);
    const figures: Figure[] = [];
    for (const [view, query] of views) {
      const small = await time(server.url, tokens, SMALL.number, query);
      const large = await time(server.url, tokens, LARGE.number, query);
      const ratio = large / small;
      figures.push({
        what: `History with ${LARGE.entries.toLocaleString('en-US')} entries, ${view}`,
        measured: `${ratio.toFixed(2)} times (median ${large.toFixed(2)} ms)`,
        bar: '≤ 1.25 times',
        met: ratio <= 1.25,
        against: `${SMALL.entries} entries: median ${small.toFixed(2)} ms`,
      });
    }
    return figures;
  } finally {
    await close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const views = [
  ['the last 30 days', 'days=30&limit=30'],
  ['the newest of all', 'days=36500&limit=30'],
] as const;

async function prepare(database: Database): Promise<SessionTokens> {
  const clock = createClock(timeZone);
  const today = clock.today();
  // Ending on the same day, so both accounts show the same thirty entries.
  for (const { number, entries } of [SMALL, LARGE]) {
    const accountId = await addLoan(database, { number, customerId: CUSTOMER, state: { principalCents: ZERO } });
    await addFees(database, accountId, entries, today);
  }
  await refreshStatistics(database);
  const { user_id: userId } = await database
    .selectFrom('users')
    .select('user_id')
    .where('customer_id', '=', CUSTOMER)
    .executeTakeFirstOrThrow();
  const session = { userId, customerId: CUSTOMER, companyNumber: 0, ipAddress: '127.0.0.1', at: clock.now() };
  return createSession(database, session);
}

async function time(url: string, tokens: SessionTokens, accountNumber: string, query: string): Promise<number> {
  const request = {
    path: `/api/AccountHistory?accountNumber=${accountNumber}&${query}`,
    headers: { cookie: `passbook=${tokens.cookie}`, usertoken: tokens.userToken },
  };
  await measureLatencies(url, [request], TIMES / 3);
  return median(await measureLatencies(url, [request], TIMES));
}
