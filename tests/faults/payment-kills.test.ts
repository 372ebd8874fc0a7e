import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SeededRandom, seededRandom } from '#demo/books/seeded-random.ts';
import { type Changed, changeOnAndOn, findChangeDifferences } from './changer.ts';
import { killAtRandom } from './killer.ts';
import { type PayerRecord, payOnAndOn, sendAttempt } from './payer.ts';
import { findPlanDifferences, planOnAndOn } from './planner.ts';
import { findDifferences, readPayments } from './reconcile.ts';
import { expectAcknowledgedPaymentsToStand, isReference, settleEverything } from './settle.ts';
import { startWorld, type World } from './world.ts';

/** Run more with `FAULTS_KILLS=10000 npm test -- faults`; repeat a run with `FAULTS_SEED`. */
const kills = Number(process.env['FAULTS_KILLS'] ?? 200);
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const PAYERS = 12;
const LOANS = 300;
/** Loans paid only by scheduled and recurring payments. */
const SCHEDULED_LOANS = 40;
/** Loans whose customers edit, skip and delete scheduled payments. */
const CHANGED_LOANS = 6;

let world: World;

beforeAll(async () => {
  world = await startWorld(LOANS);
});

afterAll(() => world.end());

test(
  `after ${kills} kills, no payment is lost or doubled (seed ${seed})`,
  { timeout: 60_000 + kills * 10_000 },
  async () => {
    const random = seededRandom(seed);
    const record: PayerRecord = { attempts: [], cut: 0, lost: 0, unavailable: 0, unexpected: [] };
    const startedAt = performance.now();
    const stopping = new AbortController();
    const [first, ...others] = world.borrowers.slice(SCHEDULED_LOANS + CHANGED_LOANS);
    if (!first) throw new Error('No customer left to pay');
    const byHand = [first, ...others] as const;
    const [scheduled, ...moreScheduled] = world.borrowers;
    const bySchedule = [scheduled, ...moreScheduled.slice(0, SCHEDULED_LOANS - 1)] as const;
    const planning = planOnAndOn(world, bySchedule, {
      random: seededRandom(random.between(0, 2 ** 30)),
      stopping: stopping.signal,
    });
    const changing = changeOnAndOn(world, world.borrowers.slice(SCHEDULED_LOANS, SCHEDULED_LOANS + CHANGED_LOANS), {
      random: seededRandom(random.between(0, 2 ** 30)),
      record,
      stopping: stopping.signal,
    });
    const payers = Array.from({ length: PAYERS }, () =>
      payOnAndOn(byHand, {
        random: seededRandom(random.between(0, 2 ** 30)),
        record,
        addresses: world.addresses,
        stopping: stopping.signal,
      }),
    );
    await killAtRandom(world, {
      kills,
      random,
      begun: () => record.attempts.length,
      report: (done) => console.log(`  ${done} of ${kills} kills`),
    });
    stopping.abort();
    await Promise.all(payers);
    const planned = await planning;
    const changed = await changing;
    const killedForMs = performance.now() - startedAt;
    await settleEverything(world);
    const recovered = await countRecovered();

    expect(record.unexpected).toEqual([]);
    expect(record.unavailable).toBe(0);
    expect(await findPlanDifferences(world.database.database, planned)).toEqual([]);
    expect(await findChangeDifferences(world.database.database, changed)).toEqual([]);
    expectEveryKindOfChange(changed);
    expect(planned.scheduled.length + planned.recurring.length).toBeGreaterThan(Math.min(kills / 4, SCHEDULED_LOANS));
    expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
    await expectAcknowledgedPaymentsToStand(world, record.attempts);
    await expectTheSameAnswerAgain(record, random);
    expectNoCardInTheOutput();
    // A run that hit nothing would prove nothing.
    const acknowledged = record.attempts.filter((attempt) => attempt.answers.some(isReference)).length;
    expect(acknowledged).toBeGreaterThan(kills / 8);
    expect(recovered).toBeGreaterThan(kills / 20);
    await summarize(record, { acknowledged, recovered, killedForMs });
  },
);

/** A run without changes would prove nothing. */
function expectEveryKindOfChange({ changes }: Changed): void {
  for (const kind of ['edit', 'skip', 'delete'] as const) {
    const done = changes.filter((change) => change.kind === kind && change.answer === 'done').length;
    expect(done, `${kind} was answered`).toBeGreaterThan(Math.min(kills / 50, 2));
  }
}

async function countRecovered(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from payment_events where cause = 'recovery' and to_state in ('posted', 'declined')`.execute(
    world.database.database,
  );
  return rows[0]?.count ?? 0;
}

async function expectTheSameAnswerAgain(record: PayerRecord, random: SeededRandom): Promise<void> {
  const acknowledged = record.attempts.filter((attempt) => attempt.answers.some(isReference));
  for (let asked = 0; asked < 50; asked += 1) {
    const attempt = acknowledged[random.between(0, acknowledged.length - 1)];
    if (!attempt) return;
    const again = await sendAttempt(attempt, random.pick(world.addresses), undefined, record);
    expect(again).toBe(attempt.answers.find(isReference));
  }
  expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
}

function expectNoCardInTheOutput(): void {
  const output = [...world.servers, world.worker, world.sandbox].map((process) => process.output).join('\n');
  for (const secret of ['4242424242424242', '4000000000000002', '"739"', '9081726354']) {
    expect(output.includes(secret), `${secret} in the output of a process`).toBe(false);
  }
}

async function summarize(
  record: PayerRecord,
  counts: { readonly acknowledged: number; readonly recovered: number; readonly killedForMs: number },
): Promise<void> {
  const payments = await readPayments(world.database.database);
  const inState = (state: string) => payments.filter((payment) => payment.state === state).length;
  const processes = [...world.servers, world.worker, world.sandbox];
  const starts = processes.flatMap((process) => process.startMs).toSorted((a, b) => a - b);
  console.log(
    [
      '',
      `  Kills: ${processes.map(({ name, kills: count }) => `${name} ${count}`).join(', ')} in ${inSeconds(counts.killedForMs)} (seed ${seed})`,
      `  Starts: half within ${inSeconds(starts[Math.trunc(starts.length / 2)] ?? 0)}, the longest ${inSeconds(starts.at(-1) ?? 0)}`,
      `  Submissions: ${record.attempts.length}, ${record.cut} connections cut, ${record.lost} requests without an answer`,
      `  Payments: ${payments.length}, of them ${inState('posted')} posted and ${inState('declined')} declined, ${counts.recovered} by the recovery`,
      `  Acknowledged: ${counts.acknowledged}. Lost: 0. Doubled: 0. Books, bank drafts and card charges agree to the cent.`,
      '',
    ].join('\n'),
  );
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
