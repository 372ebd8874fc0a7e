import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { validate } from 'achkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { type SeededRandom, seededRandom } from '#server/host/embedded/demonstration/seeded-random.ts';
import { bankAccount, planScheduled } from './planner.ts';
import { findDifferences } from './reconcile.ts';
import { startWorld, type World } from './world.ts';

/** More by command: `FAULTS_DAY_KILLS=100 npm test -- faults`; `FAULTS_SEED` repeats a run. */
const killsPerDay = Number(process.env['FAULTS_DAY_KILLS'] ?? 4);
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000);
const DRAFTS_PER_DAY = 40;
const days = [day('2026-11-20'), day('2026-11-23'), day('2026-11-24')];
/** Ended in peace: what the dead had in hand on the days before is done by then. */
const lastDay = day('2026-11-25');

/** From the start of the process on, long enough for one to come to its end. */
const LATEST_KILL_MS = 2_500;

let world: World;
let unforeseen = '';

beforeAll(async () => {
  world = await startWorld(DRAFTS_PER_DAY);
});

afterAll(() => world.end());

test(
  `the end of the day, killed ${killsPerDay} times a day, makes each bank file once and loses no draft (seed ${seed})`,
  { timeout: 120_000 + days.length * killsPerDay * 20_000 },
  async () => {
    const random = seededRandom(seed);
    let planned = 0;
    for (const businessOn of days) {
      for (const borrower of world.borrowers) await planScheduled(world, borrower, bankAccount, businessOn);
      planned += world.borrowers.length;
      for (let kill = 0; kill < killsPerDay; kill += 1) await endAndKill(businessOn, random);
      await dropLeases();
      expect(await exitOf(endDay(businessOn)), unforeseen).toBe(0);
    }
    expect(await exitOf(endDay(lastDay)), unforeseen).toBe(0);
    const files = await readFiles();
    // Which day's file a draft is in depends on who died with it in hand; at least the last one has some.
    const filed = files.map(({ businessOn }) => businessOn);
    expect(filed.length).toBeGreaterThan(0);
    expect(filed).toEqual([...days, lastDay].filter((businessOn) => filed.includes(businessOn)));
    const drafts = await readDrafts();
    expect(drafts).toHaveLength(planned);
    for (const file of files) expectWhole(file, drafts);
    // After the cut-off a draft waits for the next day's file; of the days before, none does.
    const waiting = drafts.filter(({ fileId }) => fileId === null);
    expect(waiting.every(({ fileOn }) => fileOn > lastDay)).toBe(true);
    expect(new Set(drafts.flatMap(({ trace }) => trace ?? [])).size).toBe(drafts.length - waiting.length);
    expect(await miscountedDays()).toEqual([]);
    expect(await findDifferences(world.database.database, world.sandboxUrl)).toEqual([]);
    console.log(
      `\n  ${days.length * killsPerDay} kills at the end of ${days.length} days: ${files.length} bank files, ${drafts.length - waiting.length} drafts in them, ${waiting.length} wait for the next. Lost: 0. Doubled: 0.\n`,
    );
  },
);

/** Two at once now and then, of which both die. */
async function endAndKill(businessOn: Day, random: SeededRandom): Promise<void> {
  const running = Array.from({ length: random.next() < 0.4 ? 2 : 1 }, () => endDay(businessOn));
  await Promise.all(
    running.map(async (process) => {
      await sleep(random.between(300, LATEST_KILL_MS));
      process.kill('SIGKILL');
      await exitOf(process);
    }),
  );
}

/** As if what the dead had in hand had run out. */
async function dropLeases(): Promise<void> {
  const { database } = world.database;
  await sql`update payments set leased_until = now() where leased_until is not null`.execute(database);
  await sql`update payments set claimed_until = null where claimed_until is not null`.execute(database);
}

function endDay(businessOn: Day): ChildProcess {
  const script = fileURLToPath(new URL('../../server/cli/main.ts', import.meta.url));
  const child = spawn(process.execPath, [script, 'end-of-day'], {
    env: { PATH: process.env['PATH'], ...world.environment, PASSBOOK_NOW: `${businessOn}T17:05:00-05:00` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (unforeseen = (unforeseen + chunk.toString()).slice(-4_000)));
  }
  return child;
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
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
  readonly fileOn: Day;
}

async function readDrafts(): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select file_id as "fileId", trace_number as trace, file_on as "fileOn" from ach_entries`.execute(
    world.database.database,
  );
  return rows;
}

/** Days that do not say how many late charges they have, whoever died while they were made. */
async function miscountedDays(): Promise<Day[]> {
  const { rows } = await sql<{ on: Day }>`
    select business_on as "on" from business_days
    where late_charges <> (select count(*) from transfers
      where description = 'Late charge' and effective_on = business_on)`.execute(world.database.database);
  return rows.map(({ on }) => on);
}

/** The file is the one that was made, sound, and has its drafts and no other. */
function expectWhole({ fileId, count, hash, text }: FileRow, drafts: readonly DraftRow[]): void {
  expect(createHash('sha256').update(text).digest().equals(Buffer.from(hash))).toBe(true);
  expect(validate(text)).toEqual({ ok: true, errors: [] });
  const inFile = text.split('\n').filter((line) => /^6[23]7/.test(line));
  const own = drafts.filter((draft) => draft.fileId === fileId).map(({ trace }) => trace ?? '');
  expect(inFile.map((line) => line.slice(-15)).toSorted()).toEqual(own.toSorted());
  expect(inFile).toHaveLength(count);
}
