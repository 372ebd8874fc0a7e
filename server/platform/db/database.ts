import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type RawBuilder,
  sql,
  type Transaction as KyselyTransaction,
} from 'kysely';
import { withInstants } from './instants.ts';
import type { Tables } from './tables.ts';

/** For single statements. */
export type Database = Kysely<Tables>;

/** Inside {@link inTransaction}. */
export type Transaction = KyselyTransaction<Tables>;

/** For queries used inside and outside a transaction. */
export type Queryable = Kysely<Tables>;

type AfterCommit = () => Promise<void>;

const runningTransaction = new AsyncLocalStorage<AfterCommit[]>();

const lateRowsOf = new WeakMap<Transaction, Map<LateRows<unknown>, unknown[]>>();

/** Rows that nothing reads within the transaction that writes them. */
export interface LateRows<Row> {
  /** Neither may begin with `with`, and no row may be written twice. */
  statementsFor(rows: readonly Row[]): readonly RawBuilder<unknown>[];
}

type BeforeCommit = () => void;

const changesChecked = new AsyncLocalStorage<BeforeCommit>();

/**
 * Runs `work`. Before each of its transactions that has changed something commits, `check` runs, and rolls it back by
 * throwing.
 */
export function checkingChanges<Answer>(check: BeforeCommit, work: () => Promise<Answer>): Promise<Answer> {
  return changesChecked.run(check, work);
}

/** Whether it has inserted, updated or deleted. Locking a row alone doesn't count, nor does taking a guard. */
async function hasChanges(transaction: Transaction): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (
      select from pg_locks
      where pid = pg_backend_pid() and mode = 'RowExclusiveLock' and relation <> 'change_guards'::regclass
        and not exists (
          select from pg_index where indexrelid = relation and indrelid = 'change_guards'::regclass
        )
    ) as changed`.execute(transaction);
  return rows[0]?.changed ?? true;
}

/** Runs `work` in one transaction, and rolls back when it throws. */
export async function inTransaction<Answer>(
  database: Database,
  work: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const afterwards: AfterCommit[] = [];
  const check = changesChecked.getStore();
  const answer = await database.transaction().execute((transaction) =>
    runningTransaction.run(afterwards, async () => {
      lateRowsOf.set(transaction, new Map());
      const made = await work(transaction);
      await writeLateRows(transaction);
      if (check && (await hasChanges(transaction))) check();
      return made;
    }),
  );
  for (const run of afterwards) await run();
  return answer;
}

class RolledBack extends Error {}

/** Runs `work` in a transaction that never commits, and returns what it would have done. */
export async function inVain<Answer>(
  database: Database,
  work: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const made: Answer[] = [];
  try {
    await inTransaction(database, async (transaction) => {
      made.push(await work(transaction));
      throw new RolledBack();
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
  return made[0] as Answer;
}

/**
 * Writes a row just before the transaction commits, in one statement with all the others, and in the order of the calls
 * for each kind.
 */
export function writeLate<Row>(transaction: Transaction, kind: LateRows<Row>, row: Row): void {
  const lateRows = lateRowsOf.get(transaction);
  if (!lateRows) throw new Error('Late rows need a transaction of inTransaction');
  const rows = lateRows.get(kind);
  if (rows) rows.push(row);
  else lateRows.set(kind, [row]);
}

async function writeLateRows(transaction: Transaction): Promise<void> {
  const statements = [...(lateRowsOf.get(transaction) ?? [])].flatMap(([kind, rows]) => kind.statementsFor(rows));
  if (statements.length === 0) return;
  const parts = statements.map((statement, index) => sql`${sql.ref(`late_${index}`)} as (${statement})`);
  await sql`with ${sql.join(parts)} select`.execute(transaction);
}

/**
 * Runs `work` right after the current transaction commits, and never after a rollback. The process may die before it,
 * so `work` must only speed up what a job would do anyway. It must not throw.
 */
export function afterCommit(work: AfterCommit): void {
  const afterwards = runningTransaction.getStore();
  if (!afterwards) throw new Error('There is no transaction to run after');
  afterwards.push(work);
}

/** @throws Error inside a transaction: its locks must not wait for another system. */
export function assertNoTransaction(): void {
  if (runningTransaction.getStore()) throw new Error('Another system was called inside a transaction');
}

/** Reads a consistent snapshot; concurrent commits aren't visible. */
export function inSnapshot<Answer>(
  database: Database,
  work: (transaction: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((transaction) => runningTransaction.run([], () => work(transaction)));
}

/**
 * Throws if the outer handle is used inside a transaction: the embedded database, with its single connection, would
 * deadlock; PostgreSQL would silently run the statement outside the transaction.
 * @param connections with `one`, statements and transactions take turns
 */
export function guardAgainstNesting(dialect: Dialect, connections: 'one' | 'many'): Dialect {
  return {
    createAdapter: () => withOwnTurns(dialect.createAdapter()),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => withInstants(dialect.createQueryCompiler()),
    createDriver: () => guardDriver(dialect.createDriver(), connections === 'one' ? new Turns() : undefined),
  };
}

/** Kysely would queue before the guard runs, so the guarded driver queues by itself. */
function withOwnTurns(adapter: DialectAdapter): DialectAdapter {
  return new Proxy(adapter, {
    get: (target, property) => (property === 'supportsMultipleConnections' ? true : boundMember(target, property)),
  });
}

function guardDriver(driver: Driver, turns: Turns | undefined): Driver {
  const acquireConnection: Driver['acquireConnection'] = async (options) => {
    if (runningTransaction.getStore()) {
      throw new Error('The outer database handle was used inside a transaction; pass the transaction on.');
    }
    await turns?.take();
    return driver.acquireConnection(options);
  };
  const releaseConnection: Driver['releaseConnection'] = async (connection, options) => {
    await driver.releaseConnection(connection, options);
    turns?.giveBack();
  };
  return new Proxy(driver, {
    get(target, property) {
      if (property === 'acquireConnection') return acquireConnection;
      if (property === 'releaseConnection') return releaseConnection;
      return boundMember(target, property);
    },
  });
}

/** Members of classes with private fields must run on the object itself, not on its proxy. */
function boundMember(target: object, property: string | symbol): unknown {
  const value: unknown = Reflect.get(target, property, target);
  return typeof value === 'function' ? value.bind(target) : value;
}

/** First in, first out. */
class Turns {
  #busy = false;
  readonly #waiting: (() => void)[] = [];

  async take(): Promise<void> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#busy = true;
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#busy = false;
  }
}
