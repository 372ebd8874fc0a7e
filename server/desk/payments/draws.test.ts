import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#common/core/dates.ts';
import { cents, ZERO } from '#common/core/money.ts';
import { findImbalances } from '#server/host/books/find-imbalances.ts';
import type { Host } from '#server/host/host.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { readBankFile } from '#server/payments/end-of-day/make-bank-file.command.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { drawCommand } from '#server/payments/operator/draw.cli.ts';
import { auditOf, type DeskCaller, enterDesk, withDesk } from '#tests/builders/desk-journey.ts';
import { achBody } from '#tests/builders/payment-calls.ts';
import { createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';
import { returned, returnFile } from '#tests/builders/return-file.ts';
import { sql } from 'kysely';

// The clock is set to Saturday, November 21, 2026. Sam has a line of credit of $7,500.00.
const line = { customerId: '400105', accountNumber: '103-001188-2' } as const;
const reason = 'Asked for it at the branch';
const stopping = new AbortController().signal;

let scene: PaymentScene;
let operations: DeskCaller;
let supervisor: DeskCaller;
let profileId = '';

async function enterAgain(): Promise<void> {
  operations = await enterDesk(scene.testApp, 'operations');
  supervisor = await enterDesk(scene.testApp, 'supervisor');
  for (const caller of [operations, supervisor]) {
    await caller.open(line.customerId);
    await caller.confirm();
  }
}

beforeAll(async () => {
  scene = await createPaymentScene({ ...withDesk, options: { 'globalOptions.requireAchDraftAgreementOption': false } });
  const { database } = scene.testApp.services;
  await sql`update payments set state = 'cancelled' where state = 'scheduled'`.execute(database);
  await sql`update recurring_payments set state = 'cancelled' where state = 'active'`.execute(database);
  await enterAgain();
  const sam = await scene.testApp.signIn('sam.rivera');
  const saved = achBody(line.accountNumber, { OwnerName: 'Sam Rivera' });
  await sam.call({ method: 'POST', url: '/api/PaymentMethod/AddAchPaymentMethod', payload: saved });
  profileId =
    (await shown()).bankAccounts.find(({ lastFour }: { readonly lastFour: string }) => lastFour === '6354')
      ?.profileId ?? '';
});

afterAll(() => scene.testApp.close());

afterEach(async () => {
  const imbalances = await findImbalances(scene.testApp.services.database);
  if (imbalances.length > 0) throw new Error(JSON.stringify(imbalances));
});

const host = () => scene.testApp.services.host;
const today = () => scene.testApp.services.clock.today();

const shown = async () =>
  (await operations.get(`/api/desk/draws?customerId=${line.customerId}&accountNumber=${line.accountNumber}`)).json();

const ask = async (amountCents: number, reference: string, changes: object = {}, by = operations) =>
  (
    await by.post('/api/desk/draws/ask', { ...line, means: 'check', reference, amountCents, reason, ...changes })
  ).json();

async function approve(action: string) {
  const { open } = (await supervisor.get('/api/desk/approvals')).json();
  const { workItemId } = open.find((each: { action: string }) => each.action === action);
  return (await supervisor.post('/api/desk/approvals/approve', { workItemId, reason: 'Seen' })).json();
}

async function stop(reference: string) {
  const { payoutId } = (await shown()).draws.find((draw: { reference: string }) => draw.reference === reference);
  await operations.post('/api/desk/overpayments/ask-to-stop', { ...line, payoutId, reason: 'Lost in the mail' });
  return approve('stopPayout');
}

const payoffOn = async (on: string) =>
  (await host().findLoan(line.customerId, line.accountNumber, day(on)))?.payoffCents ?? ZERO;

const newestMail = async () => (await listNewestMessages(scene.testApp.services, 1))[0];

const newestEntry = async () =>
  (await host().listHistory(line.customerId, line.accountNumber, { since: null, limit: 1, before: null }))[0];

describe('a draw on a line of credit', () => {
  let [principal, available, payoffBefore, laterBefore] = [0, 0, 0, 0];

  it('is at most what is available, on a line, and not where the core does it', async () => {
    ({ principalCents: principal, availableCents: available } = await shown());
    expect(principal + available).toBe(750_000);
    expect(await ask(available + 1, '501')).toEqual({ error: 'NotAvailable' });
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(line.customerId);
    expect(await ask(100, '501', {}, agent)).toEqual({ error: 'NotPermitted' });
    expect(await ask(100, '501', { accountNumber: '101-006107-2' })).toEqual({ error: 'NotALine' });
    await host().servicing?.changeHolds({ accountNumber: line.accountNumber, holds: ['inDispute'] });
    expect(await ask(100, '501')).toEqual({ error: 'LoanHeld' });
    await host().servicing?.changeHolds({ accountNumber: line.accountNumber, holds: [] });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await ask(100, '501')).toEqual({ error: 'CoreDoesThis' });
    });
    const { listAccounts } = host();
    const fromFiles: Partial<Host> = {
      listAccounts: async (...asked) =>
        (await listAccounts(...asked)).map((account) => ({ ...account, figuresAsOf: today() })),
    };
    await scene.testApp.withHost(fromFiles, async () => {
      expect(await ask(100, '501')).toEqual({ error: 'FiguresFromFiles' });
    });
    const refused = ['NotAvailable', 'NotPermitted', 'NotALine', 'LoanHeld'].map((code) =>
      expect.objectContaining({ code }),
    );
    expect(await auditOf(scene.testApp, 'desk-refused')).toEqual(expect.arrayContaining(refused));
  });

  it('by check counts from its day once a second person approves, and the customer is told and sees it', async () => {
    [payoffBefore, laterBefore] = [await payoffOn('2026-11-21'), await payoffOn('2026-12-01')];
    expect(await ask(100_000, '501')).toEqual({});
    expect(await ask(100_000, '501')).toEqual({ error: 'AskedAlready' });
    expect(await approve('drawOnLine')).toMatchObject({ outcome: 'approved' });
    expect(await shown()).toMatchObject({
      principalCents: principal + 100_000,
      availableCents: available - 100_000,
      draws: [{ means: 'check', reference: '501', amountCents: 100_000, stoppedAt: null }],
    });
    expect(await payoffOn('2026-11-21')).toBe(payoffBefore + 100_000);
    const interest = (await payoffOn('2026-12-01')) - laterBefore - 100_000;
    // Ten days at 12.10% on $1,000.00.
    expect(Math.abs(interest - 331.5)).toBeLessThanOrEqual(1);
    expect(await newestEntry()).toMatchObject({ description: 'Advance, Check', totalCents: -100_000, paymentId: null });
    expect(await newestMail()).toMatchObject({ subject: 'We paid out from your line of credit' });
    expect((await newestMail())?.body).toContain('Check number: 501');
    expect((await auditOf(scene.testApp, 'desk-draw-asked')).at(-1)).toMatchObject({ amountCents: 100_000, reason });
    expect((await auditOf(scene.testApp, 'line-drawn')).at(-1)).toMatchObject({ reference: '501', purpose: 'draw' });
    expect(await ask(100_000, '501')).toEqual({});
    expect(await approve('drawOnLine')).toMatchObject({
      outcome: 'refused',
      why: 'This check or wire was recorded already.',
    });
  });

  it('that is stopped counts as never drawn', async () => {
    expect(await stop('501')).toMatchObject({ outcome: 'approved' });
    expect(await payoffOn('2026-11-21')).toBe(payoffBefore);
    expect(await payoffOn('2026-12-01')).toBe(laterBefore);
    expect(await newestEntry()).toMatchObject({ description: 'Advance taken back', totalCents: 100_000 });
    expect(await newestMail()).toMatchObject({ subject: 'Your draw was stopped' });
  });

  it('leaves with the bank file of the day, and is taken back when the bank sends it back', async () => {
    const { services, clock } = scene.testApp;
    const body = { ...line, profileId, amountCents: 25_000, reason };
    const other = { ...body, profileId: 'other' };
    expect((await operations.post('/api/desk/draws/ask-bank-credit', other)).json()).toEqual({
      error: 'NoSuchBankAccount',
    });
    expect((await operations.post('/api/desk/draws/ask-bank-credit', body)).json()).toEqual({});
    expect(await approve('drawOnLine')).toMatchObject({ outcome: 'approved' });
    expect(await newestEntry()).toMatchObject({ description: 'Advance, Bank account', totalCents: -25_000 });
    expect((await newestMail())?.body).toContain('to your bank account ending in 6354');
    clock.moveOn(clock.now().until(Temporal.Instant.from('2026-11-23T17:05:00-05:00')));
    await enterAgain();
    const [closed] = await closeBusinessDays(services, stopping);
    expect(closed?.comparison).toMatchObject({
      credits: { booksCents: 25_000, entriesCents: 25_000 },
      differences: [],
    });
    const file = await readBankFile(services, day('2026-11-23'));
    expect(file).toMatchObject({ creditCount: 1, creditCents: 25_000 });
    expect(file?.text).toContain('PPDADVANCE');
    expect(file?.text).not.toContain('PPDREFUND');
    const { rows } = await sql<{ trace: string }>`
      select trace_number as trace from payout_credits where trace_number is not null`.execute(services.database);
    const taken = await takeReturns(services, returnFile([returned(rows[0]?.trace ?? '', 25_000, 'R02')]));
    expect(taken).toMatchObject({
      value: { returned: 1, notices: [{ effects: ['the draw counts as never drawn', 'blocks the bank account'] }] },
    });
    expect(await payoffOn('2026-12-01')).toBe(laterBefore);
    expect(await newestMail()).toMatchObject({ subject: 'Your bank sent your draw back' });
    await sql`delete from blocked_bank_accounts`.execute(services.database);
  });

  it('whose money was paid meanwhile leaves an overpayment when it is taken back', async () => {
    const { clock } = scene.testApp.services;
    expect(await ask(30_000, '502')).toEqual({});
    await approve('drawOnLine');
    const amountCents = await payoffOn(today());
    await host().postPayment({
      paymentId: 'cccccccc-0000-4000-8000-000000000001',
      accountNumber: line.accountNumber,
      effectiveOn: today(),
      postedAt: clock.now(),
      amountCents,
      additionalPrincipalCents: ZERO,
      processingFeeCents: ZERO,
      method: 'ACH',
    });
    expect(await stop('502')).toMatchObject({ outcome: 'approved' });
    expect(await payoffOn(today())).toBe(0);
    expect(await host().servicing?.findOverpaid(line.customerId, line.accountNumber)).toBe(cents(30_000));
  });
});

describe('the command line', () => {
  const run = (...words: string[]) => drawCommand.run(words, scene.testApp.services);

  it('shows what is available, and records a draw', async () => {
    expect(await run(line.accountNumber)).toBe(0);
    expect(await run(line.accountNumber, '10.00', 'check', '601')).toBe(2);
    expect(await run(line.accountNumber, '10.00', 'check', '601', '--by', 'Ana')).toBe(0);
    expect(await run(line.accountNumber, '10.00', 'check', '601', '--by', 'Ana')).toBe(1);
    expect(await run(line.accountNumber, '99999.00', 'check', '602', '--by', 'Ana')).toBe(1);
    expect(await run('101-006107-2')).toBe(1);
    expect(await run('104-002210-3')).toBe(1);
    expect((await shown()).draws).toContainEqual(expect.objectContaining({ reference: '601', amountCents: 1_000 }));
  });
});
