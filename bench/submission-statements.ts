import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '#common/contract/idempotency-header.ts';
import { createApp } from '#server/app.ts';
import { makeCrowd } from '#tests/faults/crowd.ts';
import type { PostgresServer } from '#tests/support/postgres.ts';
import { watchStatements } from '#tests/support/watch-statements.ts';
import { preparePayer } from '#tests/builders/prepare-payer.ts';
import type { Figure } from './figure.ts';
import { withServices } from './with-services.ts';

const BAR = 14;

const methods = [
  ['a saved bank account', 'Ach', 'saved'],
  ['a bank account typed in', 'Ach', 'typed'],
  ['a saved card', 'Card', 'saved'],
  ['a card typed in', 'Card', 'typed'],
] as const;

/** Counts what one payment asks of the database, with its receipt, by each method. */
export function measureSubmissionStatements(postgres: PostgresServer): Promise<Figure[]> {
  const watch = watchStatements();
  return withServices(postgres, 'passbook_bench_submission', async (services) => {
    const app = await createApp(services);
    const crowd = await makeCrowd(methods.length, services);
    const figures: Figure[] = [];
    for (const [name, kind, from] of methods) {
      const borrower = crowd.pop();
      if (!borrower) throw new Error('No borrower to pay with');
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
  }).finally(() => watch.stop());
}
