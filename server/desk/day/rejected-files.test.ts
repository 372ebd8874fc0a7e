import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { takeDownload } from '#server/desk/approvals/file-downloads.ts';
import { findUnusedRelease } from '#server/desk/approvals/file-releases.queries.ts';
import { findStaffByEmail } from '#server/desk/staff/staff.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { recordFileRejection } from '#server/payments/end-of-day/record-file-rejection.command.ts';
import type { Services } from '#server/services.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { createEndOfDayScene, type EndOfDayScene } from '#tests/builders/end-of-day-scene.ts';

const monday = day('2026-11-23');
const [first, second] = ['411001010000001', '411001010000002'] as const;
const body = { businessOn: monday, holding: [] as string[], reason: 'Wrong company id' };

let scene: EndOfDayScene;
let services: Services;

/** The file of Monday has two drafts, of $43.00 and $44.00 with their fees. */
beforeEach(async () => {
  scene = await createEndOfDayScene(withDesk);
  ({ services } = scene.testApp);
  for (const amount of [41, 42]) await scene.payByDraft(amount);
  scene.clockAt('2026-11-23T17:05:00-05:00');
  await closeBusinessDays(services, new AbortController().signal);
});

afterEach(() => scene.testApp.close());

async function drafts(): Promise<readonly { readonly state: string; readonly reference: string }[]> {
  const { rows } = await sql<{ state: string; reference: string }>`
    select e.state, reference_number as reference from ach_entries e join payments using (payment_id)
    where customer_id = '400102' order by entry_id desc limit 2`.execute(services.database);
  return rows.toReversed();
}

const states = async () => (await drafts()).map(({ state }) => state);

it('at the desk a second person approves it, and the file can no longer be downloaded', async () => {
  const operations = await enterDesk(scene.testApp, 'operations');
  const supervisor = await enterDesk(scene.testApp, 'supervisor');
  expect((await operations.post('/api/desk/day/ask-refusal', body)).json()).toEqual({ error: 'ConfirmFirst' });
  await operations.confirm();
  expect((await operations.post('/api/desk/day/ask-refusal', { ...body, businessOn: '2026-11-20' })).statusCode).toBe(
    404,
  );
  const plan = (await operations.get(`/api/desk/day/refusal?businessOn=${monday}`)).json();
  expect(plan).toMatchObject({ drafts: 2, effectiveOn: '2026-11-25', obstacle: null });
  expect((await operations.post('/api/desk/day/ask-refusal', body)).json()).toEqual({});
  expect((await operations.post('/api/desk/day/ask-refusal', body)).json()).toEqual({ error: 'AskedAlready' });
  expect(await states(), 'nothing happens yet').toEqual(['filed', 'filed']);
  const file = async () => (await operations.get(`/api/desk/day?businessOn=${monday}`)).json().file;
  expect(await file()).toMatchObject({ refused: null, refusalAsked: true });

  expect(await approveAs(supervisor)).toEqual({ outcome: 'approved', why: '' });
  expect(await file()).toMatchObject({
    refused: { by: supervisor.emailAddress, reason: body.reason },
    refusalAsked: false,
  });
  expect(await states()).toEqual(['collected', 'collected']);
  const asking = { businessOn: monday, reason: 'For the bank' };
  expect((await operations.post('/api/desk/day/ask-file', asking)).json()).toEqual({ error: 'RefusedAlready' });
  const summary = (await operations.get(`/api/desk/day/file-summary?businessOn=${monday}`)).json();
  expect(
    summary.batches.flatMap(({ entries: listed }: { entries: { trace: string }[] }) =>
      listed.map(({ trace }) => trace),
    ),
  ).toEqual([first, second]);
  const found = (await operations.post('/api/desk/payments/find', { find: first })).json();
  expect(found.payments).toHaveLength(1);
});

it('a file that is rejected while it is read for a download does not leave, and keeps its approval', async () => {
  const operations = await enterDesk(scene.testApp, 'operations');
  const supervisor = await enterDesk(scene.testApp, 'supervisor');
  for (const caller of [operations, supervisor]) await caller.confirm();
  const asking = { businessOn: monday, reason: 'For the bank' };
  expect((await operations.post('/api/desk/day/ask-file', asking)).json()).toEqual({});
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find(({ action }: { action: string }) => action === 'downloadBankFile');
  const approval = { workItemId, reason: 'As planned' };
  expect((await supervisor.post('/api/desk/approvals/approve', approval)).json()).toMatchObject({
    outcome: 'approved',
  });
  const asker = await findStaffByEmail(services.database, operations.emailAddress);
  if (!asker) throw new Error('The person who asked is unknown');
  const session = { ...asker, sessionId: 1, confirmedAt: null };
  const call = { services, session, record: () => Promise.resolve() };
  const download = takeDownload(call, { businessOn: monday }, async () => {
    await recordFileRejection(services, monday, { by: 'test', reason: body.reason }, () => Promise.resolve());
    return { details: {} };
  });
  await expect(download).rejects.toThrow('RefusedAlready');
  expect(await findUnusedRelease(services.database, { businessOn: monday }, asker.staffId, services.clock.now())).toBe(
    workItemId,
  );
  expect((await operations.post('/api/desk/day/file', { businessOn: monday })).json()).toEqual({
    error: 'RefusedAlready',
  });
});

it('an approval that comes too late to record the rejection changes nothing', async () => {
  scene.clockAt('2026-11-29T22:00:00-05:00');
  const operations = await enterDesk(scene.testApp, 'operations');
  await operations.confirm();
  expect((await operations.post('/api/desk/day/ask-refusal', body)).json()).toEqual({});
  scene.clockAt('2026-11-30T00:00:00-05:00');
  const supervisor = await enterDesk(scene.testApp, 'supervisor');
  expect(await approveAs(supervisor)).toEqual({
    outcome: 'refused',
    why: 'This file was effective more than two business days ago, so the bank has already debited the accounts.',
  });
  expect(await states()).toEqual(['filed', 'filed']);
  expect(await auditOf(scene.testApp, 'bank-file-refused')).toEqual([]);
  const file = (await supervisor.get(`/api/desk/day?businessOn=${monday}`)).json().file;
  expect(file).toMatchObject({ refused: null, refusalAsked: false });
});

async function approveAs(supervisor: DeskCaller): Promise<unknown> {
  await supervisor.confirm();
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find(({ action }: { action: string }) => action === 'refuseBankFile');
  const approval = { workItemId, reason: 'The bank confirmed it' };
  return (await supervisor.post('/api/desk/approvals/approve', approval)).json();
}

it('drafts that must not leave again are put on hold with it, as the second person sees', async () => {
  const [one, other] = (await drafts()).map(({ reference }) => reference);
  const operations = await enterDesk(scene.testApp, 'operations');
  const supervisor = await enterDesk(scene.testApp, 'supervisor');
  await operations.confirm();
  const request = async (holding: readonly (string | undefined)[]) =>
    (await operations.post('/api/desk/day/ask-refusal', { ...body, holding })).json();
  expect(await request(['AAAA-BBBB-CCCC'])).toEqual({ error: 'NotInFile' });
  expect(await request([one])).toEqual({});
  expect(await request([other]), 'also with other drafts').toEqual({ error: 'AskedAlready' });
  const { open } = (await operations.get('/api/desk/approvals')).json();
  expect(open[0].after).toEqual({
    '1 draft of $44.00': 'leave with the next file, effective 11/25/2026',
    '1 draft of $43.00': `put on hold: ${one}`,
  });
  expect(await approveAs(supervisor)).toEqual({ outcome: 'approved', why: '' });
  expect(await states()).toEqual(['held', 'collected']);
  const { held } = (await operations.get('/api/desk/days')).json();
  expect(held).toMatchObject([{ reference: one, why: expect.stringContaining('was rejected: Wrong company id') }]);
});
