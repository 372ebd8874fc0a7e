import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { cents } from '#common/core/money.ts';
import { closeBusinessDays } from '#server/payments/end-of-day/close-business-days.command.ts';
import { takeReturns } from '#server/payments/end-of-day/take-returns.command.ts';
import { createDrawScene, type DrawScene, line } from '#tests/builders/draw-scene.ts';
import { returned, returnFile } from '#tests/builders/return-file.ts';

const DRAWN = 25_000;

let scene: DrawScene;
let [available, laterBefore] = [0, 0];

beforeAll(async () => {
  scene = await createDrawScene();
  available = (await scene.shown()).availableCents;
  laterBefore = await scene.payoffOn('2026-12-01');
});

afterAll(() => scene.testApp.close());

afterEach(() => scene.assertBalanced());

async function draw(amountCents: number): Promise<void> {
  expect(await scene.requestBankCredit(amountCents)).toEqual({});
  expect(await scene.approve('drawOnLine')).toMatchObject({ outcome: 'approved' });
}

const bankDraw = async (amountCents: number) =>
  (await scene.shown()).draws.find((each: { amountCents: number }) => each.amountCents === amountCents);

/** Interest through December 1 at 12.10% on what was drawn. */
async function expectInterestOf(days: number, amountCents: number): Promise<void> {
  const interest = (await scene.payoffOn('2026-12-01')) - laterBefore - amountCents;
  expect(Math.abs(interest - (amountCents * 0.121 * days) / 365)).toBeLessThanOrEqual(1);
}

const holdLine = (holds: readonly 'inDispute'[]) =>
  scene.services.host.servicing?.changeHolds({ accountNumber: line.accountNumber, holds });

it('a draw by bank credit is owed from the day its bank file is made, and reserved until then', async () => {
  expect(await scene.requestBankCredit(DRAWN, { profileId: 'other' })).toEqual({ error: 'NoSuchBankAccount' });
  await draw(DRAWN);
  expect((await scene.newestMail())?.body).toMatch(/to your bank account ending in 6354.*from the day we send it/s);
  expect(await scene.shown()).toMatchObject({ availableCents: available - DRAWN, unsentCents: DRAWN });
  expect(await scene.requestBankCredit(available - DRAWN + 1)).toEqual({ error: 'NotAvailable' });
  expect(await scene.payoffOn('2026-12-01')).toBe(laterBefore);
  const { closed, file } = await scene.closeDay('2026-11-23');
  expect(closed[0]?.comparison).toMatchObject({
    credits: { booksCents: DRAWN, entriesCents: DRAWN },
    differences: [],
  });
  expect(file).toMatchObject({ creditCount: 1, creditCents: DRAWN });
  expect(file?.text).toContain('PPDADVANCE');
  expect(file?.text).not.toContain('PPDREFUND');
  expect(await scene.newestEntry()).toMatchObject({
    description: 'Advance, Bank account',
    totalCents: -DRAWN,
    effectiveOn: '2026-11-23',
  });
  expect(await scene.shown()).toMatchObject({ availableCents: available - DRAWN, unsentCents: 0 });
  await expectInterestOf(8, DRAWN);
});

it('a draw that the bank sends back counts as never drawn', async () => {
  const { database } = scene.services;
  const [trace = ''] = await scene.traces();
  const taken = await takeReturns(scene.services, returnFile([returned(trace, DRAWN, 'R02')]));
  expect(taken).toMatchObject({
    value: { returned: 1, notices: [{ effects: ['the draw counts as never drawn', 'blocks the bank account'] }] },
  });
  expect(await scene.payoffOn('2026-12-01')).toBe(laterBefore);
  expect(await scene.newestMail()).toMatchObject({ subject: 'Your bank sent your draw back' });
  await sql`delete from blocked_bank_accounts`.execute(database);
});

it('a draw on hold earns no interest, and counts from the day it leaves after all', async () => {
  await draw(30_000);
  await holdLine(['inDispute']);
  const { closed, file } = await scene.closeDay('2026-11-24');
  expect(closed.at(-1)?.comparison?.differences).toEqual([expect.stringContaining('put on hold')]);
  expect(file).toBeUndefined();
  expect(await bankDraw(30_000)).toMatchObject({ credit: { state: 'held' } });
  expect(await scene.payoffOn('2026-12-01')).toBe(laterBefore);
  expect(await scene.newestEntry()).toMatchObject({ description: 'Advance taken back' });
  await holdLine([]);
  expect((await scene.closeDay('2026-11-25')).file).toMatchObject({ creditCents: 30_000 });
  await expectInterestOf(6, 30_000);
});

it('a draw that is stopped before it leaves was never on the line', async () => {
  await draw(40_000);
  const newest = await scene.newestEntry();
  const { reference } = await bankDraw(40_000);
  expect(await scene.stop(reference)).toMatchObject({ outcome: 'approved' });
  expect(await scene.newestMail()).toMatchObject({ subject: 'Your draw was stopped' });
  expect(await scene.newestEntry()).toEqual(newest);
  expect(await scene.shown()).toMatchObject({ availableCents: available - 30_000, unsentCents: 0 });
  await expectInterestOf(6, 30_000);
});

it("a draw whose line can't be read as it leaves is held, and leaves with the next file", async () => {
  const { services } = scene;
  const { servicing } = services.host;
  if (!servicing) throw new Error('These are our own books');
  await draw(10_000);
  const newest = await scene.newestEntry();
  let reads = 0;
  const projectDraw: typeof servicing.projectDraw = (loan) => {
    reads += 1;
    if (reads > 1) throw new Error('the line makes no sense');
    return servicing.projectDraw(loan);
  };
  const host = { ...services.host, servicing: { ...servicing, projectDraw } };
  await scene.clockAt('2026-11-27T17:05:00-05:00');
  const [closed] = await closeBusinessDays({ ...services, host }, new AbortController().signal);
  expect(closed?.comparison?.differences).toEqual([expect.stringContaining('could not be read')]);
  expect(await bankDraw(10_000)).toMatchObject({ credit: { state: 'held' } });
  expect(await scene.newestEntry()).toEqual(newest);
  expect((await scene.closeDay('2026-11-30')).file).toMatchObject({ creditCents: 10_000 });
});

it('a draw for which the line no longer has room is held, and leaves once it has; the customer is told of both', async () => {
  const { host, clock } = scene.services;
  const rest = available - 40_000;
  await draw(rest);
  // As by a payment that comes back, which owes its principal again.
  const { at: postedAt, today: effectiveOn } = clock.moment();
  const other = { accountNumber: line.accountNumber, paymentId: 'payout-other', effectiveOn, postedAt };
  await host.servicing?.drawOnLine({ ...other, means: 'check', amountCents: cents(100) });
  expect(await scene.shown()).toMatchObject({ availableCents: 0, unsentCents: rest });
  expect((await scene.closeDay('2026-12-01')).file).toBeUndefined();
  expect(await bankDraw(rest)).toMatchObject({
    credit: { state: 'held', heldReason: expect.stringContaining('more than is available') },
  });
  // Promised on Monday, November 30, within 3 business days.
  expect((await scene.closeDay('2026-12-02')).file).toBeUndefined();
  expect(await scene.newestMail()).toMatchObject({
    subject: 'Your draw takes longer',
    body: expect.stringContaining('longer than the 3 business days'),
  });
  await host.reversePayment({ paymentId: 'payout-other', effectiveOn, postedAt });
  expect((await scene.closeDay('2026-12-03')).file).toMatchObject({ creditCents: rest });
  expect(await scene.newestMail()).toMatchObject({
    subject: 'Your draw is on its way',
    body: expect.stringContaining('should arrive on 12/04/2026'),
  });
  expect(await scene.shown()).toMatchObject({ availableCents: 0, unsentCents: 0 });
});
