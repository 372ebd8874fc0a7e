import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type AccountAlerts, noAlerts, withDueDateAlert } from '#common/accounts/rules/alerts.ts';
import { compose } from '#server/compose.ts';
import { isBusinessDay } from '#common/core/business-days.ts';
import { readConfig } from '#server/platform/config.ts';
import { type Database, inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { makeCrowd } from '#tests/faults/crowd.ts';
import { makeDatabase, type PostgresServer } from '#tests/support/postgres.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { copyLoans, planPayments } from './copied-loans.ts';
import { writePaymentsPlainly } from './due-payments.ts';
import { type Figure, percentile } from './figure.ts';
import { readPeakMemory } from './memory.ts';
import { chargePlainly, queueAlertsPlainly, storeStatementsPlainly } from './plain-night.ts';

const LOANS = Number(process.env['BENCH_LOANS'] ?? 1_000_000);
const PAYMENTS = LOANS / 20;
const BAR = 3;
const P99_BAR_MS = 250;
const MEMORY_BAR_MB = 350;

/** Pages that customers open while the steps run. */
const REQUESTS_A_SECOND = 20;
const VISITORS = 40;

/**
 * The work of a night: 5% of the loans are paid by bank draft today, 2% are late, 10% have electronic statements, and 2%
 * get an alert. Each step is compared with plain SQL that writes the same rows, and visitors open pages meanwhile. Returns no
 * figures on weekends and holidays, which have no bank file.
 */
export async function measureNightlyWork(postgres: PostgresServer): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bench-'));
  const environment = {
    PASSBOOK_MODE: 'test',
    PASSBOOK_DATA: join(folder, 'server'),
    PASSBOOK_JOBS: 'elsewhere',
    PASSBOOK_LOG_LEVEL: 'error',
    PASSBOOK_FIELD_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: await makeDatabase(postgres.url, 'passbook_bench_night'),
  };
  const { services, close } = await compose(
    readConfig({ ...environment, PASSBOOK_DATA: join(folder, 'bench'), PASSBOOK_LOG_LEVEL: 'silent' }),
  );
  if (!isBusinessDay(services.clock.today(), services.institution.calendar)) {
    await close();
    await rm(folder, { recursive: true });
    return [];
  }
  const server = await startServerProcess(environment, { built: true });
  const worker = await startWorker({ ...environment, PASSBOOK_DATA: join(folder, 'worker') });
  try {
    const visitors = await makeCrowd(VISITORS, services);
    await prepare(services);
    const headers = visitors.map((visitor) => visitor.headers);
    const latencies: number[] = [];
    const watch = async (step: string) => {
      const { result, latencies: ofStep } = await visitWhile(server.url, headers, () => worker.run(step));
      latencies.push(...ofStep);
      console.log(`  ${step}: ${(result / 1_000).toFixed(1)} s, p99 ${percentile(ofStep, 99).toFixed(0)} ms`);
      return result;
    };
    await visitWhile(server.url, headers, () => sleep(5_000));
    const ms = {
      payments: await watch('payments'),
      file: await watch('file'),
      charges: await watch('charges'),
      comparison: await watch('comparison'),
      statements: await watch('statements'),
      alerts: await watch('alerts'),
    };
    const memory = readPeakMemory(worker.process.pid);
    const counts = await countWritten(services.database);
    const ofPayments = await comparePayments(services, () => worker.run('payments'));
    await makeLate(services.database, 26);
    await sql`vacuum analyze`.execute(services.database);
    const plain = {
      payments: ms.payments / ofPayments,
      charges: await chargePlainly(services.database),
      statements: await storeStatementsPlainly(services.database),
      alerts: await queueAlertsPlainly(services.database),
    };
    return [
      ratio(`${counts.payments} due bank payments`, ms.payments, plain.payments),
      ratio(`${counts.charges} late charges`, ms.charges, plain.charges),
      ratio(`${counts.statements} statements`, ms.statements, plain.statements),
      ratio(`${counts.alerts} alerts`, ms.alerts, plain.alerts),
      {
        what: `Night of ${LOANS} loans: bank file, and comparison of the day`,
        measured: `${((ms.file + ms.comparison) / 1_000).toFixed(0)} s`,
        bar: '≤ 60 s',
        met: ms.file + ms.comparison <= 60_000,
        against: 'they read and write little, so there is no plain SQL beside them',
      },
      limit(`Night of ${LOANS} loans: most memory of the worker`, memory, MEMORY_BAR_MB, 'MB'),
      limit('The portal meanwhile: 99 of 100 pages are answered within', percentile(latencies, 99), P99_BAR_MS, 'ms'),
    ];
  } finally {
    await worker.stop();
    await server.stop();
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

function ratio(what: string, ms: number, plainMs: number): Figure {
  return {
    what: `Night of ${LOANS} loans: ${what}`,
    measured: `${(ms / plainMs).toFixed(2)} times (${(ms / 1_000).toFixed(0)} s)`,
    bar: `≤ ${BAR} times`,
    met: ms / plainMs <= BAR,
    against: `plain SQL that writes the same rows in the same run: ${(plainMs / 1_000).toFixed(0)} s`,
  };
}

function limit(what: string, measured: number, bar: number, unit: string): Figure {
  return {
    what,
    measured: `${measured.toFixed(0)} ${unit}`,
    bar: `≤ ${bar} ${unit}`,
    met: measured <= bar,
    against: '',
  };
}

/** Returns how many times as long due payments take as plain SQL, in turns, so other work disturbs both. */
async function comparePayments(services: Services, run: () => Promise<number>): Promise<number> {
  const turn = Math.ceil(PAYMENTS / 4);
  let [first, ours, plain] = [PAYMENTS, 0, 0];
  const plan = async () => {
    await planPayments(services, first, turn);
    await sql`analyze`.execute(services.database);
    first += turn;
  };
  for (let round = 0; round < 3; round += 1) {
    await plan();
    plain += await writePaymentsPlainly(services.database);
    await plan();
    ours += await run();
  }
  return ours / plain;
}

/** Every loan with its opening on the books; those with statements were paid last month. */
async function prepare(services: Services): Promise<void> {
  const { database } = services;
  await copyLoans(database, 0, LOANS);
  await sql`
    update loans set next_due_on = current_date + 1 + (account_id % 28)::integer, partial_paid_cents = 0,
      due_day = extract(day from current_date + 1 + (account_id % 28)::integer), accrued_through = current_date - 5, accrued_numerator = 0, late_charge_for = null
    where account_id > 1000000`.execute(database);
  await makeLate(database, 1);
  await sql`
    update accounts set statement_preference = case when account_id % 10 = 0 then 'Electronic' else 'Paper' end
    where account_id > 1000000`.execute(database);
  await postHistory(database);
  await planPayments(services, 0, PAYMENTS);
  const alerts = withDueDateAlert(noAlerts, 0, { on: true, before: true, days: 'DAYS' });
  await chooseAlerts(database, alerts);
  await sql`vacuum analyze`.execute(database);
  await sql`checkpoint`.execute(database);
}

/** Makes one loan of 50 late, but none that is paid today. */
async function makeLate(database: Database, place: number): Promise<void> {
  await sql`
    update loans set next_due_on = current_date - 20, due_day = extract(day from current_date - 20),
      partial_paid_cents = 0, late_charge_for = null
    where account_id % 50 = ${place}::integer and account_id > ${1_000_000 + 3 * PAYMENTS}::bigint`.execute(database);
}

/** The checks of single transfers would take longer than everything that is measured. */
async function postHistory(database: Database): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const [description, monthsAgo, cents, every] of [
      ['Loan opened', 3, 2_400_000, 1],
      ['Payment', 1, -40_000, 10],
    ] as const) {
      await sql`
        with made as (
          insert into transfers (description, effective_on, posted_at, counted_cents, payment_id)
          select ${description}, moment::date, moment, 0, null
          from loans, (select date_trunc('month', now()) - make_interval(months => ${monthsAgo}::integer, days => -9)
            as moment) as moments
          where account_id > 1000000 and account_id % ${every}::integer = 0
          returning transfer_id),
        numbered as (select transfer_id, row_number() over (order by transfer_id) as place from made),
        loan as (
          select account_id, row_number() over (order by account_id) as place from loans
          where account_id > 1000000 and account_id % ${every}::integer = 0)
        insert into postings (transfer_id, line, ledger_code, account_id, amount_cents)
        select transfer_id, line, code, case when line = 1 then account_id end, sign * ${cents}::bigint
        from numbered join loan using (place), (values (1, 1110, 1), (2, 1010, -1)) as lines (line, code, sign)`.execute(
        transaction,
      );
    }
  });
}

/** One of ten chose an alert before the due date; for one of five of these it is due today. */
async function chooseAlerts(database: Database, alerts: AccountAlerts): Promise<void> {
  await sql`
    insert into account_alerts (user_id, account_number, settings, changed_at)
    select user_id, account_number, replace(${JSON.stringify(alerts)}, 'DAYS',
      case when account_id % 50 = 0 then (next_due_on - current_date)::text else '99' end)::jsonb, now()
    from loans join accounts using (account_id) join users using (customer_id)
    where account_id > 1000000 and account_id % 10 = 0`.execute(database);
}

interface Written {
  readonly payments: number;
  readonly charges: number;
  readonly statements: number;
  readonly alerts: number;
}

async function countWritten(database: Database): Promise<Written> {
  const { rows } = await sql<Written & { filed: number }>`
    select (select count(*) from payments where state = 'posted') as payments,
      (select count(*) from ach_entries where state = 'filed') as filed,
      (select count(*) from transfers where description = 'Late charge') as charges,
      (select count(*) from statements) as statements,
      (select count(*) from outbox_messages where occasion like 'alert-%') as alerts`.execute(database);
  const [written] = rows;
  const all = written && [written.payments, written.filed, written.charges, written.statements, written.alerts];
  if (!written || written.filed !== PAYMENTS || all?.some((count) => count === 0)) {
    throw new Error(`The night is not complete: ${JSON.stringify(written)}`);
  }
  return written;
}

interface Worker {
  readonly process: ChildProcess;
  /** Returns the milliseconds that the step took. */
  run(step: string): Promise<number>;
  stop(): Promise<void>;
}

async function startWorker(environment: Readonly<Record<string, string>>): Promise<Worker> {
  const child = spawn(process.execPath, ['--max-semi-space-size=2', 'bench/nightly-worker.ts'], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  await nextLine(lines, child);
  return {
    process: child,
    async run(step) {
      const line = nextLine(lines, child);
      child.stdin.write(`${step}\n`);
      return Number(await line);
    },
    async stop() {
      if (child.exitCode !== null) return;
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

function nextLine(lines: Interface, child: ChildProcess): Promise<string> {
  return Promise.race([
    once(lines, 'line').then(([line]) => line as string),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The worker ended with ${code}`))),
  ]);
}

/** Opens pages at a fixed rate until the work is done. Returns the latencies in milliseconds from the planned times. */
async function visitWhile<Result>(
  url: string,
  visitors: readonly Readonly<Record<string, string>>[],
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly latencies: readonly number[] }> {
  const done = new AbortController();
  const working = work().finally(() => done.abort());
  const visits: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let index = 0; !done.signal.aborted; index += 1) {
    const dueAt = startedAt + (index * 1_000) / REQUESTS_A_SECOND;
    await sleep(Math.max(0, dueAt - performance.now()));
    const headers = visitors[index % visitors.length] ?? {};
    const page =
      index % 2 === 0
        ? '/api/accountList'
        : `/api/PaymentInformation/GetPaymentInfo?accountNumber=${numberOf(index, visitors.length)}`;
    visits.push(visit(url + page, headers).then(() => performance.now() - dueAt));
  }
  return { result: await working, latencies: await Promise.all(visits) };
}

function numberOf(index: number, visitors: number): string {
  return `101-${100_000 + (index % visitors)}-1`;
}

async function visit(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, { headers });
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
}
