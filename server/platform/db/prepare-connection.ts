import { createHash } from 'node:crypto';
import type pg from 'pg';
import { dropConnection } from './database-hosts.ts';
import { isQueryTimeout } from './database-unavailable.ts';
import { currentQueryTimeLimitMs } from './query-time-limit.ts';

/**
 * For statements of jobs. PostgreSQL ends them earlier (`statement_timeout`); this ends those of a PostgreSQL that no
 * longer answers.
 */
const ANSWERS_WITHIN_MS = 6 * 60_000;

/**
 * Prepares a new connection: a statement over its time limit closes it, because it may never answer again; so does a
 * write that the host refuses as a standby, because another host is the primary now.
 * @param options.named prepares statements once per connection, which halves the cost of short ones
 */
export function prepareConnection(client: pg.PoolClient, options: { readonly named: boolean }): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (...args: unknown[]): unknown => {
    const [text, values, ...others] = args;
    if (typeof text !== 'string') return send(...args);
    const limit = { query_timeout: currentQueryTimeLimitMs() ?? ANSWERS_WITHIN_MS };
    const hasValues = Array.isArray(values) && values.length > 0;
    const name = options.named ? { name: statementName(text) } : {};
    const statement = hasValues ? { ...name, text, values, ...limit } : { text, ...limit };
    const rest = Array.isArray(values) ? others : args.slice(1);
    return dropWhenUseless(client, send(statement, ...rest));
  };
  client.query = prepared as typeof client.query;
}

function dropWhenUseless(client: pg.PoolClient, answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: unknown) => {
    if (isQueryTimeout(error) || isRefusedByStandby(error)) dropConnection(client);
    throw error;
  });
}

function isRefusedByStandby(error: unknown): boolean {
  return error instanceof Error && (error as { readonly code?: unknown }).code === '25006';
}

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    if (statementNames.size > 2_000) statementNames.clear();
    statementNames.set(text, name);
  }
  return name;
}
