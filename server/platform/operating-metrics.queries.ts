import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';

export interface OperatingFigures {
  readonly oldestUnsettled: number;
  readonly unapplied: number;
  readonly openDays: number;
  readonly dayDifferences: number;
  readonly heldDrafts: number;
  readonly oldestMessage: number;
  readonly setAside: number;
}

const helps: Readonly<Record<keyof OperatingFigures, readonly [name: string, help: string]>> = {
  oldestUnsettled: ['passbook_oldest_unsettled_payment_seconds', 'Age of the oldest payment without an outcome'],
  unapplied: ['passbook_unapplied_payments', 'Charged card payments that the core refused'],
  openDays: ['passbook_open_business_days', 'Begun business days that are not closed'],
  dayDifferences: ['passbook_day_differences', 'Differences between books, bank and processor on the last closed day'],
  heldDrafts: ['passbook_held_drafts', 'Bank drafts on hold'],
  oldestMessage: [
    'passbook_oldest_unsent_message_seconds',
    'Age of the oldest email or text message that has not left and is not out of date',
  ],
  setAside: ['passbook_host_tasks_set_aside', 'Changes that the core refused for good'],
};

/** Adds what an operator must know and no process can count alone. Read from the database when the metrics are read. */
export function measureOperations(registry: Registry, database: Database, clock: Clock): void {
  let reading: Promise<OperatingFigures | undefined> | undefined;
  const readOnce = () => {
    reading ??= readOperatingFigures(database, clock).finally(() => (reading = undefined));
    return reading;
  };
  for (const [key, [name, help]] of Object.entries(helps)) {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const figures = await readOnce();
        // Without the database there are no values, which is an alarm of its own.
        if (figures === undefined) this.remove();
        else this.set(figures[key as keyof OperatingFigures]);
      },
    });
    registry.registerMetric(gauge);
  }
}

/** Returns undefined without the database. */
export async function readOperatingFigures(database: Database, clock: Clock): Promise<OperatingFigures | undefined> {
  const now = clock.now().toString();
  try {
    const { rows } = await sql<OperatingFigures>`
      select
        coalesce(extract(epoch from ${now}::timestamptz - (
          select min(state_since) from payments where state in ('submitting', 'unknown')
        )), 0)::float8 as "oldestUnsettled",
        (select count(*) from payments where state = 'unapplied')::int as unapplied,
        (select count(*) from business_days where reconciled_at is null)::int as "openDays",
        coalesce((
          select case when acknowledged_at is null then jsonb_array_length(comparison->'differences') else 0 end
          from business_days
          where reconciled_at is not null order by business_on desc limit 1
        ), 0)::int as "dayDifferences",
        (select count(*) from ach_entries where state = 'held')::int as "heldDrafts",
        greatest(0, coalesce(extract(epoch from ${now}::timestamptz - (
          select min(created_at) from outbox_messages
          where sent_at is null and (expires_at is null or expires_at > ${now}::timestamptz)
        )), 0))::float8 as "oldestMessage",
        (select count(*) from host_tasks where set_aside_at is not null)::int as "setAside"`.execute(database);
    return rows[0];
  } catch {
    return undefined;
  }
}
