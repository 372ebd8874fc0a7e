import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SubmissionOutcome } from '#common/payments/submission-outcome.api.ts';
import { type SeededRandom, seededRandom } from '#demo/books/seeded-random.ts';
import type { Borrower } from './crowd.ts';
import { killAtRandom } from './killer.ts';
import { askForInfo, type Attempt, makeAttempt, type PayerRecord, sendAttempt } from './payer.ts';
import { findDifferences, readPayments } from './reconcile.ts';
import { expectAcknowledgedPaymentsToStand, settleEverything } from './settle.ts';
import { startWorld, type World } from './world.ts';

const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const PAYERS = 6;
const LOANS = 60;
const KILLS = 20;

let world: World;

beforeAll(async () => {
  world = await startWorld(LOANS);
});

afterAll(() => world.end());

/** The customer's choice at the bank, and whether they gave the payment up in the portal at the same time. */
interface Confirmed {
  readonly attempt: Attempt;
  readonly decision: 'approve' | 'refuse';
  readonly givesUp: boolean;
}

test(
  `kills around a confirmation lose and double no payment (seed ${seed})`,
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    const random = seededRandom(seed);
    const record: PayerRecord = { attempts: [], cut: 0, lost: 0, unavailable: 0, unexpected: [] };
    const confirmed: Confirmed[] = [];
    const stopping = new AbortController();
    const paying = Array.from({ length: PAYERS }, async (_, payer) => {
      const own = world.borrowers.filter((_borrower, index) => index % PAYERS === payer);
      const ofPayer = seededRandom(seed + payer);
      while (!stopping.signal.aborted) {
        const done = await payAndConfirm(ofPayer.pick(own), ofPayer, record);
        if (done) confirmed.push(done);
      }
    });
    await killAtRandom(world, {
      kills: KILLS,
      random,
      begun: () => record.attempts.length,
      report: (done) => console.log(`  ${done} of ${KILLS} kills`),
    });
    stopping.abort();
    await Promise.all(paying);
    await settleEverything(world);

    expect(record.unexpected).toEqual([]);
    expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
    await expectAcknowledgedPaymentsToStand(world, record.attempts);
    const made = await outcomesOf(confirmed);
    // One that is approved and given up at the same time may end either way.
    const clear = made.filter(({ decision, givesUp }) => decision === 'refuse' || !givesUp);
    const wrong = clear.filter(({ decision, outcome }) => outcome !== (decision === 'refuse' ? 'Refused' : 'Made'));
    expect(wrong).toEqual([]);
    // A run without these would prove nothing.
    expect(made.filter(({ outcome }) => outcome === 'Made').length).toBeGreaterThan(PAYERS);
    expect((await readPayments(world.database.database)).some(({ state }) => state === 'declined')).toBe(true);
  },
);

/** Returns undefined if the payment didn't come so far as to wait for a confirmation. */
async function payAndConfirm(
  borrower: Borrower,
  random: SeededRandom,
  record: PayerRecord,
): Promise<Confirmed | undefined> {
  const settings = { random: alwaysCard(random), record, addresses: world.addresses };
  const info = await askForInfo(borrower, settings);
  // The loan waits for the outcome of an earlier payment, or its server is dead.
  if (!info) {
    await sleep(250);
    return undefined;
  }
  const attempt = makeAttempt(borrower, info, settings.random, '4000000000003220');
  record.attempts.push(attempt);
  const answer = await again(() => sendAttempt(attempt, random.pick(world.addresses), undefined, record));
  if (answer !== undefined) attempt.answers.push(answer);
  const waiting = await again(() => ask(attempt, random));
  const page = waiting?.Confirmation?.Url;
  if (page === undefined) return undefined;
  const decision = random.next() < 0.8 ? 'approve' : 'refuse';
  const givesUp = random.next() < 0.2;
  const decided = again(() => decide(page, decision));
  const ends = Array.from({ length: 3 }, async () => {
    if (!givesUp) await decided;
    return end(attempt, random, givesUp);
  });
  await Promise.all([decided, ...ends]);
  return { attempt, decision, givesUp };
}

/** The first number decides between card and bank account. */
function alwaysCard(random: SeededRandom): SeededRandom {
  return { ...random, next: () => random.next() * 0.5, between: random.between, pick: random.pick };
}

async function again<Value>(act: () => Promise<Value | undefined>): Promise<Value | undefined> {
  for (let tries = 0; tries < 40; tries += 1) {
    const value = await act();
    if (value !== undefined) return value;
    await sleep(250);
  }
  return undefined;
}

async function decide(page: string, decision: 'approve' | 'refuse'): Promise<true | undefined> {
  try {
    const response = await fetch(`${page}/${decision}`, { method: 'POST', redirect: 'manual' });
    await response.arrayBuffer();
    return true;
  } catch {
    return undefined;
  }
}

async function ask({ key, borrower }: Attempt, random: SeededRandom): Promise<SubmissionOutcome | undefined> {
  const path = `/api/Submission/GetOutcome?key=${key}`;
  return answerOf(() => fetch(new URL(path, random.pick(world.addresses)), { headers: borrower.headers }));
}

async function end({ key, borrower }: Attempt, random: SeededRandom, givesUp: boolean): Promise<void> {
  await answerOf(() =>
    fetch(new URL('/api/Submission/EndConfirmation', random.pick(world.addresses)), {
      method: 'POST',
      headers: { ...borrower.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ Key: key, GiveUp: givesUp }),
    }),
  );
}

async function answerOf(send: () => Promise<Response>): Promise<SubmissionOutcome | undefined> {
  try {
    const response = await send();
    return response.status === 200 ? ((await response.json()) as SubmissionOutcome) : undefined;
  } catch {
    return undefined;
  }
}

async function outcomesOf(confirmed: readonly Confirmed[]) {
  const random = seededRandom(1);
  return Promise.all(
    confirmed.map(async (one) => ({ ...one, outcome: (await again(() => ask(one.attempt, random)))?.Outcome })),
  );
}
