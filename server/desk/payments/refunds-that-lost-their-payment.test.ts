import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { changed, returnFile } from '#tests/builders/return-file.ts';

// The clock is set to Saturday, November 21, 2026.
const customerId = '400102';
const OVERPAID = 30_000;
const stopping = new AbortController().signal;

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;
let profileId = '';

const services = () => scene.testApp.services;
const loan = () => ({ customerId, accountNumber: scene.loan });

async function clockAt(at: string): Promise<void> {
  const { clock } = scene.testApp;
  clock.moveOn(clock.now().until(Temporal.Instant.from(at)));
  await enterAgain();
}

async function enterAgain(): Promise<void> {
  operations = await enterDesk(scene.testApp, 'operations');
  supervisor = await enterDesk(scene.testApp, 'supervisor');
  for (const caller of [operations, supervisor]) {
    await caller.open(customerId);
    await caller.confirm();
  }
}

beforeAll(async () => {
  scene = await createPaymentScene({ ...withDesk, options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  const { database } = services();
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  await enterAgain();
  await scene.calls.post('/api/PaymentMethod/AddAchPaymentMethod', achBody(scene.loan));
  profileId = (await shown()).bankAccounts[0]?.profileId ?? '';
});

afterAll(() => scene.testApp.close());

afterEach(async () => {
  const imbalances = await findImbalances(services().database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const query = () => `customerId=${customerId}&accountNumber=${scene.loan}`;
const shown = async () => (await operations.get(`/api/desk/overpayments/loan?${query()}`)).json();
const owed = async () =>
  (await services().host.findLoan(customerId, scene.loan, services().clock.today()))?.payoffCents ?? 0;

async function receive(reference: string, amountCents: number) {
  const receivedOn = services().clock.today();
  const check = { ...loan(), means: 'check', reference, amountCents, receivedOn, reason: 'Mailed' };
  return (await operations.post('/api/desk/received-payments/receive', check)).json();
}

async function approve(action: string) {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find((each: { action: string }) => each.action === action);
  return (await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen' })).json();
}

async function bounces(reference: string) {
  const { received } = (await operations.get(`/api/desk/received-payments?${query()}`)).json();
  const { receivedId } = received.find((each: { reference: string }) => each.reference === reference);
  const body = { ...loan(), receivedId, reason: 'Returned by the bank' };
  await operations.post('/api/desk/received-payments/ask-to-take-back', body);
  expect(await approve('takeBackReceived')).toMatchObject({ outcome: 'approved' });
}

async function refund(amountCents: number) {
  const body = { ...loan(), profileId, amountCents, reason: 'Overpaid' };
  expect((await operations.post('/api/desk/overpayments/ask-bank-credit', body)).json()).toEqual({});
  expect(await approve('payOutOverpayment')).toMatchObject({ outcome: 'approved' });
}

const owedBackToday = async () =>
  (await operations.get('/api/desk/today'))
    .json()
    .needs.map(({ title }: { title: string }) => title)
    .filter((title: string) => title.startsWith('Refunded, but'));

const creditStates = async () =>
  (await shown()).payouts.map(({ credit }: { credit: { state: string } }) => credit.state);

describe('a refund by bank credit of a payment that comes back', () => {
  it('does not leave, and the day says so', async () => {
    await receive('77', (await owed()) + OVERPAID);
    await refund(OVERPAID);
    expect(await creditStates()).toEqual(['waiting']);
    await bounces('77');
    expect(await shown()).toMatchObject({ overpaidCents: -OVERPAID });
    expect(await owedBackToday()).toEqual([
      `Refunded, but the payment came back: $300.00 owed back on loan ${scene.loan}`,
    ]);
    await clockAt('2026-11-23T17:05:00-05:00');
    const [closed] = await closeBusinessDays(services(), stopping);
    expect(await readBankFile(services(), day('2026-11-23'))).toBeUndefined();
    expect(await creditStates()).toEqual(['held']);
    expect(closed?.comparison?.differences).toEqual([expect.stringContaining('came back itself; stop the credit')]);
    expect((await auditOf(scene.testApp, 'bank-credit-held')).at(-1)).toMatchObject({
      reason: expect.stringContaining('came back'),
    });
  });

  it('leaves once it is covered again', async () => {
    await clockAt('2026-11-24T12:00:00-05:00');
    // Of the second check, $300.00 cover the refund: nothing is overpaid, and the customer is not told so.
    expect(await receive('78', (await owed()) + OVERPAID)).toEqual({ overpaidCents: 0 });
    expect((await listNewestMessages(services(), 1))[0]?.subject).not.toContain('overpaid');
    expect(await owedBackToday()).toEqual([]);
    await clockAt('2026-11-24T17:05:00-05:00');
    const closed = await closeBusinessDays(services(), stopping);
    expect(closed.flatMap(({ comparison }) => comparison?.differences)).toEqual([]);
    expect(await readBankFile(services(), day('2026-11-24'))).toMatchObject({ creditCount: 1, creditCents: OVERPAID });
  });

  it('that has left already is owed back, and what is received later pays it after the loan', async () => {
    await bounces('78');
    expect(await owedBackToday()).toHaveLength(1);
    const receivedOn = services().clock.today();
    const url = `/api/desk/received-payments/preview?${query()}&receivedOn=${receivedOn}`;
    const amountCents = (await owed()) + OVERPAID + 500;
    expect((await operations.get(`${url}&amountCents=${amountCents}`)).json()).toMatchObject({
      paidBackCents: OVERPAID,
      overpaidCents: 500,
    });
    expect(await receive('79', (await owed()) + 10_000)).toEqual({ overpaidCents: 0 });
    expect(await shown()).toMatchObject({ overpaidCents: -20_000 });
    expect(await receive('80', 25_000)).toEqual({ overpaidCents: 5_000 });
    expect(await shown()).toMatchObject({ overpaidCents: 5_000 });
    expect(await owedBackToday()).toEqual([]);
  });
});

describe('a notification of change about a bank credit', () => {
  it('is applied once, to the saved account and to credits that have not left', async () => {
    await refund(5_000);
    const { rows } = await sql<{ trace: string }>`
      select trace_number as trace from payout_credits where trace_number is not null`.execute(services().database);
    const trace = rows[0]?.trace ?? '';
    const notice = returnFile([changed(trace, 'C03', '412002036   1918171615')]);
    expect((await operations.post('/api/desk/returns/ask', { text: notice, reason: 'From the bank' })).json()).toEqual(
      {},
    );
    const { open } = (await supervisor.get('/api/desk/approvals')).json();
    const { before, after } = open.find(({ action }: { action: string }) => action === 'takeReturns');
    expect(Object.values(before)).toEqual([
      expect.stringMatching(/^Bank credit [0-9A-Z-]{14} of \$300\.00 to the account ending 6354$/),
    ]);
    expect(Object.values(after)).toEqual([
      expect.stringMatching(/^changed; the account becomes that of .+ ending 1615; saved bank accounts changed: 1;/),
    ]);
    const taken = await takeReturns(services(), notice);
    expect(taken).toMatchObject({
      value: {
        notices: [{ became: 'changed', effects: ['saved bank accounts changed: 1', 'unsent bank credits changed: 1'] }],
      },
    });
    expect(await takeReturns(services(), notice)).toMatchObject({ value: { notices: [{ became: 'known' }] } });
    const kept = await sql<{ id: string; sealed: Uint8Array }>`
      select payout_id as id, corrected_sealed as sealed from credit_notices`.execute(services().database);
    expect(kept.rows.map(({ id, sealed }) => services().cipher.decrypt(sealed, `credit-notice:${id}:C03`))).toEqual([
      '412002036   1918171615',
    ]);
    expect((await shown()).bankAccounts).toMatchObject([{ lastFour: '1615' }]);
    expect((await listNewestMessages(services(), 1))[0]?.body).toMatch(/6354.*1615/);
    expect((await auditOf(scene.testApp, 'bank-account-changed')).at(-1)).toMatchObject({
      code: 'C03',
      savedAccounts: 1,
      payoutId: expect.any(String),
    });
    await clockAt('2026-11-25T17:05:00-05:00');
    await closeBusinessDays(services(), stopping);
    const text = (await readBankFile(services(), day('2026-11-25')))?.text ?? '';
    expect(text).toContain('6224120020361918171615 ');
    expect(text).not.toContain('9081726354');
  });

  it("that can't be applied is left to a person", async () => {
    const { rows } = await sql<{ trace: string }>`
      select trace_number as trace from payout_credits where trace_number is not null order by trace_number`.execute(
      services().database,
    );
    const file = returnFile([changed(rows[0]?.trace ?? '', 'C02', '123456789')]);
    expect(await takeReturns(services(), file)).toMatchObject({
      value: { notices: [{ became: 'unmatched', reason: expect.stringContaining('Ask the customer') }] },
    });
  });
});
