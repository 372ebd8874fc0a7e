import pg from 'pg';
import type { SentStatement, StatementBatch } from '#server/platform/db/statement-batch.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface StatementWatch {
  /** Returns the statements since the last call, without those that begin and end transactions. */
  takeStatements(): Statement[];
  /** Returns how often this process has waited for an answer since the last call. */
  takeRoundTrips(): number;
  stop(): void;
}

/** Records every statement this process sends to PostgreSQL. */
export function watchStatements(): StatementWatch {
  const statements: Statement[] = [];
  let roundTrips = 0;
  const note = (sql: string, parameters: readonly unknown[]) => {
    if (!/^\s*(begin|commit|rollback|start transaction)/i.test(sql)) statements.push({ sql, parameters });
  };
  const { query: send } = pg.Client.prototype;
  pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]): unknown {
    roundTrips += 1;
    const query = args[0] as Partial<SentStatement> & Partial<StatementBatch>;
    for (const { text, values } of query.statements ?? [query]) if (text !== undefined) note(text, values ?? []);
    return Reflect.apply(send, this, args);
  } as typeof send;
  return {
    takeStatements: () => statements.splice(0),
    takeRoundTrips() {
      const taken = roundTrips;
      roundTrips = 0;
      return taken;
    },
    stop() {
      pg.Client.prototype.query = send;
    },
  };
}
