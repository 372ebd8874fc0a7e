import { countOf } from '#common/core/counts.ts';
import { type Result, success } from '#common/core/results.ts';

/** Parses a field, or returns why it can't. */
export type FieldParser<Value> = (text: string) => Result<Value>;

/** A column with a fallback may be empty or missing. */
export interface ImportColumn<Value> {
  readonly parse: FieldParser<Value>;
  readonly fallback?: { readonly value: Value };
  /** The header must name it, although it may be empty. */
  readonly named?: true;
}

export type ImportColumns = Readonly<Record<string, ImportColumn<unknown>>>;

export type ImportLine<Columns extends ImportColumns> = {
  readonly [Name in keyof Columns]: Columns[Name] extends ImportColumn<infer Value> ? Value : never;
};

export function required<Value>(parse: FieldParser<Value>): ImportColumn<Value> {
  return { parse };
}

export function optional<Value, Empty>(parse: FieldParser<Value>, empty: Empty): ImportColumn<Value | Empty> {
  return { parse, fallback: { value: empty } };
}

/** A missing column must not count as an empty one: the header must name them all, except those given. */
export function allNamed<Columns extends ImportColumns>(
  columns: Columns,
  except: readonly (keyof Columns)[] = [],
): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      except.includes(name) ? column : { ...column, named: true },
    ]),
  ) as Columns;
}

export interface LineProblem {
  readonly column: string;
  readonly reason: string;
}

export function headerProblems(columns: ImportColumns, header: readonly string[]): LineProblem[] {
  const [only = ''] = header;
  const separator = [';', '\t', '|'].find((character) => header.length === 1 && only.includes(character));
  if (separator !== undefined) {
    const name = separator === '\t' ? 'tabs' : `“${separator}”`;
    return [{ column: '', reason: `separates columns with ${name}; export the file again with commas` }];
  }
  const unknown = header.filter((name) => !Object.hasOwn(columns, name));
  const repeated = header.filter((name, index) => header.indexOf(name) !== index);
  const missing = Object.keys(columns).filter((name) => isNeeded(columns[name]) && !header.includes(name));
  return [
    ...unknown.map((column) => ({ column, reason: 'is not a column of this file' })),
    ...repeated.map((column) => ({ column, reason: 'appears twice in the header' })),
    ...missing.map((column) => ({ column, reason: 'is missing from the header' })),
  ];
}

function isNeeded(column: ImportColumn<unknown> | undefined): boolean {
  return !column?.fallback || column.named === true;
}

export function readLine<Columns extends ImportColumns>(
  columns: Columns,
  header: readonly string[],
  fields: readonly string[],
): { readonly values: ImportLine<Columns> } | { readonly problems: readonly LineProblem[] } {
  if (fields.length !== header.length) {
    const reason = `has ${countOf(fields.length, 'field')} where the header has ${header.length}`;
    return { problems: [{ column: '', reason }] };
  }
  const texts = new Map(header.map((name, index) => [name, fields[index] ?? '']));
  const values: Record<string, unknown> = {};
  const problems: LineProblem[] = [];
  for (const [name, column] of Object.entries(columns)) {
    const field = readField(column, texts.get(name) ?? '');
    if (field.ok) values[name] = field.value;
    else problems.push({ column: name, reason: field.error });
  }
  return problems.length > 0 ? { problems } : { values: values as ImportLine<Columns> };
}

function readField(column: ImportColumn<unknown>, text: string): Result<unknown> {
  if (text !== '') return column.parse(text);
  return column.fallback ? success(column.fallback.value) : { ok: false, error: 'is required' };
}
