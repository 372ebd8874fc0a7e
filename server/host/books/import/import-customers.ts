import type { Readable } from 'node:stream';
import { sealCustomer } from '../customer-details.ts';
import { writeBooks } from '../write-books.queries.ts';
import { customerColumns, customerFromLine, customerProblems } from './customer-lines.ts';
import type { ImportRun } from './import-run.ts';
import { insertKeys } from './import.queries.ts';
import { readBatches } from './read-batches.ts';

/** @returns how many customers were written. */
export async function importCustomers(run: ImportRun, source: Readable | undefined): Promise<number> {
  if (!source) return 0;
  const { transaction, problems, clock, cipher } = run;
  const columns = customerColumns(clock.today());
  const toRead = { file: 'customers', columns, keyColumn: 'customer_id', check: customerProblems } as const;
  let written = 0;
  for await (const batch of readBatches(run, toRead, source)) {
    await insertKeys(transaction, 'customers', batch);
    if (problems.total > 0) continue;
    const customers = batch.flatMap(({ values }) => (values ? [sealCustomer(customerFromLine(values), cipher)] : []));
    await writeBooks(transaction, { customers });
    written += customers.length;
  }
  return written;
}
