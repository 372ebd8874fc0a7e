import { type NotNull, sql } from 'kysely';
import type { Queryable } from '#server/platform/db/database.ts';
import { asTable, type Columns } from '#server/platform/db/insert-many.ts';
import type { BooksTables, CustomersTable } from './books-tables.ts';
import { accountNumberKeyInSql } from './identity.queries.ts';

type Row = Pick<
  CustomersTable,
  | 'customer_id'
  | 'first_name'
  | 'last_name'
  | 'company_name'
  | 'email_address'
  | 'phone'
  | 'second_phone'
  | 'city'
  | 'state'
>;

const columns = [
  'customer_id',
  'first_name',
  'last_name',
  'company_name',
  'email_address',
  'phone',
  'second_phone',
  'city',
  'state',
] as const;

/** Of a name, further words narrow nothing down. */
const MAX_WORDS = 5;
/** Words that are spelled like one typed word, or begin with it. */
const MAX_SPELLINGS = 60;
/** Above this, which of two words is the rarer one no longer matters. */
const MAX_COUNTED = 20_000;

function customers(database: Queryable) {
  return database.withTables<BooksTables>().selectFrom('customers').select(columns).orderBy('customer_id');
}

/** Customers each of whose typed words is a word of the name, begins one, or is one typing mistake away from one. */
export async function selectByName(database: Queryable, name: string, limit: number): Promise<Row[]> {
  const words = await selectWords(database, name);
  if (words.length === 0 || words.some(({ exact, similar }) => exact.length + similar.length === 0)) return [];
  const found = new Map<string, Row>();
  const add = (rows: readonly Row[]) => rows.forEach((row) => found.set(row.customer_id, row));
  // Who is spelled as typed comes first.
  if (words.every(({ exact }) => exact.length > 0)) {
    add(
      await selectWithWords(
        database,
        words.map(({ exact }) => exact),
        limit,
      ),
    );
  }
  if (found.size < limit) {
    add(
      await selectWithWords(
        database,
        words.map(({ exact, similar }) => [...exact, ...similar]),
        limit,
      ),
    );
  }
  return [...found.values()].slice(0, limit);
}

interface TypedWord {
  /** The word itself and longer ones that begin with it. */
  readonly exact: readonly string[];
  /** Words that differ by one letter. */
  readonly similar: readonly string[];
}

async function selectWords(database: Queryable, name: string): Promise<TypedWord[]> {
  const { rows: typed } = await sql<{ word: string }>`
    select word from regexp_split_to_table(plain_name(${name}), ' ') as word
    where word <> '' limit ${MAX_WORDS}`.execute(database);
  return Promise.all(typed.map(({ word }) => selectWordsLike(database, word)));
}

async function selectWordsLike(database: Queryable, typed: string): Promise<TypedWord> {
  const { rows } = await sql<{ word: string; exact: boolean }>`
    (select word, true as exact from name_spellings
     where spelling >= ${typed} and spelling < ${`${typed}\u{10ffff}`} and word = spelling limit ${MAX_SPELLINGS})
    union all
    (select distinct n.word, false
     from spellings_of(${typed}) as variant join name_spellings n on n.spelling = variant
     where not starts_with(n.word, ${typed}) limit ${MAX_SPELLINGS})`.execute(database);
  return {
    exact: rows.flatMap(({ word, exact }) => (exact ? word : [])),
    similar: rows.flatMap(({ word, exact }) => (exact ? [] : word)),
  };
}

/** Walks the customers of the rarest word and probes the others, until enough are found. */
async function selectWithWords(
  database: Queryable,
  words: readonly (readonly string[])[],
  limit: number,
): Promise<Row[]> {
  const [first = [], ...others] = await rarestFirst(database, words);
  return database
    .withTables<BooksTables>()
    .selectFrom('customers')
    .select(columns)
    .where('customer_id', 'in', (query) => {
      let of = query.selectFrom('customer_name_words as w').select('w.customer_id').where('w.word', 'in', first);
      for (const other of others) {
        of = of.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('customer_name_words as o')
              .select('o.word')
              .whereRef('o.customer_id', '=', 'w.customer_id')
              .where('o.word', 'in', other),
          ),
        );
      }
      return of.limit(limit);
    })
    .orderBy('customer_id')
    .limit(limit)
    .execute();
}

async function rarestFirst(
  database: Queryable,
  words: readonly (readonly string[])[],
): Promise<readonly (readonly string[])[]> {
  if (words.length < 2) return words;
  const counted = await Promise.all(
    words.map(async (each) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from (
          select from customer_name_words where word in (${sql.join(each)}) limit ${MAX_COUNTED}
        ) as found`.execute(database);
      return { each, count: Number(rows[0]?.count) };
    }),
  );
  return counted.toSorted((one, other) => one.count - other.count).map(({ each }) => each);
}

export function selectByEmail(database: Queryable, emailAddress: string, limit: number): Promise<Row[]> {
  return customers(database)
    .where(sql`lower(email_address)`, '=', emailAddress.toLowerCase())
    .where('email_address', '<>', '')
    .limit(limit)
    .execute();
}

/** @param phone ten digits */
export async function selectByPhone(database: Queryable, phone: string, limit: number): Promise<Row[]> {
  const first = await customers(database).where('phone', '=', phone).where('phone', '<>', '').limit(limit).execute();
  const second = await customers(database)
    .where('second_phone', '=', phone)
    .where('second_phone', '<>', '')
    .whereRef('phone', '<>', 'second_phone')
    .limit(limit)
    .execute();
  return [...first, ...second].slice(0, limit);
}

export function selectBySsnEnding(database: Queryable, index: Uint8Array, limit: number): Promise<Row[]> {
  return customers(database).where('ssn_ending_index', '=', index).limit(limit).execute();
}

export function selectByIds(database: Queryable, customerIds: readonly string[]): Promise<Row[]> {
  return customerIds.length === 0
    ? Promise.resolve([])
    : customers(database).where('customer_id', 'in', customerIds).execute();
}

export function selectByAccount(database: Queryable, keys: readonly string[]): Promise<Row[]> {
  return customers(database)
    .where('customer_id', 'in', (query) =>
      query.selectFrom('accounts').select('accounts.customer_id').where(accountNumberKeyInSql, 'in', keys),
    )
    .execute();
}

/** Customers of an older version, whose last four digits are not indexed yet. */
export function selectWithoutSsnEnding(
  database: Queryable,
  limit: number,
): Promise<{ readonly customer_id: string; readonly ssn_sealed: Uint8Array }[]> {
  return database
    .withTables<BooksTables>()
    .selectFrom('customers')
    .select(['customer_id', 'ssn_sealed'])
    .where('ssn_sealed', 'is not', null)
    .where('ssn_ending_index', 'is', null)
    .$narrowType<{ ssn_sealed: NotNull }>()
    .limit(limit)
    .execute();
}

export type SsnEnding = { readonly customer_id: string; readonly ssn_ending_index: Uint8Array };

export async function updateSsnEndings(database: Queryable, endings: readonly SsnEnding[]): Promise<void> {
  const columns: Columns<SsnEnding> = { customer_id: 'text', ssn_ending_index: 'bytea' };
  await sql`
    update customers set ssn_ending_index = new.ssn_ending_index
    from ${asTable(columns, endings)} as new (customer_id, ssn_ending_index)
    where customers.customer_id = new.customer_id`.execute(database);
}
