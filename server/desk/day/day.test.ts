import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordOperatorAction } from '#server/platform/audit/record-operator-action.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody, paymentCalls, submissionBody } from '#tests/builders/payment-calls.ts';
import { achFee, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { changed, returned, returnFile } from '#tests/builders/return-file.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { endOfDayCommand } from '#server/payments/end-of-day/end-of-day.cli.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';

const businessOn = '2026-11-23';
const reason = 'Sent to the bank';

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;

beforeAll(async () => {
  scene = await createPaymentScene({
    ...withDesk,
    options: { 'globalOptions.requireAchDraftAgreementOption': false },
  });
  const { services, clock } = scene.testApp;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(services.database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(services.database);
  await scene.calls.submitAch(await scene.achSubmission(41), crypto.randomUUID());
  clock.moveOn(clock.now().until(Temporal.Instant.from('2026-11-23T17:05:00-05:00')));
  await closeBusinessDays(services, new AbortController().signal);
  [operations, supervisor] = [
    await enterDesk(scene.testApp, 'operations'),
    await enterDesk(scene.testApp, 'supervisor'),
  ];
});

afterAll(() => scene.testApp.close());

const readDay = async (caller = operations) => (await caller.get(`/api/desk/day?businessOn=${businessOn}`)).json();
const download = () => operations.post('/api/desk/day/file', { businessOn });

it('a closed day shows its steps, its file and what matches', async () => {
  const { days } = (await operations.get('/api/desk/days')).json();
  expect(days[0]).toMatchObject({ businessOn, differences: 0, problems: 0 });
  const found = await readDay();
  expect(found.steps.map(({ step, state }: { step: string; state: string }) => [step, state])).toEqual([
    ['submission', 'done'],
    ['file', 'done'],
    ['settlement', 'done'],
    ['charges', 'done'],
    ['comparison', 'done'],
  ]);
  expect(found.file).toMatchObject({ mayDownload: false, asked: false, downloads: [] });
  expect(found.comparison.drafts.booksCents).toBe(found.comparison.drafts.entriesCents);
});

it('a difference leads to the payment that it names', async () => {
  const { database } = scene.testApp.services;
  const { rows } = await sql<{ reference: string; paymentId: string }>`
    select reference_number as reference, payment_id as "paymentId" from payments
    where customer_id = '400102' order by created_at desc limit 1`.execute(database);
  const [{ reference, paymentId } = { reference: '', paymentId: '' }] = rows;
  const text = `payment ${reference} (ACH, posted, $43.00): the books have $0.00`;
  await sql`
    update business_days set comparison = jsonb_set(comparison, '{differences}', jsonb_build_array(${text}::text))
    where business_on = ${businessOn}`.execute(database);
  expect((await readDay()).comparison.differences).toEqual([
    { text, payment: { reference, customerId: '400102', paymentId } },
  ]);
  expect((await operations.get('/api/desk/today')).json().needs).toContainEqual(
    expect.objectContaining({ path: `/days/${businessOn}` }),
  );
});

it('explained differences leave the list of work, and stay on the day with their reason', async () => {
  const explain = (caller: DeskCaller) =>
    caller.post('/api/desk/day/acknowledge', { businessOn, reason: 'A test of the terminal' });
  expect((await explain(await enterDesk(scene.testApp, 'agent'))).statusCode).toBe(403);
  expect((await explain(operations)).json()).toEqual({ error: 'ConfirmFirst' });
  await operations.confirm();
  await supervisor.confirm();
  const [{ payment }] = (await readDay()).comparison.differences;
  for (const customerId of [payment.customerId, '400101']) await supervisor.open(customerId);
  const money = { customerId: payment.customerId, kind: 'payment', id: payment.paymentId, waivedChargeIds: [] };
  const to = { toCustomerId: '400101', toAccountNumber: '101-004417-2', reason: 'Paid for another' };
  expect((await supervisor.post('/api/desk/moved-payments/ask', { ...money, ...to })).json()).toEqual({});
  expect((await explain(supervisor)).json()).toEqual({ error: 'OwnPayment' });
  // Nor at the command line, where people give a name; and who acted there not at the desk.
  const acted = { action: 'draft-released', by: 'Priya Nair', details: { paymentId: payment.paymentId } };
  await recordOperatorAction(scene.testApp.services, acted);
  const priya = await enterDesk(scene.testApp, 'supervisor', 1);
  await priya.confirm();
  expect((await explain(priya)).json()).toEqual({ error: 'OwnPayment' });
  for (const by of ['Sol Bergman', supervisor.emailAddress, 'priya nair']) {
    expect(await explainAtCommandLine(by)).toBe(
      `11/23/2026 names a payment, refund, or draw that ${by} handled. Someone else must explain it.`,
    );
  }
  expect((await explain(operations)).statusCode).toBe(200);
  expect((await explain(operations)).json()).toEqual({ error: 'AcknowledgedAlready' });
  expect((await readDay()).comparison).toMatchObject({
    differences: [expect.anything()],
    acknowledged: { by: operations.emailAddress, reason: 'A test of the terminal' },
  });
  expect((await operations.get('/api/desk/today')).json().needs).not.toContainEqual(
    expect.objectContaining({ path: `/days/${businessOn}` }),
  );
  expect((await operations.get('/api/desk/days')).json().days[0]).toMatchObject({ isAcknowledged: true });
  expect(await auditOf(scene.testApp, 'desk-differences-acknowledged')).toEqual([
    expect.objectContaining({ businessOn, differences: 1, staff: operations.emailAddress }),
  ]);
});

async function explainAtCommandLine(by: string): Promise<string> {
  const said: string[] = [];
  const error = vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line));
  try {
    await endOfDayCommand.run(['acknowledge', businessOn, 'A test', '--by', by], scene.testApp.services);
  } finally {
    error.mockRestore();
  }
  return said.join('\n');
}

it('the summary to print has every draft, adds up, and has no account number', async () => {
  const answer = await operations.get(`/api/desk/day/file-summary?businessOn=${businessOn}`);
  const { batches, debitCents, entries } = answer.json();
  const drafts = batches.flatMap((batch: { entries: { amountCents: number }[] }) => batch.entries);
  expect(drafts).toHaveLength(entries);
  expect(drafts.reduce((sum: number, { amountCents }: { amountCents: number }) => sum + amountCents, 0)).toBe(
    debitCents,
  );
  expect(answer.body).not.toContain('9081726354');
});

describe('a bank file', () => {
  it('is downloaded only after someone else has approved it, and once', async () => {
    await operations.confirm();
    expect((await download()).json()).toEqual({ error: 'NotReleased' });
    expect((await operations.post('/api/desk/day/ask-file', { businessOn, reason })).statusCode).toBe(200);
    expect((await operations.post('/api/desk/day/ask-file', { businessOn, reason })).json()).toEqual({
      error: 'AskedAlready',
    });
    expect((await download()).json()).toEqual({ error: 'NotReleased' });
    const { open } = (await operations.get('/api/desk/approvals')).json();
    const { workItemId } = open.find(({ action }: { action: string }) => action === 'downloadBankFile');
    const alone = await operations.post('/api/desk/approvals/approve', { workItemId, reason });
    expect(alone.json()).toEqual({ error: 'NotPermitted' });
    await supervisor.confirm();
    const approved = await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Figures checked' });
    expect(approved.json()).toMatchObject({ outcome: 'approved' });

    const { file } = await readDay();
    expect(file).toMatchObject({ mayDownload: true, asked: false });
    const answer = await download();
    expect(answer.headers['content-disposition']).toContain(`bank-file-${businessOn}.ach`);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file.sha256);
    expect((await download()).json()).toEqual({ error: 'NotReleased' });
    expect((await readDay()).file.downloads).toEqual([
      { by: 'Omar Haddad', approvedBy: 'Sol Bergman', at: expect.any(String) },
    ]);
    expect(await auditOf(scene.testApp, 'desk-bank-file-downloaded')).toEqual([
      expect.objectContaining({ businessOn, sha256: file.sha256, staff: operations.emailAddress }),
    ]);
    expect(await auditOf(scene.testApp, 'desk-refused')).toContainEqual(
      expect.objectContaining({ call: 'POST /api/desk/day/file', code: 'NotReleased' }),
    );
  });

  it("is not downloaded by the person who approved it, nor from another site's form", async () => {
    await supervisor.confirm();
    expect((await supervisor.post('/api/desk/day/file', { businessOn })).json()).toEqual({ error: 'NotPermitted' });
    const { cookie } = operations;
    const foreign = await scene.testApp.app.inject({
      method: 'POST',
      url: '/api/desk/day/file',
      headers: { cookie },
      payload: { businessOn },
    });
    expect(foreign.json()).toEqual({ error: 'WrongOrigin' });
  });
});

describe('a bank draft on hold', () => {
  it('is released or canceled, with the reason in the audit log', async () => {
    const { services } = scene.testApp;
    // The session of the scene is over by now.
    const calls = paymentCalls(await scene.testApp.signIn('li.wei'));
    const held = async (amount: number) => {
      const info = await calls.info(scene.loan);
      const body = submissionBody({ info, loginName: 'li.wei', amount, method: achBody(scene.loan), fee: achFee });
      const { ReferenceNumber = '' } = await calls.submitAch(body, crypto.randomUUID());
      await sql`update ach_entries set state = 'held', held_reason = 'Customer called' where payment_id in
        (select payment_id from payments where reference_number = ${ReferenceNumber})`.execute(services.database);
      return ReferenceNumber;
    };
    const [first, second] = [await held(44), await held(45)];
    expect((await operations.get('/api/desk/days')).json().held).toHaveLength(2);
    expect((await operations.post('/api/desk/drafts/release', { reference: first, reason })).statusCode).toBe(200);
    expect((await operations.post('/api/desk/drafts/release', { reference: first, reason })).json()).toEqual({
      error: 'DraftNotHeld',
    });
    await operations.confirm();
    expect((await operations.post('/api/desk/drafts/cancel', { reference: second, reason })).statusCode).toBe(200);
    expect((await operations.get('/api/desk/days')).json().held).toEqual([]);
    expect(await auditOf(scene.testApp, 'desk-draft-cancelled')).toEqual([
      expect.objectContaining({ referenceNumber: second, reason, staff: operations.emailAddress }),
    ]);
  });
});

describe('a file of returns', () => {
  const filedTrace = async () => {
    const { rows } = await sql<{ trace: string; cents: number; reference: string }>`
      select trace_number as trace, e.amount_cents as cents, reference_number as reference
      from ach_entries e join payments using (payment_id) where e.state = 'filed' order by entry_id desc limit 1
    `.execute(scene.testApp.services.database);
    return rows[0] ?? { trace: '', cents: 0, reference: '' };
  };
  const everything = async () => {
    const { database } = scene.testApp.services;
    const counted = ['payments', 'bank_notices', 'blocked_bank_accounts', 'outbox_messages', 'host_tasks'];
    const rows = await Promise.all(
      counted.map((table) => sql`select count(*), max(t::text) as last from ${sql.table(table)} t`.execute(database)),
    );
    return rows.map((found) => found.rows);
  };

  /** Two people agree on exactly this file. */
  async function approveFile(text: string): Promise<void> {
    await operations.confirm();
    const body = { text, reason: 'From the bank' };
    expect((await operations.post('/api/desk/returns/ask', body)).statusCode).toBe(200);
    expect((await operations.post('/api/desk/returns/ask', body)).json()).toEqual({ error: 'AskedAlready' });
    const asked = (await operations.post('/api/desk/returns/preview', { text })).json();
    expect(asked.approval).toBe('asked');
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const item = open.find(({ customerName }: { customerName: string }) => customerName.includes(asked.sha256));
    await supervisor.confirm();
    const approval = { workItemId: item.workItemId, reason: 'Compared with the bank' };
    expect((await supervisor.post('/api/desk/approvals/approve', approval)).json().outcome).toBe('approved');
  }

  it('is previewed without changing anything, and then does what the preview said', async () => {
    const { trace, cents, reference } = await filedTrace();
    const text = returnFile([
      returned(trace, cents, 'R02'),
      returned(trace, cents, 'R02'),
      returned('0'.repeat(15), 1, 'R01'),
    ]);
    const before = await everything();
    const preview = (await operations.post('/api/desk/returns/preview', { text })).json();
    expect(await everything()).toEqual(before);
    expect(preview.notices).toEqual([
      expect.objectContaining({
        became: 'returned',
        effects: ['blocks the bank account'],
        payment: expect.objectContaining({ reference, customerId: '400102', totalCents: cents }),
      }),
      expect.objectContaining({ became: 'known' }),
      expect.objectContaining({ became: 'unmatched', reason: 'unknown entry', payment: null }),
    ]);
    await operations.confirm();
    const take = () => operations.post('/api/desk/returns/take', { text, reason: 'From the bank' });
    expect((await take()).json()).toEqual({ error: 'NotApproved' });
    await approveFile(text);
    const untaken = async () => (await supervisor.get('/api/desk/returns/approved')).json().files;
    expect(await untaken()).toMatchObject([{ sha256: preview.sha256, entryCount: 1 }]);
    const taken = (await take()).json();
    expect(await untaken()).toEqual([]);
    const { rows } = await sql<{ input: object }>`
      select input from work_items where action = 'takeReturns' and status = 'approved'`.execute(
      scene.testApp.services.database,
    );
    expect(rows.map(({ input }) => Object.keys(input).toSorted())).toEqual([['outcome', 'sha256']]);
    expect(taken).toEqual({ ...preview, approval: 'approved' });
    const blocked = (await listNewestMessages(scene.testApp.services, 50)).filter(
      ({ subject }) => subject === "We can't draw on your bank account",
    );
    expect(blocked).toMatchObject([
      { recipient: 'li.wei@example.com', body: expect.stringMatching(/ending in \d{4} \(R02\)/) },
    ]);
    expect((await take()).json()).toEqual({ error: 'NotApproved' });
    const [{ state } = { state: '' }] = (
      await sql<{ state: string }>`select state from payments where reference_number = ${reference}`.execute(
        scene.testApp.services.database,
      )
    ).rows;
    expect(state).toBe('returned');
    const lately = (await operations.post('/api/desk/payments/find', { find: '' })).json().returned;
    expect(lately).toMatchObject([{ reference, returnCode: 'R02', customerName: 'Li Wei' }]);
    expect(await auditOf(scene.testApp, 'desk-returns-taken')).toEqual([
      expect.objectContaining({ sha256: preview.sha256, reason: 'From the bank', staff: operations.emailAddress }),
    ]);
  });

  it('does nothing else than what was approved', async () => {
    const { trace, cents } = await filedTrace();
    const text = returnFile([returned(trace, cents, 'R01')]);
    const hide = (hidden: boolean) =>
      sql`update ach_entries set trace_number = ${hidden ? '9'.repeat(15) : trace}
        where trace_number = ${hidden ? trace : '9'.repeat(15)}`.execute(scene.testApp.services.database);
    await hide(true);
    await approveFile(text);
    await hide(false);
    const body = { text, reason: 'From the bank' };
    expect((await operations.post('/api/desk/returns/take', body)).json()).toEqual({ error: 'NotApproved' });
    expect((await operations.post('/api/desk/returns/preview', { text })).json().approval).toBe('none');
  });

  it('that is cut short does nothing', async () => {
    const { trace, cents } = await filedTrace();
    const text = returnFile([returned(trace, cents, 'R01')])
      .split('\n')
      .slice(0, 4)
      .join('\n');
    const answer = (await operations.post('/api/desk/returns/preview', { text })).json();
    expect(answer).toMatchObject({ problem: 'the file ends without a file control', notices: [] });
  });

  it("with a correction that can't be applied leaves it to a person, who reads it and decides", async () => {
    const { trace } = await filedTrace();
    const text = returnFile([changed(trace, 'C02', '123456789')]);
    await approveFile(text);
    await operations.post('/api/desk/returns/take', { text, reason: 'From the bank' });
    expect((await supervisor.get('/api/desk/corrections')).json().waiting).toEqual([
      expect.objectContaining({ trace, code: 'C02', why: 'the new routing number is invalid' }),
    ]);
    const body = { traceNumber: trace, reason: 'Asked the bank' };
    const seen = await operations.post('/api/desk/corrections/show', body);
    expect(seen.json()).toEqual({ corrections: [{ code: 'C02', corrected: '123456789' }] });
    const apply = (routingNumber: string) => operations.post('/api/desk/corrections/apply', { ...body, routingNumber });
    expect((await apply('123456789')).json()).toEqual({ error: 'CorrectionRefused' });
    // A number that the bank did not write.
    expect((await apply('412002036')).json()).toEqual({ error: 'NotAsWritten' });
    expect((await operations.post('/api/desk/corrections/dismiss', body)).statusCode).toBe(200);
    expect((await operations.post('/api/desk/corrections/dismiss', body)).json()).toEqual({ error: 'NoCorrection' });
    expect(await auditOf(scene.testApp, 'desk-correction-dismissed')).toEqual([
      expect.objectContaining({ traceNumber: trace, reason: 'Asked the bank' }),
    ]);
  });
});
