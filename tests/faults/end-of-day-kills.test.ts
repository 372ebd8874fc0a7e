import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { validate } from 'achkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { type SeededRandom, seededRandom } from '#demo/books/seeded-random.ts';
import { bankAccount, planScheduled, prepareCard } from './planner.ts';
import { findDifferences } from './reconcile.ts';
import { startWorld, type World } from './world.ts';
import { exitOf, startCommand } from './world-command.ts';

/** Run more with `FAULTS_DAY_KILLS=100 npm test -- faults`; repeat a run with `FAULTS_SEED`. */
const killsPerDay = Number(process.env['FAULTS_DAY_KILLS'] ?? 4);
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const DRAFTS_PER_DAY = 40;
const days = [day('2026-11-20'), day('2026-11-23'), day('2026-11-24')];

/** After the start of the process; late enough for some to finish. */
const LATEST_KILL_MS = 2_500;

let world: World;

beforeAll(async () => {
  world = await startWorld(DRAFTS_PER_DAY);
});

afterAll(() => world.end());

test(
  `the end of day, killed ${killsPerDay} times a day, makes each bank file once and loses no draft (seed ${seed})`,
  { timeout: 120_000 + days.length * killsPerDay * 20_000 },
  async () => {
    const random = seededRandom(seed);
    let planned = 0;
    for (const businessOn of days) {
      for (const borrower of world.borrowers) await planScheduled(world, borrower, bankAccount, businessOn);
      planned += world.borrowers.length;
      for (let kill = 0; kill < killsPerDay; kill += 1) await endAndKill(businessOn, random);
      // Dead processes' claims may still be submitted, so the day waits for them and makes no file without them.
      const { said } = await finishDay(businessOn);
      expect(await draftsLeftOut(businessOn), said).toBe(0);
      await dropLeases();
      expect(await finishDay(businessOn)).toMatchObject({ exit: 0 });
    }
    const files = await readFiles();
    expect(files.map(({ businessOn, count }) => [businessOn, count])).toEqual(
      days.map((businessOn) => [businessOn, world.borrowers.length]),
    );
    const drafts = await readDrafts();
    expect(drafts).toHaveLength(planned);
    for (const file of files) expectWhole(file, drafts);
    expect(new Set(drafts.flatMap(({ trace }) => trace ?? [])).size).toBe(planned);
    expect(await miscountedDays()).toEqual([]);
    expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
    console.log(
      `\n  ${days.length * killsPerDay} kills at the end of ${days.length} days: ${files.length} bank files, ${drafts.length} drafts in them, each in the file of its day. Lost: 0. Doubled: 0.\n`,
    );
  },
);

test(
  'three business days without the card processor lose no file, draft or card payment',
  { timeout: 180_000 },
  async () => {
    const down = [day('2026-11-25'), day('2026-11-27'), day('2026-11-30')];
    const card = await prepareCard(world.sandboxUrl);
    await world.sandbox.kill();
    const [first, second, ...others] = world.borrowers;
    for (const businessOn of down) {
      for (const borrower of others.slice(0, 10)) await planScheduled(world, borrower, bankAccount, businessOn);
      for (const borrower of [first, second]) if (borrower) await planScheduled(world, borrower, card, businessOn);
      expect(await finishDay(businessOn)).toMatchObject({
        exit: 1,
        said: expect.stringContaining('No answer from the payments network'),
      });
    }
    const made = (await readFiles()).filter(({ businessOn }) => down.includes(businessOn));
    expect(made.map(({ businessOn, count }) => [businessOn, count])).toEqual(down.map((on) => [on, 10]));
    for (const file of made) expectWhole(file, await readDrafts());
    expect(await openDays()).toEqual(down);
    await world.sandbox.start();
    await dropLeases();
    // The first run settles unknown outcomes, the second charges the payments that waited for them.
    for (const _run of [1, 2]) await finishDay(day('2026-12-01'));
    await dropLeases();
    expect(await finishDay(day('2026-12-02'))).toMatchObject({ exit: 0 });
    expect(await openDays()).toEqual([]);
    expect(await countCardPayments()).toEqual({ posted: 2 * down.length });
    expect(await findDifferences(world.database.database, world.sandboxUrl, world.cipher)).toEqual([]);
  },
);

async function openDays(): Promise<Day[]> {
  const { rows } = await sql<{ on: Day }>`
    select business_on as "on" from business_days where reconciled_at is null order by 1`.execute(
    world.database.database,
  );
  return rows.map(({ on }) => on);
}

async function countCardPayments(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*) as count from payments where method_type = 'Card' group by state`.execute(
    world.database.database,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Sometimes kills two parallel processes. */
async function endAndKill(businessOn: Day, random: SeededRandom): Promise<void> {
  const running = Array.from({ length: random.next() < 0.4 ? 2 : 1 }, () => endDay(businessOn));
  await Promise.all(
    running.map(async (command) => {
      await sleep(random.between(300, LATEST_KILL_MS));
      command.process.kill('SIGKILL');
      await exitOf(command);
    }),
  );
}

async function draftsLeftOut(businessOn: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payments p left join ach_entries e using (payment_id)
    where p.pay_on = ${businessOn} and e.file_id is null
      and exists (select from business_days d where d.business_on = ${businessOn} and d.filed_at is not null)`.execute(
    world.database.database,
  );
  return rows[0]?.count ?? 0;
}

/** Expires the claims of dead processes. */
async function dropLeases(): Promise<void> {
  const { database } = world.database;
  await sql`update payments set leased_until = now() where leased_until is not null`.execute(database);
  await sql`update payments set claimed_until = null where claimed_until is not null`.execute(database);
}

const endDay = (businessOn: Day) => startCommand(world, ['end-of-day'], `${businessOn}T17:05:00-05:00`);

/** Ends a day undisturbed. */
async function finishDay(businessOn: Day): Promise<{ readonly exit: number | null; readonly said: string }> {
  const command = endDay(businessOn);
  return { exit: await exitOf(command), said: command.said() };
}

interface FileRow {
  readonly fileId: number;
  readonly businessOn: Day;
  readonly count: number;
  readonly hash: Uint8Array;
  readonly text: string;
}

async function readFiles(): Promise<FileRow[]> {
  const { rows } = await sql<{ file_id: number; on: Day; count: number; sealed: Uint8Array; hash: Uint8Array }>`
    select file_id, business_on as "on", entry_count as count, content_sealed as sealed, content_hash as hash
    from ach_files order by business_on`.execute(world.database.database);
  return rows.map(({ file_id: fileId, on: businessOn, sealed, ...row }) => ({
    ...row,
    fileId,
    businessOn,
    text: world.cipher.decrypt(sealed, `bank-file:${businessOn}`),
  }));
}

interface DraftRow {
  readonly fileId: number | null;
  readonly trace: string | null;
}

async function readDrafts(): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select file_id as "fileId", trace_number as trace from ach_entries`.execute(world.database.database);
  return rows;
}

/** Returns days whose count of late charges is wrong. */
async function miscountedDays(): Promise<Day[]> {
  const { rows } = await sql<{ on: Day }>`
    select business_on as "on" from business_days
    where late_charges <> (select count(*) from transfers
      where description = 'Late charge' and effective_on = business_on)`.execute(world.database.database);
  return rows.map(({ on }) => on);
}

/** Checks that the file is unaltered, valid, and contains exactly its drafts. */
function expectWhole({ fileId, count, hash, text }: FileRow, drafts: readonly DraftRow[]): void {
  expect(createHash('sha256').update(text).digest().equals(Buffer.from(hash))).toBe(true);
  expect(validate(text)).toEqual({ ok: true, errors: [] });
  const inFile = text.split('\n').filter((line) => /^6[23]7/.test(line));
  const own = drafts.filter((draft) => draft.fileId === fileId).map(({ trace }) => trace ?? '');
  expect(inFile.map((line) => line.slice(-15)).toSorted()).toEqual(own.toSorted());
  expect(inFile).toHaveLength(count);
}
