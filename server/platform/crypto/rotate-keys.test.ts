import { randomBytes, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getUser } from '#tests/builders/password-links.ts';
import { createPaymentScene } from '#tests/builders/payment-scene.ts';
import type { TestApp } from '#tests/builders/test-app.ts';
import { createFieldCipher, createKeyedCipher } from './field-cipher.ts';
import { listSealKeys, readFieldKeys } from './field-keys.queries.ts';
import { createLocalKeyWrapper } from './key-wrapper.ts';
import { keysCommand } from './keys.cli.ts';
import { openFieldCipher } from './open-field-cipher.ts';
import { resealJob } from './reseal.job.ts';
import { notResealed, sealedTables } from './sealed-tables.ts';

let test: TestApp;

beforeAll(async () => {
  const scene = await createPaymentScene();
  test = scene.testApp;
  // Fills the draft and the receipt.
  const paid = await scene.calls.submitAch(await scene.achSubmission(100));
  if (!paid.HasNoErrors) throw new Error(`The payment was refused: ${JSON.stringify(paid)}`);
  await addOtherRows();
});

afterAll(() => test.close());

const never = new AbortController().signal;

describe('a new field key', () => {
  it('covers every sealed column there is', async () => {
    const { rows } = await sql<{ column: string }>`
      select table_name || '.' || column_name as column from information_schema.columns
      where table_schema = 'public' and column_name like '%sealed' and data_type = 'bytea'
      order by 1`.execute(test.services.database);
    const known = sealedTables.flatMap(({ table, identities }) =>
      Object.keys(identities).map((name) => `${table}.${name}`),
    );
    expect(rows.map(({ column }) => column)).toEqual([...known, ...notResealed].toSorted());
  });

  it('seals everything again in the background, and old values can be read all the time', async () => {
    const { services } = test;
    const before = await readSsns();
    expect(before.length).toBeGreaterThan(0);
    expect(await keysCommand.run(['rotate', '--by', 'pat'], services)).toBe(0);
    // Not active yet: other processes must know it first.
    await services.fieldKeys.refresh();
    expect(services.fieldKeys.current()).toBe(0);
    await resealJob.run(services, never);
    expect(await countOfOldKeys()).toBeGreaterThan(0);

    await sql`update field_keys set active_from = now()`.execute(services.database);
    await services.fieldKeys.refresh();
    expect(services.fieldKeys.current()).toBe(1);
    expect(await readSsns()).toEqual(before);
    await resealJob.run(services, never);

    expect(await countOfOldKeys()).toBe(0);
    // Only a notice of change of a bank would fill it.
    expect(await listEmptyTables()).toEqual(['bank_account_changes']);
    expect(await readSsns()).toEqual(before);
    expect(await listSealKeys(services.database)).toMatchObject([
      { keyId: 0, retiredAt: expect.anything() },
      { keyId: 1, retiredAt: null },
    ]);
    const first = createFieldCipher(services.config.fieldKey ?? new Uint8Array());
    const [sealed] = await readSealedSsns();
    if (!sealed) throw new Error('No customer has a Social Security number');
    expect(() => first.decrypt(sealed.sealed, `customer-ssn:${sealed.id}`)).toThrow('Field key 1');
  });

  it('leaves customers found by their Social Security number, and bank files unchanged', async () => {
    const { services } = test;
    const [ssn] = await readSsns();
    const { rows } = await sql<{ id: string }>`
      select customer_id as id from customers
      where ssn_index = ${services.cipher.blindIndex(ssn?.ssn ?? '', 'customer-ssn')}`.execute(services.database);
    expect(rows).toEqual([{ id: ssn?.id }]);
    await expect(sql`update ach_files set entry_count = entry_count + 1`.execute(services.database)).rejects.toThrow(
      'append-only',
    );
  });

  it('can be protected by another key of the configuration', async () => {
    const { services } = test;
    const file = path.join(services.config.dataFolder, 'next.key');
    const next = randomBytes(32);
    await writeFile(file, next.toString('base64'));
    expect(await keysCommand.run(['rewrap', file, '--by', 'pat'], services)).toBe(0);
    const keys = await readFieldKeys(services.database, createLocalKeyWrapper(next));
    const cipher = createKeyedCipher(() => keys);
    for (const { id, sealed } of await readSealedSsns())
      expect(cipher.decrypt(sealed, `customer-ssn:${id}`)).toMatch(/\d/);
    await expect(openFieldCipher(services.database, services.config, services.log)).rejects.toThrow(
      'PASSBOOK_FIELD_KEY',
    );
  });
});

async function readSealedSsns() {
  const { rows } = await sql<{ id: string; sealed: Uint8Array }>`
    select customer_id as id, ssn_sealed as sealed from customers where ssn_sealed is not null order by 1`.execute(
    test.services.database,
  );
  return rows;
}

async function readSsns() {
  const { cipher } = test.services;
  return (await readSealedSsns()).map(({ id, sealed }) => ({ id, ssn: cipher.decrypt(sealed, `customer-ssn:${id}`) }));
}

async function listEmptyTables(): Promise<string[]> {
  const empty: string[] = [];
  for (const { table, identities } of sealedTables) {
    const [column = ''] = Object.keys(identities);
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} is not null limit 1`.execute(test.services.database);
    if (rows.length === 0) empty.push(table);
  }
  return empty;
}

/** Values that the first key has sealed, in all tables. */
async function countOfOldKeys(): Promise<number> {
  let count = 0;
  for (const { table, identities } of sealedTables) {
    for (const column of Object.keys(identities)) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}
        where ${sql.ref(column)} is not null and substring(${sql.ref(column)} from 1 for 4) <> '\\x00504b01'::bytea
      `.execute(test.services.database);
      count += rows[0]?.count ?? 0;
    }
  }
  return count;
}

/** The demonstration fills most tables; these are others. */
async function addOtherRows(): Promise<void> {
  const { database, cipher } = test.services;
  const [task, instruction, payout] = [randomUUID(), randomUUID(), randomUUID()];
  const user = await getUser(test, 'sam.rivera');
  const statements = [
    sql`
      insert into sessions (user_id, token_hash, user_token_hash, customer_id, company_number, created_at, last_seen_at,
        ip_address, customer_sealed)
      values (${user.userId}, '\\x01', '\\x02', 'C-1', 0, now(), now(), '192.0.2.1',
        ${cipher.encrypt('{}', 'session-customer:C-1')})`,
    sql`
      insert into host_tasks (subject, seal_identity, task_sealed, next_attempt_at)
      values ('x', ${task}, ${cipher.encrypt('{}', `host-task:${task}`)}, now() + interval '1 year')`,
    sql`
      insert into draft_instructions values (${instruction}, 'Sam', 'Checking',
        ${cipher.encrypt('021000021', `draft-instruction:${instruction}:routing`)},
        ${cipher.encrypt('1234567', `draft-instruction:${instruction}:account`)})`,
    sql`
      insert into payouts (payout_id, customer_id, account_number, means, reference, amount_cents, paid_on, recorded_by,
        recorded_at)
      values (${payout}, 'C-1', '1', 'bank', 'AB12-CD34-EF56', 100, '2020-02-03', 'Kim', now())`,
    sql`
      insert into payout_credits (payout_id, sec, file_on, owner_name, account_type, last_four, routing_number_sealed,
        account_number_sealed, created_at)
      values (${payout}, 'PPD', '2020-02-03', 'Sam', 'Checking', '4567',
        ${cipher.encrypt('021000021', `payout-credit:${payout}:routing`)},
        ${cipher.encrypt('1234567', `payout-credit:${payout}:account`)}, now())`,
    sql`
      insert into credit_notices (payout_id, code, corrected_sealed, file_hash, recorded_at)
      values (${payout}, 'C01', ${cipher.encrypt('7654321', `credit-notice:${payout}:C01`)}, '\\x00', now())`,
    sql`
      insert into authenticators (user_id, secret_sealed, last_step, confirmed_at)
      values (${user.userId}, ${cipher.encrypt('secret', `authenticator:${user.userId}`)}, 1, now())`,
    sql`
      insert into customer_requests (user_id, customer_id, details_sealed, answer_sealed, requested_at)
      values (${user.userId}, 'C-1', ${cipher.encrypt('{}', 'contact-change:C-1')},
        ${cipher.encrypt('We moved it.', 'contact-change:C-1')}, now())`,
    sql`
      with author as (
        insert into staff (email_address, name, role, user_handle, created_at)
        values ('agent@example.com', 'Agent', 'agent', '\\x00', now()) returning staff_id)
      insert into customer_notes (customer_id, staff_id, text_sealed, written_at)
      select 'C-1', staff_id, ${cipher.encrypt('called', 'customer-note:C-1')}, now() from author`,
    sql`
      insert into ach_files (business_on, effective_on, entry_count, debit_cents, bank_id, last_sequence, content_sealed,
        content_hash, made_at)
      values ('2020-02-03', '2020-02-04', 1, 100, '12345678', 1, ${cipher.encrypt('1', 'bank-file:2020-02-03')},
        '\\x00', now())`,
    sql`
      insert into credit_files (through_on, account_count, left_out, content_sealed, content_hash, made_by, made_at)
      values ('2020-01-31', 1, '[]', ${cipher.encrypt('1', 'credit-file:2020-01-31')}, '\\x00', 'Kim', now())`,
    sql`
      update applications set details_sealed = ${cipher.encrypt('{}', 'application:A-1')}, application_number = 'A-1'
      where application_number = (select min(application_number) from applications)`,
  ];
  for (const statement of statements) await statement.execute(database);
}
