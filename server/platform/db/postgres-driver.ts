import { createHash } from 'node:crypto';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { Connections } from './connections.ts';
import { dropConnection } from './database-hosts.ts';
import { isQueryTimeout } from './database-unavailable.ts';
import { currentQueryTimeLimitMs } from './query-time-limit.ts';
import { type BatchContext, type SentStatement, StatementBatch, type StatementResult } from './statement-batch.ts';

/**
 * For statements of jobs. PostgreSQL ends them earlier (`statement_timeout`); this ends those of a PostgreSQL that no
 * longer answers.
 */
const ANSWERS_WITHIN_MS = 6 * 60_000;

const COMMIT: SentStatement = { text: 'commit', values: [] };

/** The last query of a transaction, which commits it in the same round trip. */
export interface CommittingQuery extends CompiledQuery {
  readonly commits: true;
}

/** Two queries in one round trip. */
export interface JointQuery extends CompiledQuery {
  readonly following: CompiledQuery;
}

export interface JointResult<First, Second> extends QueryResult<First> {
  readonly following: readonly Second[];
}

interface DriverOptions extends Pick<BatchContext, 'parserOf'> {
  /** Prepares statements once per connection, which halves the cost of short ones. */
  readonly named: boolean;
}

/** Begins a transaction in the round trip of its first statement. */
export class PostgresDriver implements Driver {
  readonly #connections: Connections;
  readonly #options: DriverOptions;
  readonly #known = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(connections: Connections, options: DriverOptions) {
    this.#connections = connections;
    this.#options = options;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await this.#connections.connect();
    const known = this.#known.get(client);
    if (known) return known;
    const connection = new PostgresConnection(client, this.#options);
    this.#known.set(client, connection);
    return connection;
  }

  beginTransaction(connection: PostgresConnection, settings: TransactionSettings): Promise<void> {
    connection.beginWithNext(settings);
    return Promise.resolve();
  }

  commitTransaction(connection: PostgresConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PostgresConnection): Promise<void> {
    return connection.rollback();
  }

  releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    return this.#connections.end();
  }
}

/** `begun` once `begin` was sent, `ended` once it was committed with its last statement. */
type TransactionState = 'none' | 'begun' | 'ended' | { readonly beginsWith: string };

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #context: Omit<BatchContext, 'answersWithinMs'>;
  #transaction: TransactionState = 'none';
  #isUseless = false;

  constructor(client: pg.PoolClient, { named, parserOf }: DriverOptions) {
    this.#client = client;
    this.#context = { prepared: new Map(), nameOf: named ? statementName : undefined, parserOf };
  }

  async executeQuery<Row>(
    query: CompiledQuery | CommittingQuery | JointQuery,
  ): Promise<QueryResult<Row> | JointResult<Row, unknown>> {
    if (this.#transaction === 'ended') throw new Error('The transaction was committed with an earlier statement');
    // Without values, it may be several statements.
    if (query.parameters.length === 0) return this.#executeText(query.sql);
    const first = this.#takeBeginning();
    const following = 'following' in query ? [statementOf(query.following)] : [];
    const last = 'commits' in query ? [COMMIT] : [];
    const results = await this.#send([...first, statementOf(query), ...following, ...last]);
    if (last.length > 0) this.#end(results.at(-1));
    const result = toQueryResult<Row>(results[first.length]);
    return following.length === 0 ? result : { ...result, following: results[first.length + 1]?.rows ?? [] };
  }

  // eslint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are not streamed');
  }

  beginWithNext({ isolationLevel, accessMode }: TransactionSettings): void {
    const settings = [isolationLevel && `isolation level ${isolationLevel}`, accessMode];
    this.#transaction = { beginsWith: ['begin', ...settings].filter(Boolean).join(' ') };
  }

  async commit(): Promise<void> {
    if (this.#transaction === 'begun') this.#end((await this.#send([COMMIT]))[0]);
    this.#transaction = 'none';
  }

  async rollback(): Promise<void> {
    const isBegun = this.#transaction === 'begun';
    this.#transaction = 'none';
    if (!isBegun || this.#isUseless) return;
    try {
      await this.#sendText('rollback');
    } catch (error) {
      this.#isUseless = true;
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#isUseless);
  }

  async #executeText<Row>(text: string): Promise<QueryResult<Row>> {
    for (const { text: beginning } of this.#takeBeginning()) await this.#sendText(beginning);
    return toQueryResult<Row>(await this.#sendText(text));
  }

  #takeBeginning(): SentStatement[] {
    if (typeof this.#transaction === 'string') return [];
    const { beginsWith } = this.#transaction;
    this.#transaction = 'begun';
    return [{ text: beginsWith, values: [] }];
  }

  #end(committed: StatementResult | undefined): void {
    // So PostgreSQL answers if an earlier statement failed.
    if (committed?.command === 'ROLLBACK') {
      this.#transaction = 'none';
      throw new AbortedTransactionError();
    }
    this.#transaction = 'ended';
  }

  #send(statements: readonly SentStatement[]): Promise<readonly StatementResult[]> {
    const context = { ...this.#context, answersWithinMs: timeLimitMs() };
    return this.#droppingUseless(
      new Promise((resolve, reject) => {
        const batch = new StatementBatch(statements, context, (error, results) =>
          error ? reject(error) : resolve(results ?? []),
        );
        this.#client.query(batch);
      }),
    );
  }

  async #sendText(text: string): Promise<StatementResult | undefined> {
    // The limit is missing from pg's types.
    const limited: pg.QueryConfig = Object.assign({ text }, { query_timeout: timeLimitMs() });
    const answer: StatementResult | StatementResult[] = await this.#droppingUseless(this.#client.query(limited));
    return [answer].flat().at(-1);
  }

  /**
   * A statement over its time limit closes the connection, because it may never answer again; so does a write that the
   * host refuses as a standby, because another host is the primary now.
   */
  #droppingUseless<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return answer.catch((error: unknown) => {
      if (isQueryTimeout(error) || isRefusedByStandby(error)) {
        dropConnection(this.#client);
        this.#isUseless = true;
      }
      // Names the caller instead of the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }
}

function statementOf({ sql: text, parameters: values }: CompiledQuery): SentStatement {
  return { text, values };
}

function timeLimitMs(): number {
  return currentQueryTimeLimitMs() ?? ANSWERS_WITHIN_MS;
}

const changingCommands: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

function toQueryResult<Row>(result: StatementResult | undefined): QueryResult<Row> {
  if (!result) throw new Error('PostgreSQL answered a statement without a result');
  const { command, rowCount, rows } = result;
  const changed = changingCommands.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {};
  return { ...changed, rows: rows as Row[] };
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
