import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Day, day } from '#common/core/dates.ts';
import { ZERO } from '#common/core/money.ts';
import type { ReceivedMeans } from '#common/payments/rules/received-payment.ts';
import {
  createImportScene,
  csv,
  goodCustomer,
  goodLoan,
  goodLoanAccount,
  type ImportScene,
} from '#tests/builders/import-scene.ts';

// The books begin on November 21, 2026.
const paidOn = day('2026-12-01');

let scene: ImportScene;

beforeEach(async () => {
  scene = await createImportScene();
  const told = { last_payment_on: '2026-11-12', last_payment_amount: '100' };
  const report = await scene.importTexts({
    customers: csv(goodCustomer),
    accounts: csv(...['l1', 'l2'].map((account_number) => ({ ...goodLoanAccount, account_number }))),
    loans: csv(
      { ...goodLoan, last_payment_on: '', last_payment_amount: '' },
      { ...goodLoan, account_number: 'l2', ...told },
    ),
  });
  if (report.problemCount > 0) throw new Error(JSON.stringify(report));
});
afterEach(() => scene.close());

async function payOff(accountNumber: string, means: ReceivedMeans, on = paidOn): Promise<void> {
  const loan = await scene.host.findLoan('c1', accountNumber, on);
  await scene.host.servicing?.receivePayment({
    accountNumber,
    means,
    amountCents: loan?.payoffCents ?? ZERO,
    effectiveOn: on,
    postedAt: Temporal.Instant.from(`${on}T16:00:00Z`),
    paymentId: `received-${accountNumber}`,
  });
}

const lien = (accountNumber: string, on: Day = paidOn) =>
  scene.host.servicing?.findLien({ customerId: 'c1', accountNumber, on });

const release = (accountNumber: string) =>
  scene.host.servicing?.recordLienRelease({
    accountNumber,
    releasedOn: day('2027-03-01'),
    reference: 'ME-T 88120',
    effectiveOn: day('2027-03-02'),
    postedAt: Temporal.Instant.from('2027-03-02T16:00:00Z'),
    paymentId: `lien-${accountNumber}`,
  });

it('counts payments of before the books as ones that can come back, at the latest as of the day they began', async () => {
  await payOff('l1', 'wire');
  await payOff('l2', 'wire');
  expect(await lien('l1')).toMatchObject({ owedCents: 0, lastPaidOn: paidOn, lastReversibleOn: '2026-11-21' });
  expect(await lien('l2')).toMatchObject({ owedCents: 0, lastPaidOn: paidOn, lastReversibleOn: '2026-11-12' });
});

it('counts money at a branch, which may be a check, as a payment that can come back', async () => {
  await payOff('l1', 'branch');
  expect(await lien('l1')).toMatchObject({ lastPaidOn: paidOn, lastReversibleOn: paidOn });
});

it('lists the longest paid off first, and counts those beyond the limit', async () => {
  await payOff('l2', 'wire');
  await payOff('l1', 'wire', day('2026-12-03'));
  const list = (limit: number) => scene.host.servicing?.listLiens({ loanTypes: [''], on: paidOn, limit });
  expect(await list(1)).toEqual({
    owingAgain: [],
    waiting: [expect.objectContaining({ accountNumber: 'l2' })],
    waitingCount: 2,
  });
  expect(await list(0)).toEqual({ owingAgain: [], waiting: [], waitingCount: 2 });
  expect((await list(5))?.waiting.map(({ accountNumber }) => accountNumber)).toEqual(['l2', 'l1']);
});

it('makes no statements of the months between the payoff and the release of the lien', async () => {
  await payOff('l1', 'wire');
  const before = await scene.host.findStatementAccount('c1', 'l1');
  await release('l1');
  expect((await scene.host.findStatementAccount('c1', 'l1'))?.lastPostedAt).toEqual(before?.lastPostedAt);
});

it('keeps the lien of a loan that owes something, and tells of one that was released', async () => {
  await payOff('l1', 'wire');
  await release('l1');
  await expect(release('l2')).rejects.toMatchObject({
    reason: 'TermsStay',
    message: 'Loan l2 owes something, so its lien stays.',
  });
  expect((await lien('l1'))?.released).toEqual({ releasedOn: '2027-03-01', reference: 'ME-T 88120' });
  expect((await lien('l2'))?.released).toBeNull();
});
