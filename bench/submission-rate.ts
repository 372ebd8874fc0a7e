import { sql } from 'kysely';
import { createApp } from '#server/app.ts';
import { preparePayer } from '#tests/builders/prepare-payer.ts';
import { makeCrowd } from '#tests/faults/crowd.ts';
import type { PostgresServer } from '#tests/support/postgres.ts';
import { type Figure, median } from './figure.ts';
import { paymentsPerSecond } from './payments-per-second.ts';
import { processorTimeHere, processorTimeOfServer } from './processor-time.ts';
import { settle } from './settle.ts';
import { withServices } from './with-services.ts';

const PARALLEL = 10;
const ROUNDS = 3;
const SECONDS = 5;
const BAR = 400;

/** How many payments this machine makes, whose processors the customers, the server and the database share. */
export function measureSubmissionRate(postgres: PostgresServer): Promise<Figure[]> {
  return withServices(postgres, 'passbook_bench_rate', async (services) => {
    const app = await createApp(services);
    const crowd = await makeCrowd(PARALLEL, services);
    const payers = await Promise.all(crowd.map((borrower) => preparePayer(app, borrower)));
    const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(services.database);
    const backendId = rows[0]?.id ?? 0;
    await paymentsPerSecond(app, payers, SECONDS);
    await settle(services.config.databaseUrl ?? '');
    const rounds: { readonly perSecond: number; readonly hereMs: number; readonly thereMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [here, there] = [processorTimeHere(), processorTimeOfServer(backendId)];
      const perSecond = await paymentsPerSecond(app, payers, SECONDS);
      const payments = perSecond * SECONDS;
      rounds.push({
        perSecond,
        hereMs: (processorTimeHere() - here) / payments,
        thereMs: (processorTimeOfServer(backendId) - there) / payments,
      });
    }
    await app.close();
    const perSecond = median(rounds.map((round) => round.perSecond));
    const hereMs = median(rounds.map((round) => round.hereMs));
    const thereMs = median(rounds.map((round) => round.thereMs));
    return [
      {
        what: `Payments by a saved bank account, ${PARALLEL} at once`,
        measured: `${perSecond.toFixed(0)} a second`,
        bar: `≥ ${BAR} a second`,
        met: perSecond >= BAR,
        against: `processor time of each: ${hereMs.toFixed(2)} ms of customer and server, ${thereMs.toFixed(2)} ms of PostgreSQL`,
      },
    ];
  });
}
