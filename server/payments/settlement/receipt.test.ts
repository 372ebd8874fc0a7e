import { afterAll, beforeAll, expect, test } from 'vitest';
import { day, formatDay } from '#common/core/dates.ts';
import { cents, formatCents, ZERO } from '#common/core/money.ts';
import { listNewestMessages } from '#server/messages/outbox.queries.ts';
import type { PaymentTables } from '#server/payments/payment-tables.ts';
import { toPayment } from '#server/payments/payments.queries.ts';
import { receiptOf } from '#server/payments/mail-customer.ts';
import { codeOf, createPaymentScene, type PaymentScene } from '#tests/builders/payment-scene.ts';

let scene: PaymentScene;

beforeAll(async () => {
  scene = await createPaymentScene();
});

afterAll(() => scene.testApp.close());

test('a posted payment is receipted to the customer once, however often it is sent', async () => {
  const key = crypto.randomUUID();
  const submission = await scene.cardSubmission(100.25);
  const promised = await projectPayment(100.25);
  const { ReferenceNumber } = (await scene.calls.submitCard(submission, key)) as { ReferenceNumber: string };
  await scene.calls.submitCard(submission, key);
  const receipts = await newestReceipts();
  expect(receipts).toHaveLength(1);
  expect(receipts[0]).toMatchObject({ subject: `Payment confirmation ${ReferenceNumber}` });
  expect(receipts[0]?.recipient).toMatch(/^[^@]+@example\.com$/);
  expect(receipts[0]?.body).toMatch(/payment of \$103\.25 for loan .* on 11\/21\/2026, from your card ending in \d{4}/);
  // The promise made before the payment matches the result.
  const { allocation, principalAfterCents, nextDueOn } = promised;
  expect(receipts[0]?.body).toContain(
    [
      `Applied to fees: ${formatCents(allocation.feesCents)}`,
      `Applied to interest: ${formatCents(allocation.interestCents)}`,
      `Applied to principal: ${formatCents(allocation.principalCents)}`,
      `Balance after payment: ${formatCents(principalAfterCents)}`,
      `Next due date: ${formatDay(nextDueOn ?? day('2000-01-01'))}`,
    ].join('\n'),
  );
});

test('an emailed receipt links to the permanent one', async () => {
  const { services } = scene.testApp;
  const { ReferenceNumber = '' } = await scene.calls.submitAch(await scene.achSubmission(11), crypto.randomUUID());
  const facts = await findPaymentByReference(ReferenceNumber);
  const posted = {
    transferId: '1',
    allocation: { feesCents: ZERO, interestCents: ZERO, principalCents: cents(1_100) },
    principalAfterCents: ZERO,
    nextDueOn: null,
  };
  const mail = receiptOf(facts, posted, services.institution, 'https://portal.harbor.example');
  expect(mail.link?.url).toBe(`https://portal.harbor.example/#/myaccount/receipt/${ReferenceNumber}`);
  expect(receiptOf(facts, posted, services.institution, null).link).toBeUndefined();
});

async function findPaymentByReference(referenceNumber: string) {
  const { database } = scene.testApp.services;
  const row = await database
    .withTables<PaymentTables>()
    .selectFrom('payments')
    .selectAll()
    .where('reference_number', '=', referenceNumber)
    .executeTakeFirstOrThrow();
  return toPayment(row);
}

test('a declined payment gets no receipt', async () => {
  const before = await newestReceipts();
  const declined = await scene.cardSubmission(50, { CardNumber: '4000000000000002' });
  expect(codeOf(await scene.calls.submitCard(declined, crypto.randomUUID()))).toBe('Declined');
  expect(await newestReceipts()).toEqual(before);
});

async function projectPayment(amount: number) {
  const { services } = scene.testApp;
  const projected = await services.host.projectPayment({
    accountNumber: scene.loan,
    effectiveOn: services.clock.today(),
    amountCents: cents(amount * 100),
    additionalPrincipalCents: ZERO,
  });
  if (!projected) throw new Error('The loan cannot be paid');
  return projected;
}

function newestReceipts() {
  return listNewestMessages(scene.testApp.services, 10);
}
