import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { createApp } from '#server/app.ts';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeCrowd } from '#tests/faults/crowd.ts';
import { makeDatabase, type PostgresServer } from '#tests/support/postgres.ts';
import { watchStatements } from '#tests/support/watch-statements.ts';
import { preparePayer } from '#tests/builders/prepare-payer.ts';
import type { Figure } from './figure.ts';

const BAR = 14;

const methods = [
  ['a saved bank account', 'Ach', 'saved'],
  ['a bank account typed in', 'Ach', 'typed'],
  ['a saved card', 'Card', 'saved'],
  ['a card typed in', 'Card', 'typed'],
] as const;

/** Counts what one payment asks of the database, with its receipt, by each method. */
export async function measureSubmissionStatements(postgres: PostgresServer): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'passbook-bench-'));
  const watch = watchStatements();
  const { services, close } = await compose(
    readConfig({
      PASSBOOK_MODE: 'test',
      PASSBOOK_DATA: folder,
      PASSBOOK_LOG_LEVEL: 'silent',
      PASSBOOK_FIELD_KEY: randomBytes(32).toString('base64'),
      DATABASE_URL: await makeDatabase(postgres.url, 'passbook_bench_submission'),
    }),
  );
  try {
    const app = await createApp(services);
    const crowd = await makeCrowd(methods.length, services);
    const figures: Figure[] = [];
    for (const [name, kind, from] of methods) {
      const borrower = crowd.pop();
      if (!borrower) throw new Error('Nobody pays');
      const { body } = await preparePayer(app, borrower, { kind, from });
      watch.takeStatements();
      const headers = { ...borrower.headers, [IDEMPOTENCY_HEADER]: randomUUID() };
      const url = `/api/PaymentImmediate/Submit${kind}`;
      const answer = await app.inject({ method: 'POST', url, headers, payload: body });
      if (!answer.json<{ HasNoErrors: boolean }>().HasNoErrors) throw new Error(`The payment failed: ${answer.body}`);
      const statements = watch.takeStatements();
      figures.push({
        what: `Payment by ${name}: SQL statements, without begin and commit`,
        measured: String(statements.length),
        bar: `≤ ${BAR}`,
        met: statements.length <= BAR,
        against: 'with its receipt',
      });
    }
    await app.close();
    return figures;
  } finally {
    watch.stop();
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}
