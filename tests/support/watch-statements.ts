import pg from 'pg';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface StatementWatch {
  /** Returns the statements since the last call, without those that begin and end transactions. */
  takeStatements(): Statement[];
  stop(): void;
}

/** Records every statement this process sends to PostgreSQL. */
export function watchStatements(): StatementWatch {
  const statements: Statement[] = [];
  const note = (sql: string, parameters: readonly unknown[]) => {
    if (!/^\s*(begin|commit|rollback|start transaction)/i.test(sql)) statements.push({ sql, parameters });
  };
  const { query: send } = pg.Client.prototype;
  pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]): unknown {
    const { text, values } = args[0] as { text?: string; values?: unknown[] };
    if (text) note(text, values ?? []);
    return Reflect.apply(send, this, args);
  } as typeof send;
  return {
    takeStatements: () => statements.splice(0),
    stop() {
      pg.Client.prototype.query = send;
    },
  };
}
