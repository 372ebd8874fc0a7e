import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { currentQueryTimeLimitMs } from './query-time-limit.ts';

/** Missing from pg's types. */
interface WithStream {
  readonly connection: { readonly stream: Duplex };
}

/**
 * Prepares a new connection: losing it fails the current statement instead of the process; statements are prepared once
 * per connection, which halves the cost of short ones; and a statement over its time limit closes the connection,
 * because it may never answer again.
 */
export function prepareConnection(client: pg.PoolClient): void {
  // The pool listens only while a connection is idle; the current statement reports the loss to its caller.
  client.on('error', () => undefined);
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (...args: unknown[]): unknown => {
    const [text, values, ...others] = args;
    if (typeof text !== 'string') return send(...args);
    const limitMs = currentQueryTimeLimitMs();
    const limit = limitMs === undefined ? {} : { query_timeout: limitMs };
    const hasValues = Array.isArray(values) && values.length > 0;
    const statement = hasValues ? { name: statementName(text), text, values, ...limit } : { text, ...limit };
    const rest = Array.isArray(values) ? others : args.slice(1);
    const answer = send(statement, ...rest);
    return limitMs === undefined ? answer : endWhenTimedOut(client, answer);
  };
  client.query = prepared as typeof client.query;
}

function endWhenTimedOut(client: pg.PoolClient, answer: unknown): unknown {
  if (!(answer instanceof Promise)) return answer;
  return answer.catch((error: unknown) => {
    if (isQueryTimeout(error)) (client as unknown as WithStream).connection.stream.destroy();
    throw error;
  });
}

export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
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
