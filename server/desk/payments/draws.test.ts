import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cents, ZERO } from '#common/core/money.ts';
import type { Host } from '#server/host/host.ts';
import { drawCommand } from '#server/payments/operator/draw.cli.ts';
import { auditOf, enterDesk } from '#tests/builders/desk-journey.ts';
import { createDrawScene, type DrawScene, line } from '#tests/builders/draw-scene.ts';

const reason = 'Asked for it at the branch';

let scene: DrawScene;

beforeAll(async () => {
  scene = await createDrawScene();
});

afterAll(() => scene.testApp.close());

afterEach(() => scene.assertBalanced());

const host = () => scene.services.host;
const today = () => scene.services.clock.today();

const request = async (amountCents: number, reference: string, changes: object = {}, by = scene.operations()) =>
  (
    await by.post('/api/desk/draws/ask', { ...line, means: 'check', reference, amountCents, reason, ...changes })
  ).json();

describe('a draw on a line of credit', () => {
  let [principal, available, payoffBefore, laterBefore] = [0, 0, 0, 0];

  it('is at most what is available, on a line, and not where the core does it', async () => {
    ({ principalCents: principal, availableCents: available } = await scene.shown());
    expect(principal + available).toBe(750_000);
    expect(await request(available + 1, '501')).toEqual({ error: 'NotAvailable' });
    const agent = await enterDesk(scene.testApp, 'agent');
    await agent.open(line.customerId);
    expect(await request(100, '501', {}, agent)).toEqual({ error: 'NotPermitted' });
    expect(await request(100, '501', { accountNumber: '101-006107-2' })).toEqual({ error: 'NotALine' });
    await host().servicing?.changeHolds({ accountNumber: line.accountNumber, holds: ['inDispute'] });
    expect(await request(100, '501')).toEqual({ error: 'LoanHeld' });
    await host().servicing?.changeHolds({ accountNumber: line.accountNumber, holds: [] });
    await scene.testApp.withHost({ servicing: undefined } as unknown as Partial<Host>, async () => {
      expect(await request(100, '501')).toEqual({ error: 'CoreDoesThis' });
    });
    const { listAccounts } = host();
    const fromFiles: Partial<Host> = {
      listAccounts: async (...asked) =>
        (await listAccounts(...asked)).map((account) => ({ ...account, figuresAsOf: today() })),
    };
    await scene.testApp.withHost(fromFiles, async () => {
      expect(await request(100, '501')).toEqual({ error: 'FiguresFromFiles' });
    });
    const refused = ['NotAvailable', 'NotPermitted', 'NotALine', 'LoanHeld'].map((code) =>
      expect.objectContaining({ code }),
    );
    expect(await auditOf(scene.testApp, 'desk-refused')).toEqual(expect.arrayContaining(refused));
  });

  it('by check counts from its day once a second person approves, and the customer is told and sees it', async () => {
    [payoffBefore, laterBefore] = [await scene.payoffOn('2026-11-21'), await scene.payoffOn('2026-12-01')];
    expect(await request(100_000, '501')).toEqual({});
    expect(await request(100_000, '501')).toEqual({ error: 'AskedAlready' });
    expect(await scene.approve('drawOnLine')).toMatchObject({ outcome: 'approved' });
    expect(await scene.shown()).toMatchObject({
      principalCents: principal + 100_000,
      availableCents: available - 100_000,
      draws: [{ means: 'check', reference: '501', amountCents: 100_000, stoppedAt: null }],
    });
    expect(await scene.payoffOn('2026-11-21')).toBe(payoffBefore + 100_000);
    const interest = (await scene.payoffOn('2026-12-01')) - laterBefore - 100_000;
    // Ten days at 12.10% on $1,000.00.
    expect(Math.abs(interest - 331.5)).toBeLessThanOrEqual(1);
    expect(await scene.newestEntry()).toMatchObject({
      description: 'Advance, Check',
      totalCents: -100_000,
      paymentId: null,
    });
    expect(await scene.newestMail()).toMatchObject({ subject: 'We paid out from your line of credit' });
    expect((await scene.newestMail())?.body).toContain('Check number: 501');
    expect((await auditOf(scene.testApp, 'desk-draw-asked')).at(-1)).toMatchObject({ amountCents: 100_000, reason });
    expect((await auditOf(scene.testApp, 'line-drawn')).at(-1)).toMatchObject({ reference: '501', purpose: 'draw' });
    expect(await request(100_000, '501')).toEqual({});
    expect(await scene.approve('drawOnLine')).toMatchObject({
      outcome: 'refused',
      why: 'This check or wire was recorded already.',
    });
  });

  it('that is stopped counts as never drawn', async () => {
    expect(await scene.stop('501')).toMatchObject({ outcome: 'approved' });
    expect(await scene.payoffOn('2026-11-21')).toBe(payoffBefore);
    expect(await scene.payoffOn('2026-12-01')).toBe(laterBefore);
    expect(await scene.newestEntry()).toMatchObject({ description: 'Advance taken back', totalCents: 100_000 });
    expect(await scene.newestMail()).toMatchObject({ subject: 'Your draw was stopped' });
  });

  it('whose money was paid meanwhile leaves an overpayment when it is taken back', async () => {
    const { clock } = scene.services;
    expect(await request(30_000, '502')).toEqual({});
    await scene.approve('drawOnLine');
    const amountCents = await scene.payoffOn(today());
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
    expect(await scene.stop('502')).toMatchObject({ outcome: 'approved' });
    expect(await scene.payoffOn(today())).toBe(0);
    expect(await host().servicing?.findOverpaid(line.customerId, line.accountNumber)).toBe(cents(30_000));
    expect(await scene.newestMail()).toMatchObject({
      subject: 'You paid more than you owe',
      body: expect.stringContaining('You paid $300.00 more than you owe, and we will refund it to you.'),
    });
    expect(await auditOf(scene.testApp, 'draw-left-overpayment')).toMatchObject([
      { accountNumber: line.accountNumber, amountCents: 30_000 },
    ]);
    const { loans } = (await scene.operations().get('/api/desk/overpayments')).json();
    expect(loans).toMatchObject([{ accountNumber: line.accountNumber, overpaidCents: 30_000 }]);
  });
});

describe('the command line', () => {
  const run = (...words: string[]) => drawCommand.run(words, scene.services);

  it('shows what is available, and records a draw', async () => {
    expect(await run(line.accountNumber)).toBe(0);
    expect(await run(line.accountNumber, '10.00', 'check', '601')).toBe(2);
    expect(await run(line.accountNumber, '10.00', 'check', '601', '--by', 'Ana')).toBe(0);
    expect(await run(line.accountNumber, '10.00', 'check', '601', '--by', 'Ana')).toBe(1);
    expect(await run(line.accountNumber, '99999.00', 'check', '602', '--by', 'Ana')).toBe(1);
    expect(await run('101-006107-2')).toBe(1);
    expect(await run('104-002210-3')).toBe(1);
    expect((await scene.shown()).draws).toContainEqual(
      expect.objectContaining({ reference: '601', amountCents: 1_000 }),
    );
  });
});
