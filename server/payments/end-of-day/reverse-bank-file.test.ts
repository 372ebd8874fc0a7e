import { validate } from 'achkit';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { runHostTasks } from '#server/host-tasks/run-host-tasks.command.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { recoverPaymentsJob } from '#server/payments/settlement/recover-payments.job.ts';
import type { Services } from '#server/services.ts';
import { auditOf, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';
import { returned, returnedCredit, returnFile } from '#tests/builders/return-file.ts';
import { closeBusinessDays } from './close-business-days.command.ts';
import { endOfDayCommand } from './end-of-day.cli.ts';
import { readBankFile } from './make-bank-file.command.ts';
import { planReversal, readReversingFile, reverseBankFile } from './reverse-bank-file.command.ts';
import { findReversal } from './reversed-files.queries.ts';
import { takeReturns } from './take-returns.command.ts';

const monday = day('2026-11-23');
const [first, second] = ['411001010000001', '411001010000002'] as const;
const decision = { by: 'kim', reason: 'Sent to the wrong bank' };
const nothingElse = () => Promise.resolve();
const stopping = new AbortController().signal;

let scene: EndOfDayScene;
let services: Services;
let beforePaying: Awaited<ReturnType<EndOfDayScene['effects']>>;

beforeEach(async () => {
  scene = await createEndOfDayScene(withDesk);
  ({ services } = scene.testApp);
  beforePaying = await scene.effects();
  for (const amount of [41, 42]) await scene.payByDraft(amount);
  await closeOn('2026-11-23');
  scene.clockAt('2026-11-24T09:00:00-05:00');
});

afterEach(() => scene.testApp.close());

async function closeOn(date: string) {
  scene.clockAt(`${date}T17:05:00-05:00`);
  return closeBusinessDays(services, stopping);
}

const reverse = (kind: 'inError' | 'twice', within = nothingElse) =>
  reverseBankFile(services, { businessOn: monday, kind }, decision, within);

async function states(): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{ state: string; code: string | null }>`
    select p.state, return_code as code from ach_entries e join payments p using (payment_id)
    where e.trace_number in (${first}, ${second}) order by entry_id`.execute(services.database);
  return rows.map(({ state, code }) => (code === null ? state : `${state} ${code}`));
}

async function reversing(): Promise<string> {
  const reversal = await findReversal(services.database, monday);
  return reversal ? readReversingFile(services, reversal) : '';
}

const linesOf = (text: string, code: string) => text.split('\n').filter((line) => line.startsWith(code));

async function told(): Promise<readonly string[]> {
  await runHostTasks(services, stopping);
  const mails = await listNewestMessages(services, 20);
  return mails.filter(({ subject }) => subject === 'We are giving a payment back').map(({ body }) => body);
}

async function cash(): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select description, effective_on as on, amount_cents as cents from transfers join postings using (transfer_id)
    where settlement_key is not null and ledger_code = 1010 order by transfer_id`.execute(services.database);
  return rows;
}

it('gives the drafts of a mistake back as Nacha asks, takes their payments back, and tells the customers', async () => {
  expect(await planReversal(services, monday)).toEqual({
    drafts: 2,
    creditCents: 8_700,
    left: 0,
    effectiveOn: '2026-11-25',
    deadline: '2026-12-02',
    obstacle: null,
  });
  expect(await reverse('inError')).toMatchObject({ ok: true });
  expect(await states()).toEqual(['returned REVERSAL', 'returned REVERSAL']);
  expect((await scene.effects()).principalCents).toBe(beforePaying.principalCents);
  expect(await reverse('inError')).toEqual({ ok: false, error: 'ReversedAlready' });

  const text = await reversing();
  const original = (await readBankFile(services, monday))?.text ?? '';
  expect(validate(text)).toEqual(validate(original));
  const [header = ''] = linesOf(text, '5');
  expect([header.slice(40, 50), header.slice(50, 53), header.slice(53, 63), header.slice(69, 75)]).toEqual([
    '1412345678',
    'WEB',
    'REVERSAL  ',
    '261125',
  ]);
  // The same but for the direction and the trace number.
  const sameOf = (line: string) => line.slice(3, 79);
  expect(linesOf(text, '622').map(sameOf).slice(0, 2)).toEqual(linesOf(original, '627').map(sameOf).slice(0, 2));
  const traces = linesOf(text, '6').map((line) => line.slice(79));
  const earlier = linesOf(original, '6').map((line) => line.slice(79));
  expect(traces.filter((trace) => earlier.includes(trace))).toEqual([]);

  expect((await told()).filter((body) => body.includes('by mistake') && body.includes('11/25/2026'))).toHaveLength(2);
  expect(await auditOf(scene.testApp, 'bank-file-reversed')).toMatchObject([
    { businessOn: monday, kind: 'inError', drafts: 2, creditCents: 8_700, ...decision },
  ]);
  const [closed] = await closeOn('2026-11-24');
  expect(closed?.comparison?.differences).toEqual([]);
  await closeOn('2026-11-25');
  expect(await cash()).toEqual([
    { description: 'Bank file settled', on: '2026-11-24', cents: 8_700 },
    { description: 'Returned draft settled', on: '2026-11-25', cents: -4_300 },
    { description: 'Returned draft settled', on: '2026-11-25', cents: -4_400 },
  ]);
  expect(await findImbalances(services.database)).toEqual([]);
});

it('leaves the payments of a file that the bank drew twice', async () => {
  const before = await scene.effects();
  expect(await reverse('twice')).toMatchObject({ ok: true });
  expect(await states()).toEqual(['posted', 'posted']);
  expect(await scene.effects()).toEqual(before);
  expect((await told()).filter((body) => body.includes('drawn twice by mistake'))).toHaveLength(2);
  expect(linesOf(await reversing(), '622').length).toBeGreaterThanOrEqual(2);
});

it('leaves a draft that its bank returned', async () => {
  await takeReturns(services, returnFile([returned(first, 4_300, 'R01')]));
  expect(await planReversal(services, monday)).toMatchObject({
    drafts: 1,
    creditCents: 4_400,
    left: 1,
    obstacle: null,
  });
  await reverse('inError');
  expect(await states()).toEqual(['returned R01', 'returned REVERSAL']);
  expect(linesOf(await reversing(), '6').map((line) => Number(line.slice(29, 39)))).toEqual([4_400, 4_400]);
});

it('is over five banking days after the file settled, and not before', async () => {
  scene.clockAt('2026-12-01T09:00:00-05:00');
  expect(await planReversal(services, monday)).toMatchObject({ effectiveOn: '2026-12-02', obstacle: null });
  scene.clockAt('2026-12-02T09:00:00-05:00');
  expect(await planReversal(services, monday)).toMatchObject({ obstacle: 'TooLate' });
  expect(await reverse('inError')).toEqual({ ok: false, error: 'TooLate' });
  expect(
    await reverseBankFile(services, { businessOn: day('2026-11-20'), kind: 'twice' }, decision, nothingElse),
  ).toEqual({
    ok: false,
    error: 'NoFile',
  });
});

it('a process that dies before the file is made leaves nothing, and one that dies after it leaves no payment behind', async () => {
  await expect(reverse('inError', () => Promise.reject(new Error('killed')))).rejects.toThrow('killed');
  expect(await findReversal(services.database, monday)).toBeUndefined();
  expect(await states()).toEqual(['posted', 'posted']);

  // Every payment fails, as if the process had died before the first.
  await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$`.execute(
    services.database,
  );
  await sql`create trigger die before update on payments for each row execute function die()`.execute(
    services.database,
  );
  expect(await reverse('inError')).toMatchObject({ ok: true });
  expect(await states()).toEqual(['posted', 'posted']);
  await sql`drop trigger die on payments`.execute(services.database);
  await recoverPaymentsJob.run(services, stopping);
  await recoverPaymentsJob.run(services, stopping);
  expect(await states()).toEqual(['returned REVERSAL', 'returned REVERSAL']);
  expect(await told()).toHaveLength(2);
  expect((await scene.effects()).principalCents).toBe(beforePaying.principalCents);
});

it('what the banks send back of either file needs a person, and changes nothing', async () => {
  await reverse('inError');
  const [trace = ''] = linesOf(await reversing(), '622').map((line) => line.slice(79));
  const before = await scene.effects();
  const file = returnFile([returned(first, 4_300, 'R10'), returnedCredit(trace, 4_300, 'R02')]);
  expect(await takeReturns(services, file)).toMatchObject({
    value: {
      returned: 0,
      notices: [
        {
          became: 'unmatched',
          reason: expect.stringContaining('may have the money twice'),
          paymentId: expect.any(String),
        },
        { became: 'unmatched', reason: expect.stringContaining('by other means'), paymentId: expect.any(String) },
      ],
    },
  });
  expect(await scene.effects()).toEqual(before);
});

it('entry numbers and file marks go on after a reversing file', async () => {
  await reverse('twice');
  const taken = linesOf(await reversing(), '6').map((line) => line.slice(79));
  await scene.payByDraft(20);
  await closeOn('2026-11-24');
  const next = (await readBankFile(services, day('2026-11-24')))?.text ?? '';
  const traces = linesOf(next, '6').map((line) => line.slice(79));
  expect(traces.filter((trace) => taken.includes(trace))).toEqual([]);
  expect([(await reversing()).charAt(33), next.charAt(33)]).toEqual(['A', 'B']);
});

it('the command line makes and writes it', async () => {
  const run = (...args: string[]) => endOfDayCommand.run(args, services);
  expect(await run('reverse', monday, 'often', 'Wrong bank', '--by', 'Ana Silva')).toBe(2);
  expect(await run('reverse', monday, 'twice', 'Wrong bank', '--by', 'Ana Silva')).toBe(0);
  expect(await run('reverse', monday, 'twice', 'Wrong bank', '--by', 'Ana Silva')).toBe(1);
  expect(await run('refused', monday, 'Wrong bank', '--by', 'Ana Silva')).toBe(1);
});

it('at the desk a second person approves it, and what is downloaded from then on is the reversing file', async () => {
  const operations = await enterDesk(scene.testApp, 'operations');
  const supervisor = await enterDesk(scene.testApp, 'supervisor');
  const body = { businessOn: monday, kind: 'inError', reason: 'Sent to the wrong bank' };
  await operations.confirm();
  await supervisor.confirm();
  const approve = async (wanted: string) => {
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const { workItemId } = open.find(({ action }: { action: string }) => action === wanted);
    const approved = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen it' });
    expect(approved.json()).toEqual({ outcome: 'approved', why: '' });
  };
  const file = async () => (await operations.get(`/api/desk/day?businessOn=${monday}`)).json().file;
  expect((await operations.get(`/api/desk/day/reversal?businessOn=${monday}`)).json()).toMatchObject({ drafts: 2 });
  expect((await operations.post('/api/desk/day/ask-reversal', body)).json()).toEqual({});
  expect(await file()).toMatchObject({ reversed: null, reversalAsked: true });
  expect(await states(), 'nothing happens yet').toEqual(['posted', 'posted']);
  await approve('reverseBankFile');
  expect(await states()).toEqual(['returned REVERSAL', 'returned REVERSAL']);
  expect(await file()).toMatchObject({
    reversed: { kind: 'inError', entries: 2, creditCents: 8_700 },
    reversalAsked: false,
  });
  await operations.post('/api/desk/day/ask-file', { businessOn: monday, reason: 'For the bank' });
  await approve('downloadBankFile');
  const downloaded = await operations.post('/api/desk/day/file', { businessOn: monday });
  expect(downloaded.body).toBe(await reversing());
  expect(downloaded.headers['content-disposition']).toContain('reversing-file-2026-11-23.ach');
});
