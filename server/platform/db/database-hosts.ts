import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A slower host counts as down; the portal asks again soon. */
const HOST_ANSWERS_WITHIN_MS = 1_000;

/** After the first writable host has answered. */
const OTHERS_ANSWER_WITHIN_MS = 500;

interface Writable {
  readonly address: string;
  /** The timeline in hexadecimal; each promotion of a standby raises it. */
  readonly timeline: string;
}

/**
 * Asks all hosts at once which of them takes writes. Of two that say so, the one with the newer timeline wins: the
 * other is an old primary that came back and does not know that it was replaced.
 * @throws AggregateError with the reason of every host if there is none
 */
export async function findWritableAddress(addresses: readonly string[]): Promise<string> {
  const writable: Writable[] = [];
  const answers = addresses.map(async (address) => writable.push(await askHost(address)));
  const all = Promise.allSettled(answers);
  // Hosts that answer at all answer by then; one that was cut off must not delay every connection.
  const mostOfThem = Promise.any(answers).then(() => sleep(OTHERS_ANSWER_WITHIN_MS));
  await Promise.race([all, mostOfThem.catch(() => all)]);
  const [newest] = writable.toSorted((a, b) => b.timeline.localeCompare(a.timeline));
  if (newest) return newest.address;
  const reasons = (await all).flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  throw new AggregateError(reasons, `No database host accepts writes (${addresses.length} asked)`);
}

async function askHost(address: string): Promise<Writable> {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => undefined);
  // Also ends a statement or a connection in progress.
  const limit = setTimeout(() => dropConnection(client), HOST_ANSWERS_WITHIN_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ standby: boolean; timeline: string }>(`
      select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as standby,
        case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`);
    const [answer] = rows;
    if (!answer || answer.standby) throw Object.assign(new Error('The host is a standby'), { code: '25006' });
    return { address, timeline: answer.timeline };
  } finally {
    void client
      .end()
      .catch(() => undefined)
      .finally(() => clearTimeout(limit));
  }
}

/** Missing from pg's types. */
interface WithStream {
  readonly connection: { readonly stream: { destroy(): void } };
}

/** Closes the socket at once, without telling PostgreSQL; the pool then replaces the connection. */
export function dropConnection(client: pg.ClientBase): void {
  (client as unknown as WithStream).connection.stream.destroy();
}
