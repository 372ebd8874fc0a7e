import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '#demo/books/seeded-random.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { LineFault } from './host-line.ts';
import { askForInfo, makeAttempt, type Attempt, type PayerRecord, sendAttempt } from './payer.ts';
import { findDifferences, readPayments } from './reconcile.ts';
import { expectAcknowledgedPaymentsToStand, isReference, settleEverything } from './settle.ts';
import { type CoreWorld, startWorldWithCore } from './world.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const KILLS = 12;
const LOANS = 60;

let world: CoreWorld;
let record: PayerRecord;
let used = 0;

const random = seededRandom(seed);

beforeAll(async () => {
  world = await startWorldWithCore(LOANS);
});

afterAll(() => world.end());

beforeEach(() => {
  Object.assign(world.line, { fault: 'none', operation: '', met: 0 });
  record = { attempts: [], cut: 0, lost: 0, unavailable: 0, unexpected: [] };
});

async function begin(): Promise<Attempt> {
  const borrower = world.borrowers[used];
  if (!borrower) throw new Error('Every borrower has already paid');
  used += 1;
  const info = await askForInfo(borrower, { random, record, addresses: world.addresses });
  if (!info) throw new Error(`${borrower.loginName} was refused: ${JSON.stringify(record)}`);
  const attempt = makeAttempt(borrower, info, random, '4242424242424242');
  record.attempts.push(attempt);
  return attempt;
}

async function send(attempt: Attempt): Promise<string | undefined> {
  const answer = await sendAttempt(attempt, random.pick(world.addresses), undefined, record);
  if (answer !== undefined) attempt.answers.push(answer);
  return answer;
}

async function expectNothingLostOrDoubled(): Promise<void> {
  expect(record.unexpected).toEqual([]);
  expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
  await expectAcknowledgedPaymentsToStand(world, record.attempts);
}

function failWith(fault: LineFault, operation: string): void {
  Object.assign(world.line, { fault, operation, met: 0 });
}

test.each([
  ['late', /^Generic$/],
  ['lost', /^Generic$/],
  ['down', /^Generic$/],
  ['twice', /^\w{4}-\w{4}-\w{4}$/],
] as const)(
  `a posting whose answer is %s counts once (seed ${seed})`,
  { timeout: 120_000 },
  async (fault, expected) => {
    const attempts = [await begin(), await begin(), await begin(), await begin()];
    failWith(fault, 'postPayment');
    const answers = await Promise.all(attempts.map(send));
    for (const answer of answers) expect(answer).toMatch(expected);
    expect(world.line.met).toBeGreaterThanOrEqual(attempts.length);
    failWith('none', '');
    await settleEverything(world);
    for (const attempt of attempts) expect(await send(attempt)).toSatisfy(isReference);
    await expectNothingLostOrDoubled();
  },
);

test(
  `five minutes without a core lose and double nothing, and customers are told (seed ${seed})`,
  { timeout: 120_000 },
  async () => {
    const { database } = world.database;
    // Two are on their way when the core goes; the others find it gone.
    const begun = [await begin(), await begin()];
    const late = [await begin(), await begin()];
    failWith('down', 'postPayment');
    for (const answer of await Promise.all(begun.map(send))) expect(answer).toBe('Generic');
    failWith('down', '');
    for (const answer of await Promise.all(late.map(send))) expect(answer).toBeUndefined();
    expect(record.unavailable).toBe(late.length);
    // Each start of the worker is a run of the five minutes, with every lease over.
    for (let minute = 0; minute < 5; minute += 1) {
      await sql`
        update payments set leased_until = now() - interval '5 minutes' where leased_until is not null`.execute(
        database,
      );
      expect(await world.worker.stop()).toBe(0);
      await world.worker.start();
    }
    const waiting = (await readPayments(database)).filter(({ state }) => state === 'submitting');
    expect(waiting).toHaveLength(begun.length);

    failWith('none', '');
    await settleEverything(world);
    const attempts = [...begun, ...late];
    for (const attempt of attempts) expect(await send(attempt)).toSatisfy(isReference);
    await expectNothingLostOrDoubled();
    for (const attempt of attempts) await expect.poll(() => countReceipts(attempt), { timeout: 20_000 }).toBe(1);
  },
);

/** Counts the emails with the payment's reference number. */
async function countReceipts({ answers }: Attempt): Promise<number> {
  const reference = answers.find(isReference) ?? 'none';
  const messages = await listNewestMessages({ database: world.database.database, cipher: world.cipher }, 500);
  return messages.filter(({ body }) => body.includes(reference)).length;
}

test(`killing the core during postings loses and doubles none (seed ${seed})`, { timeout: 300_000 }, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const attempts = [await begin(), await begin()];
    const sent = attempts.map(send);
    await sleep(random.between(0, 250));
    await world.core.kill();
    await Promise.all(sent);
    await world.core.start();
  }
  await settleEverything(world);
  await expectNothingLostOrDoubled();
  expect((await readPayments(world.database.database)).every(({ state }) => state === 'posted')).toBe(true);
});
