import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/db/database.ts';
import { ImportProblems } from '#server/platform/import/import-problems.ts';
import { createImportScene, type ImportScene } from '#tests/builders/import-scene.ts';
import { customerColumns } from './customer-lines.ts';
import { createImportKeys } from './import.queries.ts';
import { readBatches } from './read-batches.ts';

let scene: ImportScene;

beforeAll(async () => {
  scene = await createImportScene();
});
afterAll(() => scene.close());

/** One batch of customers, and then no more. */
function* brokenOff() {
  yield 'customer_id,last_name\n';
  for (let line = 0; line < 2_001; line += 1) yield `c${line},Byron\n`;
  throw new Error('The disk is gone.');
}

test('customers of a file that breaks off while the database still writes fail the import, not the process', async () => {
  const unhandled: unknown[] = [];
  const sizes: number[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const read = inTransaction(scene.destination.database, async (transaction) => {
    await createImportKeys(transaction);
    const columns = customerColumns(scene.destination.clock.today());
    const toRead = { file: 'customers', columns, keyColumn: 'customer_id', check: () => [] } as const;
    const problems = new ImportProblems();
    for await (const batch of readBatches({ transaction, problems }, toRead, Readable.from(brokenOff()))) {
      sizes.push(batch.length);
      // Writing them takes longer than to read on.
      await setTimeout(50);
    }
  });
  await expect(read).rejects.toThrow('The disk is gone.');
  process.off('unhandledRejection', note);
  expect(sizes).toEqual([2_000]);
  expect(unhandled).toEqual([]);
});
