import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { day } from '#common/core/dates.ts';
import { runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { inTransaction } from '#server/platform/db/database.ts';
import type { Services } from '#server/services.ts';
import { auditOf, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';
import { returned, returnFile } from '#tests/builders/return-file.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { releaseDraft } from './decide-draft.command.ts';
import { endOfDayCommand } from './end-of-day.cli.ts';
import { handOverBankFile } from './hand-over-bank-file.command.ts';
import { readBankFile } from './make-bank-file.command.ts';
import { planFileRejection, recordFileRejection } from './record-file-rejection.command.ts';
import { settleClearing } from './settle-clearing.command.ts';
import { previewReturns, takeReturns } from './take-returns.command.ts';

const [monday, tuesday] = [day('2026-11-23'), day('2026-11-24')];
const [first, second] = ['411001010000001', '411001010000002'] as const;
const decision = { by: 'kim', reason: 'Wrong company id' };
const nothingElse = () => Promise.resolve();

let scene: EndOfDayScene;
let services: Services;

beforeEach(async () => {
  scene = await createEndOfDayScene(withDesk);
  ({ services } = scene.testApp);
  for (const amount of [41, 42]) await scene.payByDraft(amount);
  await closeOn('2026-11-23');
});

afterEach(() => scene.testApp.close());

async function closeOn(date: string) {
  scene.clockAt(`${date}T17:05:00-05:00`);
  return closeBusinessDays(services, new AbortController().signal);
}

const reject = () => recordFileRejection(services, monday, decision, nothingElse);

interface Entry {
  readonly state: string;
  readonly trace: string | null;
  readonly fileOn: string;
}

async function entries(): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select e.state, trace_number as trace, file_on as "fileOn" from ach_entries e join payments using (payment_id)
    where customer_id = '400102' order by entry_id desc limit 2`.execute(services.database);
  return rows.toReversed();
}

/** The traces and amounts of customers' debits in a day's file. */
async function drawn(on: typeof monday): Promise<readonly string[]> {
  const file = await readBankFile(services, on);
  const lines = file?.text.split('\n').filter((line) => line.startsWith('627')) ?? [];
  return lines.map((line) => `${line.slice(79)} ${Number(line.slice(29, 39))}`);
}

async function clearing(): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select description, effective_on as on, amount_cents as cents from transfers join postings using (transfer_id)
    where settlement_key is not null and ledger_code = 1010 order by transfer_id`.execute(services.database);
  return rows;
}

it('sends the drafts of a rejected file with the next one, once, and keeps the rejected file', async () => {
  const before = await scene.effects();
  expect(await planFileRejection(services, monday)).toMatchObject({
    drafts: 2,
    debitCents: 8_700,
    fileOn: '2026-11-24',
    effectiveOn: '2026-11-25',
    insteadOf: '2026-11-24',
    obstacle: null,
  });
  expect(await reject()).toMatchObject({ ok: true });
  expect(await reject()).toEqual({ ok: false, error: 'RefusedAlready' });
  expect(await entries()).toEqual([
    { state: 'collected', trace: null, fileOn: '2026-11-24' },
    { state: 'collected', trace: null, fileOn: '2026-11-24' },
  ]);
  await runHostTasks(services, new AbortController().signal);
  const told = (await listNewestMessages(services, 10)).filter(({ subject }) => subject.includes('another day'));
  expect(told.map(({ body }) => /of \$\d+\.\d\d .* on 11\/24\/2026 .* on 11\/25\/2026 instead/.test(body))).toEqual([
    true,
    true,
  ]);
  expect(await auditOf(scene.testApp, 'bank-file-refused')).toMatchObject([
    { businessOn: monday, drafts: 2, debitCents: 8_700, effectiveOn: '2026-11-25', ...decision },
  ]);
  expect(
    await handOverBankFile(services, monday, { by: 'kim', write: () => Promise.reject(new Error('written')) }),
  ).toEqual({
    ok: false,
    error: 'RefusedAlready',
  });
  expect(await scene.effects()).toEqual(before);

  const [closed] = await closeOn('2026-11-24');
  expect(closed?.comparison?.differences).toEqual([]);
  expect(await drawn(monday)).toEqual([`${first} 4300`, `${second} 4400`]);
  expect((await drawn(tuesday)).map((line) => line.slice(16))).toEqual(['4300', '4400']);
  const traces = (await entries()).map(({ trace }) => trace);
  expect((await drawn(tuesday)).map((line) => line.slice(0, 15))).toEqual(traces);
  expect(traces.includes(first) || traces.includes(second)).toBe(false);

  await closeOn('2026-11-25');
  // The rejected file never settles, the other one on its own day.
  expect(await clearing()).toEqual([{ description: 'Bank file settled', on: '2026-11-25', cents: 8_700 }]);
  expect(await findImbalances(services.database)).toEqual([]);
});

it('takes back what was settled, if the rejection comes late', async () => {
  await closeOn('2026-11-24');
  expect(await reject()).toMatchObject({ ok: true, value: { fileOn: '2026-11-25', effectiveOn: '2026-11-27' } });
  await closeOn('2026-11-25');
  await closeOn('2026-11-27');
  expect(await clearing()).toEqual([
    { description: 'Bank file settled', on: '2026-11-24', cents: 8_700 },
    { description: 'Bank file refused', on: '2026-11-24', cents: -8_700 },
    { description: 'Bank file settled', on: '2026-11-27', cents: 8_700 },
  ]);
});

it('is not possible once the bank has answered about an entry, nor for a day without a file', async () => {
  scene.clockAt('2026-11-24T09:00:00-05:00');
  await takeReturns(services, returnFile([returned(first, 4_300, 'R01')]));
  expect(await planFileRejection(services, monday)).toMatchObject({ obstacle: 'BankAnswered' });
  expect(await reject()).toEqual({ ok: false, error: 'BankAnswered' });
  expect((await entries()).map(({ state }) => state)).toEqual(['filed', 'filed']);
  expect(await recordFileRejection(services, tuesday, decision, nothingElse)).toEqual({ ok: false, error: 'NoFile' });
});

it('is too late once the file was effective more than two business days ago', async () => {
  // Thanksgiving and the weekend are not banking days.
  scene.clockAt('2026-11-29T12:00:00-05:00');
  expect(await planFileRejection(services, monday)).toMatchObject({ obstacle: null });
  scene.clockAt('2026-11-30T09:00:00-05:00');
  expect(await planFileRejection(services, monday)).toMatchObject({ obstacle: 'TooLate' });
  expect(await reject()).toEqual({ ok: false, error: 'TooLate' });
  const command = ['refused', monday, 'Wrong company id', '--not-drawn', '--by', 'Ana Silva'];
  expect(await endOfDayCommand.run(command, services)).toBe(1);
  const operations = await enterDesk(scene.testApp, 'operations');
  await operations.confirm();
  const body = { businessOn: monday, holding: [], reason: 'Wrong company id' };
  const asked = await operations.post('/api/desk/day/ask-refusal', body);
  expect(asked.json()).toEqual({ error: 'TooLate' });
  expect((await entries()).map(({ state }) => state)).toEqual(['filed', 'filed']);
});

it('puts drafts on hold that must not leave again, in the same step, and all or nothing', async () => {
  const [one = ''] = await references();
  const holding = (...held: string[]) =>
    recordFileRejection(services, monday, { ...decision, holding: held }, nothingElse);
  expect(await holding(one, 'AAAA-BBBB-CCCC')).toEqual({ ok: false, error: 'NotInFile' });
  expect((await entries()).map(({ state }) => state)).toEqual(['filed', 'filed']);
  expect(await planFileRejection(services, monday, [one])).toMatchObject({
    drafts: 1,
    debitCents: 4_400,
    heldCents: 4_300,
  });
  expect(await holding(one, one)).toMatchObject({ ok: true, value: { drafts: 1, held: 1 } });
  expect((await entries()).map(({ state }) => state)).toEqual(['held', 'collected']);
  await runHostTasks(services, new AbortController().signal);
  const told = (await listNewestMessages(services, 5)).filter(({ subject }) => subject.includes('another day'));
  expect(
    told.map(({ body }) => body.includes('$44.00')),
    'only of the one that is drawn',
  ).toEqual([true]);
  expect(await auditOf(scene.testApp, 'bank-draft-held')).toMatchObject([
    { referenceNumber: one, by: 'kim', reason: expect.stringContaining('11/23/2026 was rejected: Wrong company id') },
  ]);
  const [closed] = await closeOn('2026-11-24');
  expect((await drawn(tuesday)).map((line) => line.slice(16))).toEqual(['4400']);
  expect(closed?.comparison?.differences).toEqual([]);
  expect(await releaseDraft(services, one, 'kim')).toMatchObject({ ok: true });
  await runHostTasks(services, new AbortController().signal);
  expect((await listNewestMessages(services, 1))[0]?.body).toMatch(/of \$43\.00 .* on 11\/24\/2026 .* on 11\/27\/2026/);
});

async function references(): Promise<readonly string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference_number as reference from ach_entries e join payments using (payment_id)
    where customer_id = '400102' order by entry_id desc limit 2`.execute(services.database);
  return rows.map(({ reference }) => reference).toReversed();
}

it('changes nothing if the process dies before the end', async () => {
  const before = await entries();
  const dying = recordFileRejection(services, monday, decision, () => Promise.reject(new Error('killed')));
  await expect(dying).rejects.toThrow('killed');
  expect(await entries()).toEqual(before);
  expect(await planFileRejection(services, monday)).toMatchObject({ obstacle: null });
  expect(await auditOf(scene.testApp, 'bank-file-refused')).toEqual([]);
  expect((await listNewestMessages(services, 5)).map(({ subject }) => subject).join()).not.toContain('another day');
});

it('a draft about which the bank answers after all is put on hold before it leaves again', async () => {
  await reject();
  scene.clockAt('2026-11-24T09:00:00-05:00');
  const file = returnFile([returned(first, 4_300, 'R01')]);
  const expected = {
    value: {
      returned: 0,
      notices: [
        {
          became: 'unmatched',
          effects: ['puts the bank draft on hold'],
          reason: expect.stringContaining('ask the bank'),
        },
      ],
    },
  };
  expect(await previewReturns(services, file)).toMatchObject(expected);
  expect((await entries()).map(({ state }) => state)).toEqual(['collected', 'collected']);
  expect(await takeReturns(services, file)).toMatchObject(expected);
  expect((await entries()).map(({ state }) => state)).toEqual(['held', 'collected']);
  await closeOn('2026-11-24');
  expect((await drawn(tuesday)).map((line) => line.slice(16))).toEqual(['4400']);
  // Of the file that it left with, as always.
  const [, sent] = await entries();
  scene.clockAt('2026-11-25T09:00:00-05:00');
  expect(await takeReturns(services, returnFile([returned(sent?.trace ?? '', 4_400, 'R01')]))).toMatchObject({
    value: { returned: 1 },
  });
});

it('the command line records it with the name of who says so', async () => {
  expect(await endOfDayCommand.run(['refused', monday, 'Wrong company id'], services), 'without --by').toBe(2);
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const command = ['refused', monday, 'Wrong company id', '--by', 'Ana Silva'];
  expect(await endOfDayCommand.run(command, services), 'only shown').toBe(1);
  expect(log.mock.calls.flat().join()).toMatch(
    /Nothing is recorded yet.*2 drafts totaling \$87\.00.*effective 11\/25\/2026 instead of 11\/24\/2026.*--not-drawn/,
  );
  log.mockRestore();
  expect((await entries()).map(({ state }) => state)).toEqual(['filed', 'filed']);
  expect(await endOfDayCommand.run(['show', monday, '--not-drawn'], services)).toBe(2);
  expect(await endOfDayCommand.run(['show', monday, '--hold', 'AAAA-BBBB-CCCC'], services)).toBe(2);
  expect(await endOfDayCommand.run([...command, '--hold', 'AAAA-BBBB-CCCC', '--not-drawn'], services)).toBe(1);
  expect(await endOfDayCommand.run([...command, '--not-drawn'], services)).toBe(0);
  expect(await endOfDayCommand.run([...command, '--not-drawn'], services)).toBe(1);
  expect(await endOfDayCommand.run(['file', monday, '/nowhere/else.ach', '--by', 'Ana Silva'], services)).toBe(1);
  expect(await auditOf(scene.testApp, 'bank-file-refused')).toMatchObject([{ by: 'Ana Silva' }]);
});

describe.runIf(inject('testDatabases').kind === 'postgres')('at the same moment', () => {
  it('no draft is in two files when it is rejected twice while the next file is made', async () => {
    scene.clockAt('2026-11-24T17:05:00-05:00');
    const stopping = new AbortController().signal;
    const [one, other] = await Promise.all([reject(), reject(), closeBusinessDays(services, stopping)]);
    expect([one, other].filter(({ ok }) => ok)).toHaveLength(1);
    for (const date of ['2026-11-25', '2026-11-27']) await closeOn(date);
    const { rows } = await sql<{ files: number }>`
      select count(*)::int as files from ach_files where debit_cents = 8700
        and file_id not in (select file_id from refused_bank_files)`.execute(services.database);
    expect(rows).toEqual([{ files: 1 }]);
    expect((await entries()).map(({ state }) => state)).toEqual(['filed', 'filed']);
  });

  it('a return does not take back a draft whose file is being rejected', async () => {
    scene.clockAt('2026-11-24T09:00:00-05:00');
    const taken = await during(rejecting, () => takeReturns(services, returnFile([returned(first, 4_300, 'R01')])));
    expect(taken).toMatchObject({ value: { returned: 0, notices: [{ became: 'unmatched' }] } });
    expect((await entries()).map(({ state }) => state)).toEqual(['held', 'collected']);
  });

  it('a file is not rejected while a return of it is being taken', async () => {
    scene.clockAt('2026-11-24T09:00:00-05:00');
    const { rows } = await sql<{ id: string }>`
      select payment_id as id from ach_entries where trace_number = ${first}`.execute(services.database);
    const lockingPayment: Holding = (hold) =>
      inTransaction(services.database, async (transaction) => {
        await sql`select from payments where payment_id = ${rows[0]?.id} for update`.execute(transaction);
        await hold();
      });
    const both = async () => {
      const taking = takeReturns(services, returnFile([returned(first, 4_300, 'R01')]));
      await untilWaiting(1);
      return Promise.all([taking, reject()]);
    };
    const [taken, rejected] = await during(lockingPayment, both, 2);
    expect(taken).toMatchObject({ value: { returned: 1 } });
    expect(rejected).toEqual({ ok: false, error: 'BankAnswered' });
    expect((await entries()).map(({ state }) => state)).toEqual(['filed', 'filed']);
  });

  it('a file that is being rejected does not settle', async () => {
    scene.clockAt('2026-11-24T17:05:00-05:00');
    await during(rejecting, () => settleClearing(services, tuesday));
    await runHostTasks(services, new AbortController().signal);
    expect(await clearing()).toEqual([]);
    for (const date of ['2026-11-24', '2026-11-25', '2026-11-27']) await closeOn(date);
    expect(await clearing()).toEqual([{ description: 'Bank file settled', on: '2026-11-27', cents: 8_700 }]);
  });
});

/** Keeps a transaction open until `hold` ends. */
type Holding = (hold: () => Promise<void>) => Promise<unknown>;

const rejecting: Holding = (hold) => recordFileRejection(services, monday, decision, hold);

/** Runs `other` beside an open transaction, which ends once `other` has, or so many wait for a lock. */
async function during<Answer>(holding: Holding, other: () => Promise<Answer>, waiting = 1): Promise<Answer> {
  const opened = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held = holding(() => {
    opened.resolve();
    return released.promise;
  });
  await opened.promise;
  const running = other();
  await Promise.race([running, untilWaiting(waiting)]);
  released.resolve();
  await held;
  return running;
}

/** Until so many wait for a lock in this database. */
async function untilWaiting(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(services.database);
      expect(rows[0]?.waiting).toBeGreaterThanOrEqual(count);
    },
    { timeout: 5_000, interval: 20 },
  );
}
