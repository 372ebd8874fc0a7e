import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#demo/books/seeded-random.ts';
import { askForInfo, makeAttempt, type PayerRecord, sendAttempt } from './payer.ts';
import { findDifferences, readPayments } from './reconcile.ts';
import { startWorld, type World } from './world.ts';

/** Run more with `FAULTS_ROUNDS=1000 npm test -- faults`; repeat a run with `FAULTS_SEED`. */
const rounds = Number(process.env['FAULTS_ROUNDS'] ?? 15);
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const COPIES = 50;

let world: World;

beforeAll(async () => {
  world = await startWorld(rounds);
});

afterAll(() => world.end());

test(
  `${COPIES} parallel copies over two servers have one effect, in ${rounds} rounds (seed ${seed})`,
  {
    timeout: 60_000 + rounds * 20_000,
  },
  async () => {
    const random = seededRandom(seed);
    const record: PayerRecord = { attempts: [], cut: 0, lost: 0, unavailable: 0, unexpected: [] };
    const { addresses } = world;
    for (const borrower of world.borrowers) {
      const info = await askForInfo(borrower, { random, record, addresses });
      if (!info) throw new Error(`${borrower.loginName} was refused: ${JSON.stringify(record)}`);
      const attempt = makeAttempt(borrower, info, random, '4242424242424242');
      const answers = await Promise.all(
        Array.from({ length: COPIES }, () => {
          const cutAfterMs = random.next() < 0.3 ? random.between(1, 100) : undefined;
          return sendAttempt(attempt, random.pick(addresses), cutAfterMs, record);
        }),
      );
      const heard = new Set(answers.filter((answer) => answer !== undefined));
      expect([...heard]).toEqual([expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/)]);
    }
    expect(record.unexpected).toEqual([]);
    expect(record.lost).toBe(0);
    const payments = await readPayments(world.database.database);
    expect(payments.map(({ state }) => state)).toEqual(world.borrowers.map(() => 'posted'));
    expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
    console.log(
      `\n  ${rounds} payments, each sent ${COPIES} times at once (${record.cut} connections cut): ${payments.length} effects.\n`,
    );
  },
);
