import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { typeCodes } from '#common/accounts/rules/account.ts';
import { billingFrequencies, recurringOptions } from '#common/payments/rules/payment-types.ts';
import { createTestApp, type TestApp } from '#tests/builders/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

async function allowedValues(table: string, column: string): Promise<string[]> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.conrelid = ${table}::regclass and a.attname = ${column}
  `.execute(test.services.database);
  expect(rows).toHaveLength(1);
  const list = /ARRAY\[(.*)\]/.exec(rows[0]?.definition ?? '')?.[1] ?? '';
  return list.split(', ').map((value) => value.replace(/::\w+$/, '').replaceAll("'", ''));
}

it.each([
  ['accounts', 'type_code', Object.values(typeCodes).map(String)],
  ['loans', 'billing_frequency', billingFrequencies],
  ['recurring_payments', 'recurring_option', recurringOptions],
])('the schema allows in %s.%s exactly the values of the contract', async (table, column, values) => {
  expect((await allowedValues(table, column)).toSorted()).toEqual([...values].toSorted());
});
