import pg from 'pg';

/** A statement and its values. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface StatementResult {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly Row[];
}

type Row = Record<string, unknown>;

/** How the rows of a statement are read; null for one that returns none. */
type RowShape = readonly Column[] | null;

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

export interface BatchContext {
  /** The statements that the connection has prepared, by name. */
  readonly prepared: Map<string, RowShape>;
  /** Undefined if statements can't be kept for the connection. */
  readonly nameOf: ((text: string) => string) | undefined;
  readonly parserOf: (oid: number) => Column['parse'];
  readonly answersWithinMs: number;
}

type Callback = (error: Error | null, results?: readonly StatementResult[]) => void;

/**
 * Statements that are sent together. The server runs them in order, each as if it had come alone, and none after one
 * that fails. A statement is described only when it is prepared: PostgreSQL refuses a prepared one whose columns have
 * changed.
 */
export class StatementBatch implements pg.Submittable {
  readonly statements: readonly SentStatement[];
  /** Read by pg's client. */
  readonly query_timeout: number;
  /** Replaced by pg's client. */
  callback: Callback;
  readonly #names: readonly string[];
  readonly #context: BatchContext;
  readonly #results: StatementResult[] = [];
  #shape: RowShape | undefined;
  #rows: Row[] = [];
  #failure: Error | undefined;

  constructor(statements: readonly SentStatement[], context: BatchContext, callback: Callback) {
    this.statements = statements;
    this.#context = context;
    this.#names = statements.map(({ text }) => context.nameOf?.(text) ?? '');
    this.query_timeout = context.answersWithinMs;
    this.callback = callback;
  }

  submit(connection: pg.Connection): Error | null {
    const wire = connection as unknown as Wire;
    wire.stream.cork();
    try {
      const values = this.statements.map((statement) => statement.values.map((value) => toWireValue(value)));
      for (const [index, name] of this.#names.entries()) this.#send(wire, index, name, values[index] ?? []);
      wire.sync();
    } catch (error) {
      return error as Error;
    } finally {
      wire.stream.uncork();
    }
    this.#shape = this.#knownShape();
    return null;
  }

  #send(wire: Wire, index: number, name: string, values: readonly unknown[]): void {
    const isPrepared = this.#context.prepared.has(name);
    if (!isPrepared) {
      // One that failed after it was prepared is still there.
      if (name !== '') wire.close({ type: 'S', name });
      wire.parse({ name, text: this.statements[index]?.text ?? '' });
    }
    wire.bind({ statement: name, values });
    if (!isPrepared) wire.describe({ type: 'P' });
    wire.execute();
  }

  handleRowDescription({ fields }: { readonly fields: readonly WireField[] }): void {
    const { parserOf } = this.#context;
    this.#shape = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(readRow(this.#shape ?? [], fields));
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const name = this.#names[this.#results.length] ?? '';
    if (name !== '') this.#context.prepared.set(name, this.#shape ?? null);
    const [command = '', ...counts] = text.split(' ');
    const rowCount = counts.length === 0 ? null : Number(counts.at(-1));
    this.#results.push({ command, rowCount, rows: this.#rows });
    this.#rows = [];
    this.#shape = this.#knownShape();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: Error): void {
    // If its columns have changed, it is prepared again.
    this.#context.prepared.delete(this.#names[this.#results.length] ?? '');
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure);
    else this.callback(null, this.#results);
  }

  handleCopyInResponse(connection: { sendCopyFail(message: string): void }): void {
    connection.sendCopyFail('There is nothing to copy');
  }

  #knownShape(): RowShape | undefined {
    return this.#context.prepared.get(this.#names[this.#results.length] ?? '');
  }
}

function readRow(shape: readonly Column[], fields: readonly (string | null)[]): Row {
  const row: Row = {};
  for (let index = 0; index < shape.length; index += 1) {
    const column = shape[index];
    const text = fields[index] ?? null;
    if (column) row[column.name] = text === null ? null : column.parse(text);
  }
  return row;
}

interface WireField {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The messages of pg's connection, as far as its types don't have them. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  close(message: { readonly type: 'S'; readonly name: string }): void;
  parse(message: { readonly name: string; readonly text: string }): void;
  bind(message: { readonly statement: string; readonly values: readonly unknown[] }): void;
  describe(message: { readonly type: 'P' }): void;
  execute(): void;
  sync(): void;
}

/** Missing from pg's types. */
const { prepareValue: toWireValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
